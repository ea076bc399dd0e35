/* SPDX-License-Identifier: BSD-3-Clause */
/* Animated WebP by libwebp. */
#include <stdlib.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "io/file.h"
#include "render/picture_file.h"
#include "util/error.h"

const bool film_is_there = true;

enum { QUALITY = 70, EFFORT = 2 }; /* of 100; of 6 */

struct film {
  WebPAnimEncoder *encoder;
  int width, height, time; /* ms */
};

int film_open(struct film **film, int width, int height) {
  WebPAnimEncoderOptions options;
  struct film *f = *film = calloc(1, sizeof *f);
  CHECK(f, STATUS_FAILED, "out of memory");
  f->width = width, f->height = height;
  if (WebPAnimEncoderOptionsInit(&options)) f->encoder = WebPAnimEncoderNew(width, height, &options);
  CHECK(f->encoder, STATUS_FAILED, "no memory for a film of %d x %d", width, height);
  return STATUS_OK;
}

int film_add(struct film *film, const uint8_t *pixels, int milliseconds) {
  WebPConfig config;
  WebPPicture picture;
  int good = WebPConfigPreset(&config, WEBP_PRESET_DRAWING, QUALITY) && WebPPictureInit(&picture);
  CHECK(good, STATUS_FAILED, "libwebp is of another version");
  config.method = EFFORT;
  picture.use_argb = 1, picture.width = film->width, picture.height = film->height;
  good = WebPPictureImportRGB(&picture, pixels, 3 * film->width) &&
         WebPAnimEncoderAdd(film->encoder, &picture, film->time, &config);
  WebPPictureFree(&picture);
  film->time += milliseconds;
  CHECK(good, STATUS_FAILED, "a picture of the film: %s", WebPAnimEncoderGetError(film->encoder));
  return STATUS_OK;
}

int film_write(struct film *film, const char *path) {
  WebPData data;
  WebPDataInit(&data);
  CHECK(WebPAnimEncoderAdd(film->encoder, NULL, film->time, NULL) &&
            WebPAnimEncoderAssemble(film->encoder, &data),
        STATUS_FAILED, "%s: %s", path, WebPAnimEncoderGetError(film->encoder));
  int status = file_replace(path, data.bytes, data.size);
  WebPDataClear(&data);
  return status;
}

void film_free(struct film *film) {
  if (film) WebPAnimEncoderDelete(film->encoder);
  free(film);
}
