/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_JSON_H
#define UTIL_JSON_H
/* What JSON has no word for. */
#include <jansson.h>
#include <math.h>

/* NaN and infinity are null. */
static inline json_t *json_number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

#endif
