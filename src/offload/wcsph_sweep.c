/* SPDX-License-Identifier: BSD-3-Clause */
/* A sweep on the device, one thread a particle: compiled once for each row of wcsph/sweeps/list.h, with its
 * name as SWEEP. Sums are whole numbers, so that threads may add them in any order. */
#include "offload/wcsph.h"
#include "util/error.h"
#include "wcsph/sweeps/sweep.h"

#include SWEEP_HEADER

enum { SLOTS = 32 }; /* sums, so that threads do not queue for one */

/* The values of what a sweep is given, by their names or as parameters of a type. */
#define SWEEP_VALUE_LIST(type)                                                                               \
  type v0, type v1, type v2, type v3, type v4, type v5, type v6, type v7, type v8, type v9, type v10,        \
      type v11, type v12
_Static_assert(SWEEP_VALUES == 13, "as many are listed");

#pragma omp declare target
static inline void load_f32(const struct vec4 *from, float to[4]) {
  to[0] = from->x, to[1] = from->y, to[2] = from->z, to[3] = from->w;
}
static inline void load_u32(const struct position *from, int32_t to[4]) {
  to[0] = (int32_t)from->x, to[1] = (int32_t)from->y, to[2] = (int32_t)from->z, to[3] = (int32_t)from->mark;
}
static inline void store_f32(struct vec4 *to, const float from[4]) {
  to->x = from[0], to->y = from[1], to->z = from[2], to->w = from[3];
}
static inline void store_u32(struct position *to, const int32_t from[4]) {
  to->x = (uint32_t)from[0], to->y = (uint32_t)from[1], to->z = (uint32_t)from[2],
  to->mark = (uint32_t)from[3];
}

/* Particle i; what the sweep is given comes value by value (OFFLOAD_CALL). */
static OFFLOAD_CALL void one(const struct offload_view *v, uint32_t i, int body, uint32_t q0, uint32_t q1,
                             uint32_t q2, SWEEP_VALUE_LIST(float), int64_t *slots) {
  const struct sweep_given given = {body, {q0, q1, q2}, {SWEEP_VALUE_LIST()}};
  const struct wcsph_state *s = &v->state;
  struct sweep_row row;
  float terms[SWEEP_SUMS_MOST];
  if (!((int)S(OVER) & 1 << state_kind(s, i)) || (body >= 0 && s->body[i] != body)) return;
#define LOAD(NAME, type, member, field, components, uses) LOAD_##field(NAME, member)
#define LOAD_FIELD_F32(NAME, member)                                                                         \
  if (S_ROWS(NAME)) load_f32(&s->member[i], row.member);
#define LOAD_FIELD_U32(NAME, member)                                                                         \
  if (S_ROWS(NAME)) load_u32(&s->member[i], row.member);
#define LOAD_FIELD_U16(NAME, member)
#define LOAD_FIELD_U64(NAME, member)
  WCSPH_BUFFERS(LOAD)
  S(act)(&v->law, &given, &row, terms);
#define STORE(NAME, type, member, field, components, uses) STORE_##field(NAME, member)
#define STORE_FIELD_F32(NAME, member)                                                                        \
  if (S_WRITES(NAME)) store_f32(&s->member[i], row.member);
#define STORE_FIELD_U32(NAME, member)                                                                        \
  if (S_WRITES(NAME)) store_u32(&s->member[i], row.member);
#define STORE_FIELD_U16(NAME, member)
#define STORE_FIELD_U64(NAME, member)
  WCSPH_BUFFERS(STORE)
  if (S_WRITES(POSITION) || S_WRITES(VELOCITY))
    v->records[i] = offload_pack_record(&v->law, s->pos[i], s->vel[i].w);
  if (s->pos[i].mark == MARK_HALO) return;
  for (int k = 0; k < S(SUMS); k++) {
    const int64_t quanta = lane_round(terms[k]);
    int64_t *sum = slots + i / 32 % SLOTS * SWEEP_SUMS_MOST + k;
#pragma omp atomic update
    *sum += quanta;
  }
}
#pragma omp end declare target

int SWEEP_JOIN(offload_sweep, SWEEP)(struct offload *o, const struct sweep_given *given,
                                     struct sweep_found *found) {
  const struct offload_view *v = o->there;
  const uint32_t begin = (int)S(OVER) & OVER_WALLS ? 0 : state_range(&o->view.state, KIND_FLUID).begin;
  const uint32_t end =
      (int)S(OVER) & OVER_FLUID ? o->view.state.count : state_range(&o->view.state, KIND_WALL).end;
  const int body = given->body;
  const uint32_t q0 = given->quanta[0], q1 = given->quanta[1], q2 = given->quanta[2];
  const float *v_ = given->value;
  const float v0 = v_[0], v1 = v_[1], v2 = v_[2], v3 = v_[3], v4 = v_[4], v5 = v_[5], v6 = v_[6], v7 = v_[7],
              v8 = v_[8], v9 = v_[9], v10 = v_[10], v11 = v_[11], v12 = v_[12];
  int64_t sums[SLOTS][SWEEP_SUMS_MOST] = {{0}}, *slots = NULL;
  int device = o->device;
  if (S(SUMS) > 0) {
    TRY(offload_reserve_points(o, (sizeof sums + sizeof *o->points - 1) / sizeof *o->points));
    slots = (int64_t *)o->points;
    TRY(offload_copy(device, slots, sums, sizeof sums, false));
  }
  OFFLOAD_LOOP(end - begin, is_device_ptr(v, slots))
  for (uint32_t i = begin; i < end; i++) one(v, i, body, q0, q1, q2, SWEEP_VALUE_LIST(), slots);
  if (S_WRITES(RATE) && (int)S(OVER) & OVER_WALLS) o->has_weighed = false;
  *found = (struct sweep_found){0};
  if (S(SUMS) > 0) TRY(offload_copy(device, sums, slots, sizeof sums, true));
  for (int slot = 0; slot < SLOTS; slot++)
    for (int k = 0; k < S(SUMS); k++) found->sums[k] += sums[slot][k];
  return STATUS_OK;
}
