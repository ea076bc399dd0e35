/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/start/text.h"

#include <stdlib.h>
#include <string.h>

#include "check/read.h"
#include "util/error.h"
#include "wcsph/start/settings.h"

struct wcsph_copy {
  struct amphi_case config;
  struct wcsph_settings settings;
};

int wcsph_text_make(struct wcsph_text *t, const struct amphi_case *c) {
  TRY(case_print(c, &t->words, &t->size));
  return case_digest(c, NULL, t->digest);
}

void wcsph_text_free(struct wcsph_text *t) {
  free(t->words);
  *t = (struct wcsph_text){0};
}

int wcsph_text_read(struct wcsph_copy **copy, struct particles *p, struct particles_sites **sites,
                    const char *name, const struct wcsph_text *t) {
  char digest[sizeof t->digest];
  struct wcsph_copy *own = *copy = calloc(1, sizeof *own);
  CHECK(own, STATUS_FAILED, "no memory for a case");
  TRY(case_read_text(&own->config, name, t->words, t->size, NULL, 0));
  TRY(case_digest(&own->config, NULL, digest));
  CHECK(!strcmp(digest, t->digest), STATUS_FAILED, "%s: not the case that part 0 has read", name);
  wcsph_settings_take(&own->settings, &own->config);
  return particles_find(p, sites, &own->config);
}

const struct wcsph_settings *wcsph_copy_settings(const struct wcsph_copy *copy) {
  return &copy->settings;
}

void wcsph_copy_free(struct wcsph_copy *copy) {
  if (copy) case_free(&copy->config);
  free(copy);
}
