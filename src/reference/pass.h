/* SPDX-License-Identifier: BSD-3-Clause */
/* The template that executes a pass (wcsph/passes/pass.h), PASS, on the reference backend: every particle
 * sums over all neighbours of its own, cell by cell; no pair is shared. Included once a pass. */
#include <string.h>

#include "reference/wcsph.h"
#include "wcsph/passes/pass.h"
#include "wcsph/scalar.h"

#include PASS_HEADER

static struct pair_side P(side_of)(const struct reference *r, uint32_t i) {
  const struct vec4 *v = &r->state->vel[i];
  const float term = P_READS(READS_TERM) ? eos_momentum_term(r->law, v->w) : 0.0f;
  return (struct pair_side){term, v->x, v->y, v->z, v->w};
}

/* What earlier passes left for this one of particle i. */
static void P(rows_of)(const struct reference *r, uint32_t i, float rows[]) {
  for (int k = 0; k < P(ROWS); k++)
    memcpy(&rows[4 * k], &state_rows(r->state, P(ROWS_FROM) + k)[i], sizeof(struct vec4));
}

/* x_i - x_j; false if that is farther than the support. */
static bool P(separate)(const struct reference *r, uint32_t i, uint32_t j, float d[3]) {
  const struct position *a = &r->state->pos[i], *b = &r->state->pos[j];
  const float *quantum = P(IN_H) ? r->law->quantum_h : r->law->quantum;
  d[0] = lane_from_int((int32_t)(a->x - b->x)) * quantum[0];
  d[1] = lane_from_int((int32_t)(a->y - b->y)) * quantum[1];
  d[2] = lane_from_int((int32_t)(a->z - b->z)) * quantum[2];
  return (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2] < (P(IN_H) ? r->law->radius2 : r->law->support2);
}

/* What particle i gets from the neighbours of a type in some cells. */
static void P(sum_over)(const struct reference *r, uint32_t i, const struct pair_side *me, const float mine[],
                        enum row_kind other_kind, const uint32_t *cells, int cell_count, struct sum sums[],
                        struct pass_found *found) {
  const struct wcsph_law *law = r->law;
  const bool fluid = state_kind(r->state, i) == KIND_FLUID, of_walls = other_kind == KIND_WALL;
  const uint32_t *start = r->grid.start[other_kind];
  const enum pair_kind kind = fluid && !of_walls ? PAIR_FLUID_FLUID : PAIR_FLUID_WALL;
  for (int c = 0; c < cell_count; c++) {
    for (uint32_t k = start[cells[c]]; k < start[cells[c] + 1]; k++) {
      const uint32_t j = r->grid.order[k];
      float d[3];
      if (j == i || !(fluid ? P(separate)(r, i, j, d) : P(separate)(r, j, i, d))) continue;
      const struct pair_side other = P(side_of)(r, j), *a = fluid ? me : &other, *b = fluid ? &other : me;
      float theirs[4 * PASS_ROWS_MOST];
      P(rows_of)(r, j, theirs);
      const struct pair_gap gap = P(measure)(law, d[0], d[1], d[2], a, b);
      struct pass_terms terms;
      P(pair)(law, kind, &gap, a, b, fluid ? mine : theirs, fluid ? theirs : mine, &terms);
      for (int s = 0; s < P(SUMS); s++) {
        const float term = fluid ? terms.i[s] : s < P(EXCHANGED) ? -terms.i[s] : terms.j[s];
        if (P(CHECKED) && law->summation == SUM_FIXED) found->load = sum_load(found->load, term);
        sum_add(&sums[s], term, law->summation);
      }
      if (!fluid) continue;
      found->most_of_pairs = lane_max(terms.most, found->most_of_pairs);
      found->met[of_walls]++;
    }
  }
}

/* Particle i's finished rows, into the state. */
static void P(of_particle)(const struct reference *r, uint32_t i, struct pass_found *found) {
  const struct wcsph_law *law = r->law;
  const bool fluid = state_kind(r->state, i) == KIND_FLUID;
  const struct pair_side me = P(side_of)(r, i);
  uint32_t cells[GRID_AROUND];
  const int cell_count = grid_around(&r->grid, &r->state->listed_pos[i], cells);
  struct sum sums[P(SUMS)] = {0};
  float values[P(SUMS)], mine[4 * PASS_ROWS_MOST], out[4 * P(WRITTEN)];
  P(rows_of)(r, i, mine);
  if (!fluid || P_MEETS(FLUID_FROM_FLUID))
    P(sum_over)(r, i, &me, mine, KIND_FLUID, cells, cell_count, sums, found);
  if (fluid && P_MEETS(FLUID_FROM_WALLS))
    P(sum_over)(r, i, &me, mine, KIND_WALL, cells, cell_count, sums, found);
  for (int s = 0; s < P(SUMS); s++) {
    values[s] = sum_value(&sums[s], P(quanta)(law, s), law->summation);
    if (P(CHECKED) && law->summation == SUM_FIXED) found->load = sum_total_load(found->load, &sums[s]);
  }
  for (int k = 0; P(ADDS) && k < P(WRITTEN); k++)
    memcpy(&out[4 * k], &state_rows(r->state, P(WRITES) + k)[i], sizeof(struct vec4));
  found->most_of_rows = lane_max(P(finish)(law, fluid, &me, values, out), found->most_of_rows);
  for (int k = 0; k < P(WRITTEN); k++)
    memcpy(&state_rows(r->state, P(WRITES) + k)[i], &out[4 * k], sizeof(struct vec4));
}

/* All particles that the pass is for. */
static struct pass_found P(run)(const struct reference *r) {
  const struct wcsph_state *s = r->state;
  struct pass_found all = {0};
  for (uint32_t i = 0; i < s->count; i++) {
    const bool fluid = state_kind(s, i) == KIND_FLUID;
    if (fluid ? !P_MEETS(FLUID_FROM_FLUID | FLUID_FROM_WALLS) : !P_MEETS(WALLS_FROM_FLUID)) continue;
    const float before = all.load;
    all.load = 0.0f;
    P(of_particle)(r, i, &all);
    if (all.load >= SUM_TERM_LIMIT && (before < SUM_TERM_LIMIT || s->id[i] < all.overflow_id))
      all.overflow_id = s->id[i];
    all.load = lane_max(before, all.load);
  }
  return all;
}
