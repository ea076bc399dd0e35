/* SPDX-License-Identifier: BSD-3-Clause */
/* Nothing passes a wall: jets at a third of the speed of sound, as fast as a case may have them, a little
 * aslant against plates, and films that ten times gravity presses. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <string.h>

#include "setup.h"

#include "check/read.h"
#include "registry/backends.h"

#define MODELS                                                                                               \
  "smoothing_ratio: 1.6\nviscosity: {model: artificial, alpha: 0.01}\n"                                      \
  "density_diffusion: {model: fourtakas, delta: 0.1}\nintegrator: {cfl: 0.3, euler_every: 10}\nend: 1\n"

/* The plate's face is at x = 0, and it has no edges. */
static const char flat_jet[] =
    "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.01\n"
    "domain: {low: [-0.8, 0], high: [1.5, 0.4], periodic: [y], open: [+x]}\n"
    "material: {speed_of_sound: 30, lowest_density: 0.998}\n"
    "fluids:\n  - {name: jet, velocity: [-10, 1], shapes: [{add: box, low: [0.02, 0.15], high: [0.22, "
    "0.25]}]}\n"
    "walls:\n  - {name: plate, shapes: [{add: box, low: [-0.01, 0], high: [0, 0.4]}]}\n" MODELS;
static const char round_jet[] =
    "method: wcsph\nscheme: classic\ndimensions: 3\ndp: 0.01\n"
    "domain: {low: [-0.8, 0, 0], high: [1.5, 0.3, 0.3], periodic: [y, z], open: [+x]}\n"
    "material: {speed_of_sound: 30, lowest_density: 0.998}\n"
    "fluids:\n  - {name: jet, velocity: [-10, 1, 0.6], shapes: [{add: box, low: [0.02, 0.11, 0.11], high: "
    "[0.17, 0.19, "
    "0.19]}]}\n"
    "walls:\n  - {name: plate, shapes: [{add: box, low: [-0.01, 0, 0], high: [0, 0.3, 0.3]}]}\n" MODELS;
/* One particle thick, pressed against the plate. */
static const char film[] =
    "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.01\n"
    "domain: {low: [-0.8, 0], high: [1.5, 0.4], periodic: [y], open: [+x]}\n"
    "gravity: [-98.1, 0]\n"
    "material: {speed_of_sound: 30, lowest_density: 0.998}\n"
    "fluids:\n  - {name: film, velocity: [0, 1], shapes: [{add: box, low: [0, 0.1], high: [0.01, 0.3]}]}\n"
    "walls:\n  - {name: plate, shapes: [{add: box, low: [-0.01, 0], high: [0, 0.4]}]}\n" MODELS;

/* Fluid beyond the plate's back, `layers` spacings behind its face, after `until` s. What leaves at -x stops
 * the run as diverged. */
static unsigned passed(const char *text, const char *boundary, int layers, double until, char *more) {
  char walls[64], low[96];
  char *overrides[] = {walls, low, more};
  struct trial t = {0};
  unsigned count = 0;
  snprintf(walls, sizeof walls, "boundary=%s", boundary);
  snprintf(low, sizeof low, "walls.plate.shapes.0.low=[%g, 0%s]", -0.01 * layers,
           text == round_jet ? ", 0" : "");
  int status = case_read_text(&t.config, "jet", text, strlen(text), overrides, more ? 3 : 2);
  if (status == STATUS_OK) status = particles_fill(&t.particles, &t.config);
  if (status == STATUS_OK)
    status = wcsph_run_open(&t.run, trial_settings(&t), &t.particles, wcsph_backend_find("cpu"),
                            &(struct execution_options){.threads = 1});
  while (status == STATUS_OK && t.run.time < until) status = wcsph_run_step(&t.run, until);
  if (status == STATUS_OK) status = wcsph_fetch(t.run.backend, t.run.self, BUFFER_POSITION);
  if (status != STATUS_OK) fail_msg("%s, %d layers: %s", boundary, layers, error_text());
  const struct wcsph_state *s = &t.run.state;
  for (uint32_t i = s->ranges[KIND_FLUID].begin; i < s->count; i++)
    count += state_coordinate(s, s->pos[i].x, 0) < -0.01 * layers;
  trial_close(&t);
  return count;
}

/* Dummy walls of one layer do not hold jets (docs/schemes.md): they want the layers that fill the support. */
static const struct wall {
  const char *boundary;
  int layers;
} plates[] = {{"{model: dynamic}", 1},           {"{model: dynamic}", 2},           {"{model: dynamic}", 4},
              {"{model: dummy, slip: free}", 2}, {"{model: dummy, slip: free}", 4}, {"{model: dummy}", 2}},
  thin[] = {{"{model: dynamic}", 1},
            {"{model: dummy, slip: free}", 1},
            {"{model: dummy}", 4},
            {"{model: lennard_jones}", 1}};

static void hold(const char *text, const struct wall *w, double until) {
  char *const more[] = {NULL, "acoustic_damper.model=sun"};
  for (int k = 0; k < 2; k++) {
    const unsigned count = passed(text, w->boundary, w->layers, until, more[k]);
    if (count)
      fail_msg("%u particles passed %d layers of %s, %s", count, w->layers, w->boundary,
               k ? "damped" : "as it is");
  }
}

static void plates_hold_jets(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof plates / sizeof *plates; k++) {
    hold(flat_jet, &plates[k], 0.06);
    hold(round_jet, &plates[k], 0.03);
  }
}

static void plates_hold_films(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof thin / sizeof *thin; k++) hold(film, &thin[k], 0.2);
}

/* It has no density that would rise in the jet's way: in 2-D the water does not withstand this. */
static void a_lennard_jones_plate_holds_a_round_jet(void **state) {
  (void)state;
  assert_int_equal(passed(round_jet, "{model: lennard_jones}", 1, 0.03, NULL), 0);
}

/* What is counted above does pass where nothing keeps it off. */
static void a_thin_dummy_plate_leaks(void **state) {
  (void)state;
  assert_true(passed(round_jet, "{model: dummy, slip: free, contact: 0}", 1, 0.015, NULL) > 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(plates_hold_jets), cmocka_unit_test(plates_hold_films),
                                     cmocka_unit_test(a_lennard_jones_plate_holds_a_round_jet),
                                     cmocka_unit_test(a_thin_dummy_plate_leaks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
