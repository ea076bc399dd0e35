/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the faces of <inout> are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "import/parts.h"
#include "import/pen.h"
#include "util/error.h"

enum { FACES_MOST = 1000 };

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

static void turn_face(const struct pen *pen, double v[3]) {
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
static int finish_face(const struct import *m, struct import_face *f, const struct pen *pen,
                       const struct xml_node *n) {
  double centre[3];
  for (int k = 0; k < 2; k++) {
    const double *side = f->side[k], *normal = f->normal;
    const double along = side[0] * normal[0] + side[1] * normal[1] + side[2] * normal[2];
    if (fabs(along) * f->half[k] > 0.1 * m->spacing)
      return import_fault(m, n, "its direction is not across the face");
  }
  pen_place(pen, f->centre, centre);
  turn_face(pen, f->normal);
  turn_face(pen, f->side[0]);
  turn_face(pen, f->side[1]);
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
  return finish_face(m, f, &pen, n);
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
  return finish_face(m, f, &pen, n);
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
  return finish_face(m, f, &pen, n);
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
  double mk = -1, *low = f->drawn[0], *high = f->drawn[1];
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
  return finish_face(m, f, &pen, n);
}

static int read_face(struct import *m, struct xml_node *zone, struct import_face *f) {
  const bool flat = m->sketch.dimensions == 2;
  struct xml_node *list = xml_child(zone, flat ? "zone2d" : "zone3d"), *shape = NULL;
  *f = (struct import_face){.zone = zone};
  for (int a = 0; a < 3; a++) f->drawn[0][a] = INFINITY, f->drawn[1][a] = -INFINITY;
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

int faces_find(struct import *m, struct xml_node *special) {
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

double faces_layers(const struct import *m) {
  return ceil(3 * m->ratio) + 3;
}

void faces_room(const struct import *m, int axis, double *low, double *high) {
  const double depth = faces_layers(m) * m->spacing;
  for (size_t i = 0; i < m->face_count; i++)
    for (int corner = 0; corner < 8; corner++) {
      const struct import_face *f = &m->faces[i];
      double x = f->centre[axis] - (corner & 1 ? depth : 0) * f->normal[axis];
      for (int s = 0; s < 2; s++) x += (corner & (2 << s) ? 1 : -1) * f->half[s] * f->side[s][axis];
      *low = fmin(*low, x), *high = fmax(*high, x);
    }
}

/* The points of a face and of its layers, along an axis; *along: layers stand behind each other along it. */
static void find_points(const struct import *m, const struct import_face *f, int axis, double *low,
                        double *high, bool *along) {
  const double dp = m->spacing, normal = f->normal[axis], depth = (faces_layers(m) - 1) * dp * normal,
               middle = f->centre[axis] - 0.5 * (dp * normal + depth);
  double half = 0.5 * fabs(depth);
  if (f->circle) { /* turned out of the axes it is divided into squares from another place on */
    const bool turned = fmax(fabs(f->normal[0]), fmax(fabs(f->normal[1]), fabs(f->normal[2]))) < 1 - 1e-9;
    half += fmax(0, f->half[0] - (turned ? 0 : 0.5 * dp)) * sqrt(fmax(0, 1 - normal * normal));
  }
  for (int s = 0; s < 2 && !f->circle; s++) half += fmax(0, f->half[s] - 0.5 * dp) * fabs(f->side[s][axis]);
  *low = middle - half, *high = middle + half;
  *along = fabs(depth) > 0.1 * dp;
}

/* Out to nodes, on which the squares of faces are: the period beside them is whole spacings. */
static void widen_to_nodes(const struct sketch *l, int axis, double *low, double *high) {
  *low = l->low[axis] + floor((*low - l->low[axis]) / l->dp + 1e-2) * l->dp;
  *high = l->low[axis] + ceil((*high - l->low[axis]) / l->dp - 1e-2) * l->dp;
}

void faces_period(struct import *m, int axis, double *low, double *high) {
  const double dp = m->spacing, slack = 0.02 * dp;
  if (!m->face_count) return;
  for (size_t i = 0; i < m->face_count; i++) {
    *low = fmin(*low, m->faces[i].drawn[0][axis]);
    *high = fmax(*high, m->faces[i].drawn[1][axis]);
  }
  const double period = *high - *low + dp;
  widen_to_nodes(&m->sketch, axis, low, high);
  if (*high - *low + dp > period + slack)
    import_note(m, NOTE_CHANGED, m->faces[0].zone,
                "beside inlets the period along %c is whole spacings, %.4g m in place of %.4g m", "xyz"[axis],
                *high - *low + dp, period);
  const double size = *high - *low;
  for (size_t i = 0; i < m->face_count; i++) {
    double first, last;
    bool along;
    find_points(m, &m->faces[i], axis, &first, &last, &along);
    /* The sides are half a spacing beyond the particles. */
    const double beyond = fmax(*low - first, last - *high);
    if (!along && beyond < 0.5 * dp - slack && last - first < size + slack) continue;
    widen_to_nodes(&m->sketch, axis, &first, &last);
    const double more = fmax(0, *low - first) + fmax(0, last - *high);
    if (more < slack) continue;
    *low = fmin(*low, first), *high = fmax(*high, last);
    import_note(m, NOTE_CHANGED, m->faces[i].zone,
                "its %s make the period along %c longer by %.4g m, %.4g m in place of %.4g m: walls have a "
                "gap there",
                along ? "layers" : "points", "xyz"[axis], more, *high - *low + dp, period);
  }
}
