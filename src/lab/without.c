/* SPDX-License-Identifier: BSD-3-Clause */
/* In place of everything else in this folder, in a build with AMPHI_LAB=OFF. */
#include "lab/has.h"
#include "lab/lab.h"
#include "offload/wcsph.h"
#include "util/error.h"

const struct ladder lab_ladders[] = {{0}};
const struct offload_otherwise offload_otherwise = {0};
const struct wcsph_backend wcsph_offload_forces = {0};

int ladder_draw(const struct ladder *l, const json_t *rows, const char *path) {
  (void)l, (void)rows, (void)path;
  return lab_has("--plot");
}

int lab_has(const char *option) {
  return error_set(
      STATUS_USAGE,
      "%s: what papers compared is not in this amphi; expected the default, or an amphi built with "
      "-DAMPHI_LAB=ON",
      option);
}
