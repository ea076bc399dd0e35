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

/* A film, by the end of its name: .webp (animated, which browsers show; STATUS_USAGE in a build without
 * libwebp), .mp4 or .webm (STATUS_USAGE where there is no program ffmpeg), or of FOLDER/ a PNG for each
 * picture. */
struct film;
bool film_is_name(const char *path);
int film_open(struct film **film, const char *path, int width, int height);
int film_add(struct film *film, const uint8_t *pixels, int milliseconds); /* how long it is shown */
int film_finish(struct film *film);
void film_free(struct film *film); /* also after a failure, which leaves no film */

#endif
