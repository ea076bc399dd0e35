/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/openings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/opening_face.h"
#include "util/error.h"
#include "wcsph/opening_fit.h"
#include "wcsph/opening_values.h"
#include "wcsph/passes/fit.h"
#include "wcsph/scalar.h"

/* Fluid before a face is looked at every so many steps, no farther than sound goes in them. */
enum { SAMPLE_EVERY = 4 };

enum { SEEN_NUMBERS = 2 + FIT_COUNT }; /* what is kept of a sample: struct opening_fit */

/* Shares of the kernel: below the first there is no fluid to take anything from, below the second none to
 * draw a line through; above the third the place is wet. */
static const float known_share = 0.1f, fit_share = 0.3f, wet_share = 0.5f;

struct openings {
  struct opening_values *values; /* [zone_count] what the case gives */
  struct opening_face *faces;    /* likewise */
  struct opening_zone *zones;    /* likewise */
  struct opening_log *logs;      /* likewise */
  struct opening_site *sites;    /* of all, one behind the other */
  double (*places)[3];           /* likewise, at the face, m */
  struct position *before;       /* where fluid is looked at: of those squares that take something from it */
  float (*seen)[SEEN_NUMBERS];   /* what was there */
  bool *wet;                     /* whether particles come there */
  struct opening_set {
    bool known;             /* once set */
    struct opening_now now; /* for this */
    double fastest;         /* m/s: of its squares */
  } * set;                  /* [zone_count] */
  uint32_t *deepest, *gone; /* found by the backend */
  struct vec4 *rows;        /* of samples */
  uint32_t zone_count, site_count, before_count;
  bool looked;      /* a sample was taken since the squares were set */
  uint64_t version; /* of the squares */
  double fastest;   /* m/s: of all sites */
  double travelled; /* m: how far it has come since the last exchange */
  uint64_t sampled; /* step of the last sample */
  double *numbers;  /* for checkpoints */
};

static size_t number_count(const struct openings *o) {
  return 1 + 2 * (size_t)o->zone_count;
}

/* ---- set up ---- */

/* Squares whose columns walls stand in are none: walls come first. Returns how many are left. */
static int close_by_walls(struct opening_face *f, const struct amphi_case *c, const struct particles *p) {
  const double length = f->layers * c->dp, near = 0.7;
  int open = 0;
  for (size_t i = 0; i < p->wall_count; i++) {
    double along[3];
    opening_face_along(f, p->position[i], along);
    if (-along[0] <= 0.0 || -along[0] >= length) continue;
    const double x = along[1] / c->dp + 0.5 * f->count[0] - 0.5,
                 y = c->dimensions == 2 ? 0.0 : along[2] / c->dp + 0.5 * f->count[1] - 0.5;
    for (int m = (int)floor(y); m <= (int)floor(y) + 1; m++)
      for (int n = (int)floor(x); n <= (int)floor(x) + 1; n++) {
        const bool there = m >= 0 && n >= 0 && m < f->count[1] && n < f->count[0];
        if (there && (x - n) * (x - n) + (y - m) * (y - m) < near * near)
          f->open[n + f->count[0] * m] = false;
      }
  }
  for (int s = 0; s < f->count[0] * f->count[1]; s++) open += f->open[s];
  return open;
}

/* Whether fluid stands before any square of the face, however far. */
static bool meets_fluid(const struct opening_face *f, const struct amphi_case *c, const struct particles *p) {
  for (size_t i = p->wall_count; i < p->wall_count + p->fluid_count; i++) {
    double along[3];
    opening_face_along(f, p->position[i], along);
    const double x = along[1] / c->dp + 0.5 * f->count[0], y = along[2] / c->dp + 0.5 * f->count[1];
    if (along[0] > 0.0 && x >= 0.0 && y >= 0.0 && x < f->count[0] && y < f->count[1] &&
        f->open[(int)x + f->count[0] * (int)y])
      return true;
  }
  return false;
}

static int fault(const struct amphi_case *c, const struct opening *o, const char *part) {
  char place[CASE_PLACE];
  return error_prefix(STATUS_USAGE, "%s: open_boundaries.%s.%s", case_place(place, c, o->line), o->name,
                      part);
}

static int check_one(const struct amphi_case *c, const struct wcsph_law *law, const struct particles *p,
                     const struct opening *o, struct opening_face *f, bool fed) {
  const double speed = opening_most_speed(o);
  TRY(opening_face_make(f, c, o));
  if (close_by_walls(f, c, p) == 0) {
    error_set(STATUS_USAGE, "all of it is in walls; expected a face with room between them");
    return fault(c, o, "shape");
  }
  if (o->velocity.model == OPENING_FREE && !fed && !meets_fluid(f, c, p)) {
    error_set(STATUS_USAGE,
              "no water is before the face, from which it could take its velocity; expected water there, "
              "another boundary that lets water in, or a velocity");
    return fault(c, o, "velocity.model");
  }
  if (speed > (double)law->c0) {
    error_set(STATUS_USAGE, "%g m/s; expected at most the speed of sound, %g m/s", speed, (double)law->c0);
    return fault(c, o, o->velocity.model == OPENING_TABLE ? "velocity.table" : "velocity.speed");
  }
  return STATUS_OK;
}

int openings_check(const struct amphi_case *c, const struct wcsph_law *law, const struct particles *p) {
  bool fed = false;
  for (size_t k = 0; k < c->opening_count; k++) fed |= c->openings[k].velocity.model != OPENING_FREE;
  for (size_t k = 0; k < c->opening_count; k++) {
    struct opening_face f = {.open = NULL};
    const int status = check_one(c, law, p, &c->openings[k], &f, fed);
    opening_face_free(&f);
    TRY(status);
  }
  return STATUS_OK;
}

static int allocate(struct openings *o, size_t zones) {
  o->values = calloc(zones, sizeof *o->values);
  o->faces = calloc(zones, sizeof *o->faces);
  o->zones = calloc(zones, sizeof *o->zones);
  o->logs = calloc(zones, sizeof *o->logs);
  o->gone = calloc(zones, sizeof *o->gone);
  o->set = calloc(zones, sizeof *o->set);
  o->numbers = calloc(1 + 2 * zones, sizeof *o->numbers);
  CHECK(o->values && o->faces && o->zones && o->logs && o->gone && o->set && o->numbers, STATUS_FAILED,
        "no memory for open boundaries");
  return STATUS_OK;
}

static int allocate_sites(struct openings *o) {
  const size_t n = (size_t)o->site_count + 1;
  o->sites = calloc(n, sizeof *o->sites);
  o->places = calloc(n, sizeof *o->places);
  o->before = calloc(n, sizeof *o->before);
  o->seen = calloc(n, sizeof *o->seen);
  o->wet = calloc(n, sizeof *o->wet);
  o->deepest = calloc(n, sizeof *o->deepest);
  o->rows = calloc(n, fit_WRITTEN * sizeof *o->rows);
  CHECK(o->sites && o->places && o->before && o->seen && o->wet && o->deepest && o->rows, STATUS_FAILED,
        "no memory for open boundaries");
  return STATUS_OK;
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
                             .first = o->site_count};
  for (int m = 0; m < 3; m++)
    for (int a = 0; a < 3; a++) z->axes[m][a] = (float)f->axes[m][a];
  o->site_count += z->count[0] * z->count[1];
}

/* Whether it takes something from the fluid before it. */
static bool looks_at_fluid(const struct opening *o) {
  return o->velocity.model == OPENING_FREE || o->pressure.model == OPENING_EXTRAPOLATED ||
         o->surface.model == SURFACE_FREE;
}

static void make_sites(struct wcsph_run *r, uint32_t k) {
  struct openings *o = r->openings;
  const struct opening_face *f = &o->faces[k];
  const struct opening_zone *z = &o->zones[k];
  for (uint32_t s = 0; s < z->count[0] * z->count[1]; s++) {
    const uint32_t at = z->first + s;
    double before[3];
    opening_face_place(f, r->config, (int)s, 0.0, o->places[at]);
    opening_face_place(f, r->config, (int)s, -(double)r->law.support, before);
    o->sites[at].state = f->open[s] ? OPENING_UNKNOWN : OPENING_CLOSED;
    if (f->open[s] && looks_at_fluid(&r->config->openings[k]))
      o->before[o->before_count++] = state_position(&r->state, before);
  }
}

int openings_open(struct wcsph_run *r, const struct particles *p) {
  const struct amphi_case *c = r->config;
  if (c->opening_count == 0) return STATUS_OK;
  struct openings *o = r->openings = calloc(1, sizeof *o);
  CHECK(o, STATUS_FAILED, "no memory for open boundaries");
  o->zone_count = (uint32_t)c->opening_count;
  o->sampled = UINT64_MAX;
  TRY(allocate(o, c->opening_count));
  for (uint32_t k = 0; k < o->zone_count; k++) {
    TRY(opening_face_make(&o->faces[k], c, &c->openings[k]));
    close_by_walls(&o->faces[k], c, p);
    TRY(opening_values_open(&o->values[k], c, &c->openings[k], &o->faces[k]));
    make_zone(r, k);
  }
  TRY(allocate_sites(o));
  for (uint32_t k = 0; k < o->zone_count; k++) make_sites(r, k);
  return STATUS_OK;
}

void openings_close(struct wcsph_run *r) {
  struct openings *o = r->openings;
  if (!o) return;
  for (uint32_t k = 0; k < o->zone_count; k++) {
    if (o->faces) opening_face_free(&o->faces[k]);
    if (o->values) opening_values_close(&o->values[k]);
  }
  void *const all[] = {o->values, o->faces, o->zones, o->logs,    o->sites,   o->places, o->before, o->seen,
                       o->wet,    o->gone,  o->rows,  o->deepest, o->numbers, o->set,    o};
  r->openings = NULL;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

/* ---- what they say ---- */

/* Of gravity, along the normal, m/s^2. */
static double gravity_along(const struct wcsph_run *r, const struct opening_zone *z) {
  const int up = opening_upright(r->config);
  return r->config->gravity[up] * (double)z->axes[0][up];
}

/* Fluid before the faces of those boundaries that take something from it. */
static int sample(struct wcsph_run *r) {
  struct openings *o = r->openings;
  uint32_t at = 0;
  if (o->before_count == 0 || (r->step % SAMPLE_EVERY != 0 && o->sampled != UINT64_MAX) ||
      o->sampled == r->step)
    return STATUS_OK;
  TRY(r->backend->pass_at(r->self, PASS_fit, o->before_count, o->before, o->rows));
  for (uint32_t k = 0; k < o->zone_count; k++) {
    const struct opening_zone *z = &o->zones[k];
    const double gravity = gravity_along(r, z);
    if (!looks_at_fluid(&r->config->openings[k])) continue;
    for (uint32_t s = z->first; s < z->first + z->count[0] * z->count[1]; s++) {
      if (o->sites[s].state == OPENING_CLOSED) continue;
      const struct opening_fit fit =
          opening_fit(&r->law, &o->rows[fit_WRITTEN * at++], z->axes[0], gravity, fit_share);
      _Static_assert(sizeof fit == sizeof o->seen[s], "what is kept of a sample");
      memcpy(o->seen[s], &fit, sizeof fit);
    }
  }
  o->sampled = r->step;
  o->looked = true;
  return STATUS_OK;
}

/* Velocity at a square: as it is before the face, across it where fluid comes in; or as given, along the
 * normal. */
static void set_velocity(const struct opening_zone *z, const float seen[SEEN_NUMBERS], bool free,
                         double speed, struct opening_site *at) {
  const float *n = z->axes[0];
  const float in = free ? (seen[2] * n[0] + seen[3] * n[1]) + seen[4] * n[2] : (float)speed;
  at->state = free && !(seen[0] >= known_share) ? OPENING_UNKNOWN : OPENING_KNOWN;
  for (int a = 0; a < 3; a++) at->velocity[a] = free && !(in > 0.0f) ? seen[2 + a] : in * n[a];
}

/* Density at a square, and how it goes on behind it: with the weight of water, or as the pressure before the
 * face does. */
static void set_density(const struct wcsph_run *r, const struct opening *o, const struct opening_zone *z,
                        const struct opening_now *now, const float seen[SEEN_NUMBERS], double height,
                        struct opening_site *at) {
  const double rho_g = r->config->material.density * fabs(r->config->gravity[opening_upright(r->config)]);
  const float c2 = r->law.c0 * r->law.c0;
  at->slope = -(float)gravity_along(r, z) / c2;
  at->d = 0.0f;
  if (o->pressure.model == OPENING_GIVEN) {
    at->d = eos_density(&r->law, (float)now->pressure + r->law.background);
  } else if (o->pressure.model == OPENING_HYDROSTATIC) {
    at->d = eos_density(&r->law, (float)(rho_g * fmax(now->level - height, 0.0)) + r->law.background);
  } else if (seen[0] >= known_share) {
    at->slope = -seen[1 + FIT_COUNT] / (r->law.rho0 * c2);
    at->d = eos_density(&r->law, seen[1] - seen[1 + FIT_COUNT] * r->law.support);
  }
}

/* Nothing is done where nothing has changed: squares are many, and a GPU waits for them. */
static int set_sites(struct wcsph_run *r, uint32_t k) {
  struct openings *all = r->openings;
  const struct opening *o = &r->config->openings[k];
  const struct opening_zone *z = &all->zones[k];
  struct opening_set *set = &all->set[k];
  const int up = opening_upright(r->config);
  const double sign = r->config->gravity[up] > 0.0 ? -1.0 : 1.0;
  struct opening_now now;
  opening_values_at(&all->values[k], o, r->moved_time, &now);
  now.level *= sign;
  const bool looked = all->looked && looks_at_fluid(o),
             pressed = set->known && now.pressure == set->now.pressure && now.level == set->now.level &&
                       !(looked && o->pressure.model == OPENING_EXTRAPOLATED);
  if (pressed && !looked && now.factor == set->now.factor && o->velocity.model != OPENING_FORMULA)
    return STATUS_OK;
  *set = (struct opening_set){.known = true, .now = now};
  all->version++;
  for (uint32_t s = z->first; s < z->first + z->count[0] * z->count[1]; s++) {
    const double height = sign * all->places[s][up];
    struct opening_site *at = &all->sites[s];
    double speed = 0.0;
    if (at->state == OPENING_CLOSED) continue;
    if (o->velocity.model != OPENING_FREE)
      speed = opening_speed(&all->values[k], o, s - z->first, all->places[s], &now);
    CHECK(fabs(speed) <= (double)r->law.c0, STATUS_USAGE,
          "open_boundaries.%s.velocity: %g m/s at (%g, %g, %g) m, t = %g s; expected at most the speed of "
          "sound, %g m/s",
          o->name, speed, all->places[s][0], all->places[s][1], all->places[s][2], now.time,
          (double)r->law.c0);
    set_velocity(z, all->seen[s], o->velocity.model == OPENING_FREE, speed, at);
    if (!pressed) set_density(r, o, z, &now, all->seen[s], height, at);
    all->wet[s] = o->surface.model == SURFACE_FULL   ? true
                  : o->surface.model == SURFACE_FREE ? all->seen[s][0] > wet_share
                                                     : height <= now.level;
    const float *v = at->velocity;
    const float speed2 = at->state == OPENING_KNOWN ? (v[0] * v[0] + v[1] * v[1]) + v[2] * v[2] : 0.0f;
    set->fastest = fmax(set->fastest, sqrt((double)speed2));
  }
  return STATUS_OK;
}

static struct opening_table table_of(const struct openings *o, bool collect) {
  return (struct opening_table){.zones = o->zones,
                                .sites = o->sites,
                                .version = o->version,
                                .zone_count = o->zone_count,
                                .site_count = o->site_count,
                                .collect = collect,
                                .deepest = o->deepest,
                                .gone = o->gone};
}

int openings_impose_again(struct wcsph_run *r) {
  if (!r->openings) return STATUS_OK;
  const struct opening_table t = table_of(r->openings, false);
  return r->backend->open_faces(r->self, &t);
}

static int find_values(struct wcsph_run *r) {
  struct openings *o = r->openings;
  TRY(sample(r));
  o->fastest = 0.0;
  for (uint32_t k = 0; k < o->zone_count; k++) {
    TRY(set_sites(r, k));
    o->fastest = fmax(o->fastest, o->set[k].fastest);
  }
  o->looked = false;
  return STATUS_OK;
}

int openings_impose(struct wcsph_run *r) {
  if (!r->openings) return STATUS_OK;
  TRY(find_values(r));
  return openings_impose_again(r);
}

/* ---- who comes and who goes ---- */

/* Those who come to square s, behind the deepest of its column; their number. NULL: they are counted. */
static uint32_t newcomers(const struct wcsph_run *r, uint32_t k, uint32_t s, bool fill,
                          struct wcsph_newcomer *come) {
  const struct openings *o = r->openings;
  const struct opening_zone *z = &o->zones[k];
  const struct opening_site *at = &o->sites[s];
  const float *n = z->axes[0], *v = at->velocity;
  const bool known = at->state == OPENING_KNOWN;
  const double length = (double)z->length;
  const double gap = r->config->dp / (1.0 + (double)at->d); /* what comes in is as dense as it says */
  float found;
  uint32_t count = 0;
  if (at->state == OPENING_CLOSED || !o->wet[s]) return 0;
  if (!fill && !(known && (v[0] * n[0] + v[1] * n[1]) + v[2] * n[2] > 0.0f)) return 0;
  memcpy(&found, &o->deepest[s], sizeof found);
  for (double depth = o->deepest[s] ? (double)found + gap : 0.5 * gap; depth <= length;
       depth += gap, count++) {
    if (!come) continue;
    struct wcsph_newcomer *one = &come[count];
    *one = (struct wcsph_newcomer){.d = at->d + at->slope * (float)depth};
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
  const struct opening_table t = table_of(o, true);
  TRY(r->backend->open_faces(r->self, &t));
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

int openings_begin(struct wcsph_run *r) {
  struct openings *o = r->openings;
  if (!o) return STATUS_OK;
  r->moved_time = r->time;
  TRY(find_values(r));
  TRY(exchange(r, true));
  for (uint32_t k = 0; k < o->zone_count; k++) o->logs[k] = (struct opening_log){0};
  o->sampled = UINT64_MAX;
  return STATUS_OK;
}

int openings_exchange(struct wcsph_run *r) {
  struct openings *o = r->openings;
  if (!o) return STATUS_OK;
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
    o->numbers[1 + 2 * k] = (double)o->logs[k].in;
    o->numbers[2 + 2 * k] = (double)o->logs[k].out;
  }
  add_buffer(to, "open_boundaries", FIELD_F64, 1, number_count(o), o->numbers);
  add_buffer(to, "open_samples", FIELD_F32, SEEN_NUMBERS, o->site_count, o->seen);
  return STATUS_OK;
}

int openings_take(struct wcsph_run *r, const struct checkpoint *from) {
  struct openings *o = r->openings;
  size_t rows = 0, seen_rows = 0;
  if (!o) return STATUS_OK;
  const struct field *numbers = checkpoint_buffer(from, "open_boundaries", &rows),
                     *seen = checkpoint_buffer(from, "open_samples", &seen_rows);
  CHECK(numbers && rows == number_count(o) && numbers->type == FIELD_F64 && numbers->components == 1 &&
            seen && seen_rows == o->site_count && seen->type == FIELD_F32 && seen->components == SEEN_NUMBERS,
        STATUS_USAGE, "the checkpoint's open boundaries are missing or do not fit the case");
  memcpy(o->numbers, numbers->data, rows * sizeof *o->numbers);
  memcpy(o->seen, seen->data, seen_rows * sizeof *o->seen);
  o->travelled = o->numbers[0];
  for (uint32_t k = 0; k < o->zone_count; k++)
    o->logs[k] = (struct opening_log){(uint64_t)o->numbers[1 + 2 * k], (uint64_t)o->numbers[2 + 2 * k]};
  o->sampled = UINT64_MAX - 1; /* there is one */
  return STATUS_OK;
}
