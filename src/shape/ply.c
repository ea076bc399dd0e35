/* SPDX-License-Identifier: BSD-3-Clause */
/* PLY (Turk 1994), text and binary of both byte orders: of vertices x, y, z, of faces the list of corners;
 * all else is passed over. */
#include <stdio.h>
#include <string.h>

#include "shape/number.h"
#include "shape/surface.h"
#include "util/error.h"

enum { PROPERTIES_MOST = 64, ELEMENTS_MOST = 16, NAME = 40 };

struct property {
  enum number_type count, type; /* count: NUMBER_NONE if it is no list */
  int axis;                     /* of a vertex: 0 to 2; else -1 */
  bool corners;                 /* the list of a face */
};

struct element {
  char name[NAME];
  size_t count, properties;
  struct property property[PROPERTIES_MOST];
};

struct ply {
  struct numbers in;
  struct element element[ELEMENTS_MOST];
  size_t elements;
};

static int read_format(struct ply *p, const struct text *t, const char *line, const char *words) {
  static const char *const formats[] = {"ascii 1.0", "binary_little_endian 1.0", "binary_big_endian 1.0"};
  for (int k = 0; k < 3; k++) {
    if (strcmp(words, formats[k]) != 0) continue;
    p->in.binary = k > 0;
    p->in.big = k == 2;
    return STATUS_OK;
  }
  return text_fault(t, line, "format ascii, binary_little_endian or binary_big_endian 1.0");
}

static int read_element(struct ply *p, const struct text *t, const char *line, const char *words) {
  double count;
  int used = 0;
  if (p->elements == ELEMENTS_MOST) return text_fault(t, line, "at most 16 elements");
  struct element *e = &p->element[p->elements++];
  if (sscanf(words, "%39s %lf%n", e->name, &count, &used) != 2 || words[used] ||
      !(count >= 0 && count <= 3.0 * SURFACE_FACETS_MOST))
    return text_fault(t, line, "element, its name and how many there are");
  e->count = (size_t)count;
  return STATUS_OK;
}

static int read_property(struct ply *p, const struct text *t, const char *line, const char *words) {
  char first[NAME], second[NAME], third[NAME], name[NAME];
  struct element *e = p->elements ? &p->element[p->elements - 1] : NULL;
  if (!e || e->properties == PROPERTIES_MOST)
    return text_fault(t, line, "at most 64 properties behind an element");
  struct property *new = &e->property[e->properties++];
  *new = (struct property){.count = NUMBER_NONE, .type = NUMBER_NONE, .axis = -1};
  if (sscanf(words, "%39s %39s %39s %39s", first, second, third, name) == 4 && strcmp(first, "list") == 0) {
    new->count = number_type(second);
    new->type = number_type(third);
    new->corners = strcmp(e->name, "face") == 0 &&
                   (strcmp(name, "vertex_indices") == 0 || strcmp(name, "vertex_index") == 0);
    if (new->count != NUMBER_NONE &&new->type != NUMBER_NONE) return STATUS_OK;
  } else if (sscanf(words, "%39s %39s", first, name) == 2) {
    new->type = number_type(first);
    if (strcmp(e->name, "vertex") == 0 && name[1] == 0 && name[0] >= 'x' && name[0] <= 'z')
      new->axis = name[0] - 'x';
    if (new->type != NUMBER_NONE) return STATUS_OK;
  }
  return text_fault(t, line, "property, its type, and its name; or property list, two types and its name");
}

static int read_header(struct ply *p) {
  static const struct {
    const char *word;
    int (*read)(struct ply *p, const struct text *t, const char *line, const char *words);
  } rows[] = {{"format ", read_format}, {"element ", read_element}, {"property ", read_property}};
  struct text *t = &p->in.text;
  char *line = text_line(t);
  if (!line || strcmp(line, "ply") != 0) return text_fault(t, line, "ply");
  while ((line = text_line(t)) && strcmp(line, "end_header") != 0) {
    bool known = strncmp(line, "comment", 7) == 0 || strncmp(line, "obj_info", 8) == 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && !known; i++) {
      const size_t n = strlen(rows[i].word);
      if (strncmp(line, rows[i].word, n) != 0) continue;
      TRY(rows[i].read(p, t, line, line + n));
      known = true;
    }
    if (!known) return text_fault(t, line, "format, comment, element, property or end_header");
  }
  return line ? STATUS_OK : text_fault(t, NULL, "end_header");
}

static int read_list(struct ply *p, struct surface *s, const struct element *e, const struct property *q,
                     size_t i) {
  char what[100];
  uint32_t corner[FACE_CORNERS_MOST];
  double count, value;
  snprintf(what, sizeof what, "the length, at most %d, of a list of %s %zu of %zu", FACE_CORNERS_MOST,
           e->name, i + 1, e->count);
  TRY(number_whole(&p->in, q->count, what, q->corners ? 3 : 0, FACE_CORNERS_MOST, &count));
  snprintf(what, sizeof what, "a number of %s %zu of %zu", e->name, i + 1, e->count);
  for (size_t k = 0; k < (size_t)count; k++) {
    if (!q->corners) {
      TRY(number_next(&p->in, q->type, what, &value));
      continue;
    }
    TRY(number_whole(&p->in, q->type, what, 0, UINT32_MAX, &value));
    corner[k] = (uint32_t)value;
  }
  if (!q->corners) return STATUS_OK;
  const int status = surface_add_face(s, corner, (size_t)count, i + 1);
  return status == STATUS_OK ? STATUS_OK : error_prefix(status, "%s", p->in.text.path);
}

static int read_elements(struct ply *p, struct surface *s, const struct element *e) {
  char what[100];
  for (size_t i = 0; i < e->count; i++) {
    double x[3] = {0}, value;
    snprintf(what, sizeof what, "a number of %s %zu of %zu", e->name, i + 1, e->count);
    for (size_t k = 0; k < e->properties; k++) {
      const struct property *q = &e->property[k];
      if (q->count != NUMBER_NONE) {
        TRY(read_list(p, s, e, q, i));
        continue;
      }
      TRY(number_next(&p->in, q->type, what, &value));
      if (q->axis >= 0) x[q->axis] = value;
    }
    if (strcmp(e->name, "vertex") == 0) TRY(surface_add_vertex(s, x));
  }
  return STATUS_OK;
}

static int check_header(const struct ply *p) {
  unsigned axes = 0;
  bool corners = false;
  for (size_t i = 0; i < p->elements; i++)
    for (size_t k = 0; k < p->element[i].properties; k++) {
      const struct property *q = &p->element[i].property[k];
      axes |= q->axis >= 0 && q->count == NUMBER_NONE ? 1u << q->axis : 0;
      corners |= q->corners;
    }
  CHECK(axes == 7, STATUS_USAGE, "%s: its vertices have no x, y and z", p->in.text.path);
  CHECK(corners, STATUS_USAGE, "%s: has no faces with a list vertex_indices; expected a surface",
        p->in.text.path);
  return STATUS_OK;
}

int surface_read_ply(struct surface *s, const char *path, char *text, size_t size) {
  struct ply p = {.in = {.text = {.path = path, .next = text}, .end = text + size}};
  TRY(read_header(&p));
  TRY(check_header(&p));
  for (size_t i = 0; i < p.elements; i++)
    if (p.element[i].properties) TRY(read_elements(&p, s, &p.element[i]));
  return STATUS_OK;
}
