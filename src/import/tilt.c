/* SPDX-License-Identifier: BSD-3-Clause */
/* Periodic sides that are displaced. A particle that leaves through one of them comes back shifted along the
 * other axes, so that the case repeats itself along an oblique vector. Rotated until this vector lies along
 * the axis, it is the same flow between ordinary periodic sides, with oblique gravity. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

/* The axis whose sides are displaced, -1: none. Two of them, or one in whose way another periodic axis is, no
 * turn makes ordinary. */
static int displaced_axis(struct import *m) {
  int axis = -1;
  for (int a = 0; a < 3; a++) {
    bool any = false, across = false;
    for (int b = 0; b < 3; b++) any |= m->shift[a][b] != 0, across |= m->shift[a][b] != 0 && m->periodic[b];
    if (any && (axis >= 0 || across))
      import_note(m, NOTE_REFUSED, m->shifted, "sides that are displaced along an axis that is periodic too");
    if (any) axis = a;
  }
  return axis;
}

static bool is_moved(struct xml_node *n, int mk) {
  for (struct xml_node *c = n ? n->first : NULL; c; c = c->next) {
    const char *ref = strcmp(c->name, "objreal") == 0 ? xml_value(c, "ref") : NULL;
    if ((ref && atoi(ref) == mk) || is_moved(c, mk)) return true;
  }
  return false;
}

int tilt_is_rigid(struct import *m, const struct group *g, bool *rigid) {
  *rigid = g->bound && is_moved(xml_child(m->casedef, "motion"), g->mk);
  for (struct xml_node *n = xml_child(xml_child(m->casedef, "floatings"), "floating");
       n && !*rigid && g->bound; n = xml_next(n))
    TRY(import_in_list(m, n, "mkbound", g->mk, rigid));
  return STATUS_OK;
}

/* R takes the way to the axis and turns in the plane of both. */
static void set_turn(struct import *m, int axis, double length) {
  struct import_tilt *t = &m->tilt;
  double side[3], across = 0;
  for (int b = 0; b < 3; b++) side[b] = b == axis ? 0 : -t->way[b], across += side[b] * side[b];
  across = sqrt(across);
  const double c = t->way[axis] / length, s = across / length;
  for (int b = 0; b < 3; b++) side[b] /= across;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      const double a_i = i == axis, a_k = k == axis;
      t->turn[i][k] =
          (i == k) + (c - 1) * (a_i * a_k + side[i] * side[k]) + s * (side[i] * a_k - a_i * side[k]);
    }
}

/* Where along the axis the case begins: before what moves as a whole, which is not to be cut. */
static int find_begin(struct import *m, const double low[3]) {
  struct import_tilt *t = &m->tilt;
  double x[3], first = INFINITY, last = -INFINITY;
  import_turned(m, low, x);
  t->begin = x[t->axis];
  for (size_t g = 0; g < m->sketch.group_count; g++) {
    bool rigid;
    TRY(tilt_is_rigid(m, &m->sketch.groups[g], &rigid));
    for (size_t i = m->first[g]; rigid && i < m->first[g + 1]; i++) {
      import_turned(m, m->place[i], x);
      first = fmin(first, x[t->axis]), last = fmax(last, x[t->axis]);
    }
  }
  if (!(last >= first)) return STATUS_OK;
  const double room = t->period - (last - first);
  if (room < 2 * m->spacing)
    import_note(m, NOTE_REFUSED, m->shifted,
                "what moves is as long as the way on which the case repeats, or longer");
  t->begin = first - 0.5 * room;
  return STATUS_OK;
}

/* What is bound to axes is not turned. */
static void refuse_bound(struct import *m, struct xml_node *special) {
  static const char *const tags[] = {"inout",         "damping",   "relaxationzones", "wavepaddles",
                                     "mlayerpistons", "accinputs", "moorings",        NULL};
  for (int i = 0; tags[i]; i++) {
    struct xml_node *n = xml_child(special, tags[i]);
    if (n) import_note(m, NOTE_REFUSED, n, "is not taken beside periodic sides that are displaced");
  }
}

int tilt_find(struct import *m, struct xml_node *execution) {
  struct import_tilt *t = &m->tilt;
  double low[3], high[3], length = 0;
  const int axis = displaced_axis(m);
  if (axis < 0) return STATUS_OK;
  TRY(domain_box(m, execution, low, high));
  t->axis = axis;
  for (int b = 0; b < 3; b++) {
    t->way[b] = b == axis ? high[b] - low[b] : -m->shift[axis][b];
    length += t->way[b] * t->way[b];
  }
  t->period = sqrt(length);
  set_turn(m, axis, t->period);
  t->turned = true;
  TRY(find_begin(m, low));
  refuse_bound(m, xml_child(execution, "special"));
  import_note(m, NOTE_CHANGED, m->shifted,
              "all is turned by %.4g degrees, so that the way on which the case repeats, %.4g m long, lies "
              "along an axis; places, velocities and forces are along the turned axes",
              acos(fmin(1, t->way[axis] / t->period)) * 180 / M_PI, t->period);
  return STATUS_OK;
}

void tilt_wrap(const struct import *m, double v[3]) {
  const struct import_tilt *t = &m->tilt;
  double x[3];
  if (!t->turned) return;
  import_turned(m, v, x);
  const double times = floor((x[t->axis] - t->begin) / t->period);
  for (int a = 0; a < 3; a++) v[a] -= times * t->way[a];
}

void tilt_box(const struct import *m, double low[3], double high[3]) {
  const struct import_tilt *t = &m->tilt;
  double least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY};
  if (!t->turned) return;
  for (int corner = 0; corner < 8; corner++) {
    double v[3], x[3];
    for (int a = 0; a < 3; a++) v[a] = corner >> a & 1 ? high[a] : low[a];
    import_turned(m, v, x);
    for (int a = 0; a < 3; a++) least[a] = fmin(least[a], x[a]), most[a] = fmax(most[a], x[a]);
  }
  least[t->axis] = t->begin, most[t->axis] = t->begin + t->period;
  memcpy(low, least, sizeof least);
  memcpy(high, most, sizeof most);
}
