/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass with one that follows it, WITH, in one loop (wcsph/passes/joined.h): compiled once for each
 * JOINED row of wcsph/passes/list.h and each instruction set; its code once for plain and once for
 * compensated sums, and of each once for choices that most cases have and both passes ask for at every pair.
 */
#define PASS joined
#include "cpu/pass.h"

#define USUAL                                                                                                \
  law.kernel = KERNEL_WENDLAND;                                                                              \
  law.formulation = FORMULATION_MASS;                                                                        \
  law.tensile = TENSILE_NONE
PASS_SLICE_OF(joined, of_any_PLAIN, law.summation = SUM_PLAIN)
PASS_SLICE_OF(joined, of_any_KAHAN, law.summation = SUM_KAHAN)
PASS_SLICE_OF(joined, of_usual_PLAIN, law.summation = SUM_PLAIN; USUAL)
PASS_SLICE_OF(joined, of_usual_KAHAN, law.summation = SUM_KAHAN; USUAL)

static void of_slice(struct cpu_run *run, struct cpu_slice *slice) {
  const struct wcsph_law *law = run->law;
  const bool plain = law->summation == SUM_PLAIN;
  if (law->kernel == KERNEL_WENDLAND && law->formulation == FORMULATION_MASS && law->tensile == TENSILE_NONE)
    (plain ? of_usual_PLAIN : of_usual_KAHAN)(run, slice);
  else
    (plain ? of_any_PLAIN : of_any_KAHAN)(run, slice);
}

static void finish_wcsph_joined(struct cpu_run *run, struct cpu_thread *thread, uint32_t begin,
                                uint32_t end) {
  const struct wcsph_law law = *run->law;
  joined_finish_rows(run, thread, &law, begin, end);
}

const struct cpu_pass_code LANES_NAME(PASS_JOIN(cpu_joined, WITH)) = {
    .slice = of_slice,
    .finish = finish_wcsph_joined,
    .records = joined_RECORDS,
    .writes = joined_WRITES,
    .of = {true, true},
    .rows = joined_ROWS,
    .rows_from = joined_ROWS_FROM,
};
