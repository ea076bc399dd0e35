/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass over the stored list. Every pair is computed once, by the thread that owns its fluid
 * particle i, for a vector of neighbours j at a time; i's sums stay in registers, and the reactions go
 * back as 16-byte records into the thread's accumulator. */
#include "cpu/lanes.h"
#include "physics/pair.h"
#include "physics/sum.h"

#define INLINE static inline __attribute__((always_inline))

void LANES_NAME(cpu_prepare)(struct cpu_run *run, uint32_t begin, uint32_t end) {
  const struct wcsph_law law = *run->law;
  const struct wcsph_state *s = run->state;
  for (uint32_t i = begin; i < end; i += LANES) { /* reads and writes a vector beyond the end: there is room */
    real_t x, y, z, id, u, v, w, d;
    lane_load4(s->pos + i, &x, &y, &z, &id);
    lane_load4(s->vel + i, &u, &v, &w, &d);
    lane_store4(run->hot + i, sizeof *run->hot, 0, x, y, z, eos_momentum_term(&law, d));
    lane_store4(run->hot + i, sizeof *run->hot, 1, u, v, w, d);
  }
}

/* A piece of the neighbours of one particle on its way through the pass, in three short loops that the processor
 * can overlap: measure the distances, interact, give the neighbours their share. */
enum { PIECE = 512 };
struct piece {
  uint32_t entry[PIECE + LANES];
  float dx[PIECE + LANES], dy[PIECE + LANES], dz[PIECE + LANES], term[PIECE + LANES];
  real_t share[4 * PIECE / LANES];
};

/* Particle i as the pass reads it. */
struct centre {
  uint32_t entry;
  int_t x, y, z;
  struct pair_side side;
};

INLINE struct centre centre_of(const struct cpu_hot *hot, uint32_t i) {
  return (struct centre){i * CPU_ENTRY,
                         (int_t){0} + (int32_t)hot[i].x,
                         (int_t){0} + (int32_t)hot[i].y,
                         (int_t){0} + (int32_t)hot[i].z,
                         {lane_set(hot[i].term), lane_set(hot[i].vel.x), lane_set(hot[i].vel.y),
                          lane_set(hot[i].vel.z), lane_set(hot[i].vel.w)}};
}

INLINE real_t load(const void *x) {
  real_t v;
  memcpy(&v, x, sizeof v);
  return v;
}

/* Distances of the listed neighbours; where lanes can be packed, only of those inside the support. Returns how
 * many, filled up to whole vectors with i itself, which contributes nothing. */
INLINE uint32_t measure(const struct cpu_hot *hot, const struct wcsph_law *law, const struct centre *i,
                        const uint32_t *entries, uint32_t count, struct piece *p) {
  const float support2 = law->support * law->support;
  uint32_t n = 0;
  for (uint32_t k = 0; k < count; k += LANES) {
    uint32_t tail[LANES];
    const uint32_t *j = entries + k;
    if (count - k < LANES) {
      lane_pad(j, count - k, i->entry, tail);
      j = tail;
    }
    real_t x, y, z, term;
    lane_gather4(hot, sizeof *hot / CPU_ENTRY, 0, j, &x, &y, &z, &term);
    real_t dx = lane_from_int(lane_subtract_wrap(i->x, (int_t)x)) * law->quantum[0];
    real_t dy = lane_from_int(lane_subtract_wrap(i->y, (int_t)y)) * law->quantum[1];
    real_t dz = lane_from_int(lane_subtract_wrap(i->z, (int_t)z)) * law->quantum[2];
    unsigned keep = (unsigned)((1ull << LANES) - 1);
    if (LANE_PACKS) {
      keep = lane_bits((dx * dx + dy * dy) + dz * dz < support2);
      if (count - k < LANES) keep &= (1u << (count - k)) - 1u;
    }
    lane_pack(load(j), keep, p->entry + n);
    lane_pack(dx, keep, p->dx + n);
    lane_pack(dy, keep, p->dy + n);
    lane_pack(dz, keep, p->dz + n);
    lane_pack(term, keep, p->term + n);
    n += (unsigned)__builtin_popcount(keep);
  }
  uint32_t whole = (n + LANES - 1) / LANES * LANES;
  for (; n < whole; n++) p->entry[n] = i->entry, p->dx[n] = p->dy[n] = p->dz[n] = p->term[n] = 0.0f;
  return whole;
}

/* The pair laws: i's sums, and the share of each neighbour as records. */
INLINE void interact(const struct cpu_hot *hot, const struct wcsph_law *law, enum pair_kind kind,
                     const struct centre *i, uint32_t count, struct piece *p, struct sum sums[4], real_t *max_mu) {
  for (uint32_t k = 0; k < count; k += LANES) {
    struct pair_side b = {.term = load(p->term + k)};
    lane_gather4(hot, sizeof *hot / CPU_ENTRY, 1, p->entry + k, &b.u, &b.v, &b.w, &b.d);
    struct pair_result f = pair_interact(law, kind, load(p->dx + k), load(p->dy + k), load(p->dz + k), &i->side, &b);
    sum_add(&sums[0], f.ax, law->summation);
    sum_add(&sums[1], f.ay, law->summation);
    sum_add(&sums[2], f.az, law->summation);
    sum_add(&sums[3], f.rate_i, law->summation);
    *max_mu = lane_max(f.mu, *max_mu);
    real_t *share = p->share + 4 * (k / LANES);
    share[0] = -f.ax, share[1] = -f.ay, share[2] = -f.az, share[3] = f.rate_j;
    lane_transpose4(&share[0], &share[1], &share[2], &share[3]);
  }
}

/* Neighbours of one particle are distinct; copies of i all read and write the same. */
INLINE void react(struct vec4 *sums, uint32_t count, const struct piece *piece, enum summation mode) {
  const int scale = 16 / CPU_ENTRY * cpu_sum_records(mode);
  for (uint32_t k = 0; k < count; k += LANES) {
    for (uint32_t p = 0; p < 4; p++) {
      const uint32_t *j = piece->entry + k + p;
      struct sum s = {lane_join(sums, scale, 0, j), lane_set(0.0f)};
      if (mode != SUM_PLAIN) s.rest = lane_join(sums, scale, 1, j);
      sum_add(&s, piece->share[4 * (k / LANES) + p], mode);
      lane_part_out(s.value, sums, scale, 0, j);
      if (mode != SUM_PLAIN) lane_part_out(s.rest, sums, scale, 1, j);
    }
  }
}

INLINE void walk(const struct cpu_run *run, const struct wcsph_law *law, enum pair_kind kind, const struct centre *i,
                 const uint32_t *entries, uint32_t count, struct vec4 *accumulators, struct sum sums[4],
                 real_t *max_mu) {
  struct piece piece;
  for (uint32_t begin = 0; begin < count; begin += PIECE) {
    uint32_t listed = count - begin < PIECE ? count - begin : PIECE;
    uint32_t near = measure(run->hot, law, i, entries + begin, listed, &piece);
    interact(run->hot, law, kind, i, near, &piece, sums, max_mu);
    react(accumulators, near, &piece, law->summation);
  }
}

INLINE void forces_of_slice(struct cpu_run *run, struct cpu_slice *slice, const struct wcsph_law *law) {
  const int stride = cpu_sum_records(law->summation);
  real_t max_mu = lane_set(0.0f);
  for (uint32_t i = slice->begin; i < slice->end; i++) {
    const struct cpu_listed *listed = &run->listed[i];
    const uint32_t *entries = slice->entries + listed->begin;
    const struct centre centre = centre_of(run->hot, i);
    struct sum sums[4] = {0};
    walk(run, law, PAIR_FLUID_FLUID, &centre, entries, listed->fluid, slice->sums, sums, &max_mu);
    walk(run, law, PAIR_FLUID_WALL, &centre, entries + listed->fluid, listed->walls, slice->sums, sums, &max_mu);
    struct sum4 total = sum_collect(sums, law->summation), mine = {0};
    lane_vec4 *own = (lane_vec4 *)slice->sums + (size_t)i * stride;
    mine.value = own[0];
    if (stride == 2) mine.rest = own[1];
    sum4_merge(&mine, total.value, total.rest, law->summation);
    own[0] = mine.value;
    if (stride == 2) own[1] = mine.rest;
  }
  slice->max_mu = lane_max_across(max_mu);
}

/* Combinations that get code of their own, without a branch on the model: kernel, viscosity, density
 * diffusion, boundary, slip, summation (always the mass form). Everything else runs the general variant. */
#define HOT_VARIANTS(X)                                                                                      \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, KAHAN)                                                     \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, PLAIN)                                                     \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DUMMY, FREE, KAHAN)                                                     \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DUMMY, FREE, PLAIN)                                                     \
  X(CUBIC, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, KAHAN)                                                        \
  X(CUBIC, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, PLAIN)

#define X(K, V, D, B, S, M)                                                                                  \
  static void forces_##K##_##V##_##D##_##B##_##S##_##M(struct cpu_run *run, struct cpu_slice *slice) {       \
    struct wcsph_law law = *run->law;                                                                        \
    law.formulation = FORMULATION_MASS;                                                                      \
    law.kernel = KERNEL_##K, law.viscosity = VISCOSITY_##V, law.diffusion = DIFFUSION_##D;                   \
    law.boundary = BOUNDARY_##B, law.slip = SLIP_##S, law.summation = SUM_##M;                               \
    forces_of_slice(run, slice, &law);                                                                       \
  }
HOT_VARIANTS(X)
#undef X

static void forces_general(struct cpu_run *run, struct cpu_slice *slice) {
  const struct wcsph_law law = *run->law;
  forces_of_slice(run, slice, &law);
}

void LANES_NAME(cpu_forces)(struct cpu_run *run, struct cpu_slice *slice) {
  const struct wcsph_law *law = run->law;
#define X(K, V, D, B, S, M)                                                                                  \
  if (law->formulation == FORMULATION_MASS && law->kernel == KERNEL_##K && law->viscosity == VISCOSITY_##V && \
      law->diffusion == DIFFUSION_##D && law->boundary == BOUNDARY_##B &&                                    \
      (law->slip == SLIP_##S || law->boundary == BOUNDARY_DYNAMIC) && law->summation == SUM_##M) {           \
    forces_##K##_##V##_##D##_##B##_##S##_##M(run, slice);                                                    \
    return;                                                                                                  \
  }
  HOT_VARIANTS(X)
#undef X
  forces_general(run, slice);
}

/* Add what all threads found for particles [begin, end), and leave the accumulators zero. */
void LANES_NAME(cpu_merge)(struct cpu_run *run, struct cpu_slice *slice, uint32_t begin, uint32_t end) {
  const struct wcsph_law *law = run->law;
  struct wcsph_state *s = run->state;
  const int stride = cpu_sum_records(law->summation);
  const lane_vec4 gravity = {law->gravity[0], law->gravity[1], law->gravity[2], 0.0f}, zero = {0};
  float max_a2 = slice->max_a2;
  for (uint32_t i = begin; i < end; i++) {
    int fluid = i >= s->wall_count;
    struct sum4 total = {0};
    for (int t = 0; t < run->threads; t++) {
      const struct cpu_slice *other = &run->slices[t];
      if (i < other->touched[fluid][0] || i >= other->touched[fluid][1]) continue;
      lane_vec4 *sums = (lane_vec4 *)other->sums + (size_t)i * stride;
      lane_vec4 rest = zero;
      if (stride == 2) {
        rest = sums[1];
        sums[1] = zero;
      }
      sum4_merge(&total, sums[0], rest, law->summation);
      sums[0] = zero;
    }
    lane_vec4 rate = total.value;
    if (fluid) rate += gravity;
    memcpy(&s->rate[i], &rate, sizeof rate);
    float a2 = (rate[0] * rate[0] + rate[1] * rate[1]) + rate[2] * rate[2];
    if (fluid && a2 > max_a2) max_a2 = a2;
  }
  slice->max_a2 = max_a2;
}
