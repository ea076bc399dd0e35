/* SPDX-License-Identifier: BSD-3-Clause */
/* What levels give each other. Fluid in rings has the velocity and pressure that the neighbour level has
 * there, by the straight line that open boundaries take; through gates whole particles come and go. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/clock.h"
#include "util/error.h"
#include "wcsph/levels/place.h"
#include "wcsph/levels/run.h"
#include "wcsph/openings/opening_square.h"

enum { EXCHANGE_EVERY = 4 }; /* steps, in which fluid goes much less than the spare width of a ring */

/* ---- the fluid of a level at places; its list must not be stale ---- */

static int fit_at(struct wcsph_run *from, const double (*places)[3], uint32_t count,
                  struct opening_fit *fits) {
  static const float up[3] = {0.0f, 0.0f, 1.0f};
  if (count == 0) return STATUS_OK;
  struct position *points = calloc(count, sizeof *points);
  struct vec4 *rows = malloc((size_t)count * fit_WRITTEN * sizeof *rows);
  int status = points && rows ? STATUS_OK : error_set(STATUS_FAILED, "no memory for rings");
  for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
    points[i] = state_position(&from->state, places[i]);
  if (status == STATUS_OK) status = from->backend->points(from->self, PASS_fit, count, points, rows);
  for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
    float sums[4 * fit_WRITTEN];
    memcpy(sums, &rows[(size_t)i * fit_WRITTEN], sizeof sums);
    fits[i] = opening_fit(&from->law, sums, up, 0.0, OPENING_FIT_SHARE);
  }
  free(points);
  free(rows);
  return status;
}

/* ---- whose fluid is ---- */

static int finer_number(const struct levels_run *r, int level, int finer) {
  for (int k = 1; k < r->count; k++)
    if (r->resolved[k].around == level && finer-- == 0) return k;
  return 0;
}

/* The gate by which a ring is known: that of the level's own ring, or of the ring in a finer box. */
static int gate_of(const struct levels_run *r, int level, enum whose whose, int finer) {
  if (whose == OF_AROUND || whose == BEYOND_RING) return 2 * (level - 1);
  return 2 * (finer_number(r, level, finer) - 1) + 1;
}

static void place_of(const struct wcsph_state *s, uint32_t i, double place[3]) {
  const uint32_t x[3] = {s->pos[i].x, s->pos[i].y, s->pos[i].z};
  for (int a = 0; a < 3; a++) place[a] = state_coordinate(s, x[a], a);
}

/* Of each row of fluid, by the row: OWN, or twice its ring's gate, and one more if it is beyond that. */
enum { OWN = UINT8_MAX };
static int find_whose(uint8_t **all, const struct levels_run *r, int level) {
  const struct wcsph_run *run = r->runs[level];
  const struct wcsph_state *s = &run->state;
  const uint32_t begin = state_range(s, KIND_FLUID).begin, end = s->count;
  uint8_t *to = *all = malloc((size_t)end + 1);
  CHECK(to, STATUS_FAILED, "no memory for rings");
#pragma omp parallel for schedule(static)
  for (uint32_t i = begin; i < end; i++) {
    double x[3];
    int finer;
    place_of(s, i, x);
    const enum whose whose = region_whose(&run->config->region, x, &finer);
    const bool beyond = whose == BEYOND_RING || whose == BEYOND_INNER_RING;
    to[i] = whose == LEVELS_OWN ? OWN : (uint8_t)(2 * gate_of(r, level, whose, finer) + beyond);
  }
  return STATUS_OK;
}

/* ---- rings ---- */

/* Rows of a level that another gives. */
struct ring {
  uint32_t *rows, count;
  double (*places)[3];
  struct opening_fit *fits;
};

static void ring_free(struct ring *g) {
  free(g->rows);
  free(g->places);
  free(g->fits);
}

static int ring_find(struct ring *g, const struct levels_run *r, size_t gate, const uint8_t *whose) {
  const struct wcsph_state *s = &r->runs[r->gates[gate].of]->state;
  const uint32_t begin = state_range(s, KIND_FLUID).begin;
  uint32_t count = 0;
  for (uint32_t i = begin; i < s->count; i++) count += whose[i] != OWN && whose[i] / 2u == gate;
  g->rows = malloc((count + 1) * sizeof *g->rows);
  g->places = malloc((count + 1) * sizeof *g->places);
  g->fits = malloc((count + 1) * sizeof *g->fits);
  CHECK(g->rows && g->places && g->fits, STATUS_FAILED, "no memory for rings");
  for (uint32_t i = begin; i < s->count; i++)
    if (whose[i] != OWN && whose[i] / 2u == gate) g->rows[g->count++] = i;
  for (uint32_t i = 0; i < count; i++) place_of(s, g->rows[i], g->places[i]);
  return STATUS_OK;
}

/* Velocity and density of a row, in all that an integrator keeps of them. Where the other level has no fluid
 * it falls. */
static void impose(struct wcsph_run *run, uint32_t i, const struct opening_fit *fit, double dt) {
  struct wcsph_state *s = &run->state;
  const struct vec4 none = {0.0f, 0.0f, 0.0f, 0.0f};
  struct vec4 v = s->vel[i];
  const double *g = run->config->gravity;
  if (fit->share >= OPENING_KNOWN_SHARE) {
    v = (struct vec4){fit->value[FIT_U], fit->value[FIT_V], fit->value[FIT_W],
                      opening_density(&run->law, fit->value[FIT_PRESSURE])};
  } else {
    v.x += (float)(g[0] * dt), v.y += (float)(g[1] * dt), v.z += (float)(g[2] * dt);
  }
  s->vel[i] = v;
  s->saved_vel[i] = run->law.keeps_rate ? none : v;
  if (s->vel_rest) s->vel_rest[i] = none;
  if (s->saved_vel_rest) s->saved_vel_rest[i] = none;
  if (s->damping) s->damping[i] = none;
}

static row_mask imposed(const struct wcsph_run *run) {
  return run->state.buffers & (BUFFER_VELOCITY | BUFFER_SAVED_VELOCITY | BUFFER_VELOCITY_REST |
                               BUFFER_SAVED_VELOCITY_REST | BUFFER_DAMPING);
}

/* The rings of all levels, and what is in them. */
static int find_rings(struct levels_run *r, struct ring *rings) {
  for (int k = 0; k < r->count; k++) TRY(wcsph_run_relist(r->runs[k])); /* rows stay where they are then */
  for (int k = 0; k < r->count; k++) {
    uint8_t *whose;
    TRY(wcsph_fetch(r->runs[k]->backend, r->runs[k]->self, imposed(r->runs[k]) | BUFFER_POSITION));
    int status = find_whose(&whose, r, k);
    for (size_t g = 0; g < r->gate_count && status == STATUS_OK; g++)
      if (r->gates[g].of == k) status = ring_find(&rings[g], r, g, whose);
    free(whose);
    TRY(status);
  }
  for (size_t g = 0; g < r->gate_count; g++)
    TRY(fit_at(r->runs[r->gates[g].from], (const double(*)[3])rings[g].places, rings[g].count,
               rings[g].fits));
  return STATUS_OK;
}

/* All are looked at before any is changed. */
static int give_rings(struct levels_run *r) {
  struct ring rings[2 * LEVELS_MOST] = {{0}};
  int status = find_rings(r, rings);
  for (size_t k = 0; k < r->gate_count && status == STATUS_OK; k++)
    for (uint32_t i = 0; i < rings[k].count; i++)
      impose(r->runs[r->gates[k].of], rings[k].rows[i], &rings[k].fits[i], r->runs[0]->dt);
  for (int k = 0; k < r->count && status == STATUS_OK; k++)
    status = wcsph_send(r->runs[k]->backend, r->runs[k]->self, imposed(r->runs[k]));
  for (size_t k = 0; k < r->gate_count; k++) ring_free(&rings[k]);
  return status;
}

/* ---- gates ---- */

static int compare_ids(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* The fluid of level k that is beyond its rings; and how much is its own. */
static int find_gone(struct levels_run *r, int k, struct wcsph_change *change, uint64_t *gone) {
  const struct wcsph_state *s = &r->runs[k]->state;
  uint8_t *whose;
  TRY(find_whose(&whose, r, k));
  r->own[k] = 0;
  for (uint32_t i = state_range(s, KIND_FLUID).begin; i < s->count; i++) {
    double x[3];
    r->own[k] += whose[i] == OWN;
    if (whose[i] == OWN || whose[i] % 2 == 0 || s->pos[i].mark == MARK_GONE) continue;
    place_of(s, i, x);
    gate_note_gone(&r->gates[whose[i] / 2], x);
    gone[change->gone_count++] = s->id[i];
  }
  free(whose);
  qsort(gone, change->gone_count, sizeof *gone, compare_ids);
  change->gone = gone;
  return STATUS_OK;
}

/* What flowed in since the last time, and what comes of it. */
static int find_come(struct levels_run *r, struct gate *g, double time, double more,
                     struct wcsph_change *change, struct wcsph_newcomer *come) {
  struct wcsph_run *of = r->runs[g->of], *from = r->runs[g->from];
  double(*places)[3] = malloc((g->count + 1) * sizeof *places);
  struct opening_fit *fits = malloc((g->count + 1) * sizeof *fits);
  int status = places && fits ? STATUS_OK : error_set(STATUS_FAILED, "no memory for the faces of levels");
  for (uint32_t i = 0; i < g->count && status == STATUS_OK; i++)
    memcpy(places[i], g->squares[i].place, sizeof *places);
  if (status == STATUS_OK) status = wcsph_run_relist(from);
  if (status == STATUS_OK) status = fit_at(from, (const double(*)[3])places, g->count, fits);
  for (uint32_t i = 0; i < g->count && status == STATUS_OK; i++) {
    struct square *s = &g->squares[i];
    const float *u = &fits[i].value[FIT_U];
    const bool wet = fits[i].share > OPENING_WET_SHARE;
    const float d = opening_density(&of->law, fits[i].value[FIT_PRESSURE]);
    const double speed =
        (double)u[0] * s->inward[0] + (double)u[1] * s->inward[1] + (double)u[2] * s->inward[2];
    if (wet) s->due += (speed > 0.0 ? more : 1.0) * speed * time / g->dp * (1.0 + (double)d);
    if (!wet || s->due < 1.0) continue;
    s->due -= 1.0;
    g->came++;
    struct wcsph_newcomer *n = &come[change->come_count++];
    *n = (struct wcsph_newcomer){.velocity = {u[0], u[1], u[2]}, .d = d};
    for (int a = 0; a < 3; a++) n->place[a] = s->place[a] + 0.5 * g->dp * s->inward[a];
  }
  free(places);
  free(fits);
  return status;
}

static int change_level(struct levels_run *r, int k, double time, double more) {
  struct wcsph_run *run = r->runs[k];
  struct wcsph_change change = {0};
  uint32_t squares = 0;
  for (size_t g = 0; g < r->gate_count; g++) squares += r->gates[g].of == k ? r->gates[g].count : 0;
  uint64_t *gone = malloc(((size_t)state_count(&run->state, KIND_FLUID) + 1) * sizeof *gone);
  struct wcsph_newcomer *come = malloc(((size_t)squares + 1) * sizeof *come);
  int status = gone && come ? wcsph_fetch(run->backend, run->self, BUFFER_POSITION | BUFFER_ID)
                            : error_set(STATUS_FAILED, "no memory for the faces of levels");
  if (status == STATUS_OK) status = find_gone(r, k, &change, gone);
  for (size_t g = 0; g < r->gate_count && status == STATUS_OK && time > 0.0; g++)
    if (r->gates[g].of == k) status = find_come(r, &r->gates[g], time, more, &change, come);
  change.come = come;
  if (status == STATUS_OK) status = wcsph_run_change(run, &change);
  free(gone);
  free(come);
  return status;
}

/* kg, in 2-D kg/m. */
static double particle_mass(const struct levels_run *r, int k) {
  const struct wcsph_settings *c = r->runs[k]->config;
  return c->material.density * c->dp * c->dp * (c->dimensions == 2 ? 1.0 : c->dp);
}

double levels_mass(const struct levels_run *r) {
  double sum = 0.0;
  for (int k = 0; k < r->count; k++) sum += particle_mass(r, k) * (double)(r->own[k] + r->runs[k]->left);
  return sum;
}

/* Two levels do not see the same flow through a face: what that made or took goes back, in that more or less
 * of what flows in comes. */
static double returned(const struct levels_run *r) {
  const double gain = 10.0, most = 0.1;
  const double drift = r->mass > 0.0 ? levels_mass(r) / r->mass - 1.0 : 0.0;
  return 1.0 + fmin(fmax(-gain * drift, -most), most);
}

static int pass_gates(struct levels_run *r) {
  const double now = r->runs[0]->time, time = now - r->flowed;
  const double more = returned(r);
  for (int k = 0; k < r->count; k++) TRY(change_level(r, k, time, more));
  r->flowed = now;
  return STATUS_OK;
}

int levels_exchange(struct levels_run *r) {
  const double start = clock_now();
  if (r->runs[0]->step % EXCHANGE_EVERY == 0) TRY(pass_gates(r));
  TRY(give_rings(r));
  r->seconds += clock_now() - start;
  return STATUS_OK;
}

int levels_begin(struct levels_run *r) {
  r->flowed = r->runs[0]->time;
  TRY(pass_gates(r));
  r->mass = levels_mass(r);
  for (size_t g = 0; g < r->gate_count; g++) {
    struct gate *gate = &r->gates[g];
    gate->came = gate->went = 0;
    for (uint32_t i = 0; i < gate->count; i++) gate->squares[i].due = 0.0;
  }
  return STATUS_OK;
}
