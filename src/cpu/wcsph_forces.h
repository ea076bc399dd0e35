/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CPU_WCSPH_FORCES_H
#define CPU_WCSPH_FORCES_H
/* The force pass over the stored list. Every pair is computed once, by the thread that owns its fluid
 * particle. The neighbours of a cluster are fetched and turned into vectors; then each particle of the
 * cluster meets those vectors that it is near, its sums in registers, the reactions in the first-level cache;
 * then the reactions go back as 16-byte records into the thread's accumulator. */
#include "cpu/react.h"
#include "physics/pair.h"
#include "physics/sum.h"

/* A particle of a cluster, in every lane. */
struct centre {
  int_t x, y, z;
  struct pair_side side;
  struct centre_sums sums; /* acceleration and d(rho/rho0)/dt */
};

INLINE struct centre centre_of(const struct cpu_hot *i) {
  return (struct centre){
      .x = (int_t){0} + (int32_t)i->x,
      .y = (int_t){0} + (int32_t)i->y,
      .z = (int_t){0} + (int32_t)i->z,
      .side = {lane_set(i->term), lane_set(i->vel.x), lane_set(i->vel.y), lane_set(i->vel.z),
               lane_set(i->vel.w)},
  };
}

/* Maxima over pairs, by lanes. */
struct extremes {
  real_t mu, load;
};

/* A vector of neighbours, and what they get: a term from each particle of the cluster at most. */
_Static_assert((int)CPU_CLUSTER <= (int)SUM_FEW, "shares are sums of few");
struct others {
  int_t x, y, z;
  struct pair_side side;
  struct sum share[4];
};

INLINE struct pair_gap measure(const struct wcsph_law *law, const struct centre *i, const struct others *j) {
  real_t dx = lane_from_int(lane_subtract_wrap(i->x, j->x)) * law->quantum_h[0];
  real_t dy = lane_from_int(lane_subtract_wrap(i->y, j->y)) * law->quantum_h[1];
  real_t dz = lane_from_int(lane_subtract_wrap(i->z, j->z)) * law->quantum_h[2];
  return pair_measure(law, dx, dy, dz, i->side.d, j->side.d);
}

/* The interaction of a centre with a vector of neighbours; what these get is added to their share. */
INLINE void interact(const struct wcsph_law *law, enum pair_kind kind, struct centre *i,
                     const struct pair_gap *gap, struct others *j, struct extremes *most) {
  struct pair_result f = pair_act(law, kind, gap, &i->side, &j->side);
  most->mu = lane_max(f.mu, most->mu);
  most->load = pair_load(law, &f, most->load);
  const enum summation mode = sum_of_few(law->summation);
  sum_exchange(&i->sums.few[0], &j->share[0], f.ax, mode);
  sum_exchange(&i->sums.few[1], &j->share[1], f.ay, mode);
  sum_exchange(&i->sums.few[2], &j->share[2], f.az, mode);
  sum_add_all(&i->sums.few[3], f.rate_i, mode);
  sum_add(&j->share[3], f.rate_j, mode);
}

/* The records of `count` vectors of neighbours, turned. */
INLINE void fetch(const struct cpu_run *run, const uint32_t *entries, uint32_t count, enum summation mode,
                  struct others *j) {
  const int scale = sizeof *run->hot / CPU_ENTRY;
  for (; count > 0; count--, j++, entries += LANES) {
    real_t x, y, z;
    lane_gather4(run->hot, scale, 0, entries, &x, &y, &z, &j->side.term);
    lane_gather4(run->hot, scale, 1, entries, &j->side.u, &j->side.v, &j->side.w, &j->side.d);
    j->x = lane_real_to_bits(x), j->y = lane_real_to_bits(y), j->z = lane_real_to_bits(z);
    for (int c = 0; c < 4; c++) sum_clear_few(&j->share[c], mode);
  }
}

/* All neighbours of a centre: those vectors of them that it reaches. The next are measured before the present
 * are done with, so that their roots and divisions are ready in time. */
INLINE void walk(const struct wcsph_law *law, enum pair_kind kind, struct centre *i, uint64_t reach,
                 struct others *others, struct extremes *most) {
  if (!reach) return;
  struct others *j = &others[__builtin_ctzll(reach)];
  struct pair_gap gap = measure(law, i, j);
  for (int met = 1; (reach &= reach - 1); met++) {
    struct others *next = &others[__builtin_ctzll(reach)];
    const struct pair_gap then = measure(law, i, next);
    interact(law, kind, i, &gap, j, most);
    if (met % SUM_FEW == 0) settle(&i->sums, law->summation);
    j = next, gap = then;
  }
  interact(law, kind, i, &gap, j, most);
  settle(&i->sums, law->summation);
}

/* Nobody is half the y axis away from the cluster: farther than the support, the axis being at least three
 * and a half of them long. */
INLINE void place_nobody(struct cpu_hot *nobody, const struct cpu_hot *first) {
  *nobody = (struct cpu_hot){.x = first->x, .y = first->y + (UINT32_MAX / 2 + 1), .z = first->z};
}

/* A particle that has met all its neighbours goes where nobody is, so that those of its cluster that come
 * after it do not meet it again. */
INLINE void leave(struct others *others, uint32_t place) {
  uint32_t y;
  char *at = (char *)&others[place / LANES].y + place % LANES * sizeof y;
  memcpy(&y, at, sizeof y);
  y += UINT32_MAX / 2 + 1;
  memcpy(at, &y, sizeof y);
}

INLINE void forces_of_cluster(const struct cpu_run *run, struct cpu_slice *slice, const struct wcsph_law *law,
                              const struct cpu_cluster *cluster, bool mutual, struct extremes *most,
                              struct others *others) {
  const uint32_t *entries = slice->entries + cluster->begin, *walls = entries + cluster->fluid * LANES;
  place_nobody(&run->hot[slice->nobody], &run->hot[cluster->first]);
  fetch(run, entries, (uint32_t)(cluster->fluid + cluster->walls), law->summation, others);
  for (uint32_t k = 0; k < cluster->size; k++) {
    struct centre i = centre_of(&run->hot[cluster->first + k]);
    walk(law, PAIR_FLUID_FLUID, &i, cluster->reach[0][k], others, most);
    walk(law, PAIR_FLUID_WALL, &i, cluster->reach[1][k], others + cluster->fluid, most);
    collect(slice->sums, cluster->first + k, settled(&i.sums, law->summation), law->summation);
    if (k < cluster->own) leave(others, k);
  }
  if (mutual) {
    for (int k = 0; k < cluster->fluid; k++)
      react(slice->sums, entries + k * LANES, others[k].share, law->summation);
  }
  for (int k = 0; k < cluster->walls; k++)
    react(slice->sums, walls + k * LANES, others[cluster->fluid + k].share, law->summation);
}

INLINE void forces_of_slice(struct cpu_run *run, struct cpu_slice *slice, const struct wcsph_law *law,
                            bool mutual) {
  struct extremes most = {lane_set(0.0f), lane_set(0.0f)};
  _Alignas(64) struct others others[2 * CPU_VECTORS];
  for (size_t k = 0; k < slice->cluster_count; k++)
    forces_of_cluster(run, slice, law, &slice->clusters[k], mutual, &most, others);
  slice->max_mu = fmaxf(slice->max_mu, lane_max_across(most.mu));
  slice->load = fmaxf(slice->load, lane_max_across(most.load));
}

#endif
