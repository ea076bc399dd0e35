/* SPDX-License-Identifier: BSD-3-Clause */
/* Planes and boxes that clip what is drawn. */
#include <math.h>
#include <string.h>

#include "case/motion.h"
#include "import/commands.h"
#include "util/error.h"

/* The half of space to which n points from a place on its border. */
static int add_half(struct drawing *d, struct xml_node *at, const double x[3], const double n[3]) {
  struct pen *p = &d->pen;
  const double size = sqrt(dot3(n, n));
  if (!(size > 0)) return import_fault(d->m, at, "a direction without length");
  if (p->halves == PEN_HALVES_MOST)
    return import_fault(d->m, at, "more than %d planes clip", PEN_HALVES_MOST);
  struct pen_half *h = &p->half[p->halves++];
  for (int a = 0; a < 3; a++) h->n[a] = n[a] / size;
  h->reach = dot3(h->n, x);
  return STATUS_OK;
}

/* <point> and <vector>, or <point1> to <point3>, seen against their vector anticlockwise. */
static int add_plane(struct drawing *d, struct xml_node *at) {
  static const char *const names[] = {"point1", "point2", "point3"};
  struct xml_node *point = xml_child(at, "point"), *vector = xml_child(at, "vector");
  double x[3][3], u[3], v[3], n[3];
  import_note(d->m, NOTE_CHANGED, at, "the side to which its vector points is kept");
  if (point && vector) {
    TRY(import_vector(d->m, point, true, x[0]));
    TRY(import_vector(d->m, vector, true, n));
    return add_half(d, at, x[0], n);
  }
  for (int k = 0; k < 3; k++) {
    struct xml_node *c = xml_child(at, names[k]);
    if (!c) return import_fault(d->m, at, "<point> with <vector>, or <%s> is missing", names[k]);
    TRY(import_vector(d->m, c, true, x[k]));
  }
  for (int a = 0; a < 3; a++) u[a] = x[1][a] - x[0][a], v[a] = x[2][a] - x[0][a];
  cross3(u, v, n);
  return add_half(d, at, x[0], n);
}

/* Faces of a box that clip: all, or those of <boxfaces>. */
static int read_faces(struct drawing *d, struct xml_node *n, bool faces[6]) {
  static const char *const words[] = {"left", "right", "front", "back", "bottom", "top"};
  const char *text = n ? n->text : "all";
  for (int k = 0; k < 6; k++) faces[k] = false;
  for (const char *at = text; *at;) {
    const size_t length = strcspn(at, " |");
    bool known = length == 3 && strncmp(at, "all", 3) == 0;
    for (int k = 0; k < 6; k++) {
      const bool is = strlen(words[k]) == length && strncmp(words[k], at, length) == 0;
      faces[k] |= is || (length == 3 && strncmp(at, "all", 3) == 0);
      known |= is;
    }
    if (!known)
      return import_fault(d->m, n, "'%.60s'; expected all, left, right, front, back, bottom, top", text);
    at += length;
    at += strspn(at, " |");
  }
  return STATUS_OK;
}

/* What is within is kept; <angles> turn it about its corner. */
static int add_box(struct drawing *d, struct xml_node *at) {
  struct xml_node *point = xml_child(at, "point"), *extent = xml_child(at, "size"),
                  *end = xml_child(at, "endpoint"), *turn = xml_child(at, "angles");
  double low[3], size[3], angles[3] = {0};
  bool faces[6];
  struct pen pen;
  if (!point || (!extent && !end))
    return import_fault(d->m, at, "<point>, or <size> and <endpoint>, is missing");
  TRY(import_vector(d->m, point, false, low));
  TRY(import_vector(d->m, end ? end : extent, false, size));
  if (turn) TRY(import_vector(d->m, turn, true, angles));
  TRY(read_faces(d, xml_child(at, "boxfaces"), faces));
  pen_reset(&pen);
  TRY(pen_turn(&pen, angles, "XYZ", false, low));
  for (int k = 0; k < 6; k++) {
    const int a = k / 2;
    const double length = end ? size[a] - low[a] : size[a], far = k % 2 ? fmax(0, length) : fmin(0, length);
    double x[3], inward[3], from[3], to[3], n[3];
    if (!faces[k]) continue;
    memcpy(x, low, sizeof x);
    x[a] += far;
    memcpy(inward, x, sizeof inward);
    inward[a] += k % 2 ? -1 : 1;
    pen_place(&pen, x, from);
    pen_place(&pen, inward, to);
    for (int c = 0; c < 3; c++) n[c] = to[c] - from[c];
    TRY(add_half(d, at, from, n));
  }
  return STATUS_OK;
}

int clip(struct drawing *d, struct xml_node *n) {
  if (strcmp(n->name, "clipreset") == 0) {
    d->pen.halves = 0;
    return STATUS_OK;
  }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 4; k++)
      if (d->pen.matrix[i][k] != (i == k))
        return import_fault(d->m, n,
                            "clips what is drawn where it stands; expected it before <move> and the like");
  return strcmp(n->name, "clipbox") == 0 ? add_box(d, n) : add_plane(d, n);
}
