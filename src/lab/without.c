/* SPDX-License-Identifier: BSD-3-Clause */
/* In place of everything else in this folder, in a build with AMPHI_LAB=OFF. */
#include "lab/has.h"
#include "lab/lab.h"
#include "offload/wcsph.h"
#include "util/error.h"

const struct ladder lab_ladders[] = {{0}};
const struct offload_otherwise offload_otherwise = {0};
const struct wcsph_backend wcsph_offload_forces = {0};

int lab_has(const char *option) {
  return error_set(
      STATUS_USAGE,
      "%s: what papers compared is not in this amphi; expected the default, or an amphi built with "
      "-DAMPHI_LAB=ON",
      option);
}
