/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/start/floating.h"

#include <math.h>

#include "util/log.h"
#include "wcsph/walls/bodies.h"

static bool is_solid(const struct body *b) {
  for (size_t i = 0; i < b->shape_count; i++)
    if (b->shapes[i].fill != FILL_SOLID) return false;
  return true;
}

/* By Archimedes, of the body as it stands: the height up to which particles of it weigh, in water, as much as
 * it. Infinite: it is heavier than all of them. */
static double draught_of(const struct wcsph_settings *c, const struct particles *p,
                         const struct body_measure *m, int axis) {
  const double up = c->gravity[axis] < 0.0 ? 1.0 : -1.0,
               cell = c->dimensions == 3 ? c->dp * c->dp * c->dp : c->dp * c->dp;
  const double wanted = m->mass / (c->material.density * cell);
  double lowest = INFINITY, below = 0.0, depth = 0.0;
  if (wanted > (double)(m->end - m->first) * (1.0 + 1e-9)) return INFINITY;
  for (size_t i = m->first; i < m->end; i++) lowest = fmin(lowest, up * p->position[i][axis]);
  for (double layer = lowest; below < wanted * (1.0 - 1e-8); layer += c->dp) {
    double here = 0.0;
    for (size_t i = m->first; i < m->end; i++) {
      const double above = (up * p->position[i][axis] - layer) / c->dp;
      here += above >= -0.5 && above < 0.5;
    }
    depth += c->dp * (here > 0.0 ? fmin(1.0, (wanted - below) / here) : 1.0);
    below += here;
  }
  return depth;
}

/* Whether it floats along gravity by itself: neither locked nor taken along. */
static bool may_rise(const struct freedom *f, int axis) {
  if (f->locked & 1u << axis) return false;
  for (size_t k = 0; k < f->drive_count; k++)
    if ((int)f->drives[k].way == axis && f->drives[k].is != DRIVE_FORCE) return false;
  return true;
}

/* Whether it is tied to anything. */
static bool is_tied(const struct wcsph_settings *c, int wall) {
  bool tied = c->walls[wall].freedom.spring_count || c->walls[wall].freedom.mooring_count;
  for (size_t k = 0; k < c->joint_count; k++) tied |= c->joints[k].of == wall || c->joints[k].with == wall;
  for (size_t k = 0; k < c->cable_count; k++)
    tied |= c->cables[k].wall[0] == wall || c->cables[k].wall[1] == wall;
  return tied;
}

/* Where the fluid ends upwards at the start, m along `up`; -infinity without any. */
static double fluid_top(const struct wcsph_settings *c, const struct particles *p, int axis, double up) {
  double top = -INFINITY;
  for (size_t i = c->wall_count; i < c->wall_count + c->fluid_count; i++)
    if (p->extents[i].count)
      top = fmax(top, fmax(up * p->extents[i].low[axis], up * p->extents[i].high[axis]));
  return top;
}

bool floating_hangs(const struct wcsph_settings *c, const struct particles *p, size_t wall) {
  const int axis = scene_gravity_axis(&c->scene);
  const struct body_extent *e = &p->extents[wall];
  bool jointed = false;
  for (size_t k = 0; k < c->joint_count; k++) {
    const struct joint *j = &c->joints[k];
    const bool holds =
        j->kind == JOINT_HINGE || j->kind == JOINT_SLIDER || j->kind == JOINT_BALL || j->kind == JOINT_TRACK;
    jointed |= holds && (j->of == (int)wall || j->with == (int)wall);
  }
  if (axis < 0 || !jointed || !e->count) return false;
  const double up = c->gravity[axis] < 0.0 ? 1.0 : -1.0;
  return fmin(up * e->low[axis], up * e->high[axis]) > fluid_top(c, p, axis, up) + c->dp;
}

static void say_draught(const struct wcsph_settings *c, const struct particles *p,
                        const struct body_measure *m, size_t wall) {
  const int axis = scene_gravity_axis(&c->scene);
  const struct freedom *f = &c->walls[wall].freedom;
  if (axis < 0 || c->phase_count || !is_solid(&c->walls[wall]) || !c->fluid_count) return;
  if (!may_rise(f, axis) || floating_hangs(c, p, wall)) return;
  const struct body_extent *e = &p->extents[wall];
  const double high = e->high[axis] - e->low[axis] + c->dp, draught = draught_of(c, p, m, axis);
  const char *held = is_tied(c, (int)wall) ? ", without what it is tied to" : "";
  if (isinf(draught))
    log_say("  body        %s: sinks, being heavier than the water in its place%s", c->walls[wall].name,
            held);
  else
    log_say("  body        %s: a draught of %.4g m of its %.4g m, upright in still water of %g kg/m^3%s",
            c->walls[wall].name, draught, high, c->material.density, held);
}

void floating_say(const struct wcsph_settings *c, const struct particles *p, size_t wall) {
  struct body_measure m;
  bodies_measure(c, p, wall, &m);
  const double(*i)[3] = (const double(*)[3])m.inertia;
  if (c->dimensions == 2)
    log_say("  body        %s: %.6g kg/m, centre (%.5g, %.5g) m, inertia %.5g kg m about it",
            c->walls[wall].name, m.mass, m.centre[0], m.centre[1], i[2][2]);
  else
    log_say(
        "  body        %s: %.6g kg, centre (%.5g, %.5g, %.5g) m, inertia (%.5g, %.5g, %.5g) kg m^2 about it",
        c->walls[wall].name, m.mass, m.centre[0], m.centre[1], m.centre[2], i[0][0], i[1][1], i[2][2]);
  say_draught(c, p, &m, wall);
}
