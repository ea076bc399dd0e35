/* SPDX-License-Identifier: BSD-3-Clause */
/* Dummy walls over the list of fluid around each wall particle, a vector of fluid at a time. What the sums
 * come to is finished a vector of wall particles at a time: the equation of state turned round takes six
 * divisions. */
#include "cpu/lanes.h"
#include "cpu/react.h"
#include "wcsph/passes/walls.h"

#if LANES > 1
/* Finished sums of wall particles that wait until they fill a vector. */
struct waiting {
  lane_vec4 weight[LANES], rest[LANES]; /* of walls_SUMS sums the first, and the four others */
  uint32_t who[LANES];
  int count;
};

/* All lanes of a particle's sums. */
static void wait(const struct wcsph_law *law, struct waiting *waiting, uint32_t i, const struct sum sums[]) {
  const enum summation mode = law->summation;
  const struct sum weights[4] = {sums[0]};
  const struct sum4 weight = sum_collect(weights, mode), rest = sum_collect(sums + 1, mode);
  const lane_vec4 w = {walls_quanta(law, 0), 1.0f, 1.0f, 1.0f};
  const lane_vec4 r = {walls_quanta(law, 1), walls_quanta(law, 2), walls_quanta(law, 3),
                       walls_quanta(law, 4)};
  waiting->weight[waiting->count] = sum4_value(&weight, w, mode);
  waiting->rest[waiting->count] = sum4_value(&rest, r, mode);
  waiting->who[waiting->count++] = i;
}

static void finish(const struct wcsph_law *law, struct wcsph_state *s, struct waiting *waiting) {
  const mask_t fluid = {0};
  real_t sums[5], unused[3], out[4];
  struct vec4 rows[LANES];
  lane_load4(waiting->weight, &sums[0], &unused[0], &unused[1], &unused[2]);
  lane_load4(waiting->rest, &sums[1], &sums[2], &sums[3], &sums[4]);
  walls_finish(law, fluid, NULL, sums, out);
  lane_store4(rows, 16, 0, out[0], out[1], out[2], out[3]);
  for (int k = 0; k < waiting->count; k++) s->vel[waiting->who[k]] = rows[k];
  *waiting = (struct waiting){0};
}

INLINE void sum_fluid(const struct wcsph_law *law, const struct wcsph_state *s, uint32_t i,
                      const uint32_t *entries, uint32_t count, struct sum sums[]) {
  const int_t xi = (int_t){0} + (int32_t)s->pos[i].x, yi = (int_t){0} + (int32_t)s->pos[i].y,
              zi = (int_t){0} + (int32_t)s->pos[i].z;
  for (uint32_t k = 0; k < count; k += LANES) {
    uint32_t j[LANES];
    lane_pad(entries + k, count - k, entries[k], j);
    real_t x, y, z, mark;
    struct pair_side fluid = {.term = lane_set(0.0f)}, wall = fluid;
    lane_gather4(s->pos, 16 / CPU_ENTRY, 0, j, &x, &y, &z, &mark);
    lane_gather4(s->vel, 16 / CPU_ENTRY, 0, j, &fluid.u, &fluid.v, &fluid.w, &fluid.d);
    real_t dx = lane_from_int(lane_subtract_wrap((int_t)x, xi)) * law->quantum[0];
    real_t dy = lane_from_int(lane_subtract_wrap((int_t)y, yi)) * law->quantum[1];
    real_t dz = lane_from_int(lane_subtract_wrap((int_t)z, zi)) * law->quantum[2];
    /* Lanes beyond the last neighbour stand outside the support. */
    dx = lane_select(lane_count() + (int32_t)k < (int32_t)count, dx, lane_set(2.0f * law->support));
    const struct pair_gap gap = walls_measure(law, dx, dy, dz, &fluid, &wall);
    struct pass_terms terms;
    walls_pair(law, PAIR_FLUID_WALL, &gap, &fluid, &wall, NULL, NULL, &terms);
    for (int t = 0; t < walls_SUMS; t++) sum_add(&sums[t], terms.j[t], law->summation);
  }
}

static FLATTEN void alone(struct cpu_run *run, struct cpu_slice *slice) {
  const struct wcsph_law law = *run->law;
  struct wcsph_state *s = run->state;
  const real_t none[walls_SUMS] = {lane_set(0.0f)};
  struct waiting waiting = {0};
  real_t out[4];
  walls_finish(&law, (mask_t){0}, NULL, none, out);
  const struct vec4 dry = {out[0][0], out[1][0], out[2][0], out[3][0]};
  for (uint32_t i = slice->wall_begin; i < slice->wall_end; i++) {
    const uint32_t *entries = slice->entries + run->listed[i].begin, count = run->listed[i].fluid;
    if (count == 0) {
      s->vel[i] = dry;
      continue;
    }
    struct sum sums[walls_SUMS] = {0};
    sum_fluid(&law, s, i, entries, count, sums);
    wait(&law, &waiting, i, sums);
    if (waiting.count == LANES) finish(&law, s, &waiting);
  }
  finish(&law, s, &waiting);
}
#endif

const struct cpu_pass_code LANES_NAME(cpu_pass_walls) = {
#if LANES > 1
    .alone = alone,
#endif
    .writes = walls_WRITES,
};
