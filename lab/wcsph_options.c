/* SPDX-License-Identifier: BSD-3-Clause */
/* Paper 002, section 3: what each option of the method costs where it is on, and what options that are off
 * cost: general code asks for them as it goes, specialised code has no trace of them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/sheet.h"
#include "lab/wcsph_testbed.h"
#include "util/error.h"
#include "util/log.h"
#include "wcsph/hash.h"
#include "wcsph/variant_choice.h"

/* With everything off: the least that a dam break has. */
#define OFF     "viscosity={model: none}", "density_diffusion={model: none}"
#define LAMINAR "viscosity={model: laminar, nu: 0.001}", "density_diffusion={model: none}"
struct option {
  const char *name, *settings[6], *without[4]; /* what is off in turn with it */
};
static const struct option options[] = {
    {"viscosity: artificial", {OFF, "viscosity={model: artificial}"}, {OFF}},
    {"viscosity: laminar", {LAMINAR}, {OFF}},
    {"viscosity: monaghan", {OFF, "viscosity={model: monaghan, nu: 0.001}"}, {OFF}},
    {"viscosity: espanol", {OFF, "viscosity={model: espanol, nu: 0.001}"}, {OFF}},
    {"viscosity: riemann", {OFF, "viscosity={model: riemann}"}, {OFF}},
    {"diffusion: molteni", {OFF, "density_diffusion={model: molteni}"}, {OFF}},
    {"diffusion: fourtakas", {OFF, "density_diffusion={model: fourtakas}"}, {OFF}},
    {"diffusion: ferrari", {OFF, "density_diffusion={model: ferrari}"}, {OFF}},
    {"diffusion: brezzi", {OFF, "density_diffusion={model: brezzi}"}, {OFF}},
    {"diffusion: antuono", {OFF, "density_diffusion={model: antuono}"}, {OFF}},
    {"rheology: bingham", {LAMINAR, "rheology={model: bingham, yield: 1, ceiling: 0.01}"}, {LAMINAR}},
    {"turbulence: smagorinsky", {LAMINAR, "turbulence={model: smagorinsky}"}, {LAMINAR}},
    {"formulation: volume", {OFF, "formulation=volume"}, {OFF}},
    {"tensile: monaghan", {OFF, "tensile_correction=monaghan"}, {OFF}},
    {"gradient: symmetric", {OFF, "gradient_correction=symmetric"}, {OFF}},
    {"gradient: reverse", {OFF, "gradient_correction=reverse"}, {OFF}},
    {"boundary: dummy", {OFF, "boundary={model: dummy}"}, {OFF}},
    {"damper: sun", {OFF, "acoustic_damper={model: sun}"}, {OFF}},
    {"damper: cleaning", {OFF, "acoustic_damper={model: cleaning}"}, {OFF}},
    {"shifting: sun", {OFF, "shifting={model: sun}"}, {OFF}},
    {"shifting: plus", {OFF, "shifting={model: plus}"}, {OFF}},
    {"shifting: adami", {OFF, "shifting={model: adami}"}, {OFF}},
    {"shifting: xsph", {OFF, "shifting={model: xsph}"}, {OFF}},
    {"integrator: symplectic", {OFF, "integrator={scheme: symplectic}"}, {OFF}},
    {"summation: plain", {OFF, "summation=plain"}, {OFF}},
    {"summation: fixed", {OFF, "summation=fixed"}, {OFF}},
    {0}};

/* Runs that take turns: each option on and off, and the testbed's law with specialised code and without. */
struct contest {
  struct testbed_run runs[2];
  double least[2]; /* s a step */
  uint64_t hash;   /* of the run with it on */
  char device[128];
};
enum { TURNS = 3 };

static int take_turn(const struct ladder_request *q, struct wcsph_run *r, uint64_t steps, double *least) {
  const double began = testbed_clock(q);
  for (uint64_t k = 0; k < steps; k++) TRY(wcsph_run_step(r, 0));
  *least = fmin(*least, (testbed_clock(q) - began) / (double)steps);
  return STATUS_OK;
}

static int contend(struct contest *c, const struct ladder_request *q, char *const *const settings[2],
                   const bool general[2]) {
  const uint64_t particles = q->particles ? q->particles : 20000, steps = q->steps ? q->steps : 20;
  int status = STATUS_OK;
  for (int k = 0; k < 2; k++) {
    variant_general = general[k];
    c->runs[k] = (struct testbed_run){0};
    c->least[k] = INFINITY;
    if (status == STATUS_OK)
      status = testbed_open(&c->runs[k], q, &testbed_dam_break, (double)particles, settings[k],
                            (const struct wcsph_backend *)q->backend, q->options);
    variant_general = false;
    double none = INFINITY;
    if (status == STATUS_OK) status = take_turn(q, &c->runs[k].r, 2, &none); /* the first list */
  }
  for (int turn = 0; turn < TURNS && status == STATUS_OK; turn++)
    for (int k = 0; k < 2 && status == STATUS_OK; k++)
      status = take_turn(q, &c->runs[k].r, steps, &c->least[k]);
  struct wcsph_run *on = &c->runs[0].r;
  if (status == STATUS_OK) status = wcsph_run_hash(on, &c->hash);
  if (status == STATUS_OK) on->backend->describe(on->self, c->device, sizeof c->device);
  for (int k = 0; k < 2; k++) testbed_close(&c->runs[k]);
  return status;
}

static const struct sheet_column columns[] = {{"option", "", NULL, 0},
                                              {"on", "on, ms a step", "%.3f", 0},
                                              {"off", "off, ms", "%.3f", 0},
                                              {"ratio", "on over off", "%.2f", 0},
                                              {"published", "published", "%.0f", 0},
                                              {"code", "code when on", NULL, 0},
                                              SHEET_STATE,
                                              {0}};

static const char all_off[] = "general code, all that is off";

static int put_wcsph_options(const struct ladder_request *q, const char *name, const struct contest *c,
                             const char *code) {
  json_t *row = json_pack("{s:s, s:f, s:f, s:f, s:s}", "option", name, "on", 1e3 * c->least[0], "off",
                          1e3 * c->least[1], "ratio", c->least[0] / c->least[1], "code", code);
  if (row) sheet_tell(row, c->device, c->hash);
  if (row && !strcmp(name, all_off)) json_object_set_new(row, "published", json_integer(1));
  return sheet_add(q, columns, row);
}

int options_climb(const struct ladder_request *q) {
  static char *const law[] = {NULL};
  static char *const *const same[2] = {law, law};
  struct contest c;
  if (q->prints)
    log_say("Paper 002: options that are off cost nothing. Runs take turns, the least of %d; general code on "
            "both sides but for the first row, so that ratios are the models'",
            TURNS);
  sheet_head(q, columns);
  TRY(contend(&c, q, same, (const bool[]){true, false}));
  TRY(put_wcsph_options(q, all_off, &c, "on: general, off: its own"));
  for (const struct option *o = options; o->name; o++) {
    char *const *const settings[2] = {(char *const *)o->settings, (char *const *)o->without};
    TRY(contend(&c, q, settings, (const bool[]){true, true}));
    TRY(put_wcsph_options(q, o->name, &c, "general"));
  }
  return STATUS_OK;
}
