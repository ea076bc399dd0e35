/* SPDX-License-Identifier: BSD-3-Clause */
#include "method/lab.h"

#include "util/error.h"

int lab_has(const char *option) {
  CHECK(AMPHI_LAB, STATUS_USAGE,
        "%s: what papers compared is not in this amphi; expected the default, or an amphi built with "
        "-DAMPHI_LAB=ON",
        option);
  return STATUS_OK;
}
