/* SPDX-License-Identifier: BSD-3-Clause */
/* Output of a run: the columns of a snapshot, and totals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lane/exponent.h"
#include "util/error.h"
#include "wcsph/evolution.h"
#include "wcsph/fluids/heat.h"
#include "wcsph/fluids/phases.h"
#include "wcsph/results/vorticity.h"
#include "wcsph/scalar.h"
#include "wcsph/walls/structures.h"
#include "wcsph/window.h"

/* One particle's share of each column. */
static void put_Points(const struct wcsph_run *r, uint32_t i, double *to) {
  const struct wcsph_state *s = &r->state;
  to[0] = state_coordinate(s, s->pos[i].x, 0);
  to[1] = state_coordinate(s, s->pos[i].y, 1);
  to[2] = r->law.dimensions == 3 ? state_coordinate(s, s->pos[i].z, 2) : 0.0;
}
static void put_velocity(const struct wcsph_run *r, uint32_t i, float *to) {
  const struct vec4 *v = &r->state.vel[i];
  to[0] = v->x, to[1] = v->y, to[2] = v->z;
}
static void put_density(const struct wcsph_run *r, uint32_t i, float *to) {
  *to = (r->law.rho0 * phases_share_of(r, i)) * (1.0f + r->state.vel[i].w);
}
static void put_pressure(const struct wcsph_run *r, uint32_t i, float *to) {
  *to = eos_pressure(&r->law, r->state.vel[i].w) + (r->state.phase ? r->state.damping[i].w : 0.0f);
}
static void put_type(const struct wcsph_run *r, uint32_t i, uint8_t *to) {
  *to = state_kind(&r->state, i) == KIND_WALL;
}
static void put_body(const struct wcsph_run *r, uint32_t i, uint16_t *to) {
  *to = r->state.body[i];
}
static void put_id(const struct wcsph_run *r, uint32_t i, uint64_t *to) {
  *to = r->state.id[i];
}

static void put_phase(const struct wcsph_run *r, uint32_t i, uint8_t *to) {
  *to = (uint8_t)phases_number(r, i);
}
static void put_viscosity(const struct wcsph_run *r, uint32_t i, float *to) {
  *to = r->law.rho0 * r->state.flow[i].y;
}

/* Of a wall the one that is given. */
static void put_temperature(const struct wcsph_run *r, uint32_t i, float *to) {
  const struct vec4 *row = &r->state.heat[i];
  *to = state_kind(&r->state, i) == KIND_WALL ? row->y : row->x;
}
static void put_turbulent_energy(const struct wcsph_run *r, uint32_t i, float *to) {
  *to = r->state.eddies[i].x;
}
static void put_dissipation(const struct wcsph_run *r, uint32_t i, float *to) {
  *to = r->state.eddies[i].z;
}
static void put_von_mises(const struct wcsph_run *r, uint32_t i, float *to) {
  const struct wcsph_state *s = &r->state;
  *to = state_kind(s, i) == KIND_WALL ? (float)structures_mises(r, s->body[i], s->id[i]) : 0.0f;
}
static void put_vorticity(const struct wcsph_view *v, uint32_t i, float *to) {
  for (int a = 0; a < 3; a++) to[a] = (float)v->found[i].vorticity[a];
}
static void put_vorticity_2d(const struct wcsph_view *v, uint32_t i, float *to) {
  *to = (float)v->found[i].vorticity[2];
}
static void put_free_surface(const struct wcsph_view *v, uint32_t i, uint8_t *to) {
  *to = v->found[i].at_surface;
}

/* Name, C type, field type, components. */
#define COLUMNS(X)                                                                                           \
  X(Points, double, FIELD_F64, 3)                                                                            \
  X(velocity, float, FIELD_F32, 3)                                                                           \
  X(density, float, FIELD_F32, 1)                                                                            \
  X(pressure, float, FIELD_F32, 1)                                                                           \
  X(type, uint8_t, FIELD_U8, 1)                                                                              \
  X(body, uint16_t, FIELD_U16, 1)                                                                            \
  X(id, uint64_t, FIELD_U64, 1)                                                                              \
  X(viscosity, float, FIELD_F32, 1) /* this and what follows: not every run has it */                        \
  X(phase, uint8_t, FIELD_U8, 1)                                                                             \
  X(temperature, float, FIELD_F32, 1)                                                                        \
  X(turbulent_energy, float, FIELD_F32, 1)                                                                   \
  X(dissipation, float, FIELD_F32, 1)                                                                        \
  X(von_mises, float, FIELD_F32, 1)

static uint32_t row_of(const struct wcsph_view *v, size_t k) {
  return v->order ? v->order[k] : (uint32_t)(k % ROWS_WINDOW);
}

#define X(name, type, field_type, components)                                                                \
  static void fill_##name(const struct field *field, size_t first, size_t count, void *out) {                \
    const struct wcsph_view *v = field->data;                                                                \
    for (size_t k = 0; k < count; k++)                                                                       \
      put_##name(v->run, row_of(v, first + k), (type *)out + k * components);                                \
  }
COLUMNS(X)
#undef X

/* Columns that are computed for a snapshot: function, name, C type, field type, components. */
#define FOUND(X)                                                                                             \
  X(vorticity, "vorticity", float, FIELD_F32, 3)                                                             \
  X(vorticity_2d, "vorticity", float, FIELD_F32, 1)                                                          \
  X(free_surface, "free_surface", uint8_t, FIELD_U8, 1)

#define X(function, name, type, field_type, components)                                                      \
  static void fill_##function(const struct field *field, size_t first, size_t count, void *out) {            \
    const struct wcsph_view *v = field->data;                                                                \
    for (size_t k = 0; k < count; k++)                                                                       \
      put_##function(v, row_of(v, first + k), (type *)out + k * components);                                 \
  }
FOUND(X)
#undef X

typedef void (*filler)(const struct field *, size_t, size_t, void *);

/* Whether a run has the column, and it is wanted. */
static bool wants(const struct wcsph_run *r, unsigned fields, filler fill) {
  const bool flat = r->config->dimensions == 2;
  if (fill == fill_velocity) return fields >> SHOWN_VELOCITY & 1;
  if (fill == fill_density) return fields >> SHOWN_DENSITY & 1;
  if (fill == fill_pressure) return fields >> SHOWN_PRESSURE & 1;
  if (fill == fill_vorticity) return (fields >> SHOWN_VORTICITY & 1) && !flat;
  if (fill == fill_vorticity_2d) return (fields >> SHOWN_VORTICITY & 1) && flat;
  if (fill == fill_free_surface) return fields >> SHOWN_SURFACE & 1;
  if (fill == fill_viscosity) return r->state.flow != NULL;
  if (fill == fill_temperature) return r->state.heat != NULL;
  if (fill == fill_turbulent_energy || fill == fill_dissipation) return r->state.eddies != NULL;
  if (fill == fill_von_mises) return r->bending != NULL;
  return fill != fill_phase || r->state.phase;
}

/* Keeps the rows that the case's output chooses. */
static void keep_chosen(const struct wcsph_run *r, const struct row_choice *choice, struct wcsph_view *v) {
  size_t kept = 0;
  for (size_t k = 0; k < v->count; k++)
    if (row_is_chosen(&r->state, choice, v->order[k])) v->order[kept++] = v->order[k];
  v->count = kept;
}

static struct row_choice choice_of(const struct wcsph_settings *c, bool all) {
  struct row_choice choice = {.every = (uint64_t)c->output.every, .dimensions = c->dimensions, .all = all};
  memcpy(choice.low, c->output.low, sizeof choice.low);
  memcpy(choice.high, c->output.high, sizeof choice.high);
  return choice;
}

/* ---- a window at a time ---- */

int wcsph_run_window(struct wcsph_run *r) {
  if (r->window) return STATUS_OK;
  struct wcsph_state *w = malloc(sizeof *w);
  CHECK(w, STATUS_FAILED, "no memory to write particles");
  *w = r->state;
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) state_set_buffer(w, b, NULL);
  const int status = state_allocate(w, ROWS_WINDOW, r->state.buffers);
  if (status == STATUS_OK)
    r->window = w;
  else
    free(w);
  return status;
}

/* Sets how many rows of each kind the window with index `window` holds, out of `counts`; walls come first,
 * since they have the lowest ids. */
static void take_window(struct wcsph_run *some, size_t window, const uint64_t counts[ROW_KINDS]) {
  const uint64_t first = (uint64_t)window * ROWS_WINDOW, all = counts[KIND_WALL] + counts[KIND_FLUID];
  const uint64_t rows = all - first < ROWS_WINDOW ? all - first : ROWS_WINDOW;
  const uint64_t walls = counts[KIND_WALL] < first          ? 0
                         : counts[KIND_WALL] - first < rows ? counts[KIND_WALL] - first
                                                            : rows;
  state_set_counts(&some->state, (const uint32_t[ROW_KINDS]){
                                     [KIND_WALL] = (uint32_t)walls, [KIND_FLUID] = (uint32_t)(rows - walls)});
}

/* The buffers that a column is computed from, besides ids. */
static row_mask reads_of(const struct column *c) {
  if (c->fill == fill_Points) return BUFFER_POSITION;
  if (c->fill == fill_velocity) return BUFFER_VELOCITY;
  if (c->fill == fill_id || c->fill == fill_type) return 0;
  if (c->fill == fill_body || c->fill == fill_phase) return BUFFER_BODY;
  if (c->fill == fill_viscosity) return BUFFER_FLOW;
  if (c->fill == fill_temperature) return BUFFER_HEAT;
  if (c->fill == fill_turbulent_energy || c->fill == fill_dissipation) return BUFFER_EDDIES;
  return BUFFER_VELOCITY | BUFFER_BODY | BUFFER_DAMPING;
}

static int make_ready(const struct field *field, size_t first) {
  struct wcsph_view *v = (struct wcsph_view *)field->data;
  const struct column *c = (const struct column *)field; /* its first member */
  const size_t window = first / ROWS_WINDOW;
  take_window(&v->some, window, v->counts);
  return v->some.backend->elsewhere->window(v->some.self, reads_of(c) & v->some.state.buffers, window,
                                            v->some.window);
}

static int make_found_ready(const struct field *field, size_t first) {
  const struct wcsph_view *v = field->data;
  return v->some.backend->elsewhere->window_around(v->some.self, first / ROWS_WINDOW, v->found);
}

static int show_rows(struct wcsph_run *r, struct wcsph_view *v, row_mask mask,
                     const struct row_choice *choice) {
  TRY(wcsph_run_window(r));
  TRY(r->backend->elsewhere->show(r->self, mask, choice, v->counts));
  v->some = *r;
  v->some.state = *r->window;
  v->run = &v->some;
  v->count = (size_t)(v->counts[KIND_WALL] + v->counts[KIND_FLUID]);
  return STATUS_OK;
}

/* Whether the backend's parts compute columns from neighbours themselves, without gathering all rows. Not
 * after a run diverged, when particles may be anywhere. */
static bool finds_apart(const struct wcsph_run *r) {
  return r->backend->elsewhere && !r->diverged[0];
}

/* As show_rows, with memory for a window of computed columns. */
static int show_around(struct wcsph_run *r, struct wcsph_view *v, row_mask mask,
                       const struct row_choice *choice) {
  TRY(wcsph_run_relist(r));
  TRY(show_rows(r, v, mask, choice));
  TRY(r->backend->elsewhere->look_around(r->self));
  v->found = malloc(ROWS_WINDOW * sizeof *v->found);
  CHECK(v->found, STATUS_FAILED, "no memory for the vorticity of %zu particles", v->count);
  return STATUS_OK;
}

/* ---- a snapshot ---- */

static int look_at_all(struct wcsph_run *r, struct wcsph_view *v, row_mask mask,
                       const struct row_choice *choice) {
  TRY(wcsph_fetch(r->backend, r->self, mask));
  v->order = rows_by_id(r->state.id, r->state.count);
  CHECK(v->order, STATUS_FAILED, "no memory to write %zu particles", v->count);
  if (v->fields & (1u << SHOWN_VORTICITY | 1u << SHOWN_SURFACE)) {
    const int status = vorticity_find(&r->state, &r->law, v->order, &v->found);
    if (status != STATUS_OK) wcsph_view_free(v);
    TRY(status);
  }
  keep_chosen(r, choice, v);
  return STATUS_OK;
}

int wcsph_run_view(struct wcsph_run *r, struct wcsph_view *v, bool whole) {
  const unsigned state = 1u << SHOWN_VELOCITY | 1u << SHOWN_DENSITY | 1u << SHOWN_PRESSURE;
  *v = (struct wcsph_view){.run = r, .count = r->state.count, .fields = r->config->output.fields};
  if (whole) v->fields |= state;
  const row_mask mask = BUFFER_POSITION | BUFFER_VELOCITY | BUFFER_BODY | BUFFER_ID |
                        (r->state.buffers & (BUFFER_FLOW | BUFFER_HEAT | BUFFER_EDDIES |
                                             (r->state.buffers & BUFFER_PHASE ? BUFFER_DAMPING : 0)));
  const bool found = v->fields & (1u << SHOWN_VORTICITY | 1u << SHOWN_SURFACE); /* of neighbours, too */
  const struct row_choice choice = choice_of(r->config, whole);
  const bool by_windows = r->backend->elsewhere && (!found || finds_apart(r));
  TRY(!by_windows ? look_at_all(r, v, mask, &choice)
      : found     ? show_around(r, v, mask, &choice)
                  : show_rows(r, v, mask, &choice));
#define X(name, type, field_type, components)                                                                \
  if (wants(r, v->fields, fill_##name))                                                                      \
    v->columns[v->column_count++] =                                                                          \
        (struct column){{#name, field_type, components, v}, fill_##name, by_windows ? make_ready : NULL};
  COLUMNS(X)
#undef X
#define X(function, name, type, field_type, components)                                                      \
  if (wants(r, v->fields, fill_##function))                                                                  \
    v->columns[v->column_count++] = (struct column){                                                         \
        {name, field_type, components, v}, fill_##function, by_windows ? make_found_ready : NULL};
  FOUND(X)
#undef X
  return STATUS_OK;
}

void wcsph_view_free(struct wcsph_view *v) {
  free(v->order);
  free(v->found);
  *v = (struct wcsph_view){0};
}

struct look {
  wcsph_wanted wanted;
  uint64_t with, id; /* id of the particle that was found; UINT64_MAX: none yet */
  struct position *x;
  enum row_kind *kind;
};

/* Looks through `count` rows of `in`; `of` says which kinds they are. */
static void look_for(struct look *l, const struct wcsph_state *of, const struct wcsph_state *in,
                     uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const enum row_kind kind = state_kind(of, i);
    if (in->id[i] >= l->id || !l->wanted(of, kind, &in->pos[i], in->id[i], l->with)) continue;
    l->id = in->id[i];
    *l->x = in->pos[i];
    *l->kind = kind;
  }
}

int wcsph_run_find(struct wcsph_run *r, wcsph_wanted wanted, uint64_t with, struct position *x,
                   enum row_kind *kind, bool *found) {
  const struct row_choice all = {.all = true};
  struct look look = {wanted, with, UINT64_MAX, x, kind};
  struct wcsph_view v = {.count = 0};
  if (!r->backend->elsewhere) {
    TRY(wcsph_fetch(r->backend, r->self, BUFFER_POSITION | BUFFER_ID));
    look_for(&look, &r->state, &r->state, r->state.count);
  } else {
    TRY(show_rows(r, &v, BUFFER_POSITION, &all));
    for (size_t window = 0; window * ROWS_WINDOW < v.count; window++) {
      take_window(&v.some, window, v.counts);
      TRY(r->backend->elsewhere->window(r->self, BUFFER_POSITION, window, r->window));
      look_for(&look, &v.some.state, r->window, v.some.state.count);
    }
  }
  *found = look.id != UINT64_MAX;
  return STATUS_OK;
}

static bool has_id(const struct wcsph_state *s, enum row_kind kind, const struct position *x, uint64_t id,
                   uint64_t wanted) {
  (void)s, (void)kind, (void)x;
  return id == wanted;
}

int wcsph_run_where(struct wcsph_run *r, uint64_t id, struct position *x, enum row_kind *kind) {
  bool found;
  return wcsph_run_find(r, has_id, id, x, kind, &found);
}

/* Neumaier's sum, accurate also when terms exceed the sum. */
struct total {
  double value, rest;
};
static void total_add(struct total *t, double x) {
  double s = t->value + x;
  t->rest += fabs(t->value) >= fabs(x) ? (t->value - s) + x : (x - s) + t->value;
  t->value = s;
}

/* The work of compressing a kg of fluid, J: the integral of P / rho^2 over rho from rho0 on, with Cole's
 * equation of state without background pressure. */
static double compressed(const struct wcsph_run *r, double d) {
  const double stiffness = (double)r->law.c0 * (double)r->law.c0 / r->config->material.gamma;
  double power = 1.0; /* (1 + d)^(gamma - 1) */
  for (int k = 1; k < r->config->material.gamma; k++) power *= 1.0 + d;
  const double first =
      r->config->material.gamma == 1 ? logarithm(1.0 + d) : (power - 1.0) / (r->config->material.gamma - 1);
  return stiffness * (first - d / (1.0 + d));
}

struct sums {
  struct total kinetic, potential, compressible, momentum[3], moment[3];
  double mass;
};

static void add_particle(const struct wcsph_run *r, uint32_t i, void *to) {
  const struct wcsph_state *s = &r->state;
  struct sums *t = to;
  const double m = (double)r->law.mass * (double)phases_share_of(r, i);
  const uint32_t q[3] = {s->pos[i].x, s->pos[i].y, s->pos[i].z};
  const double v[3] = {(double)s->vel[i].x, (double)s->vel[i].y, (double)s->vel[i].z};
  t->mass += m;
  for (int a = 0; a < 3; a++) {
    total_add(&t->kinetic, 0.5 * m * v[a] * v[a]);
    total_add(&t->potential, -m * r->config->gravity[a] * state_coordinate(s, q[a], a));
    total_add(&t->momentum[a], m * v[a]);
    total_add(&t->moment[a], m * state_coordinate(s, q[a], a));
  }
  total_add(&t->compressible, m * compressed(r, (double)s->vel[i].w));
}

/* Adds a fluid particle's share. */
typedef void (*adder)(const struct wcsph_run *r, uint32_t i, void *to);

/* In ascending order of ids, so that a backend's own order does not show in the sum. */
static int add_all(struct wcsph_run *r, row_mask reads, adder add, void *to) {
  TRY(wcsph_fetch(r->backend, r->self, reads | BUFFER_ID));
  uint32_t *order = rows_by_id(r->state.id, r->state.count);
  CHECK(order, STATUS_FAILED, "no memory to sum over %u particles", r->state.count);
  for (uint32_t k = 0; k < r->state.count; k++)
    if (state_kind(&r->state, order[k]) == KIND_FLUID) add(r, order[k], to);
  free(order);
  return STATUS_OK;
}

static int add_windows(struct wcsph_run *r, row_mask reads, adder add, void *to) {
  const struct row_choice all = {.all = true};
  struct wcsph_view v = {.count = 0};
  TRY(show_rows(r, &v, reads, &all));
  for (size_t window = 0; window * ROWS_WINDOW < v.count; window++) {
    take_window(&v.some, window, v.counts);
    TRY(r->backend->elsewhere->window(r->self, reads, window, r->window));
    for (uint32_t i = 0; i < v.some.state.count; i++)
      if (state_kind(&v.some.state, i) == KIND_FLUID) add(&v.some, i, to);
  }
  return STATUS_OK;
}

static int add_up(struct wcsph_run *r, row_mask reads, adder add, void *to) {
  return (r->backend->elsewhere ? add_windows : add_all)(r, reads, add, to);
}

int wcsph_run_totals(struct wcsph_run *r, struct wcsph_totals *t) {
  struct sums sums = {.mass = 0.0};
  TRY(add_up(r, BUFFER_POSITION | BUFFER_VELOCITY | BUFFER_BODY, add_particle, &sums));
  t->kinetic = sums.kinetic.value + sums.kinetic.rest;
  t->potential = sums.potential.value + sums.potential.rest;
  for (int a = 0; a < 3; a++) t->momentum[a] = sums.momentum[a].value + sums.momentum[a].rest;
  t->mass =
      r->state.buffers & BUFFER_PHASE ? sums.mass : (double)r->law.mass * state_count(&r->state, KIND_FLUID);
  t->compressible = r->state.buffers & BUFFER_PHASE ? NAN : sums.compressible.value + sums.compressible.rest;
  for (int a = 0; a < 3; a++)
    t->centre[a] = t->mass > 0.0 ? (sums.moment[a].value + sums.moment[a].rest) / t->mass : 0.0;
  return STATUS_OK;
}

static void add_phase(const struct wcsph_run *r, uint32_t i, void *to) {
  ((uint64_t *)to)[phases_number(r, i)]++;
}

int wcsph_run_count_phases(struct wcsph_run *r, uint64_t counts[PHASES_MOST + 1]) {
  memset(counts, 0, (PHASES_MOST + 1) * sizeof *counts);
  return add_up(r, BUFFER_BODY, add_phase, counts);
}

/* A temperature is its value less its compensation. */
static void add_heat(const struct wcsph_run *r, uint32_t i, void *to) {
  const struct vec4 *row = &r->state.heat[i];
  const double capacity = heat_capacity(r->config, &r->law, r->state.body[i]);
  total_add(to, capacity * (((double)row->x - r->config->heat.reference) - (double)row->y));
}

int wcsph_run_heat(struct wcsph_run *r, double *heat) {
  struct total sum = {0};
  TRY(add_up(r, BUFFER_HEAT | BUFFER_BODY, add_heat, &sum));
  *heat = sum.value + sum.rest;
  return STATUS_OK;
}

static void add_whirl(const struct wcsph_run *r, const struct wcsph_found *f, struct total *t) {
  const double *w = f->vorticity; /* 0 of walls */
  total_add(t, 0.5 * (double)r->law.volume * ((w[0] * w[0] + w[1] * w[1]) + w[2] * w[2]));
}

static int whirl_of_all(struct wcsph_run *r, struct total *t) {
  struct wcsph_state *s = &r->state;
  struct wcsph_found *found;
  TRY(wcsph_fetch(r->backend, r->self, BUFFER_POSITION | BUFFER_VELOCITY | BUFFER_ID));
  uint32_t *order = rows_by_id(s->id, s->count);
  CHECK(order, STATUS_FAILED, "no memory to sum over %u particles", s->count);
  const int status = vorticity_find(s, &r->law, order, &found);
  for (uint32_t k = 0; k < s->count && status == STATUS_OK; k++) add_whirl(r, &found[order[k]], t);
  if (status == STATUS_OK) free(found);
  free(order);
  return status;
}

static int whirl_of_windows(struct wcsph_run *r, struct total *t) {
  const struct row_choice all = {.all = true};
  struct wcsph_view v = {.count = 0};
  int status = show_around(r, &v, BUFFER_ID, &all);
  for (size_t first = 0; first < v.count && status == STATUS_OK; first += ROWS_WINDOW) {
    const size_t rows = v.count - first < ROWS_WINDOW ? v.count - first : ROWS_WINDOW;
    status = r->backend->elsewhere->window_around(r->self, first / ROWS_WINDOW, v.found);
    for (size_t k = 0; k < rows && status == STATUS_OK; k++) add_whirl(r, &v.found[k], t);
  }
  wcsph_view_free(&v);
  return status;
}

int wcsph_run_enstrophy(struct wcsph_run *r, double *enstrophy) {
  struct total whirl = {0};
  TRY(finds_apart(r) ? whirl_of_windows(r, &whirl) : whirl_of_all(r, &whirl));
  *enstrophy = whirl.value + whirl.rest;
  return STATUS_OK;
}
