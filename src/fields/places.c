/* SPDX-License-Identifier: BSD-3-Clause */
#include "fields/places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "util/error.h"
#include "util/text.h"

/* "x,y,z" up to a colon or the end; behind them *at is at the colon or the end. */
static int take_place(const char **at, int dimensions, double place[3]) {
  for (int a = 0; a < dimensions; a++) {
    char *end;
    place[a] = strtod(*at, &end);
    const char wanted = a + 1 < dimensions ? ',' : ':';
    if (end == *at || !isfinite(place[a]) || (*end != wanted && (*end || wanted == ','))) return STATUS_USAGE;
    *at = end + (wanted == ',');
  }
  return STATUS_OK;
}

static int make_room(struct places *p, size_t count, size_t cells) {
  CHECK(count <= PLACES_MOST, STATUS_USAGE, "%zu points; at most %d", count, PLACES_MOST);
  p->at = calloc(count + 1, sizeof *p->at);
  p->corner = malloc((cells * (size_t)p->corners + 1) * sizeof *p->corner);
  CHECK(p->at && p->corner, STATUS_FAILED, "no memory for %zu points", count);
  p->count = count, p->cells = cells;
  return STATUS_OK;
}

/* So many that they are at most `spacing` apart. */
static size_t count_along(const double from[3], const double to[3], double spacing) {
  const double d[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  return 2 + (size_t)fmin(sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) / spacing, PLACES_MOST);
}

static bool take_count(const char **at, size_t *count) {
  char *end;
  const unsigned long number = **at >= '0' && **at <= '9' ? strtoul(*at, &end, 10) : 0;
  if (number < 2 || number > PLACES_MOST) return false;
  *at = end, *count = number;
  return true;
}

int places_line(struct places *p, const char *text, int dimensions, double spacing) {
  double ends[2][3] = {{0}};
  const char *at = text;
  size_t count = 0;
  *p = (struct places){.corners = 2};
  bool good = take_place(&at, dimensions, ends[0]) == STATUS_OK && *at++ == ':' &&
              take_place(&at, dimensions, ends[1]) == STATUS_OK;
  if (good) count = count_along(ends[0], ends[1], spacing);
  if (good && *at == ':') good = (at++, take_count(&at, &count));
  CHECK(good && !*at, STATUS_USAGE, "--line '%s': expected two places, such as %s, and perhaps :COUNT", text,
        dimensions == 3 ? "0,0.5,0.1:3,0.5,0.1" : "0,0.1:3,0.1");
  TRY(make_room(p, count, count - 1));
  for (size_t i = 0; i < count; i++)
    for (int a = 0; a < 3; a++)
      p->at[i][a] = ends[0][a] + (double)i / (double)(count - 1) * (ends[1][a] - ends[0][a]);
  for (size_t i = 0; i < 2 * (count - 1); i++) p->corner[i] = (uint32_t)(i / 2 + i % 2);
  return STATUS_OK;
}

static void fill_plane(struct places *p, const double corners[3][3], const size_t counts[2]) {
  uint32_t *corner = p->corner;
  for (size_t i = 0; i < p->count; i++) {
    const double u = (double)(i % counts[0]) / (double)(counts[0] - 1);
    const double v = (double)(i / counts[0]) / (double)(counts[1] - 1);
    for (int a = 0; a < 3; a++)
      p->at[i][a] = corners[0][a] + u * (corners[1][a] - corners[0][a]) + v * (corners[2][a] - corners[0][a]);
  }
  for (size_t v = 0; v + 1 < counts[1]; v++)
    for (size_t u = 0; u + 1 < counts[0]; u++) {
      const uint32_t first = (uint32_t)(v * counts[0] + u), above = first + (uint32_t)counts[0];
      *corner++ = first, *corner++ = first + 1, *corner++ = above + 1, *corner++ = above;
    }
}

int places_plane(struct places *p, const char *text, int dimensions, double spacing) {
  double corners[3][3] = {{0}};
  const char *at = text;
  size_t counts[2] = {0, 0};
  *p = (struct places){.corners = 4};
  bool good = true;
  for (int k = 0; k < 3 && good; k++)
    good = (k == 0 || *at++ == ':') && take_place(&at, dimensions, corners[k]) == STATUS_OK;
  for (int k = 0; k < 2 && good; k++) counts[k] = count_along(corners[0], corners[k + 1], spacing);
  if (good && *at == ':')
    good = (at++, take_count(&at, &counts[0])) && *at++ == 'x' && take_count(&at, &counts[1]);
  CHECK(good && !*at, STATUS_USAGE, "--plane '%s': expected three corners, such as %s, and perhaps :NxM",
        text, dimensions == 3 ? "0,0.5,0:3,0.5,0:0,0.5,1" : "0,0:3,0:0,1");
  CHECK(counts[1] <= PLACES_MOST / counts[0], STATUS_USAGE, "--plane '%s': more than %d points", text,
        PLACES_MOST);
  TRY(make_room(p, counts[0] * counts[1], (counts[0] - 1) * (counts[1] - 1)));
  fill_plane(p, corners, counts);
  return STATUS_OK;
}

static int read_places(struct places *p, struct text *t, int dimensions) {
  size_t room = 1;
  TRY(make_room(p, 0, 0));
  for (char *line; (line = text_line(t));) {
    if (*line == '#' || text_is_blank(line)) continue;
    if (p->count == room) {
      double(*grown)[3] = realloc(p->at, 2 * room * sizeof *grown);
      CHECK(grown, STATUS_FAILED, "%s: out of memory", t->path);
      p->at = grown, room *= 2;
    }
    memset(p->at[p->count], 0, sizeof p->at[p->count]);
    char *at = line;
    for (int a = 0; a < dimensions; a++)
      if (!text_next_number(&at, &p->at[p->count][a]))
        return text_fault(t, line, dimensions == 3 ? "three numbers, x y z" : "two numbers, x y");
    if (!text_is_blank(at)) return text_fault(t, at, "nothing more");
    p->count++;
  }
  CHECK(p->count > 0 && p->count <= PLACES_MOST, STATUS_USAGE, "%s: %zu points in it", t->path, p->count);
  return STATUS_OK;
}

int places_file(struct places *p, const char *path, int dimensions) {
  char *data;
  size_t size;
  *p = (struct places){.corners = 1};
  TRY(file_read(path, STATUS_USAGE, &data, &size));
  struct text t = {.path = path, .next = data};
  int status = read_places(p, &t, dimensions);
  free(data);
  TRY(status);
  free(p->corner);
  p->cells = p->count;
  p->corner = malloc(p->count * sizeof *p->corner);
  CHECK(p->corner, STATUS_FAILED, "%s: out of memory", path);
  for (size_t i = 0; i < p->count; i++) p->corner[i] = (uint32_t)i;
  return STATUS_OK;
}

void places_free(struct places *p) {
  free(p->at);
  free(p->corner);
}
