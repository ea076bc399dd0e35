/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/arithmetic.h"

#include <fenv.h>
#include <float.h>

static const char *find_fault(void) {
  /* Computed at run time, whatever the compiler knows. */
  volatile float least = FLT_MIN, half = 0.5F, subnormal = FLT_TRUE_MIN, large = 0x1p100F;
  if (fegetround() != FE_TONEAREST) return "rounding was not to nearest";
  if (subnormal * large == 0) return "subnormal operands were taken for zero";
  if (least * half == 0) return "subnormal results became zero";
  return "";
}

bool arithmetic_reset(const char **what) {
  *what = find_fault();
  fesetenv(FE_DFL_ENV);
  return !**what;
}
