/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/results/vorticity.h"

#include <math.h>
#include <stdlib.h>

#include "util/error.h"
#include "wcsph/scalar.h"

/* Particles by cells as wide as the support, in each in the order of ids, of a box of the cells that has all
 * of them. Axes wrap: what is not periodic has room behind it. */
struct cells {
  uint64_t count[3], low[3], wide[3];
  uint32_t *begin; /* [cells + 1] */
  uint32_t *rows;
};

static void cell_of(const struct cells *c, const struct wcsph_state *s, uint32_t i, uint64_t cell[3]) {
  const uint32_t q[3] = {s->pos[i].x, s->pos[i].y, s->pos[i].z};
  for (int a = 0; a < 3; a++) cell[a] = q[a] * c->count[a] >> 32;
}

static uint64_t number_of(const struct cells *c, const uint64_t cell[3]) {
  const uint64_t x = cell[0] - c->low[0], y = cell[1] - c->low[1], z = cell[2] - c->low[2];
  return (z * c->wide[1] + y) * c->wide[0] + x;
}

static uint64_t row_cell(const struct cells *c, const struct wcsph_state *s, uint32_t i) {
  uint64_t cell[3];
  cell_of(c, s, i, cell);
  return number_of(c, cell);
}

static uint64_t find_box(struct cells *c, const struct wcsph_state *s) {
  uint64_t high[3] = {0}, all = 1;
  for (int a = 0; a < 3; a++) c->low[a] = c->count[a] - 1;
  for (uint32_t i = 0; i < s->count; i++) {
    uint64_t cell[3];
    cell_of(c, s, i, cell);
    for (int a = 0; a < 3; a++) {
      if (cell[a] < c->low[a]) c->low[a] = cell[a];
      if (cell[a] > high[a]) high[a] = cell[a];
    }
  }
  for (int a = 0; a < 3; a++)
    c->wide[a] = high[a] >= c->low[a] ? high[a] - c->low[a] + 1 : 1, all *= c->wide[a];
  return all;
}

static int sort_into(struct cells *c, const struct wcsph_state *s, const struct wcsph_law *law,
                     const uint32_t *order) {
  for (int a = 0; a < 3; a++) {
    const double fit = a < law->dimensions ? s->quantum[a] * 0x1p32 / (double)law->support : 1.0;
    c->count[a] = fit > 1.0 ? (uint64_t)fmin(fit, 1024.0) : 1;
  }
  const uint64_t all = find_box(c, s);
  c->begin = calloc((size_t)all + 2, sizeof *c->begin);
  c->rows = malloc(((size_t)s->count + 1) * sizeof *c->rows);
  CHECK(c->begin && c->rows, STATUS_FAILED, "no memory for the vorticity of %u particles", s->count);
  for (uint32_t i = 0; i < s->count; i++) c->begin[row_cell(c, s, i) + 2]++;
  for (uint64_t k = 2; k <= all; k++) c->begin[k] += c->begin[k - 1];
  for (uint32_t k = 0; k < s->count; k++) c->rows[c->begin[row_cell(c, s, order[k]) + 1]++] = order[k];
  return STATUS_OK;
}

/* Sums of a particle: V F r r, V F (v_j - v_i) r, r = x_j - x_i, of fluid; the divergence of places, of all.
 */
struct sums {
  double moment[3][3], slope[3][3], places;
};

static void add_vorticity(const struct wcsph_state *s, const struct wcsph_law *law, uint32_t i, uint32_t j,
                          struct sums *sums) {
  const uint32_t p[3] = {s->pos[i].x, s->pos[i].y, s->pos[i].z},
                 q[3] = {s->pos[j].x, s->pos[j].y, s->pos[j].z};
  const double v[3] = {(double)s->vel[j].x - (double)s->vel[i].x, (double)s->vel[j].y - (double)s->vel[i].y,
                       (double)s->vel[j].z - (double)s->vel[i].z};
  double x[3], r2 = 0.0;
  for (int a = 0; a < 3; a++) {
    x[a] = a < law->dimensions ? (double)(int32_t)(q[a] - p[a]) * s->quantum[a] : 0.0;
    r2 += x[a] * x[a];
  }
  if (!(r2 < (double)law->support * (double)law->support)) return;
  const float f = kernel_f(law->kernel, (float)sqrt(r2) * law->inv_h);
  const double weight = -(double)(law->vf_factor * f);
  sums->places += weight * r2;
  if (state_kind(s, j) == KIND_WALL) return;
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) {
      sums->moment[a][b] += weight * x[a] * x[b];
      sums->slope[a][b] += weight * v[a] * x[b];
    }
}

/* Neighbouring cells along an axis, each once however few there are, of those in the box. */
static int cells_beside(const struct cells *c, int axis, uint64_t cell, uint64_t out[3]) {
  const uint64_t n = c->count[axis];
  const uint64_t near[3] = {cell ? cell - 1 : n - 1, cell, cell + 1 < n ? cell + 1 : 0};
  int count = 0;
  for (uint64_t k = 0; k < 3 && k < n; k++) {
    const uint64_t one = n < 3 ? k : near[k];
    if (one - c->low[axis] < c->wide[axis]) out[count++] = one;
  }
  return count;
}

static void sum_over(const struct cells *c, const struct wcsph_state *s, const struct wcsph_law *law,
                     uint32_t i, struct sums *sums) {
  uint64_t cell[3], near[3][3];
  int count[3];
  cell_of(c, s, i, cell);
  for (int a = 0; a < 3; a++) count[a] = cells_beside(c, a, cell[a], near[a]);
  for (int z = 0; z < count[2]; z++)
    for (int y = 0; y < count[1]; y++)
      for (int x = 0; x < count[0]; x++) {
        const uint64_t k = number_of(c, (const uint64_t[]){near[0][x], near[1][y], near[2][z]});
        for (uint32_t n = c->begin[k]; n < c->begin[k + 1]; n++)
          if (c->rows[n] != i) add_vorticity(s, law, i, c->rows[n], sums);
      }
}

/* Where the determinant of the moments, 1 inside fluid and 1/500 in a corner in 3-D, is less than this,
 * neighbours lie nearly on a line or a plane. */
static const double known = 2e-4;

static void curl(const struct sums *sums, int dimensions, double out[3]) {
  double m[3][3], inverse[3][3], g[3][3] = {{0}};
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) m[a][b] = sums->moment[a][b];
  if (dimensions == 2) m[2][2] = 1.0;
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      inverse[b][a] = m[(a + 1) % 3][(b + 1) % 3] * m[(a + 2) % 3][(b + 2) % 3] -
                      m[(a + 1) % 3][(b + 2) % 3] * m[(a + 2) % 3][(b + 1) % 3];
  const double det = (m[0][0] * inverse[0][0] + m[0][1] * inverse[1][0]) + m[0][2] * inverse[2][0];
  out[0] = out[1] = out[2] = 0.0;
  if (!(det > known)) return;
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      for (int k = 0; k < 3; k++) g[a][b] += sums->slope[a][k] * inverse[k][b] / det;
  out[0] = g[2][1] - g[1][2], out[1] = g[0][2] - g[2][0], out[2] = g[1][0] - g[0][1];
}

int vorticity_find(const struct wcsph_state *s, const struct wcsph_law *law, const uint32_t *order,
                   struct wcsph_found **found) {
  const double open = 0.8 * law->dimensions; /* of a full support all; beside a wall a surface leaves 0.75 */
  struct cells c = {0};
  *found = calloc((size_t)s->count + 1, sizeof **found);
  int status = *found ? sort_into(&c, s, law, order) : error_set(STATUS_FAILED, "no memory for vorticity");
  for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++) {
    struct sums sums = {0};
    if (state_kind(s, i) == KIND_WALL || s->pos[i].mark == MARK_HALO) continue;
    sum_over(&c, s, law, i, &sums);
    curl(&sums, law->dimensions, (*found)[i].vorticity);
    (*found)[i].at_surface = sums.places < open;
  }
  free(c.begin);
  free(c.rows);
  if (status != STATUS_OK) free(*found), *found = NULL;
  return status;
}
