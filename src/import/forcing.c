/* SPDX-License-Identifier: BSD-3-Clause */
/* <accinputs> that `frame` cannot take: accelerations of some fluids or bodies along time. What is added to a
 * particle is the peer's own sum (JDsAccInput.cpp): velocities are its accelerations times the length of the
 * interval that they end; what turns has them only while alpha is not 0; and 2 omega x v counts v from the
 * linear velocity in one of its two terms. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "import/series.h"
#include "util/error.h"

enum { PIECES = 16 }; /* of an interval in which a product of two velocities bends */

static const char *const names[] = {"linx", "liny", "linz", "angx", "angy", "angz", NULL};

/* An <accinput>, read. */
struct input {
  struct series acceleration, velocity; /* m/s^2, 1/s^2; m/s, 1/s */
  double about[3], start, end;
  bool weighs; /* gravity acts, too */
};

static void integrate(const struct series *a, struct series *v) {
  for (size_t i = 0; i < a->count; i++)
    for (int k = 0; k < 1 + SERIES_VALUES; k++)
      v->row[i][k] = k == 0   ? a->row[i][0]
                     : i == 0 ? 0
                              : v->row[i - 1][k] + a->row[i][k] * (a->row[i][0] - a->row[i - 1][0]);
}

static void free_input(struct input *in) {
  series_free(&in->acceleration);
  series_free(&in->velocity);
}

static int read_input(struct import *m, struct xml_node *n, struct input *in) {
  struct xml_node *centre = xml_child(n, "acccentre"), *time = xml_child(n, "time"),
                  *times = xml_child(n, "acctimes"), *file = xml_child(n, "acctimesfile");
  bool global = true;
  *in = (struct input){.end = m->end};
  if (centre) TRY(import_vector(m, centre, true, in->about));
  if (xml_child(n, "globalgravity")) TRY(import_bool(m, xml_child(n, "globalgravity"), "value", &global));
  in->weighs = global;
  if (time) TRY(import_optional(m, time, "start", &in->start));
  if (time) TRY(import_optional(m, time, "end", &in->end));
  if (!times && !file) return import_fault(m, n, "<acctimes> or <acctimesfile> is missing");
  TRY(series_read(m, times ? times : file, "timevalue", names, "value", 0, &in->acceleration));
  in->velocity.row = calloc(in->acceleration.count, sizeof *in->velocity.row);
  CHECK(in->velocity.row, STATUS_FAILED, "not enough memory for accelerations");
  in->velocity.count = in->acceleration.count;
  integrate(&in->acceleration, &in->velocity);
  return STATUS_OK;
}

static bool is_turning(const double v[SERIES_VALUES]) {
  return v[3] != 0 || v[4] != 0 || v[5] != 0;
}

/* A row of the linear file and one of that of turning, at a time; `turns`: alpha is not 0 around it. */
static void put_row(const struct import *m, const struct input *in, double time, bool turns, FILE *linear,
                    FILE *spin) {
  double a[SERIES_VALUES], v[SERIES_VALUES], lin[3];
  const double degrees = 180 / M_PI;
  series_at(&in->acceleration, time, a);
  series_at(&in->velocity, time, v);
  for (int k = 0; k < 3; k++) {
    lin[k] = a[k] - (in->weighs ? 0 : m->gravity[k]);
    if (turns) lin[k] += 2 * v[3 + (k + 2) % 3] * v[(k + 1) % 3];
  }
  fprintf(linear, "%.12g", time);
  fprintf(spin, "%.12g", time);
  for (int k = 0; k < m->sketch.dimensions; k++) fprintf(linear, " %.12g", lin[import_axis(m, k)]);
  if (m->sketch.dimensions == 2) /* about y, against x to z */
    fprintf(spin, " %.12g %.12g", -degrees * a[4], turns ? -degrees * v[4] : 0);
  for (int k = 3; k < 6 && m->sketch.dimensions == 3; k++) fprintf(spin, " %.12g", degrees * a[k]);
  for (int k = 3; k < 6 && m->sketch.dimensions == 3; k++)
    fprintf(spin, " %.12g", turns ? degrees * v[k] : 0);
  fputc('\n', linear);
  fputc('\n', spin);
}

static void put_rows(const struct import *m, const struct input *in, FILE *linear, FILE *spin) {
  const struct series *a = &in->acceleration;
  bool before = is_turning(a->row[0] + 1);
  double last = -1;
  for (size_t i = 0; i < a->count; i++) {
    const bool ends = i + 1 == a->count;
    const bool turns = is_turning(a->row[i] + 1) || (!ends && is_turning(a->row[i + 1] + 1));
    const double from = a->row[i][0], to = ends ? from + 1 : a->row[i + 1][0], moment = 1e-9 * (1 + from);
    if (turns != before && from > last) put_row(m, in, last = from, before, linear, spin);
    before = turns;
    for (int k = 0; k < (turns && !ends ? PIECES : 1 + ends); k++) {
      const double time = from + (to - from) * k / (turns && !ends ? PIECES : 1);
      if (time > last)
        put_row(m, in, last = time, turns, linear, spin);
      else if (k == 0)
        put_row(m, in, last += moment, turns, linear, spin);
    }
  }
}

/* The files of an input, beside the case. */
static int write_files(struct import *m, const struct input *in, const char *name, bool *turns) {
  char *data[2] = {NULL, NULL}, file[80];
  size_t size[2];
  FILE *f[2];
  int status = STATUS_OK;
  *turns = series_any(&in->acceleration, 3) || series_any(&in->acceleration, 4) ||
           series_any(&in->acceleration, 5);
  for (int k = 0; k < 2; k++) f[k] = open_memstream(&data[k], &size[k]);
  if (f[0] && f[1]) put_rows(m, in, f[0], f[1]);
  for (int k = 0; k < 2; k++)
    if (!f[k] || ferror(f[k]) | fclose(f[k]))
      status = error_set(STATUS_FAILED, "not enough memory for accelerations");
  snprintf(file, sizeof file, "%.40s_push.txt", name);
  if (status == STATUS_OK) status = import_add_file(m, file, data[0], size[0]), data[0] = NULL;
  snprintf(file, sizeof file, "%.40s_spin.txt", name);
  if (status == STATUS_OK && *turns) status = import_add_file(m, file, data[1], size[1]), data[1] = NULL;
  free(data[0]);
  free(data[1]);
  return status;
}

/* The <accinput> of a group, of which there is one at most. */
static int find_input(struct import *m, struct xml_node *special, const struct group *g,
                      struct xml_node **out) {
  const char *list_name = g->bound ? "mkbound" : "mkfluid";
  struct xml_node *list = xml_child(special, "accinputs");
  *out = NULL;
  for (struct xml_node *n = xml_child(list, "accinput"); n; n = xml_next(n)) {
    bool in;
    if (!xml_value(n, list_name)) continue;
    TRY(import_in_list(m, n, list_name, g->mk, &in));
    if (in && *out) return import_fault(m, n, "a second acceleration of %s=%d", list_name, g->mk);
    if (in) *out = n;
  }
  return STATUS_OK;
}

int forcing_keys(struct import *m, struct xml_node *special, const struct group *g) {
  struct xml_node *n;
  struct input in;
  char name[32], text[128];
  bool turns = false;
  if (!m->forced) return STATUS_OK;
  TRY(find_input(m, special, g, &n));
  if (!n) return STATUS_OK;
  import_name(g, name);
  int status = read_input(m, n, &in);
  if (status == STATUS_OK) status = write_files(m, &in, name, &turns);
  free_input(&in);
  TRY(status);
  fprintf(m->yaml, "%s    forcing: {file: %s_push.txt", g->bound ? "  " : "", name);
  if (turns) fprintf(m->yaml, ", spin: %s_spin.txt, about: %s", name, import_text(m, in.about, text));
  if (in.start > 0) fprintf(m->yaml, ", from: %.10g", in.start);
  if (in.end < m->end) fprintf(m->yaml, ", to: %.10g", fmax(in.end, in.start + 1e-9));
  fprintf(m->yaml, "}\n");
  return STATUS_OK;
}
