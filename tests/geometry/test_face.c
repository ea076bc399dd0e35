/* SPDX-License-Identifier: BSD-3-Clause */
/* Faces are said to be built where the particles of their shape end. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/case.h"
#include "check/read.h"
#include "geometry/face.h"
#include "geometry/particles.h"
#include "util/error.h"

static const char *const shapes[] = {
    "{add: box, low: [%1$.9g, 0.2, 0.3], high: [%2$.9g, 0.8, 0.7]}",
    "{add: plane, point: [%1$.9g, 0, 0], normal: [2, 0, 0]}",
    "{add: plane, point: [%2$.9g, 0, %1$.9g], normal: [-1, 0, 0]}",
    "{add: cylinder, base: [%1$.9g, 0.5, 0.5], top: [%2$.9g, 0.5, 0.5], radius: 0.2}",
    "{add: cylinder, base: [%2$.9g, 0.5, 0.5], top: [%1$.9g, 0.5, 0.5], radius: 0.2}",
    "{add: polygon, vertices: [[%1$.9g, 0.2], [%2$.9g, 0.2], [%2$.9g, 0.8], [%1$.9g, 0.8]]}"};

/* How far the wall's particles reach along x: their cubes, m. */
static void reach_of(const struct particles *p, double dp, double reach[2]) {
  reach[0] = INFINITY, reach[1] = -INFINITY;
  for (size_t i = 0; i < p->wall_count; i++) {
    reach[0] = fmin(reach[0], p->position[i][0] - 0.5 * dp);
    reach[1] = fmax(reach[1], p->position[i][0] + 0.5 * dp);
  }
}

static void look_at(const char *shape, double low, double high) {
  const bool flat = strstr(shape, "polygon");
  char item[256], text[1024];
  snprintf(item, sizeof item, shape, low, high);
  const int length = snprintf(
      text, sizeof text,
      "method: wcsph\nscheme: classic\ndimensions: %d\ndp: 0.05\ndomain: {low: [0, 0%s], high: [1, 1%s]}\n"
      "gravity: [0, -9.81%s]\nfluids: [{name: f, shapes: [{add: sphere, centre: [0.5, 0.9%s], "
      "radius: 0.08}]}]\nwalls: [{name: w, shapes: [%s]}]\nend: 0\n",
      flat ? 2 : 3, flat ? "" : ", 0", flat ? "" : ", 1", flat ? "" : ", 0", flat ? "" : ", 0.5", item);
  struct amphi_case c;
  struct particles p;
  struct lattice l;
  int status = case_read_text(&c, "text", text, (size_t)length, NULL, 0);
  if (status == STATUS_OK) status = particles_fill(&p, &c);
  if (status != STATUS_OK) fail_msg("%s: %s", item, error_text());
  lattice_set(&l, &c.scene);
  double reach[2];
  reach_of(&p, c.dp, reach);
  int faces = 0;
  const struct shape *s = &c.walls[0].shapes[0];
  for (size_t k = 0; k < face_count(s, c.dimensions); k++) {
    const struct flat_face f = face_get(s, &l, k);
    if (f.axis != 0) continue;
    faces++;
    assert_true(fabs(f.asked - (f.side > 0 ? high : low)) < 1e-8 || s->kind == SHAPE_PLANE);
    if (fabs(f.built - reach[f.side > 0]) > 1e-9)
      fail_msg("%s: said to be built at %g, its particles end at %g and %g", item, f.built, reach[0],
               reach[1]);
    assert_true(face_is_moved(&f, &l) == (fabs(f.built - f.asked) > 1e-5));
  }
  assert_int_equal(faces, s->kind == SHAPE_PLANE ? 1 : 2);
  particles_free(&p);
  case_free(&c);
}

static void faces_are_where_particles_end(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
    for (int i = 0; i <= 10; i++) look_at(shapes[k], 0.2 + 0.005 * i, 0.8 - 0.007 * i);
}

/* A place on a corner moves with both faces, one beside a face with none. */
static void places_go_with_faces(void **state) {
  (void)state;
  struct shape box = {.kind = SHAPE_BOX, .low = {0, 0}, .high = {0.712, 0.612}};
  const struct body body = {.shapes = &box, .shape_count = 1};
  const struct lattice l = {.dimensions = 2, .dp = 0.02, .low = {0, 0, -0.01}};
  double corner[3] = {0.712, 0.612}, side[3] = {0.712, 0.3}, above[3] = {0.712, 0.7}, inside[3] = {0.7, 0.3};
  assert_true(face_place(&body, &l, corner) && fabs(corner[0] - 0.72) < 1e-12 &&
              fabs(corner[1] - 0.62) < 1e-12);
  assert_true(face_place(&body, &l, side) && fabs(side[0] - 0.72) < 1e-12 && side[1] == 0.3);
  assert_false(face_place(&body, &l, above) || face_place(&body, &l, inside));
  assert_true(above[0] == 0.712 && inside[0] == 0.7);
  box.open = FACE_X_HIGH;
  side[0] = 0.712;
  assert_false(face_place(&body, &l, side));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(faces_are_where_particles_end),
                                     cmocka_unit_test(places_go_with_faces)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
