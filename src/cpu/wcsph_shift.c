/* SPDX-License-Identifier: BSD-3-Clause */
/* The pass of shifting over the stored list: compiled once for each instruction set; its code once for each
 * kind of sums, as in wcsph_pass.c, and of each once for what most cases have, in which strain does not bound
 * it and four sums are enough. */
#define PASS shift
#include "cpu/pass.h"
#undef PASS
#define PASS calm
#include "cpu/pass.h"
#undef PASS

PASS_SLICE_OF(shift, shift_PLAIN, law.summation = SUM_PLAIN)
PASS_SLICE_OF(shift, shift_KAHAN, law.summation = SUM_KAHAN)
PASS_SLICE_OF(shift, shift_FIXED, law.summation = SUM_FIXED)
PASS_SLICE_OF(calm, calm_PLAIN, law.summation = SUM_PLAIN)
PASS_SLICE_OF(calm, calm_KAHAN, law.summation = SUM_KAHAN)
PASS_SLICE_OF(calm, calm_FIXED, law.summation = SUM_FIXED)

static bool is_calm(const struct cpu_run *run) {
  return !(run->law->shift_strain > 0.0f);
}

static void of_slice(struct cpu_run *run, struct cpu_slice *slice) {
  const bool calm = is_calm(run);
  if (run->law->summation == SUM_FIXED)
    (calm ? calm_FIXED : shift_FIXED)(run, slice);
  else if (run->law->summation == SUM_PLAIN)
    (calm ? calm_PLAIN : shift_PLAIN)(run, slice);
  else
    (calm ? calm_KAHAN : shift_KAHAN)(run, slice);
}

#if LANES > 1
static void finish_wcsph_shift(struct cpu_run *run, struct cpu_thread *thread, uint32_t begin, uint32_t end) {
  struct wcsph_law law = *run->law;
  if (law.summation != SUM_FIXED && law.summation != SUM_PLAIN) law.summation = SUM_KAHAN;
  if (is_calm(run))
    calm_finish_rows(run, thread, &law, begin, end);
  else
    shift_finish_rows(run, thread, &law, begin, end);
}
#endif

const struct cpu_pass_code LANES_NAME(cpu_pass_shift) = {
    .slice = of_slice,
#if LANES > 1
    .finish = finish_wcsph_shift,
#endif
    .records = shift_RECORDS,
    .writes = shift_WRITES,
    .of = {[KIND_FLUID] = true},
};
