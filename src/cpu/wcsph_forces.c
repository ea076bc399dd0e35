/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass for any law, and what comes before and after it. Combinations of models that have code of
 * their own are objects of wcsph_variant.c. */
#include "cpu/wcsph_forces.h"

#if LANES > 1
/* What passes read of particles. */
void LANES_NAME(cpu_prepare)(struct cpu_run *run, uint32_t begin, uint32_t end) {
  const struct wcsph_law law = *run->law;
  const struct wcsph_state *s = run->state;
  for (uint32_t i = begin; i < end;
       i += LANES) { /* reads and writes a vector beyond the end: there is room */
    real_t x, y, z, mark, u, v, w, d;
    lane_load4(s->pos + i, &x, &y, &z, &mark);
    lane_load4(s->vel + i, &u, &v, &w, &d);
    real_t term = eos_momentum_term(&law, d);
    if (s->damping) {
      real_t row[4];
      lane_load4(s->damping + i, &row[0], &row[1], &row[2], &row[3]);
      term = eos_damped_term(&law, d, row[3]);
    }
    lane_store4(run->records + i, sizeof *run->records, 0, x, y, z, term);
    lane_store4(run->records + i, sizeof *run->records, 1, u, v, w, d);
  }
}

static void finish_wcsph_forces(struct cpu_run *run, struct cpu_thread *thread, uint32_t begin,
                                uint32_t end) {
  const struct wcsph_law law = *run->law;
  forces_finish_rows(run, thread, &law, begin, end);
}
#endif

PASS_SLICE_OF(forces, of_slice_PLAIN, law.summation = SUM_PLAIN)
PASS_SLICE_OF(forces, of_slice_KAHAN, law.summation = SUM_KAHAN)
PASS_SLICE_OF(forces, of_slice_FIXED, law.summation = SUM_FIXED)

static FLATTEN void of_slice_other(struct cpu_run *run, struct cpu_slice *slice) {
  const struct wcsph_law law = *run->law;
  forces_of_slice(run, slice, &law, run->options.pairs == CPU_PAIRS_ONCE);
}

static void of_slice(struct cpu_run *run, struct cpu_slice *slice) {
  switch (run->law->summation) {
  case SUM_PLAIN:
    of_slice_PLAIN(run, slice);
    break;
  case SUM_KAHAN:
    of_slice_KAHAN(run, slice);
    break;
  case SUM_FIXED:
    of_slice_FIXED(run, slice);
    break;
  default:
    of_slice_other(run, slice);
  }
}

const struct cpu_pass_code LANES_NAME(cpu_pass_forces) = {
    .slice = of_slice,
#if LANES > 1
    .finish = finish_wcsph_forces,
#endif
    .records = forces_RECORDS,
    .writes = forces_WRITES,
    .of = {true, true},
};
