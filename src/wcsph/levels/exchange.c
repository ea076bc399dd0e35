/* SPDX-License-Identifier: BSD-3-Clause */
/* What levels give each other before a step. Fluid in rings gets the velocity and pressure of the neighbour
 * level, interpolated (fits.c). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/clock.h"
#include "util/error.h"
#include "wcsph/levels/drift.h"
#include "wcsph/levels/place.h"
#include "wcsph/levels/run.h"
#include "wcsph/levels/walls.h"
#include "wcsph/openings/opening_square.h"

enum { EXCHANGE_EVERY = 4 }; /* steps, in which fluid moves much less than the spare width of a ring */

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
    if (!is_overlap(r, &r->gates[gate], g->places[g->count])) g->rows[g->count++] = i;
  }
#pragma omp parallel for schedule(static) if (g->count >= SHARED_FROM)
  for (uint32_t i = 0; i < g->count; i++) g->squares[i] = gate_square(&r->faces[gate / 2], g->places[i]);
  return STATUS_OK;
}

static void put(struct vec4 *to, struct vec4 v, bool velocity, bool density) {
  if (velocity) to->x = v.x, to->y = v.y, to->z = v.z;
  if (density) to->w = v.w;
}

/* Set velocity or density of a row, in all buffers that an integrator keeps of them. */
static void impose(struct wcsph_run *run, uint32_t i, struct vec4 v, bool velocity, bool density) {
  struct wcsph_state *s = &run->state;
  const struct vec4 none = {0.0f, 0.0f, 0.0f, 0.0f};
  put(&s->vel[i], v, velocity, density);
  put(&s->saved_vel[i], run->law.keeps_rate ? none : v, velocity, density);
  if (s->vel_rest) put(&s->vel_rest[i], none, velocity, density);
  if (s->saved_vel_rest) put(&s->saved_vel_rest[i], none, velocity, density);
  if (s->damping) put(&s->damping[i], none, velocity, density);
}

/* Where the other level has no fluid the row falls freely. Near a free surface it keeps its density, which
 * changes as that of other fluid: pressure there depends on the spacing. The outermost particles bear
 * themselves, so that half the spacing has half the pressure, and a ring that took its neighbour's would
 * drive a jet along the surface. */
static void impose_on_fluid(struct wcsph_run *run, uint32_t i, const struct opening_fit *fit, double dt) {
  const double *g = run->config->gravity;
  struct vec4 v = run->state.vel[i];
  if (fit->share >= OPENING_KNOWN_SHARE) {
    v = (struct vec4){fit->value[FIT_U], fit->value[FIT_V], fit->value[FIT_W],
                      opening_density(&run->law, fit->value[FIT_PRESSURE])};
  } else {
    v.x += (float)(g[0] * dt), v.y += (float)(g[1] * dt), v.z += (float)(g[2] * dt);
  }
  impose(run, i, v, true, fit->share >= full_share);
}

/* Where the other level has no fluid the density is that of rest. */
static void impose_on_wall(struct wcsph_run *run, uint32_t i, const struct opening_fit *fit) {
  const bool known = fit->share >= OPENING_KNOWN_SHARE;
  const float d = known ? opening_density(&run->law, fit->value[FIT_PRESSURE]) : 0.0f;
  impose(run, i, (struct vec4){0.0f, 0.0f, 0.0f, d}, false, true);
}

static row_mask imposed(const struct wcsph_run *run) {
  return run->state.buffers & (BUFFER_VELOCITY | BUFFER_SAVED_VELOCITY | BUFFER_VELOCITY_REST |
                               BUFFER_SAVED_VELOCITY_REST | BUFFER_DAMPING);
}

/* The rows of all rings, and the fluid that the neighbour level has there. */
static int find_rings(struct levels_run *r, struct ring *rings) {
  for (int k = 0; k < r->count; k++) TRY(wcsph_run_relist(r->runs[k])); /* rows stay where they are then */
  for (int k = 0; k < r->count; k++) {
    uint8_t *whose;
    TRY(wcsph_fetch(r->runs[k]->backend, r->runs[k]->self, imposed(r->runs[k]) | BUFFER_POSITION));
    int status = levels_find_whose(&whose, r, k);
    for (size_t g = 0; g < r->gate_count && status == STATUS_OK; g++)
      if (r->gates[g].of == k) status = ring_find(&rings[g], r, g, whose);
    free(whose);
    TRY(status);
  }
  for (size_t g = 0; g < r->gate_count; g++) TRY(levels_fit_ring(r, g, &rings[g]));
  return STATUS_OK;
}

/* All levels are looked at before any is changed. */
static int give_rings(struct levels_run *r) {
  struct ring rings[2 * LEVELS_MOST] = {{0}};
  int status = find_rings(r, rings);
  for (size_t k = 0; k < r->gate_count && status == STATUS_OK; k++) {
    const struct ring *g = &rings[k];
#pragma omp parallel for schedule(static) if (g->count >= SHARED_FROM)
    for (uint32_t i = 0; i < g->count; i++) {
      struct wcsph_run *of = r->runs[r->gates[k].of];
      if (state_kind(&of->state, g->rows[i]) == KIND_WALL) {
        impose_on_wall(of, g->rows[i], &g->fits[i]);
        continue;
      }
      drift_add(r, k, g->squares[i], g->fits[i].value + FIT_U);
      impose_on_fluid(of, g->rows[i], &g->fits[i], r->runs[0]->dt);
    }
  }
  for (int k = 0; k < r->count && status == STATUS_OK; k++)
    status = wcsph_send(r->runs[k]->backend, r->runs[k]->self, imposed(r->runs[k]));
  for (size_t k = 0; k < r->gate_count; k++) ring_free(&rings[k]);
  return status;
}

int levels_exchange(struct levels_run *r) {
  const double start = clock_now();
  for (int k = 0; k < r->count; k++) TRY(wcsph_run_relist(r->runs[k]));
  TRY(drifts_find(r));
  if (r->runs[0]->step % EXCHANGE_EVERY == 0) {
    TRY(levels_judge_walls(r));
    TRY(levels_pass_gates(r));
  }
  TRY(give_rings(r));
  r->seconds += clock_now() - start;
  return STATUS_OK;
}
