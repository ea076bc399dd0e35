/* SPDX-License-Identifier: BSD-3-Clause */
/* A pass over the stored list: compiled once for each row of wcsph/passes/list.h that has no file of its own
 * here and each instruction set, with the row's name as PASS; its code once for each kind of sums, and where
 * the plane has fewer sums for the plane. Neumaier's sums and those in double precision are there to compare
 * force passes: here they are Kahan's. Those that other passes alone read are not compensated.
 */
#include "cpu/pass.h"

#if P(UNCOMPENSATED)
#define SUMS_OF(mode) ((mode) == SUM_KAHAN ? SUM_PLAIN : (mode))
#else
#define SUMS_OF(mode) (mode)
#endif

#define X(M)                                                                                                 \
  static FLATTEN void of_slice_##M(struct cpu_run *run, struct cpu_slice *slice, bool once) {                \
    struct wcsph_law law = *run->law;                                                                        \
    law.summation = SUMS_OF(SUM_##M);                                                                        \
    if (P(PLANAR)) law.dimensions = 3;                                                                       \
    P(of_slice)(run, slice, &law, once);                                                                     \
  }                                                                                                          \
  static FLATTEN void in_plane_##M(struct cpu_run *run, struct cpu_slice *slice, bool once) {                \
    struct wcsph_law law = *run->law;                                                                        \
    law.summation = SUMS_OF(SUM_##M);                                                                        \
    law.dimensions = 2;                                                                                      \
    P(of_slice)(run, slice, &law, once);                                                                     \
  }                                                                                                          \
  static void pass_##M(struct cpu_run *run, struct cpu_slice *slice, bool once) {                            \
    (P(PLANAR) && PASS_FLAT(run->law) ? in_plane_##M : of_slice_##M)(run, slice, once);                      \
  }
X(PLAIN)
X(KAHAN)
X(FIXED)
#undef X

static void of_slice(struct cpu_run *run, struct cpu_slice *slice) {
  const enum summation mode = run->law->summation;
  const bool once = run->options.pairs == CPU_PAIRS_ONCE;
  if (mode == SUM_FIXED)
    pass_FIXED(run, slice, once);
  else if (mode == SUM_PLAIN)
    pass_PLAIN(run, slice, once);
  else
    pass_KAHAN(run, slice, once);
}

#if LANES > 1
static void finish_wcsph_pass(struct cpu_run *run, struct cpu_thread *thread, uint32_t begin, uint32_t end) {
  struct wcsph_law law = *run->law;
  if (law.summation != SUM_FIXED && law.summation != SUM_PLAIN) law.summation = SUM_KAHAN;
  law.summation = SUMS_OF(law.summation);
  if (P(PLANAR) && PASS_FLAT(&law)) {
    law.dimensions = 2;
    P(finish_rows)(run, thread, &law, begin, end);
  } else {
    if (P(PLANAR)) law.dimensions = 3;
    P(finish_rows)(run, thread, &law, begin, end);
  }
}
#endif

#if P(SPARES_FLUID)
_Static_assert((int)P(MEETS) == (int)FLUID_FROM_FLUID, "it is for fluid among fluid");
static bool spares(const struct wcsph_law *law, const float rows[]) {
  return P(spares_fluid)(law, rows);
}
#endif

const struct cpu_pass_code LANES_NAME(PASS_JOIN(cpu_pass, PASS)) = {
    .slice = of_slice,
#if LANES > 1
    .finish = finish_wcsph_pass,
#endif
    .records = P(RECORDS),
    .writes = P(WRITES),
    .of = {[KIND_WALL] = P_MEETS(WALLS_FROM_FLUID), [KIND_FLUID] = P(FLUID_TAKES)},
    .rows = P(ROWS),
    .rows_from = P(ROWS_FROM),
    .of_motion = P_READS_MOTION,
    .of_stirred = P_OF_STIRRED,
#if P(SPARES_FLUID)
    .spares = spares,
#endif
    .of_facets = P_OF_FACETS,
};
