/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_WCSPH_SETUP_H
#define TESTS_WCSPH_SETUP_H
/* A run of a case of this repository, for tests. CMocka's headers must come first. */
#include <stdio.h>
#include <stdlib.h>

#include "check/read.h"
#include "geometry/particles.h"
#include "io/checkpoint.h"
#include "registry/backends.h"
#include "util/error.h"
#include "wcsph/evolution.h"
#include "wcsph/start/settings.h"

struct trial {
  struct amphi_case config;
  struct wcsph_settings settings;
  struct particles particles;
  struct wcsph_run run;
};

/* What the case says now. */
static inline const struct wcsph_settings *trial_settings(struct trial *t) {
  wcsph_settings_take(&t->settings, &t->config);
  return &t->settings;
}

/* Open a case file with n overrides on a backend. */
static inline void trial_open_file(struct trial *t, const char *path, char *const overrides[], size_t n,
                                   const char *backend, const struct execution_options *options) {
  int status = case_read(&t->config, path, overrides, n);
  if (status == STATUS_OK) status = particles_fill(&t->particles, &t->config);
  if (status == STATUS_OK)
    status = wcsph_run_open(&t->run, trial_settings(t), &t->particles, wcsph_backend_find(backend), options);
  if (status != STATUS_OK) fail_msg("%s on %s: %s", path, backend, error_text());
}

/* Open cases/NAME with overrides (NULL at the end) on a backend. */
static inline void trial_open(struct trial *t, const char *name, char *const overrides[], const char *backend,
                              const struct execution_options *options) {
  char path[512];
  size_t n = 0;
  while (overrides[n]) n++;
  snprintf(path, sizeof path, SOURCE_DIR "/cases/%s/case.yaml", name);
  trial_open_file(t, path, overrides, n, backend, options);
}

static inline void trial_close(struct trial *t) {
  wcsph_run_close(&t->run);
  particles_free(&t->particles);
  case_free(&t->config);
}

/* The run goes on from a checkpoint, by way of a file, on a backend. */
static inline void trial_go_on(struct trial *t, const char *path, const char *backend,
                               const struct execution_options *options) {
  struct checkpoint written, read;
  assert_int_equal(wcsph_run_checkpoint(&t->run, &written), STATUS_OK);
  assert_int_equal(checkpoint_write(path, &written), STATUS_OK);
  checkpoint_release(&written);
  wcsph_run_close(&t->run);
  particles_free(&t->particles);
  assert_int_equal(checkpoint_read(&read, path), STATUS_OK);
  assert_int_equal(particles_fill(&t->particles, &t->config), STATUS_OK);
  if (wcsph_run_resume(&t->run, trial_settings(t), &t->particles, &read, wcsph_backend_find(backend),
                       options) != STATUS_OK)
    fail_msg("%s", error_text());
  checkpoint_free(&read);
}

/* Rows of the particles by id; UINT32_MAX for those that left. The caller frees. */
static inline uint32_t *trial_rows(const struct wcsph_run *r) {
  uint32_t *row = malloc(r->next_id * sizeof *row);
  for (uint64_t id = 0; id < r->next_id; id++) row[id] = UINT32_MAX;
  for (uint32_t i = 0; i < r->state.count; i++) row[r->state.id[i]] = i;
  return row;
}

#endif
