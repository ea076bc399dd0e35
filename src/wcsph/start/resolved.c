/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/start/resolved.h"

#include <math.h>
#include <stdio.h>

#include "lane/exponent.h"
#include "util/log.h"
#include "wcsph/start/floating.h"
#include "wcsph/start/foreseen.h"
#include "wcsph/walls/structures.h"

/* Fewer particles across than these, and the figures of docs/validation.md do not hold. */
enum { FEWEST_DEPTH = 20, FEWEST_WAVE = 5, FEWEST_BODY = 10, FEWEST_STRUCTURE = 4, LEAST_LAYERS = 2 };

/* By how much a wave decays over its angular frequency, times its length over dp: measured with the standard
 * scheme on standing waves of 50 and 100 particles a length (docs/schemes.md), 0.04 and 0.13; without
 * gradient correction; and with `adjoint` on those of 50. */
static double wave_decay(enum correction_model correction) {
  return correction == CORRECTION_SURFACE ? 0.13 : correction == CORRECTION_ADJOINT ? 0.035 : 0.25;
}

/* Water's, m^2/s: what is compared with where the case has no viscosity of its own. */
#define WATER_VISCOSITY 1e-6

/* Counts come of lengths, which rounding makes a little less than what the case says. */
static void say_few(double count, int fewest, const char *what, const char *of, double length) {
  if (count < fewest * (1.0 - 1e-6))
    log_say("  coarse      %s%s: %.3g particles across; expected at least %d, so dp at most %.3g m", what, of,
            count, fewest, length / fewest);
}

/* The largest depth of the fluids as they begin, m. */
static double depth_of(const struct wcsph_settings *c, const struct particles *p, const char **name) {
  double most = 0.0;
  for (size_t f = 0; f < c->fluid_count; f++) {
    const struct body_extent *e = &p->extents[c->wall_count + f];
    const double height = e->along[1] - e->along[0] + c->dp;
    if (e->count && height > most) most = height, *name = c->fluids[f].name;
  }
  return most;
}

static void say_depth(const struct wcsph_settings *c, const struct particles *p) {
  const char *name = "";
  const double depth = depth_of(c, p, &name);
  if (!(depth > c->dp)) return;
  log_say("  resolved    %s: %.4g m deep, %.4g particles", name, depth, depth / c->dp);
  say_few(depth / c->dp, FEWEST_DEPTH, "the depth of ", name, depth);
}

static void say_body(const struct wcsph_settings *c, const struct particles *p, size_t wall) {
  const struct body_extent *e = &p->extents[wall];
  double least = INFINITY;
  for (int a = 0; a < c->dimensions; a++) least = fmin(least, e->high[a] - e->low[a] + c->dp);
  log_say("  resolved    body %s: at least %.4g m wide, %.4g particles", c->walls[wall].name, least,
          least / c->dp);
  say_few(least / c->dp, FEWEST_BODY, "body ", c->walls[wall].name, least);
  floating_say(c, p, wall);
}

void resolved_say_bodies(const struct wcsph_settings *c, const struct particles *p) {
  for (size_t k = 0; k < c->wall_count; k++)
    if (c->walls[k].freedom.given) say_body(c, p, k);
}

/* Across the least extent of its box; and what its sub-steps cost, of which one of a particle takes about as
 * long as a step of a fluid particle. */
void resolved_say_structures(const struct wcsph_settings *c, const struct particles *p, double step) {
  double shortest = INFINITY;
  for (size_t k = 0; k < c->wall_count; k++)
    if (c->walls[k].flexible.given) shortest = fmin(shortest, structures_substep(c, k));
  for (size_t k = 0; k < c->wall_count; k++) {
    const struct body_extent *e = &p->extents[k];
    double least = INFINITY;
    if (!c->walls[k].flexible.given) continue;
    for (int a = 0; a < c->dimensions; a++) least = fmin(least, e->high[a] - e->low[a] + c->dp);
    const double substeps = ceil(step / shortest);
    log_say("  resolved    structure %s: at least %.4g m thick, %.4g particles", c->walls[k].name, least,
            least / c->dp);
    say_few(least / c->dp, FEWEST_STRUCTURE, "structure ", c->walls[k].name, least);
    const double layers = least / c->dp * c->walls[k].flexible.density / c->material.density;
    if (layers < LEAST_LAYERS * (1.0 - 1e-6))
      log_say("  light       structure %s: as heavy as %.3g layers of the water's particles; below %d it may "
              "jump at "
              "the start, with a finer dp it has more",
              c->walls[k].name, layers, LEAST_LAYERS);
    log_say("  sub-steps   structure %s: sound %.4g m/s, %.4g sub-steps in the first step, about the work of "
            "%.3g "
            "fluid particles",
            c->walls[k].name, structures_sound(c, k), substeps, substeps * (double)e->count);
  }
}

/* Viscosity that the momentum equation has beside the fluid's, m^2/s: that of `artificial`, alpha c0 h / (2
 * (n + 2)) in n dimensions (Monaghan 2005, Rep. Prog. Phys. 68, 1703-1759), of which pairs that part have
 * none, which is half. */
static double numerical_viscosity(const struct wcsph_settings *c, double c0) {
  if (!(models_viscosity[c->viscosity.model].takes & TAKES_ALPHA)) return 0.0;
  return 0.5 * c->viscosity.alpha * c0 * c->smoothing_ratio * c->dp / (2.0 * (c->dimensions + 2.0));
}

static void say_viscosity(const struct wcsph_settings *c, double c0) {
  const double nu = numerical_viscosity(c, c0);
  if (nu > 0.0)
    log_say("  dissipation numerical viscosity %.3g m^2/s, %.3g times water's", nu, nu / WATER_VISCOSITY);
  else if (c->viscosity.model == VISCOSITY_RIEMANN)
    log_say("  dissipation none but where particles approach each other (riemann)");
}

/* What waves of one length lose on their way along the fluid. */
static void say_waves(const struct wcsph_settings *c, const struct particles *p, const char *of,
                      const struct waves *w, const double direction[3], double c0) {
  if (w->kind == WAVES_SOLITARY) {
    log_say("  resolved    waves of %s: %.4g m high, %.4g particles", of, w->height, w->height / c->dp);
    say_few(w->height / c->dp, FEWEST_WAVE, "waves of ", of, w->height);
    return;
  }
  const double k = wave_number(w->period, w->depth, w->gravity), length = two_pi / k,
               omega = two_pi / w->period;
  double low = INFINITY, high = -INFINITY;
  for (size_t f = 0; f < c->fluid_count; f++) {
    const struct body_extent *e = &p->extents[c->wall_count + f];
    for (int a = 0; a < c->dimensions && e->count; a++)
      if (fabs(direction[a]) > 0.5) low = fmin(low, e->low[a]), high = fmax(high, e->high[a]);
  }
  log_say("  resolved    waves of %s: %.4g m high, %.4g particles; %.4g m long, %.4g particles", of,
          w->height, w->height / c->dp, length, length / c->dp);
  say_few(w->height / c->dp, FEWEST_WAVE, "waves of ", of, w->height);
  const double numerical = wave_decay(c->correction) * omega * c->dp / length;
  const double viscous = 2.0 *
                         (numerical_viscosity(c, c0) +
                          (models_viscosity[c->viscosity.model].takes & TAKES_NU ? c->viscosity.nu : 0.0)) *
                         k * k;
  const double kd = k * w->depth,
               group = 0.5 * omega / k * (1.0 + 2.0 * kd / hyperbolic_sine(2.0 * fmin(kd, 300.0)));
  if (high > low)
    log_say("  dissipation waves of %s lose about %.2g %% of their height a length, %.2g %% along the "
            "water's %.4g m",
            of, 100.0 * (1.0 - exponential(-(numerical + viscous) * length / group)),
            100.0 * (1.0 - exponential(-(numerical + viscous) * (high - low) / group)), high - low);
}

void resolved_say(const struct wcsph_settings *c, const struct particles *p, double c0) {
  char by[FORESEEN_TEXT];
  const double speed = foreseen_speed(c, p, by);
  if (speed > 0.0)
    log_say("  resolved    Mach number %.3g at the fastest foreseen, %.4g m/s: %s", speed / c0, speed, by);
  if (foreseen_sound(c, p, by) > 0.999 * c0 && c->material.speed_of_sound == 0.0)
    log_say("  resolved    the speed of sound lets pressure cross the confined fluid while %s gets fast", by);
  say_depth(c, p);
  resolved_say_bodies(c, p);
  say_viscosity(c, c0);
  for (size_t k = 0; k < c->wall_count; k++)
    for (size_t i = 0; i < c->walls[k].motion_count; i++) {
      const struct motion *m = &c->walls[k].motions[i];
      if (m->kind == MOTION_PADDLE) say_waves(c, p, c->walls[k].name, &m->waves, m->direction, c0);
    }
  for (size_t k = 0; k < c->relaxation_count; k++) {
    const struct relaxation_zone *z = &c->relaxations[k];
    double way[3], size = 0.0;
    for (int a = 0; a < 3; a++) way[a] = z->to[a] - z->from[a], size += way[a] * way[a];
    for (int a = 0; a < 3 && size > 0.0; a++) way[a] /= sqrt(size);
    if (z->given) say_waves(c, p, z->name, &z->waves, way, c0);
  }
}
