/* SPDX-License-Identifier: BSD-3-Clause */
/* Filling: known counts, and every site against a direct test of point and shape. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "case/case.h"
#include "geometry/particles.h"
#include "geometry/shape.h"
#include "util/error.h"

enum { SHAPES_MOST = 4 };

/* A case of at most two walls and two fluids, without a file. */
struct sample {
  struct amphi_case c;
  struct body walls[2], fluids[2];
  struct shape wall_shapes[2][SHAPES_MOST], fluid_shapes[2][SHAPES_MOST];
};

static struct sample *sample_new(int dimensions, double dp, double x, double y, double z) {
  static char *names[] = {"first", "second"};
  struct sample *t = calloc(1, sizeof *t);
  t->c =
      (struct amphi_case){.path = "sample.yaml", .dimensions = dimensions, .dp = dp, .smoothing_ratio = 1.5};
  t->c.boundary.model = BOUNDARY_DUMMY;
  t->c.domain.high[0] = x;
  t->c.domain.high[1] = y;
  t->c.domain.high[2] = z;
  t->c.walls = t->walls;
  t->c.fluids = t->fluids;
  for (int i = 0; i < 2; i++) {
    t->walls[i] = (struct body){.name = names[i], .shapes = t->wall_shapes[i], .carrier = -1};
    t->fluids[i] = (struct body){.name = names[i], .shapes = t->fluid_shapes[i]};
  }
  return t;
}

static void add(struct body *bodies, size_t *count, size_t body, struct shape s) {
  if (*count < body + 1) *count = body + 1;
  bodies[body].shapes[bodies[body].shape_count++] = s;
}
static void add_fluid(struct sample *t, size_t body, struct shape s) {
  add(t->fluids, &t->c.fluid_count, body, s);
}
static void add_wall(struct sample *t, size_t body, struct shape s) {
  add(t->walls, &t->c.wall_count, body, s);
}

static struct shape box(double x0, double y0, double z0, double x1, double y1, double z1) {
  return (struct shape){.kind = SHAPE_BOX, .low = {x0, y0, z0}, .high = {x1, y1, z1}};
}

static struct shape shell(struct shape s, enum shape_fill fill, int layers, unsigned open) {
  s.fill = fill;
  s.layers = layers;
  s.open = open;
  return s;
}

static void expect_counts(struct sample *t, size_t walls, size_t fluid) {
  struct particles p;
  int status = particles_fill(&p, &t->c);
  if (status != STATUS_OK) fail_msg("%s", error_text());
  assert_int_equal(p.wall_count, walls);
  assert_int_equal(p.fluid_count, fluid);
  particles_free(&p);
  free(t);
}

static void expect_error(struct sample *t, const char *text) {
  struct particles p;
  assert_int_equal(particles_fill(&p, &t->c), STATUS_USAGE);
  assert_string_equal(error_text(), text);
  assert_null(p.position);
  free(t);
}

/* ---- known counts ---- */

static void tank_shell_counts(void **state) {
  (void)state;
  /* 10 x 8 x 6 sites inside; two layers; once closed, once without a lid. */
  struct sample *t = sample_new(3, 0.1, 1, 0.8, 0.6);
  add_fluid(t, 0, box(0, 0, 0, 1, 0.8, 0.3));
  add_wall(t, 0, shell(box(0, 0, 0, 1, 0.8, 0.6), FILL_SHELL_OUTSIDE, 2, 0));
  expect_counts(t, 14 * 12 * 10 - 10 * 8 * 6, 10 * 8 * 3);
  t = sample_new(3, 0.1, 1, 0.8, 0.6);
  add_fluid(t, 0, box(0, 0, 0, 1, 0.8, 0.3));
  add_wall(t, 0, shell(box(0, 0, 0, 1, 0.8, 0.6), FILL_SHELL_OUTSIDE, 2, FACE_Z_HIGH));
  expect_counts(t, 14 * 12 * 8 - 10 * 8 * 6, 10 * 8 * 3);
  t = sample_new(3, 0.1, 1, 0.8, 0.6);
  add_fluid(t, 0, box(0, 0, 0, 1, 0.8, 0.6));
  add_wall(t, 0, shell(box(0, 0, 0, 1, 0.8, 0.6), FILL_SHELL_INSIDE, 2, FACE_X_LOW));
  expect_counts(t, 10 * 8 * 6 - 8 * 4 * 2, 8 * 4 * 2);
}

static void default_layers(void **state) {
  (void)state;
  struct amphi_case c = {.smoothing_ratio = 1.732};
  struct shape s = {.layers = 0};
  assert_int_equal(shape_layers(&c, &s), 4);
  c.smoothing_ratio = 1.5;
  assert_int_equal(shape_layers(&c, &s), 3);
  s.layers = 5;
  assert_int_equal(shape_layers(&c, &s), 5);
}

/* A box N dp wide holds N sites wherever it starts, also where rounding puts its edge to either side. */
static void width_does_not_flicker(void **state) {
  (void)state;
  for (int n = 1; n < 200; n++) {
    double dp = 0.55 / 30, x = n * dp / 2;
    struct sample *t = sample_new(2, n % 3 ? dp : 0.0183333333, 400 * dp, 10 * dp, 0);
    add_fluid(t, 0, box(x, 0, 0, x + 7 * dp, 4 * dp, 0));
    add_fluid(t, 1, box(x + 7 * dp, 0, 0, x + 9 * dp, 4 * dp, 0));
    add_wall(t, 0, shell(box(x, 0, 0, x + 9 * dp, 4 * dp, 0), FILL_SHELL_OUTSIDE, 3, FACE_Y_HIGH));
    expect_counts(t, 15 * 7 - 9 * 4, 9 * 4);
  }
}

static void sphere_and_cylinder_volume(void **state) {
  (void)state;
  struct particles p;
  struct sample *t = sample_new(3, 0.01, 1, 1, 1);
  add_fluid(t, 0, (struct shape){.kind = SHAPE_SPHERE, .centre = {0.5, 0.5, 0.5}, .radius = 0.4});
  assert_int_equal(particles_fill(&p, &t->c), STATUS_OK);
  assert_float_equal((double)p.fluid_count * 1e-6, 4 * M_PI / 3 * 0.064, 2e-4);
  particles_free(&p);
  free(t);
  t = sample_new(3, 0.01, 1, 1, 1);
  add_fluid(
      t, 0,
      (struct shape){.kind = SHAPE_CYLINDER, .base = {0.3, 0.3, 0.3}, .top = {0.7, 0.6, 0.5}, .radius = 0.2});
  assert_int_equal(particles_fill(&p, &t->c), STATUS_OK);
  assert_float_equal((double)p.fluid_count * 1e-6, M_PI * 0.04 * sqrt(0.29), 2e-4);
  particles_free(&p);
  free(t);
}

static void shapes_apply_in_order(void **state) {
  (void)state;
  struct sample *t = sample_new(3, 0.1, 1, 1, 1);
  struct shape cut = box(0.2, 0.2, 0.2, 0.8, 0.8, 0.8);
  cut.cut = true;
  add_fluid(t, 0, box(0, 0, 0, 1, 1, 1));
  add_fluid(t, 0, cut);
  add_fluid(t, 0, box(0.4, 0.4, 0.4, 0.5, 0.5, 0.5));
  expect_counts(t, 0, 1000 - 216 + 1);
}

static void bodies_share_no_site(void **state) {
  (void)state;
  struct sample *t = sample_new(2, 0.1, 1, 1, 0);
  add_wall(t, 0, box(0, 0, 0, 0.5, 0.5, 0));
  add_wall(t, 1, box(0.3, 0.3, 0, 0.7, 0.7, 0));
  add_fluid(t, 0, box(0, 0, 0, 1, 0.9, 0));
  add_fluid(t, 1, box(0, 0, 0, 1, 1, 0));
  struct particles p;
  assert_int_equal(particles_fill(&p, &t->c), STATUS_OK);
  size_t of[4] = {0};
  for (size_t i = 0; i < p.wall_count + p.fluid_count; i++) of[p.body[i] + (i < p.wall_count ? 0 : 2)]++;
  assert_int_equal(of[0], 25);
  assert_int_equal(of[1], 16 - 4);
  assert_int_equal(of[2], 90 - 37);
  assert_int_equal(of[3], 10);
  particles_free(&p);
  free(t);
}

static void periodic_axes_have_no_images(void **state) {
  (void)state;
  struct sample *t = sample_new(3, 0.1, 1, 0.8, 0.6);
  t->c.domain.periodic[0] = true;
  add_fluid(t, 0, box(0, 0, 0, 1, 0.8, 0.6));
  add_wall(t, 0, shell(box(0, 0, 0, 1, 0.8, 0.6), FILL_SHELL_OUTSIDE, 2, 0));
  expect_counts(t, 10 * (12 * 10 - 8 * 6), 10 * 8 * 6);
}

static void plane_fills_the_grown_domain(void **state) {
  (void)state;
  struct sample *t = sample_new(3, 0.1, 1, 0.8, 0.6);
  struct shape floor = {.kind = SHAPE_PLANE, .point = {0, 0, 0.2}, .normal = {0, 0, 3}, .layers = 2};
  add_fluid(t, 0, box(0, 0, 0.2, 1, 0.8, 0.6));
  add_wall(t, 0, floor);
  expect_counts(t, 14 * 12 * 4, 10 * 8 * 4);
  t = sample_new(3, 0.1, 1, 0.8, 0.6);
  add_fluid(t, 0, box(0, 0, 0.2, 1, 0.8, 0.6));
  add_wall(t, 0, shell(floor, FILL_SHELL_OUTSIDE, 2, 0));
  expect_counts(t, 14 * 12 * 2, 10 * 8 * 4);
}

static void polygon_counts(void **state) {
  (void)state;
  double ell[6][2] = {{0, 0}, {0.8, 0}, {0.8, 0.3}, {0.3, 0.3}, {0.3, 0.6}, {0, 0.6}};
  struct shape s = {.kind = SHAPE_POLYGON, .vertices = ell, .vertex_count = 6};
  struct sample *t = sample_new(2, 0.1, 1, 1, 0);
  add_fluid(t, 0, s);
  expect_counts(t, 0, 8 * 3 + 3 * 3);
  /* One layer outside: 8 + 6 + 5 + 3 + 3 + 3 along the edges but the shared corner site of the notch;
   * the corner sites lie sqrt(1/2) dp from the vertices. */
  t = sample_new(2, 0.1, 1, 1, 0);
  add_fluid(t, 0, s);
  add_wall(t, 0, shell(s, FILL_SHELL_OUTSIDE, 1, 0));
  expect_counts(t, 8 + 6 + 5 + 3 + 3 + 3 - 1 + 5, 33);
  /* A five-pointed star crosses itself: even-odd leaves its middle out. */
  double star[5][2];
  for (int i = 0; i < 5; i++) {
    star[i][0] = 0.5 + 0.45 * sin(4 * M_PI / 5 * i);
    star[i][1] = 0.5 + 0.45 * cos(4 * M_PI / 5 * i);
  }
  t = sample_new(2, 0.001, 1, 1, 0);
  add_fluid(t, 0, (struct shape){.kind = SHAPE_POLYGON, .vertices = star, .vertex_count = 5});
  struct particles p;
  assert_int_equal(particles_fill(&p, &t->c), STATUS_OK);
  double inner = 0.45 * cos(2 * M_PI / 5) / cos(M_PI / 5); /* radius of the inner pentagon */
  double area = 5 * 0.45 * inner * sin(M_PI / 5) - 2.5 * inner * inner * sin(2 * M_PI / 5);
  assert_float_equal((double)p.fluid_count * 1e-6, area, 3e-4);
  particles_free(&p);
  free(t);
}

static void spheric02_sites(void **state) {
  (void)state;
  /* The official set-up counts 108 540 fluid particles: 67 x 54 x 30. Here the width takes 55, as 1 m is
   * 54.545 dp. */
  struct sample *t = sample_new(3, 0.55 / 30, 3.22, 1, 1);
  add_fluid(t, 0, box(1.992, 0, 0, 3.22, 1, 0.55));
  expect_counts(t, 0, 108540 + 30 * 67);
}

/* ---- every site ---- */

/* The rules of shape.h, written for one point: signed distances, no rows, no intervals. */
static bool in_box(const struct shape *s, const double p[3], int dimensions, double dp, int layers) {
  const double hair = SHAPE_TOLERANCE * dp;
  for (int a = 0; a < dimensions; a++) {
    double below = s->open >> 2 * a & 1 ? 0 : layers * dp, above = s->open >> 2 * a & 2 ? 0 : layers * dp;
    if (p[a] < s->low[a] - below - hair || p[a] >= s->high[a] + above - hair) return false;
  }
  return true;
}

static double length(const double v[3]) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static bool in_cylinder(const struct shape *s, const double p[3], double grow) {
  double d[3], w[3], n[3];
  for (int a = 0; a < 3; a++) {
    d[a] = s->top[a] - s->base[a];
    w[a] = p[a] - s->base[a];
  }
  double size = length(d), along = (w[0] * d[0] + w[1] * d[1] + w[2] * d[2]) / size;
  for (int a = 0; a < 3; a++) n[a] = w[a] - along * d[a] / size;
  return length(n) <= s->radius + grow && along >= -grow && along <= size + grow;
}

static bool in_polygon(const struct shape *s, const double p[2]) {
  bool in = false;
  for (size_t i = 0, j = s->vertex_count - 1; i < s->vertex_count; j = i++) {
    const double *a = s->vertices[i], *b = s->vertices[j];
    if ((a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0])
      in = !in;
  }
  return in;
}

static double polygon_distance(const struct shape *s, const double p[2]) {
  double least = INFINITY;
  for (size_t i = 0, j = s->vertex_count - 1; i < s->vertex_count; j = i++) {
    const double *a = s->vertices[i], *b = s->vertices[j];
    double ex = b[0] - a[0], ey = b[1] - a[1];
    double at = ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / (ex * ex + ey * ey);
    at = fmin(1, fmax(0, at));
    least = fmin(least, hypot(p[0] - a[0] - at * ex, p[1] - a[1] - at * ey));
  }
  return least;
}

static bool point_covered(const struct amphi_case *c, const struct shape *s, const double p[3]) {
  const double dp = c->dp, hair = SHAPE_TOLERANCE * dp;
  int layers = shape_layers(c, s);
  double w[3] = {p[0] - s->centre[0], p[1] - s->centre[1], p[2] - s->centre[2]};
  bool self = false, grown = false, shrunk = false;
  if (s->kind == SHAPE_BOX) {
    self = in_box(s, p, c->dimensions, dp, 0);
    grown = in_box(s, p, c->dimensions, dp, layers);
    shrunk = in_box(s, p, c->dimensions, dp, -layers);
  } else if (s->kind == SHAPE_SPHERE) {
    self = length(w) <= s->radius + hair;
    grown = length(w) <= s->radius + layers * dp + hair;
    shrunk = length(w) <= s->radius - layers * dp + hair;
  } else if (s->kind == SHAPE_CYLINDER) {
    self = in_cylinder(s, p, hair);
    grown = in_cylinder(s, p, layers * dp + hair);
    shrunk = in_cylinder(s, p, -layers * dp + hair);
  } else if (s->kind == SHAPE_POLYGON) {
    double moved[2] = {p[0] + hair, p[1] + 0.6180339887 * hair};
    bool near = polygon_distance(s, moved) <= layers * dp;
    self = in_polygon(s, moved);
    grown = self || near;
    shrunk = self && !near;
  } else {
    double over = 0;
    for (int a = 0; a < 3; a++) {
      over += (p[a] - s->point[a]) * s->normal[a] / length(s->normal);
      double margin = a < c->dimensions ? layers * dp : INFINITY;
      if (p[a] < c->domain.low[a] - margin || p[a] > c->domain.high[a] + margin) return false;
    }
    return over <= hair && (s->fill == FILL_SOLID || over > -layers * dp + hair);
  }
  if (s->fill == FILL_SOLID) return self;
  return s->fill == FILL_SHELL_OUTSIDE ? grown && !self : self && !shrunk;
}

static bool body_covers(const struct amphi_case *c, const struct body *b, const double p[3]) {
  bool in = false;
  for (size_t i = 0; i < b->shape_count; i++)
    if (point_covered(c, &b->shapes[i], p)) in = !b->shapes[i].cut;
  return in;
}

/* Go through all sites far around the domain in the order of the particles and expect each body's. */
static void check_all_sites(const struct amphi_case *c) {
  struct particles p;
  int status = particles_fill(&p, c);
  if (status != STATUS_OK) fail_msg("%s", error_text());
  int from[3] = {-12, -12, -12}, to[3];
  for (int a = 0; a < 3; a++) {
    int count = (int)ceil((c->domain.high[a] - c->domain.low[a]) / c->dp - 0.5 - SHAPE_TOLERANCE);
    if (c->domain.periodic[a]) from[a] = 0;
    to[a] = c->domain.periodic[a] ? count : count + 12;
    if (a >= c->dimensions) from[a] = 0, to[a] = 1;
  }
  size_t next = 0;
  for (size_t body = 0; body < c->wall_count + c->fluid_count; body++)
    for (int k = from[2]; k < to[2]; k++)
      for (int j = from[1]; j < to[1]; j++)
        for (int i = from[0]; i < to[0]; i++) {
          double at[3] = {c->domain.low[0] + (i + 0.5) * c->dp, c->domain.low[1] + (j + 0.5) * c->dp,
                          c->dimensions == 2 ? 0 : c->domain.low[2] + (k + 0.5) * c->dp};
          size_t owner = 0;
          while (owner < c->wall_count + c->fluid_count &&
                 !body_covers(c, owner < c->wall_count ? &c->walls[owner] : &c->fluids[owner - c->wall_count],
                              at))
            owner++;
          if (owner != body) continue;
          assert_true(next < p.wall_count + p.fluid_count);
          for (int a = 0; a < 3; a++) assert_float_equal(p.position[next][a], at[a], 1e-12);
          assert_int_equal(p.body[next], body < c->wall_count ? body : body - c->wall_count);
          next++;
        }
  assert_int_equal(next, p.wall_count + p.fluid_count);
  particles_free(&p);
}

/* Half of the numbers are multiples of dp / 2, where surfaces run through sites. */
static double any_number(double low, double high, double dp) {
  double x = low + (high - low) * rand() / RAND_MAX;
  return rand() % 2 ? x : round(2 * x / dp) * dp / 2;
}

static struct shape any_shape(const struct amphi_case *c, double (*vertices)[2]) {
  const double *high = c->domain.high, dp = c->dp;
  int kinds = c->dimensions == 2 ? 5 : 4;
  struct shape s = {.kind = (enum shape_kind)(rand() % kinds), .fill = (enum shape_fill)(rand() % 3)};
  s.layers = rand() % 4;
  s.open = (unsigned)rand() % (c->dimensions == 2 ? 16 : 64);
  s.radius = any_number(1.3 * dp, 7 * dp, dp);
  for (int a = 0; a < c->dimensions; a++) {
    s.low[a] = any_number(0, high[a] - 2 * dp, dp);
    s.high[a] = any_number(s.low[a] + 2 * dp, high[a], dp);
    s.base[a] = s.low[a];
    s.top[a] = rand() % 3 ? s.high[a] : s.low[a];
    s.point[a] = s.centre[a] = any_number(0.2 * high[a], 0.8 * high[a], dp);
    s.normal[a] = rand() % 3 ? any_number(-1, 1, 0.5) : 0;
  }
  if (length(s.normal) == 0) s.normal[0] = -2;
  if (s.top[0] == s.base[0] && s.top[1] == s.base[1]) s.top[0] = s.base[0] + 4 * dp;
  s.vertices = vertices;
  s.vertex_count = 3 + (size_t)rand() % 5;
  for (size_t i = 0; i < s.vertex_count; i++)
    for (int a = 0; a < 2; a++) vertices[i][a] = any_number(0, high[a], dp);
  return s;
}

static void random_cases_match_brute_force(void **state) {
  (void)state;
  srand(20);
  int filled = 0;
  for (int n = 0; n < 400; n++) {
    int dimensions = n % 2 ? 2 : 3;
    double dp = n % 5 ? 0.01 : 0.55 / 30, vertices[6][8][2];
    struct sample *t = sample_new(dimensions, dp, 24 * dp, 14 * dp, dimensions == 3 ? 11 * dp : 0);
    for (int a = 0; a < dimensions; a++) t->c.domain.periodic[a] = rand() % 4 == 0;
    for (size_t i = 0; i < 4; i++) {
      struct shape s = any_shape(&t->c, vertices[i]);
      s.cut = i % 2 && rand() % 2;
      add_wall(t, i / 2, s);
    }
    /* All else in the domain is fluid, so that no site can hide. */
    add_fluid(t, 0, box(0, 0, 0, 24 * dp, 14 * dp, 11 * dp));
    struct particles p;
    if (particles_fill(&p, &t->c) == STATUS_OK) {
      particles_free(&p);
      check_all_sites(&t->c);
      filled++;
    }
    free(t);
  }
  /* The others cut all they added, or covered nothing. */
  assert_in_range(filled, 250, 400);
}

static void millions_of_particles(void **state) {
  (void)state;
  struct sample *t = sample_new(3, 0.01, 40, 40, 40);
  add_fluid(t, 0, box(0, 0, 0, 2, 2, 1.25));
  add_wall(t, 0, shell(box(0, 0, 0, 40, 2, 2), FILL_SHELL_OUTSIDE, 1, FACE_Z_HIGH));
  expect_counts(t, 4002 * 202 * 201 - 4000 * 200 * 200, 5000000);
}

static void errors_name_the_body(void **state) {
  (void)state;
  struct sample *t = sample_new(2, 0.1, 1, 1, 0);
  add_wall(t, 0, box(0, 0, 0, 1, 1, 0));
  add_fluid(t, 0, box(0, 0, 0, 1, 1, 0));
  expect_error(t, "sample.yaml: fluids.first: no particles: walls and earlier fluids take all its sites");
  t = sample_new(2, 0.1, 1, 1, 0);
  add_wall(t, 0, box(0, 0, 0, 1, 0.01, 0));
  add_fluid(t, 0, box(0, 0, 0, 1, 1, 0));
  expect_error(t, "sample.yaml: walls.first.shapes.0: the box covers no particle site: is it thinner than "
                  "dp = 0.1 m, or "
                  "outside the domain?");
  t = sample_new(2, 0.1, 1, 1, 0);
  add_fluid(t, 0, box(0.5, 0.5, 0, 1.5, 1, 0));
  expect_error(t, "sample.yaml: fluids.first: outside the domain, first at (1.05, 0.55, 0) m");
  t = sample_new(2, 0.1, 1, 1, 0);
  add_fluid(t, 0, box(-0.5, 0.5, 0, 1.5, 1, 0));
  expect_error(t, "sample.yaml: fluids.first: outside the domain, first at (-0.45, 0.55, 0) m");
  t = sample_new(2, 0.1, 1, 1, 0);
  add_fluid(t, 0, box(0, 0, 0, 1, 1, 0));
  add_wall(t, 0, box(0, -0.1, 0, 1, 0, 0));
  add_wall(t, 1, box(0, -0.1, 0, 1, 0, 0));
  expect_error(t, "sample.yaml: walls.second: no particles: earlier walls take all its sites");
  t = sample_new(2, 0.1, 1, 1, 0);
  add_fluid(t, 0, box(0, 0, 0, 1, 1, 0));
  add_wall(t, 0, box(0, -0.1, 0, 1, 0, 0));
  add_wall(t, 0, box(1.6, 0, 0, 2, 1, 0));
  expect_error(t, "sample.yaml: walls.first.shapes.1: the box lies outside the domain");
  t = sample_new(2, 0.1, 1, 1, 0);
  struct shape cut = box(0, 0, 0, 1, 1, 0);
  add_fluid(t, 0, cut);
  cut.cut = true;
  add_fluid(t, 0, cut);
  expect_error(t, "sample.yaml: fluids.first: no particles: what its shapes add they also cut");
}

/* A spacing a thousand times too small must be an answer, not hours of work or the machine's memory. */
static void too_many_particles(void **state) {
  (void)state;
  static const struct shape round[] = {
      {.kind = SHAPE_SPHERE, .centre = {0.5, 0.5, 0.5}, .radius = 0.4},
      {.kind = SHAPE_CYLINDER, .base = {0.5, 0.5, 0.1}, .top = {0.5, 0.5, 0.9}, .radius = 0.4},
      {.kind = SHAPE_PLANE, .point = {0.5, 0.5, 0.5}, .normal = {1, 1, 1}}};
  for (int i = 0; i < 8; i++) {
    struct sample *t = sample_new(3, 1e-5, 1, 1, 1);
    struct shape s = i < 6 ? round[i % 3] : box(0, 0, 0, 1, 1, 1);
    if (i >= 3 && i != 6) s.fill = FILL_SHELL_OUTSIDE;
    add_fluid(t, 0, s);
    expect_error(t, "sample.yaml: fluids.first.shapes.0: more than 1073741823 particles at dp = 1e-05 m");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tank_shell_counts),
      cmocka_unit_test(default_layers),
      cmocka_unit_test(width_does_not_flicker),
      cmocka_unit_test(sphere_and_cylinder_volume),
      cmocka_unit_test(shapes_apply_in_order),
      cmocka_unit_test(bodies_share_no_site),
      cmocka_unit_test(periodic_axes_have_no_images),
      cmocka_unit_test(plane_fills_the_grown_domain),
      cmocka_unit_test(polygon_counts),
      cmocka_unit_test(spheric02_sites),
      cmocka_unit_test(random_cases_match_brute_force),
      cmocka_unit_test(millions_of_particles),
      cmocka_unit_test(errors_name_the_body),
      cmocka_unit_test(too_many_particles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
