/* SPDX-License-Identifier: BSD-3-Clause */
/* Surfaces from files: boxes against the shape box, and every site of a knotted one against the generalised
 * winding number and the distance, computed otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case/case.h"
#include "geometry/particles.h"
#include "geometry/shape.h"
#include "shape/surface.h"
#include "util/error.h"

static char path[] = "/tmp/amphi-surface-XXXXXX.stl";

/* The surface as a binary STL file. */
static void write_surface(const struct surface *s) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  const char header[80] = "test";
  const uint32_t count = (uint32_t)s->facets;
  const uint16_t nothing = 0;
  fwrite(header, 1, sizeof header, f);
  fwrite(&count, 4, 1, f);
  for (size_t i = 0; i < s->facets; i++) {
    float v[12] = {0};
    for (int k = 0; k < 9; k++) v[3 + k] = (float)s->vertex[s->facet[i][k / 3]][k % 3];
    fwrite(v, 4, 12, f);
    fwrite(&nothing, 2, 1, f);
  }
  fclose(f);
}

static void write_box(const double low[3], const double high[3]) {
  static const uint32_t quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  struct surface s = {0};
  for (int i = 0; i < 8; i++) {
    double x[3];
    for (int a = 0; a < 3; a++) x[a] = i >> a & 1 ? high[a] : low[a];
    assert_int_equal(surface_add_vertex(&s, x), STATUS_OK);
  }
  for (size_t i = 0; i < 6; i++) assert_int_equal(surface_add_face(&s, quads[i], 4, i + 1), STATUS_OK);
  write_surface(&s);
  surface_free(&s);
}

static struct shape from_file(enum shape_fill fill, int layers) {
  return (struct shape){.kind = SHAPE_SURFACE, .file = path, .scale = 1, .fill = fill, .layers = layers};
}

/* The sites of a shape as a fluid in a domain of 3 m. */
static void fill(struct particles *p, const struct shape *s, double dp) {
  struct shape shape = *s;
  struct body fluid = {.name = "water", .shapes = &shape, .shape_count = 1};
  struct amphi_case c = {
      .path = "t", .dimensions = 3, .dp = dp, .smoothing_ratio = 1.5, .fluids = &fluid, .fluid_count = 1};
  for (int a = 0; a < 3; a++) c.domain.high[a] = 3;
  if (particles_fill(p, &c) != STATUS_OK) fail_msg("%s", error_text());
}

static void expect_same(const struct shape *a, const struct shape *b, double dp) {
  struct particles p, q;
  fill(&p, a, dp);
  fill(&q, b, dp);
  assert_int_equal(p.fluid_count, q.fluid_count);
  assert_memory_equal(p.position, q.position, p.fluid_count * sizeof *p.position);
  particles_free(&p);
  particles_free(&q);
}

/* Faces between sites, through sites, and anywhere. */
static void boxes(void **state) {
  (void)state;
  for (int k = 0; k < 40; k++) {
    const double dp = 0.1, unit = k < 20 ? 0.5 * dp : 0.137 * dp;
    struct shape box = {.kind = SHAPE_BOX};
    for (int a = 0; a < 3; a++) {
      box.low[a] = unit * (6 + rand() % 20);
      box.high[a] = box.low[a] + dp + unit * (10 + rand() % 30);
    }
    write_box(box.low, box.high);
    struct shape surface = from_file(FILL_SOLID, 0);
    expect_same(&surface, &box, dp);
  }
}

/* Of the shell inside a box, the walls of the hollow are flat: both have the same sites. */
static void hollow_boxes(void **state) {
  (void)state;
  for (int k = 0; k < 8; k++) {
    struct shape box = {.kind = SHAPE_BOX, .fill = FILL_SHELL_INSIDE, .layers = 1 + k % 3};
    for (int a = 0; a < 3; a++) {
      box.low[a] = 0.05 * (6 + rand() % 20);
      box.high[a] = box.low[a] + 0.8 + 0.05 * (rand() % 10);
    }
    write_box(box.low, box.high);
    struct shape surface = from_file(FILL_SHELL_INSIDE, box.layers);
    expect_same(&surface, &box, 0.1);
  }
}

static void placed(void **state) {
  (void)state;
  /* 1 x 2 x 3 turned by 90 degrees about x (y to z), then about z (x to y), halved, moved. */
  write_box((double[3]){0, 0, 0}, (double[3]){1, 2, 3});
  struct shape surface = from_file(FILL_SOLID, 0);
  surface.scale = 0.5;
  surface.turn[0] = surface.turn[2] = 90;
  surface.move[0] = surface.move[1] = surface.move[2] = 1;
  /* (x, y, z) -> (x, -z, y) -> (z, x, y) */
  const struct shape box = {.kind = SHAPE_BOX, .low = {1, 1, 1}, .high = {2.5, 1.5, 2}};
  expect_same(&surface, &box, 0.1);
}

/* A torus whose tube is dented, with facets of all directions and sizes. */
static void write_torus(struct surface *s, uint32_t around, uint32_t along) {
  for (uint32_t i = 0; i < along; i++)
    for (uint32_t k = 0; k < around; k++) {
      const double u = 2 * M_PI * i / along, v = 2 * M_PI * k / around, r = 0.3 + 0.08 * cos(3 * u + 2 * v);
      const double x[3] = {1.5 + (0.7 + r * cos(v)) * cos(u), 1.5 + (0.7 + r * cos(v)) * sin(u),
                           1.5 + r * sin(v) + 0.3 * sin(2 * u)};
      double single[3];
      for (int a = 0; a < 3; a++) single[a] = (double)(float)x[a];
      assert_int_equal(surface_add_vertex(s, single), STATUS_OK);
    }
  for (uint32_t i = 0; i < along; i++)
    for (uint32_t k = 0; k < around; k++) {
      const uint32_t next = (i + 1) % along, up = (k + 1) % around;
      const uint32_t a = i * around + k, b = next * around + k, c = next * around + up, d = i * around + up;
      assert_int_equal(surface_add_facet(s, a, b, c, s->facets + 1), STATUS_OK);
      assert_int_equal(surface_add_facet(s, a, c, d, s->facets + 1), STATUS_OK);
    }
  write_surface(s);
}

/* van Oosterom and Strackee 1983: the solid angles of all facets, over 4 pi. */
static double winding(const struct surface *s, const double p[3]) {
  double sum = 0;
  for (size_t i = 0; i < s->facets; i++) {
    double v[3][3], n[3], d[3];
    for (int k = 0; k < 3; k++) {
      for (int a = 0; a < 3; a++) v[k][a] = s->vertex[s->facet[i][k]][a] - p[a];
      n[k] = sqrt(v[k][0] * v[k][0] + v[k][1] * v[k][1] + v[k][2] * v[k][2]);
    }
    for (int k = 0; k < 3; k++)
      d[k] = v[k][0] * v[(k + 1) % 3][0] + v[k][1] * v[(k + 1) % 3][1] + v[k][2] * v[(k + 1) % 3][2];
    const double volume = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) +
                          v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
                          v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
    sum += 2 * atan2(volume, n[0] * n[1] * n[2] + d[0] * n[2] + d[1] * n[0] + d[2] * n[1]);
  }
  return sum / (4 * M_PI);
}

/* By minimising over the triangle, step by step: three points between which the nearest lies, halved. */
static double distance_to(const struct surface *s, size_t i, const double p[3]) {
  double best = INFINITY, corner[3][3];
  for (int k = 0; k < 3; k++) memcpy(corner[k], s->vertex[s->facet[i][k]], sizeof corner[k]);
  for (int edge = 0; edge < 3; edge++) {
    const double *a = corner[edge], *b = corner[(edge + 1) % 3];
    double along = 0, length2 = 0, d2 = 0;
    for (int k = 0; k < 3; k++)
      along += (p[k] - a[k]) * (b[k] - a[k]), length2 += (b[k] - a[k]) * (b[k] - a[k]);
    const double t = fmin(fmax(along / length2, 0), 1);
    for (int k = 0; k < 3; k++) d2 += pow(p[k] - a[k] - t * (b[k] - a[k]), 2);
    best = fmin(best, sqrt(d2));
  }
  double u[3], v[3], w[3], n[3], nn = 0, pn = 0, side[3] = {0};
  for (int k = 0; k < 3; k++)
    u[k] = corner[1][k] - corner[0][k], v[k] = corner[2][k] - corner[0][k], w[k] = p[k] - corner[0][k];
  for (int k = 0; k < 3; k++) n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
  for (int k = 0; k < 3; k++) nn += n[k] * n[k], pn += w[k] * n[k];
  for (int edge = 0; edge < 3; edge++) {
    const double *a = corner[edge], *b = corner[(edge + 1) % 3];
    for (int k = 0; k < 3; k++) {
      const int l = (k + 1) % 3, m = (k + 2) % 3;
      side[edge] += n[k] * ((b[l] - a[l]) * (p[m] - a[m]) - (b[m] - a[m]) * (p[l] - a[l]));
    }
  }
  if (side[0] >= 0 && side[1] >= 0 && side[2] >= 0) best = fmin(best, fabs(pn) / sqrt(nn));
  return best;
}

static double distance(const struct surface *s, const double p[3]) {
  double best = INFINITY;
  for (size_t i = 0; i < s->facets; i++) best = fmin(best, distance_to(s, i, p));
  return best;
}

static void torus(void **state) {
  (void)state;
  static const enum shape_fill fills[] = {FILL_SOLID, FILL_SHELL_OUTSIDE, FILL_SHELL_INSIDE};
  enum { SITES = 30, LAYERS = 2 };
  const double dp = 3.0 / SITES;
  struct surface s = {0};
  write_torus(&s, 11, 23);
  for (int f = 0; f < 3; f++) {
    struct shape shape = from_file(fills[f], LAYERS);
    struct particles p;
    fill(&p, &shape, dp);
    size_t next = 0, taken = 0, near = 0;
    for (int k = 0; k < SITES * SITES * SITES; k++) {
      const double x[3] = {(k % SITES + 0.5) * dp, (k / SITES % SITES + 0.5) * dp,
                           (k / SITES / SITES + 0.5) * dp};
      const double away = distance(&s, x), w = winding(&s, x);
      bool has = next<p.fluid_count, in = w> 0.5;
      for (int a = 0; a < 3 && has; a++) has = fabs(p.position[next][a] - x[a]) < 1e-9;
      next += has;
      taken += has;
      /* What is within a thousandth of a spacing of a border may go either way. */
      if (away < 2e-3 * dp || (f && fabs(away - LAYERS * dp) < 2e-3 * dp)) {
        near++;
        continue;
      }
      if (fabs(w - (in ? 1 : 0)) > 1e-6) fail_msg("winding number %g", w);
      const bool wanted = f == 0 ? in : in == (f == 2) && away < LAYERS * dp;
      if (has != wanted) fail_msg("fill %d: (%g, %g, %g), %g spacings away", f, x[0], x[1], x[2], away / dp);
    }
    assert_int_equal(taken, p.fluid_count);
    assert_true(taken > 500 && near < 40);
    particles_free(&p);
  }
  surface_free(&s);
}

static int make_path(void **state) {
  (void)state;
  const int fd = mkstemps(path, 4);
  return fd < 0 ? -1 : close(fd);
}

static int remove_path(void **state) {
  (void)state;
  return unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(boxes), cmocka_unit_test(hollow_boxes),
                                     cmocka_unit_test(placed), cmocka_unit_test(torus)};
  return cmocka_run_group_tests(tests, make_path, remove_path);
}
