/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shape/number.h"
#include "shape/surface.h"
#include "shape/vtk.h"
#include "util/error.h"

/* The line that ends the words before binary data. */
static void skip_line(struct numbers *n) {
  if (n->binary && n->text.inside) text_line(&n->text);
}

static int read_header(struct numbers *n) {
  struct text *t = &n->text;
  char *line = text_line(t);
  if (!line || strncmp(line, "# vtk DataFile Version ", 23) != 0)
    return text_fault(t, line, "# vtk DataFile Version");
  if (!text_line(t)) return text_fault(t, NULL, "a title");
  line = text_line(t);
  n->big = true;
  n->binary = line && strncmp(line, "BINARY", 6) == 0;
  if (!line || (!n->binary && strncmp(line, "ASCII", 5) != 0)) return text_fault(t, line, "ASCII or BINARY");
  return STATUS_OK;
}

static int read_type(struct numbers *n, const char *what, enum number_type *type) {
  char *word = text_word(&n->text);
  *type = word ? number_type(word) : NUMBER_NONE;
  if (*type == NUMBER_NONE) return text_fault(&n->text, word, what);
  skip_line(n);
  return STATUS_OK;
}

static int read_points(struct numbers *n, struct surface *s) {
  double count, x[3];
  enum number_type type;
  char what[80];
  TRY(text_whole(&n->text, "the number of points", 0, 3.0 * SURFACE_FACETS_MOST, &count));
  TRY(read_type(n, "a type of coordinates, such as float", &type));
  for (size_t i = 0; i < (size_t)count; i++) {
    snprintf(what, sizeof what, "the coordinates of point %zu of %.0f", i + 1, count);
    for (int a = 0; a < 3; a++) TRY(number_next(n, type, what, &x[a]));
    TRY(surface_add_vertex(s, x));
  }
  return STATUS_OK;
}

static int add_polygon(struct surface *s, const struct numbers *n, const uint32_t *corner, size_t count,
                       size_t face) {
  const int status = surface_add_face(s, corner, count, face);
  return status == STATUS_OK ? STATUS_OK : error_prefix(status, "%s", n->text.path);
}

/* Up to version 4: of each the number of its corners, and these. */
static int read_polygons_old(struct numbers *n, struct surface *s, size_t faces) {
  uint32_t corner[FACE_CORNERS_MOST];
  char what[80];
  double count, value;
  for (size_t i = 0; i < faces; i++) {
    snprintf(what, sizeof what, "the corners, 3 to %d, of polygon %zu of %zu", FACE_CORNERS_MOST, i + 1,
             faces);
    TRY(number_whole(n, NUMBER_I32, what, 3, FACE_CORNERS_MOST, &count));
    for (size_t k = 0; k < (size_t)count; k++) {
      TRY(number_whole(n, NUMBER_I32, what, 0, UINT32_MAX, &value));
      corner[k] = (uint32_t)value;
    }
    TRY(add_polygon(s, n, corner, (size_t)count, i + 1));
  }
  return STATUS_OK;
}

static int expect_word(struct numbers *n, const char *expected) {
  char *word = text_word(&n->text);
  return word && strcmp(word, expected) == 0 ? STATUS_OK : text_fault(&n->text, word, expected);
}

static int read_offsets(struct numbers *n, double *offset, size_t count, double most) {
  enum number_type type;
  TRY(expect_word(n, "OFFSETS"));
  TRY(read_type(n, "a type of offsets, such as vtktypeint64", &type));
  for (size_t i = 0; i < count; i++)
    TRY(number_whole(n, type, "an offset of a polygon, not below the one before", i ? offset[i - 1] : 0, most,
                     &offset[i]));
  return STATUS_OK;
}

/* From version 5 on: where the corners of each begin, and one more; then all corners. */
static int read_polygons_new(struct numbers *n, struct surface *s, size_t offsets, double corners) {
  double *offset = offsets < SURFACE_FACETS_MOST ? calloc(offsets + 1, sizeof *offset) : NULL, value;
  enum number_type type = NUMBER_NONE;
  uint32_t corner[FACE_CORNERS_MOST];
  char what[80];
  CHECK(offset, STATUS_FAILED, "%s: not enough memory for %zu polygons", n->text.path, offsets);
  int status = read_offsets(n, offset, offsets, corners);
  if (status == STATUS_OK) status = expect_word(n, "CONNECTIVITY");
  if (status == STATUS_OK) status = read_type(n, "a type of corners, such as vtktypeint64", &type);
  for (size_t i = 0; i + 1 < offsets && status == STATUS_OK; i++) {
    const double count = offset[i + 1] - offset[i];
    if (!(count >= 3 && count <= FACE_CORNERS_MOST))
      status = error_set(STATUS_USAGE, "%s: polygon %zu has %.0f corners; expected 3 to %d", n->text.path,
                         i + 1, count, FACE_CORNERS_MOST);
    snprintf(what, sizeof what, "the corners of polygon %zu of %zu", i + 1, offsets - 1);
    for (size_t k = 0; status == STATUS_OK && k < (size_t)count; k++) {
      status = number_whole(n, type, what, 0, UINT32_MAX, &value);
      if (status == STATUS_OK) corner[k] = (uint32_t)value;
    }
    if (status == STATUS_OK) status = add_polygon(s, n, corner, (size_t)count, i + 1);
  }
  free(offset);
  return status;
}

static int read_polygons(struct numbers *n, struct surface *s) {
  double faces, size;
  TRY(text_whole(&n->text, "the number of polygons", 0, SURFACE_FACETS_MOST, &faces));
  TRY(text_whole(&n->text, "how many numbers they take", 0, 4.0 * SURFACE_FACETS_MOST, &size));
  skip_line(n);
  const char *at = n->text.next + strspn(n->text.next, " \t\r\n");
  if (strncmp(at, "OFFSETS", 7) != 0) return read_polygons_old(n, s, (size_t)faces);
  return read_polygons_new(n, s, (size_t)faces, size);
}

int vtk_read(struct surface *s, const char *path, char *text, size_t size, bool cells) {
  struct numbers n = {.text = {.path = path, .next = text}, .end = text + size};
  bool points = false, polygons = !cells;
  TRY(read_header(&n));
  TRY(expect_word(&n, "DATASET"));
  char *word = text_word(&n.text);
  if (!word || (strcmp(word, "POLYDATA") != 0 && (cells || strcmp(word, "UNSTRUCTURED_GRID") != 0)))
    return text_fault(&n.text, word, cells ? "POLYDATA" : "POLYDATA or UNSTRUCTURED_GRID");
  while (!(points && polygons) && (word = text_word(&n.text))) {
    if (strcmp(word, "POINTS") == 0) {
      TRY(read_points(&n, s));
      points = true;
    } else if (strcmp(word, "POLYGONS") == 0 && points) {
      TRY(read_polygons(&n, s));
      polygons = true;
    } else if (strcmp(word, "METADATA") == 0) {
      if (n.text.inside) text_line(&n.text);
      for (char *line = text_line(&n.text); line && !text_is_blank(line);) line = text_line(&n.text);
    } else {
      return text_fault(&n.text, word, points ? "POLYGONS: lines and strips cannot be used" : "POINTS");
    }
  }
  if (!points) return text_fault(&n.text, NULL, "POINTS");
  return polygons ? STATUS_OK : text_fault(&n.text, NULL, "POLYGONS");
}

int surface_read_vtk(struct surface *s, const char *path, char *text, size_t size) {
  return vtk_read(s, path, text, size, true);
}
