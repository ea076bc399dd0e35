/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass with one that follows it, WITH, in one loop (wcsph/passes/joined.h): compiled once for each
 * JOINED row of wcsph/passes/list.h and each instruction set; its code once for plain and once for
 * compensated sums. */
#define PASS joined
#include "cpu/pass.h"

PASS_SLICE_OF(joined, PLAIN)
PASS_SLICE_OF(joined, KAHAN)

static void of_slice(struct cpu_run *run, struct cpu_slice *slice) {
  (run->law->summation == SUM_PLAIN ? of_slice_PLAIN : of_slice_KAHAN)(run, slice);
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
