/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/meshdata.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "import/parts.h"
#include "util/error.h"
#include "util/text.h"

enum { NUMBERS_MOST = 20000000 };

void meshdata_free(struct meshdata *mesh) {
  free(mesh->time);
  free(mesh->value);
  *mesh = (struct meshdata){0};
}

static size_t row_numbers(const struct meshdata *mesh) {
  size_t n = (size_t)mesh->components;
  for (int w = 0; w < 3; w++) n *= (size_t)mesh->count[w];
  return n;
}

/* ---- CSV ---- */

/* The next field of a line up to a semicolon, without blanks around it; NULL at the end. */
static char *next_field(char **at) {
  char *field = *at;
  if (!field) return NULL;
  char *end = strchr(field, ';');
  *at = end ? end + 1 : NULL;
  if (end) *end = 0;
  field += strspn(field, " \t");
  for (char *last = field + strlen(field); last > field && strchr(" \t\r", last[-1]);) *--last = 0;
  return field;
}

static bool next_value(char **at, double *value) {
  char *field = next_field(at), *end = field;
  if (!field || !*field) return false;
  *value = strtod(field, &end);
  return !*end && isfinite(*value);
}

/* The line under the first heading: format, name, unit, type, whether the third way is left out, counts,
 * first place, three ways, a direction. */
static int read_head(struct import *m, struct xml_node *n, char *line, struct meshdata *mesh) {
  static const char *const types[] = {"float", "double", "float3", "double3", NULL};
  double number[15];
  int t = 0;
  const char *format = next_field(&line);
  if (!format || strncmp(format, "JMeshTDatas-", 12) != 0)
    return import_fault(m, n, "its file has the format %.40s; expected JMeshTDatas", format ? format : "");
  next_field(&line);
  next_field(&line);
  const char *type = next_field(&line), *flat = next_field(&line);
  while (types[t] && (!type || strcasecmp(type, types[t]) != 0)) t++;
  if (!types[t] || !flat) return import_fault(m, n, "its file has numbers of type %.20s", type ? type : "");
  for (int k = 0; k < 15; k++)
    if (!next_value(&line, &number[k])) return import_fault(m, n, "its file has no whole mesh");
  double places = 1;
  for (int w = 0; w < 3; w++) {
    places *= number[w];
    if (!(number[w] >= 1 && number[w] == floor(number[w]) && places <= MESHDATA_PLACES))
      return import_fault(m, n, "its file has a mesh of %g by %g by %g places; expected %d at most",
                          number[0], number[1], number[2], MESHDATA_PLACES);
    mesh->count[w] = (int)number[w];
    mesh->first[w] = number[3 + w];
    for (int a = 0; a < 3; a++) mesh->way[w][a] = number[6 + 3 * w + a];
  }
  if (strcasecmp(flat, "true") == 0 || strcmp(flat, "1") == 0) mesh->count[2] = 1;
  mesh->components = t < 2 ? 1 : 3;
  return STATUS_OK;
}

int meshdata_row(struct meshdata *mesh, double time, double **row) {
  const size_t n = row_numbers(mesh);
  CHECK((mesh->times + 1) * n <= NUMBERS_MOST, STATUS_USAGE, "a mesh of more than %d numbers", NUMBERS_MOST);
  if (mesh->times == mesh->room) {
    const size_t room = mesh->room ? 2 * mesh->room : 16;
    double *times = reallocarray(mesh->time, room, sizeof *times);
    if (times) mesh->time = times;
    double *value = times ? reallocarray(mesh->value, room * n, sizeof *value) : NULL;
    CHECK(value, STATUS_FAILED, "not enough memory for a mesh");
    mesh->value = value, mesh->room = room;
  }
  *row = mesh->value + mesh->times * n;
  mesh->time[mesh->times++] = time;
  return STATUS_OK;
}

static int read_csv(struct import *m, struct xml_node *n, struct text *t, struct meshdata *mesh) {
  char *line;
  double time, *row;
  int lines = 0;
  while ((line = text_line(t))) {
    if (text_is_blank(line) || *line == '#' || *line == '\r') continue;
    lines++;
    if (lines == 2) TRY(read_head(m, n, line, mesh));
    if (lines < 4) continue;
    char *at = line;
    if (!next_value(&at, &time))
      return import_fault(m, n, "%.200s:%zu: does not begin with a time", t->path, t->line);
    if (mesh->times && !(time > mesh->time[mesh->times - 1]))
      return import_fault(m, n, "%.200s:%zu: %g s is not behind %g s", t->path, t->line, time,
                          mesh->time[mesh->times - 1]);
    if (meshdata_row(mesh, time, &row) != STATUS_OK) return import_fault(m, n, "%s", error_text());
    for (size_t k = 0; k < row_numbers(mesh); k++)
      if (!next_value(&at, &row[k]))
        return import_fault(m, n, "%.200s:%zu: expected a time and %zu numbers", t->path, t->line,
                            row_numbers(mesh));
  }
  return mesh->times ? STATUS_OK : import_fault(m, n, "its file has no row of a time");
}

static int read_file(struct import *m, struct xml_node *n, const char *wanted, struct meshdata *mesh) {
  const char *name = xml_value(n, "file"), *dot = name ? strrchr(name, '.') : NULL;
  char *text = NULL;
  if (dot && strcasecmp(dot, ".mbi4") == 0) return meshdata_binary(m, n, wanted, mesh);
  TRY(columns_text(m, n, "file", &text));
  struct text t = {.path = name, .next = text};
  const int status = read_csv(m, n, &t, mesh);
  free(text);
  return status;
}

/* ---- where and when ---- */

/* A number of an element, or of a child by attribute v, which prevails. */
static int read_choice(struct import *m, struct xml_node *n, const char *name, double *value) {
  struct xml_node *c = xml_child(n, name);
  TRY(import_optional(m, n, name, value));
  return c ? import_number(m, c, "v", value) : STATUS_OK;
}

/* Rows from `begin` to `end`, each the nearest, come again and again. */
static int repeat_rows(struct import *m, struct xml_node *n, double begin, double end,
                       struct meshdata *mesh) {
  const size_t numbers = row_numbers(mesh);
  size_t from = 0, to = 0;
  if (!(end > begin)) return import_fault(m, n, "ends at %g s, which is not behind %g s", end, begin);
  for (size_t i = 0; i < mesh->times; i++) {
    if (mesh->time[i] <= end) to = i;
    if (fabs(mesh->time[i] - begin) < fabs(mesh->time[from] - begin)) from = i;
  }
  if (from >= to) return import_fault(m, n, "there are no two rows from %g to %g s", begin, end);
  mesh->times = to + 1; /* the last one is the first again */
  memcpy(mesh->value + to * numbers, mesh->value + from * numbers, numbers * sizeof *mesh->value);
  for (size_t i = from + 1; mesh->time[mesh->times - 1] < m->end; i++) {
    double *row;
    const double time = mesh->time[mesh->times - 1] + mesh->time[i] - mesh->time[i - 1];
    if (meshdata_row(mesh, time, &row) != STATUS_OK) return import_fault(m, n, "%s", error_text());
    memcpy(row, mesh->value + i * numbers, numbers * sizeof *row);
    if (i == to) i = from;
  }
  return STATUS_OK;
}

int meshdata_read(struct import *m, struct xml_node *n, const char *wanted, struct meshdata *mesh) {
  static const char *const sets[] = {"setx", "sety", "setz"};
  struct xml_node *move = xml_child(n, "setpos"), *loop = xml_child(n, "timeloop");
  double initial = 0, by[3] = {0}, begin = 0, end = 0;
  *mesh = (struct meshdata){0};
  TRY(read_file(m, n, wanted, mesh));
  TRY(read_choice(m, n, "initialtime", &initial));
  for (int a = 0; a < 3; a++) TRY(import_optional(m, n, sets[a], &by[a]));
  if (move) TRY(import_vector(m, move, true, by));
  for (int a = 0; a < 3; a++) mesh->first[a] += by[a];
  if (loop) {
    TRY(import_number(m, loop, "tbegin", &begin));
    TRY(import_number(m, loop, "tend", &end));
    TRY(repeat_rows(m, loop, begin, end, mesh));
  }
  for (size_t i = 0; i < mesh->times; i++) mesh->time[i] -= initial;
  return STATUS_OK;
}

int meshdata_axes(struct import *m, struct xml_node *n, const struct meshdata *mesh, int axis[3]) {
  bool taken[3] = {false};
  for (int w = 0; w < 3; w++) {
    const double *v = mesh->way[w];
    axis[w] = -1;
    for (int a = 0; a < 3 && mesh->count[w] > 1; a++)
      if (v[a] != 0 && v[(a + 1) % 3] == 0 && v[(a + 2) % 3] == 0 && !taken[a]) axis[w] = a;
    if (axis[w] < 0 && mesh->count[w] > 1)
      return import_fault(m, n, "way %d of its mesh, (%g, %g, %g) m, is not along an axis of its own", w + 1,
                          v[0], v[1], v[2]);
    if (axis[w] >= 0) taken[axis[w]] = true;
  }
  return STATUS_OK;
}

double meshdata_at(const struct meshdata *mesh, size_t row, const double place[3], int k) {
  double part[3], sum = 0;
  size_t at[3];
  for (int w = 0; w < 3; w++) {
    double along = 0, length2 = 0;
    for (int a = 0; a < 3; a++) {
      along += (place[a] - mesh->first[a]) * mesh->way[w][a];
      length2 += mesh->way[w][a] * mesh->way[w][a];
    }
    const double x = length2 > 0 ? fmin(fmax(along / length2, 0), mesh->count[w] - 1) : 0;
    at[w] = (size_t)fmin(floor(x), fmax(mesh->count[w] - 2, 0));
    part[w] = mesh->count[w] > 1 ? x - (double)at[w] : 0;
  }
  const double *value = mesh->value + row * row_numbers(mesh);
  for (int c = 0; c < 8; c++) {
    double share = 1;
    size_t index = 0;
    for (int w = 2; w >= 0; w--) {
      share *= c >> w & 1 ? part[w] : 1 - part[w];
      index = index * (size_t)mesh->count[w] + at[w] + (c >> w & 1 && mesh->count[w] > 1);
    }
    if (share > 0) sum += share * value[index * (size_t)mesh->components + (size_t)k];
  }
  return sum;
}

int meshdata_change(struct import *m, struct xml_node *n, struct meshdata_change *c) {
  static const char *const factors[] = {"setmulx", "setmuly", "setmulz"}, *const sums[] = {"setaddx",
                                                                                           "setaddy",
                                                                                           "setaddz"};
  struct xml_node *magnitude = xml_child(n, "magnitude"), *reverse = xml_child(n, "reverse"),
                  *factor = xml_child(n, "setvelmul"), *more = xml_child(n, "setveladd");
  *c = (struct meshdata_change){.magnitude = true, .factor = {1, 1, 1}};
  TRY(import_bool(m, n, "magnitude", &c->magnitude));
  TRY(import_bool(m, n, "reverse", &c->reverse));
  if (magnitude) TRY(import_bool(m, magnitude, "v", &c->magnitude));
  if (reverse) TRY(import_bool(m, reverse, "v", &c->reverse));
  for (int a = 0; a < 3; a++) {
    TRY(import_optional(m, n, factors[a], &c->factor[a]));
    TRY(import_optional(m, n, sums[a], &c->more[a]));
  }
  if (factor) TRY(import_vector(m, factor, true, c->factor));
  if (more) TRY(import_vector(m, more, true, c->more));
  return STATUS_OK;
}

double meshdata_changed(const struct meshdata *mesh, const struct meshdata_change *c, size_t row,
                        const double place[3], int k) {
  return (c->reverse ? -1 : 1) * meshdata_at(mesh, row, place, k) * c->factor[k] + c->more[k];
}

double meshdata_begin(const struct meshdata *mesh, size_t *row) {
  for (*row = 0; *row + 1 < mesh->times && mesh->time[*row + 1] <= 0;) ++*row;
  if (*row + 1 == mesh->times || mesh->time[*row] >= 0) return 0;
  return -mesh->time[*row] / (mesh->time[*row + 1] - mesh->time[*row]);
}
