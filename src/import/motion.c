/* SPDX-License-Identifier: BSD-3-Clause */
/* <motion>: what moves walls, one movement after the other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "import/pen.h"
#include "util/error.h"

enum { MOVES_MOST = 2000 };

/* A wall that moves, as far as it is written. */
struct mover {
  struct import *m;
  char name[32];
  double velocity[3], turning; /* with which the last movement ended, m/s, degrees/s */
  double phase[3];             /* degrees, likewise */
  int written;
};

static const char *vector(const struct mover *w, const double v[3], char text[128]) {
  return import_text(w->m, v, text);
}

static void begin_motion(struct mover *w, const char *type, double from, double to) {
  if (w->written++ == 0) fprintf(w->m->yaml, "    motion:\n");
  fprintf(w->m->yaml, "      - {type: %s, from: %.10g", type, from);
  if (to > 0) fprintf(w->m->yaml, ", to: %.10g", to);
}

/* <tag> of a movement as a vector. */
static int child_vector(struct mover *w, struct xml_node *n, const char *tag, bool needed, double v[3]) {
  struct xml_node *c = xml_child(n, tag);
  if (!c && needed) return import_fault(w->m, n, "<%s> is missing", tag);
  return c ? import_vector(w->m, c, true, v) : STATUS_OK;
}

static int child_number(struct mover *w, struct xml_node *n, const char *tag, const char *name,
                        double *value) {
  struct xml_node *c = xml_child(n, tag);
  return c ? import_number(w->m, c, name, value) : STATUS_OK;
}

/* 180/pi where the movement has radians. */
static double degrees(struct xml_node *n) {
  const char *unit = xml_value(n, "anglesunits");
  return unit && strcmp(unit, "radians") == 0 ? 180 / M_PI : 1;
}

/* The axis of right-handed turns; in 2-D only that across the plane is one, and *sign is that of turns from x
 * to z. */
static int read_axis(struct mover *w, struct xml_node *n, double through[3], double axis[3], double *sign) {
  double end[3];
  TRY(child_vector(w, n, "axisp1", true, through));
  TRY(child_vector(w, n, "axisp2", true, end));
  for (int a = 0; a < 3; a++) axis[a] = end[a] - through[a];
  if (axis[0] == 0 && axis[1] == 0 && axis[2] == 0) return import_fault(w->m, n, "its axis has no length");
  pen_right_handed(axis);
  *sign = 1;
  if (w->m->sketch.dimensions == 3) return STATUS_OK;
  if (axis[0] != 0 || axis[2] != 0)
    return import_fault(w->m, n, "in 2-D walls turn about the axis of y alone");
  *sign = axis[1] > 0 ? -1 : 1;
  return STATUS_OK;
}

static void put_axis(struct mover *w, const double *through, const double axis[3]) {
  char text[128];
  if (w->m->sketch.dimensions == 3) fprintf(w->m->yaml, ", axis: %s", vector(w, axis, text));
  if (through) fprintf(w->m->yaml, ", through: %s", vector(w, through, text));
}

static int move_straight(struct mover *w, struct xml_node *n, double from, double to, bool faster) {
  double ace[3] = {0};
  char text[2][128];
  if (faster) {
    TRY(child_vector(w, n, "velini", false, w->velocity));
    TRY(child_vector(w, n, "ace", true, ace));
  } else {
    TRY(child_vector(w, n, "vel", true, w->velocity));
  }
  double size = 0;
  for (int a = 0; a < 3; a++) size += fabs(w->velocity[a]) + fabs(ace[a]);
  if (size > 0) {
    begin_motion(w, "straight", from, to);
    fprintf(w->m->yaml, ", velocity: %s", vector(w, w->velocity, text[0]));
    if (faster) fprintf(w->m->yaml, ", acceleration: %s", vector(w, ace, text[1]));
    fprintf(w->m->yaml, "}\n");
  }
  for (int a = 0; a < 3; a++) w->velocity[a] += ace[a] * (to - from);
  return STATUS_OK;
}

/* mvrot, mvrotace; on a circle without turning mvcir, mvcirace. */
static int turn_motion(struct mover *w, struct xml_node *n, double from, double to, bool faster,
                       bool circle) {
  double through[3], axis[3], ref[3], sign, ace = 0;
  const double unit = degrees(n);
  char text[128];
  TRY(read_axis(w, n, through, axis, &sign));
  if (faster) {
    struct xml_node *begins = xml_child(n, "velini");
    if (begins) {
      TRY(import_number(w->m, begins, "ang", &w->turning));
      w->turning *= unit;
    }
    TRY(child_number(w, n, "ace", "ang", &ace));
  } else {
    TRY(child_number(w, n, "vel", "ang", &w->turning));
    w->turning *= unit;
  }
  if (circle) TRY(child_vector(w, n, "ref", true, ref));
  if (w->turning != 0 || ace != 0) {
    begin_motion(w, circle ? "circle" : "rotation", from, to);
    put_axis(w, circle ? NULL : through, axis);
    if (circle) { /* the way from the axis to where it begins */
      double along = 0, size = 0;
      for (int a = 0; a < 3; a++) along += (ref[a] - through[a]) * axis[a], size += axis[a] * axis[a];
      for (int a = 0; a < 3; a++) ref[a] -= through[a] + along / size * axis[a];
      fprintf(w->m->yaml, ", arm: %s", vector(w, ref, text));
    }
    fprintf(w->m->yaml, ", angular_velocity: %.10g", sign * w->turning);
    if (ace != 0) fprintf(w->m->yaml, ", angular_acceleration: %.10g", sign * ace * unit);
    fprintf(w->m->yaml, "}\n");
  }
  w->turning += ace * unit * (to - from);
  return STATUS_OK;
}

/* mvrectsinu: a sine an axis; axes that have the same one go together. */
static int wave(struct mover *w, struct xml_node *n, double from, double to) {
  double frequency[3] = {0}, amplitude[3] = {0};
  const double unit = degrees(n);
  char text[128];
  TRY(child_vector(w, n, "freq", true, frequency));
  TRY(child_vector(w, n, "ampl", true, amplitude));
  if (xml_child(n, "phase")) {
    TRY(child_vector(w, n, "phase", false, w->phase));
    for (int a = 0; a < 3; a++) w->phase[a] *= unit;
  }
  for (int a = 0; a < 3; a++) {
    double together[3] = {0};
    bool first = frequency[a] != 0 && amplitude[a] != 0;
    for (int b = 0; b < 3; b++) {
      if (frequency[b] != frequency[a] || w->phase[b] != w->phase[a] || amplitude[b] == 0) continue;
      together[b] = amplitude[b];
      first &= b >= a;
    }
    if (!first) continue;
    begin_motion(w, "wave", from, to);
    fprintf(w->m->yaml, ", amplitude: %s, period: %.10g, phase: %.10g}\n", vector(w, together, text),
            1 / frequency[a], w->phase[a]);
  }
  for (int a = 0; a < 3; a++) w->phase[a] = fmod(w->phase[a] + 360 * frequency[a] * (to - from), 360);
  return STATUS_OK;
}

/* Numbers of a file are along the axes of the document. */
static void refuse_turned(struct mover *w, struct xml_node *n) {
  if (w->m->tilt.turned)
    import_note(w->m, NOTE_REFUSED, n, "a way from numbers beside periodic sides that are displaced");
}

static int end_track(struct mover *w, struct import_writing *track, int status, char name[80]) {
  snprintf(name, 80, "motion_%s_%d.txt", w->name, w->written);
  return import_end_file(w->m, track, status, name);
}

/* mvrotsinu; mvcirsinu as a file of places. */
static int swing(struct mover *w, struct xml_node *n, double from, double to, bool circle) {
  double frequency = 0, angle = 0, through[3], axis[3], sign, ref[3];
  const double unit = degrees(n);
  TRY(read_axis(w, n, through, axis, &sign));
  TRY(child_number(w, n, "freq", "v", &frequency));
  TRY(child_number(w, n, "ampl", "v", &angle));
  if (xml_child(n, "phase")) {
    TRY(child_number(w, n, "phase", "v", &w->phase[0]));
    w->phase[0] *= unit;
  }
  if (circle) TRY(child_vector(w, n, "ref", true, ref));
  if (frequency == 0 || angle == 0) return STATUS_OK;
  if (!(frequency > 0 && frequency < 1e6))
    return import_fault(w->m, n, "a frequency of %g; expected a number > 0", frequency);
  if (!circle) {
    begin_motion(w, "swing", from, to);
    put_axis(w, through, axis);
    fprintf(w->m->yaml, ", angle: %.10g, period: %.10g, phase: %.10g}\n", sign * angle * unit, 1 / frequency,
            w->phase[0]);
  } else {
    struct import_writing track;
    char name[80];
    refuse_turned(w, n);
    TRY(import_begin_file(&track));
    const double length = to - from, steps = fmin(1e5, ceil(length * frequency * 64));
    const double n_size = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    double arm[3], side[3], along = 0;
    for (int a = 0; a < 3; a++) axis[a] /= n_size;
    for (int a = 0; a < 3; a++) along += (ref[a] - through[a]) * axis[a];
    for (int a = 0; a < 3; a++) arm[a] = ref[a] - through[a] - along * axis[a];
    for (int a = 0; a < 3; a++)
      side[a] = axis[(a + 1) % 3] * arm[(a + 2) % 3] - axis[(a + 2) % 3] * arm[(a + 1) % 3];
    const double phase = w->phase[0] * M_PI / 180;
    fprintf(track.out, "# a swing along a circle: seconds, metres\n");
    for (double i = 0; i <= steps; i++) {
      const double t = length * i / steps;
      const double turned = angle * unit * M_PI / 180 * (sin(2 * M_PI * frequency * t + phase) - sin(phase));
      fprintf(track.out, "%.9g", t);
      for (int a = 0; a < w->m->sketch.dimensions; a++) {
        const int b = import_axis(w->m, a);
        fprintf(track.out, " %.9g", arm[b] * (cos(turned) - 1) + side[b] * sin(turned));
      }
      fputc('\n', track.out);
    }
    begin_motion(w, "file", from, to);
    TRY(end_track(w, &track, STATUS_OK, name));
    fprintf(w->m->yaml, ", file: %s}\n", name);
  }
  w->phase[0] = fmod(w->phase[0] + 360 * frequency * (to - from), 360);
  return STATUS_OK;
}

static int follow_columns(struct mover *w, struct xml_node *n, const int *columns, int count, double factor,
                          char name[80]) {
  struct import_writing track;
  TRY(import_begin_file(&track));
  return end_track(w, &track, columns_copy(w->m, n, "name", columns, count, factor, track.out), name);
}

/* mvrectfile, with its older names, and mvrotfile. */
static int follow_file(struct mover *w, struct xml_node *n, double from, double to, bool turns) {
  static const char *const names[] = {"fieldx", "fieldy", "fieldz"};
  struct xml_node *file = xml_child(n, "file");
  double field = 0, through[3], axis[3], sign = 1;
  int columns[4] = {0, 1, -1, -1}, count = 2;
  char name[80];
  if (!file) return import_fault(w->m, n, "<file> is missing");
  xml_value(file, "fields");
  if (turns) {
    TRY(read_axis(w, n, through, axis, &sign));
  } else {
    refuse_turned(w, n);
    TRY(import_optional(w->m, file, "fieldtime", &field));
    columns[0] = field >= 0 && field < 64 ? (int)field : 0;
    count = 1;
    for (int a = 0; a < w->m->sketch.dimensions; a++) {
      field = -1;
      TRY(import_optional(w->m, file, names[import_axis(w->m, a)], &field));
      columns[count++] = field >= 0 && field < 64 ? (int)field : -1;
    }
  }
  begin_motion(w, "file", from, to);
  if (turns) put_axis(w, through, axis);
  TRY(follow_columns(w, file, columns, count, turns ? sign * degrees(n) : 1, name));
  fprintf(w->m->yaml, ", file: %s%s}\n", name, turns ? ", moves: angle" : "");
  return STATUS_OK;
}

static int move(struct mover *w, struct xml_node *n, double from, double to) {
  const char *tag = n->name;
  if (strcmp(tag, "mvnull") == 0 || strcmp(tag, "wait") == 0) {
    memset(w->velocity, 0, sizeof w->velocity);
    w->turning = 0;
    return STATUS_OK;
  }
  if (strcmp(tag, "mvrect") == 0 || strcmp(tag, "mvrectace") == 0)
    return move_straight(w, n, from, to, strcmp(tag, "mvrectace") == 0);
  if (strcmp(tag, "mvrot") == 0 || strcmp(tag, "mvrotace") == 0 || strcmp(tag, "mvcir") == 0 ||
      strcmp(tag, "mvcirace") == 0)
    return turn_motion(w, n, from, to, strstr(tag, "ace"), strstr(tag, "cir"));
  if (strcmp(tag, "mvrectsinu") == 0) return wave(w, n, from, to);
  if (strcmp(tag, "mvrotsinu") == 0 || strcmp(tag, "mvcirsinu") == 0)
    return swing(w, n, from, to, strstr(tag, "cir"));
  if (strcmp(tag, "mvrectfile") == 0 || strcmp(tag, "mvfile") == 0 || strcmp(tag, "mvpredef") == 0)
    return follow_file(w, n, from, to, false);
  if (strcmp(tag, "mvrotfile") == 0) return follow_file(w, n, from, to, true);
  import_note(w->m, NOTE_REFUSED, n, "this movement is not known here");
  return STATUS_OK;
}

/* The movement with a number. */
static struct xml_node *find_move(struct xml_node *object, const char *id) {
  for (struct xml_node *n = object->first; n && id; n = n->next) {
    const char *own = *n->name == '_' || strcmp(n->name, "begin") == 0 ? NULL : xml_value(n, "id");
    if (!own || strcmp(own, id) != 0) continue;
    n->used = true;
    return n;
  }
  return NULL;
}

/* From one movement to the next, until nothing follows or the run is over. */
static int follow_object(struct mover *w, struct xml_node *object) {
  for (struct xml_node *b = xml_child(object, "begin"); b; b = xml_next(b)) {
    double time = 0, finish = INFINITY;
    const char *next = xml_value(b, "mov");
    TRY(import_optional(w->m, b, "start", &time));
    TRY(import_optional(w->m, b, "finish", &finish));
    const double end = fmin(finish, w->m->end);
    for (int count = 0; next && time < end * (1 - 1e-9); count++) {
      struct xml_node *n = find_move(object, next);
      double duration = -1;
      if (!n) return import_fault(w->m, object, "there is no movement with id=\"%.20s\"", next);
      if (count == MOVES_MOST) return import_fault(w->m, object, "more than %d movements", MOVES_MOST);
      TRY(import_optional(w->m, n, "duration", &duration));
      next = xml_value(n, "next");
      if (next && strcmp(next, "0") == 0) next = NULL; /* no movement has this number */
      const bool whole = duration <= 0 || time + duration >= end;
      if (duration == 0 && next) return import_fault(w->m, n, "a duration of 0 before another movement");
      const double to = whole ? end : time + duration;
      TRY(move(w, n, time, to));
      time = to;
    }
  }
  return STATUS_OK;
}

/* The movements of the objects that hold the wall, from the inside out; *found if there are any. */
static int follow_objects(struct mover *w, struct xml_node *parent, int mk, bool *found) {
  for (struct xml_node *n = parent->first; n && !*found; n = n->next) {
    const bool real = strcmp(n->name, "objreal") == 0;
    if (!real && strcmp(n->name, "obj") != 0) continue;
    double ref = -1;
    n->used = true;
    if (real) TRY(import_number(w->m, n, "ref", &ref));
    const bool own = real && ref == mk;
    if (!own) TRY(follow_objects(w, n, mk, found));
    *found |= own;
    if (*found) TRY(follow_object(w, n));
  }
  return STATUS_OK;
}

int motion_keys(struct import *m, struct xml_node *casedef, const struct group *g) {
  struct xml_node *motion = xml_child(casedef, "motion");
  struct mover w = {.m = m};
  bool found = false;
  import_name(g, w.name);
  return motion ? follow_objects(&w, motion, g->mk, &found) : STATUS_OK;
}
