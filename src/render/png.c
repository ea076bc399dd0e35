/* SPDX-License-Identifier: BSD-3-Clause */
/* Portable Network Graphics (W3C, second edition): 8 bits a colour, not interlaced. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "io/file.h"
#include "render/picture_file.h"
#include "util/error.h"

static uint8_t *put_number(uint8_t *at, uint32_t value) {
  for (int i = 0; i < 4; i++) *at++ = (uint8_t)(value >> (24 - 8 * i));
  return at;
}

/* A chunk whose data stand already at `at` + 8; returns its end. */
static uint8_t *end_chunk(uint8_t *at, const char *name, size_t size) {
  put_number(at, (uint32_t)size);
  memcpy(at + 4, name, 4);
  return put_number(at + 8 + size, (uint32_t)crc32(0, at + 4, (uInt)size + 4));
}

/* Each row as its difference from the one above, which packs better. */
static void filter(uint8_t *out, const uint8_t *pixels, size_t row, int height) {
  for (int y = 0; y < height; y++) {
    *out++ = 2;
    for (size_t i = 0; i < row; i++, pixels++)
      *out++ = (uint8_t)(*pixels - (y > 0 ? pixels[-(ptrdiff_t)row] : 0));
  }
}

/* The file into *file, *size bytes, by means of `raw`. */
static bool encode(uint8_t *file, size_t *size, uint8_t *raw, int width, int height, const uint8_t *pixels) {
  const size_t row = 3 * (size_t)width, plain = (row + 1) * (size_t)height;
  uLongf packed = compressBound(plain);
  uint8_t *at = file;
  memcpy(at, "\211PNG\r\n\032\n", 8);
  put_number(put_number(at + 16, (uint32_t)width), (uint32_t)height);
  memcpy(at + 24, "\010\002\0\0\0", 5);
  at = end_chunk(at + 8, "IHDR", 13);
  filter(raw, pixels, row, height);
  if (compress2(at + 8, &packed, raw, plain, 6) != Z_OK) return false;
  at = end_chunk(at, "IDAT", packed);
  at = end_chunk(at, "IEND", 0);
  *size = (size_t)(at - file);
  return true;
}

int png_encode(int width, int height, const uint8_t *pixels, uint8_t **file, size_t *size) {
  const size_t plain = (3 * (size_t)width + 1) * (size_t)height;
  uint8_t *raw = malloc(plain);
  *file = malloc(compressBound(plain) + 128);
  const bool good = raw && *file && encode(*file, size, raw, width, height, pixels);
  free(raw);
  if (good) return STATUS_OK;
  free(*file);
  *file = NULL;
  return error_set(STATUS_FAILED, "no memory for a picture of %d x %d", width, height);
}

int png_write(const char *path, int width, int height, const uint8_t *pixels) {
  uint8_t *file;
  size_t size;
  TRY(png_encode(width, height, pixels, &file, &size));
  int status = file_replace(path, file, size);
  free(file);
  return status;
}
