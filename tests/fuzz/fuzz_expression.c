/* SPDX-License-Identifier: BSD-3-Clause */
/* Any text as a formula of a case (muParser): refused in words, or a number at any point. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "util/expression.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const names[] = {"x", "y", "t", NULL};
  static const double points[][3] = {{0, 0, 0}, {1, -2, 0.5}, {1e300, -1e-300, 1e10}};
  char *text = malloc(size + 1);
  if (!text) abort();
  memcpy(text, data, size);
  text[size] = 0;
  struct expression *e = NULL;
  double values[3] = {0};
  const int status = expression_open(&e, text, names, values);
  if (status != STATUS_OK && (status != STATUS_USAGE || !*error_text())) abort();
  for (int i = 0; status == STATUS_OK && i < 3; i++) {
    memcpy(values, points[i], sizeof values);
    const double first = expression_value(e), again = expression_value(e);
    if (memcmp(&first, &again, sizeof first) != 0) abort();
  }
  expression_close(e);
  free(text);
  return 0;
}
