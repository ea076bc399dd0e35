/* SPDX-License-Identifier: BSD-3-Clause */
#include "method/diverge.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "util/error.h"

int method_diverge(char *text, size_t size, double time, uint64_t step, const char *what, ...) {
  char reason[512];
  va_list arguments;
  va_start(arguments, what);
  vsnprintf(reason, sizeof reason, what, arguments);
  va_end(arguments);
  if (isnan(time))
    snprintf(text, size, "the run diverged at step %" PRIu64 ": %s", step, reason);
  else
    snprintf(text, size, "the run diverged at t = %.9g s, step %" PRIu64 ": %s", time, step, reason);
  return error_set(STATUS_DIVERGED, "%s", text);
}
