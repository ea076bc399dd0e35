/* SPDX-License-Identifier: BSD-3-Clause */
/* What every instrument reads in a tank whose flow is known exactly: over its bed, a shelf, a slope and below
 * a ceiling, wherever the tank stands, turned and mirrored, with every kind of walls, in 2-D and 3-D. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "ways.h"
#include "wcsph/gauges/gauges.h"

#define DP    0.05
#define DEPTH 0.6
enum { COLUMNS_MOST = 160 };

/* How the tank stands: by columns what becomes of its axes, along it and up; and where its corner is, m. */
struct stand {
  int turn[2][2];
  double at[2];
  const char *walls;
};

static void map(const struct stand *s, double x, double y, double out[2]) {
  for (int a = 0; a < 2; a++) out[a] = s->turn[0][a] * x + s->turn[1][a] * y + s->at[a];
}

/* -1 where the axes are mirrored, 1 where they are not. */
static double handed(const struct stand *s) {
  return s->turn[0][0] * s->turn[1][1] - s->turn[0][1] * s->turn[1][0];
}

static int up_of(const struct stand *s) {
  return s->turn[1][0] ? 0 : 1;
}

/* The text of a case, as it grows. */
struct script {
  char text[8000];
  size_t used;
};

__attribute__((format(printf, 2, 3))) static void put(struct script *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  to->used += (size_t)vsnprintf(to->text + to->used, sizeof to->text - to->used, format, list);
  va_end(list);
  assert_true(to->used < sizeof to->text);
}

static void put_place(struct script *to, const char *key, const struct stand *s, double x, double y) {
  double at[2];
  map(s, x, y, at);
  put(to, "%s: [%.9g, %.9g]", key, at[0], at[1]);
}

static void put_corners(struct script *to, const struct stand *s, double x0, double y0, double x1,
                        double y1) {
  double p[2], q[2];
  map(s, x0, y0, p), map(s, x1, y1, q);
  put(to, "low: [%.9g, %.9g], high: [%.9g, %.9g]", fmin(p[0], q[0]), fmin(p[1], q[1]), fmax(p[0], q[0]),
      fmax(p[1], q[1]));
}

static void put_box(struct script *to, const struct stand *s, const char *name, double x0, double y0,
                    double x1, double y1, const char *more) {
  put(to, "  - {name: %s, shapes: [{add: box, ", name);
  put_corners(to, s, x0, y0, x1, y1);
  put(to, strchr(more, ']') && strchr(more, '}') ? "%s}\n" : "%s}]}\n", more);
}

/* Which face of the domain and the tank is that above. */
static const char *top_of(const struct stand *s) {
  static const char *const faces[] = {"-x", "+x", "-y", "+y"};
  const int up = up_of(s);
  return faces[2 * up + (s->turn[1][up] > 0)];
}

static void put_gauge(struct script *to, const char *name, const char *type, const struct stand *s, double x,
                      double y, const char *more) {
  put(to, "  - {name: %s, type: %s, interval: 1, ", name, type);
  put_place(to, "at", s, x, y);
  put(to, "%s}\n", more);
}

/* A line, from where `on` tells of a gauge. */
static void put_line(struct script *to, const char *name, const char *type, const struct stand *s, double x0,
                     double y0, double x1, double y1, const char *more) {
  char end[200];
  double at[2];
  map(s, x1, y1, at);
  snprintf(end, sizeof end, ", to: [%.9g, %.9g]%s", at[0], at[1], more);
  put_gauge(to, name, type, s, x0, y0, end);
}

/* Where the bed is known: below a ceiling, in the open, over a slope, over a shelf. */
static const struct {
  double x, bed, top;
} places[] = {{0.2, 0.0, 0.5}, {0.8, 0.0, DEPTH}, {1.4, 0.15, DEPTH}, {2.0, 0.3, DEPTH}};
enum { PLACES = sizeof places / sizeof *places };

static bool has_body(const struct stand *s) {
  return strcmp(s->walls, "semi_analytical") != 0;
}

static void put_tank(struct script *to, const struct stand *s) {
  char open[40];
  put(to, "method: wcsph\nscheme: classic\ndimensions: 2\ndp: %g\ndomain: {", DP);
  put_corners(to, s, -0.3, -0.3, 2.7, 1.2);
  put(to, ", open: [%s]}\n", top_of(s));
  put(to, "gravity: [%.9g, %.9g]\n", -9.81 * s->turn[1][0], -9.81 * s->turn[1][1]);
  put(to, "boundary: {model: %s}\nfluids:\n", s->walls);
  put(to, "  - {name: water, shapes: [{add: box, ");
  put_corners(to, s, 0, 0, 2.4, DEPTH);
  put(to, "}]}\nwalls:\n");
  snprintf(open, sizeof open, ", fill: shell-outside, open: [%s]", top_of(s));
  put_box(to, s, "tank", 0, 0, 2.4, 0.9, open);
  put_box(to, s, "ceiling", 0, 0.5, 0.4, 0.75, "");
  put_box(to, s, "shelf", 1.6, 0, 2.4, 0.3, "");
  if (has_body(s))
    put_box(to, s, "raft", 1.8, 0.75, 2.2, 0.85, "}], body: {density: 500, velocity: [0.1, 0.2]}");
  put(to, "  - {name: slope, shapes: [{add: polygon, vertices: [");
  const double corners[3][2] = {{1.2, 0}, {1.6, 0}, {1.6, 0.3}};
  for (int k = 0; k < 3; k++) {
    double at[2];
    map(s, corners[k][0], corners[k][1], at);
    put(to, "%s[%.9g, %.9g]", k ? ", " : "", at[0], at[1]);
  }
  put(to, "]}]}\nend: 1\ngauges:\n");
}

/* All instruments, in the order in which `expect` has them. */
static void put_gauges(struct script *to, const struct stand *s) {
  char name[8];
  for (int k = 0; k < PLACES; k++)
    for (int level = 0; level < 2; level++) {
      double at[2];
      map(s, places[k].x, 0.0, at);
      snprintf(name, sizeof name, "%c%d", level ? 'L' : 'H', k);
      put(to, "  - {name: %s, type: %s, interval: 1, at: [%.9g]}\n", name, level ? "level" : "height",
          at[1 - up_of(s)]);
    }
  put_line(to, "E", "elevation", s, 0.8, 0.1, 1.0, 0.1, ", places: 2");
  put_gauge(to, "bed", "pressure", s, 0.8, 0.0, ", on: tank");
  put_gauge(to, "side", "pressure", s, 2.4, 0.45, ", on: tank");
  put_gauge(to, "below", "pressure", s, 0.2, 0.5, ", on: ceiling");
  put_gauge(to, "slanted", "pressure", s, 1.4, 0.15, "");
  put_gauge(to, "face", "pressure", s, 2.0, 0.3, ", on: shelf, size: 0.2");
  put_gauge(to, "V", "velocity", s, 0.8, 0.3, "");
  put_line(to, "P", "profile", s, 0.8, 0.2, 0.8, 0.4, ", places: 2");
  put_line(to, "Q", "flow", s, 0.8, 0.0, 0.8, 0.85, "");
  put_line(to, "W", "flow", s, 0.8, -0.2, 0.8, 0.85, "");
  put_line(to, "R", "run-up", s, 0.8, 0.05, 0.8, 0.85, "");
  put(to, "  - {name: F, type: force, interval: 1, on: shelf}\n");
  put_gauge(to, "M", "torque", s, 0.3, 0.2, ", on: shelf");
  put(to, "  - {name: T, type: totals, interval: 1}\n");
  if (has_body(s)) put(to, "  - {name: B, type: body, interval: 1, on: raft}\n");
}

/* Velocity, m/s, along the tank and up. */
static void velocity_at(double y, double v[2]) {
  v[0] = 0.3 + 0.5 * y, v[1] = 0.1;
}

/* Gives the fluid its flow, and what walls take of it, m/s^2: everywhere (1, 2) along the tank and up. */
static void set_flow(struct trial *t, const struct stand *s) {
  struct wcsph_state *state = &t->run.state;
  const double c0 = (double)t->run.law.c0;
  assert_int_equal(wcsph_fetch(t->run.backend, t->run.self, state->buffers), STATUS_OK);
  for (uint32_t i = 0; i < state->count; i++) {
    const double at[2] = {state_coordinate(state, state->pos[i].x, 0) - s->at[0],
                          state_coordinate(state, state->pos[i].y, 1) - s->at[1]};
    const double y = at[0] * s->turn[1][0] + at[1] * s->turn[1][1];
    double v[2], to[2],
        turned[2] = {s->turn[0][0] + 2.0 * s->turn[1][0], s->turn[0][1] + 2.0 * s->turn[1][1]};
    state->rate[i] = (struct vec4){(float)turned[0], (float)turned[1], 0, 0};
    if (state_kind(state, i) == KIND_WALL) continue;
    const double pressure = 9810.0 * (DEPTH - y);
    velocity_at(y, v);
    for (int a = 0; a < 2; a++) to[a] = v[0] * s->turn[0][a] + v[1] * s->turn[1][a];
    state->vel[i] = (struct vec4){(float)to[0], (float)to[1], 0,
                                  (float)(pow(1.0 + 7.0 * pressure / (1000.0 * c0 * c0), 1.0 / 7.0) - 1.0)};
  }
  assert_int_equal(wcsph_send(t->run.backend, t->run.self, state->buffers), STATUS_OK);
  t->run.step = 1; /* there have been forces */
}

/* What a reading is compared with, one behind the other. */
struct reading {
  const double *column;
  const struct stand *stand;
};

static void near(struct reading *r, const char *what, double expected, double most) {
  const double found = *r->column++;
  if (!(fabs(found - expected) <= most))
    fail_msg("%s walls, turned (%d, %d) (%d, %d): %s is %.6g, not %.6g within %.2g", r->stand->walls,
             r->stand->turn[0][0], r->stand->turn[0][1], r->stand->turn[1][0], r->stand->turn[1][1], what,
             found, expected, most);
}

/* A vector along the tank and up, by the axes of the case. */
static void near2(struct reading *r, const char *what, double along, double up, double most) {
  const struct stand *s = r->stand;
  for (int a = 0; a < 2; a++) near(r, what, along * s->turn[0][a] + up * s->turn[1][a], most);
}

static void expect_heights(struct reading *r) {
  const struct stand *s = r->stand;
  for (int k = 0; k < PLACES; k++) {
    double surface[2];
    map(s, 0.0, places[k].top, surface);
    near(r, "height", places[k].top - places[k].bed, 0.1 * DP);
    near(r, "level", surface[up_of(s)], 0.1 * DP);
  }
  for (int k = 0; k < 2; k++) near(r, "elevation", DEPTH, 0.1 * DP);
}

static void expect_pressures(struct reading *r) {
  const double most = 0.002 * 9810.0 * DEPTH;
  near(r, "pressure at the bed", 9810.0 * DEPTH, most);
  near(r, "pressure at the side", 9810.0 * (DEPTH - 0.45), most);
  near(r, "pressure at the ceiling", 9810.0 * (DEPTH - 0.5), most);
  near(r, "pressure at the slope", 9810.0 * (DEPTH - 0.15), most);
  near(r, "pressure of a face", 9810.0 * (DEPTH - 0.3), most);
}

static void expect_flow(struct reading *r) {
  double v[2];
  const double flow = 0.3 * DEPTH + 0.25 * DEPTH * DEPTH;
  for (int k = 0; k < 3; k++) {
    velocity_at(k == 0 ? 0.3 : 0.2 * k, v);
    near2(r, k ? "profile" : "velocity", v[0], v[1], 1e-3);
  }
  near(r, "flow", handed(r->stand) * flow, 0.01 * flow);
  near(r, "flow through a face that ends in the bed", handed(r->stand) * flow, 0.01 * flow);
}

/* Of the shelf, 16 by 6 particles, 0.3 m by 0.2 m away from (0.3, 0.2) as their middle is. */
static void expect_forces(struct reading *r) {
  const double mass = 1000.0 * DP * DP, all = mass * 16 * 6;
  near2(r, "force", all, 2.0 * all, 1e-3 * all);
  near(r, "torque", handed(r->stand) * all * (2.0 * (2.0 - 0.3) - (0.15 - 0.2)), 5e-3 * all);
}

static void expect_totals(struct reading *r, const struct trial *t) {
  const struct stand *s = r->stand;
  const struct wcsph_state *state = &t->run.state;
  const struct range fluid = state_range(state, KIND_FLUID);
  const double mass = 1000.0 * DP * DP;
  double kinetic = 0.0, potential = 0.0, sum[2] = {0}, centre[2] = {0}, all = 0.0;
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    const double at[2] = {state_coordinate(state, state->pos[i].x, 0),
                          state_coordinate(state, state->pos[i].y, 1)};
    const double y = (at[0] - s->at[0]) * s->turn[1][0] + (at[1] - s->at[1]) * s->turn[1][1];
    double v[2];
    velocity_at(y, v);
    kinetic += 0.5 * mass * (v[0] * v[0] + v[1] * v[1]);
    potential += mass * 9.81 * (at[0] * s->turn[1][0] + at[1] * s->turn[1][1]);
    for (int a = 0; a < 2; a++) sum[a] += mass * v[a], centre[a] += mass * at[a];
    all += mass;
  }
  near(r, "kinetic energy", kinetic, 1e-5 * kinetic);
  near(r, "potential energy", potential, 1e-3);
  r->column++; /* of compression: test_gauge_lines */
  near2(r, "momentum", sum[0], sum[1], 1e-3);
  for (int a = 0; a < 2; a++) near(r, "centre", centre[a] / all, 1e-5);
}

static void expect_body(struct reading *r) {
  double at[2];
  map(r->stand, 2.0, 0.8, at);
  for (int a = 0; a < 2; a++) near(r, "body's place", at[a], 1e-6);
  near(r, "body's angle", 0.0, 1e-9);
  near(r, "body's velocity", 0.1, 1e-6);
  near(r, "body's velocity", 0.2, 1e-6);
  near(r, "body's spin", 0.0, 1e-9);
}

/* Reads them all. */
static void try_tank(const struct stand *s, const char *backend) {
  struct script script = {.used = 0};
  struct trial t;
  double due[32] = {0}, columns[COLUMNS_MOST];
  int sampled, way = 0;
  put_tank(&script, s);
  put_gauges(&script, s);
  while (strcmp(ways[way].backend, backend) != 0) way++;
  open_text(&t, script.text, NULL, 0, way);
  assert_true(gauges_column_count(&t.settings) < COLUMNS_MOST && t.config.gauge_count <= 32);
  set_flow(&t, s);
  assert_int_equal(gauges_sample(&t.run, due, columns, &sampled), STATUS_OK);
  struct reading r = {columns, s};
  expect_heights(&r);
  expect_pressures(&r);
  expect_flow(&r);
  double surface[2];
  map(s, 0.0, DEPTH, surface);
  near(&r, "run-up", s->turn[1][up_of(s)] * surface[up_of(s)], 0.1 * DP);
  expect_forces(&r);
  expect_totals(&r, &t);
  r.column++; /* enstrophy: tests/wcsph/test_vorticity.c */
  if (has_body(s)) expect_body(&r);
  trial_close(&t);
}

static void every_kind_of_walls(void **state) {
  (void)state;
  static const char *const walls[] = {"dynamic", "dummy", "mdbc", "semi_analytical", "lennard_jones"};
  for (size_t k = 0; k < sizeof walls / sizeof *walls; k++)
    try_tank(&(struct stand){{{1, 0}, {0, 1}}, {0, 0}, walls[k]}, "cpu");
}

/* Mirrored, upside down, turned by a quarter, and elsewhere. */
static void wherever_it_stands(void **state) {
  (void)state;
  static const int turns[][2][2] = {{{-1, 0}, {0, 1}}, {{1, 0}, {0, -1}}, {{0, 1}, {-1, 0}},
                                    {{0, 1}, {1, 0}},  {{0, -1}, {1, 0}}, {{-1, 0}, {0, -1}}};
  static const char *const backends[] = {"cpu", "reference", "offload"};
  for (size_t k = 0; k < sizeof turns / sizeof *turns; k++) {
    struct stand s = {.at = {0.35 * (double)k - 1.0, 7.0 - 3.15 * (double)k},
                      .walls = k % 2 ? "dynamic" : "dummy"};
    memcpy(s.turn, turns[k], sizeof s.turn);
    try_tank(&s, backends[k % 3]);
  }
}

/* Beds of any slope and a round one, which the lattice has as steps: depths are those over their outlines. */
static void over_slopes(void **state) {
  (void)state;
  static const char *const walls[] = {"dynamic", "dummy", "mdbc", "lennard_jones"};
  static const double rises[] = {0.2, 0.5, 1.0, 1.5};
  for (size_t k = 0; k < sizeof walls / sizeof *walls; k++) {
    const struct stand s = {{{1, 0}, {0, 1}}, {0, 0}, walls[k]};
    const double rise = rises[k], bed = fmin(0.271, 0.6 * rise);
    struct script script = {.used = 0};
    struct trial t;
    double due[4] = {0}, columns[4];
    int sampled;
    put(&script,
        "method: wcsph\nscheme: classic\ndimensions: 2\ndp: %g\ndomain: {low: [-0.3, -0.3], high: [2.7, "
        "1.2], open: [+y]}\n"
        "gravity: [0, -9.81]\nboundary: {model: %s}\n"
        "fluids: [{name: water, shapes: [{add: box, low: [0, 0], high: [2.4, 0.6]}]}]\nwalls:\n"
        "  - {name: tank, shapes: [{add: box, low: [0, 0], high: [2.4, 0.9], fill: shell-outside, open: "
        "[+y]}]}\n"
        "  - {name: hill, shapes: [{add: sphere, centre: [0.6, -0.2], radius: 0.45}]}\n"
        "  - {name: slope, shapes: [{add: polygon, vertices: [[1.5, 0], [2.4, 0], [2.4, %g]]}]}\nend: "
        "1\ngauges:\n",
        DP, walls[k], 0.9 * rise);
    const double x = 1.5 + bed / rise;
    put(&script, "  - {name: A, type: height, at: [%.9g], interval: 1}\n", x);
    put(&script, "  - {name: B, type: height, at: [0.6], interval: 1}\n");
    put(&script, "  - {name: E, type: elevation, at: [%.9g, 0.1], to: [0.52, 0.1], places: 2, interval: 1}\n",
        x);
    open_text(&t, script.text, NULL, 0, 1);
    assert_int_equal(gauges_sample(&t.run, due, columns, &sampled), STATUS_OK);
    struct reading r = {columns, &s};
    near(&r, "height over a slope", DEPTH - bed, 0.1 * DP);
    near(&r, "height over a hill", DEPTH - 0.25, 0.1 * DP);
    near(&r, "elevation over a slope", DEPTH - bed, 0.1 * DP);
    near(&r, "elevation over a hill", DEPTH + 0.2 - sqrt(0.45 * 0.45 - 0.08 * 0.08), 0.1 * DP);
    trial_close(&t);
  }
}

/* ---- in space ---- */

/* Where a place 1 m x 1 m wide and so high is, if gravity is along an axis. */
static void turn3d(int up, double x, double y, double z, double out[3]) {
  out[(up + 1) % 3] = x, out[(up + 2) % 3] = y, out[up] = z;
}

static void put_box3(struct script *to, int up, const double low[3], const double high[3]) {
  double p[3], q[3];
  turn3d(up, low[0], low[1], low[2], p), turn3d(up, high[0], high[1], high[2], q);
  put(to, "low: [%.9g, %.9g, %.9g], high: [%.9g, %.9g, %.9g]", p[0], p[1], p[2], q[0], q[1], q[2]);
}

static void put_gauge3(struct script *to, int up, const char *what, double x, double y, double z) {
  double p[3];
  turn3d(up, x, y, z, p);
  put(to, "  - {%s, interval: 1, at: [%.9g, %.9g, %.9g]}\n", what, p[0], p[1], p[2]);
}

/* A tank 1 m x 0.8 m wide, 0.8 m deep, in one half over a shelf of 0.3 m. */
static void put_tank3(struct script *to, int up, const char *walls, double below) {
  double g[3], p[3], side[3];
  static const char *const top[] = {"+x", "+y", "+z"};
  turn3d(up, 0, 0, -9.81, g);
  put(to, "method: wcsph\nscheme: classic\ndimensions: 3\ndp: 0.1\ndomain: {");
  put_box3(to, up, (const double[]){-0.1, -0.1, -below}, (const double[]){1.1, 0.9, 1.2});
  put(to, ", open: [%s]}\ngravity: [%g, %g, %g]\n", top[up], g[0], g[1], g[2]);
  put(to, "boundary: {model: %s}\nfluids: [{name: water, shapes: [{add: box, ", walls);
  put_box3(to, up, (const double[]){0, 0, 0}, (const double[]){1, 0.8, 0.8});
  put(to, "}]}]\nwalls:\n  - {name: tank, shapes: [{add: box, ");
  put_box3(to, up, (const double[]){0, 0, 0}, (const double[]){1, 0.8, 0.9});
  put(to, ", fill: shell-outside, open: [%s]}]}\n  - {name: shelf, shapes: [{add: box, ", top[up]);
  put_box3(to, up, (const double[]){0.5, 0, 0}, (const double[]){1, 0.8, 0.3});
  put(to, "}]}\nend: 1\ngauges:\n");
  for (int k = 0; k < 4; k++) {
    turn3d(up, k < 2 ? 0.2 : 0.8, 0.4, 0, p);
    double across[2];
    for (int a = 0, n = 0; a < 3; a++)
      if (a != up) across[n++] = p[a];
    put(to, "  - {name: H%d, type: %s, interval: 1, at: [%.9g, %.9g]}\n", k, k % 2 ? "level" : "height",
        across[0], across[1]);
  }
  put_gauge3(to, up, "name: bed, type: pressure, on: tank", 0.2, 0.4, 0.0);
  put_gauge3(to, up, "name: side, type: pressure, on: tank", 0.2, 0.8, 0.4);
  put_gauge3(to, up, "name: face, type: pressure, on: shelf, size: 0.2", 0.8, 0.4, 0.3);
  turn3d(up, 0.2, 0.8, 0.0, p), turn3d(up, 0, 0, 1.0, side);
  char flow[200];
  snprintf(flow, sizeof flow, "name: Q, type: flow, to: [%.9g, %.9g, %.9g], side: [%.9g, %.9g, %.9g]", p[0],
           p[1], p[2], side[0], side[1], side[2]);
  put_gauge3(to, up, flow, 0.2, 0.0, 0.0);
}

/* Water at rest but for 0.3 m/s along the tank. */
static void set_flow3(struct trial *t, int up) {
  struct wcsph_state *state = &t->run.state;
  const double c0 = (double)t->run.law.c0;
  double v[3];
  turn3d(up, 0.3, 0, 0, v);
  assert_int_equal(wcsph_fetch(t->run.backend, t->run.self, state->buffers), STATUS_OK);
  for (uint32_t i = state_range(state, KIND_FLUID).begin; i < state->count; i++) {
    const struct position *x = &state->pos[i];
    const double z = state_coordinate(state, up == 0 ? x->x : up == 1 ? x->y : x->z, up);
    state->vel[i] =
        (struct vec4){(float)v[0], (float)v[1], (float)v[2],
                      (float)(pow(1.0 + 7.0 * 9810.0 * (0.8 - z) / (1000.0 * c0 * c0), 1.0 / 7.0) - 1.0)};
  }
  assert_int_equal(wcsph_send(t->run.backend, t->run.self, state->buffers), STATUS_OK);
}

static void in_space(void **state) {
  (void)state;
  static const char *const walls[] = {"dummy", "dynamic", "lennard_jones", "mdbc", "semi_analytical"};
  for (int k = 0; k < 5; k++) {
    const int up = k % 3;
    const struct stand s = {{{1, 0}, {0, 1}}, {0, 0}, walls[k]};
    struct script script = {.used = 0};
    struct trial t;
    double due[8] = {0}, columns[8];
    int sampled;
    put_tank3(&script, up, walls[k], up == 1 ? 0.3 : 0.0); /* the bed at domain.low, or above it */
    open_text(&t, script.text, NULL, 0, 1);
    set_flow3(&t, up);
    assert_int_equal(gauges_sample(&t.run, due, columns, &sampled), STATUS_OK);
    struct reading r = {columns, &s};
    near(&r, "height", 0.8, 0.01), near(&r, "level", 0.8, 0.01);
    near(&r, "height over the shelf", 0.5, 0.01), near(&r, "level over the shelf", 0.8, 0.01);
    near(&r, "pressure at the bed", 7848.0, 16.0), near(&r, "pressure at the side", 3924.0, 16.0);
    near(&r, "pressure of the shelf's face", 4905.0, 16.0);
    near(&r, "flow", 0.3 * 0.8 * 0.8, 0.02 * 0.192);
    trial_close(&t);
  }
}

/* Before the first step no force is known: there is no row, and of a body no force. */
static void forces_begin_with_the_first_step(void **state) {
  (void)state;
  const struct stand s = {{{1, 0}, {0, 1}}, {0, 0}, "dummy"};
  struct script script = {.used = 0};
  struct trial t;
  double due[3] = {0}, columns[3];
  int sampled;
  put_tank(&script, &s);
  put(&script, "  - {name: F, type: force, interval: 0.0001, on: tank}\n");
  put(&script, "  - {name: M, type: torque, interval: 0.0001, on: tank, at: [0, 0]}\n");
  open_text(&t, script.text, NULL, 0, 1);
  assert_int_equal(gauges_sample(&t.run, due, columns, &sampled), STATUS_OK);
  assert_int_equal(sampled, 0);
  for (int k = 0; k < 3; k++) assert_true(isnan(columns[k]));
  steps(&t, 1);
  assert_int_equal(gauges_sample(&t.run, due, columns, &sampled), STATUS_OK);
  assert_int_equal(sampled, 1);
  assert_true(columns[1] < -1000.0 && fabs(columns[2]) > 100.0);
  trial_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind_of_walls),
                                     cmocka_unit_test(wherever_it_stands), cmocka_unit_test(over_slopes),
                                     cmocka_unit_test(in_space),
                                     cmocka_unit_test(forces_begin_with_the_first_step)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
