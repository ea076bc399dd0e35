/* SPDX-License-Identifier: BSD-3-Clause */
/* The fluid that a level has at places. Sums over neighbours are what an exchange takes longest for: at each
 * place those of passes/fit.h, where fluid is all around those of passes/curved.h as well. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "wcsph/levels/run.h"
#include "wcsph/openings/opening_square.h"

static int sum_at(struct wcsph_run *from, enum point_pass_id pass, uint32_t count,
                  const struct position *points, int written, struct vec4 **rows) {
  *rows = malloc(((size_t)count * (size_t)written + 1) * sizeof **rows);
  CHECK(*rows, STATUS_FAILED, "no memory for rings");
  return count ? from->backend->points(from->self, pass, count, points, *rows) : STATUS_OK;
}

/* Those of `count` points around which all is fluid; the points of these, `full`, are left in front. */
static uint32_t choose_full(const struct ring_fit *fits, uint32_t count, struct position *points,
                            uint32_t *full) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; i++)
    if (fits[i].at.share >= full_share) points[found] = points[i], full[found++] = i;
  return found;
}

static int fit_points(struct wcsph_run *from, struct position *points, uint32_t count, uint32_t *full,
                      struct vec4 **straight, struct vec4 **curved, struct ring_fit *fits) {
  static const float up[3] = {0.0f, 0.0f, 1.0f};
  TRY(sum_at(from, PASS_fit, count, points, fit_WRITTEN, straight));
#pragma omp parallel for schedule(static) if (count >= SHARED_FROM)
  for (uint32_t i = 0; i < count; i++) {
    float sums[4 * fit_WRITTEN];
    memcpy(sums, *straight + (size_t)i * fit_WRITTEN, sizeof sums);
    fits[i] = (struct ring_fit){.at = opening_fit(&from->law, sums, up, 0.0, OPENING_FIT_SHARE)};
  }
  const uint32_t found = choose_full(fits, count, points, full);
  TRY(sum_at(from, PASS_curved, found, points, curved_WRITTEN, curved));
#pragma omp parallel for schedule(static) if (found >= SHARED_FROM)
  for (uint32_t k = 0; k < found; k++) {
    float sums[4 * fit_WRITTEN], more[4 * curved_WRITTEN];
    memcpy(sums, *straight + (size_t)full[k] * fit_WRITTEN, sizeof sums);
    memcpy(more, *curved + (size_t)k * curved_WRITTEN, sizeof more);
    ring_fit_curve(&fits[full[k]], &from->law, sums, more);
  }
  return STATUS_OK;
}

int levels_fit(struct wcsph_run *from, const double (*places)[3], uint32_t count, struct ring_fit *fits) {
  if (count == 0) return STATUS_OK;
  struct position *points = malloc(count * sizeof *points);
  uint32_t *full = malloc(count * sizeof *full);
  struct vec4 *straight = NULL, *curved = NULL;
  int status = points && full ? STATUS_OK : error_set(STATUS_FAILED, "no memory for rings");
  for (uint32_t i = 0; status == STATUS_OK && i < count; i++)
    points[i] = state_position(&from->state, places[i]);
  if (status == STATUS_OK) status = fit_points(from, points, count, full, &straight, &curved, fits);
  free(points);
  free(full);
  free(straight);
  free(curved);
  return status;
}

int levels_fit_squares(struct wcsph_run *from, const struct gate *g, struct ring_fit *fits) {
  double(*places)[3] = malloc(((size_t)g->count + 1) * sizeof *places);
  CHECK(places, STATUS_FAILED, "no memory for the faces of levels");
  for (uint32_t i = 0; i < g->count; i++) memcpy(places[i], g->squares[i].place, sizeof *places);
  const int status = levels_fit(from, (const double(*)[3])places, g->count, fits);
  free(places);
  return status;
}

/* ---- rings ---- */

/* A finer level's ring has eight rows, in a plane four, where the coarser level has one. What that has is
 * found in the middle of cubes of its spacing, which stand on the squares of the face, and goes on from there
 * by its slope and curve. Rows without such a cube ask for themselves: beside the box's edges, and where not
 * all around is fluid. A coarser level's ring has no cubes. */
struct cubes {
  uint32_t *of;      /* [rows] the row's cube, raised by one; 0: none */
  uint32_t *numbers; /* [squares][layers] likewise */
  uint32_t layers, count;
  double (*places)[3];
  struct ring_fit *fits;
  uint32_t *alone, alone_count; /* rows that have none */
  double (*alone_places)[3];
  struct ring_fit *alone_fits;
};

static void cubes_free(struct cubes *c) {
  free(c->of);
  free(c->numbers);
  free(c->places);
  free(c->fits);
  free(c->alone);
  free(c->alone_places);
  free(c->alone_fits);
}

static int cubes_allocate(struct cubes *c, uint32_t rows, const struct gate *face) {
  const size_t n = (size_t)rows + 1;
  c->of = calloc(n, sizeof *c->of);
  c->numbers = calloc((size_t)face->count * c->layers + 1, sizeof *c->numbers);
  c->places = malloc(n * sizeof *c->places), c->fits = malloc(n * sizeof *c->fits);
  c->alone = malloc(n * sizeof *c->alone), c->alone_places = malloc(n * sizeof *c->alone_places);
  c->alone_fits = malloc(n * sizeof *c->alone_fits);
  CHECK(c->of && c->numbers && c->places && c->fits && c->alone && c->alone_places && c->alone_fits,
        STATUS_FAILED, "no memory for rings");
  return STATUS_OK;
}

/* The cube that holds a place nearest to a square, and its middle; NULL: none. */
static uint32_t *cube_at(const struct cubes *c, const struct gate *face, uint32_t square,
                         const double place[3], double middle[3]) {
  if (square >= face->count) return NULL;
  const struct square *s = &face->squares[square];
  double deep = 0.0;
  for (int a = 0; a < 3; a++) deep -= (place[a] - s->place[a]) * s->inward[a];
  const double layer = floor(deep / face->dp), half = 0.5001 * face->dp;
  if (!(layer >= 0.0 && layer < (double)c->layers)) return NULL;
  for (int a = 0; a < 3; a++) {
    middle[a] = s->place[a] - (layer + 0.5) * face->dp * s->inward[a];
    if (fabs(place[a] - middle[a]) > half) return NULL;
  }
  return &c->numbers[(size_t)square * c->layers + (size_t)layer];
}

static void cubes_find(struct cubes *c, const struct ring *g, const struct gate *face) {
  for (uint32_t i = 0; i < g->count; i++) {
    uint32_t *cube = cube_at(c, face, g->squares[i], g->places[i], c->places[c->count]);
    if (!cube) continue;
    if (*cube == 0) *cube = ++c->count;
    c->of[i] = *cube;
  }
}

/* What rows have of their cubes; others are left alone. */
static void cubes_give(struct cubes *c, const struct ring *g, double inv_h) {
  for (uint32_t i = 0; i < g->count; i++)
    if (c->of[i] == 0 || !c->fits[c->of[i] - 1].goes_on) {
      memcpy(c->alone_places[c->alone_count], g->places[i], sizeof *g->places);
      c->alone[c->alone_count++] = i, c->of[i] = 0;
    }
#pragma omp parallel for schedule(static) if (g->count >= SHARED_FROM)
  for (uint32_t i = 0; i < g->count; i++) {
    double r[3];
    if (c->of[i] == 0) continue;
    const uint32_t cube = c->of[i] - 1;
    for (int a = 0; a < 3; a++) r[a] = (g->places[i][a] - c->places[cube][a]) * inv_h;
    g->fits[i] = ring_fit_beside(&c->fits[cube], r);
  }
}

static int fit_ring(struct cubes *c, struct wcsph_run *from, const struct gate *face, struct ring *g) {
  TRY(cubes_allocate(c, g->count, face));
  cubes_find(c, g, face);
  TRY(levels_fit(from, (const double(*)[3])c->places, c->count, c->fits));
  cubes_give(c, g, (double)from->law.inv_h);
  TRY(levels_fit(from, (const double(*)[3])c->alone_places, c->alone_count, c->alone_fits));
  for (uint32_t k = 0; k < c->alone_count; k++) g->fits[c->alone[k]] = c->alone_fits[k].at;
  return STATUS_OK;
}

int levels_fit_ring(const struct levels_run *r, size_t gate, struct ring *g) {
  const struct gate *at = &r->gates[gate], *face = &r->faces[gate / 2];
  struct cubes cubes = {.layers = at->inner ? 0 : (uint32_t)ceil(r->resolved[at->of].ring / face->dp)};
  const int status = fit_ring(&cubes, r->runs[at->from], face, g);
  cubes_free(&cubes);
  return status;
}
