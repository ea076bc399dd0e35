/* SPDX-License-Identifier: BSD-3-Clause */
/* Any bytes as a case file: read, and if that succeeds, what is written must read back and be written
 * the same again. Lines "# set: KEY=VALUE", as in tests/case/bad, are overrides. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "case/schema.h"
#include "check/read.h"
#include "util/error.h"

enum { OVERRIDES_MAX = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t find_overrides(const char *text, char *overrides[]) {
  size_t count = 0;
  for (const char *at = text; count < OVERRIDES_MAX && (at = strstr(at, "# set: ")); at += 7)
    overrides[count++] = strndup(at + 7, strcspn(at + 7, "\n"));
  return count;
}

static void print(const struct amphi_case *c, char **text, size_t *size) {
  FILE *f = open_memstream(text, size);
  if (!f) abort();
  schema_print_case(c, f);
  fclose(f);
}

static void check_round_trip(const struct amphi_case *c) {
  char *first, *second, digest[33], again[33];
  size_t first_size, second_size;
  struct amphi_case copy;
  print(c, &first, &first_size);
  if (case_read_text(&copy, "fuzz", first, first_size, NULL, 0) != STATUS_OK) {
    fprintf(stderr, "not read back: %s\n%s", error_text(), first);
    abort();
  }
  print(&copy, &second, &second_size);
  if (case_digest(c, NULL, digest) != STATUS_OK || case_digest(&copy, NULL, again) != STATUS_OK) abort();
  if (first_size != second_size || memcmp(first, second, first_size) != 0 || strcmp(digest, again) != 0) {
    fprintf(stderr, "written otherwise\n%s\n%s", first, second);
    abort();
  }
  case_free(&copy);
  free(first);
  free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1), *overrides[OVERRIDES_MAX];
  if (!text) abort();
  memcpy(text, data, size);
  text[size] = 0;
  size_t override_count = find_overrides(text, overrides);
  struct amphi_case c;
  int status = case_read_text(&c, "fuzz", text, size, overrides, override_count);
  if (status == STATUS_OK) check_round_trip(&c);
  if (status != STATUS_OK && (status != STATUS_USAGE || !*error_text())) abort();
  case_free(&c);
  for (size_t i = 0; i < override_count; i++) free(overrides[i]);
  free(text);
  return 0;
}
