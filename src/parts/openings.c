/* SPDX-License-Identifier: BSD-3-Clause */
/* Open boundaries in parts: squares are found by part 0, and each part imposes them on its rows. Halo rows
 * neither come nor go. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "parts/part.h"
#include "util/error.h"

/* Boundaries, squares, and what is found of both, one behind the other. */
struct order_faces {
  _Alignas(struct opening_zone) uint64_t version; /* zones follow it */
  uint32_t zone_count, site_count;
  bool collect;
};
struct layout {
  size_t zones, sites, found, all; /* where they begin, bytes */
};
static struct layout layout_of(const struct order_faces *f) {
  struct layout l = {.zones = sizeof *f};
  l.sites = l.zones + f->zone_count * sizeof(struct opening_zone);
  l.found = l.sites + f->site_count * sizeof(struct opening_site);
  l.all = l.found + ((size_t)f->site_count + f->zone_count) * sizeof(uint32_t);
  return l;
}

/* The table to all parts: to collect, or for the next advance to impose. */
static int give_openings(void *self, const struct opening_table *t, bool collect) {
  const struct order_faces f = {t->version, t->zone_count, t->site_count, collect};
  const struct layout l = layout_of(&f);
  struct order o = {.kind = ORDER_OPEN_FACES, .bytes = l.found, .room = l.all};
  char *data = calloc(1, l.all);
  CHECK(data, STATUS_FAILED, "no memory for open boundaries");
  memcpy(data, &f, sizeof f);
  memcpy(data + l.zones, t->zones, l.sites - l.zones);
  memcpy(data + l.sites, t->sites, l.found - l.sites);
  const int status = part_give(self, &o, data);
  if (collect) {
    memcpy(t->deepest, data + l.found, t->site_count * sizeof *t->deepest);
    memcpy(t->gone, data + l.found + t->site_count * sizeof *t->deepest, t->zone_count * sizeof *t->gone);
  }
  free(data);
  return status;
}

int parts_collect_faces(void *self, const struct opening_table *t) {
  return give_openings(self, t, true);
}

int parts_impose_faces(void *self, const struct opening_table *t) {
  struct part *p = self;
  if (p->imposed.version == t->version) return STATUS_OK;
  return give_openings(self, t, false);
}

int part_open_faces(struct part *p, void *data) {
  const struct order_faces *f = data;
  const struct layout l = layout_of(f);
  int status = part_reserve(&p->faces, l.all);
  if (status == STATUS_OK) memcpy(p->faces.data, data, l.found);
  TRY(part_agree(p, status, NULL, 0));
  uint32_t *found = (uint32_t *)((char *)data + l.found);
  p->imposed = (struct opening_table){.zones = (const struct opening_zone *)(p->faces.data + l.zones),
                                      .sites = (struct opening_site *)(p->faces.data + l.sites),
                                      .version = f->version,
                                      .zone_count = f->zone_count,
                                      .site_count = f->site_count};
  if (!f->collect) return STATUS_OK;
  struct opening_table t = p->imposed;
  t.deepest = found, t.gone = found + f->site_count;
  TRY(part_agree(p, wcsph_collect_faces(p->backend, p->self, &t), NULL, 0));
  /* Depths are bits of numbers >= 0, and order as integers with a sign do. */
  MPI_Allreduce(MPI_IN_PLACE, t.deepest, (int)t.site_count, MPI_INT32_T, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, t.gone, (int)t.zone_count, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
  return STATUS_OK;
}
