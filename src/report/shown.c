/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures of the runs. */
#include <math.h>
#include <stdlib.h>

#include "render/picture_file.h"
#include "report/html.h"
#include "report/sections.h"
#include "util/error.h"

enum { PICTURES = 4 };

static int draw_snapshot(const struct report_run *run, size_t index, struct canvas *canvas, uint8_t *pixels,
                         double *time) {
  struct frame_file f;
  TRY(frame_file_read(&f, run->paths[index]));
  int status = picture_draw(&run->picture, &f, canvas);
  *time = f.time;
  frame_file_free(&f);
  TRY(status);
  canvas_finish(canvas, pixels);
  return STATUS_OK;
}

static int put_picture(FILE *out, const struct report_run *run, size_t index, struct canvas *canvas,
                       uint8_t *pixels) {
  const struct picture *p = &run->picture;
  char about[64];
  double time;
  uint8_t *png;
  size_t size;
  TRY(draw_snapshot(run, index, canvas, pixels, &time));
  TRY(png_encode(p->width, p->height, pixels, &png, &size));
  snprintf(about, sizeof about, "particles at t = %.4g s", time);
  fputs("<figure>", out);
  html_picture(out, png, size, p->width, p->height, about);
  fputs("<figcaption>", out);
  html_text(out, run->folder);
  fprintf(out, ", t = %.4g s</figcaption></figure>\n", time);
  free(png);
  return STATUS_OK;
}

/* Its snapshot nearest to a time; where times are unknown the same share of all snapshots. */
static size_t nearest(const struct report_run *run, double time, double share) {
  size_t best = (size_t)(share * (double)(run->count - 1) + 0.5);
  for (size_t i = 0; i < run->count; i++)
    if (fabs(run->times[i] - time) < fabs(run->times[best] - time)) best = i;
  return best;
}

static int put_pictures(FILE *out, const struct report_run *runs, size_t count, struct canvas *canvas,
                        uint8_t *pixels) {
  double end = INFINITY; /* that all runs reach */
  for (size_t i = 0; i < count; i++)
    if (runs[i].picture.radius > 0) end = fmin(end, runs[i].times[runs[i].count - 1]);
  for (int k = 1; k <= PICTURES; k++)
    for (size_t i = 0; i < count; i++) {
      const double share = (double)k / PICTURES;
      if (runs[i].picture.radius > 0)
        TRY(put_picture(out, &runs[i], nearest(&runs[i], share * end, share), canvas, pixels));
    }
  return STATUS_OK;
}

int report_pictures(FILE *out, const struct report_run *runs, size_t count) {
  const struct picture *p = NULL;
  for (size_t i = 0; i < count && !p; i++)
    if (runs[i].picture.radius > 0) p = &runs[i].picture;
  if (!p) return STATUS_OK;
  struct canvas canvas;
  uint8_t *pixels = malloc(3 * (size_t)p->width * (size_t)p->height);
  int status = canvas_open(&canvas, p->width, p->height);
  if (!status && !pixels) status = error_set(STATUS_FAILED, "out of memory");
  fprintf(out, "<h2>Pictures</h2>\n<div class=\"grid by%zu\">\n", count);
  if (!status) status = put_pictures(out, runs, count, &canvas, pixels);
  fputs("</div>\n", out);
  canvas_close(&canvas);
  free(pixels);
  return status;
}
