/* SPDX-License-Identifier: BSD-3-Clause */
/* A pass over all particles: compiled once for each row of wcsph/passes/list.h that has no file of its own
 * here, with the row's name as PASS. */
#include "reference/pass.h"

struct pass_found PASS_JOIN(reference_pass, PASS)(const struct reference *r) {
  return P(run)(r);
}
