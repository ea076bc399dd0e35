/* SPDX-License-Identifier: BSD-3-Clause */
/* Fluid between levels. Whole particles are inserted and removed at gates, the far sides of rings. At the
 * face of a box a particle passes from a level's own fluid to its ring, or back: the face counts what one
 * level has lost and the other has not gained. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "wcsph/levels/drift.h"
#include "wcsph/levels/place.h"
#include "wcsph/levels/run.h"
#include "wcsph/openings/opening_square.h"
#include "wcsph/openings/openings.h"

/* Particles: bounds of `due` of a gate's square. */
static const double most_due = 2.0;

/* ---- what crosses a face ---- */

/* The volume of a particle of level k, in particles of the finer level at the face. */
static int64_t worth(const struct levels_run *r, int k, const struct gate *face) {
  const double ratio = r->resolved[k].dp / r->resolved[face->of].dp;
  return llround(r->runs[0]->config->dimensions == 2 ? ratio * ratio : ratio * ratio * ratio);
}

static void note_crossing(struct levels_run *r, int k, size_t gate, int lost) {
  struct gate *face = &r->faces[gate / 2];
  face->carried += lost * worth(r, k, face);
}

static int compare_ids(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* The gate of the ring in which a particle was, or -1. */
static int was_in(const struct levels_run *r, int k, uint64_t id) {
  size_t low = 0, high = r->ringed_count[k];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (r->ringed[k][middle] >> RING_BITS < id)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == r->ringed_count[k] || r->ringed[k][low] >> RING_BITS != id) return -1;
  return (int)(r->ringed[k][low] & ((1u << RING_BITS) - 1));
}

/* Open boundaries are level 0's. */
static int64_t came_so_far(const struct levels_run *r) {
  int64_t sum = 0;
  for (size_t o = 0; o < r->runs[0]->config->opening_count; o++) {
    const struct opening_log log = openings_logged(r->runs[0], o);
    sum += (int64_t)log.in - (int64_t)log.out;
  }
  return sum;
}

/* Counts which fluid of a level crossed a face since the last exchange, and lists what is in rings now. */
static int note_level(struct levels_run *r, int k, const uint8_t *whose, bool first) {
  const struct wcsph_state *s = &r->runs[k]->state;
  uint64_t own = 0, in = 0, out = 0;
  size_t count = 0;
  uint64_t *now = malloc(((size_t)state_count(s, KIND_FLUID) + 1) * sizeof *now);
  CHECK(now, STATUS_FAILED, "no memory for rings");
  for (uint32_t i = state_range(s, KIND_FLUID).begin; i < s->count; i++) {
    if (s->pos[i].mark == MARK_GONE) continue;
    const int was = first ? -1 : was_in(r, k, s->id[i]);
    if (whose[i] == OWN_ROW) {
      own++;
      if (was >= 0) note_crossing(r, k, (size_t)was, -1), in++;
    } else {
      now[count++] = s->id[i] << RING_BITS | whose[i] / 2u;
      if (first || was >= 0 || s->id[i] >= r->newest[k]) continue;
      note_crossing(r, k, whose[i] / 2u, 1), out++;
    }
  }
  qsort(now, count, sizeof *now, compare_ids);
  if (!first) r->left[k] += (int64_t)(r->own[k] + in - out - own);
  if (k == 0) {
    const int64_t came = came_so_far(r);
    if (!first) r->left[0] += came - r->came;
    r->came = came;
  }
  r->own[k] = own;
  free(r->ringed[k]);
  r->ringed[k] = now, r->ringed_count[k] = count;
  return STATUS_OK;
}

/* ---- gates ---- */

/* At an exchange, for each square of a gate: the fluid of the neighbour level, and particles of the ring. */
struct near {
  struct ring_fit *fits;
  uint64_t *outermost; /* the ring's particle nearest to the gate, at most a spacing from it; 0: none */
  double *depth;       /* m: how far that is from the gate */
  bool *crowded;       /* there is no room for a newcomer */
};

static void near_free(struct near *n) {
  free(n->fits);
  free(n->outermost);
  free(n->depth);
  free(n->crowded);
}

static int near_open(struct near *n, const struct levels_run *r, const struct gate *g) {
  *n = (struct near){.fits = calloc(g->count + 1, sizeof *n->fits),
                     .outermost = calloc(g->count + 1, sizeof *n->outermost),
                     .depth = calloc(g->count + 1, sizeof *n->depth),
                     .crowded = calloc(g->count + 1, sizeof *n->crowded)};
  CHECK(n->fits && n->outermost && n->depth && n->crowded, STATUS_FAILED,
        "no memory for the faces of levels");
  return levels_fit_squares(r->runs[g->from], g, n->fits);
}

static void newcomer_place(const struct gate *g, const struct square *s, double place[3]) {
  for (int a = 0; a < 3; a++) place[a] = s->place[a] + 0.5 * g->dp * s->inward[a];
}

/* Take a particle of the ring into account. Ids begin at 0: `outermost` has them raised by one. */
static void near_note(struct near *n, const struct gate *g, const double x[3], uint64_t id) {
  const uint32_t i = gate_square(g, x);
  if (i == g->count) return;
  const struct square *s = &g->squares[i];
  double depth = 0.0, apart2 = 0.0, place[3];
  newcomer_place(g, s, place);
  for (int a = 0; a < 3; a++) {
    depth += (x[a] - s->place[a]) * s->inward[a];
    apart2 += (x[a] - place[a]) * (x[a] - place[a]);
  }
  if (apart2 < 0.25 * g->dp * g->dp) n->crowded[i] = true;
  if (depth > g->dp) return;
  if (n->outermost[i] && (depth > n->depth[i] || (depth == n->depth[i] && id + 1 > n->outermost[i]))) return;
  n->outermost[i] = id + 1, n->depth[i] = depth;
}

/* Add what has flowed through a square of a gate; insert or remove a particle for it. */
static void settle_square(const struct levels_run *r, size_t gate, const struct near *n, uint32_t i,
                          double time, struct wcsph_change *change, struct wcsph_newcomer *come,
                          uint64_t *gone) {
  struct gate *g = &r->gates[gate];
  const struct opening_fit *fit = &n->fits[i].at;
  struct square *s = &g->squares[i];
  float u[3] = {fit->value[FIT_U], fit->value[FIT_V], fit->value[FIT_W]};
  const float d = opening_density(&r->runs[g->of]->law, fit->value[FIT_PRESSURE]);
  double speed = 0.0;
  if (!(fit->share > OPENING_WET_SHARE)) return;
  drift_add(r, gate, s->shared, u);
  for (int a = 0; a < 3; a++) speed += (double)u[a] * s->inward[a];
  s->due = fmin(fmax(s->due + speed * time / g->dp, -most_due), most_due);
  if (s->due >= 1.0 && !n->crowded[i]) {
    s->due -= 1.0;
    g->came++;
    struct wcsph_newcomer *to = &come[change->come_count++];
    *to = (struct wcsph_newcomer){.velocity = {u[0], u[1], u[2]}, .d = d};
    newcomer_place(g, s, to->place);
  } else if (s->due <= -1.0 && n->outermost[i]) {
    s->due += 1.0;
    g->went++;
    gone[change->gone_count++] = n->outermost[i] - 1;
  }
}

/* ---- an exchange ---- */

/* Changes of a level's fluid at an exchange. */
struct passing {
  struct wcsph_change change;
  uint64_t *gone;
  struct wcsph_newcomer *come;
};

/* Classify all fluid of level k (place.h), and remove what is beyond its rings. */
static int classify_level(struct levels_run *r, int k, bool first, struct passing *p, struct near *near) {
  struct wcsph_run *run = r->runs[k];
  const struct wcsph_state *s = &run->state;
  uint32_t squares = 0;
  uint8_t *whose;
  for (size_t g = 0; g < r->gate_count; g++) squares += r->gates[g].of == k ? r->gates[g].count : 0;
  p->gone = malloc(((size_t)state_count(s, KIND_FLUID) + 1) * sizeof *p->gone);
  p->come = malloc(((size_t)squares + 1) * sizeof *p->come);
  CHECK(p->gone && p->come, STATUS_FAILED, "no memory for the faces of levels");
  TRY(wcsph_fetch(run->backend, run->self, BUFFER_POSITION | BUFFER_ID));
  TRY(levels_find_whose(&whose, r, k));
  for (uint32_t i = state_range(s, KIND_FLUID).begin; i < s->count; i++) {
    double x[3];
    if (whose[i] == OWN_ROW || s->pos[i].mark == MARK_GONE) continue;
    levels_place(s, i, x);
    if (whose[i] % 2 == 0) {
      near_note(&near[whose[i] / 2], &r->gates[whose[i] / 2], x, s->id[i]);
      continue;
    }
    gate_note_gone(&r->gates[whose[i] / 2], x);
    p->gone[p->change.gone_count++] = s->id[i];
  }
  const int status = note_level(r, k, whose, first);
  free(whose);
  return status;
}

static int change_level(struct levels_run *r, int k, double time, struct passing *p,
                        const struct near *near) {
  for (size_t g = 0; g < r->gate_count && time > 0.0; g++)
    for (uint32_t i = 0; r->gates[g].of == k && i < r->gates[g].count; i++)
      settle_square(r, g, &near[g], i, time, &p->change, p->come, p->gone);
  qsort(p->gone, p->change.gone_count, sizeof *p->gone, compare_ids);
  p->change.gone = p->gone, p->change.come = p->come;
  r->newest[k] = r->runs[k]->next_id;
  return wcsph_run_change(r->runs[k], &p->change);
}

/* All levels are looked at before any is changed. */
static int exchange_fluid(struct levels_run *r, bool first, struct passing *passing, struct near *near) {
  const double now = r->runs[0]->time, time = now - r->flowed;
  for (int k = 0; k < r->count; k++) TRY(wcsph_run_relist(r->runs[k])); /* rows stay where they are then */
  for (size_t g = 0; g < r->gate_count; g++) TRY(near_open(&near[g], r, &r->gates[g]));
  for (int k = 0; k < r->count; k++) TRY(classify_level(r, k, first, &passing[k], near));
  for (int k = 0; k < r->count; k++) TRY(change_level(r, k, time, &passing[k], near));
  r->flowed = now;
  return STATUS_OK;
}

static int pass_gates(struct levels_run *r, bool first) {
  struct passing passing[LEVELS_MOST] = {0};
  struct near near[2 * LEVELS_MOST] = {0};
  const int status = exchange_fluid(r, first, passing, near);
  for (size_t g = 0; g < r->gate_count; g++) near_free(&near[g]);
  for (int k = 0; k < r->count; k++) free(passing[k].gone), free(passing[k].come);
  return status;
}

int levels_pass_gates(struct levels_run *r) {
  return pass_gates(r, false);
}

int levels_begin(struct levels_run *r) {
  r->flowed = r->runs[0]->time;
  TRY(pass_gates(r, true));
  r->mass = levels_mass(r);
  for (size_t g = 0; g < r->gate_count; g++) {
    struct gate *gate = &r->gates[g];
    gate->came = gate->went = 0;
    for (uint32_t i = 0; i < gate->count; i++) gate->squares[i].due = 0.0;
  }
  return STATUS_OK;
}

/* ---- mass ---- */

/* kg, in 2-D kg/m. */
static double particle_mass(const struct levels_run *r, int k) {
  const struct wcsph_settings *c = r->runs[k]->config;
  return c->material.density * c->dp * c->dp * (c->dimensions == 2 ? 1.0 : c->dp);
}

double levels_mass(const struct levels_run *r) {
  double sum = 0.0;
  for (int k = 0; k < r->count; k++)
    sum += particle_mass(r, k) * (double)((int64_t)r->own[k] + r->left[k] - (k == 0 ? r->came : 0));
  return sum;
}

double levels_gone(const struct levels_run *r) {
  double sum = 0.0;
  for (int k = 0; k < r->count; k++)
    sum += particle_mass(r, k) * (double)(r->left[k] - (k == 0 ? r->came : 0));
  return sum;
}

double levels_carried(const struct levels_run *r) {
  double sum = 0.0;
  for (int k = 1; k < r->count; k++) sum += particle_mass(r, k) * (double)r->faces[k - 1].carried;
  return sum;
}
