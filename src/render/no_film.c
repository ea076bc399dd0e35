/* SPDX-License-Identifier: BSD-3-Clause */
/* What stands in for film.c in a build without libwebp. */
#include <stddef.h>

#include "render/picture_file.h"
#include "util/error.h"

const bool film_is_there = false;

static int missing(void) {
  return error_set(STATUS_USAGE,
                   "this amphi was built without libwebp, which films need: install libwebp-dev "
                   "(tools/setup does) and build again; pictures (.png) can be drawn");
}

int film_open(struct film **film, int width, int height) {
  (void)width, (void)height;
  *film = NULL;
  return missing();
}

int film_add(struct film *film, const uint8_t *pixels, int milliseconds) {
  (void)film, (void)pixels, (void)milliseconds;
  return missing();
}

int film_write(struct film *film, const char *path) {
  (void)film, (void)path;
  return missing();
}

void film_free(struct film *film) {
  (void)film;
}
