/* SPDX-License-Identifier: BSD-3-Clause */
/* What is refused of open boundaries before a run. */
#include <math.h>

#include "geometry/opening_face.h"
#include "geometry/shape.h"
#include "util/error.h"
#include "wcsph/openings/opening_kind.h"
#include "wcsph/openings/opening_values.h"
#include "wcsph/openings/openings.h"

int opening_close_by_walls(struct opening_face *f, const struct wcsph_settings *c,
                           const struct particles *p) {
  const double length = f->layers * c->dp, near = 0.7;
  int open = 0;
  for (size_t i = 0; i < p->wall_count; i++) {
    double along[3];
    opening_face_along(f, p->position[i], along);
    if (-along[0] <= 0.0 || -along[0] >= length) continue;
    const double x = along[1] / c->dp + 0.5 * f->count[0] - 0.5,
                 y = c->dimensions == 2 ? 0.0 : along[2] / c->dp + 0.5 * f->count[1] - 0.5;
    for (int m = (int)floor(y); m <= (int)floor(y) + 1; m++)
      for (int n = (int)floor(x); n <= (int)floor(x) + 1; n++) {
        const bool there = m >= 0 && n >= 0 && m < f->count[1] && n < f->count[0];
        if (there && (x - n) * (x - n) + (y - m) * (y - m) < near * near)
          f->open[n + f->count[0] * m] = false;
      }
  }
  for (int s = 0; s < f->count[0] * f->count[1]; s++) open += f->open[s];
  return open;
}

/* Whether a place is before any square of the face, however far. */
static bool is_before(const struct opening_face *f, const struct wcsph_settings *c, const double at[3]) {
  double along[3];
  opening_face_along(f, at, along);
  const double x = along[1] / c->dp + 0.5 * f->count[0], y = along[2] / c->dp + 0.5 * f->count[1];
  return along[0] > 0.0 && x >= 0.0 && y >= 0.0 && x < f->count[0] && y < f->count[1] &&
         f->open[(int)x + f->count[0] * (int)y];
}

struct looking {
  const struct opening_face *face;
  const struct wcsph_settings *c;
  bool found;
};

static void look_along(void *context, const struct particles_run *run, int fluid) {
  struct looking *l = context;
  (void)fluid;
  for (int32_t x = run->first; x < run->end && !l->found; x++)
    l->found = is_before(l->face, l->c, (double[3]){lattice_position(run->lattice, 0, x), run->y, run->z});
}

/* Whether fluid stands there. */
static bool meets_fluid(const struct opening_face *f, const struct wcsph_settings *c,
                        const struct particles *p, const struct particles_sites *sites) {
  struct looking l = {.face = f, .c = c};
  if (p->apart) particles_see_fluid(sites, look_along, &l);
  for (size_t i = p->wall_count; !p->apart && i < p->wall_count + p->fluid_count && !l.found; i++)
    l.found = is_before(f, c, p->position[i]);
  return l.found;
}

static int opening_fault(const struct wcsph_settings *c, const struct opening *o, const char *part) {
  char place[CASE_PLACE];
  return error_prefix(STATUS_USAGE, "%s: open_boundaries.%s.%s", scene_place(place, &c->scene, o->line),
                      o->name, part);
}

int opening_check_speed(const struct wcsph_settings *c, const struct opening *o, double speed,
                        const double at[3], double time, double sound) {
  if (fabs(speed) <= sound) return STATUS_OK;
  error_set(STATUS_USAGE, "%g m/s at (%g, %g, %g) m, t = %g s; expected at most the speed of sound, %g m/s",
            speed, at[0], at[1], at[2], time, sound);
  return opening_fault(c, o, "velocity");
}

/* A formula, as it is at the start. */
static int check_formula(const struct wcsph_settings *c, const struct opening *o,
                         const struct opening_face *f, const struct opening_fitting *fitting, double sound) {
  const double sign = c->gravity[opening_upright(&c->scene)] > 0.0 ? -1.0 : 1.0;
  struct opening_values v = {0};
  struct opening_now now;
  if (o->velocity.model != OPENING_FORMULA) return STATUS_OK;
  int status = opening_values_open(&v, c, o, f, fitting);
  opening_values_at(o, 0.0, &now);
  if (status == STATUS_OK) now.factor *= opening_wet_scale(&v, c, o, f, sign * now.level);
  for (int s = 0; s < f->count[0] * f->count[1] && status == STATUS_OK; s++) {
    double at[3];
    opening_face_place(f, &c->scene, s, 0.0, at);
    if (f->open[s])
      status = opening_check_speed(c, o, opening_speed(&v, o, (uint32_t)s, at, &now), at, 0.0, sound);
  }
  opening_values_close(&v);
  return status;
}

static int check_one(const struct wcsph_settings *c, const struct wcsph_law *law, const struct particles *p,
                     const struct particles_sites *sites, const struct opening *o, struct opening_face *f,
                     bool fed) {
  TRY(opening_face_make(f, &c->scene, o));
  const struct opening_kind kind = opening_kind(c, o, law, p);
  const struct opening_fitting fitting = opening_fit_shape(c, o, f);
  const double speed = fitting.scale * opening_most_speed(o), sound = opening_kind_sound(&kind, law);
  if (opening_close_by_walls(f, c, p) == 0) {
    error_set(STATUS_USAGE, "all of it is in walls; expected a face with room between them");
    return opening_fault(c, o, "shape");
  }
  if (o->velocity.model == OPENING_FREE && !fed && !meets_fluid(f, c, p, sites)) {
    error_set(STATUS_USAGE,
              "no water is before the face, from which it could take its velocity; expected water there, "
              "another boundary that lets water in, or a velocity");
    return opening_fault(c, o, "velocity.model");
  }
  if (speed > sound) {
    error_set(STATUS_USAGE, "%g m/s; expected at most the speed of sound, %g m/s", speed, sound);
    return opening_fault(c, o,
                         o->velocity.model == OPENING_TABLE      ? "velocity.table"
                         : o->velocity.model == OPENING_PROFILES ? "velocity.profiles"
                                                                 : "velocity.speed");
  }
  return check_formula(c, o, f, &fitting, sound);
}

int openings_check(const struct wcsph_settings *c, const struct wcsph_law *law, const struct particles *p,
                   const struct particles_sites *sites) {
  bool fed = false;
  for (size_t k = 0; k < c->opening_count; k++) fed |= c->openings[k].velocity.model != OPENING_FREE;
  for (size_t k = 0; k < c->opening_count; k++) {
    struct opening_face f = {.open = NULL};
    const int status = check_one(c, law, p, sites, &c->openings[k], &f, fed);
    opening_face_free(&f);
    TRY(status);
  }
  return STATUS_OK;
}
