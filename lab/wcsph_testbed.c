/* SPDX-License-Identifier: BSD-3-Clause */
#include "lab/wcsph_testbed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "check/read.h"
#include "util/clock.h"
#include "util/error.h"
#include "wcsph/start/settings.h"

enum { MOST_OVERRIDES = 32, MOST_OF_A_RUNG = 8 };

const struct wcsph_testbed testbed_dam_break = {
    "method: wcsph\nscheme: classic\n"
    "dimensions: 3\n"
    "dp: 0.01\n"
    "domain: {low: [0, 0, 0], high: [1.6, 0.67, 0.8], open: [-x, +x, -y, +y, +z]}\n"
    "gravity: [0, 0, -9.81]\n"
    "material: {speed_of_sound: 34.31}\n"
    "fluids:\n"
    "  - {name: water, shapes: [{add: box, low: [0, 0, 0], high: [0.4, 0.67, 0.3]}]}\n"
    "walls:\n"
    "  - name: tank\n"
    "    shapes:\n"
    "      - {add: box, low: [0, 0, 0], high: [1.6, 0.67, 0.4], fill: shell-outside, layers: 1, open: [+z]}\n"
    "  - name: building\n"
    "    shapes:\n"
    "      - {add: box, low: [0.9, 0.24, 0], high: [1.02, 0.36, 0.45], fill: shell-inside, layers: 1, open: "
    "[-z]}\n"
    "kernel: cubic\n"
    "viscosity: {model: artificial, alpha: 0.25}\n"
    "end: 1.5\n",
    0.0085, 173531, false};

const struct wcsph_testbed testbed_box = {
    "method: wcsph\nscheme: classic\n"
    "dimensions: 3\n"
    "dp: 0.01\n"
    "domain: {low: [0, 0, 0], high: [1, 1, 1], periodic: [x, y, z]}\n"
    "material: {speed_of_sound: 20}\n"
    "fluids:\n"
    "  - {name: water, shapes: [{add: box, low: [0, 0, 0], high: [1, 1, 1]}], jitter: 0.05}\n"
    "viscosity: {model: artificial, alpha: 0.1}\n"
    "end: 1\n",
    0.01, 1000000, true};

/* By Newton's method from above, since the library's last digit is its own and this reaches the state. */
static double cube_root(double x) {
  double root = fmax(x, 1.0);
  for (int k = 0; k < 100; k++) root -= (root - x / (root * root)) / 3.0;
  return root;
}

static int read_case(struct amphi_case *c, const struct ladder_request *q, const struct wcsph_testbed *bed,
                     double particles, char *const settings[]) {
  char spacing[32], *all[MOST_OVERRIDES + MOST_OF_A_RUNG + 1];
  size_t n = 0;
  CHECK(q->setting_count <= MOST_OVERRIDES, STATUS_USAGE, "--set: at most %d for a ladder", MOST_OVERRIDES);
  const double dp = bed->dp * cube_root(bed->particles / particles);
  snprintf(spacing, sizeof spacing, bed->whole ? "dp=%.17g" : "dp=%.6g",
           bed->whole ? 1.0 / round(1.0 / dp) : dp);
  all[n++] = spacing;
  for (int k = 0; k < MOST_OF_A_RUNG && settings && settings[k]; k++) all[n++] = settings[k];
  for (size_t k = 0; k < q->setting_count; k++) all[n++] = q->settings[k];
  return case_read_text(c, q->name, bed->text, strlen(bed->text), all, n);
}

int testbed_open(struct testbed_run *t, const struct ladder_request *q, const struct wcsph_testbed *bed,
                 double particles, char *const settings[], const struct wcsph_backend *backend,
                 const struct execution_options *options) {
  *t = (struct testbed_run){0};
  TRY(read_case(&t->c, q, bed, particles, settings));
  TRY(particles_fill(&t->p, &t->c));
  wcsph_settings_take(&t->settings, &t->c);
  return wcsph_run_open(&t->r, &t->settings, &t->p, backend, options);
}

void testbed_close(struct testbed_run *t) {
  wcsph_run_close(&t->r);
  particles_free(&t->p);
  case_free(&t->c);
}

double testbed_clock(const struct ladder_request *q) {
  struct timespec now;
  if (q->options->threads != 1 || strcmp(q->backend->name, "cpu") != 0 ||
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now))
    return clock_now();
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
