/* SPDX-License-Identifier: BSD-3-Clause */
/* Forces from the list, one thread a particle, and the step of particles. */
#include "offload/pairwise.h"
#include "offload/pairwise_pass.h"
#include "util/error.h"

/* Over the stored list. The law's parts are constants, or variables that LOOK takes from the host's law: the
 * device cannot reach that one. */
#define LISTED(NAME, LOOK, POTENTIAL, TRUNCATION, SUMMATION)                                                 \
  static void NAME(struct offload_pairwise *o, bool kick, struct offload_finding *found,                     \
                   struct offload_finding *next) {                                                           \
    const struct pairwise_view *v = o->there;                                                                \
    const struct position *pos = o->view.state.pos;                                                          \
    const struct offload_quad *list = o->view.list;                                                          \
    const uint32_t *row_count = o->view.row_count;                                                           \
    const uint32_t n = o->view.state.count, stride = o->view.stride;                                         \
    const float cutoff2 = (float)o->law->cutoff2, softening2 = (float)o->law->softening2;                    \
    const float slope = (float)o->law->slope;                                                                \
    const float q0 = o->law->quantum[0], q1 = o->law->quantum[1], q2 = o->law->quantum[2];                   \
    int device = o->device;                                                                                  \
    LOOK OFFLOAD_LOOP(n, is_device_ptr(v, pos, list, row_count, found, next))                                \
    for (uint32_t i = 0; i < n; i++) {                                                                       \
      const struct pairwise_law law = {.potential = POTENTIAL,                                               \
                                       .truncation = TRUNCATION,                                             \
                                       .summation = SUMMATION,                                               \
                                       .cutoff2 = (double)cutoff2,                                           \
                                       .softening2 = (double)softening2,                                     \
                                       .slope = (double)slope,                                               \
                                       .quantum = {q0, q1, q2}};                                             \
      const struct position me = pos[i];                                                                     \
      const struct offload_quad *row = list + i;                                                             \
      struct pass_sums sums = {0};                                                                           \
      for (uint32_t k = row_count[i]; k > 0; k--, row += stride) {                                           \
        const struct offload_quad quad = *row; /* written out, so that it stays in registers */              \
        struct position j = pos[quad.j[0]];                                                                  \
        pass_meet(&law, &me, &j, &sums);                                                                     \
        j = pos[quad.j[1]];                                                                                  \
        pass_meet(&law, &me, &j, &sums);                                                                     \
        j = pos[quad.j[2]];                                                                                  \
        pass_meet(&law, &me, &j, &sums);                                                                     \
        j = pos[quad.j[3]];                                                                                  \
        pass_meet(&law, &me, &j, &sums);                                                                     \
      }                                                                                                      \
      pass_finish(v, &law, i, &sums, kick, found);                                                           \
      if (i < OFFLOAD_FINDINGS) offload_forget(&next[i]);                                                    \
    }                                                                                                        \
  }
#define X(P, T, M) LISTED(listed_##P##_##T##_##M, , POTENTIAL_##P, TRUNCATION_##T, SUM_##M)
PASS_HOT(X)
#undef X
#define LOOK_AT_LAW                                                                                          \
  const enum pairwise_potential potential = o->law->potential;                                               \
  const enum pairwise_truncation truncation = o->law->truncation;                                            \
  const enum summation summation = o->law->summation;
LISTED(listed_general, LOOK_AT_LAW, potential, truncation, summation)

static void listed(struct offload_pairwise *o, bool kick, struct offload_finding *found,
                   struct offload_finding *next) {
  const struct pairwise_law *law = o->law;
#define X(P, T, M)                                                                                           \
  if (law->potential == POTENTIAL_##P && law->truncation == TRUNCATION_##T && law->summation == SUM_##M) {   \
    listed_##P##_##T##_##M(o, kick, found, next);                                                            \
    return;                                                                                                  \
  }
  PASS_HOT(X)
#undef X
  listed_general(o, kick, found, next);
}

static float from_bits_of(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

int pairwise_forces(void *self, bool kick, struct pairwise_limits *limits) {
  struct offload_pairwise *o = self;
  struct offload_finding *found, *next = o->found + (size_t)FOUND_BY_OTHERS * OFFLOAD_FINDINGS, all;
  TRY(offload_found_expect(o->device, o->found, o->forgotten, FOUND_BY_FORCES, &found));
  if (o->view.list)
    listed(o, kick, found, next);
  else
    pairwise_cells_forces(o, kick, found, next);
  TRY(offload_found_collect(o->device, o->found, NULL, o->forgotten, FOUND_BY_FORCES,
                            o->view.state.count >= OFFLOAD_FINDINGS, &all));
  *limits = (struct pairwise_limits){.overflow = !(from_bits_of(all.load) < SUM_TERM_LIMIT)};
  return STATUS_OK;
}

int pairwise_advance_all(void *self, struct pairwise_motion *motion) {
  struct offload_pairwise *o = self;
  const struct pairwise_view *v = o->there;
  struct offload_finding *found, *next = o->found + (size_t)FOUND_BY_FORCES * OFFLOAD_FINDINGS, all;
  const uint32_t n = o->view.state.count;
  int device = o->device;
  TRY(offload_found_expect(o->device, o->found, o->forgotten, FOUND_BY_OTHERS, &found));
  OFFLOAD_LOOP(n, is_device_ptr(v, found, next))
  for (uint32_t i = 0; i < n; i++) {
    const struct pairwise_law law = v->law;
    struct pairwise_state state = v->state;
    struct offload_finding *f = offload_finding_of(found, i);
    float distance2;
    const enum pairwise_fault fault = pairwise_advance(&state, &law, &v->state.bounds, i, &distance2);
    offload_raise(&f->spread[0], distance2);
    if (fault != PAIRWISE_FINE) {
      uint64_t note = v->state.id[i] << 8 | (uint64_t)fault;
#pragma omp atomic compare
      if (f->fault > note) {
        f->fault = note;
      }
    }
    if (i < OFFLOAD_FINDINGS) offload_forget(&next[i]);
  }
  TRY(offload_found_collect(o->device, o->found, NULL, o->forgotten, FOUND_BY_OTHERS, n >= OFFLOAD_FINDINGS,
                            &all));
  *motion = (struct pairwise_motion){.distance2 = from_bits_of(all.spread[0]), .fault = PAIRWISE_FINE};
  if (all.fault != UINT64_MAX)
    pairwise_note_fault(motion, (enum pairwise_fault)(all.fault & 0xff), all.fault >> 8);
  return STATUS_OK;
}
