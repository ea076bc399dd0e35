/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass: every particle sums over all neighbours of its own; no pair is shared. */
#include <math.h>

#include "physics/scalar.h"
#include "reference/wcsph.h"
#include "util/error.h"

struct rate_sums {
  struct sum x, y, z, d;
  float load; /* fixed: sum_load */
};

static struct pair_side side_of(const struct reference *r, uint32_t i) {
  const struct vec4 *v = &r->state->vel[i];
  return (struct pair_side){eos_momentum_term(r->law, v->w), v->x, v->y, v->z, v->w};
}

/* x_i - x_j, h. */
static void separation(const struct reference *r, uint32_t i, uint32_t j, float d[3]) {
  const struct position *a = &r->state->pos[i], *b = &r->state->pos[j];
  d[0] = lane_from_int((int32_t)(a->x - b->x)) * r->law->quantum_h[0];
  d[1] = lane_from_int((int32_t)(a->y - b->y)) * r->law->quantum_h[1];
  d[2] = lane_from_int((int32_t)(a->z - b->z)) * r->law->quantum_h[2];
}

static bool near(const struct reference *r, const float d[3]) {
  return (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2] < r->law->radius2;
}

static void finish(const struct reference *r, struct rate_sums *sums, float rate[4]) {
  enum summation mode = r->law->summation;
  rate[0] = sum_value(&sums->x, r->law->quanta_acceleration, mode) * r->law->unit_acceleration;
  rate[1] = sum_value(&sums->y, r->law->quanta_acceleration, mode) * r->law->unit_acceleration;
  rate[2] = sum_value(&sums->z, r->law->quanta_acceleration, mode) * r->law->unit_acceleration;
  rate[3] = sum_value(&sums->d, r->law->quanta_rate, mode) * r->law->unit_rate;
  if (mode != SUM_FIXED) return;
  sums->load = sum_total_load(sum_total_load(sums->load, &sums->x), &sums->y);
  sums->load = sum_total_load(sum_total_load(sums->load, &sums->z), &sums->d);
}

/* i is fluid: it feels fluid and walls. */
static void fluid_rate(const struct reference *r, uint32_t i, const uint32_t *cells, int cell_count,
                       struct rate_sums *sums, float *max_mu, uint64_t met[2]) {
  const struct grid *g = &r->grid;
  enum summation mode = r->law->summation;
  struct pair_side a = side_of(r, i);
  for (int c = 0; c < cell_count; c++) {
    for (int kind = PAIR_FLUID_FLUID; kind <= PAIR_FLUID_WALL; kind++) {
      const uint32_t *start = kind == PAIR_FLUID_FLUID ? g->fluid_start : g->wall_start;
      for (uint32_t k = start[cells[c]]; k < start[cells[c] + 1]; k++) {
        uint32_t j = g->order[k];
        float d[3];
        separation(r, i, j, d);
        if (j == i || !near(r, d)) continue;
        struct pair_side b = side_of(r, j);
        struct pair_result f = pair_interact(r->law, kind, d[0], d[1], d[2], &a, &b);
        sums->load = pair_load(r->law, &f, sums->load);
        sum_add(&sums->x, f.ax, mode);
        sum_add(&sums->y, f.ay, mode);
        sum_add(&sums->z, f.az, mode);
        sum_add(&sums->d, f.rate_i, mode);
        *max_mu = fmaxf(*max_mu, f.mu);
        met[kind]++;
      }
    }
  }
}

/* i is a wall: it feels the fluid's reaction. */
static void wall_rate(const struct reference *r, uint32_t i, const uint32_t *cells, int cell_count,
                      struct rate_sums *sums) {
  const struct grid *g = &r->grid;
  enum summation mode = r->law->summation;
  struct pair_side b = side_of(r, i);
  for (int c = 0; c < cell_count; c++) {
    for (uint32_t k = g->fluid_start[cells[c]]; k < g->fluid_start[cells[c] + 1]; k++) {
      uint32_t j = g->order[k];
      float d[3];
      separation(r, j, i, d);
      if (!near(r, d)) continue;
      struct pair_side a = side_of(r, j);
      struct pair_result f = pair_interact(r->law, PAIR_FLUID_WALL, d[0], d[1], d[2], &a, &b);
      sums->load = pair_load(r->law, &f, sums->load);
      sum_add(&sums->x, -f.ax, mode);
      sum_add(&sums->y, -f.ay, mode);
      sum_add(&sums->z, -f.az, mode);
      sum_add(&sums->d, f.rate_j, mode);
    }
  }
}

static void note_load(struct wcsph_limits *limits, float load, uint32_t id) {
  if (load >= SUM_TERM_LIMIT && (limits->load < 1.0f || id < limits->overflow_id)) limits->overflow_id = id;
  limits->load = lane_max(load / SUM_TERM_LIMIT, limits->load);
}

int reference_forces(void *self, struct wcsph_limits *limits) {
  struct reference *r = self;
  struct wcsph_state *s = r->state;
  float max_a2 = 0.0f, max_mu = 0.0f;
  *limits = (struct wcsph_limits){0};
  uint64_t met[2] = {0, 0}; /* neighbours met by fluid: fluid, walls */
  for (uint32_t i = 0; i < s->count; i++) {
    struct rate_sums sums = {0};
    uint32_t cells[GRID_AROUND];
    int cell_count = grid_around(&r->grid, &s->listed_pos[i], cells);
    bool fluid = i >= s->wall_count;
    if (fluid)
      fluid_rate(r, i, cells, cell_count, &sums, &max_mu, met);
    else
      wall_rate(r, i, cells, cell_count, &sums);
    const float *g = r->law->gravity;
    float rate[4];
    finish(r, &sums, rate);
    note_load(limits, sums.load, s->pos[i].id);
    float x = rate[0], y = rate[1], z = rate[2];
    if (fluid) x += g[0], y += g[1], z += g[2];
    s->rate[i] = (struct vec4){x, y, z, rate[3]};
    if (fluid) max_a2 = fmaxf(max_a2, (x * x + y * y) + z * z);
  }
  limits->max_acceleration = sqrtf(max_a2);
  limits->max_mu = max_mu / r->law->damping;
  uint32_t fluid = s->count - s->wall_count;
  r->counters.mean_neighbours = fluid ? (double)(met[0] + met[1]) / fluid : 0.0;
  r->counters.pairs = met[PAIR_FLUID_FLUID] / 2 + met[PAIR_FLUID_WALL];
  return STATUS_OK;
}
