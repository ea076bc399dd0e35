/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RENDER_PICTURE_FILE_H
#define RENDER_PICTURE_FILE_H
/* Pictures as files, whole or not at all. Pixels are red, green, blue, a byte each, from the top. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of a PNG file; the caller frees. */
int png_encode(int width, int height, const uint8_t *pixels, uint8_t **file, size_t *size);

int png_write(const char *path, int width, int height, const uint8_t *pixels);

/* An animated WebP, which browsers show. STATUS_USAGE in a build without libwebp. */
struct film;
extern const bool film_is_there;
int film_open(struct film **film, int width, int height);
int film_add(struct film *film, const uint8_t *pixels, int milliseconds); /* how long it is shown */
int film_write(struct film *film, const char *path);
void film_free(struct film *film);

#endif
