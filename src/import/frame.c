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
  struct xml_node *centre = xml_child(n, "acccentre"), *time = xml_child(n, "time");
  double about[3] = {0}, global = 1, start = 0, end = m->end;
  char text[128];
  if (centre) TRY(import_vector(m, centre, true, about));
  TRY(import_child_value(m, n, "globalgravity", &global));
  if (time) TRY(import_optional(m, time, "start", &start));
  if (time) TRY(import_optional(m, time, "end", &end));
  if (start > 0 || end < m->end)
    import_note(m, NOTE_REFUSED, time, "accelerations that begin or end within a run");
  if (!xml_value(n, "mkfluid")) {
    import_note(m, NOTE_REFUSED, n, "accelerations of bodies alone");
    return write_file(m, n, global == 0);
  }
  for (size_t g = 0; g < m->sketch.group_count; g++) {
    const struct group *group = &m->sketch.groups[g];
    bool in;
    if (group->bound || !group->nodes) continue;
    TRY(import_in_list(m, n, "mkfluid", group->mk, &in));
    if (!in)
      import_note(m, NOTE_REFUSED, n, "accelerations of a part of the fluid; amphi moves the axes, for all");
  }
  TRY(write_file(m, n, global == 0));
  fprintf(m->yaml, "frame: {file: frame.txt, about: %s}\n", import_text(m, about, text));
  import_note(m, NOTE_CHANGED, n,
              "the axes move, with the forces of mechanics: centrifugal ones go outwards");
  return STATUS_OK;
}

int frame_keys(struct import *m, struct xml_node *special) {
  struct xml_node *list = xml_child(special, "accinputs");
  int count = 0;
  for (struct xml_node *n = list && import_active(m, list) ? xml_child(list, "accinput") : NULL; n;
       n = xml_next(n)) {
    if (!import_active(m, n)) continue;
    if (count++)
      import_note(m, NOTE_REFUSED, n, "a second acceleration; amphi has one");
    else
      TRY(write_input(m, n));
  }
  return STATUS_OK;
}
