/* SPDX-License-Identifier: BSD-3-Clause */
/* Fluid that changes sides, and the halo's, when a list is made anew: only rows near the faces of a part's
 * box are looked at. Those that come are appended, those that go are marked, and the sort that follows does
 * the rest. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "parts/part.h"
#include "util/error.h"

/* One sharing: rows that other parts may want, and their records. */
struct look {
  uint32_t *rows, count;
  struct part_bytes records;
  size_t record;
  uint32_t *to, *come;          /* [parts] records */
  size_t *to_at, *come_at, *at; /* [parts + 1] bytes; at: [2 * parts], to fill */
};

static int look_open(struct look *l, const struct part *p) {
  const size_t parts = (size_t)p->parts;
  *l = (struct look){.record = part_record(p),
                     .to = calloc(2 * parts, sizeof *l->to),
                     .to_at = calloc(4 * parts + 2, sizeof *l->to_at)};
  CHECK(l->to && l->to_at, STATUS_FAILED, "no memory to share rows");
  l->come = l->to + parts;
  l->come_at = l->to_at + parts + 1;
  l->at = l->come_at + parts + 1;
  return STATUS_OK;
}

static void look_close(struct look *l) {
  free(l->rows);
  free(l->records.data);
  free(l->to);
  free(l->to_at);
}

static struct position place_of(const struct look *l, uint32_t k) {
  struct position x; /* the first of the buffers */
  memcpy(&x, l->records.data + k * l->record, sizeof x);
  return x;
}

/* Whether record k is of a row that goes nowhere: a copy, or fluid that left. */
static bool goes_nowhere(const struct part *p, const struct position *x) {
  return x->mark == MARK_HALO || state_drops(&p->here, x);
}

/* Sizes, or with `out` the records themselves: for each part its own first, and halo behind them, unless that
 * is found in another way. */
static void address(const struct part *p, struct look *l, char *out) {
  for (uint32_t k = 0; k < l->count; k++) {
    struct position x = place_of(l, k);
    if (goes_nowhere(p, &x)) continue;
    const int owner = cut_owner(p->cut, &x);
    for (int part = 0; part < p->parts; part++) {
      const bool own = part == owner;
      const bool wants = !p->borders && cut_near(p->cut, part, &x);
      if (part == p->number ? own || !wants : !own && !wants) continue;
      size_t *at = &l->at[2 * part + !own];
      if (out) {
        x.mark = own ? MARK_NONE : MARK_HALO;
        memcpy(out + *at, l->records.data + k * l->record, l->record);
        memcpy(out + *at, &x, sizeof x);
      }
      *at += l->record;
    }
  }
}

static void agree_on_sizes(const struct part *p, struct look *l) {
  for (int k = 0; k < p->parts; k++) l->to[k] = (uint32_t)((l->at[2 * k] + l->at[2 * k + 1]) / l->record);
  WAITING(MPI_Alltoall(l->to, 1, MPI_UINT32_T, l->come, 1, MPI_UINT32_T, MPI_COMM_WORLD));
  for (int k = 0; k < p->parts; k++) {
    l->to_at[k + 1] = l->to_at[k] + l->record * l->to[k];
    l->come_at[k + 1] = l->come_at[k] + l->record * l->come[k];
    l->at[2 * k + 1] = l->to_at[k] + l->at[2 * k];
    l->at[2 * k] = l->to_at[k];
  }
}

/* Those of the rows that do not stay, in place of all. */
static void keep_leavers(const struct part *p, struct look *l) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < l->count; k++) {
    const struct position x = place_of(l, k);
    if (goes_nowhere(p, &x) || cut_owner(p->cut, &x) != p->number) l->rows[n++] = l->rows[k];
  }
  l->count = n;
}

static int find_fluid(struct part *p, struct look *l) {
  struct row_filter filter;
  part_filter(p, &filter, true);
  if (p->borders) {
    cut_own(p->cut, p->number, filter.low, filter.high);
    TRY(p->far->leavers(p->self, &filter, &l->rows, &l->count));
  } else {
    TRY(part_select(p, KIND_FLUID, &filter, &l->rows, &l->count));
  }
  TRY(part_reserve(&l->records, l->count * l->record));
  TRY(part_take(p, part_kept(p), l->rows, l->count, l->records.data));
  address(p, l, NULL);
  return STATUS_OK;
}

static int pack_fluid(struct part *p, struct look *l) {
  TRY(part_reserve(&p->send, l->to_at[p->parts]));
  TRY(part_reserve(&p->receive, l->come_at[p->parts]));
  address(p, l, p->send.data);
  keep_leavers(p, l);
  return part_discard(p, l->rows, l->count);
}

int part_share_fluid(struct part *p) {
  struct look l;
  int status = look_open(&l, p);
  if (status == STATUS_OK) status = find_fluid(p, &l);
  status = part_agree(p, status, NULL, 0);
  if (status == STATUS_OK) {
    agree_on_sizes(p, &l);
    status = part_agree(p, pack_fluid(p, &l), NULL, 0);
  }
  if (status == STATUS_OK) {
    part_trade(p, 1, p->send.data, l.to_at, p->receive.data, l.come_at);
    status = part_append(p, p->receive.data, (uint32_t)(l.come_at[p->parts] / l.record), false);
  }
  look_close(&l);
  return part_agree(p, status, NULL, 0);
}
