/* SPDX-License-Identifier: BSD-3-Clause */
/* The template that executes a pass of WCSPH (wcsph/passes/pass.h), PASS, on the reference backend. Included
 * once a pass. */
#include <string.h>

#include "reference/wcsph.h"
#include "wcsph/passes/pass.h"
#include "wcsph/passes/says.h"
#include "wcsph/scalar.h"

#include PASS_HEADER

static struct pair_side P(side_of)(const struct reference *r, uint32_t i) {
  const struct vec4 *v = &r->state->vel[i];
  const struct vec4 *damping = r->state->damping;
  float term = 0.0f;
  if (P_READS(READS_TERM))
    term = damping ? eos_damped_term(r->law, v->w, damping[i].w) : eos_momentum_term(r->law, v->w);
  return (struct pair_side){term, v->x, v->y, v->z, v->w};
}

/* What earlier passes left for this one of particle i. */
static void P(rows_of)(const struct reference *r, uint32_t i, float rows[]) {
  for (int k = 0; k < P(ROWS); k++)
    memcpy(&rows[4 * k], &state_rows(r->state, P(ROWS_FROM) + k)[i], sizeof(struct vec4));
}

#define PASS_RUN         struct reference
#define PASS_REACH2(law) (P(IN_H) ? (law)->radius2 : (law)->support2)
#include "reference/pairs.h"

/* Its finished sums into rows. Returns what the pass finds of them. */
static float P(finish_sums)(const struct wcsph_law *law, const struct P(target) * t, float out[],
                            struct pass_found *found) {
  float values[P(SUMS)];
  for (int s = 0; s < P(SUMS); s++) {
    values[s] = sum_value(&t->sums[s], P(quanta)(law, s), law->summation);
    if (P(CHECKED) && law->summation == SUM_FIXED) found->load = sum_total_load(found->load, &t->sums[s]);
  }
  return P(finish)(law, t->fluid, &t->side, values, out);
}

/* Particle i's finished rows, into the state. */
static inline void P(of_particle)(const struct reference *r, uint32_t i, struct pass_found *found) {
  const bool fluid = state_kind(r->state, i) == KIND_FLUID;
  struct P(target) t = {.at = r->state->pos[i], .row = i, .fluid = fluid, .side = P(side_of)(r, i)};
  float out[4 * P(WRITTEN)];
  P(rows_of)(r, i, t.rows);
  t.cell_count = grid_around(&r->grid, &r->state->listed_pos[i], t.cells);
  if (!fluid || P_MEETS(FLUID_FROM_FLUID))
    P(sum_over)(r, r->law, &t, false, r->grid.start[KIND_FLUID], found);
  if (fluid && P_MEETS(FLUID_FROM_WALLS)) P(sum_over)(r, r->law, &t, true, r->grid.start[KIND_WALL], found);
  for (int k = 0; P(ADDS) && k < P(WRITTEN); k++)
    memcpy(&out[4 * k], &state_rows(r->state, P(WRITES) + k)[i], sizeof(struct vec4));
  const float most = P(finish_sums)(r->law, &t, out, found);
  if (t.at.mark != MARK_HALO) found->most_of_rows = lane_max(most, found->most_of_rows);
  for (int k = 0; PASS_PUTS(k); k++)
    memcpy(&state_rows(r->state, P(WRITES) + k)[i], &out[4 * k], sizeof(struct vec4));
}

/* All particles that the pass is for. */
static inline struct pass_found P(run)(const struct reference *r) {
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

/* The rows of a point. Sums are fixed, so that gauges do not depend on the order of particles. */
static inline void P(at_point)(const struct reference *r, const struct position *point, struct vec4 out[]) {
  struct wcsph_law law = *r->law;
  struct P(target) t = {.at = *point, .row = UINT32_MAX, .fluid = true};
  struct pass_found found = {0};
  float rows[4 * P(WRITTEN)];
  law.summation = SUM_FIXED;
  t.cell_count = grid_around(&r->grid, point, t.cells);
  if (P_MEETS(POINTS_FROM_FLUID)) P(sum_over)(r, &law, &t, false, r->grid.start[KIND_FLUID], &found);
  if (P_MEETS(POINTS_FROM_WALLS)) P(sum_over)(r, &law, &t, true, r->grid.start[KIND_WALL], &found);
  P(finish_sums)(&law, &t, rows, &found);
  memcpy(out, rows, sizeof rows);
}

/* What the header says, once for all backends. */
extern const struct pass_says PASS_JOIN(pass_says, PASS);
const struct pass_says PASS_JOIN(pass_says, PASS) = {P(READS),   P(ROWS),  P(ROWS_FROM), P(WRITES),
                                                     P(WRITTEN), P(MEETS), P(ADDS)};
