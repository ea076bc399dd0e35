/* SPDX-License-Identifier: BSD-3-Clause */
/* Some of a case's particles are placed: with the places, numbers and levels of water that they have among
 * all. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "check/read.h"
#include "geometry/particles.h"
#include "geometry/shape.h"
#include "util/error.h"
#include "wcsph/start/hydrostatic.h"
#include "wcsph/start/settings.h"

static const char text[] =
    "method: wcsph\nscheme: classic\n"
    "dimensions: 3\n"
    "dp: 0.05\n"
    "domain: {low: [0, 0, 0], high: [1, 0.6, 0.5]}\n"
    "gravity: [0, 0, -9.81]\n"
    "fluids:\n"
    "  - {name: water, shapes: [{add: box, low: [0, 0, 0], high: [0.4, 0.6, 0.3]}]}\n"
    "  - {name: drop, shapes: [{add: sphere, centre: [0.7, 0.3, 0.25], radius: 0.2}]}\n"
    "walls:\n"
    "  - name: tank\n"
    "    shapes:\n"
    "      - {add: box, low: [0, 0, 0], high: [1, 0.6, 0.5], fill: shell-outside, layers: 2}\n"
    "      - {add: box, low: [0.1, 0.1, 0.15], high: [0.3, 0.4, 0.2]}\n" /* in the water, and on it */
    "      - {add: box, low: [0.1, 0.3, 0.25], high: [0.2, 0.6, 0.35]}\n"
    "boundary: {model: dynamic}\n"
    "end: 1\n";

/* Nothing of most runs, two particles of some, all of others that are short. */
static void choose_some(const void *context, struct particles_run *run) {
  const uint64_t *most = context;
  if (run->number % 3 != 0 || run->number > *most) run->end = run->first;
  if (run->end - run->first > 3) run->first++, run->end = run->first + 2;
}

/* Runs of fluid that are shown. */
struct seen {
  const struct particles *all;
  size_t count;
};

static void see(void *context, const struct particles_run *run, int fluid) {
  struct seen *s = context;
  for (int32_t x = run->first; x < run->end; x++, s->count++) {
    const uint64_t k = run->number + (uint64_t)(x - run->first);
    const double at[3] = {lattice_position(run->lattice, 0, x), run->y, run->z};
    assert_int_equal(k, s->all->wall_count + s->count);
    assert_int_equal(s->all->body[k], fluid);
    assert_memory_equal(s->all->position[k], at, sizeof at);
  }
}

static void some_are_those_of_all(void **state) {
  (void)state;
  struct amphi_case c;
  if (case_read_text(&c, "some.yaml", text, strlen(text), NULL, 0) != STATUS_OK) fail_msg("%s", error_text());
  struct particles all, none, some = {0};
  struct particles_sites *sites;
  const uint64_t most = 4000;
  assert_int_equal(particles_fill(&all, &c), STATUS_OK);
  assert_int_equal(particles_find(&none, &sites, &c), STATUS_OK);
  assert_null(none.position);
  assert_int_equal(none.wall_count, all.wall_count);
  assert_int_equal(none.fluid_count, all.fluid_count);
  assert_int_equal(particles_put(&some, sites, &(struct particles_choice){choose_some, &most}), STATUS_OK);
  const size_t count = some.wall_count + some.fluid_count;
  assert_true(some.wall_count > 10 && some.fluid_count > 10 && count < all.wall_count + all.fluid_count);
  for (size_t i = 0; i < count; i++) {
    const uint64_t k = some.number[i];
    assert_true(i == 0 || k > some.number[i - 1]);
    assert_int_equal(k < all.wall_count, i < some.wall_count);
    assert_memory_equal(some.position[i], all.position[k], sizeof *all.position);
    assert_int_equal(some.body[i], all.body[k]);
  }
  for (size_t b = 0; b < 3; b++) { /* a wall and two fluids */
    const struct body_extent *e = &none.extents[b];
    struct body_extent found = {
        0, {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, {INFINITY, -INFINITY}, 0};
    for (size_t i = 0; i < all.wall_count + all.fluid_count; i++) {
      if ((i < all.wall_count ? 0u : 1u) + all.body[i] != b) continue;
      found.count++;
      for (int a = 0; a < 3; a++) {
        found.low[a] = fmin(found.low[a], all.position[i][a]);
        found.high[a] = fmax(found.high[a], all.position[i][a]);
      }
      const double fallen = -all.position[i][c.dimensions - 1]; /* gravity is downwards */
      found.along[0] = fmin(found.along[0], fallen);
      found.along[1] = fmax(found.along[1], fallen);
    }
    assert_memory_equal(e, &found, offsetof(struct body_extent, along));
    for (int k = 0; k < 2; k++) assert_true(fabs(e->along[k] - found.along[k]) < 1e-14);
  }
  struct seen seen = {.all = &all};
  particles_see_fluid(sites, see, &seen);
  assert_int_equal(seen.count, all.fluid_count);
  assert_int_equal(particles_put_walls(&none, sites), STATUS_OK);
  assert_true(none.apart && !all.apart);
  assert_int_equal(none.fluid_count, all.fluid_count);
  assert_memory_equal(none.position, all.position, all.wall_count * sizeof *all.position);
  int32_t *levels, *some_levels;
  struct wcsph_settings settings;
  wcsph_settings_take(&settings, &c);
  assert_int_equal(hydrostatic_levels(&levels, &settings, &all), STATUS_OK);
  assert_int_equal(hydrostatic_levels_of(&some_levels, &settings, &some, &none, sites), STATUS_OK);
  for (size_t i = 0; i < some.fluid_count; i++)
    assert_int_equal(some_levels[i], levels[some.number[some.wall_count + i] - all.wall_count]);
  free(levels);
  free(some_levels);
  particles_sites_free(sites);
  particles_free(&some);
  particles_free(&none);
  particles_free(&all);
  case_free(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(some_are_those_of_all)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
