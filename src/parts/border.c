/* SPDX-License-Identifier: BSD-3-Clause */
/* The halo's fluid when a list is made anew, where the backend finds and packs rows itself: the few that
 * change sides have gone before, so that each part sends copies of its own rows, in an order that the
 * receiver keeps. The host's work scales with the number of parts, not of rows. */
#include <stdlib.h>

#include "parts/part.h"
#include "util/error.h"

/* What halo rows are not read of: the past of what their owner integrates. */
enum {
  OWN_ALONE = BUFFER_POSITION_COMPENSATION | BUFFER_VELOCITY_COMPENSATION | BUFFER_SAVED_POSITION |
              BUFFER_SAVED_VELOCITY | BUFFER_SAVED_POSITION_COMPENSATION |
              BUFFER_SAVED_VELOCITY_COMPENSATION | BUFFER_LISTED_POSITION
};

/* Counts of those boxes that were looked in, to every part's. */
static void count_all(struct part *p, const int *near, int boxes, const uint32_t *counts) {
  uint32_t *at = p->out[KIND_FLUID].at;
  int box = 0;
  at[0] = 0;
  for (int k = 0; k < p->parts; k++) {
    at[k + 1] = at[k];
    if (box < boxes && near[box] == k) at[k + 1] += counts[box++];
  }
}

static int find_border(struct part *p) {
  const size_t parts = (size_t)p->parts;
  struct row_box *boxes = malloc(parts * sizeof *boxes);
  uint32_t *counts = calloc(parts, sizeof *counts);
  int *near = malloc(parts * sizeof *near), count = 0;
  int status = boxes && counts && near ? STATUS_OK : error_set(STATUS_FAILED, "no memory for the halo");
  for (int k = 0; k < p->parts && status == STATUS_OK; k++) {
    if (k == p->number) continue;
    cut_box(p->cut, k, &boxes[count]);
    if (cut_meets(p->cut, p->number, &boxes[count])) near[count++] = k;
  }
  if (status == STATUS_OK) status = p->far->border(p->self, boxes, count, counts);
  if (status == STATUS_OK) count_all(p, near, count, counts);
  free(boxes);
  free(counts);
  free(near);
  return status;
}

int part_share_border(struct part *p, uint32_t *first) {
  const row_mask mask = part_kept(p) & ~(row_mask)OWN_ALONE;
  TRY(part_agree(p, find_border(p), NULL, 0));
  TRY(part_learn(p, KIND_FLUID, false));
  const uint32_t come = p->in[KIND_FLUID].at[p->parts];
  *first = p->here.count;
  int status = part_room(p, come);
  if (status == STATUS_OK) status = p->far->extend(p->self, come);
  TRY(part_agree(p, status, NULL, 0));
  return part_travel(p, &(struct part_travel){mask, 1u << KIND_FLUID, true, *first});
}

int part_settle(struct part *p, uint32_t first) {
  const uint32_t come = p->in[KIND_FLUID].at[p->parts];
  uint32_t halo[ROW_KINDS];
  TRY(part_agree(p, p->far->settle(p->self, first, come), NULL, 0));
  for (int kind = 0; kind < ROW_KINDS; kind++) halo[kind] = p->in[kind].at[p->parts];
  part_count(p, halo);
  return STATUS_OK;
}
