/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/film.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "util/path.h"

static const struct film_way *const ways[] = {&film_webp, &film_mp4, &film_webm, &film_folder, NULL};

static const struct film_way *find_way(const char *path) {
  const size_t length = strlen(path);
  for (int i = 0; ways[i]; i++) {
    const size_t end = strlen(ways[i]->ending);
    if (length > end && strcmp(path + length - end, ways[i]->ending) == 0) return ways[i];
  }
  return NULL;
}

bool film_is_name(const char *path) {
  return find_way(path) != NULL;
}

int film_open(struct film **film, const char *path, int width, int height) {
  const struct film_way *way = find_way(path);
  CHECK(way, STATUS_USAGE, "%s: a film ends in .webp, .mp4 or .webm", path);
  struct film *f = *film = calloc(1, way->size);
  CHECK(f, STATUS_FAILED, "out of memory");
  f->way = way, f->path = path, f->width = width, f->height = height;
  return way->begin(f);
}

int film_add(struct film *film, const uint8_t *pixels, int milliseconds) {
  return film->way->add(film, pixels, milliseconds);
}

int film_finish(struct film *film) {
  return film->way->finish(film);
}

void film_free(struct film *film) {
  if (film) film->way->drop(film);
  free(film);
}

/* ---- a folder with a PNG for each picture ---- */

struct pictures {
  struct film film;
  int count;
};

static int begin_film(struct film *film) {
  char folder[PATH_MAX];
  CHECK(snprintf(folder, sizeof folder, "%s", film->path) < PATH_MAX, STATUS_USAGE, "%s: too long a name",
        film->path);
  for (size_t end = strlen(folder); end > 1 && folder[end - 1] == '/'; end--) folder[end - 1] = 0;
  return path_make_folder(folder);
}

static int add_film(struct film *film, const uint8_t *pixels, int milliseconds) {
  struct pictures *p = (struct pictures *)film;
  char name[32], path[PATH_MAX];
  (void)milliseconds;
  snprintf(name, sizeof name, "%04d.png", p->count++);
  TRY(path_join(path, film->path, name));
  return png_write(path, film->width, film->height, pixels);
}

static int finish_film(struct film *film) {
  (void)film;
  return STATUS_OK;
}

static void drop_film(struct film *film) {
  (void)film;
}

const struct film_way film_folder = {"/",      sizeof(struct pictures), begin_film, add_film, finish_film,
                                     drop_film};
