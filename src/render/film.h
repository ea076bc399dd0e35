/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RENDER_FILM_H
#define RENDER_FILM_H
/* The ways to make a film, each a table of functions (internal). */
#include <stddef.h>

#include "render/picture_file.h"

/* What a way's own film begins with. */
struct film {
  const struct film_way *way;
  const char *path; /* the caller's */
  int width, height;
};

struct film_way {
  const char *ending;              /* of the name */
  size_t size;                     /* of its own film, which begins as 0 */
  int (*begin)(struct film *film); /* path, width and height are known */
  int (*add)(struct film *film, const uint8_t *pixels, int milliseconds);
  int (*finish)(struct film *film); /* the film is there, whole */
  void (*drop)(struct film *film);  /* of a film that was finished, or failed anywhere */
};

extern const struct film_way film_webp, film_mp4, film_webm, film_folder;

#endif
