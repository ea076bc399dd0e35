/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_WCSPH_WAYS_H
#define TESTS_WCSPH_WAYS_H
/* Cases in texts, run in all the ways that must have one hash. CMocka's headers must come first. */
#include <unistd.h>

#include "setup.h"
#include "wcsph/hash.h"

static const struct {
  const char *backend;
  struct execution_options options;
} ways[] = {
    {"reference", {0}}, {"cpu", {.threads = 1}}, {"cpu", {.threads = 3}}, {"offload", {.device = "host"}}};
enum { WAYS = sizeof ways / sizeof *ways };

static inline void open_text(struct trial *t, const char *text, char *const overrides[], size_t n, int way) {
  char path[512];
  snprintf(path, sizeof path, BINARY_DIR "/test_ways_%d.yaml", (int)getpid()); /* tests run side by side */
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_true(fputs(text, f) >= 0 && fclose(f) == 0);
  trial_open_file(t, path, overrides, n, ways[way].backend, &ways[way].options);
  remove(path);
}

static inline void steps(struct trial *t, int count) {
  for (int k = 0; k < count; k++)
    if (wcsph_run_step(&t->run, 0) != STATUS_OK) fail_msg("%s", error_text());
}

static inline uint64_t hash_of(struct trial *t) {
  uint64_t hash;
  assert_int_equal(wcsph_run_hash(&t->run, &hash), STATUS_OK);
  return hash;
}

#endif
