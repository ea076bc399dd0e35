/* SPDX-License-Identifier: BSD-3-Clause */
/* Paper 000, sections 5.4 and 5.5: how well energy is conserved by what positions and densities are stored
 * as. A block of water falls freely, which integrators follow without an error of their own: what it gains in
 * kinetic energy it loses in potential. After every step its positions are rounded to the form. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/sheet.h"
#include "lab/wcsph_sum_error.h"
#include "lab/wcsph_testbed.h"
#include "util/error.h"
#include "util/json.h"
#include "util/log.h"
#include "wcsph/scalar.h"

static const struct wcsph_testbed falling = {"method: wcsph\nscheme: classic\n"
                                             "dimensions: 2\n"
                                             "dp: 0.05\n"
                                             "domain: {low: [-2, -8], high: [3, 2], open: [-x, +x, -y, +y]}\n"
                                             "gravity: [0, -9.81]\n"
                                             "material: {speed_of_sound: 10}\n"
                                             "fluids:\n"
                                             "  - {name: water, hydrostatic: false, velocity: [1, 0],\n"
                                             "     shapes: [{add: box, low: [0, 0], high: [1, 1]}]}\n"
                                             "viscosity: {model: none}\n"
                                             "density_diffusion: {model: none}\n"
                                             "integrator: {scheme: symplectic, cfl: 0.1}\n"
                                             "summation: fixed\n"
                                             "end: 1\n",
                                             0.05, 400, true};

/* Kinetic and potential together, and what of it is kinetic, J; the water is not pressed. */
static int find_energy(struct wcsph_run *r, double *energy, double *kinetic) {
  struct wcsph_totals totals;
  TRY(wcsph_run_totals(r, &totals));
  *energy = totals.kinetic + totals.potential;
  *kinetic = totals.kinetic;
  return STATUS_OK;
}

/* What of a density is stored. */
enum stored { STORED_EXCESS, STORED_RATIO, STORED_DENSITY };
static const char *const stored_names[] = {
    [STORED_EXCESS] = "rho/rho0 - 1", [STORED_RATIO] = "rho/rho0", [STORED_DENSITY] = "rho"};

/* NULL: whole numbers, as they are. */
static int round_all(struct wcsph_run *r, const struct position_form *form) {
  if (!form) return STATUS_OK;
  TRY(wcsph_fetch(r->backend, r->self, BUFFER_POSITION));
  position_round(r, form);
  return wcsph_send(r->backend, r->self, BUFFER_POSITION);
}

/* By how much all energy has changed at most, over the kinetic at the end. */
static int drift(const struct ladder_request *q, struct wcsph_run *r, const struct position_form *form,
                 double *most) {
  const uint64_t steps = q->steps ? q->steps : 400;
  double first, now, kinetic = 1.0;
  *most = 0.0;
  TRY(round_all(r, form));
  TRY(find_energy(r, &first, &kinetic));
  for (uint64_t k = 0; k < steps; k++) {
    TRY(wcsph_run_step(r, 0));
    TRY(round_all(r, form));
    TRY(find_energy(r, &now, &kinetic));
    *most = fmax(*most, fabs(now - first));
  }
  *most /= kinetic;
  return STATUS_OK;
}

static int measure_wcsph_precision(const struct ladder_request *q, const struct position_form *form,
                                   double *most) {
  struct testbed_run t;
  int status = testbed_open(&t, q, &falling, (double)(q->particles ? q->particles : 400), NULL,
                            (const struct wcsph_backend *)q->backend, q->options);
  if (status == STATUS_OK) status = drift(q, &t.r, form, most);
  testbed_close(&t);
  return status;
}

/* ---- 5.4: positions ---- */

static const struct sheet_column energies[] = {{"positions", "positions as", NULL, 0},
                                               {"energy_error", "energy moves by", "%.2e", 0},
                                               {"over_whole", "over whole", "%.3g", 0},
                                               {"published", "published", NULL, 0},
                                               {0}};

int energy_climb(const struct ladder_request *q) {
  double whole = 0.0, found;
  if (q->prints)
    log_say("Paper 000, section 5.4: falling water; the largest change of all energy, over the kinetic at "
            "the end");
  sheet_head(q, energies);
  for (int k = -1; k < POSITION_FORMS; k++) {
    TRY(measure_wcsph_precision(q, k < 0 ? NULL : &position_forms[k], &found));
    if (k < 0) whole = found;
    const bool last = k == POSITION_FORMS - 1;
    json_t *row = json_pack(
        "{s:s, s:f, s:o, s:s}", "positions", k < 0 ? "whole numbers" : position_forms[k].name, "energy_error",
        found, "over_whole", json_number(found / whole), "published", last ? "up to 10000 over cells" : "");
    if (row && last) json_object_set_new(row, "published_over", json_integer(10000));
    TRY(sheet_add(q, energies, row));
  }
  return STATUS_OK;
}

/* ---- figure 5: a pool at rest, far from the origin ---- */

static const struct wcsph_testbed pool = {
    "method: wcsph\nscheme: classic\n"
    "dimensions: 2\n"
    "dp: 0.02\n"
    "domain: {low: [0, 0], high: [0.6, 0.6], open: [+y]}\n"
    "gravity: [0, -9.81]\n"
    "fluids:\n"
    "  - {name: water, shapes: [{add: box, low: [0, 0], high: [0.6, 0.3]}]}\n"
    "walls:\n"
    "  - name: pool\n"
    "    shapes:\n"
    "      - {add: box, low: [0, 0], high: [0.6, 0.6], fill: shell-outside, layers: 3, "
    "open: [+y]}\n"
    "limits: {lost: 1}\n"
    "summation: fixed\n"
    "end: 10\n",
    0.02, 830, false};
static const double pool_depth = 0.3; /* m */

static const struct position_form far_forms[] = {
    {"floats of cells", true, 100000.0},      {"floats, at the origin", false, 0.0},
    {"floats, 1 km away", false, 1000.0},     {"floats, 10 km away", false, 10000.0},
    {"floats, 100 km away", false, 100000.0}, {"floats, 200 km away", false, 200000.0}};

/* What moves the water that should rest: its kinetic energy over what it would gain by falling its depth. */
struct stirred {
  double most;
  uint64_t steps; /* that it took, until it diverged */
  uint64_t left;
};

static int stir(const struct ladder_request *q, struct wcsph_run *r, const struct position_form *form,
                struct stirred *s) {
  const uint64_t steps = q->steps ? q->steps : 400;
  struct wcsph_totals totals;
  for (; s->steps < steps; s->steps++) {
    TRY(round_all(r, form));
    const int status = wcsph_run_step(r, 0);
    if (status == STATUS_DIVERGED) break;
    TRY(status);
    TRY(wcsph_run_totals(r, &totals));
    s->most = fmax(s->most, totals.kinetic / (totals.mass * 9.81 * pool_depth));
  }
  s->left = r->left;
  return STATUS_OK;
}

static const struct sheet_column explosions[] = {{"positions", "positions as", NULL, 0},
                                                 {"kinetic", "stirred by", "%.2e", 0},
                                                 {"over_whole", "over whole", "%.3g", 0},
                                                 {"steps", "steps", "%.0f", 0},
                                                 {"left", "particles left", "%.0f", 0},
                                                 {"published", "published", NULL, 0},
                                                 {0}};

int explosion_climb(const struct ladder_request *q) {
  enum { FORMS = sizeof far_forms / sizeof *far_forms };
  double whole = 0.0;
  if (q->prints)
    log_say("Paper 000, figure 5: water at rest in a pool, with positions rounded before every step; the "
            "most kinetic "
            "energy, over what falling its depth gives");
  sheet_head(q, explosions);
  for (int k = -1; k < FORMS; k++) {
    struct testbed_run t;
    struct stirred s = {0};
    int status = testbed_open(&t, q, &pool, (double)(q->particles ? q->particles : 830), NULL,
                              (const struct wcsph_backend *)q->backend, q->options);
    const uint64_t particles = t.r.state.count;
    if (status == STATUS_OK) status = stir(q, &t.r, k < 0 ? NULL : &far_forms[k], &s);
    testbed_close(&t);
    TRY(status);
    if (k < 0) whole = s.most;
    TRY(sheet_add(q, explosions,
                  json_pack("{s:s, s:I, s:f, s:o, s:I, s:I, s:s}", "positions",
                            k < 0 ? "whole numbers" : far_forms[k].name, "particles", (json_int_t)particles,
                            "kinetic", s.most, "over_whole", json_number(s.most / whole), "steps",
                            (json_int_t)s.steps, "left", (json_int_t)s.left, "published",
                            k == FORMS - 1 ? "a picture: it explodes" : "")));
  }
  return STATUS_OK;
}

/* ---- 5.5: densities ---- */

/* rho0 P/(rho^2 c0^2) as a code has it that stores this and computes in single precision. */
static double term_of(double d, enum stored stored, float rho0, int gamma) {
  const float kept = stored == STORED_DENSITY ? (float)((double)rho0 * (1.0 + d)) : (float)(1.0 + d);
  const float ratio = stored == STORED_DENSITY ? kept / rho0 : kept;
  float power = 1.0f;
  for (int k = 0; k < gamma; k++) power *= ratio;
  return (double)((power - 1.0f) / (float)gamma / (ratio * ratio));
}
static double term_of_excess(const struct wcsph_law *law, double d) {
  return (double)eos_momentum_term(law, (float)d) / (double)law->per_density /
         ((double)law->c0 * (double)law->c0 * (double)law->rho0);
}
static double exact_term(double d, int gamma) {
  double power = 0.0, term = 1.0; /* (1 + d)^gamma - 1, binomially */
  for (int k = 1; k <= gamma; k++) power += term = term * d * (gamma - k + 1) / k;
  return power / gamma / ((1.0 + d) * (1.0 + d));
}

/* Over densities up to that excess. */
enum { EXCESSES = 3 };
static const double excesses[EXCESSES] = {1e-2, 1e-3, 1e-4};
static double term_error(const struct wcsph_run *r, enum stored stored, double most) {
  enum { SAMPLES = 10000 };
  const int gamma = r->config->material.gamma;
  double squares = 0.0;
  for (int k = 0; k < SAMPLES; k++) {
    const double d = most * (k + 0.5) / SAMPLES;
    const double found =
        stored == STORED_EXCESS ? term_of_excess(&r->law, d) : term_of(d, stored, r->law.rho0, gamma);
    squares += (found - exact_term(d, gamma)) * (found - exact_term(d, gamma));
  }
  return sqrt(squares / SAMPLES);
}

static int measure_terms(const struct ladder_request *q, double errors[3][EXCESSES]) {
  struct testbed_run t;
  int status =
      testbed_open(&t, q, &falling, 400.0, NULL, (const struct wcsph_backend *)q->backend, q->options);
  for (int k = 0; k < 3 && status == STATUS_OK; k++)
    for (int e = 0; e < EXCESSES; e++) errors[k][e] = term_error(&t.r, (enum stored)k, excesses[e]);
  testbed_close(&t);
  return status;
}

static const struct sheet_column densities[] = {
    {"stored", "stored", NULL, 0},         {"term_error_2", "up to 1 %", "%.1e", 0},
    {"term_error_3", "0.1 %", "%.1e", 0},  {"term_error_4", "0.01 %", "%.1e", 0},
    {"published", "published", "%.0e", 0}, {0}};

int density_climb(const struct ladder_request *q) {
  double errors[3][EXCESSES];
  if (q->prints)
    log_say(
        "Paper 000, section 5.5: error of the pressure term of the momentum equation, rms, over c0^2/rho0, "
        "where rho/rho0 - 1 is up to so much");
  TRY(measure_terms(q, errors));
  sheet_head(q, densities);
  for (int k = STORED_DENSITY; k >= STORED_EXCESS; k--) {
    TRY(sheet_add(q, densities,
                  json_pack("{s:s, s:f, s:f, s:f, s:f}", "stored", stored_names[k], "term_error_2",
                            errors[k][0], "term_error_3", errors[k][1], "term_error_4", errors[k][2],
                            "published", k == STORED_EXCESS ? 1e-11 : 1e-7)));
  }
  return STATUS_OK;
}
