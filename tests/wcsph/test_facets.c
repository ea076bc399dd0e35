/* SPDX-License-Identifier: BSD-3-Clause */
/* Semi-analytical walls in space: gamma and its gradient against the integrals they are, at a plane, an edge
 * and a corner, in squares and in triangles; facets that close what they enclose; linear fields at a wall;
 * and walls that move, here and in the plane, which do as those at rest where nothing moves against them. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#define LANES 1
#include "check/read.h"
#include "registry/backends.h"
#include "setup.h"
#include "wcsph/hash.h"
#include "wcsph/models/facet.h"

/* The kernel in units of h, and its integral over x > -a, y > -b, z > -c by the rule of the middle. */
static double kernel(double q) {
  const double t = fmax(1.0 - 0.5 * q, 0.0);
  return 21.0 / (16.0 * M_PI) * t * t * t * t * (2.0 * q + 1.0);
}
static double integral(double a, double b, double c) {
  enum { N = 160 };
  const double low[3] = {fmax(-a, -2.0), fmax(-b, -2.0), fmax(-c, -2.0)};
  const double step[3] = {(2.0 - low[0]) / N, (2.0 - low[1]) / N, (2.0 - low[2]) / N};
  double sum = 0.0;
  for (int k = 0; k < N; k++)
    for (int j = 0; j < N; j++) {
      const double z = low[2] + (k + 0.5) * step[2], y = low[1] + (j + 0.5) * step[1], yz = y * y + z * z;
      for (int i = 0; i < N && yz < 4.0; i++) {
        const double x = low[0] + (i + 0.5) * step[0];
        sum += kernel(sqrt(yz + x * x));
      }
    }
  return sum * step[0] * step[1] * step[2];
}

static void add_seen(struct segment_part *all, const struct facet *f, const double seen[3]) {
  real_t n[3];
  const real_t quarter = facet_normal(f, n);
  const struct segment_part one = facet_seen(f, n, quarter, (float)seen[0], (float)seen[1], (float)seen[2]);
  if (seen[0] * seen[0] + seen[1] * seen[1] + seen[2] * seen[2] >= 4.0) return; /* as the pass has it */
  all->share += one.share, all->slope += one.slope, all->bend += one.bend;
}

/* Of a floor, z = 0, whose squares begin at (from_x, from_y), or each as two triangles, as a particle at x
 * sees them. */
static void add_floor(struct segment_part *all, const double x[3], double from_x, double from_y, double width,
                      bool triangles) {
  for (int j = 0; j < 24; j++)
    for (int i = 0; i < 24; i++) {
      const double at[2] = {from_x + (i + 0.5) * width, from_y + (j + 0.5) * width};
      const double seen[3] = {x[0] - at[0], x[1] - at[1], x[2]};
      const float half = (float)(0.5 * width), quarter = 0.5f * half;
      struct facet f = {.along = {half, 0, 0}, .across = {0, half, 0}};
      if (!triangles) {
        add_seen(all, &f, seen);
        continue;
      }
      /* bottom from corner to corner, top at a third; and the other way around, both middles half way up */
      f = (struct facet){.along = {quarter, 0, 0}, .across = {-quarter, half, 0}, .taper = 1};
      add_seen(all, &f, (const double[3]){seen[0] + 0.25 * width, seen[1], seen[2]});
      f = (struct facet){.along = {-quarter, 0, 0}, .across = {quarter, -half, 0}, .taper = 1};
      add_seen(all, &f, (const double[3]){seen[0] - 0.25 * width, seen[1], seen[2]});
    }
}

/* The floor and up to two walls across it as a particle at x sees them; of the others x is turned. */
static struct segment_part seen_by(const double x[3], int walls, double width, bool triangles) {
  struct segment_part all = {0};
  const double far = -10.0 * width;
  add_floor(&all, x, walls > 1 ? 0.0 : far, walls > 2 ? 0.0 : far, width, triangles);
  if (walls > 1)
    add_floor(&all, (const double[3]){x[1], x[2], x[0]}, walls > 2 ? 0.0 : far, 0.0, width, triangles);
  if (walls > 2) add_floor(&all, (const double[3]){x[2], x[0], x[1]}, 0.0, 0.0, width, triangles);
  return all;
}

static void gamma_of_a_plane(void **state) {
  (void)state;
  double worst = 0.0, worst_slope = 0.0;
  for (int triangles = 0; triangles < 2; triangles++)
    for (double width = 0.5; width < 0.8; width += 0.13)
      for (double z = 0.02; z < 2.1; z += 0.13) {
        const struct segment_part all =
            seen_by((const double[3]){0.3 * width, 0.1 * width, z}, 1, width, triangles);
        double share = 0.0, slope = 0.0;
        for (int i = 0; i < 4000; i++) { /* over circles on planes z and more below */
          const double r = (i + 0.5) / 2000.0, s = z + (i + 0.5) / 2000.0;
          slope += 2.0 * M_PI * r * kernel(hypot(r, z)) / 2000.0;
          share += 2.0 * M_PI * s * kernel(s) * (s - z) / 2000.0; /* caps */
        }
        worst = fmax(worst, fabs((double)all.share - share));
        worst_slope = fmax(worst_slope, fabs((double)all.slope - slope));
      }
  print_message("plane: gamma within %.1e, its gradient within %.1e/h\n", worst, worst_slope);
  assert_true(worst < 1e-4 && worst_slope < 4e-3);
}

static void gamma_of_an_edge_and_a_corner(void **state) {
  (void)state;
  const double width = 1.0 / 1.3;
  double worst[2] = {0};
  for (double x = 0.1; x < 2.0; x += 0.6)
    for (double y = 0.1; y < 2.0; y += 0.6)
      for (double z = 0.1; z < 2.0; z += 0.9) {
        const struct segment_part edge = seen_by((const double[3]){x, y, z}, 2, width, false),
                                  corner = seen_by((const double[3]){x, y, z}, 3, width, false);
        worst[0] = fmax(worst[0], fabs(1.0 - (double)edge.share - integral(x, 9.0, z)));
        worst[1] = fmax(worst[1], fabs(1.0 - (double)corner.share - integral(x, y, z)));
      }
  print_message("edge: gamma within %.1e; corner: within %.1e\n", worst[0], worst[1]);
  assert_true(worst[0] < 1e-4 && worst[1] < 1e-4);
}

static void no_facet_does_nothing(void **state) {
  (void)state;
  struct segment_part none = {0};
  add_seen(&none, &(struct facet){.taper = 0}, (const double[3]){0.3, 0.2, 0.1});
  assert_true(none.share == 0.0f && none.slope == 0.0f && none.bend == 0.0f);
}

/* Areas times normals of the facets that `wanted` has. */
static double sum_facets(const struct wcsph_run *r, bool (*wanted)(const double x[3]), double sum[3]) {
  const struct wcsph_state *s = &r->state;
  const double h = (double)r->law.h;
  double area = 0.0;
  memset(sum, 0, 3 * sizeof *sum);
  for (uint32_t i = 0; i < state_count(s, KIND_WALL); i++) {
    const struct vec4 *u = &s->segment[i], *v = &s->segment_more[i];
    const struct facet f = {.along = {u->x, u->y, u->z}, .across = {v->x, v->y, v->z}, .taper = u->w};
    real_t n[3];
    const double x[3] = {state_coordinate(s, s->pos[i].x, 0), state_coordinate(s, s->pos[i].y, 1),
                         state_coordinate(s, s->pos[i].z, 2)};
    const double mine = 4.0 * (double)facet_normal(&f, n) * h * h;
    if (!(mine > 0.0) || !wanted(x)) continue;
    for (int a = 0; a < 3; a++) sum[a] += mine * (double)n[a];
    area += mine;
  }
  return area;
}

static bool is_inner(const double x[3]) {
  return x[0] > 0.1 && x[0] < 0.4 && x[1] > 0.1 && x[1] < 0.4 && x[2] > 0.05 && x[2] < 0.3;
}
static bool is_tank(const double x[3]) {
  return !is_inner(x);
}

/* Of eight triangles around (0.25, 0.25, 0.18). */
static void write_octahedron(const char *path, double r) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fprintf(f, "solid octahedron\n");
  for (int k = 0; k < 8; k++) {
    const double x[3] = {k & 1 ? -r : r, k & 2 ? -r : r, k & 4 ? -r : r};
    const bool odd = (k & 1) ^ (k >> 1 & 1) ^ (k >> 2 & 1);
    fprintf(f, "facet normal 0 0 0\nouter loop\n");
    for (int n = 0; n < 3; n++) {
      const int a = odd ? 2 - n : n;
      fprintf(f, "vertex %.9g %.9g %.9g\n", 0.25 + (a == 0 ? x[0] : 0), 0.25 + (a == 1 ? x[1] : 0),
              0.18 + (a == 2 ? x[2] : 0));
    }
    fprintf(f, "endloop\nendfacet\n");
  }
  fprintf(f, "endsolid\n");
  assert_int_equal(fclose(f), 0);
}

/* A tank has an open top; what stands in it closes. */
static void facets_close(void **state) {
  (void)state;
  const struct {
    const char *shape;
    double area, within;
  } all[] = {
      {"{add: box, low: [0.15, 0.12, 0.1], high: [0.36, 0.32, 0.25]}", 2 * (0.042 + 0.0315 + 0.03), 1e-5},
      {"{add: sphere, centre: [0.25, 0.25, 0.18], radius: 0.1}", 0.04 * M_PI, 4e-3},
      {"{add: cylinder, base: [0.25, 0.2, 0.18], top: [0.25, 0.32, 0.18], radius: 0.08}",
       0.16 * M_PI * 0.12 + 2 * 0.0064 * M_PI, 4e-3},
      {"{add: surface, file: " BINARY_DIR "/test_facets.stl}", 4 * sqrt(3.0) * 0.0144, 1e-3}};
  write_octahedron(BINARY_DIR "/test_facets.stl", 0.12);
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    struct trial t;
    char shape[600];
    double sum[3];
    snprintf(shape, sizeof shape,
             "walls=[{name: tank, shapes: [{add: box, low: [0, 0, 0], high: [0.5, 0.5, 0.4], "
             "fill: shell-outside, open: [+z]}, %s]}]",
             all[k].shape);
    char *const overrides[] = {"boundary.model=semi_analytical", shape, NULL};
    trial_open(&t, "still-water-3d", overrides, "reference", &(struct execution_options){0});
    const double inner = sum_facets(&t.run, is_inner, sum);
    assert_true(fabs(inner - all[k].area) < all[k].within * all[k].area);
    for (int a = 0; a < 3; a++) assert_true(fabs(sum[a]) < 1e-3 * inner);
    const double tank = sum_facets(&t.run, is_tank, sum);
    assert_true(fabs(tank - (0.25 + 4 * 0.5 * 0.4)) < 1e-5);
    assert_true(fabs(sum[0]) < 1e-5 && fabs(sum[1]) < 1e-5 && fabs(sum[2] - 0.25) < 1e-5);
    trial_close(&t);
  }
}

/* Where fluid rises from a floor, w = z/s, its density falls by the divergence, and under one pressure
 * nothing accelerates. */
static void linear_fields_are_kept(void **state) {
  (void)state;
  struct trial t;
  struct wcsph_limits limits;
  int beside = 0;
  double most[3] = {0};
  char *const overrides[] = {"boundary.model=semi_analytical",
                             "density_diffusion={model: none}",
                             "viscosity={model: none}",
                             "gravity=[0, 0, -1e-6]",
                             "material.speed_of_sound=20",
                             "fluids.water.hydrostatic=false",
                             "summation=fixed",
                             NULL};
  trial_open(&t, "still-water-3d", overrides, "reference", &(struct execution_options){0});
  struct wcsph_run *r = &t.run;
  struct wcsph_state *s = &r->state;
  const struct range fluid = state_range(s, KIND_FLUID);
  const float d = 0.001f, pull = 1e-3f;
  for (uint32_t i = fluid.begin; i < fluid.end; i++)
    s->vel[i] = (struct vec4){0.0f, 0.0f, pull * (float)state_coordinate(s, s->pos[i].z, 2), d};
  struct pass_found found;
  assert_int_equal(wcsph_pass(r->backend, r->self, PASS_walls, &found), STATUS_OK);
  assert_int_equal(wcsph_forces(r->backend, r->self, &limits), STATUS_OK);
  assert_int_equal(wcsph_pass(r->backend, r->self, PASS_faced, &found), STATUS_OK);
  const double unit = 400.0 * (double)d / (double)r->law.h; /* P / (rho h) */
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    const double x = state_coordinate(s, s->pos[i].x, 0), y = state_coordinate(s, s->pos[i].y, 1),
                 z = state_coordinate(s, s->pos[i].z, 2);
    if (x < 0.1 || x > 0.4 || y < 0.1 || y > 0.4 || z > 0.2) continue;
    most[0] = fmax(most[0], fabs((double)(s->rate[i].w / pull) + 1.0));
    most[1] = fmax(most[1], fabs((double)s->rate[i].z) / unit);
    most[2] = fmax(most[2], hypot((double)s->rate[i].x, (double)s->rate[i].y) / unit);
    beside += z < 0.02;
  }
  print_message("linear fields: density within %.1e, acceleration %.1e of P/(rho h), along the wall %.1e\n",
                most[0], most[1], most[2]);
  assert_true(most[0] < 0.04 && most[1] < 0.02 && most[2] < 0.01 && beside >= 200);
  trial_close(&t);
}

/* ---- walls that move ---- */

/* Rates of what began at rest, and of the same with a velocity that the walls have too, by id. The caller
 * frees. */
static struct vec4 *rates(const char *name, char *const overrides[], float u, float v, uint32_t *count) {
  struct trial t;
  struct wcsph_limits limits;
  struct pass_found found;
  trial_open(&t, name, overrides, "reference", &(struct execution_options){0});
  struct wcsph_run *r = &t.run;
  struct wcsph_state *s = &r->state;
  struct vec4 *all = malloc(s->count * sizeof *all);
  const struct range fluid = state_range(s, KIND_FLUID);
  for (uint32_t i = fluid.begin; i < fluid.end; i++) s->vel[i].x += u, s->vel[i].y += v;
  const bool moves = s->wall_velocity != NULL;
  assert_int_equal(wcsph_pass(r->backend, r->self, moves ? PASS_moving : PASS_walls, &found), STATUS_OK);
  assert_int_equal(wcsph_forces(r->backend, r->self, &limits), STATUS_OK);
  assert_int_equal(wcsph_pass(r->backend, r->self, s->segment_more ? PASS_faced : PASS_bounded, &found),
                   STATUS_OK);
  for (uint32_t i = 0; i < s->count; i++) all[s->id[i]] = s->rate[i];
  *count = s->count;
  trial_close(&t);
  return all;
}

static void moving_along_is_rest(void **state) {
  (void)state;
  for (int space = 0; space < 2; space++) {
    const char *name = space ? "still-water-3d" : "still-water-2d";
    char *const rest[] = {"boundary={model: semi_analytical, slip: no}",
                          "viscosity={model: laminar, nu: 0.001}", "summation=fixed", NULL};
    char *const moved[] = {rest[0], rest[1], rest[2],
                           space ? "walls.tank.motion={velocity: [0.3, 0.1, 0], to: 1}"
                                 : "walls.tank.motion={velocity: [0.3, 0.1], to: 1}",
                           NULL};
    uint32_t count[3];
    struct vec4 *a = rates(name, rest, 0.0f, 0.0f, &count[0]), *b = rates(name, moved, 0.3f, 0.1f, &count[1]);
    struct vec4 *c = rates(name, rest, 0.3f, 0.1f, &count[2]); /* against walls at rest it is not the same */
    double most[2] = {0}, other = 0.0;
    assert_true(count[0] == count[1] && count[0] == count[2]);
    for (uint32_t i = 0; i < count[0]; i++) {
      most[0] = fmax(most[0], fabs((double)(a[i].x - b[i].x)) + fabs((double)(a[i].y - b[i].y)));
      most[1] = fmax(most[1], fabs((double)(a[i].w - b[i].w)));
      other = fmax(other, fabs((double)(a[i].x - c[i].x)) + fabs((double)(a[i].y - c[i].y)));
    }
    print_message("%s: moved along within %.1e m/s^2, past walls at rest %.1e\n", name, most[0], other);
    assert_true(most[0] < 1e-3 && most[1] < 1e-3 && other > 0.1);
    free(a), free(b), free(c);
  }
}

/* A square that turns keeps its corners: after a while each segment is where the wall's pose has it, and its
 * normal looks away from the square's middle, along a side. */
static void segments_turn(void **state) {
  (void)state;
  struct trial t;
  char *const overrides[] = {
      "boundary.model=semi_analytical", "walls.wedge.shapes.0={add: box, low: [0.9, 0.2], high: [1.1, 0.4]}",
      "walls.wedge.motion={type: rotation, angular_velocity: 90, through: [1, 0.3]}", NULL};
  trial_open(&t, "still-wedge", overrides, "cpu", &(struct execution_options){.threads = 1});
  while (t.run.time < 0.1) assert_int_equal(wcsph_run_step(&t.run, 0.1), STATUS_OK);
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_POSITION | BUFFER_SEGMENT), STATUS_OK);
  const struct wcsph_state *s = &t.run.state;
  const double turn = 9.0 * M_PI / 180.0;
  int seen = 0;
  for (uint32_t i = 0; i < state_count(s, KIND_WALL); i++) {
    const struct vec4 *one = &s->segment[i];
    const double x = state_coordinate(s, s->pos[i].x, 0) - 1.0, y = state_coordinate(s, s->pos[i].y, 1) - 0.3;
    if (!(one->w > 0.0f) || hypot(x, y) > 0.18) continue;
    const double u = cos(turn) * x + sin(turn) * y, v = cos(turn) * y - sin(turn) * x; /* turned back */
    const double nu = cos(turn) * (double)one->x + sin(turn) * (double)one->y,
                 nv = cos(turn) * (double)one->y - sin(turn) * (double)one->x;
    assert_true(fabs(fmax(fabs(u), fabs(v)) - 0.1) < 1e-6);
    assert_true(fabs(u) > fabs(v) ? fabs(nu * u - 0.1) < 1e-6 && fabs(nv) < 1e-6
                                  : fabs(nv * v - 0.1) < 1e-6 && fabs(nu) < 1e-6);
    seen++;
  }
  trial_close(&t);
  assert_int_equal(seen, 40);
}

/* Walls that move against each other do not cut each other's pieces, so they must not touch. */
static void touching_is_refused(void **state) {
  (void)state;
  struct trial t = {0};
  char *const overrides[] = {"boundary.model=semi_analytical",
                             "walls.wedge.motion={velocity: [0.1, 0], to: 1}"};
  assert_int_equal(case_read(&t.config, SOURCE_DIR "/cases/still-wedge/case.yaml", overrides, 2), STATUS_OK);
  assert_int_equal(particles_fill(&t.particles, &t.config), STATUS_OK);
  assert_int_equal(wcsph_run_open(&t.run, trial_settings(&t), &t.particles, wcsph_backend_find("reference"),
                                  &(struct execution_options){0}),
                   STATUS_USAGE);
  assert_non_null(strstr(error_text(), "touches a wall that moves against it"));
  particles_free(&t.particles);
  case_free(&t.config);
}

/* ---- one hash ---- */

/* The hash after some steps on a backend, half of them after a resume on another one if there is one. */
static uint64_t hash_after(const char *name, char *const overrides[], const char *backend, int threads,
                           const char *resumed) {
  struct trial t;
  uint64_t hash;
  const struct execution_options options = {.device = "host", .threads = threads};
  trial_open(&t, name, overrides, backend, &options);
  for (int k = 0; k < 20; k++) {
    if (k == 10 && resumed) trial_go_on(&t, BINARY_DIR "/test_facets.h5", resumed, &options);
    assert_int_equal(wcsph_run_step(&t.run, 0.0), STATUS_OK);
  }
  assert_int_equal(wcsph_run_hash(&t.run, &hash), STATUS_OK);
  trial_close(&t);
  return hash;
}

static void one_hash_everywhere(void **state) {
  (void)state;
  char *const space[] = {"boundary.model=semi_analytical", "summation=fixed", "dp=0.04", NULL};
  char *const turning[] = {"boundary={model: semi_analytical, slip: no}", "summation=fixed", "dp=0.04",
                           "walls.tank.motion={type: swing, axis: [0, 1, 0], through: [0.25, 0.25, 0.2], "
                           "angle: 5, period: 0.5}",
                           NULL};
  char *const plane[] = {"boundary={model: semi_analytical, slip: no}", "summation=fixed",
                         "walls.wedge.shapes.0={add: box, low: [0.9, 0.2], high: [1.1, 0.4]}",
                         "walls.wedge.motion={type: rotation, angular_velocity: 90, through: [1, 0.3]}",
                         NULL};
  const struct {
    const char *name;
    char *const *overrides;
  } all[] = {{"still-water-3d", space}, {"still-water-3d", turning}, {"still-wedge", plane}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    const uint64_t one = hash_after(all[k].name, all[k].overrides, "reference", 1, NULL);
    assert_true(hash_after(all[k].name, all[k].overrides, "cpu", 1, NULL) == one);
    assert_true(hash_after(all[k].name, all[k].overrides, "cpu", 2, "offload") == one);
    assert_true(hash_after(all[k].name, all[k].overrides, "offload", 1, "cpu") == one);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gamma_of_a_plane),       cmocka_unit_test(gamma_of_an_edge_and_a_corner),
      cmocka_unit_test(no_facet_does_nothing),  cmocka_unit_test(facets_close),
      cmocka_unit_test(linear_fields_are_kept), cmocka_unit_test(moving_along_is_rest),
      cmocka_unit_test(segments_turn),          cmocka_unit_test(touching_is_refused),
      cmocka_unit_test(one_hash_everywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
