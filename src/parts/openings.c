/* SPDX-License-Identifier: BSD-3-Clause */
/* Open boundaries in parts: each part does to its rows what the squares say, which are all parts'. Halo rows
 * are imposed on as their owners are, and are nobody's who comes or goes. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "parts/part.h"
#include "util/error.h"

/* Boundaries, squares, and what is found of both, one behind the other. */
struct order_faces {
  uint64_t version;
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

int parts_open_faces(void *self, const struct opening_table *t) {
  const struct order_faces f = {t->version, t->zone_count, t->site_count, t->collect};
  const struct layout l = layout_of(&f);
  struct order o = {.kind = ORDER_OPEN_FACES, .bytes = l.found, .room = l.all};
  char *data = calloc(1, l.all);
  CHECK(data, STATUS_FAILED, "no memory for open boundaries");
  memcpy(data, &f, sizeof f);
  memcpy(data + l.zones, t->zones, l.sites - l.zones);
  memcpy(data + l.sites, t->sites, l.found - l.sites);
  const int status = part_give(self, &o, data);
  if (t->collect) {
    memcpy(t->deepest, data + l.found, t->site_count * sizeof *t->deepest);
    memcpy(t->gone, data + l.found + t->site_count * sizeof *t->deepest, t->zone_count * sizeof *t->gone);
  }
  free(data);
  return status;
}

int part_open_faces(struct part *p, void *data) {
  const struct order_faces *f = data;
  const struct layout l = layout_of(f);
  uint32_t *found = (uint32_t *)((char *)data + l.found);
  const struct opening_table t = {.zones = (const struct opening_zone *)((char *)data + l.zones),
                                  .sites = (const struct opening_site *)((char *)data + l.sites),
                                  .version = f->version,
                                  .zone_count = f->zone_count,
                                  .site_count = f->site_count,
                                  .collect = f->collect,
                                  .deepest = found,
                                  .gone = found + f->site_count};
  if (!f->collect) TRY(part_exchange(p, BUFFER_POSITION | BUFFER_VELOCITY)); /* some keep their velocity */
  TRY(part_agree(p, p->backend->open_faces(p->self, &t), NULL, 0));
  if (!f->collect) return STATUS_OK;
  /* Depths are bits of numbers >= 0, and order as integers with a sign do. */
  MPI_Allreduce(MPI_IN_PLACE, t.deepest, (int)t.site_count, MPI_INT32_T, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, t.gone, (int)t.zone_count, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
  return STATUS_OK;
}
