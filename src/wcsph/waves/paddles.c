/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/waves/paddles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "wcsph/gauges/gauges.h"

/* The surface is read READINGS times in a period of the waves. Within PERIODS_BACK periods the paddle returns
 * to its prescribed motion; without this, errors of the readings would make it drift. */
enum { READINGS = 200, PERIODS_BACK = 10 };

/* Its displacement from the prescribed motion; from one reading to the next the acceleration is constant. */
struct paddle_way {
  double time, way, speed, rise; /* s, m, m/s, m/s^2: at the last reading */
  double still;                  /* m: the first reading, of water at rest */
};
enum { WAY_NUMBERS = 5 };
_Static_assert(sizeof(struct paddle_way) == WAY_NUMBERS * sizeof(double), "a row of a checkpoint");

struct paddle {
  size_t wall;
  const struct motion *motion;
  double direction[3];       /* of length 1 */
  double front[3];           /* m: where the surface is read while the paddle is at its start */
  double gain;               /* 1/s: speed over surface */
  double most;               /* m: its largest displacement from the prescribed motion */
  double interval, way_back; /* s */
};

struct paddles {
  struct paddle *of;       /* [count] */
  struct paddle_way *ways; /* [count] */
  double *listed;          /* [count] m: displacement when the list was built */
  size_t count;
};

static const struct motion *absorbing(const struct wcsph_settings *c, size_t wall) {
  const struct body *b = &c->walls[wall];
  for (size_t k = 0; k < b->motion_count; k++)
    if (b->motions[k].kind == MOTION_PADDLE && b->motions[k].waves.absorb) return &b->motions[k];
  return NULL;
}

/* The place of the readings: in the middle of the wall's width, in front of its foremost particles. */
static void find_front(struct paddle *d, const struct wcsph_run *r, const struct particles *p) {
  const double *middle = r->walls[d->wall].middle;
  double farthest = -INFINITY;
  for (size_t i = 0; i < p->wall_count; i++)
    if (p->body[i] == d->wall) farthest = fmax(farthest, dot3(p->position[i], d->direction));
  const double far = farthest - dot3(middle, d->direction) + 0.5 * r->config->dp + d->motion->waves.before;
  for (int a = 0; a < 3; a++) d->front[a] = middle[a] + far * d->direction[a];
}

/* A piston absorbs waves of the period if it moves as one that makes them: at gain times their elevation,
 * gain being 2 pi / period over its transfer function, in shallow water sqrt(g / depth). */
static void prepare_paddles(struct paddle *d, const struct wcsph_run *r, const struct particles *p) {
  const struct waves *w = &d->motion->waves;
  const double k = wave_number(w->period, w->depth, w->gravity);
  const double length = sqrt(dot3(d->motion->direction, d->motion->direction));
  for (int a = 0; a < 3; a++) d->direction[a] = d->motion->direction[a] / length;
  d->gain = two_pi / w->period / wave_transfer(PADDLE_PISTON, k, w->depth, 0.0);
  d->most = waves_reach(w);
  d->interval = w->period / READINGS;
  d->way_back = w->period * PERIODS_BACK;
  find_front(d, r, p);
}

bool paddles_any(const struct wcsph_settings *c) {
  for (size_t k = 0; k < c->wall_count; k++)
    if (absorbing(c, k)) return true;
  return false;
}

int paddles_prepare(struct wcsph_run *r, const struct particles *p) {
  const struct wcsph_settings *c = r->config;
  size_t count = 0, n = 0;
  for (size_t k = 0; k < c->wall_count; k++) count += absorbing(c, k) != NULL;
  if (count == 0) return STATUS_OK;
  struct paddles *all = calloc(1, sizeof *all);
  CHECK(all, STATUS_FAILED, "no memory for paddles");
  r->paddles = all;
  all->of = calloc(count, sizeof *all->of);
  all->ways = calloc(count, sizeof *all->ways);
  all->listed = calloc(count, sizeof *all->listed);
  CHECK(all->of && all->ways && all->listed, STATUS_FAILED, "no memory for paddles");
  all->count = count;
  for (size_t k = 0; k < c->wall_count; k++) {
    if (!absorbing(c, k)) continue;
    all->of[n] = (struct paddle){.wall = k, .motion = absorbing(c, k)};
    prepare_paddles(&all->of[n++], r, p);
  }
  return STATUS_OK;
}

/* Its displacement, speed and acceleration at a time. */
static void way_at(const struct paddle *d, const struct paddle_way *w, double time, double out[3]) {
  const double since = time - w->time, u = fmin(since, d->interval);
  out[1] = w->speed + w->rise * u;
  out[0] = w->way + u * (w->speed + 0.5 * w->rise * u) + out[1] * (since - u);
  out[2] = since < d->interval ? w->rise : 0.0;
}

/* Reads the height of the water in front of a paddle with displacement `way`, m. */
static int read_height(struct wcsph_run *r, const struct paddle *d, double way, double *height) {
  double place[3];
  for (int a = 0; a < 3; a++) place[a] = d->front[a] + way * d->direction[a];
  return gauges_upright(r, place, height, NULL);
}

int paddles_begin(struct wcsph_run *r, struct step *s) {
  (void)s;
  for (size_t k = 0; k < r->paddles->count; k++)
    TRY(read_height(r, &r->paddles->of[k], 0.0, &r->paddles->ways[k].still));
  return STATUS_OK;
}

static int follow_paddle(struct wcsph_run *r, const struct paddle *d, struct paddle_way *w) {
  const double highest = d->motion->waves.height;
  double now[3], height;
  if (r->time - w->time < d->interval) return STATUS_OK;
  way_at(d, w, r->time, now);
  const double way = motion_paddle_way(d->motion, r->time) + now[0];
  TRY(read_height(r, d, way, &height));
  const double due = motion_paddle_surface(d->motion, r->time, way + d->motion->waves.before);
  const double miss = fmax(-highest, fmin(highest, due - (height - w->still)));
  double speed = d->gain * miss - now[0] / d->way_back;
  if (fabs(now[0]) >= d->most && speed * now[0] > 0.0) speed = 0.0;
  *w = (struct paddle_way){r->time, now[0], now[1], (speed - now[1]) / d->interval, w->still};
  return STATUS_OK;
}

int paddles_follow(struct wcsph_run *r, struct step *s) {
  (void)s;
  for (size_t k = 0; k < r->paddles->count; k++)
    TRY(follow_paddle(r, &r->paddles->of[k], &r->paddles->ways[k]));
  return STATUS_OK;
}

/* The paddle that is a wall, or that carries it; `count` if there is none. */
static size_t paddle_of(const struct wcsph_run *r, size_t wall) {
  const struct wcsph_settings *c = r->config;
  for (int w = (int)wall; w >= 0; w = c->walls[w].carrier)
    for (size_t k = 0; k < r->paddles->count; k++)
      if (r->paddles->of[k].wall == (size_t)w) return k;
  return r->paddles->count;
}

void paddles_move(const struct wcsph_run *r, size_t wall, double time, struct pose *p) {
  const size_t k = r->paddles ? paddle_of(r, wall) : 0;
  if (!r->paddles || k == r->paddles->count) return;
  const struct paddle *d = &r->paddles->of[k];
  double now[3];
  way_at(d, &r->paddles->ways[k], time, now);
  for (int a = 0; a < 3; a++) {
    p->shift[a] += now[0] * d->direction[a];
    p->velocity[a] += now[1] * d->direction[a];
    p->acceleration[a] += now[2] * d->direction[a];
  }
}

void paddles_move_listed(const struct wcsph_run *r, size_t wall, struct pose *p) {
  const size_t k = r->paddles ? paddle_of(r, wall) : 0;
  if (!r->paddles || k == r->paddles->count) return;
  for (int a = 0; a < 3; a++) p->shift[a] += r->paddles->listed[k] * r->paddles->of[k].direction[a];
}

void paddles_note_listed(struct wcsph_run *r) {
  for (size_t k = 0; r->paddles && k < r->paddles->count; k++) {
    double now[3];
    way_at(&r->paddles->of[k], &r->paddles->ways[k], r->moved_time, now);
    r->paddles->listed[k] = now[0];
  }
}

/* ---- checkpoints ---- */

int paddles_save(struct wcsph_run *r, struct checkpoint *to) {
  struct paddles *all = r->paddles;
  if (!all) return STATUS_OK;
  to->rows[to->buffer_count] = all->count; /* there is room, since not all buffers of the run are saved */
  to->buffers[to->buffer_count++] = (struct field){"paddles", FIELD_F64, WAY_NUMBERS, all->ways};
  to->bookkeeping |= 1ull << to->buffer_count; /* of the list */
  to->rows[to->buffer_count] = all->count;
  to->buffers[to->buffer_count++] = (struct field){"paddles_listed", FIELD_F64, 1, all->listed};
  return STATUS_OK;
}

int paddles_take(struct wcsph_run *r, const struct checkpoint *from) {
  struct paddles *all = r->paddles;
  size_t rows = 0, listed_rows = 0;
  if (!all) return STATUS_OK;
  const struct field *ways = checkpoint_buffer(from, "paddles", &rows),
                     *listed = checkpoint_buffer(from, "paddles_listed", &listed_rows);
  CHECK(ways && rows == all->count && ways->type == FIELD_F64 && ways->components == WAY_NUMBERS && listed &&
            listed_rows == all->count && listed->type == FIELD_F64 && listed->components == 1,
        STATUS_USAGE, "the checkpoint's paddles are missing or do not fit the case");
  memcpy(all->ways, ways->data, rows * sizeof *all->ways);
  memcpy(all->listed, listed->data, rows * sizeof *all->listed);
  return STATUS_OK;
}

void paddles_end(struct wcsph_run *r) {
  if (!r->paddles) return;
  free(r->paddles->of);
  free(r->paddles->ways);
  free(r->paddles->listed);
  free(r->paddles);
  r->paddles = NULL;
}
