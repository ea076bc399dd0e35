/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_PAIRWISE_TRIAL_H
#define TESTS_PAIRWISE_TRIAL_H
/* A pairwise run of a case given as text. CMocka's headers must come first. */
#include <string.h>

#include "check/read.h"
#include "pairwise/gauges.h"
#include "pairwise/start/settings.h"
#include "registry/backends.h"
#include "util/error.h"

struct trial {
  struct amphi_case config;
  struct pairwise_settings settings;
  struct pairwise_source source;
  struct pairwise_run run;
};

/* What the case says now. */
static inline const struct pairwise_settings *trial_settings(struct trial *t) {
  pairwise_settings_take(&t->settings, &t->config);
  return &t->settings;
}

/* Overrides end with NULL. */
static inline void trial_read(struct trial *t, const char *text, char *const overrides[]) {
  size_t n = 0;
  while (overrides && overrides[n]) n++;
  if (case_read_text(&t->config, "trial", text, strlen(text), overrides, n) != STATUS_OK ||
      pairwise_source_fill(&t->source, trial_settings(t)) != STATUS_OK)
    fail_msg("%s", error_text());
}

static inline void trial_open(struct trial *t, const char *text, char *const overrides[], const char *backend,
                              const struct execution_options *options) {
  const struct execution_options plain = {.device = "host"};
  trial_read(t, text, overrides);
  if (pairwise_run_open(&t->run, trial_settings(t), &t->source, NULL, pairwise_backend_find(backend),
                        options ? options : &plain) != STATUS_OK)
    fail_msg("%s: %s", backend, error_text());
}

static inline void trial_close(struct trial *t) {
  if (t->run.self) pairwise_run_close(&t->run);
  pairwise_source_free(&t->source);
  case_free(&t->config);
}

static inline void trial_step(struct trial *t, int steps) {
  for (int k = 0; k < steps; k++)
    if (pairwise_run_step(&t->run) != STATUS_OK) fail_msg("%s", error_text());
}

static inline uint64_t trial_hash(struct trial *t) {
  uint64_t hash = 0;
  if (pairwise_run_hash(&t->run, &hash) != STATUS_OK) fail_msg("%s", error_text());
  return hash;
}

static inline struct pairwise_totals trial_totals(struct trial *t) {
  struct pairwise_totals totals = {0};
  if (pairwise_run_totals(&t->run, &totals) != STATUS_OK) fail_msg("%s", error_text());
  return totals;
}

#endif
