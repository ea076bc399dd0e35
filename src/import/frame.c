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

/* A row of a frame, at rest or as the rows of `text` have it at a time, on straight lines. */
static void put_row(const char *text, int columns, double time, bool rests, FILE *f) {
  double row[NUMBERS] = {0}, before[NUMBERS] = {0};
  bool any = false;
  for (const char *at = text; !rests && *at && !(any && row[0] >= time); any = true) {
    char *end = (char *)at;
    memcpy(before, row, sizeof before);
    for (int k = 0; k < columns; k++) row[k] = strtod(end, &end);
    if (!any) memcpy(before, row, sizeof before);
    at = end + strspn(end, "\n");
  }
  const double part = row[0] > before[0] ? fmax(0, fmin(1, (time - before[0]) / (row[0] - before[0]))) : 0;
  fprintf(f, "%.12g", time);
  for (int k = 1; k < columns; k++) fprintf(f, " %.12g", before[k] + part * (row[k] - before[k]));
  fputc('\n', f);
}

/* What a frame does between two times, from one moment to the next; before and behind them it is at rest. */
static void put_within(const char *text, int columns, double start, double end, double last, FILE *f) {
  const double moment = 1e-6 * (end - start);
  if (start > 0) {
    put_row(text, columns, 0, true, f);
    put_row(text, columns, start - fmin(moment, 0.5 * start), true, f);
  }
  put_row(text, columns, start, false, f);
  for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
    const double time = strtod(line, NULL);
    if (time > start && time < end) fwrite(line, 1, strcspn(line, "\n") + 1, f);
  }
  put_row(text, columns, end, false, f);
  put_row(text, columns, end + moment, true, f);
  put_row(text, columns, fmax(last, end + 2 * moment), true, f);
}

static bool turns(const char *text, int columns, int dimensions) {
  for (char *at = (char *)text; *at; at += strspn(at, "\n"))
    for (int k = 0; k < columns; k++)
      if (strtod(at, &at) != 0 && k > dimensions) return true;
  return false;
}

/* *data becomes what is within <time>. */
static int cut_rows(struct import *m, struct xml_node *time, double start, double end, char **data,
                    size_t *size) {
  const int dimensions = m->sketch.dimensions, columns = dimensions == 2 ? 4 : 7;
  char *cut = NULL;
  size_t length;
  if (turns(*data, columns, dimensions))
    import_note(m, NOTE_REFUSED, time, "axes that turn, and begin or end to do so within a run");
  FILE *f = open_memstream(&cut, &length);
  CHECK(f, STATUS_FAILED, "not enough memory for accelerations");
  put_within(*data, columns, fmax(0, start), end, m->end, f);
  const bool whole = !ferror(f);
  if (fclose(f) || !whole) {
    free(cut);
    return error_set(STATUS_FAILED, "not enough memory for accelerations");
  }
  free(*data);
  *data = cut, *size = length;
  return STATUS_OK;
}

static int write_file(struct import *m, struct xml_node *n, bool gravity, double start, double end) {
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
  if (status == STATUS_OK && (start > 0 || end < m->end))
    status = cut_rows(m, xml_child(n, "time"), start, end, &data, &size);
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
  end = fmin(end, m->end);
  if (!(start < end) && m->end > 0)
    return import_fault(m, time, "from %g to %g s there is no time in which it acts", start, end);
  if (!xml_value(n, "mkfluid")) {
    import_note(m, NOTE_REFUSED, n, "accelerations of bodies alone");
    return write_file(m, n, global == 0, start, end);
  }
  for (size_t g = 0; g < m->sketch.group_count; g++) {
    const struct group *group = &m->sketch.groups[g];
    bool in;
    if (group->bound || !group->nodes) continue;
    TRY(import_in_list(m, n, "mkfluid", group->mk, &in));
    if (!in)
      import_note(m, NOTE_REFUSED, n, "accelerations of a part of the fluid; amphi moves the axes, for all");
  }
  TRY(write_file(m, n, global == 0, start, end));
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
