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
#ifdef AMPHI_SANITIZED /* one thread reads and writes nothing that three do not */
enum { WAYS = sizeof ways / sizeof *ways, LEFT_OUT = 1 };
#else
enum { WAYS = sizeof ways / sizeof *ways, LEFT_OUT = WAYS };
#endif

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

/* One hash after count[0] + count[1] + count[2] steps in all ways, and of a run that goes on in another way
 * after the first and the second of these. `look` judges each run, and prints what it is about. */
static inline void ways_have_one_hash(const char *text, char *const overrides[], size_t n, const int count[3],
                                      void (*look)(struct trial *t)) {
  uint64_t first = 0;
  char path[512];
  snprintf(path, sizeof path, BINARY_DIR "/test_ways_%d.h5", (int)getpid());
  for (int way = 0; way < WAYS; way++) {
    struct trial t;
    if (way == LEFT_OUT) continue;
    open_text(&t, text, overrides, n, way);
    const uint64_t before = hash_of(&t);
    steps(&t, count[0] + count[1] + count[2]);
    const uint64_t hash = hash_of(&t);
    if (way == 0) first = hash;
    print_message("%s %s: %016llx, ", overrides[0], ways[way].backend, (unsigned long long)hash);
    assert_true(hash == first && hash != before);
    look(&t);
    trial_close(&t);
  }
  struct trial parts;
  open_text(&parts, text, overrides, n, 0);
  steps(&parts, count[0]);
  for (int k = 1; k < 3; k++) {
    const int way = k == 1 ? 1 : WAYS - 1;
    trial_go_on(&parts, path, ways[way].backend, &ways[way].options);
    steps(&parts, count[k]);
  }
  remove(path);
  assert_true(hash_of(&parts) == first);
  trial_close(&parts);
}

#endif
