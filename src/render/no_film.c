/* SPDX-License-Identifier: BSD-3-Clause */
/* What stands in for film_webp.c in a build without libwebp. */
#include "render/film.h"
#include "util/error.h"

static int begin_no_film(struct film *film) {
  return error_set(STATUS_USAGE,
                   "%s: this amphi was built without libwebp, which such films need: install libwebp-dev "
                   "(tools/setup does) and build again; or .mp4 and .webm by ffmpeg, or pictures (.png)",
                   film->path);
}

static int add_no_film(struct film *film, const uint8_t *pixels, int milliseconds) {
  (void)pixels, (void)milliseconds;
  return begin_no_film(film);
}

static void drop_no_film(struct film *film) {
  (void)film;
}

const struct film_way film_webp = {".webp",     sizeof(struct film), begin_no_film,
                                   add_no_film, begin_no_film,       drop_no_film};
