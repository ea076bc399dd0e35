/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/lines.h"

#include <math.h>

/* Add a force at an arm. */
static void add_lines(struct rigid_body *b, const double arm[3], const double f[3]) {
  double torque[3];
  cross3(arm, f, torque);
  for (int a = 0; a < 3; a++) b->force[a] += f[a], b->torque[a] += torque[a];
}

/* A point of the body that began at `on`: its arm about the centre, and its place, m. */
static void find_arm(const struct wcsph_run *r, const struct rigid_body *b, const struct pose *p,
                     const double on[3], double arm[3], double place[3]) {
  const double *middle = r->walls[b->wall].middle;
  for (int a = 0; a < 3; a++) arm[a] = on[a] - middle[a];
  turn3(p->turn, arm, arm);
  for (int a = 0; a < 3; a++) place[a] = middle[a] + p->shift[a] + arm[a];
}

/* m/s: slower than that Coulomb's friction of a spring is less, so that what sticks is at rest. */
static double creep(const struct wcsph_run *r) {
  return 1e-3 * (double)r->law.c0;
}

static void pull(const struct wcsph_run *r, struct rigid_body *b, const struct pose *p,
                 const struct spring *s) {
  double arm[3], place[3], way[3], v[3], first[3], law[2]; /* stiffness and damping */
  changes_at(&s->changes, r->moved_time, (const double[]){s->stiffness, s->damping}, law);
  find_arm(r, b, p, s->on, arm, place);
  cross3(p->spin, arm, v);
  for (int a = 0; a < 3; a++) {
    first[a] = s->to[a] - s->on[a];
    way[a] = s->to[a] - place[a];
    v[a] += p->velocity[a];
  }
  const double length = sqrt(dot3(way, way)), rest = isnan(s->length) ? sqrt(dot3(first, first)) : s->length;
  if (!(length > 0.0) || (s->pulls && length <= rest)) return;
  const double rate = dot3(way, v) / length; /* at which it gets shorter */
  double tension = law[0] * (length - rest) - law[1] * dot3(way, v) / length;
  const double rubs =
      s->friction > 0.0 ? s->friction / sqrt(rate * rate + creep(r) * creep(r)) : 0.0; /* N s/m */
  if (rubs > 0.0) tension -= rubs * rate;
  if (s->pulls && !(tension > 0.0)) return;
  for (int a = 0; a < 3; a++) way[a] *= tension / length;
  add_lines(b, arm, way);
  b->dissipated += law[1] * rate * rate;
  if (rubs > 0.0) b->dissipated += rubs * rate * rate;
}

/* ---- moorings ---- */

enum { PIECES = 48 };

/* Tension in N at the upper end: the complementary energy of the line, of which the line's shape is the
 * minimum; how far the line reaches along and down, its gradient; and how both change. It is convex, so
 * Newton's steps, halved where they do not get lower, find the minimum. */
struct hanging {
  double energy, across, height, by_along, by_both, by_down;
};

static struct hanging hang(const struct mooring *m, int pieces, double along, double down) {
  const double piece = m->length / pieces, weight = m->weight * piece, least = 1e-3 * weight;
  struct hanging h = {0};
  for (int k = 0; k < pieces; k++) {
    double v = down - weight * (k + 0.5);
    const bool lies = m->bed && v < 0.0;
    if (lies) v = 0.0;
    const double t2 = along * along + v * v + least * least, t = sqrt(t2),
                 stretch = 1.0 / t + 1.0 / m->stiffness;
    h.energy += piece * (t + 0.5 * t2 / m->stiffness);
    h.across += piece * along * stretch;
    h.height += piece * v * stretch;
    h.by_along += piece * (stretch - along * along / (t2 * t));
    h.by_both -= piece * along * v / (t2 * t);
    if (!lies) h.by_down += piece * (stretch - v * v / (t2 * t));
  }
  return h;
}

void mooring_tension_of(const struct mooring *m, int pieces, double across, double height, double *along,
                        double *down) {
  const double up = m->bed ? fmax(height, 0.0) : height, chord = sqrt(across * across + up * up);
  const double taut = chord > m->length ? m->stiffness * (chord / m->length - 1.0) / chord : 0.0;
  double x = taut * across + m->weight * across, y = taut * up + 0.5 * m->weight * (m->length + up);
  struct hanging h = hang(m, pieces, x, y);
  double now = h.energy - x * across - y * up;
  for (int k = 0; k < 100; k++) {
    const double fx = h.across - across, fy = h.height - up;
    const double a = h.by_along, b = h.by_both, d = fmax(h.by_down, 1e-9 * a), det = a * d - b * b;
    if (fabs(fx) + fabs(fy) < 1e-10 * m->length || !(det > 0.0)) break;
    double dx = (b * fy - d * fx) / det, dy = (b * fx - a * fy) / det;
    bool lower = false;
    for (int half = 0; half < 40 && !lower; half++, dx *= 0.5, dy *= 0.5) {
      const struct hanging next = hang(m, pieces, x + dx, y + dy);
      const double then = next.energy - (x + dx) * across - (y + dy) * up;
      if (!(then < now)) continue;
      x += dx, y += dy, h = next, now = then, lower = true;
    }
    if (!lower) break; /* to the last digit */
  }
  *along = fmax(x, 0.0);
  *down = y;
}

void mooring_tension(const struct mooring *m, double across, double height, double *along, double *down) {
  mooring_tension_of(m, PIECES, across, height, along, down);
}

static void moor(const struct wcsph_run *r, struct rigid_body *b, const struct pose *p,
                 const struct mooring *m) {
  const double *g = r->config->gravity, weight = sqrt(dot3(g, g));
  double arm[3], place[3], way[3], force[3], along, down, height = 0.0;
  find_arm(r, b, p, m->on, arm, place);
  for (int a = 0; a < 3; a++) {
    way[a] = place[a] - m->to[a];
    height -= way[a] * g[a] / weight;
  }
  for (int a = 0; a < 3; a++) way[a] += height * g[a] / weight;
  const double across = sqrt(dot3(way, way));
  mooring_tension(m, across, height, &along, &down);
  for (int a = 0; a < 3; a++)
    force[a] = down * g[a] / weight - (across > 0.0 ? along * way[a] / across : 0.0);
  add_lines(b, arm, force);
}

/* ---- of a body ---- */

void lines_pull(const struct wcsph_run *r, struct rigid_body *b) {
  const struct freedom *f = &r->config->walls[b->wall].freedom;
  struct pose p;
  if (!f->spring_count && !f->mooring_count) return;
  bodies_pose(r, b->wall, &p);
  for (size_t k = 0; k < f->spring_count; k++) pull(r, b, &p, &f->springs[k]);
  for (size_t k = 0; k < f->mooring_count; k++) moor(r, b, &p, &f->moorings[k]);
}

void lines_stiffness(const struct wcsph_run *r, const struct rigid_body *b, double *frequency2,
                     double *rate) {
  const struct freedom *f = &r->config->walls[b->wall].freedom;
  const double *middle = r->walls[b->wall].middle;
  for (size_t i = 0; i < f->spring_count + f->mooring_count; i++) {
    const bool spring = i < f->spring_count;
    const struct mooring *m = spring ? NULL : &f->moorings[i - f->spring_count];
    const struct spring *s = spring ? &f->springs[i] : NULL;
    const double *on = spring ? s->on : m->on;
    double arm[3], law[2] = {0.0, 0.0};
    if (spring)
      changes_most(&s->changes, (const double[]){s->stiffness, s->damping}, law);
    else
      law[0] = m->stiffness / m->length;
    for (int a = 0; a < 3; a++) arm[a] = on[a] - middle[a];
    const double give = 1.0 / b->mass + dot3(arm, arm) / bodies_least_inertia(r, b);
    *frequency2 += law[0] * give;
    *rate += law[1] * give;
    if (spring && s->friction > 0.0) *rate += s->friction / creep(r) * give;
  }
}
