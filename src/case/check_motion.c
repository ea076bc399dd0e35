/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks across several keys of moving walls, rigid bodies and moving axes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/motion.h"
#include "case/read.h"
#include "util/error.h"
#include "util/expression.h"

bool read_track(struct reader *r, const char *key, char **file, struct track *t, int columns) {
  resolve_file(r, file);
  const int status = r->no_memory ? STATUS_FAILED : track_read(t, *file, columns);
  if (status == STATUS_FAILED) r->no_memory = true;
  if (status == STATUS_USAGE) check_fault(r, key, "%s", error_text());
  return status == STATUS_OK;
}

void check_changes(struct reader *r, const char *key, struct changes *c, double stiffness, double damping) {
  if (!c->file || !read_track(r, key, &c->file, &c->track, 2)) return;
  if (stiffness != 0.0 || damping != 0.0)
    check_fault(r, key, "given beside stiffness or damping, which its rows have; expected them there alone");
  for (int k = 0; k < 2; k++) {
    double least;
    track_range(&c->track, k, 0, &least, &c->most[k]);
    if (!(least >= 0.0))
      check_fault(r, key, "has a %s of %g; expected numbers >= 0", k ? "damping" : "stiffness", least);
  }
}

static bool is_zero(const double v[3]) {
  return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0;
}

static bool turns_about(const struct motion *m) {
  return m->kind == MOTION_CIRCLE || (m->kind != MOTION_PADDLE && motion_is_turn(m));
}

/* A motion of a wall, or of the axes. */
struct moved {
  struct reader *r;
  struct motion *m;
  size_t wall, k;
  bool framed;
};

/* A key of it, as the case has it. */
static const char *motion_key(char key[FAULT_KEY], const struct moved *of, const char *part) {
  if (of->framed)
    snprintf(key, FAULT_KEY, "frame.motion");
  else
    snprintf(key, FAULT_KEY, "walls.%s.motion", of->r->c->walls[of->wall].name);
  const struct node *n = node_nearest(of->r->root, key);
  const size_t used = strlen(key);
  if (n && n->kind == NODE_LIST)
    snprintf(key + used, FAULT_KEY - used, ".%zu.%s", of->k, part);
  else
    snprintf(key + used, FAULT_KEY - used, ".%s", part);
  return key;
}

static void check_axis(const struct moved *of) {
  struct reader *r = of->r;
  struct motion *m = of->m;
  char key[FAULT_KEY];
  motion_key(key, of, "axis");
  if (r->c->dimensions == 2) {
    if (!is_zero(m->axis))
      check_fault(r, key, "means nothing in 2-D; expected none: walls turn about the axis of z");
    m->axis[0] = m->axis[1] = 0.0, m->axis[2] = 1.0;
  } else if (is_zero(m->axis)) {
    check_fault(r, key, "is [0, 0, 0], or missing; expected the direction of an axis");
  }
  if (m->kind != MOTION_CIRCLE) return;
  motion_key(key, of, "arm");
  if (is_zero(m->arm))
    check_fault(r, key, "is zero; expected the way from the middle of the circle to where the wall begins");
  else if (fabs(dot3(m->arm, m->axis)) > 1e-9 * sqrt(dot3(m->arm, m->arm) * dot3(m->axis, m->axis)))
    check_fault(r, key, "is not across the axis; expected one in the plane of the circle");
}

static void check_times(const struct moved *of) {
  struct reader *r = of->r;
  const struct motion *m = of->m;
  char key[FAULT_KEY];
  motion_key(key, of, "to");
  if (!(m->to > m->from) && (m->to > 0.0 || m->kind == MOTION_STRAIGHT))
    check_fault(r, key, "%g s; expected a time after motion.from, %g s", m->to, m->from);
  else if (m->ramp > 0.0 && m->to > 0.0 && m->ramp > 0.5 * (m->to - m->from))
    check_fault(r, motion_key(key, of, "ramp"), "%g s; expected at most half of the time that it moves, %g s",
                m->ramp, 0.5 * (m->to - m->from));
}

/* Where its waves run, and of a flap the axis: what is up moves that way. */
static void check_direction(const struct moved *of) {
  struct reader *r = of->r;
  struct motion *m = of->m;
  const double *g = r->c->gravity, weight = sqrt(dot3(g, g)), way = sqrt(dot3(m->direction, m->direction));
  char key[FAULT_KEY];
  if (is_zero(g)) {
    check_fault(r, motion_key(key, of, "waves"),
                "there is no gravity, without which there are no waves; "
                "expected a case with gravity");
    return;
  }
  motion_key(key, of, "direction");
  if (is_zero(m->direction))
    check_fault(r, key, "is zero; expected the way that the waves run");
  else if (fabs(dot3(m->direction, g)) > 1e-9 * weight * way)
    check_fault(r, key, "is not across gravity; expected a direction along the still surface");
  m->waves.gravity = weight;
  cross3(m->direction, g, m->axis);
}

static void check_paddle(const struct moved *of) {
  struct reader *r = of->r;
  struct motion *m = of->m;
  char key[FAULT_KEY];
  if (of->framed) {
    check_fault(r, motion_key(key, of, "type"), "paddle makes waves, and axes have none; expected another");
    return;
  }
  check_direction(of);
  if (m->paddle == PADDLE_FLAP && !(m->hinge < m->waves.depth))
    check_fault(r, motion_key(key, of, "hinge"), "%g m; expected less than waves.depth, %g m", m->hinge,
                m->waves.depth);
  if (m->waves.kind == WAVES_SOLITARY && m->ramp > 0.0)
    check_fault(r, motion_key(key, of, "ramp"),
                "%g s; a solitary wave needs the whole stroke of its paddle; expected none", m->ramp);
  const struct body *b = &r->c->walls[of->wall];
  if (m->waves.absorb && (b->motion_count > 1 || b->carrier >= 0))
    check_fault(r, motion_key(key, of, "waves.absorb"),
                "true beside another motion; expected a piston that moves by its waves alone");
  if (r->faults.any || !(m->waves.gravity > 0.0)) return;
  check_waves(r, motion_key(key, of, "waves"), m);
}

/* What it keeps to during the run, from `from` on. */
static void find_range(struct motion *m, double end) {
  enum { MOMENTS = 20000 };
  const double last = m->to > 0.0 ? fmin(m->to, end) : end;
  *m->now = m->from;
  const double begun = expression_value(m->expression);
  m->range[0] = m->range[1] = 0.0;
  for (int k = 0; k <= MOMENTS; k++) {
    *m->now = m->from + fmax(0.0, last - m->from) * k / MOMENTS;
    const double way = expression_value(m->expression) - begun;
    m->range[0] = fmin(m->range[0], way), m->range[1] = fmax(m->range[1], way);
  }
}

static void check_formula(const struct moved *of) {
  static const char *const names[] = {"t", NULL};
  struct reader *r = of->r;
  struct motion *m = of->m;
  char key[FAULT_KEY];
  if (m->moves != TRACK_POSITION && m->moves != TRACK_ANGLE)
    check_fault(r, motion_key(key, of, "moves"),
                "of a formula are places or angles; expected position or angle");
  if (m->moves == TRACK_POSITION && is_zero(m->direction))
    check_fault(r, motion_key(key, of, "direction"), "is zero; expected the way that it goes");
  m->now = calloc(1, sizeof *m->now);
  if (!m->now) {
    r->no_memory = true;
    return;
  }
  motion_key(key, of, "formula");
  if (expression_open(&m->expression, m->formula, names, m->now) != STATUS_OK)
    check_fault(r, key, "%s", error_text());
  else if (check_finite(r, key, m->expression, m->now))
    find_range(m, r->c->end);
}

static void check_rows(const struct moved *of) {
  struct motion *m = of->m;
  char key[FAULT_KEY];
  motion_key(key, of, "file");
  if (!read_track(of->r, key, &m->file, &m->track, turns_about(m) ? 1 : of->r->c->dimensions)) return;
  if ((m->moves == TRACK_VELOCITY || m->moves == TRACK_TURNING) && track_integrate(&m->track) != STATUS_OK)
    of->r->no_memory = true;
}

static void check_motion(const struct moved *of) {
  struct reader *r = of->r;
  struct motion *m = of->m;
  char key[FAULT_KEY];
  if (turns_about(m)) check_axis(of);
  if (m->kind == MOTION_STRAIGHT && is_zero(m->velocity) && is_zero(m->acceleration))
    check_fault(r, motion_key(key, of, "velocity"), "%s until %g s at no velocity; expected one",
                of->framed ? "the axes move" : "the wall moves", m->to);
  if ((m->kind == MOTION_ROTATION || m->kind == MOTION_CIRCLE) && m->turn_rate == 0.0 && m->turn_rise == 0.0)
    check_fault(r, motion_key(key, of, "angular_velocity"),
                "is 0, and so is angular_acceleration; expected one of them");
  check_times(of);
  if (m->kind == MOTION_PADDLE) check_paddle(of);
  if (m->kind == MOTION_FORMULA) check_formula(of);
  if (m->kind == MOTION_FILE) check_rows(of);
}

/* ---- rigid bodies ---- */

static const char *body_key(char key[FAULT_KEY], const struct body *b, const char *part) {
  snprintf(key, FAULT_KEY, "walls.%s.body.%s", b->name, part);
  return key;
}

static void check_mass(struct reader *r, const struct body *b) {
  const struct freedom *f = &b->freedom;
  char key[FAULT_KEY];
  const bool mass = !isnan(f->mass), density = !isnan(f->density);
  if (!mass && !density)
    check_fault(r, body_key(key, b, "mass"), "missing, and so is 'density'; expected one of the two");
  else if (mass && density)
    check_fault(r, body_key(key, b, "density"), "given beside 'mass'; expected one of the two");
  for (size_t i = 0; i < b->shape_count; i++) {
    if (b->shapes[i].cut || b->shapes[i].fill == FILL_SOLID) continue;
    if (density)
      check_fault(r, body_key(key, b, "density"),
                  "the body's shape %zu is a shell, which is not all of the body; expected 'mass'", i);
    else if (mass && (isnan(f->inertia[2]) || isnan(f->centre[0])))
      check_fault(r, body_key(key, b, isnan(f->centre[0]) ? "centre" : "inertia"),
                  "missing; shape %zu is a shell, which does not say how the body's mass is spread", i);
  }
}

static void check_inertia(struct reader *r, const struct body *b) {
  const double *i = b->freedom.inertia;
  char key[FAULT_KEY];
  body_key(key, b, "inertia");
  if (isnan(i[2])) return;
  if (r->c->dimensions == 2) {
    if (!(i[2] > 0.0)) check_fault(r, key, "%g; expected a number > 0", i[2]);
    return;
  }
  const double sum = i[0] + i[1] + i[2], most = fmax(i[0], fmax(i[1], i[2]));
  if (!(i[0] > 0.0 && i[1] > 0.0 && i[2] > 0.0) || most > (sum - most) * (1.0 + 1e-9))
    check_fault(r, key,
                "[%g, %g, %g] are the moments of no rigid body; expected numbers > 0, none larger than the "
                "sum of the other two",
                i[0], i[1], i[2]);
}

/* Half the tensor's trace less the tensor, which is the sum of mass times places by places, is not below 0.
 */
static bool is_of_masses(const double i[3], const double p[3]) {
  const double half = 0.5 * (i[0] + i[1] + i[2]), slack = 1e-9 * half;
  const double d[3] = {half - i[0] + slack, half - i[1] + slack, half - i[2] + slack};
  bool good = true;
  for (int a = 0; a < 3; a++) good &= d[(a + 1) % 3] * d[(a + 2) % 3] >= p[a] * p[a];
  return good && d[0] * d[1] * d[2] - 2.0 * p[0] * p[1] * p[2] >=
                     d[0] * p[0] * p[0] + d[1] * p[1] * p[1] + d[2] * p[2] * p[2];
}

static void check_products(struct reader *r, const struct body *b) {
  const double *i = b->freedom.inertia, *p = b->freedom.products;
  char key[FAULT_KEY];
  body_key(key, b, "products");
  if (is_zero(p)) return;
  if (r->c->dimensions == 2)
    check_fault(r, key, "given in 2-D, where a body turns about one axis; expected none");
  else if (isnan(i[2]))
    check_fault(r, key, "given without 'inertia', the diagonal of the tensor; expected both");
  else if (!is_of_masses(i, p))
    check_fault(
        r, key,
        "[%g, %g, %g] are the products of no rigid body with moments [%g, %g, %g]; expected smaller ones",
        p[0], p[1], p[2], i[0], i[1], i[2]);
}

static void check_springs(struct reader *r, const struct body *b) {
  char key[FAULT_KEY], part[64];
  for (size_t i = 0; i < b->freedom.spring_count; i++) {
    struct spring *s = &b->freedom.springs[i];
    double way[3];
    for (int a = 0; a < 3; a++) way[a] = s->to[a] - s->on[a];
    snprintf(part, sizeof part, "springs.%zu.stiffness", i);
    if (s->stiffness == 0.0 && s->damping == 0.0 && s->friction == 0.0 && !s->changes.file)
      check_fault(r, body_key(key, b, part), "is 0, and so are damping and friction; expected one of them");
    snprintf(part, sizeof part, "springs.%zu.to", i);
    if (is_zero(way)) check_fault(r, body_key(key, b, part), "is where 'on' is; expected two places");
    snprintf(part, sizeof part, "springs.%zu.changes", i);
    check_changes(r, body_key(key, b, part), &s->changes, s->stiffness, s->damping);
  }
}

static void check_moorings(struct reader *r, const struct body *b) {
  const double *g = r->c->gravity;
  char key[FAULT_KEY], part[64];
  if (b->freedom.mooring_count && is_zero(g)) {
    check_fault(r, body_key(key, b, "moorings"),
                "there is no gravity by which a line could hang; expected springs");
    return;
  }
  for (size_t i = 0; i < b->freedom.mooring_count; i++) {
    const struct mooring *m = &b->freedom.moorings[i];
    double way[3], down = 0.0;
    for (int a = 0; a < 3; a++) way[a] = m->to[a] - m->on[a], down += way[a] * g[a];
    snprintf(part, sizeof part, "moorings.%zu.bed", i);
    if (m->bed && down < 0.0)
      check_fault(
          r, body_key(key, b, part),
          "the anchor is above the point of the body, where no bed is; expected false, or a lower anchor");
    const double chord = sqrt(dot3(way, way)), most = m->weight * m->length + m->stiffness;
    snprintf(part, sizeof part, "moorings.%zu.length", i);
    if (m->stiffness * (chord - m->length) > most * m->length)
      check_fault(
          r, body_key(key, b, part),
          "%g m; the anchor is %g m away, so that the line is stretched to more than twice its length",
          m->length, chord);
  }
}

/* A velocity along a way that is locked would be dropped. */
static void check_locks(struct reader *r, const struct body *b) {
  const struct freedom *f = &b->freedom;
  char key[FAULT_KEY];
  for (int a = 0; a < 3; a++) {
    if (f->locked & 1u << a && f->velocity[a] != 0.0)
      check_fault(r, body_key(key, b, "velocity"), "%g m/s along %c, which is locked; expected 0",
                  f->velocity[a], "xyz"[a]);
    if (f->locked & 8u << a && f->turning[a] != 0.0)
      check_fault(r, body_key(key, b, "angular_velocity"),
                  "%g degrees/s about %c, which is locked; expected 0", f->turning[a], "xyz"[a]);
  }
}

/* Places are counted within the domain, and along periodic axes round it. */
static void check_centre(struct reader *r, const struct body *b) {
  const struct amphi_case *c = r->c;
  const double *centre = b->freedom.centre;
  char key[FAULT_KEY];
  for (int a = 0; a < c->dimensions && !isnan(centre[0]); a++) {
    if (c->domain.periodic[a] || (centre[a] >= c->domain.low[a] && centre[a] <= c->domain.high[a])) continue;
    check_fault(r, body_key(key, b, "centre"),
                "%g m along %c is outside of the domain, %g to %g m; expected a place in it", centre[a],
                "xyz"[a], c -> domain.low[a], c->domain.high[a]);
    return;
  }
}

static void check_body(struct reader *r, size_t wall) {
  struct body *b = &r->c->walls[wall];
  struct freedom *f = &b->freedom;
  const unsigned all = r->c->dimensions == 2 ? 35 : 63;
  char key[FAULT_KEY];
  if (motion_moves(&r->c->scene, wall)) {
    snprintf(key, sizeof key, "walls.%s.body", b->name);
    check_fault(r, key, "the wall moves by 'motion' or with another one; expected that or 'body'");
  }
  check_mass(r, b);
  check_inertia(r, b);
  check_products(r, b);
  check_centre(r, b);
  check_springs(r, b);
  check_moorings(r, b);
  check_locks(r, b);
  if ((f->locked & all) == all)
    check_fault(r, body_key(key, b, "locked"),
                "leaves no way to move; expected no 'body' for a wall that stays");
  if (f->file) read_track(r, body_key(key, b, "file"), &f->file, &f->track, r->c->dimensions == 2 ? 3 : 6);
}

static bool frame_turns(const struct amphi_case *c) {
  const struct track *t = &c->frame.track;
  bool any = false;
  for (size_t i = 0; i < c->frame.motion_count; i++) any |= motion_is_turn(&c->frame.motions[i]);
  for (size_t i = 0; i < t->count; i++)
    for (int k = c->dimensions; k < (c->dimensions == 2 ? 3 : 6); k++) any |= t->value[i][k] != 0.0;
  return any;
}

/* By what the axes move: a motion or a file. */
static void check_frame(struct reader *r) {
  struct amphi_case *c = r->c;
  struct case_frame *f = &c->frame;
  for (size_t i = 0; i < f->motion_count; i++)
    check_motion(&(struct moved){.r = r, .m = &f->motions[i], .k = i, .framed = true});
  if (f->motion_count && !is_zero(f->about))
    check_fault(r, "frame.about", "is of a file; a motion has its own 'through'; expected none");
  if (f->motion_count && f->file)
    check_fault(r, "frame.file", "given beside 'motion'; expected one of the two");
  else if (!f->motion_count && !f->file)
    check_fault(r, "frame.motion", "missing, and so is 'file'; expected one of the two");
  else if (f->file)
    read_track(r, "frame.file", &f->file, &f->track, c->dimensions == 2 ? 3 : 6);
}

/* Of a fluid, or, `of` "walls" and `part` ".body", of a body. */
static void check_forcing(struct reader *r, const char *of, struct body *b, const char *part) {
  const int turning = r->c->dimensions == 2 ? 1 : 3;
  struct forcing *f = &b->forcing;
  char key[FAULT_KEY];
  if (!f->given) return;
  snprintf(key, sizeof key, "%s.%s%s.forcing.to", of, b->name, part);
  if (f->to > 0.0 && !(f->to > f->from))
    check_fault(r, key, "%g s; expected a time after forcing.from, %g s", f->to, f->from);
  snprintf(key, sizeof key, "%s.%s%s.forcing.file", of, b->name, part);
  read_track(r, key, &f->file, &f->track, r->c->dimensions);
  snprintf(key, sizeof key, "%s.%s%s.forcing.spin", of, b->name, part);
  if (f->spin_file) read_track(r, key, &f->spin_file, &f->spin, 2 * turning);
}

void check_motions(struct reader *r) {
  struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  bool any = false;
  size_t body = 0;
  for (size_t k = 0; k < c->wall_count; k++) {
    for (size_t i = 0; i < c->walls[k].motion_count; i++)
      check_motion(&(struct moved){.r = r, .m = &c->walls[k].motions[i], .wall = k, .k = i});
    if (!any && c->walls[k].freedom.given) any = true, body = k;
    if (c->walls[k].freedom.given) check_body(r, k);
    snprintf(key, sizeof key, "walls.%s.moves_with", c->walls[k].name);
    if (c->walls[k].carrier >= 0 && c->walls[c->walls[k].carrier].freedom.given)
      check_fault(r, key,
                  "wall '%s' is a body that floats; expected one that 'motion' moves: what is to float "
                  "with it is a shape of the same wall",
                  c->walls[c->walls[k].carrier].name);
  }
  check_mechanisms(r);
  for (size_t k = 0; k < c->fluid_count; k++) check_forcing(r, "fluids", &c->fluids[k], "");
  for (size_t k = 0; k < c->wall_count; k++) check_forcing(r, "walls", &c->walls[k], ".body");
  if (!c->frame.given) return;
  check_frame(r);
  if (any && frame_turns(c))
    check_fault(
        r, "frame",
        "the axes turn, and '%s' is a body, whose spin is seen from axes that do not; expected axes that do "
        "not turn, or no body",
        c->walls[body].name);
}

static void free_motions(struct motion *motions, size_t count) {
  for (size_t i = 0; i < count; i++) {
    track_free(&motions[i].track);
    waves_free(&motions[i].waves);
    expression_close(motions[i].expression);
    free(motions[i].now);
  }
}

void motion_free(struct amphi_case *c) {
  track_free(&c->frame.track);
  free_motions(c->frame.motions, c->frame.motions ? c->frame.motion_count : 0);
  for (size_t k = 0; k < c->fluid_count && c->fluids; k++) {
    track_free(&c->fluids[k].forcing.track);
    track_free(&c->fluids[k].forcing.spin);
  }
  track_free(&c->viscosity.track);
  for (size_t k = 0; k < c->joint_count && c->joints; k++) {
    track_free(&c->joints[k].motor.track);
    track_free(&c->joints[k].changes.track);
  }
  for (size_t k = 0; k < c->relaxation_count && c->relaxations; k++) {
    waves_free(&c->relaxations[k].waves);
    track_free(&c->relaxations[k].track);
    profiles_free(&c->relaxations[k].field);
  }
  for (size_t k = 0; k < c->wall_count && c->walls; k++) {
    track_free(&c->walls[k].freedom.track);
    track_free(&c->walls[k].forcing.track);
    track_free(&c->walls[k].forcing.spin);
    for (size_t i = 0; i < c->walls[k].freedom.spring_count; i++)
      track_free(&c->walls[k].freedom.springs[i].changes.track);
    for (size_t i = 0; i < c->walls[k].freedom.drive_count; i++)
      track_free(&c->walls[k].freedom.drives[i].value.track);
    free_motions(c->walls[k].motions, c->walls[k].motion_count);
  }
}
