/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/start/doubts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/motion.h"
#include "geometry/opening_face.h"
#include "util/error.h"
#include "util/log.h"
#include "wcsph/evolution.h"
#include "wcsph/fluids/phases.h"
#include "wcsph/openings/opening_values.h"
#include "wcsph/start/floating.h"
#include "wcsph/start/foreseen.h"

/* Says that a file of values over time ends before the run does, and what happens then. `began`: the time of
 * its first row, s. */
static void say_short(const struct wcsph_settings *c, const struct track *t, double began, double until,
                      const char *key, const char *then) {
  if (t->count == 0) return;
  const double ends = began + t->time[t->count - 1] - t->time[0];
  if (ends < fmin(c->end, until) * (1.0 - 1e-9))
    log_say("  short       %s ends at t = %.6g s, the run at %.6g s: from then on %s", key, ends, c->end,
            then);
}

/* Says that such a file begins after the start of the run: until then its first row acts, which matters
 * unless it is zero. */
static void say_late(const struct track *t, int columns, const char *key, const char *how) {
  bool zero = true;
  for (int k = 0; k < columns && t->count; k++) zero &= t->value[0][k] == 0.0;
  if (t->count && t->time[0] > 0.0 && !zero)
    log_say("  late        %s begins at t = %.6g s: until then its first row %s", key, t->time[0], how);
}

/* The key that c0 follows. */
static void sound_key(const struct wcsph_settings *c, double c0, char *key, size_t size) {
  snprintf(key, size, "material.%s", c->material.speed_of_sound > 0.0 ? "speed_of_sound" : "expected_speed");
  for (size_t k = 0; k < c->phase_count; k++)
    if (c->phases[k].speed_of_sound > 0.0 && c->phases[k].speed_of_sound <= c0)
      snprintf(key, size, "phases.%s.speed_of_sound", c->phases[k].name);
}

static void say_fast(const struct wcsph_settings *c, const char *key, double speed, double c0) {
  char sound[300];
  sound_key(c, c0, sound, sizeof sound);
  if (speed > DOUBTS_FAST * c0)
    log_say("  fast        %s: %.4g m/s, more than %g of the speed of sound, %.4g m/s: density varies by "
            "more than intended; raise %s if this speed is meant",
            key, speed, DOUBTS_FAST, c0, sound);
}

static double length_of(const double v[3]) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void say_speeds(const struct wcsph_settings *c, const struct particles *p, double c0) {
  char key[300];
  for (size_t i = 0; i < c->fluid_count; i++) {
    snprintf(key, sizeof key, "fluids.%s.velocity", c->fluids[i].name);
    say_fast(c, key, length_of(c->fluids[i].velocity), c0);
  }
  for (size_t i = 0; i < c->wall_count; i++) {
    snprintf(key, sizeof key, "walls.%s.motion", c->walls[i].name);
    if (motion_moves(&c->scene, i) && !motion_turns(&c->scene, i))
      say_fast(c, key, foreseen_wall(c, &p->extents[i], i), c0);
  }
  for (size_t i = 0; i < c->opening_count; i++) {
    snprintf(key, sizeof key, "open_boundaries.%s.velocity", c->openings[i].name);
    say_fast(c, key, opening_most_speed(&c->openings[i]), c0);
  }
}

/* Gravity along a periodic axis accelerates fluid without end, up to the balance with friction. */
static void say_endless(const struct wcsph_settings *c, double c0) {
  const double foreseen = c0 / c->material.sound_factor;
  if (c->material.speed_of_sound > 0.0 || c->material.expected_speed > 0.0) return;
  for (int a = 0; a < c->dimensions; a++) {
    const double reached = fabs(c->gravity[a]) * c->end;
    if (c->domain.periodic[a] && reached > foreseen)
      log_say("  endless     gravity along %c, along which the domain repeats: fluid may reach %.4g m/s by "
              "the end, and the speed of sound is for %.4g m/s; give material.expected_speed",
              "xyz"[a], reached, foreseen);
  }
}

/* Whether a wall that follows a file is at rest at its end: its last two positions are the same, or its last
 * velocity is zero. */
static bool comes_to_rest(const struct motion *m) {
  const struct track *t = &m->track;
  const bool speeds = m->moves == TRACK_VELOCITY || m->moves == TRACK_TURNING;
  bool rests = true;
  for (int k = 0; k < TRACK_COLUMNS && t->count > 1; k++)
    rests &= t->value[t->count - 1][k] == (speeds ? 0.0 : t->value[t->count - 2][k]);
  return rests;
}

static bool is_zero(const struct track *t) {
  bool zero = true;
  for (int k = 0; k < TRACK_COLUMNS; k++) zero &= t->value[t->count - 1][k] == 0.0;
  return zero;
}

/* Anything that begins after the run has ended. */
static void say_idle(const struct wcsph_settings *c, const char *key, double from, const char *then) {
  if (from >= c->end)
    log_say("  idle        %s: t = %.6g s, the run ends at %.6g s: %s", key, from, c->end, then);
}

/* Says which motions of something (`of`, such as walls.NAME) never begin, and which of their files end before
 * the run; `what` is what they move. */
static void say_motions(const struct wcsph_settings *c, const struct motion *motions, size_t count,
                        const char *of, const char *what) {
  for (size_t m = 0; m < count; m++) {
    const struct motion *moved = &motions[m];
    char key[400], part[32] = "", then[100];
    if (count > 1) snprintf(part, sizeof part, ".%zu", m);
    snprintf(key, sizeof key, "%s.motion%s.from", of, part);
    snprintf(then, sizeof then, "it never moves the %s", what);
    say_idle(c, key, moved->from, then);
    snprintf(key, sizeof key, "%s.motion%s.file", of, part);
    snprintf(then, sizeof then, "the %s rest%s", what, strcmp(what, "wall") == 0 ? "s" : "");
    if (!comes_to_rest(moved))
      say_short(c, &moved->track, moved->from, moved->to > 0.0 ? moved->to : INFINITY, key, then);
  }
}

/* Water at rest in axes that move goes along with them; in a tank whose walls move it would be at rest. */
static void say_start(const struct wcsph_settings *c) {
  const double origin[3] = {0};
  struct pose p;
  if (!c->frame.motion_count) return;
  motion_pose_of(c->frame.motions, c->frame.motion_count, c->dimensions, origin, 0.0, &p);
  const double speed = length_of(p.velocity), turning = length_of(p.spin);
  if (speed > 1e-6 || turning > 1e-6)
    log_say("  start       frame: the axes have %.4g m/s and %.4g rad/s at the start, and the water goes "
            "along with "
            "them; with a ramp, or with fluids.NAME.velocity against them, it begins at rest",
            speed, turning);
}

/* Says how far the given centre of a body is outside the box of its particles, within which masses spread
 * over them have theirs. */
static void say_centre(const struct wcsph_settings *c, const struct body *w, const struct body_extent *e) {
  const double *centre = w->freedom.centre, half = 0.5 * c->dp;
  double most = 0.0;
  if (!w->freedom.given || isnan(centre[0]) || e->count == 0) return;
  for (int a = 0; a < c->dimensions; a++)
    most = fmax(most, fmax(e->low[a] - half - centre[a], centre[a] - (e->high[a] + half)));
  if (most > 1e-9 * c->dp)
    log_say("  outside     walls.%s.body.centre is %.4g m beyond the box of the body's particles: only what "
            "is not among them has its mass there",
            w->name, most);
}

static void say_wall(const struct wcsph_settings *c, const struct body *w) {
  char key[300];
  snprintf(key, sizeof key, "walls.%s", w->name);
  say_motions(c, w->motions, w->motion_count, key, "wall");
  snprintf(key, sizeof key, "walls.%s.body.from", w->name);
  if (w->freedom.given) say_idle(c, key, w->freedom.from, "the body is held all the time");
  const struct track *t = &w->freedom.track;
  snprintf(key, sizeof key, "walls.%s.body.file", w->name);
  if (t->count && !is_zero(t)) say_short(c, t, t->time[0], INFINITY, key, "its last row pulls on");
  say_late(t, TRACK_COLUMNS, key, "pulls");
}

static void say_series(const struct wcsph_settings *c, const struct opening *o,
                       const struct opening_series *s, const char *of) {
  char key[300];
  snprintf(key, sizeof key, "open_boundaries.%s.%s", o->name, of);
  say_late(&s->track, 1, key, "holds");
  if (s->track.count) say_short(c, &s->track, s->track.time[0], INFINITY, key, "its last row goes on");
}

/* The same for values by place, where a single row holds at all times. */
static void say_profiles(const struct wcsph_settings *c, const struct profiles *p, const char *of,
                         const char *name, const char *what) {
  const double last = p->times ? p->time[p->times - 1] : c->end;
  if (p->times > 1 && p->time[0] > 0.0)
    log_say("  late        %s.%s.%s begins at t = %.6g s: until then its first row holds", of, name, what,
            p->time[0]);
  if (p->times > 1 && last < c->end)
    log_say("  short       %s.%s.%s ends at t = %.6g s, the run at %.6g s: from then on its last row goes on",
            of, name, what, last, c->end);
}

static void say_forcing(const struct wcsph_settings *c, const char *of, const struct body *b,
                        const char *part) {
  const struct forcing *f = &b->forcing;
  char key[300];
  snprintf(key, sizeof key, "%s.%s%s.forcing.file", of, b->name, part);
  if (f->track.count && !is_zero(&f->track))
    say_short(c, &f->track, f->track.time[0], f->to > 0.0 ? f->to : INFINITY, key, "its last row pushes on");
  if (f->from == 0.0) say_late(&f->track, TRACK_COLUMNS, key, "pushes");
}

/* The largest value within the domain and a box of the coordinate that is 0 at `from` and 1 at `to`: how much
 * of a zone is inside. */
static double farthest(const struct wcsph_settings *c, const double from[3], const double to[3],
                       const double low[3], const double high[3]) {
  double sum = 0.0, length2 = 0.0;
  for (int a = 0; a < c->dimensions; a++) {
    const double way = to[a] - from[a], begin = fmax(c->domain.low[a], low[a]),
                 end = fmin(c->domain.high[a], high[a]);
    if (begin > end) return -1.0;
    sum += way * ((way > 0.0 ? end : begin) - from[a]), length2 += way * way;
  }
  return sum / length2;
}

static void say_zones(const struct wcsph_settings *c) {
  static const double least[3] = {-INFINITY, -INFINITY, -INFINITY}, most[3] = {INFINITY, INFINITY, INFINITY};
  for (size_t i = 0; i < c->zone_count; i++) {
    const struct damping_zone *z = &c->zones[i];
    if (!(isnan(z->through[0]) ? farthest(c, z->from, z->to, z->low, z->high) > 0.0
                               : damping_part_most(z, c->dimensions, c->domain.low, c->domain.high) > 0.0))
      log_say("  idle        damping_zones.%s: nothing of it is in the domain", z->name);
  }
  for (size_t i = 0; i < c->relaxation_count; i++) {
    const struct relaxation_zone *z = &c->relaxations[i];
    double back[3], length2 = 0.0;
    char key[300];
    for (int a = 0; a < 3; a++) length2 += (z->to[a] - z->from[a]) * (z->to[a] - z->from[a]);
    const double behind = isnan(z->behind) ? 1.0 : z->behind / sqrt(length2);
    for (int a = 0; a < 3; a++) back[a] = 2.0 * z->from[a] - z->to[a];
    if (!(farthest(c, z->from, z->to, least, most) > -behind &&
          farthest(c, z->from, back, least, most) > -1.0))
      log_say("  idle        relaxation_zones.%s: nothing of it is in the domain", z->name);
    snprintf(key, sizeof key, "relaxation_zones.%s.starts", z->name);
    say_idle(c, key, z->starts, "the water is free all the time");
    snprintf(key, sizeof key, "relaxation_zones.%s.file", z->name);
    if (z->track.count && !is_zero(&z->track))
      say_short(c, &z->track, z->track.time[0], isnan(z->ends) ? INFINITY : z->ends, key,
                "its last row goes on");
  }
}

static void say_shown(const struct wcsph_settings *c) {
  for (int a = 0; a < c->dimensions; a++)
    if (c->output.low[a] > c->domain.high[a] || c->output.high[a] < c->domain.low[a]) {
      log_say("  idle        output.low, output.high: nothing of the domain is between them, so snapshots "
              "are empty");
      return;
    }
}

/* A phase is too soft if its density times the square of its speed of sound is this many times below the
 * stiffest phase's. */
static const double soft = 10.0;

/* A soft particle between particles of a stiff phase has its own density and their stiffness: it oscillates
 * faster than its own speed of sound says, and is compressed by their weight. */
static void say_soft(const struct wcsph_settings *c, const struct particles *p) {
  const double c0 = wcsph_speed_of_sound(c, p);
  double most = c->material.density * c0 * c0, stiffness[PHASES_MOST];
  for (int k = 0; k < (int)c->phase_count; k++) {
    const double sound = phases_sound(c, k + 1, c0);
    most = fmax(most, stiffness[k] = c->phases[k].density * sound * sound);
  }
  for (size_t k = 0; k < c->phase_count; k++) {
    const struct phase *f = &c->phases[k];
    const double own = stiffness[k];
    if (own * soft < most)
      log_say("  soft        phases.%s: density times the square of sound is %.3g Pa, that of the stiffest "
              "phase %.3g "
              "Pa: it is squeezed where that is not, and shifting moves the interface; as stiff with a "
              "speed_of_sound of %.4g m/s",
              f->name, own, most, sqrt(most / f->density));
  }
}

/* Models that act at a free surface as if there were fluid beyond it. */
static void say_thin(const struct wcsph_settings *c) {
  const bool falls = c->gravity[0] != 0.0 || c->gravity[1] != 0.0 || c->gravity[2] != 0.0;
  if (c->shifting.model == SHIFTING_ADAMI && falls && c->free_surface != FREE_SURFACE_NONE)
    log_say("  thin        shifting.model adami moves fluid out of a free surface, which rises and gains "
            "energy: where the fluid has one, expected sun, plus or xsph");
  if (c->density == DENSITY_SUMMATION && falls && c->material.lowest_density < 0.9)
    log_say("  thin        density_equation summation takes fluid at a free surface for thin, and pulls at "
            "it: where "
            "the fluid has one, expected continuity, or material.lowest_density near 1");
}

/* Whether the forces of a viscosity act across the line between two particles, which does not conserve
 * angular momentum: on a wall that turns with omega they give the gradient of velocity without its transpose,
 * whose torque is 2 mu omega times the wall's volume. A wall that does not turn lacks nothing. */
static bool loses_torque(const struct wcsph_settings *c) {
  const bool across = c->viscosity.model == VISCOSITY_LAMINAR || c->viscosity.model == VISCOSITY_ESPANOL;
  const bool slips = c->boundary.model == BOUNDARY_DUMMY && c->boundary.slip == SLIP_FREE;
  return across && c->viscosity.nu > 0.0 && !slips;
}

static void say_torque(const struct wcsph_settings *c) {
  for (size_t i = 0; i < c->wall_count && loses_torque(c); i++)
    if (motion_turns(&c->scene, i) || c->walls[i].freedom.given)
      log_say(
          "  torque      walls.%s: viscosity.model %s does not keep angular momentum: when the wall turns, "
          "the torque on it is up to 2 mu omega times its %s too small; with monaghan it is not",
          c->walls[i].name, models_viscosity[c->viscosity.model].word,
          c->dimensions == 2 ? "area" : "volume");
}

/* Says that all open boundaries have given speeds and that inflow and outflow are not equal. */
static int say_unbalanced(const struct wcsph_settings *c, const struct particles *p, double c0) {
  double in = 0.0, out = 0.0;
  for (size_t k = 0; k < c->opening_count; k++) {
    const struct opening *o = &c->openings[k];
    struct opening_face f;
    if (o->velocity.model == OPENING_FREE || o->velocity.model == OPENING_FORMULA) return STATUS_OK;
    TRY(opening_face_make(&f, &c->scene, o));
    *(o->velocity.speed < 0.0 ? &out : &in) += f.built * opening_most_speed(o);
    opening_face_free(&f);
  }
  for (size_t i = 0; i < c->wall_count; i++)
    if (motion_moves(&c->scene, i)) return STATUS_OK;
  if (fabs(in - out) > 0.01 * fmax(in, out))
    log_say(
        "  unbalanced  open boundaries let %.4g in and %.4g %s/s out of fluid that has no free surface: "
        "its pressure changes by about %.3g Pa/s. A boundary of free velocity lets the rest through; with "
        "free_surface: some the fluid makes way",
        in, out, c->dimensions == 2 ? "m^2" : "m^3",
        c->material.density * c0 * c0 * (in - out) /
            ((double)p->fluid_count * (c->dimensions == 2 ? c->dp * c->dp : c->dp * c->dp * c->dp)));
  return STATUS_OK;
}

/* Says that an inlet starts at once with a velocity that the fluid does not have: without a free surface this
 * sets off a pressure wave that hardly decays. */
static void say_sudden(const struct wcsph_settings *c, const struct particles *p, double c0) {
  const double rest[3] = {0}, length = foreseen_length(c, p);
  const double *velocity = c->fluid_count ? c->fluids[c->fluid_count - 1].velocity : rest;
  for (size_t k = 0; k < c->opening_count; k++) {
    const struct opening *o = &c->openings[k];
    const double speed = o->velocity.speed < 0.0 ? -opening_most_speed(o) : opening_most_speed(o);
    const double jump = fabs(speed - dot3(velocity, o->normal) / length_of(o->normal));
    if (o->velocity.model == OPENING_FREE || o->velocity.factor.track.count || o->velocity.ramp > 0.0)
      continue;
    if (speed != 0.0 && jump > 0.1 * fabs(speed))
      log_say(
          "  sudden      open_boundaries.%s: %.4g m/s at once beside fluid of another velocity: without a "
          "free surface its pressure swings by about %.3g Pa; give it a velocity.ramp, %.3g s or more",
          o->name, speed, c->material.density * c0 * jump, 4.0 * length / c0);
  }
}

/* Whether any body may touch something; bodies that hang from joints above the water do not. */
static bool floats(const struct wcsph_settings *c, const struct particles *p) {
  for (size_t i = 0; i < c->wall_count; i++)
    if (c->walls[i].freedom.given && !(p->extents && floating_hangs(c, p, i))) return true;
  return false;
}

void doubts_say(const struct wcsph_settings *c, const struct particles *p, double c0) {
  const struct track *frame = &c->frame.track;
  if (frame->count && !is_zero(frame))
    say_short(c, frame, frame->time[0], INFINITY, "frame.file", "its last row pushes on");
  say_late(frame, TRACK_COLUMNS, "frame.file", "pushes");
  say_motions(c, c->frame.motions, c->frame.motion_count, "frame", "axes");
  say_start(c);
  for (size_t i = 0; i < c->fluid_count; i++) say_forcing(c, "fluids", &c->fluids[i], "");
  for (size_t i = 0; i < c->wall_count; i++) say_forcing(c, "walls", &c->walls[i], ".body");
  for (size_t i = 0; i < c->wall_count; i++) {
    say_wall(c, &c->walls[i]);
    if (p->extents) say_centre(c, &c->walls[i], &p->extents[i]);
  }
  const struct track *viscosity = &c->viscosity.track;
  if (viscosity->count)
    say_short(c, viscosity, viscosity->time[0], INFINITY, "viscosity.file", "its last row goes on");
  say_speeds(c, p, c0);
  say_endless(c, c0);
  say_zones(c);
  say_soft(c, p);
  say_thin(c);
  say_torque(c);
  say_shown(c);
  if (c->free_surface == FREE_SURFACE_NONE && say_unbalanced(c, p, c0))
    log_say("  unbalanced  %s", error_text());
  if (c->free_surface == FREE_SURFACE_NONE) say_sudden(c, p, c0);
  if (floats(c, p) && c->wall_count > 1 && !c->contact.given)
    log_say(
        "  contact     none: where a body meets a wall or a body it passes through; contact: {} holds them "
        "apart");
  for (size_t k = 0; k < c->wall_count; k++)
    if (c->contact.given && c->walls[k].flexible.given)
      log_say("  contact     none with structure %s: where a body meets it, it passes through",
              c->walls[k].name);
  for (size_t i = 0; i < c->opening_count; i++) {
    const struct opening *o = &c->openings[i];
    say_series(c, o, &o->velocity.factor, "velocity.factor");
    say_series(c, o, &o->pressure.series, "pressure.file");
    say_series(c, o, &o->surface.series, "surface.file");
    say_series(c, o, &o->absorb.series, "absorb.file");
    say_profiles(c, &o->velocity.profiles.rows, "open_boundaries", o->name, "velocity.profiles");
  }
  for (size_t i = 0; i < c->relaxation_count; i++)
    say_profiles(c, &c->relaxations[i].field, "relaxation_zones", c->relaxations[i].name, "velocities");
}
