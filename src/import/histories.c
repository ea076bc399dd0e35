/* SPDX-License-Identifier: BSD-3-Clause */
/* <linearvel>, <angularvel>, <linearforce> and <angularforce> of bodies: velocities that they have and loads
 * on them, along time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "import/series.h"
#include "util/error.h"

static const char *const axes[] = {"x", "y", "z", NULL};

/* ---- velocities ---- */

/* A way of the case: a column of the document's and the factor from it. */
struct way {
  const char *word;
  int column;
  double factor;
};

/* Rows `first` to `last` (left out) have numbers, and the value of the last one stays until the row behind.
 */
static int write_drive(struct import *m, const struct series *s, const struct way *way, int mk, size_t first,
                       size_t last, int *count) {
  struct import_writing w;
  char name[80];
  const int column = 1 + way->column;
  const bool ends = last < s->count;
  bool same = true;
  for (size_t i = first; i < last; i++) same &= s->row[i][column] == s->row[first][column];
  if (ends && s->row[last][0] <= 0) return STATUS_OK;
  if ((*count)++ == 0) fprintf(m->yaml, "      driven:\n");
  fprintf(m->yaml, "        - {way: %s, is: velocity", way->word);
  if (s->row[first][0] > 0 && first > 0) fprintf(m->yaml, ", from: %.12g", s->row[first][0]);
  if (ends) fprintf(m->yaml, ", to: %.12g", s->row[last][0]);
  if (same) {
    const double value = way->factor * s->row[first][column];
    fprintf(m->yaml, ", formula: \"%.10g\"}\n", value == 0 ? 0 : value);
    return STATUS_OK;
  }
  snprintf(name, sizeof name, "bound%d_%s_%d.txt", mk, way->word, *count);
  fprintf(m->yaml, ", file: %s}\n", name);
  TRY(import_begin_file(&w));
  double before = -1;
  for (size_t i = first; i < last; i++) {
    double time = s->row[i][0];
    if (i > first && time <= before) time = before + 1e-9 * (1 + before); /* a jump */
    fprintf(w.out, "%.12g %.12g\n", before = time, way->factor * s->row[i][column]);
  }
  fprintf(w.out, "%.12g %.12g\n", before + 1, way->factor * s->row[last - 1][column]);
  return import_end_file(m, &w, STATUS_OK, name);
}

static int write_ways(struct import *m, const struct series *s, const struct way *ways, int way_count, int mk,
                      const bool *locked, int *count) {
  for (int w = 0; w < way_count; w++) {
    const int column = 1 + ways[w].column;
    if (locked[ways[w].column]) continue;
    for (size_t first = 0, last; first < s->count; first = last) {
      last = first + 1;
      if (isnan(s->row[first][column])) continue;
      while (last < s->count && !isnan(s->row[last][column])) last++;
      TRY(write_drive(m, s, &ways[w], mk, first, last, count));
    }
  }
  return STATUS_OK;
}

static int write_velocities(struct import *m, struct xml_node *n, const struct group *g, bool turns,
                            const bool *locked, int *count) {
  static const struct way flat[2][2] = {{{"x", 0, 1}, {"y", 2, 1}}, {{"rz", 1, -180 / M_PI}}};
  static const struct way solid[2][3] = {
      {{"x", 0, 1}, {"y", 1, 1}, {"z", 2, 1}},
      {{"rx", 0, 180 / M_PI}, {"ry", 1, 180 / M_PI}, {"rz", 2, 180 / M_PI}}};
  const bool is_flat = m->sketch.dimensions == 2;
  struct series s;
  if (m->tilt.turned) import_note(m, NOTE_REFUSED, n, "beside periodic sides that are displaced");
  int status = series_read(m, n, "vel", axes, "file", NAN, &s);
  if (status == STATUS_OK)
    status = write_ways(m, &s, is_flat ? flat[turns] : solid[turns], is_flat ? 2 - turns : 3, g->mk, locked,
                        count);
  series_free(&s);
  return status;
}

/* ---- loads ---- */

/* A row at each time that any of the two series has. */
static int write_load(struct import *m, const struct series s[2], int mk) {
  struct import_writing w;
  char name[80];
  double *times;
  size_t count;
  TRY(series_times(s, 2, &times, &count));
  if (import_begin_file(&w) != STATUS_OK) {
    free(times);
    return STATUS_FAILED;
  }
  for (size_t i = 0; i < count; i++) {
    double v[2][SERIES_VALUES] = {{0}};
    const double *force = v[0], *torque = v[1];
    for (int k = 0; k < 2; k++)
      if (s[k].count) series_at(&s[k], times[i], v[k]);
    fprintf(w.out, "%.12g", times[i]);
    for (int k = 0; k < m->sketch.dimensions; k++) fprintf(w.out, " %.12g", force[import_axis(m, k)]);
    if (m->sketch.dimensions == 2) fprintf(w.out, " %.12g", -torque[1]);
    for (int k = 0; k < 3 && m->sketch.dimensions == 3; k++) fprintf(w.out, " %.12g", torque[k]);
    fputc('\n', w.out);
  }
  free(times);
  snprintf(name, sizeof name, "bound%d_load.txt", mk);
  fprintf(m->yaml, "      file: %s\n", name);
  return import_end_file(m, &w, STATUS_OK, name);
}

static int write_loads(struct import *m, struct xml_node *n, const struct group *g) {
  struct xml_node *linear = xml_child(n, "linearforce"), *angular = xml_child(n, "angularforce");
  struct series s[2] = {{0}};
  int status = linear ? series_read(m, linear, "force", axes, "file", 0, &s[0]) : STATUS_OK;
  if (status == STATUS_OK && angular) status = series_read(m, angular, "force", axes, "file", 0, &s[1]);
  if (status == STATUS_OK && m->tilt.turned && (linear || angular))
    import_note(m, NOTE_REFUSED, linear ? linear : angular, "beside periodic sides that are displaced");
  if (status == STATUS_OK && (s[0].count || s[1].count)) status = write_load(m, s, g->mk);
  for (int k = 0; k < 2; k++) series_free(&s[k]);
  return status;
}

int histories_keys(struct import *m, struct xml_node *n, struct xml_node *special, const struct group *g,
                   const bool locked[6]) {
  struct xml_node *linear = xml_child(n, "linearvel"), *angular = xml_child(n, "angularvel");
  int count = 0;
  if (linear) TRY(write_velocities(m, linear, g, false, locked, &count));
  if (angular) TRY(write_velocities(m, angular, g, true, locked + 3, &count));
  TRY(write_loads(m, n, g));
  return forcing_keys(m, special, g);
}
