/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks across several keys of waves that a paddle makes. */
#include <math.h>
#include <stdio.h>

#include "case/motion.h"
#include "case/read.h"
#include "util/error.h"

/* Solitary waves are no higher than this share of the depth (McCowan 1894). */
static const double solitary_highest = 0.78;

static void check_height(struct reader *r, const char *key, const struct waves *w) {
  char height[FAULT_KEY + 16];
  snprintf(height, sizeof height, "%s.height", key);
  if (w->kind == WAVES_SOLITARY) {
    if (w->height > solitary_highest * w->depth)
      check_fault(r, height, "%g m; expected at most %g m, where a solitary wave breaks in water %g m deep",
                  w->height, solitary_highest * w->depth, w->depth);
    return;
  }
  const double k = wave_number(w->period, w->depth, w->gravity), most = wave_highest(k, w->depth);
  if (w->height > most)
    check_fault(r, height, "%g m; expected at most %.4g m, where a wave of %g s breaks in water %g m deep",
                w->height, most, w->period, w->depth);
}

/* Bands as wide as a wave tank resolves: farther from the peak the paddle would have to go endlessly far. */
static void check_length(struct reader *r, const char *key, const struct waves *w) {
  char period[FAULT_KEY + 16];
  if (w->kind == WAVES_SOLITARY) return;
  const double slowest = w->kind == WAVES_REGULAR ? w->period : 2.0 * w->period;
  const double most = 500.0 * sqrt(w->depth / w->gravity),
               kd = two_pi / w->period * sqrt(w->depth / w->gravity);
  snprintf(period, sizeof period, "%s.period", key);
  if (slowest > most)
    check_fault(r, period, "%g s; expected at most %.4g s, for longer waves have no end in water %g m deep",
                w->period, most * w->period / slowest, w->depth);
  else if (kd * kd * 9.0 > 200.0)
    check_fault(r, period,
                "%g s; expected at least %.4g s, for shorter waves do not feel the paddle's depth, %g m",
                w->period, w->period * kd * 3.0 / sqrt(200.0), w->depth);
}

/* Where a paddle that absorbs reads the surface: at its face, or beyond the gap that dynamic walls leave. */
static double wave_gauge_before(const struct amphi_case *c) {
  return c->boundary.model == BOUNDARY_DYNAMIC ? 3.0 * c->smoothing_ratio * c->dp : c->dp;
}

void check_waves(struct reader *r, const char *key, struct motion *m) {
  struct waves *w = &m->waves;
  char order[FAULT_KEY + 16], absorb[FAULT_KEY + 16];
  snprintf(order, sizeof order, "%s.order", key);
  snprintf(absorb, sizeof absorb, "%s.absorb", key);
  if (w->kind == WAVES_REGULAR && w->order == 2 && m->paddle == PADDLE_FLAP)
    check_fault(r, order, "2; expected 1: the second order is that of a piston");
  if (w->absorb && m->paddle == PADDLE_FLAP)
    check_fault(r, absorb, "true; expected false: it is a piston that absorbs");
  w->before = wave_gauge_before(r->c);
  check_length(r, key, w);
  if (!r->faults.any) check_height(r, key, w);
  if (r->faults.any) return;
  if (waves_prepare(w, m->paddle, m->hinge) != STATUS_OK) r->no_memory = true;
}

/* Of a zone's waves what does not depend on the paddle; key: of the zone. */
static void check_zone_waves(struct reader *r, const char *zone, struct relaxation_zone *z) {
  const double *g = r->c->gravity;
  struct waves *w = &z->waves;
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "%s.waves", zone);
  w->gravity = sqrt(dot3(g, g));
  if (w->absorb) {
    char absorb[FAULT_KEY + 16];
    snprintf(absorb, sizeof absorb, "%s.absorb", key);
    check_fault(r, absorb, "true; expected false: it is a piston that absorbs, and a zone does so anyway");
  }
  check_length(r, key, w);
  if (!r->faults.any) check_height(r, key, w);
  if (!r->faults.any && waves_prepare(w, PADDLE_PISTON, 0.0) != STATUS_OK) r->no_memory = true;
}

/* The longest period of waves that go on, s; 0: there are none. */
static double longest_period(const struct amphi_case *c) {
  double longest = 0.0;
  for (size_t k = 0; k < c->relaxation_count; k++) {
    const struct relaxation_zone *z = &c->relaxations[k];
    if (z->given && z->waves.kind != WAVES_SOLITARY) longest = fmax(longest, z->waves.period);
  }
  for (size_t k = 0; k < c->wall_count; k++)
    for (size_t i = 0; i < c->walls[k].motion_count; i++) {
      const struct motion *m = &c->walls[k].motions[i];
      if (m->kind == MOTION_PADDLE && m->waves.kind != WAVES_SOLITARY)
        longest = fmax(longest, m->waves.period);
    }
  return longest;
}

/* Water takes a zone that makes waves at once; waves take one of rest that pulls faster than they swing for a
 * wall. */
static double usual_strength(const struct amphi_case *c, const struct relaxation_zone *z) {
  const double period = longest_period(c);
  return z->given || z->current != 0.0 || z->velocities ? 100.0 : period > 0.0 ? two_pi / period : 10.0;
}

/* Positions are counted as far as walls may stand; across a zone's way it does not matter where it begins,
 * but along `axis`, -1: none. */
static void check_place(struct reader *r, const char *key, const double from[3], const double to[3],
                        int axis) {
  const struct amphi_case *c = r->c;
  const double more = 2.0 * case_support_radius(c);
  for (int a = 0; a < c->dimensions; a++) {
    const double beyond = c->domain.periodic[a] ? 0.0 : more;
    if (to[a] == from[a] && a != axis) continue;
    if (from[a] >= c->domain.low[a] - beyond && from[a] <= c->domain.high[a] + beyond) continue;
    check_fault(r, key, "%g m along %c is outside of the domain, %g to %g m; expected a place in it", from[a],
                "xyz"[a], c -> domain.low[a], c->domain.high[a]);
    return;
  }
}

static void check_begin(struct reader *r, const char *zone, const double from[3], const double to[3],
                        int axis) {
  char key[FAULT_KEY + 8];
  snprintf(key, sizeof key, "%s.from", zone);
  check_place(r, key, from, to, axis);
}

/* The axis that a way lies along, or -1. */
static int way_axis(const double way[3]) {
  for (int a = 0; a < 3; a++)
    if (way[a] != 0.0 && way[(a + 1) % 3] == 0.0 && way[(a + 2) % 3] == 0.0) return a;
  return -1;
}

/* Velocities of a zone: on a mesh along its way and upwards. */
static void check_velocities(struct reader *r, const char *key, struct relaxation_zone *z,
                             const double way[3]) {
  const int along = way_axis(way), up = case_gravity_axis(r->c);
  if (z->given || z->current != 0.0) {
    check_fault(r, key, "given beside 'waves' or 'current'; expected one of the three");
    return;
  }
  if (along < 0 || up < 0) {
    check_fault(r, key, "the way to 'to', or gravity, is not along an axis; expected a case where both are");
    return;
  }
  resolve_file(r, &z->velocities);
  int status = r->no_memory ? STATUS_FAILED : profiles_read(&z->field, z->velocities, 2);
  if (status == STATUS_USAGE) status = profiles_read(&z->field, z->velocities, 1);
  r->no_memory |= status == STATUS_FAILED;
  if (status == STATUS_USAGE) check_fault(r, key, "%s", error_text());
  if (status != STATUS_OK) return;
  if (z->field.upright) {
    check_fault(r, key, "the file has heights alone; expected rows of x, y or z before the times");
    return;
  }
  for (int a = 0; a < 3; a++)
    if (a != along && a != up && z->field.count[a] > 1)
      check_fault(r, key,
                  "the file has places along %c, across the way to 'to' and the height; expected none",
                  "xyz"[a]);
}

/* Sides across the way, each with its opposite. */
static void check_sides(struct reader *r, const char *zone, struct relaxation_zone *z, const double way[3]) {
  static const char *const names[2] = {"side", "top"};
  double *sides[2] = {z->side, z->top};
  char key[FAULT_KEY];
  for (int k = 0; k < 2; k++) {
    double across[3];
    if (isnan(sides[k][0])) continue;
    if (r->c->dimensions == 2) sides[k][2] = 0.0;
    for (int a = 0; a < 3; a++) across[a] = sides[k][a] - z->from[a];
    const double size = sqrt(dot3(across, across));
    snprintf(key, sizeof key, "%s.%s", zone, names[k]);
    if (z->given || z->velocities)
      check_fault(r, key, "given beside 'waves' or 'velocities'; expected a zone with a 'current'");
    else if (!(size > 0.0) || fabs(dot3(across, way)) > 1e-6 * size * sqrt(dot3(way, way)))
      check_fault(r, key, "is not straight across the way from 'from' to 'to'; expected a place that is");
  }
}

/* A zone that acts from one time to another. */
static void check_times(struct reader *r, const char *zone, const struct relaxation_zone *z) {
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "%s.ends", zone);
  if (z->ends <= z->starts)
    check_fault(r, key, "%g s; expected a time after 'starts', %g s", z->ends, z->starts);
}

static void check_relaxation(struct reader *r, struct relaxation_zone *z) {
  const double *g = r->c->gravity;
  double way[3], other[3]; /* `other` differs from `from` along all axes that matter */
  char key[FAULT_KEY - 32], part[FAULT_KEY];
  for (int a = 0; a < 3; a++) way[a] = z->to[a] - z->from[a];
  for (int a = 0; a < 3; a++) other[a] = relaxation_has_sides(z) ? z->from[a] + 1.0 : z->to[a];
  const double length = sqrt(dot3(way, way)), weight = sqrt(dot3(g, g));
  if (isnan(z->strength)) z->strength = usual_strength(r->c, z);
  snprintf(key, sizeof key, "relaxation_zones.%s", z->name);
  snprintf(part, sizeof part, "%s.to", key);
  if (!(length > 0.0))
    check_fault(r, part, "is where 'from' is; expected two places");
  else if (!relaxation_has_sides(z) && fabs(dot3(way, g)) > 1e-9 * length * weight)
    check_fault(r, part, "is not at the height of 'from'; expected a way along the still surface");
  check_begin(r, key, z->from, other, case_gravity_axis(r->c));
  check_sides(r, key, z, way);
  check_times(r, key, z);
  snprintf(part, sizeof part, "%s.ramp", key);
  if (z->ramp > 0.0 && (z->given ? z->waves.kind == WAVES_SOLITARY : z->current == 0.0 && !z->velocities))
    check_fault(r, part, "%g s; expected none without waves that go on, or a current", z->ramp);
  snprintf(part, sizeof part, "%s.current", key);
  if (z->given && z->current != 0.0)
    check_fault(r, part, "%g m/s beside 'waves'; expected one of them", z->current);
  snprintf(part, sizeof part, "%s.file", key);
  if (z->file && z->current == 0.0)
    check_fault(r, part, "given without 'current', which it multiplies; expected both");
  else if (z->file)
    read_track(r, part, &z->file, &z->track, 1);
  snprintf(part, sizeof part, "%s.velocities", key);
  if (z->velocities && length > 0.0) check_velocities(r, part, z, way);
  if (!z->given) return;
  snprintf(part, sizeof part, "%s.waves", key);
  if (case_gravity_axis(r->c) < 0)
    check_fault(r, part, "gravity is not along an axis; expected a case where it is");
  else
    check_zone_waves(r, key, z);
}

static bool is_round(const struct damping_zone *z) {
  return !isnan(z->through[0]) || !isnan(z->axis[0]);
}

/* Along its axis any place will do. */
static void check_round(struct reader *r, const char *zone, struct damping_zone *z) {
  double other[3];
  char key[FAULT_KEY + 8];
  bool bounded = false;
  snprintf(key, sizeof key, "%s.through", zone);
  if (isnan(z->through[0])) {
    check_fault(r, key, "is missing beside 'axis'; expected a point of the axis");
    return;
  }
  if (r->c->dimensions == 2) z->through[2] = z->axis[2] = 0.0;
  const int along = isnan(z->axis[0]) ? -1 : way_axis(z->axis);
  for (int a = 0; a < 3; a++) {
    other[a] = z->through[a] + (a == along ? 0.0 : 1.0);
    bounded |= !isnan(z->low[a]) || !isnan(z->high[a]);
  }
  check_place(r, key, z->through, other, -1);
  snprintf(key, sizeof key, "%s.axis", zone);
  if (!isnan(z->axis[0]) && !(dot3(z->axis, z->axis) > 0.0)) {
    check_fault(r, key, "has no length; expected a direction");
    return;
  }
  snprintf(key, sizeof key, "%s.to", zone);
  if (!(damping_distance(z, z->to) > damping_distance(z, z->from)))
    check_fault(r, key, "is not farther from the axis than 'from'; expected a place that is");
  snprintf(key, sizeof key, "%s.low", zone);
  if (bounded) check_fault(r, key, "'low' and 'high' are a box of plane zones; expected none in a round one");
}

void check_zones(struct reader *r) {
  for (size_t k = 0; k < r->c->relaxation_count; k++) check_relaxation(r, &r->c->relaxations[k]);
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  for (size_t k = 0; k < c->zone_count; k++) {
    struct damping_zone *z = &r->c->zones[k];
    double way[3];
    bool upright = true;
    for (int a = 0; a < 3; a++) way[a] = z->to[a] - z->from[a];
    for (int a = 0; a < c->dimensions; a++) upright &= !(z->low[a] >= z->high[a]);
    snprintf(key, sizeof key, "damping_zones.%s", z->name);
    if (is_round(z)) {
      check_round(r, key, z);
    } else {
      check_begin(r, key, z->from, z->to, -1);
      snprintf(key, sizeof key, "damping_zones.%s.to", z->name);
      if (!(dot3(way, way) > 0.0)) check_fault(r, key, "is where 'from' is; expected two places");
    }
    snprintf(key, sizeof key, "damping_zones.%s.high", z->name);
    if (!upright) check_fault(r, key, "is not above 'low' along every axis; expected low < high");
  }
}
