/* SPDX-License-Identifier: BSD-3-Clause */
/* <rz_uniform>: a box in which water has one velocity. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "import/pen.h"
#include "util/error.h"

/* A box that may be turned: unit vectors along its sides, the first one the flow's. */
struct zone {
  double centre[3], side[3][3], half[3];
};

static void turn_zones(const struct pen *pen, double v[3]) {
  const double zero[3] = {0};
  double from[3], to[3];
  pen_place(pen, zero, from);
  pen_place(pen, v, to);
  for (int a = 0; a < 3; a++) v[a] = fabs(to[a] - from[a]) < 1e-12 ? 0 : to[a] - from[a];
}

static int read_rotation(struct import *m, struct xml_node *box, struct pen *pen) {
  struct xml_node *n = xml_child(box, "rotateaxis");
  struct xml_node *a = xml_child(n, "point1"), *b = xml_child(n, "point2");
  double angle = 0, from[3], to[3], axis[3], unit;
  pen_reset(pen);
  if (!n) return STATUS_OK;
  if (!a || !b) return import_fault(m, n, "<point1> or <point2> is missing");
  TRY(import_number(m, n, "angle", &angle));
  TRY(import_degrees(m, n, &unit));
  TRY(import_vector(m, a, false, from));
  TRY(import_vector(m, b, false, to));
  for (int k = 0; k < 3; k++) axis[k] = to[k] - from[k];
  return pen_rotate(pen, angle * unit, from, axis) == STATUS_OK ? STATUS_OK
                                                                : import_fault(m, n, "%s", error_text());
}

static int read_zone(struct import *m, struct xml_node *n, struct zone *z) {
  struct xml_node *box = xml_child(n, "domainbox"), *low = xml_child(box, "point"),
                  *size = xml_child(box, "size"), *way = xml_child(box, "direction");
  double corner[3], extent[3], direction[3];
  struct pen pen;
  int axis = -1;
  if (!low || !size || !way)
    return import_fault(m, box ? box : n, "<domainbox> with <point>, <size> and <direction> is missing");
  TRY(import_vector(m, low, true, corner));
  TRY(import_vector(m, size, true, extent));
  TRY(import_vector(m, way, true, direction));
  for (int a = 0; a < 3; a++)
    if (direction[a] != 0 && direction[(a + 1) % 3] == 0 && direction[(a + 2) % 3] == 0) axis = a;
  if (axis < 0) return import_fault(m, way, "is along no side of the box; expected one that is");
  TRY(read_rotation(m, box, &pen));
  double middle[3];
  for (int a = 0; a < 3; a++) middle[a] = corner[a] + 0.5 * extent[a];
  pen_place(&pen, middle, z->centre);
  for (int s = 0; s < 3; s++) {
    const int a = (axis + s) % 3;
    for (int k = 0; k < 3; k++) z->side[s][k] = k == a ? (s == 0 && direction[a] < 0 ? -1 : 1) : 0;
    turn_zones(&pen, z->side[s]);
    z->half[s] = 0.5 * fabs(extent[a]);
  }
  for (int s = 0; s < 3; s++)
    if (!(z->half[s] > 0) && !(m->sketch.dimensions == 2 && fabs(z->side[s][1]) > 0.5))
      return import_fault(m, size, "the box is flat; expected a length above 0 along x, y and z");
  return STATUS_OK;
}

/* The sides across the flow; in 2-D those that are in the plane. */
static void write_sides(struct import *m, const struct zone *z) {
  static const char *const names[2] = {"side", "top"};
  int count = 0;
  for (int s = 1; s < 3; s++) {
    double place[3];
    char text[128];
    if (m->sketch.dimensions == 2 && fabs(z->side[s][1]) > 0.5) continue;
    for (int a = 0; a < 3; a++) place[a] = z->centre[a] + z->half[s] * z->side[s][a];
    fprintf(m->yaml, ", %s: %s", names[count++], import_text(m, place, text));
  }
}

/* Its velocity along time, over 1 m/s. */
static int write_series(struct import *m, struct xml_node *n, int number, char name[80]) {
  struct import_writing w;
  size_t rows = 0;
  double time = 0, v = 0;
  TRY(import_begin_file(&w));
  int status = STATUS_OK;
  for (struct xml_node *t = xml_child(n, "timevalue"); t && status == STATUS_OK; t = xml_next(t), rows++) {
    status = import_number(m, t, "time", &time);
    if (status == STATUS_OK) status = import_number(m, t, "v", &v);
    fprintf(w.out, "%.12g %.12g\n", time, v);
    m->velocity_most = fmax(m->velocity_most, fabs(v));
  }
  if (rows == 1) fprintf(w.out, "%.12g %.12g\n", time + 1, v);
  if (status == STATUS_OK && rows == 0) status = import_fault(m, n, "has no <timevalue>");
  snprintf(name, 80, "zone%d.txt", number);
  return import_end_file(m, &w, status, name);
}

int zones_uniform(struct import *m, struct xml_node *n, int number) {
  static const char *const own[] = {"coefdt", "function", NULL};
  struct xml_node *times = xml_child(n, "velocitytimes");
  struct zone z;
  double to[3], start = 0, duration = 0, velocity = 0;
  char text[2][128], name[80];
  TRY(read_zone(m, n, &z));
  TRY(import_child_value(m, n, "start", &start));
  TRY(import_child_value(m, n, "duration", &duration));
  TRY(import_child_value(m, n, "velocity", &velocity));
  for (int i = 0; own[i]; i++)
    if (xml_child(n, own[i])) xml_know(xml_child(n, own[i]));
  for (int a = 0; a < 3; a++) to[a] = z.centre[a] + z.half[0] * z.side[0][a];
  fprintf(m->yaml, "%s  - {name: zone%d, from: %s, to: %s", number ? "" : "relaxation_zones:\n", number + 1,
          import_text(m, z.centre, text[0]), import_text(m, to, text[1]));
  write_sides(m, &z);
  if (start > 0) fprintf(m->yaml, ", starts: %.10g", start);
  if (duration > 0) fprintf(m->yaml, ", ends: %.10g", start + duration);
  if (times) {
    TRY(write_series(m, times, number + 1, name));
    fprintf(m->yaml, ", current: 1, file: %s}\n", name);
  } else {
    m->velocity_most = fmax(m->velocity_most, fabs(velocity));
    fprintf(m->yaml, ", current: %.10g}\n", velocity);
  }
  import_note(m, NOTE_CHANGED, n, "a zone of amphi's strength and shape");
  return STATUS_OK;
}
