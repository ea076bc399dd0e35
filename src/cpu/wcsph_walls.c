/* SPDX-License-Identifier: BSD-3-Clause */
/* Dummy walls over the list of fluid around each wall particle, a vector of fluid at a time. What the sums
 * come to is finished a vector of wall particles at a time: the equation of state turned round takes six
 * divisions. */
#include "cpu/lanes.h"
#include "physics/wall.h"

/* {u, v, w} and pressure over the lanes. */
static lane_vec4 collect(const struct wcsph_law *law, const struct wall_sums *s, float *weight) {
  const struct sum motion[4] = {s->u, s->v, s->w, s->pressure}, weights[4] = {s->weight};
  const struct sum4 moved = sum_collect(motion, law->summation),
                    weighed = sum_collect(weights, law->summation);
  const float v = law->quanta_velocity, p = law->quanta_pressure, w = law->quanta_weight;
  *weight = sum4_value(&weighed, (lane_vec4){w, w, w, w}, law->summation)[0];
  return sum4_value(&moved, (lane_vec4){v, v, v, p}, law->summation);
}

/* Finished sums of wall particles that wait until they fill a vector. */
struct waiting {
  lane_vec4 total[LANES]; /* u, v, w, pressure */
  real_t weight;
  uint32_t who[LANES];
  int count;
};

static void finish(const struct wcsph_law *law, struct wcsph_state *s, struct waiting *waiting) {
  real_t u, v, w, p, out[4];
  struct vec4 rows[LANES];
  lane_load4(waiting->total, &u, &v, &w, &p);
  wall_extrapolate(law, waiting->weight, p, u, v, w, out);
  lane_store4(rows, 16, 0, out[0], out[1], out[2], out[3]);
  for (int k = 0; k < waiting->count; k++) s->vel[waiting->who[k]] = rows[k];
  *waiting = (struct waiting){0};
}

static void sum_fluid(const struct wcsph_law *law, const struct wcsph_state *s, uint32_t i,
                      const uint32_t *entries, uint32_t count, struct wall_sums *sums) {
  const int_t xi = (int_t){0} + (int32_t)s->pos[i].x, yi = (int_t){0} + (int32_t)s->pos[i].y,
              zi = (int_t){0} + (int32_t)s->pos[i].z;
  for (uint32_t k = 0; k < count; k += LANES) {
    uint32_t j[LANES];
    lane_pad(entries + k, count - k, entries[k], j);
    real_t x, y, z, id, u, v, w, d;
    lane_gather4(s->pos, 16 / CPU_ENTRY, 0, j, &x, &y, &z, &id);
    lane_gather4(s->vel, 16 / CPU_ENTRY, 0, j, &u, &v, &w, &d);
    real_t dx = lane_from_int(lane_subtract_wrap(xi, (int_t)x)) * law->quantum[0];
    real_t dy = lane_from_int(lane_subtract_wrap(yi, (int_t)y)) * law->quantum[1];
    real_t dz = lane_from_int(lane_subtract_wrap(zi, (int_t)z)) * law->quantum[2];
    /* Lanes beyond the last neighbour stand outside the support. */
    dx = lane_select(lane_count() + (int32_t)k < (int32_t)count, dx, lane_set(2.0f * law->support));
    wall_add(law, sums, dx, dy, dz, u, v, w, d);
  }
}

void LANES_NAME(cpu_extrapolate)(struct cpu_run *run, const struct cpu_slice *slice) {
  const struct wcsph_law law = *run->law;
  struct wcsph_state *s = run->state;
  const real_t zero = lane_set(0.0f);
  struct waiting waiting = {0};
  real_t out[4];
  wall_extrapolate(&law, zero, zero, zero, zero, zero, out);
  const struct vec4 dry = {out[0][0], out[1][0], out[2][0], out[3][0]};
  for (uint32_t i = slice->wall_begin; i < slice->wall_end; i++) {
    const uint32_t *entries = slice->entries + run->listed[i].begin, count = run->listed[i].fluid;
    if (count == 0) {
      s->vel[i] = dry;
      continue;
    }
    struct wall_sums sums = {0};
    sum_fluid(&law, s, i, entries, count, &sums);
    float weight;
    waiting.total[waiting.count] = collect(&law, &sums, &weight);
    waiting.weight[waiting.count] = weight;
    waiting.who[waiting.count++] = i;
    if (waiting.count == LANES) finish(&law, s, &waiting);
  }
  finish(&law, s, &waiting);
}
