/* SPDX-License-Identifier: BSD-3-Clause */
/* Particle shifting over the stored list. */
#include "lane/lane.h"

#define PASS shift
#include "cpu/pass.h"

#define X(M)                                                                                                 \
  static FLATTEN void shift_##M(struct cpu_run *run, struct cpu_slice *slice, bool once) {                   \
    struct wcsph_law law = *run->law;                                                                        \
    law.summation = SUM_##M;                                                                                 \
    shift_of_slice(run, slice, &law, once);                                                                  \
  }
X(PLAIN)
X(KAHAN)
X(FIXED)
#undef X

static FLATTEN void shift_general(struct cpu_run *run, struct cpu_slice *slice, bool once) {
  const struct wcsph_law law = *run->law;
  shift_of_slice(run, slice, &law, once);
}

void LANES_NAME(cpu_shift)(struct cpu_run *run, struct cpu_slice *slice) {
  const enum summation mode = run->law->summation;
  const bool once = run->options.pairs == CPU_PAIRS_ONCE;
  if (mode == SUM_KAHAN)
    shift_KAHAN(run, slice, once);
  else if (mode == SUM_FIXED)
    shift_FIXED(run, slice, once);
  else if (mode == SUM_PLAIN)
    shift_PLAIN(run, slice, once);
  else
    shift_general(run, slice, once);
}

#if LANES > 1
void LANES_NAME(cpu_finish_shift)(struct cpu_run *run, struct cpu_thread *thread, uint32_t begin,
                                  uint32_t end) {
  const struct wcsph_law law = *run->law;
  const struct range fluid = range_cut(state_range(run->state, KIND_FLUID), begin, end);
  shift_finish_rows(run, thread, &law, fluid.begin, fluid.end, run->state->rate);
}
#endif
