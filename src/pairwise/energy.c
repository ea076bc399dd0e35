/* SPDX-License-Identifier: BSD-3-Clause */
#include "pairwise/energy.h"

#include <math.h>
#include <stdlib.h>

#include "pairwise/scalar.h"
#include "util/error.h"

/* A sum of doubles as a whole number of 2^-40. */
__extension__ typedef __int128 whole_t;
struct whole {
  whole_t sum;
  bool overflow;
};
static void whole_add(struct whole *w, double term) {
  if (fabs(term) < 0x1p22)
    w->sum += llrint(term * 0x1p40);
  else if (fabs(term) < 0x1p80)
    w->sum += (whole_t)(term * 0x1p40); /* a whole number already */
  else
    w->overflow = true;
}
static double whole_value(const struct whole *w) {
  return w->overflow ? INFINITY : (double)w->sum * 0x1p-40;
}

struct totals {
  struct whole potential, virial;
  uint64_t pairs;
};

/* Positions in doubles with the cells that they are in. */
struct cells {
  const struct pairwise_law *law;
  const double (*x)[3];
  double length[3]; /* m; 0 along an axis that does not repeat */
  struct position *at;
  struct grid grid;
};

/* Particle i with all of a higher number. */
static void add_particle(const struct cells *k, uint32_t i, struct totals *t) {
  uint32_t around[GRID_AROUND];
  const int cells = grid_around(&k->grid, &k->at[i], around);
  for (int c = 0; c < cells; c++)
    for (uint32_t n = k->grid.start[0][around[c]]; n < k->grid.start[0][around[c] + 1]; n++) {
      const uint32_t j = k->grid.order[n];
      double r2 = 0.0;
      if (j <= i) continue;
      for (int a = 0; a < 3; a++) {
        double d = k->x[i][a] - k->x[j][a];
        if (k->length[a] > 0.0) d -= k->length[a] * rint(d / k->length[a]);
        r2 += d * d;
      }
      if (!(r2 < k->law->cutoff2)) continue;
      whole_add(&t->potential, r2 > 0.0 ? pairwise_energy_double(k->law, r2) : INFINITY);
      whole_add(&t->virial, pairwise_force_double(k->law, r2) * r2);
      t->pairs++;
    }
}

static void merge_sums(struct whole *all, const struct whole *mine) {
  all->sum += mine->sum;
  all->overflow |= mine->overflow;
}

static void add_all(const struct cells *k, uint32_t count, struct pairwise_totals *out) {
  struct totals all = {0};
#pragma omp parallel
  {
    struct totals mine = {0};
#pragma omp for schedule(dynamic, 256)
    for (uint32_t i = 0; i < count; i++) add_particle(k, i, &mine);
#pragma omp critical
    {
      merge_sums(&all.potential, &mine.potential);
      merge_sums(&all.virial, &mine.virial);
      all.pairs += mine.pairs;
    }
  }
  out->potential = whole_value(&all.potential);
  out->virial = whole_value(&all.virial);
  out->pairs = all.pairs;
}

/* x in doubles, the places in `at` for the cells; the state says how those came about. */
static int sum_pairs(struct pairwise_totals *out, const struct pairwise_law *law,
                     const struct pairwise_state *s, const double (*x)[3], struct position *at) {
  struct cells k = {.law = law, .x = x, .at = at};
  struct pairwise_state wide = *s;
  wide.reach = (float)sqrt(law->cutoff2); /* rounding is in the margin of pairwise_grid_make */
  pairwise_grid_make(&k.grid, &wide, (const int[3]){1, 1, 1});
  for (int a = 0; a < 3; a++) k.length[a] = s->periodic[a] ? s->size[a] : 0.0;
  k.grid.start[0] = calloc((size_t)k.grid.total + 1, sizeof *k.grid.start[0]);
  k.grid.order = malloc(((size_t)s->count + 1) * sizeof *k.grid.order);
  const bool complete = k.grid.start[0] && k.grid.order;
  if (complete) {
    grid_sort(&k.grid, at, 0, s->count, k.grid.start[0]);
    add_all(&k, s->count, out);
  }
  grid_free(&k.grid);
  return complete ? STATUS_OK : error_set(STATUS_FAILED, "no memory to sum over %u particles", s->count);
}

int pairwise_configuration_totals(struct pairwise_totals *t, const struct pairwise_settings *c,
                                  const struct pairwise_source *source) {
  struct pairwise_law law;
  struct pairwise_state s = {.count = (uint32_t)source->count};
  *t = (struct pairwise_totals){0};
  pairwise_law_derive(&law, c);
  pairwise_geometry_derive(&law, &s, c, source);
  struct position *at = malloc(source->count * sizeof *at);
  CHECK(at, STATUS_FAILED, "no memory to sum over %zu particles", source->count);
  for (uint32_t i = 0; i < s.count; i++) at[i] = pairwise_to_position(&s, source->position[i]);
  const int status = sum_pairs(t, &law, &s, (const double(*)[3])source->position, at);
  free(at);
  return status;
}

/* In the order of memory: rounding to whole numbers comes first. */
static void sum_motion(const struct pairwise_state *s, struct pairwise_totals *t) {
  struct whole kinetic = {0};
  whole_t momentum[3] = {0};
  for (uint32_t i = 0; i < s->count; i++) {
    const int64_t v[3] = {s->vel[i].x, s->vel[i].y, s->vel[i].z};
    double v2 = 0.0;
    for (int a = 0; a < 3; a++) {
      v2 += ((double)v[a] * s->unit) * ((double)v[a] * s->unit);
      momentum[a] += v[a];
    }
    whole_add(&kinetic, 0.5 * v2);
  }
  t->kinetic = whole_value(&kinetic);
  t->momentum = 0.0;
  for (int a = 0; a < 3; a++) {
    const double p = (double)momentum[a] * s->unit;
    if (fabs(p) > fabs(t->momentum)) t->momentum = p;
  }
}

int pairwise_run_totals(struct pairwise_run *r, struct pairwise_totals *t) {
  const struct pairwise_state *s = &r->state;
  TRY(pairwise_run_fetch(r));
  double(*x)[3] = malloc(s->count * sizeof *x);
  CHECK(x, STATUS_FAILED, "no memory to sum over %u particles", s->count);
  for (uint32_t i = 0; i < s->count; i++) {
    const uint32_t q[3] = {s->pos[i].x, s->pos[i].y, s->pos[i].z};
    for (int a = 0; a < 3; a++) x[i][a] = pairwise_coordinate(s, q[a], a);
  }
  const int status = sum_pairs(t, &r->law, s, (const double(*)[3])x, s->pos);
  free(x);
  sum_motion(s, t);
  return status;
}
