/* SPDX-License-Identifier: BSD-3-Clause */
/* Animated WebP by libwebp. */
#include <webp/encode.h>
#include <webp/mux.h>

#include "io/file.h"
#include "render/film.h"
#include "util/error.h"

enum { QUALITY = 70, EFFORT = 2 }; /* of 100; of 6 */

struct animation {
  struct film film;
  WebPAnimEncoder *encoder;
  int time; /* ms */
};

static int begin_film_webp(struct film *film) {
  struct animation *a = (struct animation *)film;
  WebPAnimEncoderOptions options;
  if (WebPAnimEncoderOptionsInit(&options))
    a->encoder = WebPAnimEncoderNew(film->width, film->height, &options);
  CHECK(a->encoder, STATUS_FAILED, "no memory for a film of %d x %d", film->width, film->height);
  return STATUS_OK;
}

static int add_film_webp(struct film *film, const uint8_t *pixels, int milliseconds) {
  struct animation *a = (struct animation *)film;
  WebPConfig config;
  WebPPicture picture;
  int good = WebPConfigPreset(&config, WEBP_PRESET_DRAWING, QUALITY) && WebPPictureInit(&picture);
  CHECK(good, STATUS_FAILED, "libwebp is of another version");
  config.method = EFFORT;
  picture.use_argb = 1, picture.width = film->width, picture.height = film->height;
  good = WebPPictureImportRGB(&picture, pixels, 3 * film->width) &&
         WebPAnimEncoderAdd(a->encoder, &picture, a->time, &config);
  WebPPictureFree(&picture);
  a->time += milliseconds;
  CHECK(good, STATUS_FAILED, "a picture of the film: %s", WebPAnimEncoderGetError(a->encoder));
  return STATUS_OK;
}

static int finish_film_webp(struct film *film) {
  struct animation *a = (struct animation *)film;
  WebPData data;
  WebPDataInit(&data);
  CHECK(WebPAnimEncoderAdd(a->encoder, NULL, a->time, NULL) && WebPAnimEncoderAssemble(a->encoder, &data),
        STATUS_FAILED, "%s: %s", film->path, WebPAnimEncoderGetError(a->encoder));
  int status = file_replace(film->path, data.bytes, data.size);
  WebPDataClear(&data);
  return status;
}

static void drop_film_webp(struct film *film) {
  WebPAnimEncoderDelete(((struct animation *)film)->encoder);
}

const struct film_way film_webp = {".webp",       sizeof(struct animation), begin_film_webp,
                                   add_film_webp, finish_film_webp,         drop_film_webp};
