/* SPDX-License-Identifier: BSD-3-Clause */
/* Wavefront OBJ: vertices and faces; groups, materials, normals and textures are passed over. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shape/surface.h"
#include "util/error.h"
#include "util/text.h"

static bool begins(const char *line, const char *word) {
  const size_t n = strlen(word);
  return strncmp(line, word, n) == 0 && line[n] && strchr(" \t", line[n]);
}

static int read_vertex(struct surface *s, const struct text *t, char *line) {
  double x[3];
  char *at = line + 1;
  for (int k = 0; k < 3; k++)
    if (!text_next_number(&at, &x[k])) return text_fault(t, line, "v and three finite numbers");
  return surface_add_vertex(s, x); /* a weight or colours may follow */
}

/* Corners as 7, 7/2, 7/2/3, 7//3, or -1 for the last vertex so far. */
static int read_face(struct surface *s, const struct text *t, char *line, size_t face) {
  uint32_t corner[FACE_CORNERS_MOST];
  size_t count = 0;
  for (char *at = line + 1 + strspn(line + 1, " \t"); *at; at += strspn(at, " \t")) {
    char *end, expected[80];
    const long long index = strtoll(at, &end, 10),
                    place = index < 0 ? (long long)s->vertices + index : index - 1;
    if (end == at || !strchr("/ \t", *end) || count == FACE_CORNERS_MOST)
      return text_fault(t, line, "f and the numbers of at most 1024 corners");
    snprintf(expected, sizeof expected, "numbers of the %zu vertices so far, not %lld", s->vertices, index);
    if (index == 0 || place < 0 || place >= (long long)s->vertices) return text_fault(t, line, expected);
    corner[count++] = (uint32_t)place;
    at = end + strcspn(end, " \t");
  }
  if (count < 3) return text_fault(t, line, "f and at least three corners");
  const int status = surface_add_face(s, corner, count, face);
  return status == STATUS_OK ? STATUS_OK : error_prefix(status, "%s:%zu", t->path, t->line);
}

int surface_read_obj(struct surface *s, const char *path, char *text, size_t size) {
  static const char *const others[] = {"vt", "vn", "vp", "g", "o", "s", "usemtl", "mtllib", "l", "p"};
  struct text t = {.path = path, .next = text};
  size_t face = 0;
  CHECK(strlen(text) == size, STATUS_USAGE, "%s: is no text; expected an OBJ file", path);
  for (char *line; (line = text_line(&t));) {
    bool other = text_is_blank(line) || *line == '#' || strcmp(line, "g") == 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) other |= begins(line, others[i]);
    if (begins(line, "v"))
      TRY(read_vertex(s, &t, line));
    else if (begins(line, "f"))
      TRY(read_face(s, &t, line, ++face));
    else if (!other)
      return text_fault(&t, line, "v, f or another word of OBJ files");
  }
  return STATUS_OK;
}
