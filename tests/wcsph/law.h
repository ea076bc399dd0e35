/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_PHYSICS_LAW_H
#define TESTS_PHYSICS_LAW_H
/* The law of a case of this repository, for tests. CMocka's headers must come first. */
#include <stdio.h>

#include "check/read.h"
#include "geometry/particles.h"
#include "util/error.h"
#include "wcsph/evolution.h"
#include "wcsph/start/settings.h"

/* Of a case with overrides (NULL at the end). */
static inline struct wcsph_law law_of(const char *name, char *const overrides[]) {
  struct amphi_case config;
  struct wcsph_settings settings;
  struct particles particles;
  struct wcsph_law law = {0};
  struct wcsph_state geometry;
  size_t n = 0;
  char path[512];
  snprintf(path, sizeof path, SOURCE_DIR "/cases/%s/case.yaml", name);
  while (overrides[n]) n++;
  int status = case_read(&config, path, overrides, n);
  if (status == STATUS_OK) status = particles_fill(&particles, &config);
  wcsph_settings_take(&settings, &config);
  if (status == STATUS_OK) status = wcsph_derive(&law, &geometry, &settings, &particles);
  if (status != STATUS_OK) fail_msg("%s", error_text());
  particles_free(&particles);
  case_free(&config);
  return law;
}

static inline struct wcsph_law law_of_case(char *const overrides[]) {
  return law_of("dambreak-building", overrides);
}

#endif
