/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_TEXT_H
#define WCSPH_START_TEXT_H
/* A case as text, from which other processes take the same settings and sites (src/parts). */
#include "geometry/particles.h"
#include "wcsph/settings.h"

struct wcsph_text {
  char *words; /* with a 0 at the end */
  size_t size; /* without it */
  char digest[33];
};

int wcsph_text_make(struct wcsph_text *t, const struct amphi_case *c);
void wcsph_text_free(struct wcsph_text *t);

/* What another process reads from it. */
struct wcsph_copy;

/* `name` stands for the file in messages. The sites are found, no particle is placed. STATUS_FAILED if the
 * text is read as another case than it was made of. The caller frees all three, also after a failure. */
int wcsph_text_read(struct wcsph_copy **copy, struct particles *p, struct particles_sites **sites,
                    const char *name, const struct wcsph_text *t);
const struct wcsph_settings *wcsph_copy_settings(const struct wcsph_copy *copy);
void wcsph_copy_free(struct wcsph_copy *copy);

#endif
