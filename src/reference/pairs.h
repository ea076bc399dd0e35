/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop over neighbours of the reference backend, for a pass, PASS, of any method (particles/pass.h): one
 * sums over all neighbours of its own, cell by cell; no pair is shared. Included once a pass, by a file that
 * has said what the backend's run is (PASS_RUN), how far pairs reach (PASS_REACH2), and what is read of a
 * particle: P(side_of), P(rows_of). */
#include "particles/grid.h"
#include "particles/pass.h"

/* x_a - x_b; false if that is farther than the support. */
static bool P(separate)(const PASS_RUN *r, const struct position *a, const struct position *b, float d[3]) {
  const float *quantum = PASS_QUANTUM(r->law);
  d[0] = lane_from_int((int32_t)(a->x - b->x)) * quantum[0];
  d[1] = lane_from_int((int32_t)(a->y - b->y)) * quantum[1];
  d[2] = lane_from_int((int32_t)(a->z - b->z)) * quantum[2];
  return (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2] < PASS_REACH2(r->law);
}

/* What sums: a particle, or a point, which stands for fluid. */
struct P(target) {
  struct position at;
  uint32_t row; /* UINT32_MAX: of a point */
  bool fluid;
  PASS_SIDE side;
  float rows[4 * P(ROWS) + 1];
  uint32_t cells[GRID_AROUND]; /* around it */
  int cell_count;
  struct sum sums[P(SUMS)];
};

/* What it gets from walls or from fluid; start[c] is where cell c of them begins. */
static void P(sum_over)(const PASS_RUN *r, const PASS_LAW *law, struct P(target) * t, bool of_walls,
                        const uint32_t *start, struct pass_found *found) {
  const bool fluid = P_MEETS(~WALLS_FROM_FLUID) && t->fluid;
  const enum pair_kind kind = fluid && !of_walls ? PAIR_FLUID_FLUID : PAIR_FLUID_WALL;
  const struct position *pos = r->state->pos;
  for (int c = 0; c < t->cell_count; c++) {
    for (uint32_t k = start[t->cells[c]]; k < start[t->cells[c] + 1]; k++) {
      const uint32_t j = r->grid.order[k];
      float d[3];
      if (j == t->row || !(fluid ? P(separate)(r, &t->at, &pos[j], d) : P(separate)(r, &pos[j], &t->at, d)))
        continue;
      const PASS_SIDE other = P(side_of)(r, j);
      const PASS_SIDE *a = fluid ? &t->side : &other, *b = fluid ? &other : &t->side;
      float theirs[4 * P(ROWS) + 1];
      P(rows_of)(r, j, theirs);
      const PASS_GAP gap = P(measure)(law, d[0], d[1], d[2], a, b);
      struct pass_terms terms;
      P(pair)(law, kind, &gap, a, b, fluid ? t->rows : theirs, fluid ? theirs : t->rows, &terms);
      for (int s = 0; s < P(SUMS); s++) {
        const float term = fluid ? terms.i[s] : s < P(EXCHANGED) ? -terms.i[s] : terms.j[s];
        if (P(CHECKED) && law->summation == SUM_FIXED) found->load = sum_load(found->load, term);
        sum_add(&t->sums[s], term, law->summation);
      }
      if (!fluid) continue;
      found->most_of_pairs = lane_max(terms.most, found->most_of_pairs);
      found->met[of_walls]++;
    }
  }
}
