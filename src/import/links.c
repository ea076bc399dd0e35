/* SPDX-License-Identifier: BSD-3-Clause */
/* What holds bodies: the links of <chrono>. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "import/series.h"
#include "util/error.h"

/* The wall of an id: of "arm" with mkbound 0-3 there are arm0 to arm3. -1: fixed; -2: none. */
static int find_body(struct import *m, struct xml_node *chrono, const char *id, int *mk) {
  static const char *const tags[] = {"bodyfloating", "bodyfixed"};
  *mk = -2;
  for (int fixed = 0; fixed < 2; fixed++)
    for (struct xml_node *n = xml_child(chrono, tags[fixed]); n; n = xml_next(n)) {
      const char *own = xml_value(n, "id");
      const size_t length = own ? strlen(own) : 0;
      if (!own || strncmp(own, id, length) != 0) continue;
      char *end;
      const long number = strtol(id + length, &end, 10);
      bool in;
      if (!id[length]) {
        for (size_t g = 0; g < m->sketch.group_count && *mk < 0; g++) {
          TRY(import_in_list(m, n, "mkbound", m->sketch.groups[g].mk, &in));
          if (in && m->sketch.groups[g].bound) *mk = fixed ? -1 : m->sketch.groups[g].mk;
          if (*mk == -1) return STATUS_OK;
        }
        if (*mk >= 0) return STATUS_OK;
      } else if (!*end && number >= 0 && number < 65000) {
        TRY(import_in_list(m, n, "mkbound", (int)number, &in));
        if (in) *mk = fixed ? -1 : (int)number;
        if (in) return STATUS_OK;
      }
    }
  return STATUS_OK;
}

/* Both bodies of a link; there is none of a second one that is fixed or missing. */
static int link_bodies(struct import *m, struct xml_node *chrono, struct xml_node *n, int *first,
                       int *second) {
  const char *a = xml_value(n, "idbody1"), *b = xml_value(n, "idbody2");
  *second = -1;
  if (!a) return import_fault(m, n, "attribute 'idbody1' is missing");
  TRY(find_body(m, chrono, a, first));
  if (b && strcmp(b, "NULL") != 0) TRY(find_body(m, chrono, b, second));
  if (*first == -2 || *second == -2)
    return import_fault(m, n, "there is no <bodyfloating> or <bodyfixed> '%.60s'", *first == -2 ? a : b);
  return STATUS_OK;
}

/* A part of a link that is a number, or values along time, in elements of `tag` or in a file. */
static int read_part(struct import *m, struct xml_node *n, const char *name, const char *tag, double *value,
                     struct series *s) {
  static const char *const values[] = {"value", NULL};
  struct xml_node *own = xml_child(n, name);
  if (!own) return STATUS_OK;
  if (xml_value(own, "value")) return import_number(m, own, "value", value);
  return series_read(m, own, tag, values, "file", 0, s);
}

static int write_changes(struct import *m, const struct xml_node *n, const struct series part[2],
                         const double fixed[2]) {
  struct import_writing w;
  char name[80];
  double *times;
  size_t count;
  TRY(series_times(part, 2, &times, &count));
  int status = import_begin_file(&w);
  for (size_t i = 0; i < count && status == STATUS_OK; i++) {
    fprintf(w.out, "%.12g", times[i]);
    for (int k = 0; k < 2; k++) {
      double v[SERIES_VALUES] = {fixed[k]};
      if (part[k].count) series_at(&part[k], times[i], v);
      fprintf(w.out, " %.12g", v[0]);
    }
    fputc('\n', w.out);
  }
  free(times);
  TRY(status);
  snprintf(name, sizeof name, "link_line%zu.txt", n->line);
  fprintf(m->yaml, ", changes: %s", name);
  return import_end_file(m, &w, STATUS_OK, name);
}

/* Stiffness and damping, also along time; `damping`: what that is called here. */
static int write_law(struct import *m, struct xml_node *n, const char *damping, bool spring) {
  const char *const keys[] = {"stiffness", damping}, *const tags[] = {"stiffness", "damping"};
  struct series part[2] = {{0}, {0}};
  double fixed[2] = {0, 0};
  int status = read_part(m, n, "stiffness", "k", &fixed[0], &part[0]);
  if (status == STATUS_OK) status = read_part(m, n, "damping", "c", &fixed[1], &part[1]);
  if (status == STATUS_OK && !part[0].count && !part[1].count) {
    for (int i = 0; i < 2; i++) {
      const int k = spring ? i : 1 - i;
      if (fixed[k] != 0 || (spring && xml_child(n, tags[k])))
        fprintf(m->yaml, ", %s: %.10g", keys[k], fixed[k]);
    }
  } else if (status == STATUS_OK) {
    status = write_changes(m, n, part, fixed);
  }
  for (int k = 0; k < 2; k++) series_free(&part[k]);
  return status;
}

static int write_spring_values(struct import *m, struct xml_node *n) {
  const bool coulomb = strcmp(n->name, "link_coulombdamping") == 0;
  struct xml_node *damping = xml_child(n, "damping");
  double length = NAN;
  if (coulomb && damping && !xml_value(damping, "value"))
    import_note(m, NOTE_REFUSED, damping, "Coulomb's friction that changes along time");
  TRY(write_law(m, n, coulomb ? "friction" : "damping", true));
  TRY(import_child_value(m, n, "rest_length", &length));
  if (!isnan(length)) fprintf(m->yaml, ", length: %.10g", length);
  return STATUS_OK;
}

/* <link_linearspring> between a body and a fixed one. */
static int write_spring(struct import *m, struct xml_node *n, int first, int *count) {
  double on[3], to[3];
  char text[2][128];
  struct xml_node *a = xml_child(n, "point_fb1"), *b = xml_child(n, "point_fb2");
  if (!a || !b) return import_fault(m, n, "<point_fb1> or <point_fb2> is missing");
  TRY(import_vector(m, first >= 0 ? a : b, false, on));
  TRY(import_vector(m, first >= 0 ? b : a, false, to));
  if ((*count)++ == 0) fprintf(m->yaml, "      springs:\n");
  fprintf(m->yaml, "        - {on: %s, to: %s", import_text(m, on, text[0]), import_text(m, to, text[1]));
  TRY(write_spring_values(m, n));
  fprintf(m->yaml, "}\n");
  return STATUS_OK;
}

int links_springs(struct import *m, struct xml_node *special, int mk) {
  struct xml_node *chrono = xml_child(special, "chrono");
  int count = 0;
  for (struct xml_node *n = chrono ? chrono->first : NULL; n; n = n->next) {
    int first, second;
    if (strcmp(n->name, "link_linearspring") != 0 && strcmp(n->name, "link_coulombdamping") != 0) continue;
    n->used = true;
    TRY(link_bodies(m, chrono, n, &first, &second));
    if ((first == mk || second == mk) && (first < 0 || second < 0)) TRY(write_spring(m, n, first, &count));
  }
  return STATUS_OK;
}

/* ---- joints ---- */

static int write_joint(struct import *m, struct xml_node *chrono, struct xml_node *n, const char *type,
                       int *count) {
  int first, second;
  double at[3], axis[3];
  char text[128];
  struct xml_node *point = xml_child(n, "rotpoint"), *turn = xml_child(n, "rotvector"),
                  *slide = xml_child(n, "slidingvector");
  TRY(link_bodies(m, chrono, n, &first, &second));
  if (first < 0) {
    const int other = first;
    first = second, second = other;
  }
  if (first < 0) return import_fault(m, n, "neither of its bodies moves");
  if (!point) return import_fault(m, n, "<rotpoint> is missing");
  TRY(import_vector(m, point, false, at));
  const bool twists = strcmp(type, "hinge") == 0 || strcmp(type, "ball") == 0 || strcmp(type, "swivel") == 0;
  if ((*count)++ == 0) fprintf(m->yaml, "joints:\n");
  fprintf(m->yaml, "  - {name: %s%d, type: %s, of: bound%d", type, *count, type, first);
  if (second >= 0) fprintf(m->yaml, ", with: bound%d", second);
  fprintf(m->yaml, ", at: %s", import_text(m, at, text));
  const bool slides = strcmp(type, "slider") == 0 || strcmp(type, "track") == 0;
  struct xml_node *direction = slides ? slide : turn;
  if (strcmp(type, "ball") != 0) {
    if (!direction) return import_fault(m, n, "its axis is missing");
    TRY(import_vector(m, direction, false, axis));
    if (m->sketch.dimensions == 3 || slides) fprintf(m->yaml, ", axis: %s", import_text(m, axis, text));
  }
  if (twists) TRY(write_law(m, n, "damping", false));
  fprintf(m->yaml, "}\n");
  return STATUS_OK;
}

/* A spring between two bodies that move. */
static int write_coil(struct import *m, struct xml_node *chrono, struct xml_node *n, int *count) {
  int first, second;
  double at[3], to[3];
  char text[2][128];
  struct xml_node *a = xml_child(n, "point_fb1"), *b = xml_child(n, "point_fb2");
  TRY(link_bodies(m, chrono, n, &first, &second));
  if (first < 0 || second < 0) return STATUS_OK; /* a key of the body that moves */
  if (!a || !b) return import_fault(m, n, "<point_fb1> or <point_fb2> is missing");
  TRY(import_vector(m, a, false, at));
  TRY(import_vector(m, b, false, to));
  if ((*count)++ == 0) fprintf(m->yaml, "joints:\n");
  fprintf(m->yaml, "  - {name: spring%d, type: spring, of: bound%d, with: bound%d, at: %s, to: %s", *count,
          first, second, import_text(m, at, text[0]), import_text(m, to, text[1]));
  TRY(write_spring_values(m, n));
  fprintf(m->yaml, "}\n");
  return STATUS_OK;
}

/* Two wheels with a belt round them, of which the first has the smaller turns where it is larger. */
static int write_pulley(struct import *m, struct xml_node *chrono, struct xml_node *n, int *count) {
  int first, second;
  double axis[3], radius = 0, radius2 = 0;
  char text[128];
  struct xml_node *turn = xml_child(n, "rotvector");
  TRY(link_bodies(m, chrono, n, &first, &second));
  if (first < 0 || second < 0) return import_fault(m, n, "expected two bodies that move");
  if (!turn) return import_fault(m, n, "<rotvector> is missing");
  TRY(import_vector(m, turn, false, axis));
  TRY(import_child_value(m, n, "radius", &radius));
  TRY(import_child_value(m, n, "radius2", &radius2));
  if (!(radius > 0 && radius2 > 0)) return import_fault(m, n, "expected <radius> and <radius2> above 0");
  if (xml_child(n, "rotpoint")) xml_know(xml_child(n, "rotpoint"));
  if ((*count)++ == 0) fprintf(m->yaml, "joints:\n");
  fprintf(m->yaml, "  - {name: pulley%d, type: gear, of: bound%d, with: bound%d, ratio: %.10g", *count, first,
          second, radius2 / radius);
  if (m->sketch.dimensions == 3) fprintf(m->yaml, ", axis: %s", import_text(m, axis, text));
  fprintf(m->yaml, "}\n");
  import_note(m, NOTE_CHANGED, n, "the belt keeps the wheels in proportion; it does not pull at them");
  return STATUS_OK;
}

/* Whether a vector is given, and not (0, 0, 0), which stands for none. */
static int has_length(struct import *m, struct xml_node *n, bool *length) {
  double v[3] = {0};
  if (n) TRY(import_vector(m, n, true, v));
  *length = v[0] != 0 || v[1] != 0 || v[2] != 0;
  return STATUS_OK;
}

/* A point of a body on a line: with two axes about which it may not turn a slider, with one about which alone
 * it turns a track and a swivel. */
static int write_pointline(struct import *m, struct xml_node *chrono, struct xml_node *n, int *count) {
  bool one, two;
  struct series part[2] = {{0}, {0}}; /* against turns, which a slider has none of */
  double damping = 0, stiffness = 0;
  TRY(has_length(m, xml_child(n, "rotvector"), &one));
  TRY(has_length(m, xml_child(n, "rotvector2"), &two));
  int status = read_part(m, n, "damping", "c", &damping, &part[0]);
  if (status == STATUS_OK) status = read_part(m, n, "stiffness", "k", &stiffness, &part[1]);
  const bool resists = damping != 0 || stiffness != 0 || part[0].count || part[1].count;
  for (int k = 0; k < 2; k++) series_free(&part[k]);
  TRY(status);
  if (one && two) return write_joint(m, chrono, n, "slider", count);
  TRY(write_joint(m, chrono, n, "track", count));
  const bool turns = one && m->sketch.dimensions == 3; /* in 2-D there is one axis to turn about */
  if (!turns && resists) import_note(m, NOTE_REFUSED, n, "torques against turns about a point that slides");
  return turns ? write_joint(m, chrono, n, "swivel", count) : STATUS_OK;
}

int links_joints(struct import *m, struct xml_node *special) {
  struct xml_node *chrono = xml_child(special, "chrono");
  int count = 0;
  for (struct xml_node *n = chrono ? chrono->first : NULL; n; n = n->next) {
    const bool hinge = strcmp(n->name, "link_hinge") == 0, ball = strcmp(n->name, "link_spheric") == 0;
    if (strcmp(n->name, "link_linearspring") == 0) TRY(write_coil(m, chrono, n, &count));
    if (strcmp(n->name, "link_coulombdamping") == 0) {
      int first, second;
      n->used = true;
      TRY(link_bodies(m, chrono, n, &first, &second));
      if (first >= 0 && second >= 0)
        import_note(m, NOTE_REFUSED, n,
                    "Coulomb's friction between two bodies that move; expected a fixed one");
    }
    if (strcmp(n->name, "link_pulley") == 0) {
      n->used = true;
      TRY(write_pulley(m, chrono, n, &count));
    }
    if (!hinge && !ball && strcmp(n->name, "link_pointline") != 0) continue;
    n->used = true;
    TRY(hinge || ball ? write_joint(m, chrono, n, hinge ? "hinge" : "ball", &count)
                      : write_pointline(m, chrono, n, &count));
  }
  return STATUS_OK;
}
