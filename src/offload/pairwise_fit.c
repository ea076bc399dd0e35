/* SPDX-License-Identifier: BSD-3-Clause */
/* How large the boxes and pencils of paper 001 are: what a team's memory holds of the fullest cells, and not
 * so large that there are fewer of them than multiprocessors (section 7.1). */
#include "offload/pairwise.h"
#include "offload/pairwise_box.h"
#include "util/error.h"

/* Particles in the fullest box and the cells around it. */
static uint64_t box_most(const struct offload_pairwise *o, const int box[3]) {
  const struct grid *g = &o->view.grid;
  uint64_t cells = 1;
  for (int a = 0; a < 3; a++) cells *= (uint64_t)(box[a] + 2 * g->reach[a]);
  return cells * o->fullest;
}

/* Whether a box may have so many cells along an axis: round a periodic one it must not meet itself. */
static bool box_may(const struct grid *g, int axis, int cells) {
  return cells + (g->periodic[axis] ? 2 * g->reach[axis] : 0) <= (int)g->cells[axis];
}

/* Whether a team holds the particles of a cell and the two beside it. */
static bool pencil_fits(const struct offload_pairwise *o) {
  return (uint64_t)o->fullest * (uint64_t)(1 + 2 * o->view.grid.reach[0]) <= PAIRWISE_PENCIL;
}

static int fit_all(struct offload_pairwise *o) {
  const struct grid *g = &o->view.grid;
  int *box = o->view.box;
  CHECK(box_most(o, box) <= PAIRWISE_ALL, STATUS_USAGE,
        "offload.strategy all-in-sm: the fullest cell holds %u particles, and a team's memory %d of a cell "
        "and those around it; %spar-cell-sm or list can",
        o->fullest, PAIRWISE_ALL, pencil_fits(o) ? "x-pencil, " : "");
  for (bool grown = true; grown;) { /* as near to a cube as it may be */
    grown = false;
    for (int a = 0; a < 3; a++) {
      int more[3] = {box[0], box[1], box[2]};
      more[a]++;
      const int rows = (more[1] + 2 * g->reach[1]) * (more[2] + 2 * g->reach[2]);
      if (!box_may(g, a, more[a]) || box_most(o, more) > PAIRWISE_ALL || rows > PAIRWISE_ROWS) continue;
      box[a]++;
      grown = true;
    }
  }
  return STATUS_OK;
}

static int fit_pencil(struct offload_pairwise *o) {
  const struct grid *g = &o->view.grid;
  int *box = o->view.box;
  const uint64_t fullest = o->fullest;
  CHECK(pencil_fits(o), STATUS_USAGE,
        "offload.strategy %s: the fullest cell holds %u particles, and a team's memory %d of a cell and the "
        "two beside it; par-cell-sm or list can",
        case_word_pairwise(o->strategy), o->fullest, PAIRWISE_PENCIL);
  if (o->strategy == PAIRWISE_X_PENCIL_REG && fullest * 4 <= OFFLOAD_TEAM)
    for (int a = 1; a < 3; a++) box[a] = box_may(g, a, 2) ? 2 : 1;
  const bool wide = o->strategy == PAIRWISE_X_PENCIL_WIDE;
  while (box_may(g, 0, box[0] + 1) && fullest * (uint64_t)(box[0] + 1 + 2 * g->reach[0]) <= PAIRWISE_PENCIL &&
         (wide || fullest * (uint64_t)((box[0] + 1) * box[1] * box[2]) <= OFFLOAD_TEAM))
    box[0]++;
  return STATUS_OK;
}

int pairwise_cells_fit(struct offload_pairwise *o) {
  struct pairwise_view *v = &o->view;
  for (int a = 0; a < 3; a++) v->box[a] = 1;
  if (o->strategy == PAIRWISE_ALL_IN_SM) TRY(fit_all(o));
  if (o->strategy >= PAIRWISE_X_PENCIL) TRY(fit_pencil(o));
  if (o->strategy >= PAIRWISE_ALL_IN_SM) pairwise_box_shrink(v->box, v->grid.cells, o->processors);
  /* Of a pencil and the cells beside it, in whole warps. */
  const uint64_t held = (uint64_t)o->fullest * (uint64_t)(v->box[0] + 2 * v->grid.reach[0]);
  o->crew = held > 1 ? (int)(held + 31) / 32 * 32 : 32;
  for (int a = 0; a < 3; a++) v->boxes[a] = ((int)v->grid.cells[a] + v->box[a] - 1) / v->box[a];
  return STATUS_OK;
}
