/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi render: a run as a picture or a film. */
#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/results.h"
#include "render/colours.h"
#include "render/picture.h"
#include "render/picture_file.h"
#include "util/error.h"
#include "util/path.h"

enum {
  KEY_OUTPUT = 'o',
  KEY_TIME = 't',
  KEY_FIELD = 'f',
  KEY_RANGE = 'r',
  KEY_CAMERA = 'c',
  KEY_MAP = 'm',
  KEY_SIZE = 's',
  KEY_SURFACE = 'S',
  KEY_PLAIN = 256,
  KEY_LEVEL
};
enum { WIDTH = 800, HEIGHT = 450, SIZE_MOST = 8192, FRAME_MILLISECONDS = 100, LAST_MILLISECONDS = 1500 };

struct arguments {
  const char *folder, *output, *camera;
  double time; /* s; NaN: the last */
  bool has_range, surface;
  struct picture picture;
};

struct render {
  struct arguments *arguments;
  struct picture picture;
  struct results results;
};

static error_t parse_render(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  struct picture *p = &a->picture;
  int end = 0;
  switch (key) {
  case KEY_OUTPUT:
    a->output = argument;
    return 0;
  case KEY_TIME:
    a->time = results_parse_time(state, argument);
    return 0;
  case KEY_FIELD:
    p->field = argument;
    return 0;
  case KEY_RANGE:
    if (sscanf(argument, "%lf,%lf%n", &p->from, &p->to, &end) != 2 || argument[end] || !isfinite(p->from) ||
        !isfinite(p->to) || !(p->from < p->to))
      argp_error(state, "--range '%s': expected two numbers, the smaller one first, such as 0,3", argument);
    a->has_range = true;
    return 0;
  case KEY_CAMERA:
    a->camera = argument;
    return 0;
  case KEY_MAP:
    for (p->map = 0; colour_maps[p->map] && strcmp(colour_maps[p->map], argument) != 0; p->map++) continue;
    if (!colour_maps[p->map])
      argp_error(state, "--map '%s': there are viridis, turbo, coolwarm and grey", argument);
    return 0;
  case KEY_SIZE:
    if (sscanf(argument, "%dx%d%n", &p->width, &p->height, &end) != 2 || argument[end] || p->width < 160 ||
        p->height < 120 || p->width > SIZE_MOST || p->height > SIZE_MOST)
      argp_error(state, "--size '%s': expected WIDTHxHEIGHT, 160x120 to %dx%d", argument, SIZE_MOST,
                 SIZE_MOST);
    return 0;
  case KEY_SURFACE:
    a->surface = true;
    return 0;
  case KEY_LEVEL:
    p->level = results_parse_level(state, argument);
    return 0;
  case KEY_PLAIN:
    p->plain = true;
    return 0;
  default:
    return results_parse_folder(key, argument, state, &a->folder);
  }
}

/* ---- what is made ---- */

static int draw_snapshot(const struct render *r, const char *path, struct canvas *canvas, uint8_t *pixels) {
  struct frame_file f;
  TRY(frame_file_read(&f, path));
  int status = picture_draw(&r->picture, &f, canvas);
  frame_file_free(&f);
  TRY(status);
  canvas_finish(canvas, pixels);
  return STATUS_OK;
}

static int make_picture(const struct render *r, const char *output, struct canvas *canvas, uint8_t *pixels) {
  size_t index;
  TRY(results_nearest(&r->results, r->arguments->time, &index));
  TRY(draw_snapshot(r, r->results.paths[index], canvas, pixels));
  return png_write(output, r->picture.width, r->picture.height, pixels);
}

static int make_film(const struct render *r, const char *output, struct canvas *canvas, uint8_t *pixels) {
  struct film *film = NULL;
  int status = film_open(&film, output, r->picture.width, r->picture.height);
  for (size_t i = 0; !status && i < r->results.count; i++) {
    status = draw_snapshot(r, r->results.paths[i], canvas, pixels);
    if (!status)
      status = film_add(film, pixels, i + 1 < r->results.count ? FRAME_MILLISECONDS : LAST_MILLISECONDS);
  }
  if (!status) status = film_finish(film);
  film_free(film);
  return status;
}

static int render(struct render *r) {
  const struct arguments *a = r->arguments;
  struct picture *p = &r->picture;
  char output[PATH_MAX];
  TRY(path_join(output, a->folder, isnan(a->time) ? "film.webp" : "picture.png"));
  if (a->output) snprintf(output, sizeof output, "%s", a->output);
  const char *end = strrchr(output, '.');
  const bool film = film_is_name(output);
  CHECK(film || (end && strcmp(end, ".png") == 0), STATUS_USAGE,
        "%s: a picture ends in .png, a film in .webp, .mp4 or .webm, or in / for a folder of pictures",
        output);
  CHECK(!film || isnan(a->time), STATUS_USAGE, "--time is of a picture, and %s is a film of all times",
        output);
  TRY(results_open(&r->results, a->folder));
  TRY(results_need_snapshots(&r->results));
  TRY(results_aim(&r->results, a->camera, p));
  if (!p->width) picture_fit_size(p, WIDTH, HEIGHT);
  if (a->surface) {
    CHECK(p->dimensions == 3, STATUS_USAGE, "--surface: %s is a run in 2-D", a->folder);
    TRY(results_need_field(&r->results, "given a surface"));
    if (!p->grid.n[0]) p->surface = r->results.config.dp;
  }
  if (!a->has_range) TRY(picture_find_range(p, r->results.paths, r->results.count));
  struct canvas canvas;
  uint8_t *pixels = malloc(3 * (size_t)p->width * (size_t)p->height);
  int status = canvas_open(&canvas, p->width, p->height);
  if (!status && !pixels) status = error_set(STATUS_FAILED, "out of memory");
  if (!status) status = (film ? make_film : make_picture)(r, output, &canvas, pixels);
  canvas_close(&canvas);
  free(pixels);
  if (!status) printf("%s: %s\n", output, film ? "a film" : "a picture");
  return status;
}

int render_main(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"output", KEY_OUTPUT, "FILE", 0,
       "A picture (.png) or a film: .webp, by ffmpeg .mp4 or .webm, or FOLDER/ with a PNG for each snapshot; "
       "default: film.webp in the run's folder, with --time picture.png",
       0},
      {"time", KEY_TIME, "SECONDS", 0, "Picture of the snapshot nearest to it (default: the last)", 0},
      {"field", KEY_FIELD, "NAME", 0,
       "What the colour says; of a vector its magnitude (default: velocity; of method transport scalar, of "
       "swarm value)",
       0},
      {"range", KEY_RANGE, "LOW,HIGH", 0, "Values of the first and the last colour (default: from the run)",
       0},
      {"map", KEY_MAP, "NAME", 0, "Colours: viridis, turbo (default), coolwarm or grey", 0},
      {"camera", KEY_CAMERA, "FROM", 0,
       "corner (default), front, side, top, or AZIMUTH,ELEVATION in degrees; of 3-D runs", 0},
      {"surface", KEY_SURFACE, NULL, 0, "In 3-D: the surface of the fluid instead of particles", 0},
      {"level", KEY_LEVEL, "VALUE", 0,
       "Value of the scalar on the surface that is drawn (method transport in 3-D; default: 0.5)", 0},
      {"size", KEY_SIZE, "WxH", 0, "Pixels (default: 800x450, wider and lower where the domain is wide)", 0},
      {"plain", KEY_PLAIN, NULL, 0, "Without axes and scale bar", 0},
      {0}};
  const struct argp program = {.options = options,
                               .parser = parse_render,
                               .args_doc = "OUT",
                               .doc = "Draw the particles of a run as a picture or a film, without a screen: "
                                      "fluid in colours, obstacles in "
                                      "grey, the domain's edges with axes, a scale bar, the time. Of method "
                                      "transport the scalar, in 3-D the "
                                      "surface where it has a value; of a swarm its first "
                                      "coordinates.\vNegative angles: --camera=-62,24."};
  struct arguments a = {.time = NAN, .camera = "corner", .picture = {.map = 1}};
  if (cli_parse(&program, argc, argv, 0, &a)) return STATUS_FAILED;
  struct render r = {.arguments = &a, .picture = a.picture};
  int status = render(&r);
  results_close(&r.results);
  return status ? cli_fail(status) : STATUS_OK;
}
