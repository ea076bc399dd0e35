/* SPDX-License-Identifier: BSD-3-Clause */
/* Portable Network Graphics, by libpng: 8 bits a colour. */
#include <png.h>
#include <stdlib.h>

#include "io/file.h"
#include "render/picture_file.h"
#include "util/error.h"

int png_encode(int width, int height, const uint8_t *pixels, uint8_t **file, size_t *size) {
  png_image image = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)width,
                     .height = (png_uint_32)height,
                     .format = PNG_FORMAT_RGB};
  png_alloc_size_t most = PNG_IMAGE_PNG_SIZE_MAX(image);
  *file = malloc(most);
  CHECK(*file, STATUS_FAILED, "no memory for a picture of %d x %d", width, height);
  const bool good = png_image_write_to_memory(&image, *file, &most, 0, pixels, 0, NULL);
  *size = most;
  if (good) return STATUS_OK;
  free(*file);
  *file = NULL;
  return error_set(STATUS_FAILED, "a picture of %d x %d: %s", width, height, image.message);
}

int png_write(const char *path, int width, int height, const uint8_t *pixels) {
  uint8_t *file;
  size_t size = 0;
  TRY(png_encode(width, height, pixels, &file, &size));
  int status = file_replace(path, file, size);
  free(file);
  return status;
}
