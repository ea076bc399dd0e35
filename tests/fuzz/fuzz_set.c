/* SPDX-License-Identifier: BSD-3-Clause */
/* Any lines as what follows --set, on top of a whole case: taken, or refused in words. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "check/read.h"
#include "util/error.h"

enum { SETTINGS_MOST = 4 };
static const char CASE[] =
    "method: wcsph\nscheme: classic\n"
    "dimensions: 2\n"
    "dp: 0.05\n"
    "domain: {low: [0, 0], high: [1, 1], open: [+y]}\n"
    "gravity: [0, -9.81]\n"
    "fluids:\n"
    "  - {name: water, shapes: [{add: box, low: [0, 0], high: [0.4, 0.5]}]}\n"
    "walls:\n"
    "  - {name: tank, shapes: [{add: box, low: [0, 0], high: [1, 1], fill: shell-outside}]}\n"
    "end: 1\n"
    "output: {times: [0.1, 0.2]}\n"
    "gauges:\n"
    "  - {name: P1, type: pressure, at: [0.1, 0.1], interval: 0.01}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1), *settings[SETTINGS_MOST], digest[33];
  if (!text) abort();
  memcpy(text, data, size);
  text[size] = 0;
  size_t count = 0;
  for (char *at = text; at && count < SETTINGS_MOST;) settings[count++] = strsep(&at, "\n");
  struct amphi_case c;
  const int status = case_read_text(&c, "fuzz", CASE, sizeof CASE - 1, settings, count);
  if (status == STATUS_OK && case_digest(&c, NULL, digest) != STATUS_OK) abort();
  if (status != STATUS_OK && (status != STATUS_USAGE || !*error_text())) abort();
  case_free(&c);
  free(text);
  return 0;
}
