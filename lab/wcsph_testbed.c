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

/* The models of paper 002's cases. */
#define PAPER_002                                                                                            \
  "kernel: wendland\n"                                                                                       \
  "smoothing_ratio: 1.3\n"                                                                                   \
  "viscosity: {model: artificial, alpha: 0.1}\n"                                                             \
  "density_diffusion: {model: molteni, delta: 0.1}\n"                                                        \
  "boundary: {model: lennard_jones}\n"                                                                       \
  "integrator: {scheme: symplectic, cfl: 0.3}\n"

const struct wcsph_testbed testbed_lennard_jones = {
    "method: wcsph\nscheme: classic\n"
    "dimensions: 3\n"
    "dp: 0.0125\n"
    "domain: {low: [0, 0, 0], high: [1.6, 0.65, 0.6]}\n"
    "gravity: [0, 0, -9.81]\n"
    "fluids:\n"
    "  - {name: water, shapes: [{add: box, low: [0, 0, 0], high: [0.4, 0.65, 0.4]}]}\n"
    "walls:\n"
    "  - name: tank\n"
    "    shapes:\n"
    "      - {add: box, low: [0, 0, 0], high: [1.6, 0.65, 0.6], fill: shell-outside, layers: 1}\n" PAPER_002
    "end: 1\n",
    0.0125, 84760, false};

#define REEF "vertices: [[3, 0], [6, 0.28], [8.4, 0.4], [8.4, -0.4], [3, -0.4]]"
const struct wcsph_testbed testbed_basin = {
    "method: wcsph\nscheme: classic\n"
    "dimensions: 3\n"
    "dp: 0.04\n"
    "domain: {low: [-0.8, -0.3, -0.4], high: [8.8, 3.3, 1.2]}\n"
    "gravity: [0, 0, -9.81]\n"
    "fluids:\n"
    "  - name: water\n"
    "    shapes:\n"
    "      - {add: box, low: [0, 0, 0], high: [8.4, 3, 0.36]}\n"
    "      - {cut: extrusion, along: y, from: -0.2, to: 3.2, " REEF "}\n"
    "walls:\n"
    "  - name: basin\n"
    "    shapes:\n"
    "      - {add: box, low: [-0.4, 0, 0], high: [8.4, 3, 0.8], fill: shell-outside, layers: 1, open: [+z]}\n"
    "  - name: reef\n"
    "    shapes:\n"
    "      - {add: extrusion, along: y, from: 0, to: 3, " REEF ", fill: shell-inside, layers: 1}\n"
    "  - name: caisson\n"
    "    motion: {type: paddle, direction: [1, 0, 0], ramp: 0.8,\n"
    "             waves: {type: regular, order: 1, depth: 0.36, height: 0.09, period: 2.4}}\n"
    "    shapes: [{add: box, low: [-0.36, 0, 0], high: [0, 3, 0.7], fill: shell-inside, layers: "
    "1}]\n" PAPER_002 "end: 10\n",
    0.04, 140000, false};

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
                     double dp, char *const settings[]) {
  char spacing[32], *all[MOST_OVERRIDES + MOST_OF_A_RUNG + 1];
  size_t n = 0;
  CHECK(q->setting_count <= MOST_OVERRIDES, STATUS_USAGE, "--set: at most %d for a ladder", MOST_OVERRIDES);
  snprintf(spacing, sizeof spacing, bed->whole ? "dp=%.17g" : "dp=%.6g", dp);
  all[n++] = spacing;
  for (int k = 0; k < MOST_OF_A_RUNG && settings && settings[k]; k++) all[n++] = settings[k];
  for (size_t k = 0; k < q->setting_count; k++) all[n++] = q->settings[k];
  return case_read_text(c, q->name, bed->text, strlen(bed->text), all, n);
}

static int count_particles(const struct ladder_request *q, const struct wcsph_testbed *bed, double dp,
                           double *count) {
  struct amphi_case c;
  struct particles p = {0};
  int status = read_case(&c, q, bed, dp, NULL);
  if (status == STATUS_OK) status = particles_fill(&p, &c);
  *count = (double)p.wall_count + (double)p.fluid_count;
  particles_free(&p);
  case_free(&c);
  return status;
}

/* Walls grow by another power than fluid, and rows of particles come and go: the spacing is tried. */
static int find_spacing(const struct ladder_request *q, const struct wcsph_testbed *bed, double particles,
                        double *dp) {
  enum { TRIES = 8 };
  static const double near = 0.01;
  double low = 0.0, high = 0.0, best = INFINITY, at = bed->dp * cube_root(bed->particles / particles), count;
  for (int k = 0; k < TRIES && best > near; k++) {
    TRY(count_particles(q, bed, at, &count));
    CHECK(count > 0.0, STATUS_USAGE, "%s: no particles at a spacing of %g m", q->name, at);
    if (fabs(count / particles - 1.0) < best) best = fabs(count / particles - 1.0), *dp = at;
    if (count > particles) low = at;
    if (count < particles) high = at;
    at = low > 0.0 && high > 0.0 ? 0.5 * (low + high) : at * cube_root(count / particles);
  }
  return STATUS_OK;
}

/* FNV-1a. */
static uint64_t digest(const char *text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
  return hash;
}

/* The spacing of so many particles, kept for the next rung. */
static int choose_spacing(const struct ladder_request *q, const struct wcsph_testbed *bed, double particles,
                          double *dp) {
  static struct {
    const struct ladder_request *of;
    uint64_t text;
    double particles, dp;
  } last;
  const uint64_t text = digest(bed->text);
  *dp = bed->dp * cube_root(bed->particles / particles);
  if (bed->whole) *dp = 1.0 / round(1.0 / *dp);
  if (bed->whole) return STATUS_OK;
  if (last.of != q || last.text != text || last.particles != particles) {
    TRY(find_spacing(q, bed, particles, dp));
    last.of = q, last.text = text, last.particles = particles, last.dp = *dp;
  }
  *dp = last.dp;
  return STATUS_OK;
}

int testbed_open(struct testbed_run *t, const struct ladder_request *q, const struct wcsph_testbed *bed,
                 double particles, char *const settings[], const struct wcsph_backend *backend,
                 const struct execution_options *options) {
  double dp;
  *t = (struct testbed_run){0};
  TRY(choose_spacing(q, bed, particles, &dp));
  TRY(read_case(&t->c, q, bed, dp, settings));
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
