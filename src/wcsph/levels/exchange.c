/* SPDX-License-Identifier: BSD-3-Clause */
/* What levels give each other before a step. Fluid in rings gets the velocity and pressure of the neighbour
 * level, interpolated (fits.c). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/clock.h"
#include "util/error.h"
#include "wcsph/levels/drift.h"
#include "wcsph/levels/pace.h"
#include "wcsph/levels/place.h"
#include "wcsph/levels/run.h"
#include "wcsph/levels/walls.h"
#include "wcsph/openings/opening_square.h"

/* Steps of the finest level, in which fluid moves much less than the spare width of a ring; at least one of
 * the coarsest. */
enum { GATES_EVERY = 4 };

/* ---- own fluid and rings ---- */

static int finer_number(const struct levels_run *r, int level, int finer) {
  for (int k = 1; k < r->count; k++)
    if (r->resolved[k].around == level && finer-- == 0) return k;
  return 0;
}

/* The number of a ring's gate: of the ring around the level's box, or of the ring in a finer box. */
static int gate_of(const struct levels_run *r, int level, enum whose whose, int finer) {
  if (whose == OF_AROUND || whose == BEYOND_RING) return 2 * (level - 1);
  return 2 * (finer_number(r, level, finer) - 1) + 1;
}

void levels_place(const struct wcsph_state *s, uint32_t i, double place[3]) {
  const uint32_t x[3] = {s->pos[i].x, s->pos[i].y, s->pos[i].z};
  for (int a = 0; a < 3; a++) place[a] = state_coordinate(s, x[a], a);
}

/* The first row that a level can take from another: of fluid, or of walls whose density follows the fluid
 * around them. Where a ring ends those stand half in fluid, and their density would drift. */
static uint32_t first_given(const struct wcsph_run *run) {
  const bool follow = run->config->boundary.model == BOUNDARY_DYNAMIC;
  return state_range(&run->state, follow ? KIND_WALL : KIND_FLUID).begin;
}

int levels_find_whose(uint8_t **all, const struct levels_run *r, int level) {
  const struct wcsph_run *run = r->runs[level];
  const struct wcsph_state *s = &run->state;
  const uint32_t begin = first_given(run), end = s->count;
  uint8_t *to = *all = malloc((size_t)end + 1);
  CHECK(to, STATUS_FAILED, "no memory for rings");
#pragma omp parallel for schedule(static) if (end - begin >= SHARED_FROM)
  for (uint32_t i = begin; i < end; i++) {
    double x[3];
    int finer;
    levels_place(s, i, x);
    const enum whose whose = region_whose(&run->config->region, x, &finer);
    const bool beyond = whose == BEYOND_RING || whose == BEYOND_INNER_RING;
    to[i] = whose == LEVELS_OWN ? OWN_ROW : (uint8_t)(2 * gate_of(r, level, whose, finer) + beyond);
  }
  return STATUS_OK;
}

/* ---- rings ---- */

static void ring_free(struct ring *g) {
  free(g->rows);
  free(g->squares);
  free(g->places);
  free(g->fits);
}

/* Whether what is in a ring moves as the level's own fluid does. */
static bool is_overlap(const struct levels_run *r, const struct gate *g, const double place[3]) {
  const struct resolved *box = &r->resolved[g->inner ? g->from : g->of];
  return g->inner ? !box_holds(box->low, box->high, -box->inner_overlap, place)
                  : box_holds(box->low, box->high, box->overlap, place);
}

/* s: how far the level that gives is ahead of the one that has the ring. */
static double ahead(const struct levels_run *r, const struct gate *g) {
  return r->runs[g->from]->time - r->runs[g->of]->time;
}

/* Where a row will be then, at the velocity that it has. */
static void place_ahead(const struct wcsph_state *s, uint32_t i, double time, double place[3]) {
  const struct vec4 *v = &s->vel[i];
  place[0] += time * (double)v->x, place[1] += time * (double)v->y, place[2] += time * (double)v->z;
}

static int ring_find(struct ring *g, const struct levels_run *r, size_t gate, const uint8_t *whose) {
  const struct wcsph_run *run = r->runs[r->gates[gate].of];
  const uint32_t begin = first_given(run), end = run->state.count;
  uint32_t count = 0;
  for (uint32_t i = begin; i < end; i++) count += whose[i] != OWN_ROW && whose[i] / 2u == gate;
  g->rows = malloc((count + 1) * sizeof *g->rows);
  g->squares = malloc((count + 1) * sizeof *g->squares);
  g->places = malloc((count + 1) * sizeof *g->places);
  g->fits = malloc((count + 1) * sizeof *g->fits);
  CHECK(g->rows && g->squares && g->places && g->fits, STATUS_FAILED, "no memory for rings");
  for (uint32_t i = begin; i < end; i++) {
    if (whose[i] == OWN_ROW || whose[i] / 2u != gate) continue;
    levels_place(&run->state, i, g->places[g->count]);
    if (is_overlap(r, &r->gates[gate], g->places[g->count])) continue;
    if (i >= state_range(&run->state, KIND_FLUID).begin)
      place_ahead(&run->state, i, ahead(r, &r->gates[gate]), g->places[g->count]);
    g->rows[g->count++] = i;
  }
#pragma omp parallel for schedule(static) if (g->count >= SHARED_FROM)
  for (uint32_t i = 0; i < g->count; i++) g->squares[i] = gate_square(&r->faces[gate / 2], g->places[i]);
  return STATUS_OK;
}

static void put(struct vec4 *to, struct vec4 v, bool velocity, bool density) {
  if (velocity) to->x = v.x, to->y = v.y, to->z = v.z;
  if (density) to->w = v.w;
}

/* Set velocity, with the acceleration at which it goes on, or density of a row, in all buffers that an
 * integrator keeps of them. */
static void impose(struct wcsph_run *run, uint32_t i, struct vec4 v, struct vec4 rate, bool velocity,
                   bool density) {
  struct wcsph_state *s = &run->state;
  const struct vec4 none = {0.0f, 0.0f, 0.0f, 0.0f};
  put(&s->vel[i], v, velocity, density);
  put(&s->saved_vel[i], run->law.keeps_rate ? rate : v, velocity, density);
  if (s->vel_compensation) put(&s->vel_compensation[i], none, velocity, density);
  if (s->saved_vel_compensation) put(&s->saved_vel_compensation[i], none, velocity, density);
  if (s->damping) put(&s->damping[i], none, velocity, density);
}

/* How values of a row change in time: what it was given at its last step goes on linearly to what the other
 * level has, which may be ahead. */
struct course {
  double done, left; /* s: of its last step; to the time of the other level */
};

static struct course course_of(const struct levels_run *r, const struct gate *g) {
  return (struct course){r->runs[g->of]->dt, ahead(r, g)};
}

static void steer(const struct course *c, float *value, float *rate, double there) {
  const double all = c->done + c->left, missed = there - ((double)*value + (double)*rate * c->left);
  *value += (float)(all > 0.0 ? c->done / all * missed : missed);
  *rate += (float)(all > 0.0 ? missed / all : 0.0);
}

/* Where the other level has no fluid the row falls freely. Near a free surface it keeps its density, which
 * changes as that of other fluid: pressure there depends on the spacing. The outermost particles bear
 * themselves, so that half the spacing has half the pressure, and a ring that took its neighbour's would
 * drive a jet along the surface. */
static void impose_on_fluid(struct wcsph_run *run, uint32_t i, const struct opening_fit *fit,
                            const struct course *c) {
  const double *g = run->config->gravity;
  const struct vec4 none = {0.0f, 0.0f, 0.0f, 0.0f};
  const float *to = fit->value + FIT_U;
  struct vec4 v = run->state.vel[i], rate = run->law.keeps_rate ? run->state.saved_vel[i] : none;
  float density_rate = 0.0f;
  if (fit->share >= OPENING_KNOWN_SHARE) {
    steer(c, &v.x, &rate.x, (double)to[0]);
    steer(c, &v.y, &rate.y, (double)to[1]);
    steer(c, &v.z, &rate.z, (double)to[2]);
    steer(c, &v.w, &density_rate, (double)opening_density(&run->law, fit->value[FIT_PRESSURE]));
  } else {
    rate = (struct vec4){(float)g[0], (float)g[1], (float)g[2], 0.0f};
    if (!run->law.keeps_rate)
      v.x += (float)(g[0] * c->done), v.y += (float)(g[1] * c->done), v.z += (float)(g[2] * c->done);
  }
  rate.w = 0.0f;
  impose(run, i, v, rate, true, fit->share >= full_share);
}

/* Where the other level has no fluid the density is that of rest. */
static void impose_on_wall(struct wcsph_run *run, uint32_t i, const struct opening_fit *fit,
                           const struct course *c) {
  const bool known = fit->share >= OPENING_KNOWN_SHARE;
  const float there = known ? opening_density(&run->law, fit->value[FIT_PRESSURE]) : 0.0f;
  const struct vec4 none = {0.0f, 0.0f, 0.0f, 0.0f};
  struct vec4 v = run->state.vel[i];
  float rate = 0.0f;
  steer(c, &v.w, &rate, (double)there);
  impose(run, i, v, none, false, true);
}

static row_mask imposed(const struct wcsph_run *run) {
  return run->state.buffers & (BUFFER_VELOCITY | BUFFER_SAVED_VELOCITY | BUFFER_VELOCITY_COMPENSATION |
                               BUFFER_SAVED_VELOCITY_COMPENSATION | BUFFER_DAMPING);
}

static bool has(const struct levels_run *r, int level, int k) {
  return levels_is_in(r->resolved, k, level);
}

/* The rows of all rings of a level and of those in it, and the fluid that the neighbour levels have there. */
static int find_rings(struct levels_run *r, int level, struct ring *rings) {
  for (int k = 0; k < r->count; k++) {
    uint8_t *whose;
    if (!has(r, level, k)) continue;
    TRY(wcsph_fetch(r->runs[k]->backend, r->runs[k]->self, imposed(r->runs[k]) | BUFFER_POSITION));
    int status = levels_find_whose(&whose, r, k);
    for (size_t g = 0; g < r->gate_count && status == STATUS_OK; g++)
      if (r->gates[g].of == k) status = ring_find(&rings[g], r, g, whose);
    free(whose);
    TRY(status);
  }
  for (size_t g = 0; g < r->gate_count; g++)
    if (has(r, level, r->gates[g].of)) TRY(levels_fit_ring(r, g, &rings[g]));
  return STATUS_OK;
}

static void give_ring(struct levels_run *r, size_t gate, const struct ring *g) {
  struct wcsph_run *of = r->runs[r->gates[gate].of];
  const struct course course = course_of(r, &r->gates[gate]);
#pragma omp parallel for schedule(static) if (g->count >= SHARED_FROM)
  for (uint32_t i = 0; i < g->count; i++) {
    if (state_kind(&of->state, g->rows[i]) == KIND_WALL) {
      impose_on_wall(of, g->rows[i], &g->fits[i], &course);
      continue;
    }
    drift_add(r, gate, g->squares[i], g->fits[i].value + FIT_U);
    impose_on_fluid(of, g->rows[i], &g->fits[i], &course);
  }
}

/* All levels are looked at before any is changed. Lists must not be stale: rows then stay where they are. */
static int give_rings(struct levels_run *r, int level) {
  struct ring rings[2 * LEVELS_MOST] = {{0}};
  int status = find_rings(r, level, rings);
  for (size_t k = 0; k < r->gate_count && status == STATUS_OK; k++) give_ring(r, k, &rings[k]);
  for (int k = 0; k < r->count && status == STATUS_OK; k++)
    if (has(r, level, k)) status = wcsph_send(r->runs[k]->backend, r->runs[k]->self, imposed(r->runs[k]));
  for (size_t k = 0; k < r->gate_count; k++) ring_free(&rings[k]);
  return status;
}

/* Of a level, of all in it, and of the one around it. */
static int relist(struct levels_run *r, int level) {
  for (int k = 0; k < r->count; k++)
    if (has(r, level, k) || k == r->resolved[level].around) TRY(wcsph_run_relist(r->runs[k]));
  return STATUS_OK;
}

static bool gates_are_due(const struct levels_run *r) {
  const int every = GATES_EVERY >> levels_within(r->resolved, r->count, 0);
  return every < 2 || r->runs[0]->step % (uint64_t)every == 0;
}

static int exchange_within(struct levels_run *r, int level, bool gates) {
  TRY(relist(r, level));
  TRY(drifts_find(r, level));
  if (gates) {
    TRY(levels_judge_walls(r));
    TRY(levels_pass_gates(r));
    TRY(relist(r, level));
  }
  return give_rings(r, level);
}

static int timed_exchange(struct levels_run *r, int level, bool gates) {
  const double start = clock_now();
  const int status = exchange_within(r, level, gates);
  r->seconds += clock_now() - start;
  return status;
}

int levels_exchange(struct levels_run *r) {
  return timed_exchange(r, 0, gates_are_due(r));
}

int levels_meet(struct levels_run *r, int level) {
  return timed_exchange(r, level, false);
}
