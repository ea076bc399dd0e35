/* SPDX-License-Identifier: BSD-3-Clause */
/* In place of lab/, in a build with AMPHI_LAB=OFF. */
#include "method/lab.h"
#include "offload/wcsph.h"
#include "registry/ladders.h"

const struct ladder lab_ladders[] = {{0}};
const struct offload_otherwise offload_otherwise = {0};
const struct wcsph_backend wcsph_offload_forces = {0};

int ladder_draw(const struct ladder *l, const json_t *rows, const char *path) {
  (void)l, (void)rows, (void)path;
  return lab_has("--plot");
}
