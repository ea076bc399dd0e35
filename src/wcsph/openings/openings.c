/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/openings/openings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/opening_face.h"
#include "util/error.h"
#include "wcsph/gauges/gauges.h"
#include "wcsph/openings/opening_kind.h"
#include "wcsph/openings/opening_square.h"
#include "wcsph/openings/opening_values.h"

/* Fluid before a face is looked at every so many steps, no farther than sound goes in them; its surface,
 * where it absorbs, less often, for waves are slower. */
enum { SAMPLE_EVERY = 4, LEVEL_EVERY = 16 };

struct openings {
  struct opening_values *values; /* [zone_count] what the case gives */
  struct opening_face *faces;    /* likewise */
  struct opening_zone *zones;    /* likewise */
  struct opening_log *logs;      /* likewise */
  struct opening_site *sites;    /* of all, one behind the other */
  double (*places)[3];           /* likewise, at the face, m */
  struct opening_kind *kinds;    /* [zone_count] what comes in */
  struct position *before;       /* where fluid is sampled: in front of squares that take something from it */
  uint32_t *point_of;            /* of all sites: which of those */
  struct opening_fit *seen;      /* likewise: what was there */
  struct opening_given *given;   /* likewise: what the case says */
  struct opening_set {
    bool known;               /* once given */
    struct opening_now now;   /* for this */
    double push;              /* m/s that absorbs, along the normal, on top of the case's speed */
  } * set;                    /* [zone_count] */
  struct opening_table table; /* of all that, for a backend */
  uint32_t *deepest, *gone;   /* found by it */
  struct vec4 *rows;          /* of samples */
  uint32_t zone_count, site_count, before_count;
  double fastest;             /* m/s: of all sites */
  double travelled;           /* m: how far it has come since the last exchange */
  uint64_t sampled, levelled; /* steps of the last sample, and of the last surface */
  double *numbers;            /* for checkpoints */
};

enum { NUMBERS_OF_ZONE = 3 }; /* in, out, push */

static size_t number_count(const struct openings *o) {
  return 1 + NUMBERS_OF_ZONE * (size_t)o->zone_count;
}

/* ---- set up ---- */

static int allocate_openings(struct openings *o, size_t zones) {
  o->values = calloc(zones, sizeof *o->values);
  o->faces = calloc(zones, sizeof *o->faces);
  o->zones = calloc(zones, sizeof *o->zones);
  o->logs = calloc(zones, sizeof *o->logs);
  o->gone = calloc(zones, sizeof *o->gone);
  o->set = calloc(zones, sizeof *o->set);
  o->kinds = calloc(zones, sizeof *o->kinds);
  o->numbers = calloc(1 + NUMBERS_OF_ZONE * zones, sizeof *o->numbers);
  CHECK(o->values && o->faces && o->zones && o->logs && o->gone && o->set && o->kinds && o->numbers,
        STATUS_FAILED, "no memory for open boundaries");
  return STATUS_OK;
}

static int allocate_sites(struct openings *o) {
  const size_t n = (size_t)o->site_count + 1;
  o->sites = calloc(n, sizeof *o->sites);
  o->places = calloc(n, sizeof *o->places);
  o->before = calloc(n, sizeof *o->before);
  o->point_of = calloc(n, sizeof *o->point_of);
  o->seen = calloc(n, sizeof *o->seen);
  o->given = calloc(n, sizeof *o->given);
  o->deepest = calloc(n, sizeof *o->deepest);
  o->rows = calloc(n, fit_WRITTEN * sizeof *o->rows);
  CHECK(o->sites && o->places && o->before && o->point_of && o->seen && o->given && o->deepest && o->rows,
        STATUS_FAILED, "no memory for open boundaries");
  return STATUS_OK;
}

/* What it takes from the fluid before it. */
static uint32_t follows(const struct opening *o) {
  return (o->velocity.model == OPENING_FREE ? OPENING_FOLLOWS_VELOCITY : 0u) |
         (o->pressure.model < OPENING_GIVEN ? OPENING_FOLLOWS_PRESSURE : 0u) |
         (o->pressure.model == OPENING_EXTRAPOLATED ? OPENING_FOLLOWS_SLOPE : 0u) |
         (o->surface.model == SURFACE_FREE ? OPENING_FOLLOWS_SURFACE : 0u);
}

static void make_zone(struct wcsph_run *r, uint32_t k) {
  struct openings *o = r->openings;
  const struct opening_face *f = &o->faces[k];
  struct opening_zone *z = &o->zones[k];
  const struct position centre = state_position(&r->state, f->centre);
  const double dp = r->config->dp;
  *z = (struct opening_zone){.centre = {centre.x, centre.y, centre.z},
                             .spacing = (float)dp,
                             .length = (float)(f->layers * dp),
                             .reach = (float)((f->layers + 2) * dp),
                             .count = {(uint32_t)f->count[0], (uint32_t)f->count[1]},
                             .first = o->site_count,
                             .follows = follows(&r->config->openings[k]),
                             .eddies = o->kinds[k].model.eddies};
  for (int m = 0; m < 3; m++)
    for (int a = 0; a < 3; a++) z->axes[m][a] = (float)f->axes[m][a];
  const int up = opening_upright(&r->config->scene);
  z->gravity = r->config->gravity[up] * (double)z->axes[0][up] * o->kinds[k].share;
  o->site_count += z->count[0] * z->count[1];
}

static void make_sites(struct wcsph_run *r, uint32_t k) {
  struct openings *o = r->openings;
  const struct opening_face *f = &o->faces[k];
  const struct opening_zone *z = &o->zones[k];
  for (uint32_t s = 0; s < z->count[0] * z->count[1]; s++) {
    const uint32_t at = z->first + s;
    double before[3];
    opening_face_place(f, &r->config->scene, (int)s, 0.0, o->places[at]);
    opening_face_place(f, &r->config->scene, (int)s, -(double)r->law.support, before);
    o->sites[at].state = f->open[s] ? OPENING_UNKNOWN : OPENING_CLOSED;
    o->point_of[at] = f->open[s] && z->follows ? o->before_count : OPENING_NO_POINT;
    if (o->point_of[at] != OPENING_NO_POINT) o->before[o->before_count++] = state_position(&r->state, before);
  }
}

int openings_open(struct wcsph_run *r, const struct particles *p) {
  const struct wcsph_settings *c = r->config;
  if (c->opening_count == 0) return STATUS_OK;
  struct openings *o = r->openings = calloc(1, sizeof *o);
  CHECK(o, STATUS_FAILED, "no memory for open boundaries");
  o->zone_count = (uint32_t)c->opening_count;
  o->sampled = o->levelled = UINT64_MAX;
  TRY(allocate_openings(o, c->opening_count));
  for (uint32_t k = 0; k < o->zone_count; k++) {
    TRY(opening_face_make(&o->faces[k], &c->scene, &c->openings[k]));
    const struct opening_fitting fitting = opening_fit_shape(c, &c->openings[k], &o->faces[k]);
    opening_close_by_walls(&o->faces[k], c, p);
    TRY(opening_values_open(&o->values[k], c, &c->openings[k], &o->faces[k], &fitting));
    o->kinds[k] = opening_kind(c, &c->openings[k], &r->law, p);
    make_zone(r, k);
  }
  TRY(allocate_sites(o));
  for (uint32_t k = 0; k < o->zone_count; k++) make_sites(r, k);
  o->table = (struct opening_table){.zones = o->zones,
                                    .sites = o->sites,
                                    .given = wcsph_takes(r->backend, WORK_LOOK_AT_FACES) ? o->given : NULL,
                                    .seen = o->seen,
                                    .before = o->before,
                                    .point_of = o->point_of,
                                    .zone_count = o->zone_count,
                                    .site_count = o->site_count,
                                    .before_count = o->before_count,
                                    .deepest = o->deepest,
                                    .gone = o->gone};
  return STATUS_OK;
}

void openings_close(struct wcsph_run *r) {
  struct openings *o = r->openings;
  if (!o) return;
  for (uint32_t k = 0; k < o->zone_count; k++) {
    if (o->faces) opening_face_free(&o->faces[k]);
    if (o->values) opening_values_close(&o->values[k]);
  }
  void *const all[] = {o->values,  o->faces,    o->zones, o->logs,  o->sites, o->places,
                       o->before,  o->point_of, o->seen,  o->given, o->gone,  o->rows,
                       o->deepest, o->numbers,  o->set,   o->kinds, o};
  r->openings = NULL;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

/* ---- what they say ---- */

/* Sets a boundary's squares from the case, if anything changed: squares are many, and a GPU waits for
 * them. */
static int give_openings(struct wcsph_run *r, uint32_t k, bool *changed) {
  struct openings *all = r->openings;
  const struct opening *o = &r->config->openings[k];
  const struct opening_zone *z = &all->zones[k];
  struct opening_set *set = &all->set[k];
  const int up = opening_upright(&r->config->scene);
  const double sign = r->config->gravity[up] > 0.0 ? -1.0 : 1.0,
               rho_g = r->config->material.density * all->kinds[k].share * fabs(r->config->gravity[up]),
               sound = opening_kind_sound(&all->kinds[k], &r->law);
  struct opening_now now;
  opening_values_at(o, r->moved_time, &now);
  now.level *= sign;
  if (set->known && now.pressure == set->now.pressure && now.level == set->now.level &&
      now.factor == set->now.factor && o->velocity.model != OPENING_FORMULA &&
      o->velocity.model != OPENING_PROFILES)
    return STATUS_OK;
  set->known = true;
  set->now = now;
  *changed = true;
  now.factor *= opening_wet_scale(&all->values[k], r->config, o, &all->faces[k], now.level);
  for (uint32_t s = z->first; s < z->first + z->count[0] * z->count[1]; s++) {
    const double height = sign * all->places[s][up], depth = fmax(now.level - height, 0.0);
    struct opening_given *g = &all->given[s];
    double speed = 0.0;
    if (all->sites[s].state == OPENING_CLOSED) continue;
    if (!(z->follows & OPENING_FOLLOWS_VELOCITY))
      speed = opening_speed(&all->values[k], o, s - z->first, all->places[s], &now) + set->push;
    TRY(opening_check_speed(r->config, o, speed, all->places[s], now.time, sound));
    *g = (struct opening_given){.speed = (float)speed,
                                .wet = o->surface.model == SURFACE_FULL || height <= now.level};
    if (o->pressure.model == OPENING_GIVEN)
      g->d = opening_density(&r->law, (float)now.pressure + r->law.background);
    if (o->pressure.model == OPENING_HYDROSTATIC)
      g->d = opening_density(&r->law, (float)(now.pressure + rho_g * depth) + r->law.background);
  }
  return STATUS_OK;
}

/* Whether the fluid in front of faces has to be sampled in this step. */
static bool sample_is_due(const struct wcsph_run *r) {
  const struct openings *o = r->openings;
  return o->before_count > 0 && (r->step % SAMPLE_EVERY == 0 || o->sampled == UINT64_MAX) &&
         o->sampled != r->step;
}

/* sqrt(g / depth) times what the surface before a face misses comes in besides, as in shallow water. */
static int absorb(struct wcsph_run *r, uint32_t k) {
  struct opening_set *set = &r->openings->set[k];
  const struct opening *o = &r->config->openings[k];
  const double gravity = r->config->gravity[opening_upright(&r->config->scene)];
  double place[3], level;
  struct opening_now now;
  if (o->absorb.model == ABSORB_NONE || r->moved_time < o->absorb.from) return STATUS_OK;
  opening_values_at(o, r->moved_time, &now);
  opening_face_before(&r->openings->faces[k], o->absorb.before, place);
  TRY(gauges_upright(r, place, NULL, &level));
  const double misses = gravity > 0.0 ? level - now.due : now.due - level;
  set->push = isnan(level) ? 0.0 : misses * sqrt(fabs(gravity) / o->absorb.depth);
  set->known = false;
  return STATUS_OK;
}

static int absorb_all(struct wcsph_run *r) {
  struct openings *o = r->openings;
  if ((r->step % LEVEL_EVERY != 0 && o->levelled != UINT64_MAX) || o->levelled == r->step) return STATUS_OK;
  o->levelled = r->step;
  for (uint32_t k = 0; k < o->zone_count; k++) TRY(absorb(r, k));
  return STATUS_OK;
}

/* As the backend does it where it can. */
static int look_at_faces(struct wcsph_run *r, bool sample, float *fastest2) {
  struct openings *o = r->openings;
  if (sample)
    TRY(r->backend->points(r->self, opening_fit_pass(&r->state), o->before_count, o->before, o->rows));
  *fastest2 = 0.0f;
  for (uint32_t k = 0; k < o->zone_count; k++) {
    const struct opening_zone *z = &o->zones[k];
    for (uint32_t s = z->first; s < z->first + z->count[0] * z->count[1]; s++) {
      float sums[4 * fit_WRITTEN];
      if (sample && o->point_of[s] != OPENING_NO_POINT) {
        memcpy(sums, &o->rows[fit_WRITTEN * o->point_of[s]], sizeof sums);
        o->seen[s] = opening_fit(&r->law, sums, z->axes[0], z->gravity, OPENING_FIT_SHARE);
      }
      opening_square(&r->law, z, &o->given[s], &o->seen[s], &o->sites[s]);
      *fastest2 = fmaxf(*fastest2, opening_speed2(&o->sites[s]));
    }
  }
  o->table.version++;
  return STATUS_OK;
}

int openings_find(struct wcsph_run *r, struct step *s) {
  (void)s;
  struct openings *o = r->openings;
  bool changed = false;
  float fastest2;
  const bool sample = sample_is_due(r);
  TRY(absorb_all(r));
  for (uint32_t k = 0; k < o->zone_count; k++) TRY(give_openings(r, k, &changed));
  if (changed && o->table.given) o->table.version++;
  if (sample) o->sampled = r->step;
  if (!changed && !sample) return STATUS_OK;
  if (o->table.given)
    TRY(wcsph_look_at_faces(r->backend, r->self, &o->table, sample, &fastest2));
  else
    TRY(look_at_faces(r, sample, &fastest2));
  o->fastest = sqrt((double)fastest2);
  return STATUS_OK;
}

int openings_impose(struct wcsph_run *r, struct step *s) {
  s->stage->faces = &r->openings->table;
  return STATUS_OK;
}

/* Sites and what was seen, on the host. */
static int show_faces(struct wcsph_run *r) {
  const struct opening_table *t = &r->openings->table;
  return t->given ? wcsph_show_faces(r->backend, r->self, t) : STATUS_OK;
}

/* ---- fluid that comes and goes ---- */

/* The number of particles that enter at square s, behind the deepest row of its column; with `fill` they are
 * written to `come`. */
static uint32_t newcomers(const struct wcsph_run *r, uint32_t k, uint32_t s, bool fill,
                          struct wcsph_newcomer *come) {
  const struct openings *o = r->openings;
  const struct opening_zone *z = &o->zones[k];
  const struct opening_site *at = &o->sites[s];
  const float *n = z->axes[0], *v = at->velocity;
  const bool known = at->state == OPENING_KNOWN;
  const double length = (double)z->length;
  const double dense = 1.0 + (double)opening_kind_density(&o->kinds[k], at->d),
               gap = r->config->dp / dense; /* what comes in is as dense */
  float found;
  uint32_t count = 0;
  if (at->state == OPENING_CLOSED || !at->wet) return 0;
  if (!(dense > 0.1 && dense < 10.0)) return 0; /* what it follows has diverged, and says so itself */
  if (!fill && !(known && (v[0] * n[0] + v[1] * n[1]) + v[2] * n[2] > 0.0f)) return 0;
  memcpy(&found, &o->deepest[s], sizeof found);
  for (double depth = o->deepest[s] ? (double)found + gap : 0.5 * gap; depth <= length;
       depth += gap, count++) {
    if (!come) continue;
    struct wcsph_newcomer *one = &come[count];
    *one = opening_kind_newcomer(&o->kinds[k], &r->law, at->d + at->slope * (float)depth);
    for (int a = 0; a < 3; a++) {
      one->place[a] = o->places[s][a] - depth * o->faces[k].axes[0][a];
      one->velocity[a] = known ? v[a] : 0.0f;
    }
  }
  return count;
}

static uint32_t all_newcomers(struct wcsph_run *r, bool fill, struct wcsph_newcomer *come) {
  struct openings *o = r->openings;
  uint32_t count = 0;
  for (uint32_t k = 0; k < o->zone_count; k++) {
    const struct opening_zone *z = &o->zones[k];
    const uint32_t before = count;
    for (uint32_t s = z->first; s < z->first + z->count[0] * z->count[1]; s++)
      count += newcomers(r, k, s, fill, come ? come + count : NULL);
    if (come) o->logs[k].in += count - before;
  }
  return count;
}

static int exchange(struct wcsph_run *r, bool fill) {
  struct openings *o = r->openings;
  struct wcsph_change change = {0};
  memset(o->deepest, 0, o->site_count * sizeof *o->deepest);
  memset(o->gone, 0, o->zone_count * sizeof *o->gone);
  TRY(show_faces(r));
  TRY(wcsph_collect_faces(r->backend, r->self, &o->table));
  for (uint32_t k = 0; k < o->zone_count; k++) {
    change.marked += o->gone[k];
    o->logs[k].out += o->gone[k];
  }
  const uint32_t count = all_newcomers(r, fill, NULL);
  struct wcsph_newcomer *come = calloc((size_t)count + 1, sizeof *come);
  CHECK(come, STATUS_FAILED, "no memory for %u particles", count);
  change.come_count = all_newcomers(r, fill, come);
  change.come = come;
  const int status = wcsph_run_change(r, &change);
  free(come);
  return status;
}

int openings_begin(struct wcsph_run *r, struct step *s) {
  struct openings *o = r->openings;
  r->moved_time = r->time;
  TRY(openings_find(r, s));
  TRY(exchange(r, true));
  for (uint32_t k = 0; k < o->zone_count; k++) o->logs[k] = (struct opening_log){0};
  r->heat.begun += r->heat.come, r->heat.come = 0.0;
  o->sampled = o->levelled = UINT64_MAX;
  return STATUS_OK;
}

int openings_exchange(struct wcsph_run *r, struct step *s) {
  struct openings *o = r->openings;
  (void)s;
  o->travelled += o->fastest * r->dt;
  if (o->travelled < r->config->dp) return STATUS_OK;
  o->travelled = 0.0;
  return exchange(r, false);
}

struct opening_log openings_logged(const struct wcsph_run *r, size_t k) {
  return r->openings ? r->openings->logs[k] : (struct opening_log){0};
}

/* ---- checkpoints ---- */

static void add_buffer(struct checkpoint *to, const char *name, enum field_type type, int components,
                       size_t rows, const void *data) {
  to->rows[to->buffer_count] = rows; /* the buffers that are not saved leave room */
  to->buffers[to->buffer_count++] = (struct field){name, type, components, data};
}

int openings_save(struct wcsph_run *r, struct checkpoint *to) {
  struct openings *o = r->openings;
  if (!o) return STATUS_OK;
  o->numbers[0] = o->travelled;
  for (uint32_t k = 0; k < o->zone_count; k++) {
    double *of = &o->numbers[1 + NUMBERS_OF_ZONE * k];
    of[0] = (double)o->logs[k].in, of[1] = (double)o->logs[k].out, of[2] = o->set[k].push;
  }
  TRY(show_faces(r));
  add_buffer(to, "open_boundaries", FIELD_F64, 1, number_count(o), o->numbers);
  add_buffer(to, "open_samples", FIELD_F32, OPENING_FIT_NUMBERS, o->site_count, o->seen);
  return STATUS_OK;
}

int openings_take(struct wcsph_run *r, const struct checkpoint *from) {
  struct openings *o = r->openings;
  size_t rows = 0, seen_rows = 0;
  if (!o) return STATUS_OK;
  const struct field *numbers = checkpoint_buffer(from, "open_boundaries", &rows),
                     *seen = checkpoint_buffer(from, "open_samples", &seen_rows);
  CHECK(numbers && rows == number_count(o) && numbers->type == FIELD_F64 && numbers->components == 1 &&
            seen && seen_rows == o->site_count && seen->type == FIELD_F32 &&
            seen->components == OPENING_FIT_NUMBERS,
        STATUS_USAGE, "the checkpoint's open boundaries are missing or do not fit the case");
  memcpy(o->numbers, numbers->data, rows * sizeof *o->numbers);
  _Static_assert(sizeof *o->seen == OPENING_FIT_NUMBERS * sizeof(float), "as in a file");
  memcpy(o->seen, seen->data, seen_rows * sizeof *o->seen);
  o->table.seen_version++;
  o->travelled = o->numbers[0];
  for (uint32_t k = 0; k < o->zone_count; k++) {
    const double *of = &o->numbers[1 + NUMBERS_OF_ZONE * k];
    o->logs[k] = (struct opening_log){(uint64_t)of[0], (uint64_t)of[1]};
    o->set[k].push = of[2];
  }
  o->sampled = o->levelled = UINT64_MAX - 1; /* there is one */
  return STATUS_OK;
}
