/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_TRANSPORT_TRIAL_H
#define TESTS_TRANSPORT_TRIAL_H
/* A transport run of a case given as text. CMocka's headers must come first. */
#include <string.h>

#include "check/read.h"
#include "registry/backends.h"
#include "transport/evolution.h"
#include "transport/gauges.h"
#include "transport/start/settings.h"
#include "util/error.h"

struct trial {
  struct amphi_case config;
  struct transport_settings settings;
  struct transport_run run;
};

/* What the case says now. */
static inline const struct transport_settings *trial_settings(struct trial *t) {
  transport_settings_take(&t->settings, &t->config);
  return &t->settings;
}

/* Overrides end with NULL. */
static inline void trial_read(struct trial *t, const char *text, char *const overrides[]) {
  size_t n = 0;
  while (overrides && overrides[n]) n++;
  if (case_read_text(&t->config, "trial", text, strlen(text), overrides, n) != STATUS_OK)
    fail_msg("%s", error_text());
}

static inline void trial_open(struct trial *t, const char *text, char *const overrides[], const char *backend,
                              const struct execution_options *options) {
  const struct execution_options plain = {.device = "host"};
  const struct backend *b = backend_find(transport_backends, backend);
  trial_read(t, text, overrides);
  if (transport_run_open(&t->run, trial_settings(t), NULL, (const struct transport_backend *)b,
                         options ? options : &plain) != STATUS_OK)
    fail_msg("%s: %s", backend, error_text());
}

static inline void trial_close(struct trial *t) {
  transport_run_close(&t->run);
  case_free(&t->config);
}

static inline void trial_step(struct trial *t, int steps) {
  for (int k = 0; k < steps; k++)
    if (transport_run_step(&t->run) != STATUS_OK) fail_msg("%s", error_text());
}

static inline double trial_gauge(struct trial *t, enum transport_gauge_kind kind) {
  const struct transport_gauge gauge = {.kind = kind, .level = 0.5};
  if (transport_run_fetch(&t->run) != STATUS_OK) fail_msg("%s", error_text());
  return transport_gauge_value(&t->run, &gauge);
}

static inline uint64_t trial_hash(struct trial *t) {
  uint64_t hash = 0;
  if (transport_run_hash(&t->run, &hash) != STATUS_OK) fail_msg("%s", error_text());
  return hash;
}

#endif
