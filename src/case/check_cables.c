/* SPDX-License-Identifier: BSD-3-Clause */
/* Cables: what their ends are on, and what else a case with them may have. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/motion.h"
#include "case/read.h"

static const char *const ends[2] = {"from", "to"};

static const char *cable_key(char key[FAULT_KEY], const struct cable *c, const char *part,
                             const char *suffix) {
  snprintf(key, FAULT_KEY, "cables.%s.%s%s", c->name, part, suffix);
  return key;
}

/* Find the wall or the knot that an end names. */
static void find_end(struct reader *r, struct cable *cable, int end) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  cable->wall[end] = cable->knot[end] = -1;
  if (!cable->on[end]) return;
  for (size_t k = 0; k < c->knot_count; k++)
    if (!strcmp(c->knots[k].name, cable->on[end])) cable->knot[end] = (int)k;
  for (size_t k = 0; k < c->wall_count; k++)
    if (!strcmp(c->walls[k].name, cable->on[end])) cable->wall[end] = (int)k;
  const int wall = cable->wall[end];
  cable_key(key, cable, ends[end], "_on");
  if (wall < 0 && cable->knot[end] < 0)
    check_fault(r, key, "there is neither a wall nor a knot '%s'; expected the name of one", cable->on[end]);
  else if (wall >= 0 && cable->knot[end] >= 0)
    check_fault(r, key, "'%s' is a wall, and a knot; expected names that differ", cable->on[end]);
  else if (wall >= 0 && c->walls[wall].flexible.given)
    check_fault(r, key, "wall '%s' bends, which no cable holds on to; expected one with 'body' or 'motion'",
                cable->on[end]);
  else if (wall >= 0 && !c->walls[wall].freedom.given && !motion_moves(&c->scene, (size_t)wall))
    check_fault(r, key, "wall '%s' has neither 'body' nor 'motion'; expected one that has, or an anchor",
                cable->on[end]);
}

static void check_end(struct reader *r, struct cable *cable, int end) {
  char key[FAULT_KEY];
  const bool placed = !isnan(cable->place[end][0]);
  find_end(r, cable, end);
  cable_key(key, cable, ends[end], "");
  if (!placed && cable->knot[end] < 0)
    check_fault(r, key, "missing; expected a place, or '%s_on' with the name of a knot", ends[end]);
  if (placed && cable->knot[end] >= 0)
    check_fault(r, key, "given beside the knot '%s', which has a place; expected one of the two",
                cable->on[end]);
}

static const double *place_of(const struct amphi_case *c, const struct cable *cable, int end) {
  return cable->knot[end] >= 0 ? c->knots[cable->knot[end]].at : cable->place[end];
}

static bool is_negative(const double pair[2]) {
  return !(pair[0] >= 0.0 && pair[1] >= 0.0);
}

/* Between its ends as they are at the start. */
static void check_shape(struct reader *r, const struct cable *cable) {
  const struct amphi_case *c = r->c;
  const double *from = place_of(c, cable, 0), *to = place_of(c, cable, 1), *g = c->gravity;
  const double weight = sqrt(dot3(g, g));
  double way[3];
  char key[FAULT_KEY];
  for (int a = 0; a < 3; a++) way[a] = a < c->dimensions ? to[a] - from[a] : 0.0;
  const double chord = sqrt(dot3(way, way));
  if (!(chord > 0.0))
    check_fault(r, cable_key(key, cable, "to", cable->knot[1] >= 0 ? "_on" : ""),
                "is where the cable begins; expected two places");
  if (chord > 1.5 * cable->length)
    check_fault(
        r, cable_key(key, cable, "length", ""),
        "%g m; its ends are %g m apart, so that it is stretched to more than one and a half times its "
        "length",
        cable->length, chord);
  if (!(weight > 0.0) && chord < cable->length)
    check_fault(r, cable_key(key, cable, "length", ""),
                "%g m is longer than the way of %g m between its ends, and there is no gravity by which it "
                "would hang; expected at most that, or gravity",
                cable->length, chord);
  if (!cable->bed.given) return;
  if (!(weight > 0.0))
    check_fault(r, cable_key(key, cable, "bed", ""), "there is no gravity, which says what is below");
  for (int end = 0; end < 2 && weight > 0.0; end++) {
    const double *place = end ? to : from, height = 0.0 - dot3(place, g) / weight;
    if (height < cable->bed.height - cable->diameter)
      check_fault(r, cable_key(key, cable, "bed.height", ""),
                  "%g m is above one of its ends, at %g m; expected a bed below both", cable->bed.height,
                  height);
  }
}

static void check_cable(struct reader *r, struct cable *cable) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  const bool was = r->faults.any;
  for (int end = 0; end < 2; end++) check_end(r, cable, end);
  if (is_negative(cable->drag)) check_fault(r, cable_key(key, cable, "drag", ""), "expected numbers >= 0");
  if (is_negative(cable->added_mass))
    check_fault(r, cable_key(key, cable, "added_mass", ""), "expected numbers >= 0");
  if (isnan(cable->water)) cable->water = c->material.density;
  if (cable->wall[0] >= 0 && cable->wall[0] == cable->wall[1])
    check_fault(r, cable_key(key, cable, "to", "_on"), "is the wall of 'from_on'; expected another one");
  if (!was && !r->faults.any) check_shape(r, cable);
}

static void check_knot(struct reader *r, const struct knot *k, size_t index) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  bool tied = false;
  for (size_t i = 0; i < c->cable_count; i++)
    tied |= c->cables[i].knot[0] == (int)index || c->cables[i].knot[1] == (int)index;
  snprintf(key, sizeof key, "knots.%s", k->name);
  if (!tied) check_fault(r, key, "no cable is tied to it; expected its name at 'from_on' or 'to_on' of one");
}

static void find_cable(struct reader *r, struct gauge *g) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  g->cable = -1;
  if (!gauge_is_of_cable(g->kind)) return;
  for (size_t k = 0; k < c->cable_count; k++)
    if (!strcmp(c->cables[k].name, g->of)) g->cable = (int)k;
  snprintf(key, sizeof key, "gauges.%s.of", g->name);
  if (g->cable < 0)
    check_fault(r, key, "there is no cable '%s'; expected the name of one of `cables`", g->of);
}

void check_cables(struct reader *r) {
  struct amphi_case *c = r->c;
  if (c->cable_count && c->frame.given)
    check_fault(r, "cables",
                "the case has a frame that moves, where cables are not implemented; expected "
                "walls that move");
  for (size_t k = 0; k < c->cable_count; k++) check_cable(r, &c->cables[k]);
  for (size_t k = 0; k < c->knot_count && !r->faults.any; k++) check_knot(r, &c->knots[k], k);
  for (size_t k = 0; k < c->gauge_count; k++) find_cable(r, &c->gauges[k]);
}
