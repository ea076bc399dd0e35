/* SPDX-License-Identifier: BSD-3-Clause */
#include "check/read.h"

#include "case/read.h"
#include "check/faces.h"

static void check_faces(struct reader *r) {
  check_openings(r);
  check_gauge_faces(r);
}

int case_read_text(struct amphi_case *c, const char *name, const char *text, size_t size,
                   char *const overrides[], size_t override_count) {
  return case_read_text_with(c, name, text, size, overrides, override_count, check_faces);
}

int case_read(struct amphi_case *c, const char *path, char *const overrides[], size_t override_count) {
  return case_read_with(c, path, overrides, override_count, check_faces);
}
