/* SPDX-License-Identifier: BSD-3-Clause */
/* Particles in layers along slanted and round surfaces: where the layers are, how even they and the water
 * beside them are, that volume is kept, and that a mirrored case has the mirrored particles. */
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
#include "check/read.h"
#include "geometry/particles.h"
#include "util/error.h"

struct made {
  struct amphi_case c;
  struct particles p;
};

/* A box of 40 spacings of 1 m, 20 in space, full of water up to 30 (15), with the shapes as a wall. */
static struct made make(int dimensions, const char *shapes, const char *packing) {
  char text[4096];
  struct made m;
  const bool flat = dimensions == 2;
  snprintf(text, sizeof text,
           "method: wcsph\ndimensions: %d\ndp: 1\ngravity: [0, %s-9.81]\nend: 0\npacking: %s\n"
           "domain: {low: [0, 0%s], high: [%s], open: [%s]}\n"
           "fluids:\n  - {name: water, shapes: [{add: box, low: [0, 0%s], high: [%s]}]}\n"
           "walls:\n  - {name: body, shapes: [%s]}\n",
           dimensions, flat ? "" : "0, ", packing, flat ? "" : ", 0", flat ? "40, 40" : "20, 20, 20",
           flat ? "+y" : "+z", flat ? "" : ", 0", flat ? "40, 30" : "20, 20, 15", shapes);
  if (case_read_text(&m.c, "t", text, strlen(text), NULL, 0) != STATUS_OK) fail_msg("%s", error_text());
  if (particles_fill(&m.p, &m.c) != STATUS_OK) fail_msg("%s", error_text());
  return m;
}

static void drop(struct made *m) {
  particles_free(&m->p);
  case_free(&m->c);
}

static double distance(const double x[3], const double y[3]) {
  double sum = 0.0;
  for (int a = 0; a < 3; a++) sum += (x[a] - y[a]) * (x[a] - y[a]);
  return sqrt(sum);
}

/* The least and the largest distance of those of [first, end) that pass to their nearest neighbour among
 * them. */
static void spacings(const struct particles *p, size_t first, size_t end, bool (*passes)(const double x[3]),
                     double *least, double *most) {
  *least = INFINITY, *most = 0.0;
  for (size_t i = first; i < end; i++) {
    double nearest = INFINITY;
    if (!passes(p->position[i])) continue;
    for (size_t j = first; j < end; j++)
      if (j != i && passes(p->position[j])) nearest = fmin(nearest, distance(p->position[i], p->position[j]));
    *least = fmin(*least, nearest), *most = fmax(*most, nearest);
  }
}

/* ---- a disc of radius 8 about (19.7, 15.3), in the plane ---- */

static double disc_depth(const double x[3]) {
  return 8.0 - distance(x, (const double[3]){19.7, 15.3, x[2]});
}
static bool in_first(const double x[3]) {
  return disc_depth(x) < 1.0;
}
static bool in_second(const double x[3]) {
  return disc_depth(x) >= 1.0 && disc_depth(x) < 2.0;
}

static void a_disc(void **state) {
  (void)state;
  struct made m = make(2, "{add: sphere, centre: [19.7, 15.3], radius: 8}", "surface");
  const struct particles *p = &m.p;
  size_t in[3] = {0};
  double least, most;
  for (size_t i = 0; i < p->wall_count; i++) {
    const double depth = disc_depth(p->position[i]);
    assert_true(depth > 0.0);
    if (depth >= 3.0) continue;
    in[(int)depth]++;
    if (fabs(depth - floor(depth) - 0.5) > 0.02)
      fail_msg("a particle %g below the surface", depth); /* pieces are tangents, not the circle */
  }
  for (int k = 0; k < 3; k++) {
    const double due = 2.0 * 3.14159265 * (7.5 - k);
    if (fabs((double)in[k] - due) > 1.5) fail_msg("%zu in layer %d, not %g", in[k], k, due);
  }
  spacings(p, 0, p->wall_count, in_first, &least, &most);
  if (least < 0.93 || most > 1.07) fail_msg("first layer: %g to %g apart", least, most);
  spacings(p, 0, p->wall_count, in_second, &least, &most);
  if (least < 0.85 || most > 1.15) fail_msg("second layer: %g to %g apart", least, most);
  drop(&m);
}

/* ---- volume, and how even the water is ---- */

static bool everywhere(const double x[3]) {
  (void)x;
  return true;
}

/* The sum of kernel gradients over all particles, over 1/h, of a fluid particle: 0 where they are even. */
static double unevenness(const struct particles *p, size_t i, int dimensions) {
  const double h = 2.0, pi = 3.14159265358979323846;
  double sum[3] = {0};
  for (size_t j = 0; j < p->wall_count + p->fluid_count; j++) {
    const double r = distance(p->position[i], p->position[j]), q = r / h;
    if (j == i || !(q < 2.0)) continue;
    const double tail = 1.0 - 0.5 * q,
                 slope = (dimensions == 2 ? 7.0 / (4.0 * pi * h * h) : 21.0 / (16.0 * pi * h * h * h)) * 5.0 *
                         q * tail * tail * tail;
    for (int a = 0; a < 3; a++) sum[a] += slope * (p->position[i][a] - p->position[j][a]) / r;
  }
  return sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
}

/* Slopes of every angle, some of which go through rows of sites. */
static void slopes(void **state) {
  (void)state;
  static const double tops[] = {2.0, 5.3, 10.0, 17.32, 20.0, 27.7};
  for (size_t k = 0; k < sizeof tops / sizeof *tops; k++) {
    char shape[256];
    double least, most, worst = 0.0;
    snprintf(
        shape, sizeof shape,
        "{add: box, low: [0, 0], high: [40, 40], fill: shell-outside, open: [+y]}, {add: polygon, vertices: "
        "[[20, 0], [40, 0], [40, %g]]}",
        tops[k]);
    struct made m = make(2, shape, "surface");
    const double due = 40.0 * 30.0 - 0.5 * 20.0 * tops[k];
    if (fabs((double)m.p.fluid_count - due) > 1.2)
      fail_msg("slope to %g: %zu of water, not %g", tops[k], m.p.fluid_count, due);
    spacings(&m.p, 0, m.p.wall_count + m.p.fluid_count, everywhere, &least, &most);
    if (least < 0.35) fail_msg("slope to %g: two particles %g apart", tops[k], least);
    for (size_t i = m.p.wall_count; i < m.p.wall_count + m.p.fluid_count; i++)
      if (m.p.position[i][1] < 25.0) worst = fmax(worst, unevenness(&m.p, i, 2));
    if (worst > 0.06) fail_msg("slope to %g: water uneven by %g", tops[k], worst);
    drop(&m);
  }
}

/* ---- what stays on the lattice ---- */

static void faces_across_an_axis(void **state) {
  (void)state;
  struct made m = make(
      2, "{add: box, low: [10, 10], high: [20, 20]}, {cut: box, low: [12, 12], high: [14, 20]}", "surface");
  assert_int_equal(m.p.wall_count, 100 - 16);
  for (size_t i = 0; i < m.p.wall_count + m.p.fluid_count; i++)
    for (int a = 0; a < 2; a++) assert_true(m.p.position[i][a] - floor(m.p.position[i][a]) == 0.5);
  assert_null(m.p.sites);
  drop(&m);
}

static void none_without_the_key(void **state) {
  (void)state;
  struct made m = make(2, "{add: sphere, centre: [19.7, 15.3], radius: 8}", "surface");
  const size_t followed = m.p.wall_count;
  drop(&m);
  char *text =
      strdup("method: wcsph\ndimensions: 2\ndp: 1\nscheme: classic\ngravity: [0, -9.81]\nend: 0\ndomain: "
             "{low: [0, 0], high: [40, "
             "40]}\nfluids:\n  - {name: water, shapes: [{add: box, low: [0, 0], high: [40, 30]}]}\nwalls:\n  "
             "- {name: body, shapes: [{add: sphere, centre: [19.7, 15.3], radius: 8}]}\n");
  if (case_read_text(&m.c, "t", text, strlen(text), NULL, 0) != STATUS_OK) fail_msg("%s", error_text());
  assert_int_equal(particles_fill(&m.p, &m.c), STATUS_OK);
  for (size_t i = 0; i < m.p.wall_count; i++)
    for (int a = 0; a < 2; a++) assert_true(m.p.position[i][a] - floor(m.p.position[i][a]) == 0.5);
  assert_in_range(followed, m.p.wall_count - 4, m.p.wall_count + 4);
  free(text);
  drop(&m);
}

/* ---- across a period ---- */

/* A ridge whose crest is at the border, and the same in the middle. */
static void a_ridge_across_a_period(void **state) {
  (void)state;
  static const char *const vertices[] = {"[0, 6], [10, 0], [30, 0], [40, 6], [40, -4], [0, -4]",
                                         "[0, 0], [10, 0], [20, 6], [30, 0], [40, 0], [40, -4], [0, -4]"};
  size_t walls[2], water[2];
  for (int k = 0; k < 2; k++) {
    struct made m;
    char text[1024];
    double least = INFINITY;
    snprintf(
        text, sizeof text,
        "method: wcsph\ndimensions: 2\ndp: 1\ngravity: [0, -9.81]\nend: 0\n"
        "domain: {low: [0, -4], high: [40, 40], open: [+y], periodic: [x]}\nfluids:\n  - {name: water, "
        "shapes: [{add: box, low: [0, 0], high: [40, 30]}]}\nwalls:\n  - {name: bed, shapes: [{add: polygon, "
        "vertices: [%s]}]}\n",
        vertices[k]);
    if (case_read_text(&m.c, "t", text, strlen(text), NULL, 0) != STATUS_OK) fail_msg("%s", error_text());
    if (particles_fill(&m.p, &m.c) != STATUS_OK) fail_msg("%s", error_text());
    walls[k] = m.p.wall_count, water[k] = m.p.fluid_count;
    for (size_t i = 0; i < m.p.wall_count + m.p.fluid_count; i++)
      for (size_t j = 0; j < i; j++) {
        const double *x = m.p.position[i], *y = m.p.position[j];
        const double gap = fabs(x[0] - y[0]), dx = fmin(gap, 40.0 - gap), dy = x[1] - y[1];
        least = fmin(least, sqrt(dx * dx + dy * dy));
      }
    if (least < 0.4) fail_msg("two particles %g apart", least);
    drop(&m);
  }
  assert_in_range(walls[0], walls[1] - 1, walls[1] + 1);
  assert_in_range(water[0], water[1] - 1, water[1] + 1);
}

/* ---- in space ---- */

static double ball_depth(const double x[3]) {
  return 5.0 - distance(x, (const double[3]){10.2, 9.7, 8.1});
}
static bool on_ball(const double x[3]) {
  return ball_depth(x) < 1.0;
}

static void a_ball(void **state) {
  (void)state;
  struct made m = make(3, "{add: sphere, centre: [10.2, 9.7, 8.1], radius: 5}", "surface");
  size_t first = 0;
  double least, most, worst = 0.0;
  for (size_t i = 0; i < m.p.wall_count; i++) {
    const double depth = ball_depth(m.p.position[i]);
    assert_true(depth > 0.0);
    if (depth < 1.0) first++, worst = fmax(worst, fabs(depth - 0.5));
  }
  if (worst > 0.06) fail_msg("a particle %g off its layer", worst);
  const double due = 4.0 / 3.0 * 3.14159265 * (125.0 - 64.0);
  if (fabs((double)first / due - 1.0) > 0.02) fail_msg("%zu in the first layer, not %g", first, due);
  spacings(&m.p, 0, m.p.wall_count, on_ball, &least, &most);
  if (least < 0.35 || most > 1.3) fail_msg("first layer: %g to %g apart", least, most);
  spacings(&m.p, 0, m.p.wall_count + m.p.fluid_count, everywhere, &least, &most);
  if (least < 0.35) fail_msg("two particles %g apart", least);
  const double all = 20.0 * 20.0 * 15.0;
  assert_in_range(m.p.wall_count + m.p.fluid_count, all - 3, all + 3);
  drop(&m);
}

/* ---- an upright round tank of radius 6 about (10, 10), its floor at 4, in space ---- */

#define TANK                                                                                                 \
  "{add: cylinder, base: [10, 10, 0], top: [10, 10, 20], radius: 10}, {cut: cylinder, base: [10, 10, 4], "   \
  "top: [10, 10, 21], radius: 6}"

static double from_axis(const double x[3]) {
  return sqrt((x[0] - 10.0) * (x[0] - 10.0) + (x[1] - 10.0) * (x[1] - 10.0));
}

/* Where the round side meets the floor neither crowds nor is thin, and fluid keeps off both. */
static void a_corner(void **state) {
  (void)state;
  struct made m = make(3, TANK, "surface");
  size_t side = 0;
  for (size_t i = 0; i < m.p.wall_count; i++) {
    const double *x = m.p.position[i], r = from_axis(x);
    const bool on_site = fabs(x[0] - floor(x[0]) - 0.5) < 1e-9 && fabs(x[2] - floor(x[2]) - 0.5) < 1e-9;
    if (r < 6.0 && x[2] < 4.0 && !on_site)
      fail_msg("a particle under the floor, at (%g, %g, %g)", x[0], x[1], x[2]);
    side += r < 7.0 && x[2] > 4.0 && x[2] < 8.0;
  }
  const double due = 3.14159265 * (49.0 - 36.0) * 4.0;
  if (fabs((double)side / due - 1.0) > 0.05) fail_msg("%zu beside the corner, not %g", side, due);
  for (size_t i = 0; i < m.p.fluid_count; i++) {
    const double *x = m.p.position[m.p.wall_count + i];
    if (from_axis(x) < 9.0 && (x[2] < 4.45 || from_axis(x) > 5.55))
      fail_msg("water at (%g, %g, %g)", x[0], x[1], x[2]);
  }
  drop(&m);
}

/* Water poured into a round tank to its very side. */
static void a_tank_full(void **state) {
  (void)state;
  struct made m;
  const char *text = "method: wcsph\ndimensions: 2\ndp: 1\ngravity: [0, -9.81]\nend: 0\n"
                     "domain: {low: [-24, -24], high: [24, 24]}\n"
                     "fluids: [{name: water, shapes: [{add: sphere, centre: [0, 0], radius: 20}, {cut: box, "
                     "low: [-20, 0], high: [20, 20]}]}]\n"
                     "walls: [{name: drum, shapes: [{add: sphere, centre: [0, 0], radius: 20, fill: "
                     "shell-outside}]}]\n";
  double worst = 0.0;
  if (case_read_text(&m.c, "t", text, strlen(text), NULL, 0) != STATUS_OK) fail_msg("%s", error_text());
  assert_int_equal(particles_fill(&m.p, &m.c), STATUS_OK);
  const double due = 0.5 * 3.14159265 * 400.0;
  if (fabs((double)m.p.fluid_count - due) > 1.2) fail_msg("%zu of water, not %g", m.p.fluid_count, due);
  for (size_t i = m.p.wall_count; i < m.p.wall_count + m.p.fluid_count; i++)
    if (m.p.position[i][1] < -5.0) worst = fmax(worst, unevenness(&m.p, i, 2));
  if (worst > 0.025) fail_msg("water uneven by %g", worst);
  drop(&m);
}

/* An octahedron from a file, and the same as it lies mirrored. */
static void a_file(void **state) {
  (void)state;
  char path[] = "/tmp/amphi-layers-XXXXXX.obj", shape[256];
  static const int facets[8][3] = {{1, 3, 5}, {3, 2, 5}, {2, 4, 5}, {4, 1, 5},
                                   {3, 1, 6}, {2, 3, 6}, {4, 2, 6}, {1, 4, 6}};
  const int file = mkstemps(path, 4);
  FILE *f = fdopen(file, "w");
  assert_non_null(f);
  for (int k = 0; k < 6; k++) {
    double x[3] = {10.1, 9.8, 8.3};
    x[k / 2] += k % 2 ? -6.0 : 6.0;
    fprintf(f, "v %g %g %g\n", x[0], x[1], x[2]);
  }
  for (int k = 0; k < 8; k++) fprintf(f, "f %d %d %d\n", facets[k][0], facets[k][1], facets[k][2]);
  fclose(f);
  snprintf(shape, sizeof shape, "{add: surface, file: %s}", path);
  struct made m = make(3, shape, "surface");
  unlink(path);
  double worst = 0.0;
  size_t first = 0;
  for (size_t i = 0; i < m.p.wall_count; i++) {
    const double *x = m.p.position[i];
    const double depth = (6.0 - fabs(x[0] - 10.1) - fabs(x[1] - 9.8) - fabs(x[2] - 8.3)) / sqrt(3.0);
    if (!(depth > 0.0)) fail_msg("a particle outside, at (%g, %g, %g)", x[0] - 10.1, x[1] - 9.8, x[2] - 8.3);
    if (depth < 1.0) first++, worst = fmax(worst, fabs(depth - 0.5));
  }
  if (worst > 1e-3) fail_msg("a particle %g off its layer", worst);
  const double inner = 6.0 - sqrt(3.0), due = 4.0 / 3.0 * (216.0 - inner * inner * inner);
  if (fabs((double)first / due - 1.0) > 0.03) fail_msg("%zu in the first layer, not %g", first, due);
  drop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_disc),
      cmocka_unit_test(slopes),
      cmocka_unit_test(faces_across_an_axis),
      cmocka_unit_test(none_without_the_key),
      cmocka_unit_test(a_ridge_across_a_period),
      cmocka_unit_test(a_ball),
      cmocka_unit_test(a_corner),
      cmocka_unit_test(a_tank_full),
      cmocka_unit_test(a_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
