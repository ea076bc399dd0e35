/* SPDX-License-Identifier: BSD-3-Clause */
/* <inout>: faces through which fluid comes in and goes out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "import/parts.h"
#include "import/pen.h"
#include "util/error.h"

enum { FACES_MOST = 1000 };

/* ---- where they are ---- */

static double size3(const double v[3]) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static int normalise(struct import *m, struct xml_node *n, double v[3]) {
  const double size = size3(v);
  if (!(size > 0)) return import_fault(m, n, "a direction without length");
  for (int a = 0; a < 3; a++) v[a] /= size;
  return STATUS_OK;
}

/* <rotateadv>: three turns one after the other. */
static int read_turns(struct import *m, struct xml_node *n, struct pen *pen) {
  static const char *const names[] = {"angle1", "angle2", "angle3"};
  struct xml_node *centre = xml_child(n, "center");
  const char *axes = xml_value(n, "axes");
  double angles[3] = {0}, through[3] = {0}, unit;
  bool intrinsic = false;
  TRY(import_degrees(m, n, &unit));
  for (int k = 0; k < 3; k++) {
    TRY(import_optional(m, n, names[k], &angles[k]));
    angles[k] *= unit;
  }
  TRY(import_bool(m, n, "intrinsic", &intrinsic));
  if (centre) TRY(import_vector(m, centre, true, through));
  return pen_turn(pen, angles, axes ? axes : "XYZ", intrinsic, through) == STATUS_OK
             ? STATUS_OK
             : import_fault(m, n, "%s", error_text());
}

/* <rotate> about y through the centre or x, <rotateaxis> about a line. */
static int read_turn(struct import *m, struct xml_node *shape, const double x[3], struct pen *pen) {
  struct xml_node *flat = xml_child(shape, "rotate"), *round = xml_child(shape, "rotateaxis"), *n;
  double angle = 0, through[3] = {x[0], 0, x[2]}, axis[3] = {0, 1, 0}, end[3], unit;
  pen_reset(pen);
  if ((n = xml_child(shape, "rotateadv"))) return read_turns(m, n, pen);
  if (!(n = flat ? flat : round)) return STATUS_OK;
  TRY(import_number(m, n, "angle", &angle));
  TRY(import_degrees(m, n, &unit));
  if (flat) {
    TRY(import_optional(m, n, "centerx", &through[0]));
    TRY(import_optional(m, n, "centerz", &through[2]));
  } else {
    struct xml_node *a = xml_child(n, "point1"), *b = xml_child(n, "point2");
    if (!a || !b) return import_fault(m, n, "<point1> or <point2> is missing");
    TRY(import_vector(m, a, false, through));
    TRY(import_vector(m, b, false, end));
    for (int k = 0; k < 3; k++) axis[k] = end[k] - through[k];
  }
  return pen_rotate(pen, angle * unit, through, axis) == STATUS_OK ? STATUS_OK
                                                                   : import_fault(m, n, "%s", error_text());
}

static void turn_inlets(const struct pen *pen, double v[3]) {
  double zero[3] = {0}, from[3], to[3];
  pen_place(pen, zero, from);
  pen_place(pen, v, to);
  for (int a = 0; a < 3; a++) v[a] = fabs(to[a] - from[a]) < 1e-12 ? 0 : to[a] - from[a];
}

/* Points dp apart from end to end stand in the middle of squares. */
static void set_side(const struct import *m, struct import_face *f, int which, const double way[3]) {
  const double size = size3(way);
  for (int a = 0; a < 3; a++) f->side[which][a] = size > 0 ? way[a] / size : 0;
  f->half[which] = 0.5 * ((floor(size / m->spacing + 0.05) + 1) * m->spacing);
}

/* Half a spacing before the points the fluid begins. They are in one plane across its way, as the peer
 * checks, too. */
static int finish_inlets(const struct import *m, struct import_face *f, const struct pen *pen,
                         const struct xml_node *n) {
  double centre[3];
  for (int k = 0; k < 2; k++) {
    const double *side = f->side[k], *normal = f->normal;
    const double along = side[0] * normal[0] + side[1] * normal[1] + side[2] * normal[2];
    if (fabs(along) * f->half[k] > 0.1 * m->spacing)
      return import_fault(m, n, "its direction is not across the face");
  }
  pen_place(pen, f->centre, centre);
  turn_inlets(pen, f->normal);
  turn_inlets(pen, f->side[0]);
  turn_inlets(pen, f->side[1]);
  for (int a = 0; a < 3; a++) f->centre[a] = centre[a] + 0.5 * m->spacing * f->normal[a];
  return STATUS_OK;
}

/* <line>: point, point2; flow along <direction>, else to the left of the way from one to the other. */
static int read_line(struct import *m, struct xml_node *n, struct import_face *f) {
  struct xml_node *a = xml_child(n, "point"), *b = xml_child(n, "point2"), *way = xml_child(n, "direction");
  double x[2][3], along[3];
  struct pen pen;
  if (!a || !b) return import_fault(m, n, "<point> or <point2> is missing");
  TRY(import_vector(m, a, true, x[0]));
  TRY(import_vector(m, b, true, x[1]));
  x[0][1] = x[1][1] = 0;
  for (int k = 0; k < 3; k++) {
    along[k] = x[1][k] - x[0][k];
    f->centre[k] = 0.5 * (x[0][k] + x[1][k]);
  }
  if (way) {
    TRY(import_vector(m, way, true, f->normal));
    f->normal[1] = 0;
  } else {
    f->normal[0] = -along[2], f->normal[1] = 0, f->normal[2] = along[0];
  }
  set_side(m, f, 0, along);
  TRY(normalise(m, n, f->normal));
  TRY(read_turn(m, n, x[0], &pen));
  return finish_inlets(m, f, &pen, n);
}

static int read_rectangle(struct import *m, struct xml_node *n, struct import_face *f) {
  struct xml_node *a = xml_child(n, "point"), *b = xml_child(n, "size"), *way = xml_child(n, "direction");
  double low[3], size[3];
  struct pen pen;
  int used = 0;
  if (!a || !b || !way) return import_fault(m, n, "<point>, <size> or <direction> is missing");
  TRY(import_vector(m, a, false, low));
  TRY(import_vector(m, b, true, size));
  TRY(import_vector(m, way, true, f->normal));
  TRY(normalise(m, way, f->normal));
  for (int k = 0; k < 3; k++) {
    const double side[3] = {k == 0 ? size[k] : 0, k == 1 ? size[k] : 0, k == 2 ? size[k] : 0};
    f->centre[k] = low[k] + 0.5 * size[k];
    if (size[k] == 0) continue;
    if (used == 2) return import_fault(m, b, "one of its sizes has to be 0");
    set_side(m, f, used++, side);
  }
  if (used != 2) return import_fault(m, b, "two of its sizes are not to be 0");
  TRY(read_turn(m, n, f->centre, &pen));
  return finish_inlets(m, f, &pen, n);
}

static int read_circle(struct import *m, struct xml_node *n, struct import_face *f) {
  struct xml_node *a = xml_child(n, "point"), *r = xml_child(n, "radius"), *way = xml_child(n, "direction");
  struct pen pen;
  if (!a || !r || !way) return import_fault(m, n, "<point>, <radius> or <direction> is missing");
  TRY(import_vector(m, a, false, f->centre));
  TRY(import_number(m, r, "v", &f->half[0]));
  if (!(f->half[0] > 0)) return import_fault(m, r, "%g; expected a number > 0", f->half[0]);
  TRY(import_vector(m, way, true, f->normal));
  TRY(normalise(m, way, f->normal));
  /* Any two directions across; the circle has none, its room has. */
  const int least = fabs(f->normal[0]) < 0.6 ? 0 : 1;
  for (int k = 0; k < 3; k++) f->side[0][k] = (k == least) - f->normal[least] * f->normal[k];
  TRY(normalise(m, way, f->side[0]));
  for (int k = 0; k < 3; k++)
    f->side[1][k] =
        f->normal[(k + 1) % 3] * f->side[0][(k + 2) % 3] - f->normal[(k + 2) % 3] * f->side[0][(k + 1) % 3];
  f->half[1] = f->half[0];
  f->circle = true;
  TRY(read_turn(m, n, f->centre, &pen));
  return finish_inlets(m, f, &pen, n);
}

/* Nodes of a fluid are taken away, and the box around them. */
static size_t take_nodes(struct import *m, int mk, double low[3], double high[3]) {
  struct sketch *l = &m->sketch;
  size_t found = 0, i = 0;
  for (int a = 0; a < 3; a++) low[a] = INFINITY, high[a] = -INFINITY;
  for (int z = 0; z < l->count[2]; z++)
    for (int y = 0; y < l->count[1]; y++)
      for (int x = 0; x < l->count[0]; x++, i++) {
        const int at[3] = {x, y, z};
        double place[3];
        if (!l->node[i] || l->groups[l->node[i] - 1].bound || l->groups[l->node[i] - 1].mk != mk) continue;
        sketch_place(l, at, place);
        for (int a = 0; a < 3; a++) low[a] = fmin(low[a], place[a]), high[a] = fmax(high[a], place[a]);
        l->node[i] = 0;
        found++;
      }
  sketch_count(l);
  return found;
}

/* direction="custom": a vector, which has to be along an axis, for the particles stand on nodes. */
static int read_custom(struct import *m, struct xml_node *n, int *axis, int *sign) {
  struct xml_node *way = xml_child(n, "direction");
  double v[3];
  if (!way) return import_fault(m, n, "<direction> is missing");
  TRY(import_vector(m, way, true, v));
  for (int a = 0; a < 3; a++)
    if (v[a] != 0 && v[(a + 1) % 3] == 0 && v[(a + 2) % 3] == 0) *axis = a, *sign = v[a] > 0 ? 1 : -1;
  return *axis >= 0 ? STATUS_OK
                    : import_fault(m, way, "is along no axis; expected one that is, and a <rotate>");
}

/* <particles>: a flat fluid, whose particles are the first layer. */
static int read_particles(struct import *m, struct xml_node *n, struct import_face *f) {
  static const struct {
    const char *word;
    int axis, sign;
  } ways[] = {{"right", 0, 1},  {"left", 0, -1}, {"back", 1, 1},
              {"front", 1, -1}, {"top", 2, 1},   {"bottom", 2, -1}};
  const char *word = xml_value(n, "direction");
  double mk = -1, low[3], high[3];
  struct pen pen;
  int w = 0, used = 0, axis = -1, sign = 1;
  while (w < 6 && (!word || strcasecmp(word, ways[w].word) != 0)) w++;
  if (w < 6)
    axis = ways[w].axis, sign = ways[w].sign;
  else if (word && strcasecmp(word, "custom") == 0)
    TRY(read_custom(m, n, &axis, &sign));
  else
    return import_fault(m, n, "direction=\"%.60s\"; expected left, right, front, back, top, bottom or custom",
                        word ? word : "");
  TRY(import_number(m, n, "mkfluid", &mk));
  const size_t count = mk >= 0 && mk < 65000 ? take_nodes(m, (int)mk, low, high) : 0;
  if (count == 0) return import_fault(m, n, "mkfluid=%g has no particles", mk);
  if (high[axis] - low[axis] > 0.1 * m->spacing)
    return import_fault(m, n, "mkfluid=%g is not flat along %s", mk, word);
  double squares = 1;
  for (int a = 0; a < 3; a++) {
    const double way[3] = {a == 0 ? high[0] - low[0] : 0, a == 1 ? high[1] - low[1] : 0,
                           a == 2 ? high[2] - low[2] : 0};
    f->centre[a] = 0.5 * (low[a] + high[a]);
    f->normal[a] = a == axis ? sign : 0;
    if (a == axis || (m->sketch.dimensions == 2 && a == 1)) continue;
    set_side(m, f, used, way);
    if (f->side[used][a] == 0) f->side[used][a] = 1; /* a single row of them */
    squares *= 2 * f->half[used++] / m->spacing;
  }
  if ((double)count < 0.999 * squares)
    import_note(m, NOTE_CHANGED, n, "the face is the rectangle around its %zu particles", count);
  TRY(read_turn(m, n, (const double[3]){0}, &pen)); /* in 2-D about the origin, unless it says otherwise */
  return finish_inlets(m, f, &pen, n);
}

static int read_face(struct import *m, struct xml_node *zone, struct import_face *f) {
  const bool flat = m->sketch.dimensions == 2;
  struct xml_node *list = xml_child(zone, flat ? "zone2d" : "zone3d"), *shape = NULL;
  *f = (struct import_face){.zone = zone};
  if (!list) return import_fault(m, zone, "<%s> is missing", flat ? "zone2d" : "zone3d");
  for (struct xml_node *n = list->first; n; n = n->next) {
    if (shape) return import_fault(m, list, "has more than one shape");
    shape = n;
  }
  if (!shape) return import_fault(m, list, "has no shape");
  shape->used = true;
  if (strcmp(shape->name, "particles") == 0) return read_particles(m, shape, f);
  if (flat && strcmp(shape->name, "line") == 0) return read_line(m, shape, f);
  if (!flat && strcmp(shape->name, "box") == 0) return read_rectangle(m, shape, f);
  if (!flat && strcmp(shape->name, "circle") == 0) return read_circle(m, shape, f);
  return import_fault(m, shape, "this shape of an inlet is not known here");
}

int inlets_find(struct import *m, struct xml_node *special) {
  struct xml_node *list = xml_child(special, "inout");
  size_t count = 0;
  for (struct xml_node *z = xml_child(list, "inoutzone"); z; z = xml_next(z)) count++;
  if (count == 0) return STATUS_OK;
  if (count > FACES_MOST) return import_fault(m, list, "more than %d zones", FACES_MOST);
  m->faces = calloc(count, sizeof *m->faces);
  CHECK(m->faces, STATUS_FAILED, "not enough memory for inlets");
  for (struct xml_node *z = xml_child(list, "inoutzone"); z; z = xml_next(z))
    TRY(read_face(m, z, &m->faces[m->face_count++]));
  return STATUS_OK;
}

/* As many layers as any kernel of amphi wants, and one. */
void inlets_room(const struct import *m, int axis, double *low, double *high) {
  const double depth = (ceil(3 * m->ratio) + 3) * m->spacing;
  for (size_t i = 0; i < m->face_count; i++)
    for (int corner = 0; corner < 8; corner++) {
      const struct import_face *f = &m->faces[i];
      double x = f->centre[axis] - (corner & 1 ? depth : 0) * f->normal[axis];
      for (int s = 0; s < 2; s++) x += (corner & (2 << s) ? 1 : -1) * f->half[s] * f->side[s][axis];
      *low = fmin(*low, x), *high = fmax(*high, x);
    }
}

/* ---- keys ---- */

/* The axis that a unit vector lies along, or -1. */
static int along_axis(const double v[3]) {
  for (int a = 0; a < 3; a++)
    if (fabs(v[a]) > 1 - 1e-9) return a;
  return -1;
}

static void write_shape(struct import *m, const struct import_face *f) {
  const bool flat = m->sketch.dimensions == 2;
  char text[2][128];
  if (!f->circle && along_axis(f->normal) >= 0 && along_axis(f->side[0]) >= 0) {
    double low[3], high[3];
    for (int a = 0; a < 3; a++) {
      const double half = fabs(f->half[0] * f->side[0][a]) + fabs(f->half[1] * f->side[1][a]);
      low[a] = f->centre[a] - half, high[a] = f->centre[a] + half;
    }
    fprintf(m->yaml, "    low: %s\n    high: %s\n", import_text(m, low, text[0]),
            import_text(m, high, text[1]));
  } else {
    fprintf(m->yaml, "    shape: %s\n    point: %s\n", flat || f->circle ? "circle" : "polygon",
            import_text(m, f->centre, text[0]));
    if (flat || f->circle)
      fprintf(m->yaml, "    radius: %.10g\n", f->half[0]);
    else
      fprintf(m->yaml,
              "    up: %s\n    vertices: [[%.10g, %.10g], [%.10g, %.10g], [%.10g, %.10g], [%.10g, %.10g]]\n",
              import_text(m, f->side[1], text[1]), -f->half[0], -f->half[1], f->half[0], -f->half[1],
              f->half[0], f->half[1], -f->half[0], f->half[1]);
  }
  fprintf(m->yaml, "    normal: %s\n", import_text(m, f->normal, text[0]));
}

/* Values along time, of an element's <timevalue> or of the file beside the document. */
static int write_series(struct import *m, struct xml_node *n, const char *value, bool from_file,
                        size_t number, const char *what, char name[80]) {
  static const int columns[2] = {0, 1};
  struct import_writing w;
  size_t rows = 0;
  double time = 0, v = 0;
  TRY(import_begin_file(&w));
  int status = from_file ? columns_copy(m, n, "file", columns, 2, 1, w.out) : STATUS_OK;
  for (struct xml_node *t = from_file ? NULL : xml_child(n, "timevalue"); t && status == STATUS_OK;
       t = xml_next(t)) {
    status = import_number(m, t, "time", &time);
    if (status == STATUS_OK) status = import_number(m, t, value, &v);
    fprintf(w.out, "%.12g %.12g\n", time, v);
    rows++;
  }
  if (rows == 1) fprintf(w.out, "%.12g %.12g\n", time + 1, v); /* a file has two rows at least */
  if (status == STATUS_OK && !from_file && rows == 0) status = import_fault(m, n, "has no <timevalue>");
  snprintf(name, 80, "inlet%zu_%s.txt", number, what);
  return import_end_file(m, &w, status, name);
}

/* The one of these that is there. */
static struct xml_node *profiles_of(struct xml_node *n) {
  static const char *const tags[] = {"velocitytimes2", "velocitytimes3", "velocityfile2", "velocityfile3"};
  struct xml_node *found = NULL;
  for (int i = 0; i < 4 && !found; i++) found = xml_child(n, tags[i]);
  return found;
}

/* *factor: from a flow, in liters or gallons, to the velocity through a face, where the document has flows:
 * the peer counts the face's points. */
static int read_flow(struct import *m, struct xml_node *n, const struct import_face *f, double *factor) {
  static const struct {
    const char *word;
    double litres; /* a second */
  } units[] = {{"l/s", 1}, {"gal/s", 1 / 0.264172}, {"gal/min", 1 / (60 * 0.264172)}};
  const bool flat = m->sketch.dimensions == 2;
  double ratio = 1, area = 2 * f->half[0] * (flat ? 1 : 2 * f->half[1]);
  int u = 0;
  *factor = 1;
  if (!n || !xml_value(n, "active")) return STATUS_OK;
  const char *unit = xml_value(n, "units");
  while (unit && u < 3 && strcasecmp(unit, units[u].word) != 0) u++;
  if (u == 3) return import_fault(m, n, "units=\"%.20s\"; expected l/s, gal/s or gal/min", unit);
  TRY(import_optional(m, n, "ratio", &ratio));
  if (f->circle) area *= M_PI / 4;
  if (!(ratio > 0)) return import_fault(m, n, "ratio=%g; expected a number > 0", ratio);
  *factor =
      (flat ? 1e-2 : 1e-3) * units[u].litres / (ratio * area); /* in 2-D the peer has ten times as much */
  return STATUS_OK;
}

static int write_velocity(struct import *m, const struct import_face *f, size_t number) {
  struct xml_node *zone = f->zone, *n = xml_child(zone, "imposevelocity"),
                  *flow = xml_child(n, "flowvelocity"), *times;
  double mode = 0, factor;
  struct profile p;
  char text[200];
  if (n) TRY(import_optional(m, n, "mode", &mode));
  TRY(read_flow(m, flow, f, &factor));
  if (mode == 2) {
    fprintf(m->yaml, "    velocity: {model: free}\n");
  } else if (mode == 0 && n) {
    TRY(profile_read(m, n, &p));
    if (factor != 1 && p.points > 1) return import_fault(m, flow, "a flow beside a profile");
    for (int k = 0; k < p.points; k++) p.v[k] *= factor;
    for (int k = 0; k < p.points; k++) m->velocity_most = fmax(m->velocity_most, fabs(p.v[k]));
    profile_formula(&p, m->sketch.dimensions == 2 ? "y" : "z", text);
    if (p.points == 1)
      fprintf(m->yaml, "    velocity: {model: uniform, speed: %.10g}\n", p.v[0]);
    else
      fprintf(m->yaml, "    velocity: {model: formula, formula: \"%s\"}\n", text);
  } else if (mode == 1 &&
             ((times = xml_child(n, "velocitytimes")) || (times = xml_child(n, "velocityfile")))) {
    char name[80];
    TRY(write_series(m, times, "v", strcmp(times->name, "velocityfile") == 0, number, "velocity", name));
    fprintf(m->yaml, "    velocity: {model: uniform, speed: %.10g, factor: %s}\n", factor, name);
  } else if (mode == 1 && (times = profiles_of(n))) {
    TRY(speeds_profiles(m, times, f, number, SPEEDS_PROFILES));
  } else if (mode == 3 && xml_child(n, "gridveldata")) {
    TRY(speeds_profiles(m, n, f, number, SPEEDS_GRID));
  } else if (mode == 3 && (times = xml_child(n, "meshdata"))) {
    TRY(speeds_profiles(m, times, f, number, SPEEDS_MESH));
  } else {
    return import_fault(m, n ? n : zone, "no velocity that amphi knows");
  }
  return STATUS_OK;
}

/* *given: a level of the water is known. */
static int write_surface(struct import *m, const struct import_face *f, size_t number, bool hydrostatic,
                         bool *given) {
  struct xml_node *zone = f->zone, *n = xml_child(zone, "imposezsurf"), *level = xml_child(n, "zsurf"),
                  *times;
  double mode = 0, refilling = 1, z = 0;
  TRY(import_child_value(m, zone, "refilling", &refilling));
  *given = false;
  if (!n) return STATUS_OK;
  TRY(import_optional(m, n, "mode", &mode));
  if (mode == 2) {
    fprintf(m->yaml, "    surface: {model: free}\n");
  } else if (mode == 0 && level) {
    TRY(import_number(m, level, "value", &z));
    *given = refilling != 0 || hydrostatic;
    if (*given) fprintf(m->yaml, "    surface: {model: given, level: %.10g}\n", z);
  } else if (mode == 1 && ((times = xml_child(n, "zsurftimes")) || (times = xml_child(n, "zsurffile")))) {
    char name[80];
    TRY(write_series(m, times, "zsurf", strcmp(times->name, "zsurffile") == 0, number, "surface", name));
    fprintf(m->yaml, "    surface: {model: given, level: 0, file: %s}\n", name);
    *given = true;
  } else if (mode == 1 && (times = xml_child(n, "meshdata"))) {
    char name[80];
    TRY(levels_file(m, times, f, number, name));
    if (xml_child(n, "savevtk")) xml_know(xml_child(n, "savevtk"));
    fprintf(m->yaml, "    surface: {model: given, level: 0, file: %s}\n", name);
    *given = true;
  } else {
    return import_fault(m, n, "neither <zsurf> nor heights along time");
  }
  return STATUS_OK;
}

static int write_pressure(struct import *m, const struct import_face *f, size_t number) {
  struct xml_node *n = xml_child(f->zone, "imposerhop");
  double mode = 0;
  bool given;
  if (n) TRY(import_optional(m, n, "mode", &mode));
  TRY(write_surface(m, f, number, mode == 1, &given));
  const bool hydrostatic = mode == 1 && given && m->gravity[2] != 0;
  if (mode == 1 && !hydrostatic)
    import_note(m, NOTE_CHANGED, n,
                "1: the surface follows from the fluid: its pressure, and the weight between");
  fprintf(m->yaml, "    pressure: {model: %s}\n",
          hydrostatic ? "hydrostatic"
          : mode == 0 ? "given, value: 0"
                      : "extrapolated");
  return STATUS_OK;
}

/* What says how the peer does it. */
static void know_rest(struct xml_node *n) {
  static const char *const tags[] = {"memoryresize",    "useboxlimit",   "determlimit",
                                     "extrapolatemode", "refillingrate", "inputtreatment",
                                     "convertfluid",    "layers",        "imposezsurf"};
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
    struct xml_node *t = xml_child(n, tags[i]);
    if (t) xml_know(t);
  }
}

int inlets_keys(struct import *m, struct xml_node *special) {
  struct xml_node *list = xml_child(special, "inout");
  if (!list) return STATUS_OK;
  know_rest(list);
  for (const char *const *a = (const char *const[]){"reuseids", "resizetime", NULL}; *a; a++)
    xml_value(list, *a);
  if (m->face_count) fprintf(m->yaml, "open_boundaries:\n");
  for (size_t i = 0; i < m->face_count; i++) {
    struct import_face *f = &m->faces[i];
    fprintf(m->yaml, "  - name: inlet%zu\n", i + 1);
    write_shape(m, f);
    TRY(write_velocity(m, f, i + 1));
    TRY(write_pressure(m, f, i + 1));
    know_rest(f->zone);
    import_note(
        m, NOTE_CHANGED, f->zone,
        "as many layers as the kernel reaches; fluid before them is taken by a mean, and all that comes "
        "into them belongs to them");
  }
  return STATUS_OK;
}
