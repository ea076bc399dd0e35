/* SPDX-License-Identifier: BSD-3-Clause */
/* A pass at points: compiled once for each row of POINT_PASSES (wcsph/passes/list.h), with its name as PASS.
 */
#include "reference/pass.h"

void PASS_JOIN(reference_points, PASS)(const struct reference *r, uint32_t count,
                                       const struct position *points, struct vec4 *out) {
  for (uint32_t k = 0; k < count; k++) P(at_point)(r, &points[k], out + (size_t)k * P(WRITTEN));
}
