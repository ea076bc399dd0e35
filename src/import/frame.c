/* SPDX-License-Identifier: BSD-3-Clause */
/* <accinputs>: accelerations along time, of all fluid: the axes of the case move the other way. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"
#include "util/text.h"

enum { NUMBERS = 7 }; /* a row: s, m/s^2 along three axes, rad/s^2 about three */

/* <acctimes> as rows of a file. */
static int put_rows(struct import *m, struct xml_node *n, FILE *f) {
  static const char *const names[] = {"linx", "liny", "linz", "angx", "angy", "angz"};
  size_t rows = 0;
  double time = 0, v[6] = {0};
  for (struct xml_node *t = xml_child(n, "timevalue"); t; t = xml_next(t), rows++) {
    const double before = time;
    TRY(import_number(m, t, "time", &time));
    if (rows && !(time > before))
      return import_fault(m, t, "time=%g; expected a later time than %g", time, before);
    fprintf(f, "%.12g", time);
    for (int a = 0; a < 6; a++) {
      v[a] = 0;
      TRY(import_optional(m, t, names[a], &v[a]));
      fprintf(f, " %.12g", v[a]);
    }
    fputc('\n', f);
  }
  if (rows == 0) return import_fault(m, n, "has no <timevalue>");
  if (rows > 1) return STATUS_OK;
  fprintf(f, "%.12g", time + 1);
  for (int a = 0; a < 6; a++) fprintf(f, " %.12g", v[a]);
  fputc('\n', f);
  return STATUS_OK;
}

/* The rows of `text` as amphi has them: what the axes do, turning summed up, degrees/s. `gravity`: the
 * document's accelerations have it in them, and the case has its own. */
static void put_frame(const struct import *m, char *text, bool gravity, FILE *f) {
  double row[NUMBERS], before[NUMBERS] = {0}, turning[3] = {0};
  struct text t = {.next = text};
  size_t rows = 0;
  for (char *line = text_line(&t); line; line = text_line(&t), rows++) {
    for (int k = 0; k < NUMBERS && text_next_number(&line, &row[k]);) k++;
    for (int a = 0; a < 3 && rows; a++)
      turning[a] += 0.5 * (row[0] - before[0]) * (row[4 + a] + before[4 + a]);
    fprintf(f, "%.12g", row[0]);
    for (int k = 0; k < m->sketch.dimensions; k++) {
      const int a = import_axis(m, k);
      fprintf(f, " %.12g", (gravity ? m->gravity[a] : 0) - row[1 + a]);
    }
    if (m->sketch.dimensions == 2)
      fprintf(f, " %.12g", turning[1] * 180 / M_PI); /* about y, against x to z */
    else
      for (int a = 0; a < 3; a++) fprintf(f, " %.12g", -turning[a] * 180 / M_PI);
    fputc('\n', f);
    memcpy(before, row, sizeof before);
  }
}

static int write_file(struct import *m, struct xml_node *n, bool gravity) {
  static const int columns[NUMBERS] = {0, 1, 2, 3, 4, 5, 6};
  struct xml_node *times = xml_child(n, "acctimes"), *file = xml_child(n, "acctimesfile");
  char *text = NULL, *data = NULL;
  size_t length, size;
  if (!times && !file) return import_fault(m, n, "<acctimes> or <acctimesfile> is missing");
  FILE *f = open_memstream(&text, &length), *g = open_memstream(&data, &size);
  int status = f && g ? STATUS_OK : error_set(STATUS_FAILED, "not enough memory for accelerations");
  if (status == STATUS_OK)
    status = times ? put_rows(m, times, f) : columns_copy(m, file, "value", columns, NUMBERS, 1, f);
  if (f && fclose(f) && status == STATUS_OK)
    status = error_set(STATUS_FAILED, "not enough memory for accelerations");
  if (status == STATUS_OK) put_frame(m, text, gravity, g);
  if (g && fclose(g) && status == STATUS_OK)
    status = error_set(STATUS_FAILED, "not enough memory for accelerations");
  free(text);
  if (status == STATUS_OK) return import_add_file(m, "frame.txt", data, size);
  free(data);
  return status;
}

static int write_input(struct import *m, struct xml_node *n) {
  struct xml_node *centre = xml_child(n, "acccentre");
  double about[3] = {0};
  bool global = true;
  char text[128];
  if (centre) TRY(import_vector(m, centre, true, about));
  if (xml_child(n, "globalgravity")) TRY(import_bool(m, xml_child(n, "globalgravity"), "value", &global));
  TRY(write_file(m, n, !global));
  fprintf(m->yaml, "frame: {file: frame.txt, about: %s}\n", import_text(m, about, text));
  import_note(m, NOTE_CHANGED, n,
              "the axes move, with the forces of mechanics: centrifugal ones go outwards");
  return STATUS_OK;
}

/* Whether an <accinput> is of all that moves, and of the whole run. Structures, which the peer spares, would
 * feel a frame. */
static int is_of_all(struct import *m, struct xml_node *n, bool *all) {
  struct xml_node *time = xml_child(n, "time"), *bodies = xml_child(m->casedef, "floatings");
  double start = 0, end = m->end;
  if (time) TRY(import_optional(m, time, "start", &start));
  if (time) TRY(import_optional(m, time, "end", &end));
  *all = xml_value(n, "mkfluid") && start <= 0 && end >= m->end && !(bodies && bodies->first) &&
         m->structure_count == 0;
  for (size_t g = 0; g < m->sketch.group_count && *all; g++) {
    const struct group *group = &m->sketch.groups[g];
    if (!group->bound && group->nodes) TRY(import_in_list(m, n, "mkfluid", group->mk, all));
  }
  return STATUS_OK;
}

int frame_keys(struct import *m, struct xml_node *special) {
  struct xml_node *list = xml_child(special, "accinputs"), *one = NULL;
  bool all = false;
  int count = 0;
  for (struct xml_node *n = xml_child(list, "accinput"); n; n = xml_next(n)) count++, one = n;
  if (count == 1) TRY(is_of_all(m, one, &all));
  m->forced = count > 0 && !all;
  return all ? write_input(m, one) : STATUS_OK;
}
