/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RENDER_FONT_H
#define RENDER_FONT_H
/* The printable characters of ASCII, 8 x 16 pixels, a byte a row: DejaVu Sans Mono (dejavu-fonts.github.io,
 * free to use and to embed) drawn at 13 pixels. */
#include <stdint.h>

enum { FONT_FIRST = 32, FONT_COUNT = 95 };
extern const uint8_t font[FONT_COUNT][16];

#endif
