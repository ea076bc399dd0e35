/* SPDX-License-Identifier: BSD-3-Clause */
/* Movements that are not each of what the others have moved: a way beside a turn of the same object, or
 * within a turn of one around it. The peer adds up small steps of all of them, each along its own direction
 * or about its own axis, and an axis goes with the objects around its own. So they are followed step by step
 * here, and the wall gets the whole: angles about the axes through its middle, and a way. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/movement.h"
#include "import/parts.h"
#include "import/pen.h"
#include "util/error.h"

enum { SAMPLES_MOST = 200000, WORK_MOST = 400000000, SUBSTEPS = 4, CORNERS = 4 };

/* A turn, and what follows it. */
struct step {
  double turn[3][3], about[3], way[3];
};

struct sample {
  double time, way[3], turn[3][3];
};

struct poses {
  struct import *m;
  struct movement *items;
  size_t count;
  double corner[CORNERS][3]; /* the wall's middle, and a place along each axis from it */
  struct sample *sample;
  size_t samples, room;
};

/* ---- a movement from one time to another ---- */

static double own_time(const struct movement *v, double time) {
  const double moves = v->to - v->from;
  return v->length * fmin(1, fmax(0, (time - v->from) / moves));
}

static double angle_at(const struct movement *v, double t) {
  double value[SERIES_VALUES];
  switch (v->kind) {
  case MOVEMENT_TURN:
  case MOVEMENT_CIRCLE:
    return (v->rate + 0.5 * v->rise * t) * t;
  case MOVEMENT_SWING:
  case MOVEMENT_CIRCLE_SWING:
    return v->amplitude[0] * sin(2 * M_PI * v->frequency[0] * t + v->phase[0] * M_PI / 180);
  default:
    series_at(&v->track, t, value);
    return value[0];
  }
}

static void place_at(const struct movement *v, double t, double x[3]) {
  double value[SERIES_VALUES] = {0};
  if (v->track.count) series_at(&v->track, t, value);
  for (int a = 0; a < 3; a++)
    if (v->kind == MOVEMENT_STRAIGHT)
      x[a] = (v->velocity[a] + 0.5 * v->acceleration[a] * t) * t;
    else if (v->kind == MOVEMENT_WAVE)
      x[a] = v->amplitude[a] * sin(2 * M_PI * v->frequency[a] * t + v->phase[a] * M_PI / 180);
    else
      x[a] = value[a];
}

static void multiply(const double a[3][3], const double b[3][3], double out[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) out[i][k] = a[i][0] * b[0][k] + a[i][1] * b[1][k] + a[i][2] * b[2][k];
}

/* Rodrigues' rotation, degrees. */
static void turn_about(const double axis[3], double degrees, double out[3][3]) {
  const double size = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const double n[3] = {axis[0] / size, axis[1] / size, axis[2] / size};
  const double c = cos(degrees * M_PI / 180), s = sin(degrees * M_PI / 180);
  const double cross[3][3] = {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) out[i][k] = (i == k ? c : 0) + (1 - c) * n[i] * n[k] + s * cross[i][k];
}

/* The peer's turn of three angles: its word `intrinsic` has the other sense here (JMotionPos::RotateXYZ). */
static void turn_of(const struct movement *v, double t, double out[3][3]) {
  const double zero[3] = {0};
  double value[SERIES_VALUES];
  struct pen pen;
  series_at(&v->track, t, value);
  pen_reset(&pen);
  if (pen_turn(&pen, value + 3, v->axes, !v->intrinsic, zero) != STATUS_OK) return;
  for (int i = 0; i < 3; i++) memcpy(out[i], pen.matrix[i], sizeof out[i]);
}

static void path_step(struct movement *v, double before, double behind, struct step *s) {
  double a[3], b[3], first[3][3], last[3][3], back[3][3];
  place_at(v, before, a);
  place_at(v, behind, b);
  turn_of(v, before, first);
  turn_of(v, behind, last);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) back[i][k] = first[k][i];
  multiply(last, back, s->turn);
  for (int k = 0; k < 3; k++) {
    s->about[k] = v->centre[k];
    s->way[k] = b[k] - a[k];
    if (v->moves_centre) v->centre[k] += s->way[k];
  }
}

static void apply_step(const struct step *s, double x[3]) {
  const double arm[3] = {x[0] - s->about[0], x[1] - s->about[1], x[2] - s->about[2]};
  for (int i = 0; i < 3; i++)
    x[i] = s->about[i] + s->turn[i][0] * arm[0] + s->turn[i][1] * arm[1] + s->turn[i][2] * arm[2] + s->way[i];
}

/* What it does between two times of the run; false: nothing. A circle's point goes round. */
static bool find_step(struct movement *v, double time, double next, struct step *s) {
  const double before = own_time(v, time), behind = own_time(v, next);
  double axis[3], a[3], b[3];
  *s = (struct step){.turn = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  if (behind == before || v->kind == MOVEMENT_NONE) return false;
  if (v->kind == MOVEMENT_PATH) {
    path_step(v, before, behind, s);
    return true;
  }
  if (movement_shifts(v)) {
    place_at(v, before, a);
    place_at(v, behind, b);
    for (int k = 0; k < 3; k++) s->way[k] = b[k] - a[k];
    return true;
  }
  for (int k = 0; k < 3; k++) axis[k] = v->end[k] - v->through[k];
  turn_about(axis, angle_at(v, behind) - angle_at(v, before), s->turn);
  memcpy(s->about, v->through, sizeof s->about);
  if (movement_turns(v)) return true;
  memcpy(a, v->ref, sizeof a);
  apply_step(s, v->ref);
  *s = (struct step){.turn = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int k = 0; k < 3; k++) s->way[k] = v->ref[k] - a[k];
  return true;
}

/* ---- all of them ---- */

static void move_one(struct poses *p, struct movement *v, double time, double next) {
  struct step s;
  if (!find_step(v, time, next, &s)) return;
  for (int k = 0; k < CORNERS; k++) apply_step(&s, p->corner[k]);
  for (size_t i = 0; i < p->count; i++) {
    if (p->items[i].object >= v->object) continue;
    apply_step(&s, p->items[i].through);
    apply_step(&s, p->items[i].end);
    apply_step(&s, p->items[i].ref);
  }
}

/* There and back, half a step each, so that their order does not matter. */
static void advance(struct poses *p, double time, double next) {
  const double middle = 0.5 * (time + next);
  for (size_t i = 0; i < p->count; i++) move_one(p, &p->items[i], time, middle);
  for (size_t i = p->count; i-- > 0;) move_one(p, &p->items[i], middle, next);
}

static int add_sample(struct poses *p, double time, const double middle[3], double arm) {
  if (p->samples == p->room) {
    const size_t room = p->room ? 2 * p->room : 256;
    struct sample *more = room <= 2 * (size_t)SAMPLES_MOST ? realloc(p->sample, room * sizeof *more) : NULL;
    CHECK(more, STATUS_FAILED, "not enough memory for a motion");
    p->sample = more;
    p->room = room;
  }
  struct sample *s = &p->sample[p->samples++];
  s->time = time;
  for (int k = 0; k < 3; k++) {
    s->way[k] = p->corner[0][k] - middle[k];
    for (int a = 0; a < 3; a++) s->turn[k][a] = (p->corner[1 + a][k] - p->corner[0][k]) / arm;
  }
  return STATUS_OK;
}

/* A time in which it does little: two degrees, a hundredth of a wave, or a step of its file. */
static double short_time(const struct movement *v) {
  const double rate = fmax(fabs(v->rate), fabs(v->rate + v->rise * v->length)) +
                      fabs(v->amplitude[0]) * (movement_shifts(v) ? 0 : 2 * M_PI * fabs(v->frequency[0]));
  double least = 0.02 * v->length;
  if (rate > 0) least = fmin(least, 2 / rate);
  for (int a = 0; a < 3; a++)
    if (v->frequency[a] != 0) least = fmin(least, 0.01 / fabs(v->frequency[a]));
  if (v->track.count > 1)
    least = fmin(least, v->track.row[v->track.count - 1][0] / (double)(v->track.count - 1));
  return least * (v->to - v->from) / v->length;
}

static int follow_all(struct poses *p, double *time, const double middle[3], double arm) {
  size_t count = 0;
  double whole = 0, work = 0;
  for (size_t i = 0; i < p->count; i++) time[count++] = p->items[i].from, time[count++] = p->items[i].to;
  qsort(time, count, sizeof *time, series_by_time);
  TRY(add_sample(p, time[0], middle, arm));
  for (size_t i = 0; i + 1 < count; i++) {
    const double length = time[i + 1] - time[i];
    double step = length, active = 0;
    if (!(length > 1e-12 * (1 + time[i]))) continue; /* two ends are one but for rounding */
    for (size_t k = 0; k < p->count; k++) {
      if (p->items[k].from > time[i] || p->items[k].to < time[i + 1]) continue;
      step = fmin(step, short_time(&p->items[k]));
      active++;
    }
    const double parts = ceil(fmax(1, length / step) - 1e-9);
    whole += parts;
    work += parts * 2 * SUBSTEPS * (1 + active) * (double)p->count;
    if (!(whole < SAMPLES_MOST && work < WORK_MOST))
      return import_fault(p->m, p->items[0].element,
                          "%zu movements, by %g steps of time or more, which are too many", p->count, whole);
    for (double k = 0; k < parts; k++) {
      const double from = time[i] + length * k / parts, to = time[i] + length * (k + 1) / parts;
      for (int s = 0; s < SUBSTEPS; s++)
        advance(p, from + (to - from) * s / SUBSTEPS, from + (to - from) * (s + 1) / SUBSTEPS);
      TRY(add_sample(p, to, middle, arm));
    }
  }
  return STATUS_OK;
}

/* ---- keys ---- */

/* The turn as three ones about the axes order[0], [1] and [2], which rest; `odd`: the order's sign. Degrees.
 */
static void split_turn(const double r[3][3], const int order[3], bool odd, double angle[3]) {
  const int i = order[0], j = order[1], k = order[2];
  const double s = odd ? -1 : 1;
  angle[0] = atan2(s * r[k][j], r[k][k]) * 180 / M_PI;
  angle[1] = asin(fmax(-1, fmin(1, -s * r[k][i]))) * 180 / M_PI;
  angle[2] = atan2(s * r[j][i], r[i][i]) * 180 / M_PI;
}

/* The order in which the middle angle stays furthest from 90 degrees, where the two others are one. */
static int find_order(const struct poses *p, int order[3], bool *odd) {
  static const int all[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  double best = 2;
  for (int o = 0; o < 6; o++) {
    double most = 0;
    for (size_t i = 0; i < p->samples; i++) most = fmax(most, fabs(p->sample[i].turn[all[o][2]][all[o][0]]));
    if (most >= best - 1e-9) continue;
    best = most;
    memcpy(order, all[o], sizeof all[o]);
    *odd = o >= 3;
  }
  return best < 0.98 ? STATUS_OK
                     : import_fault(p->m, p->items[0].element,
                                    "turns by more than 80 degrees about every axis in its middle");
}

static int write_column(struct poses *p, const char *name, int number, bool turns, const double *axis,
                        const double middle[3], const double *value, int columns) {
  struct import *m = p->m;
  struct import_writing w;
  const double begin = p->sample[0].time, end = p->sample[p->samples - 1].time;
  char file[80], text[128];
  TRY(import_begin_file(&w));
  for (size_t i = 0; i < p->samples; i++) {
    fprintf(w.out, "%.15g", p->sample[i].time - begin);
    for (int k = 0; k < columns; k++) fprintf(w.out, " %.12g", value[i * (size_t)columns + (size_t)k]);
    fputc('\n', w.out);
  }
  snprintf(file, sizeof file, "motion_%s_%d.txt", name, number);
  TRY(import_end_file(m, &w, STATUS_OK, file));
  fprintf(m->yaml, "      - {type: file, from: %.12g, to: %.12g", begin, end);
  if (turns && m->sketch.dimensions == 3) fprintf(m->yaml, ", axis: %s", import_text(m, axis, text));
  if (turns) fprintf(m->yaml, ", through: %s", import_text(m, middle, text));
  fprintf(m->yaml, ", file: %s%s}\n", file, turns ? ", moves: angle" : "");
  return STATUS_OK;
}

/* Angles that go on where they pass 180 degrees. */
static void unwrap(double *value, size_t count) {
  for (size_t i = 1; i < count; i++) value[i] -= 360 * round((value[i] - value[i - 1]) / 360);
}

static int write_all(struct poses *p, const char *name, const double middle[3], double *value) {
  const bool flat = p->m->sketch.dimensions == 2;
  int order[3] = {0, 1, 2}, number = 0, columns = 0;
  bool odd = false;
  if (!flat) TRY(find_order(p, order, &odd));
  fprintf(p->m->yaml, "    motion:\n");
  for (int k = 0; k < (flat ? 1 : 3); k++) {
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < p->samples; i++) {
      const struct sample *s = &p->sample[i];
      double angle[3];
      split_turn(s->turn, order, odd, angle);
      value[i] = flat ? atan2(-s->turn[0][2], s->turn[2][2]) * 180 / M_PI : angle[k]; /* from x to z */
    }
    unwrap(value, p->samples);
    for (size_t i = 0; i < p->samples; i++) least = fmin(least, value[i]), most = fmax(most, value[i]);
    const double axis[3] = {order[k] == 0, order[k] == 1, order[k] == 2};
    if (most - least > 1e-9) TRY(write_column(p, name, number++, true, axis, middle, value, 1));
  }
  for (size_t i = 0; i < p->samples; i++)
    for (int a = 0; a < p->m->sketch.dimensions; a++)
      value[columns++] = p->sample[i].way[import_axis(p->m, a)];
  return write_column(p, name, number, false, NULL, NULL, value, p->m->sketch.dimensions);
}

int pose_keys(struct import *m, struct movement *items, size_t count, const struct group *g) {
  struct poses p = {.m = m, .items = items, .count = count};
  const size_t index = (size_t)(g - m->sketch.groups);
  double middle[3] = {0}, arm = m->spacing;
  char name[32];
  int status = STATUS_OK;
  if (m->tilt.turned)
    import_note(m, NOTE_REFUSED, items[0].element,
                "a way beside a turn, beside periodic sides that are displaced");
  for (size_t i = m->first[index]; i < m->first[index + 1]; i++)
    for (int a = 0; a < 3; a++) middle[a] += m->place[i][a] / (double)g->nodes;
  for (int k = 0; k < CORNERS; k++)
    for (int a = 0; a < 3; a++) p.corner[k][a] = middle[a] + (k == a + 1 ? arm : 0);
  for (size_t i = 0; i < count && status == STATUS_OK; i++) status = movement_track(m, &items[i]);
  double *time = calloc(2 * count + 1, sizeof *time), *value = NULL;
  if (!time) status = error_set(STATUS_FAILED, "not enough memory for a motion");
  if (status == STATUS_OK) status = follow_all(&p, time, middle, arm);
  if (status == STATUS_OK) value = calloc(3 * p.samples, sizeof *value);
  if (status == STATUS_OK && !value) status = error_set(STATUS_FAILED, "not enough memory for a motion");
  if (status == STATUS_OK) status = write_all(&p, import_name(g, name), middle, value);
  free(time);
  free(value);
  free(p.sample);
  return status;
}
