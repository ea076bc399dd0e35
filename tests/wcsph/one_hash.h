/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TEST_WCSPH_ONE_HASH_H
#define TEST_WCSPH_ONE_HASH_H
/* A case of cases/ has one hash on every backend and over a resume. Include after cmocka.h. */
#include <string.h>
#include <unistd.h>

#include "stepping.h"
#include "wcsph/hash.h"

/* AMPHI_TEST_DEVICE, or the host: where offload code is tested. */
static inline const char *test_device(void) {
  const char *name = getenv("AMPHI_TEST_DEVICE");
  return name ? name : "host";
}

static inline void steps(struct trial *t, int count) {
  if (trial_go(t, (uint64_t)count) != STATUS_OK) fail_msg("%s", error_text());
}

/* After `before` steps, a checkpoint if there are more, and `after` steps. */
static inline uint64_t hash_of_file(const char *file, char *const overrides[], const char *backend,
                                    int before, int after) {
  const struct execution_options options = {.device = test_device(), .threads = 2};
  struct trial t;
  uint64_t hash;
  size_t n = 0;
  while (overrides[n]) n++;
  trial_open_file(&t, file, overrides, n, backend, &options);
  if (!strcmp(backend, "reference")) trial_steps_ahead(&t);
  steps(&t, before);
  if (after > 0) {
    char path[64];
    snprintf(path, sizeof path, "one_hash-%d.h5", (int)getpid());
    trial_go_on(&t, path, backend, &options);
    remove(path);
    steps(&t, after);
  }
  assert_int_equal(wcsph_run_hash(&t.run, &hash), STATUS_OK);
  trial_close(&t);
  return hash;
}

/* Of a case of cases/. */
static inline uint64_t hash_of(const char *name, char *const overrides[], const char *backend, int before,
                               int after) {
  char path[512];
  snprintf(path, sizeof path, SOURCE_DIR "/cases/%s/case.yaml", name);
  return hash_of_file(path, overrides, backend, before, after);
}

/* That of 20 steps. */
static inline uint64_t one_hash_of(const char *file, char *const overrides[]) {
  const uint64_t expected = hash_of_file(file, overrides, "reference", 20, 0);
  assert_true(hash_of_file(file, overrides, "cpu", 20, 0) == expected);
  assert_true(hash_of_file(file, overrides, "offload", 20, 0) == expected);
  assert_true(hash_of_file(file, overrides, "cpu", 8, 12) == expected);
  return expected;
}

static inline uint64_t one_hash(const char *name, char *const overrides[]) {
  char path[512];
  snprintf(path, sizeof path, SOURCE_DIR "/cases/%s/case.yaml", name);
  return one_hash_of(path, overrides);
}

#endif
