/* SPDX-License-Identifier: BSD-3-Clause */
/* STL, text and binary. The normals that it repeats are not read: the order of the corners says the same. */
#include <string.h>
#include <strings.h>

#include "shape/surface.h"
#include "util/error.h"
#include "util/text.h"

enum { HEADER = 80, RECORD = 50 };

static uint32_t little32(const char *p) {
  const unsigned char *b = (const unsigned char *)p;
  return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static int add_triangle(struct surface *s, double corner[3][3], size_t face) {
  const uint32_t first = (uint32_t)s->vertices;
  for (int k = 0; k < 3; k++) TRY(surface_add_vertex(s, corner[k]));
  return surface_add_facet(s, first, first + 1, first + 2, face);
}

static int read_binary(struct surface *s, const char *data, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const char *record = data + HEADER + 4 + i * RECORD + 12;
    double corner[3][3];
    for (int k = 0; k < 9; k++) {
      const uint32_t bits = little32(record + 4 * k);
      float value;
      memcpy(&value, &bits, sizeof value);
      corner[k / 3][k % 3] = (double)value;
    }
    TRY(add_triangle(s, corner, i + 1));
  }
  return STATUS_OK;
}

/* The next line that is not blank, behind its indentation. */
static char *next_row(struct text *t) {
  char *line;
  do line = text_line(t);
  while (line && text_is_blank(line));
  return line ? line + strspn(line, " \t") : NULL;
}

static bool begins(const char *line, const char *word) {
  const size_t n = strlen(word);
  return line && strncasecmp(line, word, n) == 0 && strchr(" \t\r\n", line[n]);
}

/* What stands between `facet` and `endfacet`. */
static int read_facet(struct surface *s, struct text *t, size_t face) {
  double corner[3][3];
  char *line = next_row(t);
  if (!begins(line, "outer")) return text_fault(t, line, "outer loop");
  for (int k = 0; k < 3; k++) {
    line = next_row(t);
    if (!begins(line, "vertex") || !text_numbers(line, 1, corner[k], 3))
      return text_fault(t, line, "vertex and three finite numbers");
  }
  line = next_row(t);
  if (!begins(line, "endloop")) return text_fault(t, line, "endloop: a facet of STL has three corners");
  line = next_row(t);
  if (!begins(line, "endfacet")) return text_fault(t, line, "endfacet");
  return add_triangle(s, corner, face);
}

static int read_solids(struct surface *s, struct text *t) {
  size_t face = 0;
  for (char *line; (line = next_row(t));) {
    if (!begins(line, "solid")) return text_fault(t, line, "solid");
    while ((line = next_row(t)) && begins(line, "facet")) TRY(read_facet(s, t, ++face));
    if (!begins(line, "endsolid")) return text_fault(t, line, "facet or endsolid");
  }
  return STATUS_OK;
}

int surface_read_stl(struct surface *s, const char *path, char *text, size_t size) {
  const size_t count = size >= HEADER + 4 ? little32(text + HEADER) : 0;
  if (size >= HEADER + 4 && size == HEADER + 4 + count * RECORD) return read_binary(s, text, count);
  if (strlen(text) == size && begins(text + strspn(text, " \t\r\n"), "solid"))
    return read_solids(s, &(struct text){.path = path, .next = text});
  CHECK(size >= HEADER + 4, STATUS_USAGE, "%s: %zu bytes are no STL file; expected 'solid' or a binary one",
        path, size);
  return error_set(STATUS_USAGE,
                   "%s: binary STL of %zu facets has %zu bytes, the file %zu: it is damaged or cut off", path,
                   count, HEADER + 4 + count * RECORD, size);
}
