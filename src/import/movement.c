/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/movement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "import/pen.h"
#include "util/error.h"

/* <tag> of a movement as a vector. */
static int child_vector(struct import *m, struct xml_node *n, const char *tag, bool needed, double v[3]) {
  struct xml_node *c = xml_child(n, tag);
  if (!c && needed) return import_fault(m, n, "<%s> is missing", tag);
  return c ? import_vector(m, c, true, v) : STATUS_OK;
}

static int child_number(struct import *m, struct xml_node *n, const char *tag, const char *name,
                        double *value) {
  struct xml_node *c = xml_child(n, tag);
  return c ? import_number(m, c, name, value) : import_fault(m, n, "<%s> is missing", tag);
}

/* The axis of right-handed turns; in 2-D only that across the plane is one. */
static int read_axis(struct import *m, struct movement *v) {
  struct xml_node *n = v->element;
  TRY(child_vector(m, n, "axisp1", true, v->through));
  TRY(child_vector(m, n, "axisp2", true, v->end));
  for (int a = 0; a < 3; a++) v->axis[a] = v->end[a] - v->through[a];
  if (v->axis[0] == 0 && v->axis[1] == 0 && v->axis[2] == 0)
    return import_fault(m, n, "its axis has no length");
  pen_right_handed(v->axis);
  for (int a = 0; a < 3; a++) v->end[a] = v->through[a] + v->axis[a];
  if (m->sketch.dimensions == 2 && (v->axis[0] != 0 || v->axis[2] != 0))
    return import_fault(m, n, "in 2-D walls turn about the axis of y alone");
  return STATUS_OK;
}

/* In 2-D nothing moves along y. */
static void stay_in_plane(const struct import *m, double v[3]) {
  if (m->sketch.dimensions == 2) v[1] = 0;
}

static int read_straight(struct import *m, struct movement *v, const struct movement *before) {
  struct xml_node *n = v->element;
  if (strcmp(n->name, "mvrect") == 0) {
    TRY(child_vector(m, n, "vel", true, v->velocity));
    stay_in_plane(m, v->velocity);
    return STATUS_OK;
  }
  for (int a = 0; a < 3 && before && before->kind == MOVEMENT_STRAIGHT; a++)
    v->velocity[a] = before->velocity[a] + before->acceleration[a] * before->length;
  TRY(child_vector(m, n, "velini", false, v->velocity));
  TRY(child_vector(m, n, "ace", true, v->acceleration));
  stay_in_plane(m, v->velocity);
  stay_in_plane(m, v->acceleration);
  return STATUS_OK;
}

static bool is_turn(const struct movement *v) {
  return v && (v->kind == MOVEMENT_TURN || v->kind == MOVEMENT_CIRCLE);
}

/* mvrot, mvrotace; on a circle without turning mvcir, mvcirace. */
static int read_turn(struct import *m, struct movement *v, const struct movement *before) {
  struct xml_node *n = v->element;
  double rate = 0, rise = 0;
  TRY(read_axis(m, v));
  if (v->kind == MOVEMENT_CIRCLE) TRY(child_vector(m, n, "ref", true, v->ref));
  if (!strstr(n->name, "ace")) {
    TRY(child_number(m, n, "vel", "ang", &rate));
    v->rate = rate * v->factor;
    return STATUS_OK;
  }
  if (is_turn(before)) v->rate = before->rate + before->rise * before->length;
  if (xml_child(n, "velini")) {
    TRY(child_number(m, n, "velini", "ang", &rate));
    v->rate = rate * v->factor;
  }
  TRY(child_number(m, n, "ace", "ang", &rise));
  v->rise = rise * v->factor;
  return STATUS_OK;
}

static void end_phase(const struct movement *before, double phase[3]) {
  for (int a = 0; a < 3; a++)
    phase[a] = fmod(before->phase[a] + 360 * before->frequency[a] * before->length, 360);
}

static int read_wave(struct import *m, struct movement *v, const struct movement *before) {
  struct xml_node *n = v->element;
  TRY(child_vector(m, n, "freq", true, v->frequency));
  TRY(child_vector(m, n, "ampl", true, v->amplitude));
  stay_in_plane(m, v->amplitude);
  if (!xml_child(n, "phase")) {
    if (!before || before->kind != MOVEMENT_WAVE) return STATUS_OK;
    end_phase(before, v->phase);
    for (int a = 0; a < 3; a++) /* a phase rests where nothing moves (JMotionObj::ProcesTime) */
      if (before->amplitude[a] == 0) v->phase[a] = before->phase[a];
    return STATUS_OK;
  }
  TRY(child_vector(m, n, "phase", false, v->phase));
  for (int a = 0; a < 3; a++) v->phase[a] *= v->factor;
  return STATUS_OK;
}

static int read_swing(struct import *m, struct movement *v, const struct movement *before) {
  struct xml_node *n = v->element;
  TRY(read_axis(m, v));
  if (v->kind == MOVEMENT_CIRCLE_SWING) TRY(child_vector(m, n, "ref", true, v->ref));
  TRY(child_number(m, n, "freq", "v", &v->frequency[0]));
  TRY(child_number(m, n, "ampl", "v", &v->amplitude[0]));
  v->amplitude[0] *= v->factor;
  if (v->amplitude[0] != 0 && v->frequency[0] != 0 && !(v->frequency[0] > 0 && v->frequency[0] < 1e6))
    return import_fault(m, n, "a frequency of %g; expected a number > 0", v->frequency[0]);
  if (!xml_child(n, "phase")) {
    if (before && (before->kind == MOVEMENT_SWING || before->kind == MOVEMENT_CIRCLE_SWING))
      end_phase(before, v->phase);
    return STATUS_OK;
  }
  TRY(child_number(m, n, "phase", "v", &v->phase[0]));
  v->phase[0] *= v->factor;
  return STATUS_OK;
}

static int read_path(struct import *m, struct movement *v) {
  struct xml_node *n = v->element, *axes = xml_child(n, "axes"), *intrinsic = xml_child(n, "intrinsic"),
                  *moves = xml_child(n, "movecenter");
  const char *letters = axes ? xml_value(axes, "value") : NULL;
  struct pen pen;
  v->moves_centre = strcmp(n->name, "mvpathfile") == 0;
  TRY(child_vector(m, n, "center", true, v->centre));
  if (intrinsic) TRY(import_bool(m, intrinsic, "value", &v->intrinsic));
  if (moves) TRY(import_bool(m, moves, "value", &v->moves_centre));
  snprintf(v->axes, sizeof v->axes, "%s", letters && *letters ? letters : "XYZ");
  pen_reset(&pen);
  return pen_turn(&pen, v->phase, letters && *letters ? letters : v->axes, false, v->centre) == STATUS_OK
             ? STATUS_OK
             : import_fault(m, n, "%s", error_text());
}

static const struct {
  const char *tag;
  enum movement_kind kind;
} tags[] = {{"mvnull", MOVEMENT_NONE},
            {"wait", MOVEMENT_NONE},
            {"mvrect", MOVEMENT_STRAIGHT},
            {"mvrectace", MOVEMENT_STRAIGHT},
            {"mvrot", MOVEMENT_TURN},
            {"mvrotace", MOVEMENT_TURN},
            {"mvcir", MOVEMENT_CIRCLE},
            {"mvcirace", MOVEMENT_CIRCLE},
            {"mvrectsinu", MOVEMENT_WAVE},
            {"mvrotsinu", MOVEMENT_SWING},
            {"mvcirsinu", MOVEMENT_CIRCLE_SWING},
            {"mvrectfile", MOVEMENT_FILE},
            {"mvfile", MOVEMENT_FILE},
            {"mvpredef", MOVEMENT_FILE},
            {"mvrotfile", MOVEMENT_TURN_FILE},
            {"mvrotadvfile", MOVEMENT_PATH},
            {"mvpathfile", MOVEMENT_PATH}};

int movement_read(struct import *m, struct xml_node *n, double length, const struct movement *before,
                  struct movement *v) {
  size_t k = 0;
  while (k < sizeof tags / sizeof *tags && strcmp(n->name, tags[k].tag) != 0) k++;
  *v = (struct movement){.element = n, .length = length};
  TRY(import_degrees(m, n, &v->factor));
  if (k == sizeof tags / sizeof *tags) {
    import_note(m, NOTE_REFUSED, n, "this movement is not known here");
    return STATUS_OK;
  }
  v->kind = tags[k].kind;
  switch (v->kind) {
  case MOVEMENT_STRAIGHT:
    return read_straight(m, v, before);
  case MOVEMENT_TURN:
  case MOVEMENT_CIRCLE:
    return read_turn(m, v, before);
  case MOVEMENT_WAVE:
    return read_wave(m, v, before);
  case MOVEMENT_SWING:
  case MOVEMENT_CIRCLE_SWING:
    return read_swing(m, v, before);
  case MOVEMENT_TURN_FILE:
    return read_axis(m, v);
  case MOVEMENT_PATH:
    return read_path(m, v);
  default:
    return STATUS_OK;
  }
}

bool movement_turns(const struct movement *v) {
  return v->kind == MOVEMENT_TURN || v->kind == MOVEMENT_SWING || v->kind == MOVEMENT_TURN_FILE ||
         v->kind == MOVEMENT_PATH;
}

bool movement_shifts(const struct movement *v) {
  return v->kind == MOVEMENT_STRAIGHT || v->kind == MOVEMENT_WAVE || v->kind == MOVEMENT_FILE;
}

/* ---- files ---- */

static int read_field(struct import *m, struct xml_node *file, const char *name, int standard, int *column) {
  double field = standard;
  TRY(import_optional(m, file, name, &field));
  *column = field >= 0 && field < 64 ? (int)field : -1;
  return STATUS_OK;
}

static int read_time_field(struct import *m, struct xml_node *file, int *column) {
  TRY(read_field(m, file, "fieldtime", 0, column));
  if (*column < 0) *column = 0;
  return STATUS_OK;
}

int movement_columns(struct import *m, struct movement *v, struct xml_node *file, int columns[4],
                     int *count) {
  static const char *const names[] = {"fieldx", "fieldy", "fieldz"};
  int fields[3];
  xml_value(file, "fields");
  columns[0] = 0, columns[1] = 1;
  *count = 2;
  if (v->kind == MOVEMENT_TURN_FILE) return STATUS_OK;
  TRY(read_time_field(m, file, &columns[0]));
  *count = 1;
  for (int k = 0; k < 3; k++) TRY(read_field(m, file, names[k], -1, &fields[k]));
  for (int a = 0; a < m->sketch.dimensions; a++) columns[(*count)++] = fields[import_axis(m, a)];
  return STATUS_OK;
}

/* Which column each value of a track is of: three places, or an angle, and three angles. */
static int track_columns(struct import *m, struct movement *v, struct xml_node *file, int column[7]) {
  static const char *const names[] = {"fieldx", "fieldy", "fieldz", "fieldang1", "fieldang2", "fieldang3"};
  const bool turned = strcmp(v->element->name, "mvrotadvfile") == 0,
             path = v->kind == MOVEMENT_PATH && !turned;
  xml_value(file, "fields");
  for (int k = 0; k < 7; k++) column[k] = -1;
  column[0] = 0;
  if (v->kind == MOVEMENT_TURN_FILE) {
    column[1] = 1;
    return STATUS_OK;
  }
  TRY(read_time_field(m, file, &column[0]));
  for (int k = 0; k < 3 && !turned; k++)
    TRY(read_field(m, file, names[k], path ? k + 1 : -1, &column[1 + k]));
  for (int k = 3; k < 6 && v->kind == MOVEMENT_PATH; k++)
    TRY(read_field(m, file, names[k], turned ? k - 2 : k + 1, &column[1 + k]));
  return STATUS_OK;
}

int movement_track(struct import *m, struct movement *v) {
  struct xml_node *file = xml_child(v->element, "file");
  struct import_writing w;
  int column[7], status;
  double row[7];
  if (v->track.count ||
      (v->kind != MOVEMENT_FILE && v->kind != MOVEMENT_TURN_FILE && v->kind != MOVEMENT_PATH))
    return STATUS_OK;
  if (!file) return import_fault(m, v->element, "<file> is missing");
  TRY(track_columns(m, v, file, column));
  TRY(import_begin_file(&w));
  status = columns_copy(m, file, "name", column, 7, 1, w.out);
  if (fclose(w.out) && status == STATUS_OK) status = error_set(STATUS_FAILED, "not enough memory for a file");
  for (char *at = w.data; status == STATUS_OK && at[strspn(at, " \n")];) {
    for (int k = 0; k < 7; k++) row[k] = strtod(at, &at);
    status = series_add(m, file, &v->track, row);
  }
  free(w.data);
  const double begin = v->track.count ? v->track.row[0][0] : 0;
  for (size_t i = 0; i < v->track.count; i++) {
    v->track.row[i][0] -= begin;
    for (int k = 0; k < 6; k++)
      if (v->kind == MOVEMENT_TURN_FILE || k >= 3) v->track.row[i][1 + k] *= v->factor;
  }
  return status;
}
