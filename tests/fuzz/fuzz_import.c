/* SPDX-License-Identifier: BSD-3-Clause */
/* Any bytes as a document of DualSPHysics: refused in words, or imported; nothing is written. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "import/import.h"
#include "util/error.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char path[64];
  static FILE *nowhere;
  struct import_report report;
  if (!nowhere) nowhere = fopen("/dev/null", "w");
  if (!*path) snprintf(path, sizeof path, "/tmp/amphi-fuzz-%d.xml", (int)getpid());
  FILE *f = fopen(path, "wb");
  if (!nowhere || !f || fwrite(data, 1, size, f) != size || fclose(f) != 0) abort();
  const int status = import_case(path, NULL, (struct import_choice){.standard = size % 2}, nowhere, &report);
  if (status != STATUS_OK && ((status != STATUS_USAGE && status != STATUS_FAILED) || !*error_text())) abort();
  unlink(path);
  return 0;
}
