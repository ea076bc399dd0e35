/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/filled.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/read.h"
#include "geometry/shape.h"
#include "util/error.h"

bool filled_is_wall(const struct amphi_case *c, const struct body *b) {
  return c->wall_count && b >= c->walls && b < c->walls + c->wall_count;
}

/* A line more of what is said of shapes. */
int filled_note(char **note, const struct amphi_case *c, const struct body *b, const struct shape *s,
                const char *text) {
  char *longer;
  CHECK(asprintf(&longer, "%s%s%s.%s.shapes.%zu: %s", *note ? *note : "", *note ? "\n" : "",
                 filled_is_wall(c, b) ? "walls" : "fluids", b->name, (size_t)(s - b->shapes), text) >= 0,
        STATUS_FAILED, "no memory");
  free(*note);
  *note = longer;
  return STATUS_OK;
}

/* Say where the case file has the body, or its shape, of which the recorded error speaks. */
int filled_fault(int status, const struct amphi_case *c, const struct body *b, const struct shape *s) {
  char place[CASE_PLACE];
  const char *list = filled_is_wall(c, b) ? "walls" : "fluids";
  if (!s) return error_prefix(status, "%s: %s.%s", case_place(place, c, b->line), list, b->name);
  return error_prefix(status, "%s: %s.%s.shapes.%zu", case_place(place, c, s->line), list, b->name,
                      (size_t)(s - b->shapes));
}

/* A point and the site that it stands on. */
struct stand {
  uint64_t row;
  int32_t column;
  const double *x;
};

static int compare_stands(const void *a, const void *b) {
  const struct stand *p = a, *q = b;
  if (p->row != q->row) return p->row < q->row ? -1 : 1;
  return (p->column > q->column) - (p->column < q->column);
}

/* The points of all bodies, by site. */
static int find_stands(struct stand **stands, size_t *filled, const struct filled *bodies, size_t count,
                       const struct lattice *l) {
  size_t all = 0;
  *filled = 0;
  for (size_t b = 0; b < count; b++) all += bodies[b].points.count;
  CHECK(*stands = malloc((all + 1) * sizeof **stands), STATUS_FAILED, "not enough memory for %zu points",
        all);
  for (size_t b = 0; b < count; b++)
    for (size_t i = 0; i < bodies[b].points.count; i++) {
      const double *x = bodies[b].points.x[i];
      int32_t site[3];
      shape_site(site, l, x);
      (*stands)[(*filled)++] = (struct stand){runs_row(site[1], site[2]), site[0], x};
    }
  qsort(*stands, *filled, sizeof **stands, compare_stands);
  return STATUS_OK;
}

/* Whether one of the points on a site is within half a spacing of x along each axis. */
static bool is_near(const struct stand *stands, size_t count, const int32_t site[3], const double x[3],
                    double half) {
  const struct stand key = {runs_row(site[1], site[2]), site[0], NULL};
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (compare_stands(&stands[middle], &key) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < count && compare_stands(&stands[low], &key) == 0; low++) {
    bool near = true;
    for (int a = 0; a < 3; a++) near &= fabs(stands[low].x[a] - x[a]) < half;
    if (near) return true;
  }
  return false;
}

/* Whether the cube around a particle of one of the bodies has x, which stands on a site that is theirs: of
 * bodies that are no points the site is that cube. */
static bool is_taken(const struct filled *bodies, size_t count, const struct stand *stands, size_t points,
                     const struct lattice *l, const int32_t site[3], const double x[3]) {
  for (size_t b = 0; b < count; b++)
    if (!bodies[b].points.x && runs_hold(&bodies[b].sites, runs_row(site[1], site[2]), site[0])) return true;
  for (int k = 0; k < 27; k++) {
    const int32_t beside[3] = {site[0] + k % 3 - 1, site[1] + k / 3 % 3 - 1, site[2] + k / 9 - 1};
    if (is_near(stands, points, beside, x, 0.5 * l->dp)) return true;
  }
  return false;
}

int filled_keep_points(struct filled *body, const struct filled *earlier, size_t count,
                       const struct lattice *l, size_t *left_out, double first[3]) {
  struct points *p = &body->points;
  struct stand *stands = NULL;
  size_t kept = 0, points = 0;
  const size_t all = p->count;
  *left_out = 0;
  for (size_t i = 0; i < all; i++) {
    int32_t site[3];
    shape_site(site, l, p->x[i]);
    const bool shared = !runs_hold(&body->sites, runs_row(site[1], site[2]), site[0]);
    if (shared && !stands && find_stands(&stands, &points, earlier, count, l) != STATUS_OK)
      return STATUS_FAILED;
    if (shared && is_taken(earlier, count, stands, points, l, site, p->x[i])) {
      if ((*left_out)++ == 0) memcpy(first, p->x[i], sizeof *p->x);
      continue;
    }
    memmove(p->x[kept], p->x[i], sizeof *p->x);
    if (p->velocity) memmove(p->velocity[kept], p->velocity[i], sizeof *p->velocity);
    if (p->density) p->density[kept] = p->density[i];
    kept++;
  }
  p->count = kept;
  free(stands);
  return STATUS_OK;
}

int filled_note_left_out(char **note, const struct amphi_case *c, const struct body *b, size_t count,
                         size_t all, const double first[3]) {
  char text[200];
  snprintf(
      text, sizeof text,
      "%zu of %zu points, the first at (%.6g, %.6g, %.6g) m, in the cube of side dp around a particle of "
      "%s",
      count, all, first[0], first[1], first[2],
      filled_is_wall(c, b) ? "an earlier wall" : "a wall or an earlier fluid");
  return filled_note(note, c, b, b->shapes, text);
}

/* The body, and the place, of the n-th of all points. */
static size_t body_of(const struct filled *bodies, size_t n) {
  size_t b = 0;
  for (; n >= bodies[b].points.count; b++) n -= bodies[b].points.count;
  return b;
}

/* Bodies of points may meet across the border of two sites. */
int filled_check_apart(const struct amphi_case *c, const struct lattice *l, const struct filled *bodies) {
  const size_t body_count = c->wall_count + c->fluid_count;
  double(*x)[3];
  size_t count = 0, next = 0, i, k;
  for (size_t b = 0; b < body_count; b++) count += bodies[b].points.count;
  CHECK(x = malloc((count + 1) * sizeof *x), STATUS_FAILED, "not enough memory for %zu points", count);
  for (size_t b = 0; b < body_count; next += bodies[b++].points.count)
    if (bodies[b].points.x) memcpy(x + next, bodies[b].points.x, bodies[b].points.count * sizeof *x);
  int status = shape_places_apart(x, count, l, &i, &k);
  if (status == STATUS_OK && k < count) {
    const size_t other = body_of(bodies, i), later = body_of(bodies, k);
    const struct body *b = later < c->wall_count ? &c->walls[later] : &c->fluids[later - c->wall_count];
    status = filled_fault(
        error_set(STATUS_USAGE,
                  "a point at (%.9g, %.9g, %.9g) m is at one place with one of %s '%s', at (%.9g, %.9g, "
                  "%.9g) m; expected at least %g dp between any two",
                  x[k][0], x[k][1], x[k][2], other < c->wall_count ? "wall" : "fluid",
                  other < c->wall_count ? c->walls[other].name : c->fluids[other - c->wall_count].name,
                  x[i][0], x[i][1], x[i][2], SHAPE_ONE_PLACE),
        c, b, b->shapes);
  }
  free(x);
  return status;
}
