/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/cable_chain.h"

#include <math.h>
#include <string.h>

#include "case/motion.h"

static const double pi = 3.14159265358979323846;

/* m += isotropic I + along q q', of a symmetric matrix. */
static void add_matrix(double m[6], double isotropic, double along, const double q[3]) {
  static const int row[6] = {0, 1, 2, 1, 0, 0}, column[6] = {0, 1, 2, 2, 2, 1};
  for (int k = 0; k < 6; k++) m[k] += (k < 3 ? isotropic : 0.0) + along * (q[row[k]] * q[column[k]]);
}

static void apply_matrix(const double m[6], const double v[3], double out[3]) {
  out[0] = (m[0] * v[0] + m[5] * v[1]) + m[4] * v[2];
  out[1] = (m[5] * v[0] + m[1] * v[1]) + m[3] * v[2];
  out[2] = (m[4] * v[0] + m[3] * v[1]) + m[2] * v[2];
}

/* m x = b, of a matrix that is positive. */
static void solve_matrix(const double m[6], const double b[3], double x[3]) {
  const double inverse[6] = {m[1] * m[2] - m[3] * m[3], m[0] * m[2] - m[4] * m[4], m[0] * m[1] - m[5] * m[5],
                             m[4] * m[5] - m[0] * m[3], m[3] * m[5] - m[1] * m[4], m[3] * m[4] - m[2] * m[5]};
  const double det = (m[0] * inverse[0] + m[5] * inverse[5]) + m[4] * inverse[4];
  apply_matrix(inverse, b, x);
  for (int a = 0; a < 3; a++) x[a] /= det;
}

/* ---- what half a segment does to a point ---- */

/* Water at rest: its mass goes along, and it drags. */
static void add_water(const struct cable *c, double half, const double q[3], struct cable_point *p) {
  const double volume = 0.25 * pi * c->diameter * c->diameter * half, water = c->water * volume;
  const double along = dot3(p->v, q), speed2 = dot3(p->v, p->v);
  const double across = sqrt(fmax(speed2 - along * along, 0.0));
  const double area = 0.5 * c->water * c->diameter * half;
  const double normal = area * c->drag[0] * across, tangential = area * pi * c->drag[1] * fabs(along);
  add_matrix(p->mass, water * c->added_mass[0], water * (c->added_mass[1] - c->added_mass[0]), q);
  add_matrix(p->damping, normal, tangential - normal, q);
}

/* A bed that bears what is on it, and holds it back where it slides. */
static void add_bed(const struct cable_chain *chain, const struct cable *c, double half,
                    struct cable_point *p) {
  const double depth = c->bed.height - dot3(p->x, chain->up);
  if (!c->bed.given || !(depth > 0.0)) return;
  const double bears = c->bed.stiffness * c->diameter * half * depth, rise = dot3(p->v, chain->up);
  double slide[3];
  for (int a = 0; a < 3; a++) {
    p->force[a] += bears * chain->up[a];
    slide[a] = p->v[a] - rise * chain->up[a];
  }
  if (rise < 0.0) add_matrix(p->damping, 0.0, c->bed.damping * c->diameter * half, chain->up);
  const double creep = 1e-3 * sqrt(chain->weight * c->diameter);
  const double held = c->bed.friction * bears / fmax(sqrt(dot3(slide, slide)), creep);
  add_matrix(p->damping, held, -held, chain->up);
}

static void add_half(const struct cable_chain *chain, const struct cable *c, const double q[3], double pull,
                     struct cable_point *p) {
  const double half = 0.5 * c->length / c->segments;
  const double heavy = (c->mass - c->water * 0.25 * pi * c->diameter * c->diameter) * half;
  add_matrix(p->mass, c->mass * half, 0.0, q);
  for (int a = 0; a < 3; a++) p->force[a] += pull * q[a] + heavy * chain->gravity[a];
  if (c->water > 0.0) add_water(c, half, q, p);
  add_bed(chain, c, half, p);
}

static void add_knot(const struct cable_chain *chain, struct cable_point *p) {
  static const double none[3] = {0};
  const struct knot *k = p->knot;
  const double water = p->water * k->volume, speed = sqrt(dot3(p->v, p->v));
  add_matrix(p->mass, k->mass + k->added_mass * water, 0.0, none);
  add_matrix(p->damping, 0.5 * p->water * k->drag * speed, 0.0, none);
  for (int a = 0; a < 3; a++) p->force[a] += (k->mass - water) * chain->gravity[a];
}

/* ---- all of them ---- */

double chain_damping(const struct cable_chain *chain, const struct cable *c) {
  return chain->settles ? fmax(c->damping, 1.0) : c->damping;
}

/* The tension of a segment and its direction. It bears no pressure, and its damper does not push. */
static void stretch(struct cable_chain *chain, uint32_t index, double q[3]) {
  struct cable_segment *s = &chain->segments[index];
  const struct cable *c = &chain->cables[s->cable];
  const struct cable_point *a = &chain->points[s->end[0]], *b = &chain->points[s->end[1]];
  const double rest = c->length / c->segments;
  double way[3], drift[3];
  for (int k = 0; k < 3; k++) way[k] = b->x[k] - a->x[k], drift[k] = b->v[k] - a->v[k];
  const double length = sqrt(dot3(way, way));
  for (int k = 0; k < 3; k++) q[k] = length > 0.0 ? way[k] / length : 0.0;
  s->tension = 0.0;
  if (s->parted || !(length > rest)) return;
  const double damper = chain_damping(chain, c) * sqrt(c->stiffness * c->mass);
  s->tension = fmax(c->stiffness * (length / rest - 1.0) + damper * dot3(drift, q), 0.0);
  if (chain->settles || !(s->tension > c->breaks_at)) return;
  if (!chain->parted_now || s->tension > chain->parted_tension)
    chain->parted_now = index + 1, chain->parted_tension = s->tension;
}

void chain_force(const struct cable_point *p, double f[3]) {
  apply_matrix(p->damping, p->v, f);
  for (int a = 0; a < 3; a++) f[a] = p->force[a] - f[a];
}

/* What one end segment alone does to the end of its cable. */
static void find_end(const struct cable_chain *chain, const struct cable *c, const double q[3], double pull,
                     const struct cable_point *p, double f[3]) {
  struct cable_point alone = *p;
  memset(alone.force, 0, sizeof alone.force);
  memset(alone.mass, 0, sizeof alone.mass);
  memset(alone.damping, 0, sizeof alone.damping);
  add_half(chain, c, q, pull, &alone);
  chain_force(&alone, f);
}

void chain_load(struct cable_chain *chain) {
  chain->parted_now = 0;
  for (size_t k = 0; k < chain->point_count; k++) {
    struct cable_point *p = &chain->points[k];
    memset(p->force, 0, sizeof p->force);
    memset(p->mass, 0, sizeof p->mass);
    memset(p->damping, 0, sizeof p->damping);
    if (p->knot) add_knot(chain, p);
  }
  for (uint32_t k = 0; k < chain->segment_count; k++) {
    const struct cable_segment *s = &chain->segments[k];
    const struct cable *c = &chain->cables[s->cable];
    double q[3];
    stretch(chain, k, q);
    add_half(chain, c, q, s->tension, &chain->points[s->end[0]]);
    add_half(chain, c, q, -s->tension, &chain->points[s->end[1]]);
    if (k == chain->first[s->cable])
      find_end(chain, c, q, s->tension, &chain->points[s->end[0]], chain->ends[s->cable][0]);
    if (k + 1 == chain->first[s->cable + 1])
      find_end(chain, c, q, -s->tension, &chain->points[s->end[1]], chain->ends[s->cable][1]);
  }
}

/* Velocities by forces, damping by its end, then places by velocities: stable in springs to the sub-step, and
 * in all that damps always. */
double chain_move(struct cable_chain *chain, double h) {
  double energy = 0.0;
  for (size_t k = 0; k < chain->point_count; k++) {
    struct cable_point *p = &chain->points[k];
    double both[6], right[3];
    if (p->held) continue;
    apply_matrix(p->mass, p->v, right);
    for (int a = 0; a < 3; a++) right[a] += h * p->force[a];
    for (int m = 0; m < 6; m++) both[m] = p->mass[m] + h * p->damping[m];
    solve_matrix(both, right, p->v);
    for (int a = 0; a < 3; a++) p->x[a] += h * p->v[a];
    energy += 0.5 * p->mass[0] * dot3(p->v, p->v);
  }
  return energy;
}

double chain_unrest(const struct cable_chain *chain) {
  double most = 0.0;
  for (size_t k = 0; k < chain->point_count; k++) {
    const struct cable_point *p = &chain->points[k];
    if (!p->held) most = fmax(most, sqrt(dot3(p->force, p->force)));
  }
  return most;
}
