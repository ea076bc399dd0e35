/* SPDX-License-Identifier: BSD-3-Clause */
/* <motion>: what moves walls, one movement after the other, or several at once. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/movement.h"
#include "import/parts.h"
#include "util/error.h"

enum { MOVES_MOST = 2000, MOVES_ALL = 20000 };

/* A wall that moves, as far as it is written. */
struct mover {
  struct import *m;
  char name[32];
  struct movement *items; /* of one object after the other, from the innermost one on, each by its begin */
  size_t count, group;
  int written;
};

static const char *vector(const struct mover *w, const double v[3], char text[128]) {
  return import_text(w->m, v, text);
}

static void begin_motion(struct mover *w, const char *type, const struct movement *v) {
  if (w->written++ == 0) fprintf(w->m->yaml, "    motion:\n");
  fprintf(w->m->yaml, "      - {type: %s, from: %.12g, to: %.12g", type, v->from, v->to);
}

/* In 2-D, of turns from x to z. */
static double sign_of(const struct mover *w, const struct movement *v) {
  return w->m->sketch.dimensions == 2 && v->axis[1] > 0 ? -1 : 1;
}

static void put_axis(struct mover *w, const double *through, const double axis[3]) {
  char text[128];
  if (w->m->sketch.dimensions == 3) fprintf(w->m->yaml, ", axis: %s", vector(w, axis, text));
  if (through) fprintf(w->m->yaml, ", through: %s", vector(w, through, text));
}

static bool is_zero(const double v[3]) {
  return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

/* What a jump has of its own seconds goes by in a shorter time. */
static double speed_up(const struct movement *v) {
  return v->length / (v->to - v->from);
}

static void write_straight(struct mover *w, const struct movement *v) {
  const double s = speed_up(v);
  double velocity[3], acceleration[3];
  char text[128];
  if (is_zero(v->velocity) && is_zero(v->acceleration)) return;
  for (int a = 0; a < 3; a++) velocity[a] = s * v->velocity[a], acceleration[a] = s * s * v->acceleration[a];
  begin_motion(w, "straight", v);
  fprintf(w->m->yaml, ", velocity: %s", vector(w, velocity, text));
  if (!is_zero(acceleration)) fprintf(w->m->yaml, ", acceleration: %s", vector(w, acceleration, text));
  fprintf(w->m->yaml, "}\n");
}

/* mvrot, mvrotace; on a circle without turning mvcir, mvcirace. */
static void write_turn(struct mover *w, const struct movement *v) {
  const bool circle = v->kind == MOVEMENT_CIRCLE;
  const double s = speed_up(v), sign = sign_of(w, v);
  char text[128];
  if (v->rate == 0 && v->rise == 0) return;
  begin_motion(w, circle ? "circle" : "rotation", v);
  put_axis(w, circle ? NULL : v->through, v->axis);
  if (circle) { /* the way from the axis to where it begins */
    double along = 0, size = 0, arm[3];
    for (int a = 0; a < 3; a++)
      along += (v->ref[a] - v->through[a]) * v->axis[a], size += v->axis[a] * v->axis[a];
    for (int a = 0; a < 3; a++) arm[a] = v->ref[a] - v->through[a] - along / size * v->axis[a];
    fprintf(w->m->yaml, ", arm: %s", vector(w, arm, text));
  }
  fprintf(w->m->yaml, ", angular_velocity: %.10g", sign * s * v->rate);
  if (v->rise != 0) fprintf(w->m->yaml, ", angular_acceleration: %.10g", sign * s * s * v->rise);
  fprintf(w->m->yaml, "}\n");
}

/* mvrectsinu: a sine an axis; axes that have the same one go together. */
static void write_wave(struct mover *w, const struct movement *v) {
  char text[128];
  for (int a = 0; a < 3; a++) {
    double together[3] = {0};
    bool first = v->frequency[a] != 0 && v->amplitude[a] != 0;
    for (int b = 0; b < 3; b++) {
      if (v->frequency[b] != v->frequency[a] || v->phase[b] != v->phase[a] || v->amplitude[b] == 0) continue;
      together[b] = v->amplitude[b];
      first &= b >= a;
    }
    if (!first) continue;
    begin_motion(w, "wave", v);
    fprintf(w->m->yaml, ", amplitude: %s, period: %.10g, phase: %.10g}\n", vector(w, together, text),
            1 / v->frequency[a], v->phase[a]);
  }
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
static int write_swing(struct mover *w, const struct movement *v) {
  const double frequency = v->frequency[0], angle = v->amplitude[0];
  double axis[3], arm[3], side[3], along = 0, size = 0;
  struct import_writing track;
  char name[80];
  if (frequency == 0 || angle == 0) return STATUS_OK;
  if (v->kind == MOVEMENT_SWING) {
    begin_motion(w, "swing", v);
    put_axis(w, v->through, v->axis);
    fprintf(w->m->yaml, ", angle: %.10g, period: %.10g, phase: %.10g}\n", sign_of(w, v) * angle,
            1 / frequency, v->phase[0]);
    return STATUS_OK;
  }
  refuse_turned(w, v->element);
  TRY(import_begin_file(&track));
  const double steps = fmin(1e5, ceil(v->length * frequency * 64)), phase = v->phase[0] * M_PI / 180;
  for (int a = 0; a < 3; a++) size += v->axis[a] * v->axis[a];
  for (int a = 0; a < 3; a++) axis[a] = v->axis[a] / sqrt(size);
  for (int a = 0; a < 3; a++) along += (v->ref[a] - v->through[a]) * axis[a];
  for (int a = 0; a < 3; a++) arm[a] = v->ref[a] - v->through[a] - along * axis[a];
  for (int a = 0; a < 3; a++)
    side[a] = axis[(a + 1) % 3] * arm[(a + 2) % 3] - axis[(a + 2) % 3] * arm[(a + 1) % 3];
  fprintf(track.out, "# a swing along a circle: seconds, metres\n");
  for (double i = 0; i <= steps; i++) {
    const double t = v->length * i / steps;
    const double turned = angle * M_PI / 180 * (sin(2 * M_PI * frequency * t + phase) - sin(phase));
    fprintf(track.out, "%.9g", t);
    for (int a = 0; a < w->m->sketch.dimensions; a++) {
      const int b = import_axis(w->m, a);
      fprintf(track.out, " %.9g", arm[b] * (cos(turned) - 1) + side[b] * sin(turned));
    }
    fputc('\n', track.out);
  }
  begin_motion(w, "file", v);
  TRY(end_track(w, &track, STATUS_OK, name));
  fprintf(w->m->yaml, ", file: %s}\n", name);
  return STATUS_OK;
}

/* mvrectfile, with its older names, and mvrotfile. */
static int write_file(struct mover *w, struct movement *v) {
  struct xml_node *file = xml_child(v->element, "file");
  const bool turns = v->kind == MOVEMENT_TURN_FILE;
  struct import_writing track;
  int columns[4], count;
  char name[80];
  if (!file) return import_fault(w->m, v->element, "<file> is missing");
  if (!turns) refuse_turned(w, v->element);
  TRY(movement_columns(w->m, v, file, columns, &count));
  begin_motion(w, "file", v);
  if (turns) put_axis(w, v->through, v->axis);
  TRY(import_begin_file(&track));
  TRY(end_track(
      w, &track,
      columns_copy(w->m, file, "name", columns, count, turns ? sign_of(w, v) * v->factor : 1, track.out),
      name));
  fprintf(w->m->yaml, ", file: %s%s}\n", name, turns ? ", moves: angle" : "");
  return STATUS_OK;
}

static int write_movement(struct mover *w, struct movement *v) {
  switch (v->kind) {
  case MOVEMENT_STRAIGHT:
    write_straight(w, v);
    return STATUS_OK;
  case MOVEMENT_TURN:
  case MOVEMENT_CIRCLE:
    write_turn(w, v);
    return STATUS_OK;
  case MOVEMENT_WAVE:
    write_wave(w, v);
    return STATUS_OK;
  case MOVEMENT_SWING:
  case MOVEMENT_CIRCLE_SWING:
    return write_swing(w, v);
  case MOVEMENT_FILE:
  case MOVEMENT_TURN_FILE:
    return write_file(w, v);
  default:
    return STATUS_OK;
  }
}

/* ---- which there are ---- */

/* The movement with a number. */
static struct xml_node *find_move(struct xml_node *object, const char *id) {
  for (struct xml_node *n = object->first; n && id; n = n->next) {
    const char *own = *n->name == '_' || strcmp(n->name, "begin") == 0 ? NULL : xml_value(n, "id");
    if (own && strcmp(own, id) == 0) return n;
  }
  return NULL;
}

/* Behind those of the same object that begin no later. */
static int add_movement(struct mover *w, const struct movement *v) {
  if ((w->count & (w->count - 1)) == 0) { /* room doubles */
    struct movement *more = realloc(w->items, (w->count ? 2 * w->count : 1) * sizeof *more);
    CHECK(more, STATUS_FAILED, "not enough memory for movements");
    w->items = more;
  }
  size_t at = w->count++;
  for (; at > 0 && w->items[at - 1].object == v->object && w->items[at - 1].from > v->from; at--)
    w->items[at] = w->items[at - 1];
  w->items[at] = *v;
  return STATUS_OK;
}

/* How far the furthest particle goes in a jump, m; its speed becomes the mean one. */
static double jump_way(struct mover *w, struct movement *v) {
  const struct import *m = w->m;
  double size = 0, reach = 0, way = 0, arm[3], out[3];
  for (int a = 0; a < 3; a++) {
    v->velocity[a] += 0.5 * v->acceleration[a] * v->length;
    v->acceleration[a] = 0;
    way += v->velocity[a] * v->velocity[a] * v->length * v->length;
    size += v->axis[a] * v->axis[a];
  }
  if (v->kind == MOVEMENT_STRAIGHT) return sqrt(way);
  v->rate += 0.5 * v->rise * v->length;
  v->rise = 0;
  const bool circle = v->kind == MOVEMENT_CIRCLE;
  for (size_t i = m->first[w->group]; i < m->first[w->group + 1]; i++) {
    const double *x = circle ? v->ref : m->place[i];
    for (int a = 0; a < 3; a++) arm[a] = x[a] - v->through[a];
    for (int a = 0; a < 3; a++)
      out[a] = v->axis[(a + 1) % 3] * arm[(a + 2) % 3] - v->axis[(a + 2) % 3] * arm[(a + 1) % 3];
    reach = fmax(reach, sqrt((out[0] * out[0] + out[1] * out[1] + out[2] * out[2]) / size));
  }
  return fabs(v->rate) * M_PI / 180 * v->length * reach;
}

/* A movement below 0 s has so much of its own time at once. A wall that no time step may miss is not faster
 * than sound. */
static int set_times(struct mover *w, struct movement *v, double time, double duration) {
  struct import *m = w->m;
  v->from = time;
  v->to = time + v->length;
  if (duration >= 0 || v->kind == MOVEMENT_NONE) return STATUS_OK;
  if (v->kind != MOVEMENT_STRAIGHT && v->kind != MOVEMENT_TURN && v->kind != MOVEMENT_CIRCLE)
    return import_fault(m, v->element, "a duration of %g: a jump of such a movement is not known here",
                        duration);
  const double takes = 2 * jump_way(w, v) / m->sound;
  v->to = time + fmax(takes, 1e-9);
  import_note(
      m, NOTE_CHANGED, v->element,
      "a duration of %g: at %.6g s the peer's wall is at once where %g s would take it; here it takes "
      "%.3g s, at half the speed of sound",
      duration, time, -duration, takes);
  return STATUS_OK;
}

/* From one movement to the next, until nothing follows or the run is over. */
static int follow_chain(struct mover *w, struct xml_node *object, struct xml_node *b, int number) {
  struct import *m = w->m;
  struct movement last = {0}, v;
  double time = 0, finish = -1;
  const char *next = xml_value(b, "mov");
  bool first = true;
  TRY(import_optional(m, b, "start", &time));
  TRY(import_optional(m, b, "finish", &finish));
  const double end = finish >= 0 ? fmin(finish, m->end) : m->end;
  for (int count = 0; next; count++) {
    const bool over = time >= end * (1 - 1e-9);
    struct xml_node *n = find_move(object, next);
    double duration = INFINITY;
    if (!n && over) break;
    if (!n) return import_fault(m, object, "there is no movement with id=\"%.20s\"", next);
    if (strcmp(n->name, "mvnull") != 0) TRY(import_optional(m, n, "duration", &duration));
    /* Jumps behind a movement that `finish` has ended still take place (JMotionObj::ProcesTime). */
    if (over && !(duration < 0 && finish >= 0 && finish < m->end)) break;
    n->used = true;
    if (count == MOVES_MOST || w->count == MOVES_ALL)
      return import_fault(m, object, "more than %d movements", count == MOVES_MOST ? MOVES_MOST : MOVES_ALL);
    next = xml_value(n, "next");
    if (next && strcmp(next, "0") == 0) next = NULL; /* no movement has this number */
    const double length = duration < 0 ? -duration : fmin(duration, end - time);
    TRY(movement_read(m, n, length, first ? NULL : &last, &v));
    v.object = number;
    last = v;
    first = false;
    TRY(set_times(w, &v, time, duration));
    if (v.length > 0 && v.kind != MOVEMENT_NONE) TRY(add_movement(w, &v));
    if (duration > 0) time += length;
  }
  return STATUS_OK;
}

/* Movements of an object have numbers of their own. */
static int check_moves(const struct import *m, struct xml_node *object) {
  for (struct xml_node *n = object->first; n; n = n->next) {
    const char *id = strcmp(n->name, "begin") == 0 ? NULL : xml_value(n, "id");
    for (struct xml_node *k = object->first; k != n && id; k = k->next) {
      const char *other = strcmp(k->name, "begin") == 0 ? NULL : xml_value(k, "id");
      if (other && strcmp(id, other) == 0)
        return import_fault(m, n, "a second movement with id=\"%.20s\"", id);
    }
  }
  return STATUS_OK;
}

/* Each wall has one object, and is no body; without particles it is nothing. `seen` is of all groups. */
static int check_objects(struct import *m, struct xml_node *casedef, struct xml_node *parent, bool *seen) {
  for (struct xml_node *n = parent->first; n; n = n->next) {
    const bool real = strcmp(n->name, "objreal") == 0;
    if (!real && strcmp(n->name, "obj") != 0) continue;
    TRY(check_moves(m, n));
    TRY(check_objects(m, casedef, n, seen));
    if (!real) continue;
    struct xml_node *body;
    double ref;
    TRY(import_number(m, n, "ref", &ref));
    const struct group *wall = import_group(m, true, ref);
    if (!wall) {
      import_note(m, NOTE_LEFT_OUT, n, "ref=%g has no particles", ref);
      continue;
    }
    bool *known = &seen[wall - m->sketch.groups];
    if (*known) return import_fault(m, n, "a second one of ref=%g", ref);
    *known = true;
    TRY(body_find(m, casedef, wall->mk, &body));
    if (body && xml_child(n, "begin")) import_note(m, NOTE_REFUSED, n, "ref=%g is a <floating>, too", ref);
  }
  return STATUS_OK;
}

int motion_check(struct import *m, struct xml_node *casedef) {
  struct xml_node *motion = xml_child(casedef, "motion");
  if (!motion) return STATUS_OK;
  bool *seen = calloc(m->sketch.group_count + 1, sizeof *seen);
  CHECK(seen, STATUS_FAILED, "not enough memory for movements");
  const int status = check_objects(m, casedef, motion, seen);
  free(seen);
  return status;
}

/* The movements of the objects that hold the wall, from the inside out; *found if there are any. */
static int find_objects(struct mover *w, struct xml_node *parent, int mk, int *number, bool *found) {
  for (struct xml_node *n = parent->first; n && !*found; n = n->next) {
    const bool real = strcmp(n->name, "objreal") == 0;
    if (!real && strcmp(n->name, "obj") != 0) continue;
    double ref = -1;
    n->used = true;
    if (real) TRY(import_number(w->m, n, "ref", &ref));
    const bool own = real && ref == mk;
    if (!own) TRY(find_objects(w, n, mk, number, found));
    *found |= own;
    if (!*found) continue;
    for (struct xml_node *b = xml_child(n, "begin"); b; b = xml_next(b)) TRY(follow_chain(w, n, b, *number));
    ++*number;
  }
  return STATUS_OK;
}

/* Turns about one line go together. */
static bool is_same_line(const struct movement *a, const struct movement *b) {
  double across[3], arm[3], off[3], size = 0, far = 0;
  for (int k = 0; k < 3; k++) arm[k] = b->through[k] - a->through[k];
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    across[k] = a->axis[i] * b->axis[j] - a->axis[j] * b->axis[i];
    off[k] = a->axis[i] * arm[j] - a->axis[j] * arm[i];
    size += fabs(a->axis[k]) * (fabs(b->axis[k]) + fabs(arm[k]));
    far += fabs(across[k]) + fabs(off[k]);
  }
  return a->kind != MOVEMENT_PATH && b->kind != MOVEMENT_PATH && far <= 1e-12 * size;
}

/* Whether what both do is not what b makes of a wall that a has moved. */
static bool are_mixed(const struct movement *a, const struct movement *b) {
  const bool together = a->from < b->to && b->from < a->to;
  if (a->object == b->object)
    return together && (movement_turns(a) || movement_turns(b)) &&
           !(movement_turns(a) && movement_turns(b) && is_same_line(a, b));
  return movement_shifts(a) && movement_turns(b) && b->from < a->to;
}

static int write_motion(struct mover *w, const struct group *g) {
  bool mixed = false;
  for (size_t i = 0; i < w->count; i++) {
    mixed |= w->items[i].kind == MOVEMENT_PATH;
    for (size_t k = i + 1; k < w->count && !mixed; k++) mixed = are_mixed(&w->items[i], &w->items[k]);
  }
  if (mixed) return pose_keys(w->m, w->items, w->count, g);
  for (size_t i = 0; i < w->count; i++) TRY(write_movement(w, &w->items[i]));
  return STATUS_OK;
}

int motion_keys(struct import *m, struct xml_node *casedef, const struct group *g) {
  struct xml_node *motion = xml_child(casedef, "motion");
  struct mover w = {.m = m, .group = (size_t)(g - m->sketch.groups)};
  bool found = false;
  int number = 0;
  import_name(g, w.name);
  int status = motion ? find_objects(&w, motion, g->mk, &number, &found) : STATUS_OK;
  if (status == STATUS_OK && w.count) status = write_motion(&w, g);
  for (size_t i = 0; i < w.count; i++) series_free(&w.items[i].track);
  free(w.items);
  return status;
}
