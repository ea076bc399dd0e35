/* SPDX-License-Identifier: BSD-3-Clause */
/* The half kick and the drift of a step, a vector of particles at a time. */
#include "cpu/lanes.h"
#include "cpu/pairwise.h"
#include "pairwise/models/motion.h"

uint32_t LANES_NAME(cpu_pairwise_advance)(struct cpu_pairwise *run, uint32_t begin, uint32_t end,
                                          struct pairwise_motion *motion);

/* Entries of rows in a row, for lane_join_wide: rows of 32 bytes are 8 times 4. */
static void number_rows(uint32_t entry[LANES]) {
  for (uint32_t l = 0; l < LANES; l++) entry[l] = l * 4;
}

static void load_wide(const struct wide4 *from, const uint32_t entry[LANES], wide_t v[3]) {
  wide_t w[4];
  for (int k = 0; k < 4; k++) w[k] = lane_join_wide(from, 8, entry + k);
  lane_transpose4_wide(&w[0], &w[1], &w[2], &w[3]);
  for (int a = 0; a < 3; a++) v[a] = w[a];
}

static void store_wide(struct wide4 *to, const uint32_t entry[LANES], const wide_t v[3]) {
  const wide_t none = lane_wide_subtract(v[0], v[0]);
  wide_t w[4] = {v[0], v[1], v[2], none};
  lane_transpose4_wide(&w[0], &w[1], &w[2], &w[3]);
  for (int k = 0; k < 4; k++) lane_part_out_wide(w[k], to, 8, entry + k);
}

uint32_t LANES_NAME(cpu_pairwise_advance)(struct cpu_pairwise *run, uint32_t begin, uint32_t end,
                                          struct pairwise_motion *motion) {
  const struct pairwise_law law = *run->law;
  struct pairwise_state *s = run->state;
  const struct pairwise_bounds bounds = s->bounds;
  uint32_t entry[LANES], i = begin;
  real_t distance2 = lane_set(0.0f);
  number_rows(entry);
  for (; i + LANES <= end; i += LANES) {
    struct pairwise_moving m;
    wide_t force[3];
    real_t x, y, z, mark, unused;
    lane_load4(s->pos + i, &x, &y, &z, &mark);
    m.x[0] = (int_t)x, m.x[1] = (int_t)y, m.x[2] = (int_t)z;
    for (int a = 0; a < 3; a++) m.rest[a] = lane_set(0.0f);
    if (s->pos_compensation) lane_load4(s->pos_compensation + i, &m.rest[0], &m.rest[1], &m.rest[2], &unused);
    load_wide(s->vel + i, entry, m.v);
    load_wide(s->force + i, entry, force);
    const struct pairwise_verdict is = pairwise_move(&law, &bounds, force, &m);
    if (lane_bits(~(is.slow & is.inside))) break;
    lane_load4(s->listed_pos + i, &x, &y, &z, &unused);
    const int_t listed[3] = {(int_t)x, (int_t)y, (int_t)z};
    distance2 = lane_max(distance2, pairwise_distance2(&law, m.x, listed));
    lane_store4(s->pos + i, 16, 0, (real_t)m.x[0], (real_t)m.x[1], (real_t)m.x[2], mark);
    if (s->pos_compensation)
      lane_store4(s->pos_compensation + i, 16, 0, m.rest[0], m.rest[1], m.rest[2], lane_set(0.0f));
    store_wide(s->vel + i, entry, m.v);
  }
  const float most = lane_max_across(distance2);
  if (most > motion->distance2) motion->distance2 = most;
  return i;
}
