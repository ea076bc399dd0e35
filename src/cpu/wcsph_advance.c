/* SPDX-License-Identifier: BSD-3-Clause */
/* One stage of the time integrator, a vector of fluid particles at a time. What does not fill a vector,
 * and walls, of which only a density moves, go through the reference's loop: the formula is the same. */
#include "lane/lane.h"

#include "cpu/lanes.h"
#include "reference/wcsph.h"
#include "wcsph/models/advance.h"
#include "wcsph/models/path.h"

static void load_wcsph_advance(struct moving *m, const struct position *pos,
                               const struct vec4 *pos_compensation, const struct vec4 *vel,
                               const struct vec4 *vel_compensation, uint32_t i) {
  real_t x, y, z, unused;
  lane_load4(pos + i, &x, &y, &z, &unused);
  m->x[0] = (int_t)x, m->x[1] = (int_t)y, m->x[2] = (int_t)z;
  lane_load4(vel + i, &m->v[0], &m->v[1], &m->v[2], &m->v[3]);
  for (int a = 0; a < 4; a++) m->v_compensation[a] = lane_set(0.0f);
  for (int a = 0; a < 3; a++) m->x_compensation[a] = lane_set(0.0f);
  if (vel_compensation)
    lane_load4(vel_compensation + i, &m->v_compensation[0], &m->v_compensation[1], &m->v_compensation[2],
               &m->v_compensation[3]);
  if (pos_compensation)
    lane_load4(pos_compensation + i, &m->x_compensation[0], &m->x_compensation[1], &m->x_compensation[2],
               &unused);
}

static void save(struct wcsph_state *s, const struct wcsph_stage *stage, uint32_t i) {
  if (stage->save_velocity) {
    memcpy(s->saved_vel + i, s->vel + i, LANES * sizeof *s->vel);
    if (s->vel_compensation)
      memcpy(s->saved_vel_compensation + i, s->vel_compensation + i, LANES * sizeof *s->vel);
  }
  if (stage->save_position) {
    memcpy(s->saved_pos + i, s->pos + i, LANES * sizeof *s->pos);
    if (s->pos_compensation)
      memcpy(s->saved_pos_compensation + i, s->pos_compensation + i, LANES * sizeof *s->vel);
  }
}

static void store(struct wcsph_state *s, uint32_t i, const struct moving *m) {
  real_t x, y, z, mark;
  lane_load4(s->pos + i, &x, &y, &z, &mark);
  lane_store4(s->pos + i, 16, 0, (real_t)m->x[0], (real_t)m->x[1], (real_t)m->x[2], mark);
  lane_store4(s->vel + i, 16, 0, m->v[0], m->v[1], m->v[2], m->v[3]);
  if (s->pos_compensation)
    lane_store4(s->pos_compensation + i, 16, 0, m->x_compensation[0], m->x_compensation[1],
                m->x_compensation[2], lane_set(0.0f));
  if (s->vel_compensation)
    lane_store4(s->vel_compensation + i, 16, 0, m->v_compensation[0], m->v_compensation[1],
                m->v_compensation[2], m->v_compensation[3]);
}

static mask_t inside(const struct wcsph_state *s, const struct moving *m) {
  mask_t in = (int_t){0} == (int_t){0};
  for (int a = 0; a < 3; a++)
    in &= ((uint_t)m->x[a] >= s->fluid_low[a]) & ((uint_t)m->x[a] <= s->fluid_high[a]);
  return in;
}

/* struct wcsph_spread over lanes, and the greatest speed squared. */
struct spread {
  real_t distance2, back[3], forth[3], speed2;
};

static void spread_add(struct spread *spread, const struct wcsph_state *s, const struct wcsph_law *law,
                       float since, uint32_t i, const struct moving *m) {
  real_t x, y, z, path, d[3];
  lane_load4(s->listed_pos + i, &x, &y, &z, &path);
  const int_t listed[3] = {(int_t)x, (int_t)y, (int_t)z};
  path_deviation(listed, (int_t)path, m->x, law->quantum, state_path_unit(s), since, d);
  for (int a = 0; a < 3; a++) {
    spread->back[a] = lane_max(spread->back[a], -d[a]);
    spread->forth[a] = lane_max(spread->forth[a], d[a]);
  }
  spread->distance2 = lane_max(spread->distance2, (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2]);
  spread->speed2 = lane_max(spread->speed2, advance_speed2(m));
}

static void spread_collect(const struct spread *spread, struct wcsph_motion *motion) {
  struct wcsph_spread mine = {.distance2 = lane_max_across(spread->distance2)};
  for (int a = 0; a < 3; a++) {
    mine.back[a] = lane_max_across(spread->back[a]);
    mine.forth[a] = lane_max_across(spread->forth[a]);
  }
  wcsph_spread_merge(&motion->spread, &mine);
  motion->max_speed2 = fmaxf(motion->max_speed2, lane_max_across(spread->speed2));
}

/* Whether one of a vector is another part's. */
static bool is_mixed(const struct wcsph_state *s, uint32_t i) {
  real_t x, y, z, mark;
  lane_load4(s->pos + i, &x, &y, &z, &mark);
  return lane_bits(lane_real_to_bits(mark) != MARK_NONE);
}

/* A full vector from i on; false, and nothing changed, if one of it breaks a limit or is outside. */
static bool advance_vector(struct wcsph_state *s, const struct wcsph_law *law,
                           const struct wcsph_stage *stage, const float inv_quantum[3], uint32_t i,
                           struct spread *spread) {
  struct moving now, saved, next;
  real_t rate[4];
  load_wcsph_advance(&now, s->pos, s->pos_compensation, s->vel, s->vel_compensation, i);
  saved = now;
  if (stage->v_from_saved || stage->along_saved) {
    bool x_saved = stage->x_from_saved;
    load_wcsph_advance(&saved, x_saved ? s->saved_pos : s->pos,
                       x_saved ? s->saved_pos_compensation : s->pos_compensation, s->saved_vel,
                       s->saved_vel_compensation, i);
  }
  lane_load4(s->rate + i, &rate[0], &rate[1], &rate[2], &rate[3]);
  if (stage->keeps_rate) {
    real_t before[4];
    lane_load4(s->saved_vel + i, &before[0], &before[1], &before[2], &before[3]);
    for (int k = 0; k < 4; k++) rate[k] = advance_rate(stage, rate[k], before[k]);
  }
  advance_fluid(law, stage, inv_quantum, &now, &saved, rate, &next);
  mask_t sane = advance_sane_speed(law, &next) & advance_sane_density(law, next.v[3]) & inside(s, &next);
  if (lane_bits(~sane)) return false;
  if (stage->keeps_rate) memcpy(s->saved_vel + i, s->rate + i, LANES * sizeof *s->rate);
  save(s, stage, i);
  store(s, i, &next);
  spread_add(spread, s, law, stage->since, i, &next);
  return true;
}

void LANES_NAME(cpu_advance)(struct cpu_run *run, const struct wcsph_stage *stage, uint32_t begin,
                             uint32_t end, struct wcsph_motion *motion) {
  const struct wcsph_law law = *run->law;
  struct wcsph_state *s = run->state;
  float inv_quantum[3];
  for (int a = 0; a < 3; a++) inv_quantum[a] = (float)(1.0 / s->quantum[a]);
  const real_t zero = lane_set(0.0f);
  struct spread spread = {zero, {zero, zero, zero}, {zero, zero, zero}, zero};
  const struct range fluid = range_cut(state_range(s, KIND_FLUID), begin, end);
  reference_advance_range(s, &law, stage, begin, fluid.begin, motion);
  uint32_t i = fluid.begin;
  for (; i + LANES <= fluid.end; i += LANES)
    if ((s->shared && is_mixed(s, i)) || !advance_vector(s, &law, stage, inv_quantum, i, &spread))
      reference_advance_range(s, &law, stage, i, i + LANES, motion);
  reference_advance_range(s, &law, stage, i, end, motion);
  spread_collect(&spread, motion);
}
