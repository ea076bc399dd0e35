/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/start/initial.h"

#include <math.h>
#include <string.h>

#include "case/formula.h"
#include "util/error.h"
#include "wcsph/evolution.h"
#include "wcsph/fluids/phases.h"

enum { FORMULAS = 4 }; /* velocities along x, y, z; density */

struct formulas {
  struct expression *of[FORMULAS];
  double place[FORMULA_PLACE_NAMES];
};

static void close_initial(struct formulas *f) {
  for (int k = 0; k < FORMULAS; k++) expression_close(f->of[k]);
}

static int open_initial(struct formulas *f, const struct wcsph_settings *c, const struct body *fluid) {
  const char *names[FORMULA_PLACE_NAMES];
  *f = (struct formulas){0};
  formula_place_names(names, c->dimensions, false);
  for (int k = 0; k < FORMULAS; k++) {
    const char *text = k < 3 ? fluid->initial.velocity[k] : fluid->initial.density;
    if (text) TRY(expression_open(&f->of[k], text, names, f->place));
  }
  return STATUS_OK;
}

/* NaN where nothing is said. */
static void find_initial(struct formulas *f, const double x[3], double out[FORMULAS]) {
  memcpy(f->place, x, 3 * sizeof *x);
  for (int k = 0; k < FORMULAS; k++) out[k] = f->of[k] ? expression_value(f->of[k]) : NAN;
}

static int check_initial(const struct wcsph_run *r, const struct body *fluid, const struct formulas *f,
                         const double value[FORMULAS], const double x[3]) {
  static const char *const keys[] = {"vx", "vy", "vz", "density"};
  for (int k = 0; k < FORMULAS; k++) {
    if (!f->of[k] || (isfinite(value[k]) && (k < 3 || value[k] > 0.0))) continue;
    char place[CASE_PLACE];
    return error_set(STATUS_USAGE, "%s: fluids.%s.initial.%s: %g at (%g, %g, %g) m; expected a number%s",
                     scene_place(place, &r->config->scene, fluid->line), fluid->name, keys[k], value[k], x[0],
                     x[1], x[2], k < 3 ? "" : " > 0");
  }
  return STATUS_OK;
}

static int set_initial(struct wcsph_run *r, const struct particles *p, uint16_t body) {
  const struct body *fluid = &r->config->fluids[body];
  struct formulas f;
  int status = open_initial(&f, r->config, fluid);
  for (size_t i = p->wall_count; i < p->wall_count + p->fluid_count && status == STATUS_OK; i++) {
    struct vec4 *v = &r->state.vel[i];
    double value[FORMULAS];
    if (p->body[i] != body) continue;
    find_initial(&f, p->position[i], value);
    status = check_initial(r, fluid, &f, value, p->position[i]);
    if (f.of[0]) v->x = (float)value[0];
    if (f.of[1]) v->y = (float)value[1];
    if (f.of[2]) v->z = (float)value[2];
    if (f.of[3]) v->w = (float)(value[3] / ((double)r->law.rho0 * phases_share(r->config, body)) - 1.0);
    r->motion.max_speed2 = fmaxf(r->motion.max_speed2, (v->x * v->x + v->y * v->y) + v->z * v->z);
  }
  close_initial(&f);
  return status;
}

int initial_fastest(const struct wcsph_settings *c, const struct body_extent *e, size_t fluid,
                    double *speed) {
  enum { ALONG = 33 };
  const struct body *b = &c->fluids[fluid];
  const int along = b->initial.given ? ALONG : 1, deep = c->dimensions == 3 ? along : 1;
  struct formulas f;
  int status = open_initial(&f, c, b);
  *speed = 0.0;
  for (int k = 0; k < along * along * deep && status == STATUS_OK; k++) {
    const int at[3] = {k % along, k / along % along, k / (along * along)};
    double x[3], value[FORMULAS], speed2 = 0.0;
    for (int a = 0; a < 3; a++) x[a] = e->low[a] + (e->high[a] - e->low[a]) * at[a] / (ALONG - 1);
    find_initial(&f, x, value);
    for (int a = 0; a < c->dimensions; a++) {
      const double v = f.of[a] ? value[a] : b->velocity[a];
      speed2 += v * v;
    }
    if (isfinite(speed2)) *speed = fmax(*speed, sqrt(speed2));
  }
  close_initial(&f);
  return status;
}

int initial_set(struct wcsph_run *r, const struct particles *p) {
  for (size_t k = 0; k < r->config->fluid_count; k++)
    if (r->config->fluids[k].initial.given) TRY(set_initial(r, p, (uint16_t)k));
  return STATUS_OK;
}
