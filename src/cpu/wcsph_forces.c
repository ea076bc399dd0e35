/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass: what comes before and after the loop over the list, and that for any law. Combinations of
 * models that have code of their own are objects of wcsph_variant.c. */
#include "cpu/wcsph_forces.h"
#include "cpu/lanes.h"

#if LANES > 1
void LANES_NAME(cpu_prepare)(struct cpu_run *run, uint32_t begin, uint32_t end) {
  const struct wcsph_law law = *run->law;
  const struct wcsph_state *s = run->state;
  for (uint32_t i = begin; i < end;
       i += LANES) { /* reads and writes a vector beyond the end: there is room */
    real_t x, y, z, id, u, v, w, d;
    lane_load4(s->pos + i, &x, &y, &z, &id);
    lane_load4(s->vel + i, &u, &v, &w, &d);
    lane_store4(run->hot + i, sizeof *run->hot, 0, x, y, z, eos_momentum_term(&law, d));
    lane_store4(run->hot + i, sizeof *run->hot, 1, u, v, w, d);
  }
}

#endif

FLATTEN void LANES_NAME(cpu_forces)(struct cpu_run *run, struct cpu_slice *slice) {
  const struct wcsph_law law = *run->law;
  forces_of_slice(run, slice, &law, run->options.pairs == CPU_PAIRS_ONCE);
}

#if LANES > 1
/* Add what all threads found for particles [begin, end), and leave the accumulators zero. */
void LANES_NAME(cpu_merge)(struct cpu_run *run, struct cpu_thread *thread, uint32_t begin, uint32_t end) {
  const struct wcsph_law *law = run->law;
  struct wcsph_state *s = run->state;
  const int stride = cpu_sum_records(law->summation);
  const lane_vec4 gravity = {law->gravity[0], law->gravity[1], law->gravity[2], 0.0f}, zero = {0};
  const float a = law->quanta_acceleration, r = law->quanta_rate;
  const lane_vec4 scale = {a, a, a, r};
  const lane_vec4 unit = {law->unit_acceleration, law->unit_acceleration, law->unit_acceleration,
                          law->unit_rate};
  float max_a2 = thread->max_a2, load = thread->load;
  for (uint32_t i = begin; i < end; i++) {
    int fluid = i >= s->wall_count;
    struct sum4 total = {0};
    for (int t = 0; t < run->threads; t++) {
      const struct cpu_thread *other = &run->team[t];
      if (i < other->touched[fluid][0] || i >= other->touched[fluid][1]) continue;
      lane_vec4 *sums = (lane_vec4 *)other->sums + (size_t)i * stride;
      struct sum4 found = {.value = sums[0], .rest = zero};
      if (stride == 2) {
        found.rest = sums[1];
        sums[1] = zero;
      }
      sum4_merge(&total, &found, law->summation);
      sums[0] = zero;
    }
    if (law->summation == SUM_FIXED) load = sum4_total_load(load, &total);
    lane_vec4 rate = sum4_value(&total, scale, law->summation) * unit;
    if (fluid) rate += gravity;
    memcpy(&s->rate[i], &rate, sizeof rate);
    float a2 = (rate[0] * rate[0] + rate[1] * rate[1]) + rate[2] * rate[2];
    if (fluid && a2 > max_a2) max_a2 = a2;
  }
  thread->max_a2 = max_a2;
  thread->load = load;
}
#endif
