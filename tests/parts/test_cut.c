/* SPDX-License-Identifier: BSD-3-Clause */
/* The domain cut into parts: every place has one owner, whose halo has all that is within reach of it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define LANES 1
#include "lane/random.h"
#include "parts/cut.h"
#include "util/error.h"

enum { ROWS = 4000 };

static struct wcsph_state geometry(bool periodic) {
  struct wcsph_state s = {.cells = {40, 20, 24}, .skin = 0.01f, .path = 0.005f};
  for (int a = 0; a < 3; a++) s.quantum[a] = 0x1p-32, s.periodic[a] = periodic;
  return s;
}

/* Places in a corner, which the cuts have to find. */
static void fill(struct position places[ROWS]) {
  for (uint32_t i = 0; i < ROWS; i++) {
    const struct random4 r = random_philox((struct random4){{i, 0, 0, 0}}, 7, RANDOM_JITTER);
    places[i] = (struct position){.x = r.word[0] / 2, .y = r.word[1] / 3, .z = r.word[2]};
  }
}

static void make(struct cut *c, const struct wcsph_state *s, int parts, const struct position *places,
                 const double *speed) {
  const struct cut_rows rows[ROW_KINDS] = {[KIND_FLUID] = {places, ROWS, 1}};
  assert_int_equal(cut_make(c, s, 0.02f, parts, rows, speed, NULL), STATUS_OK);
}

static const double alike[7] = {1, 1, 1, 1, 1, 1, 1};

static void parts_have_equal_work(void **state) {
  (void)state;
  static struct position places[ROWS];
  const struct wcsph_state s = geometry(false);
  fill(places);
  for (int parts = 1; parts <= 7; parts++) {
    int rows[7] = {0};
    struct cut c;
    make(&c, &s, parts, places, alike);
    for (uint32_t i = 0; i < ROWS; i++) rows[cut_owner(&c, &places[i])]++;
    for (int k = 0; k < parts; k++) assert_true(abs(rows[k] - ROWS / parts) < ROWS / parts / 4);
  }
}

/* A block of fluid that is wider than long, and a few rows far away, as walls are: the cut goes through the
 * narrow side of the block. */
static void cuts_have_little_beside_them(void **state) {
  (void)state;
  static struct position places[ROWS];
  const struct wcsph_state s = geometry(false);
  struct cut c;
  fill(places);
  for (uint32_t i = 0; i < ROWS; i++) {
    places[i].x = i % 50 ? places[i].x / 2 : places[i].x * 2;
    places[i].y = places[i].y / 2 * 3;
    places[i].z /= 4;
  }
  make(&c, &s, 2, places, alike);
  assert_int_equal(c.nodes[0].axis, 1);
}

static void a_slow_part_gets_less(void **state) {
  (void)state;
  static struct position places[ROWS];
  const struct wcsph_state s = geometry(false);
  int rows[2] = {0};
  struct cut c;
  fill(places);
  make(&c, &s, 2, places, (const double[]){1.0, 3.0});
  for (uint32_t i = 0; i < ROWS; i++) rows[cut_owner(&c, &places[i])]++;
  assert_true(abs(rows[0] - ROWS / 4) < ROWS / 16);
}

static double apart(uint32_t a, uint32_t b) {
  return fabs((double)(int32_t)(a - b)) * 0x1p-32;
}

/* Of two particles within support, skin and paths of each other, each is in the halo of the other's owner. */
static void neighbours_are_known(void **state) {
  (void)state;
  static struct position places[ROWS];
  const struct wcsph_state s = geometry(true);
  const double reach = 0.02 + 0.01 + 2 * 0.005;
  struct cut c;
  int pairs = 0;
  fill(places);
  make(&c, &s, 5, places, alike);
  for (uint32_t i = 0; i < ROWS; i++) {
    assert_true(cut_near(&c, cut_owner(&c, &places[i]), &places[i]));
    for (uint32_t j = 0; j < ROWS; j++) {
      const struct position *a = &places[i], *b = &places[j];
      if (apart(a->x, b->x) > reach || apart(a->y, b->y) > reach || apart(a->z, b->z) > reach) continue;
      assert_true(cut_near(&c, cut_owner(&c, a), b));
      pairs += cut_owner(&c, a) != cut_owner(&c, b);
    }
  }
  assert_true(pairs > 100); /* there are some across faces */
}

/* A part that looks at a place elsewhere has all around it in its halo, which grows no more than needed. */
static void places_elsewhere_are_known(void **state) {
  (void)state;
  static struct position places[ROWS];
  const struct wcsph_state s = geometry(true);
  const double reach = 0.02 + 0.01 + 2 * 0.005;
  uint32_t more[5][2][3] = {0};
  int before = 0, after = 0, seen = 0;
  struct cut c;
  fill(places);
  make(&c, &s, 5, places, alike);
  for (uint32_t i = 0; i < ROWS; i++) before += cut_near(&c, cut_owner(&c, &places[0]), &places[i]);
  for (uint32_t i = 0; i < 20; i++) { /* each looks 0.05 ahead, along a ring */
    const struct position far = {.x = places[i].x + (UINT32_MAX / 20), .y = places[i].y, .z = places[i].z};
    const int owner = cut_owner(&c, &places[i]);
    cut_look_at(&c, owner, &far, (const uint32_t[]){0, 0, 0}, more[owner]);
  }
  cut_extend(&c, (const uint32_t(*)[2][3])more);
  for (uint32_t i = 0; i < 20; i++)
    for (uint32_t j = 0; j < ROWS; j++) {
      const struct position *a = &places[i], *b = &places[j];
      if (apart(a->x + (UINT32_MAX / 20), b->x) > reach || apart(a->y, b->y) > reach ||
          apart(a->z, b->z) > reach)
        continue;
      assert_true(cut_near(&c, cut_owner(&c, a), b));
      seen++;
    }
  for (uint32_t i = 0; i < ROWS; i++) after += cut_near(&c, cut_owner(&c, &places[0]), &places[i]);
  assert_true(seen > 20);
  assert_true(after >= before && after < ROWS);
  for (int part = 0; part < 5; part++)
    for (int a = 0; a < 3; a++) {
      assert_true(more[part][0][a] == 0 && more[part][1][a] <= UINT32_MAX / 20);
      assert_true(more[part][1][a] <= c.most[a]);
    }
  assert_true(c.most[0] > 0 && c.most[1] == 0 && c.most[2] == 0);
}

/* What is deep inside a box is in no other part's halo. */
static void the_inside_is_private(void **state) {
  (void)state;
  static struct position places[ROWS];
  const struct wcsph_state s = geometry(true);
  struct cut c;
  int inside = 0;
  fill(places);
  make(&c, &s, 4, places, alike);
  for (uint32_t i = 0; i < ROWS; i++)
    for (int part = 0; part < 4; part++) {
      struct row_filter f = {.drops = false};
      cut_inside(&c, part, f.low, f.high);
      if (row_is_selected(&s, &f, &places[i])) continue;
      inside++;
      assert_int_equal(cut_owner(&c, &places[i]), part);
      for (int other = 0; other < 4; other++)
        if (other != part) assert_false(cut_near(&c, other, &places[i]));
    }
  assert_true(inside > ROWS / 4);
}

static void too_many_parts_are_refused(void **state) {
  (void)state;
  static struct position places[ROWS];
  struct wcsph_state s = geometry(false);
  struct cut c;
  fill(places);
  s.cells[0] = 2, s.cells[1] = s.cells[2] = 1;
  const struct cut_rows rows[ROW_KINDS] = {[KIND_FLUID] = {places, ROWS, 1}};
  assert_int_equal(cut_make(&c, &s, 0.02f, 3, rows, alike, NULL), STATUS_USAGE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts_have_equal_work),      cmocka_unit_test(cuts_have_little_beside_them),
      cmocka_unit_test(a_slow_part_gets_less),      cmocka_unit_test(neighbours_are_known),
      cmocka_unit_test(places_elsewhere_are_known), cmocka_unit_test(the_inside_is_private),
      cmocka_unit_test(too_many_parts_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
