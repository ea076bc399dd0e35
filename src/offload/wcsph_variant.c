/* SPDX-License-Identifier: BSD-3-Clause */
/* A pass over the list, PASS, which is `forces` where nothing else is said: for one combination of models,
 * compiled once for each row of wcsph/variants.list (cmake/variants.cmake) with the row's choices as
 * constants; and for any (VARIANT_ANY), once for each kind of sums and, of forces, of kernels; of passes that
 * have fewer sums in the plane, for space, and for the plane (VARIANT_PLANE); of those that are HOT also with
 * one kernel, seven neighbours a turn. */
#if defined(VARIANT_ANY) && !defined(PASS)
#define LISTED_LOOP OFFLOAD_LEAN_LOOP /* with it the other passes would take more registers, not fewer */
#else
#define LISTED_LOOP OFFLOAD_LOOP
#endif
#if !defined(VARIANT_ANY) || (defined(PASS) && defined(VARIANT_KERNEL))
#define PASS_A_TURN 7
#endif
#ifndef PASS
#define PASS forces
#endif
#ifndef VARIANT_ANY
#define OFFLOAD_TEAM 128 /* of 256, 72 registers a thread leave a tenth fewer room */
#endif
#ifdef VARIANT_AHEAD
#include "offload/wcsph_advance.h"
#include "offload/wcsph_ahead.h"
_Static_assert(AHEAD_TEAM == OFFLOAD_TEAM, "a team is a team");
#endif
#include "offload/pass.h"
#include "offload/share.h"
#include "offload/wcsph_law.h"
#include "wcsph/variant.h"

#ifdef VARIANT_PLANE
#define DIMENSIONS(given) ((void)(given), 2)
#else
#define DIMENSIONS(given) (P(PLANAR) ? 3 : (given))
#endif

#define JOIN_(a, b, c) a##b##_##c
#define JOIN(a, b, c)  JOIN_(a, b, c)
/* VARIANT_UPRIGHT: the same where gravity is along z alone, to which VARIANT_HAS_UPRIGHT hands over. Not of
 * one file: clang takes into a loop what is called once. */
#define UPRIGHT JOIN(offload_upright_, PASS, VARIANT)
#ifdef VARIANT_UPRIGHT
#define LISTED UPRIGHT
#else
#define LISTED JOIN(offload_, PASS, VARIANT)
#endif

/* VARIANT_AHEAD: several steps in one kernel (wcsph_ahead.h), to which VARIANT_HAS_AHEAD hands over. */
#define AHEAD JOIN(offload_ahead_, PASS, VARIANT)

#ifdef VARIANT_ANY
/* The law's choices as one value for a kernel to take along: eight bits an axis. */
#define AXIS_PLACE(KIND, name, type, key)  PLACE_##KIND,
#define AXIS_MEMBER(KIND, name, type, key) type name;
#define AXIS_PACK(KIND, name, type, key)   | (uint64_t)law->name << 8 * PLACE_##KIND
#define AXIS_UNPACK(KIND, name, type, key) (type)(c >> 8 * PLACE_##KIND & 255),
enum { LAW_AXES(AXIS_PLACE) PLACES };
_Static_assert(PLACES <= 8, "more axes than 64 bits have room for");
struct choices {
  LAW_AXES(AXIS_MEMBER)
};

static inline uint64_t choices_pack(const struct wcsph_law *law) {
  return 0 LAW_AXES(AXIS_PACK);
}

static inline struct choices choices_unpack(uint64_t c) {
  struct choices any = {LAW_AXES(AXIS_UNPACK)};
#ifdef VARIANT_KERNEL
  any.kernel = VARIANT_KERNEL;
#endif
  return any;
}
#endif

#ifdef __clang__
offload_list_pass LISTED, UPRIGHT;
void AHEAD(struct offload *o);

/* The list as a kernel takes it along. Of walls in the upper halves: it takes no more than 64 values. */
struct listed {
  const struct offload_pack *list;
  const uint32_t *fluid_count, *wall_count;
  uint64_t strides, rows;
  uint32_t walls;
  int bits; /* of offload_share_bits */
};

/* Not under plain, where it makes large runs 4 % slower (docs/speed.md). */
#define SHARE_BITS(o, n, dimensions)                                                                         \
  (VARIANT_SUM == SUM_PLAIN ? 0 : offload_share_bits((o)->room, n, dimensions))

/* What a thread does for particle t >> bits. */
OFFLOAD_INLINE void P(row)(const struct wcsph_law *law, const struct listed *l, uint32_t t,
                           uint32_t fluid_rows, struct position *pos, const struct vec4 *vel, LEFT_ROWS,
                           struct vec4 *to0, struct vec4 *to1, const struct offload_view *weighing,
                           struct offload_finding *seen) {
  const int bits = l->bits;
  const uint32_t i = t >> bits, part = t & ((1u << bits) - 1), others = (1u << bits) - 1 - part;
  const struct offload_record_rows records = {.pos = pos, .vel = vel};
  const struct offload_record me = offload_record_at(records, i);
  const bool wall = i < l->walls;
  struct P(sums) s = {0};
  const ptrdiff_t wall_step = (ptrdiff_t)(l->strides >> 32), step = (ptrdiff_t)(uint32_t)l->strides;
  P(sum_listed)
  (law, wall, i, &me, records, left0, left1,
   l->list - (ptrdiff_t)(l->rows >> 32) * wall_step + i + (ptrdiff_t)part * wall_step, wall_step << bits,
   l->list + (i - l->walls) + (ptrdiff_t)part * step,
   l->list + ((ptrdiff_t)(uint32_t)l->rows - 1 - (ptrdiff_t)part) * step + (i - l->walls), step << bits,
   (fluid_rows + others) >> bits, (l->wall_count[i] + others) >> bits, &s);
  P(share)(law, &s, bits);
  if (part > 0) return;
  P(put_rows)(law, &s, wall, i, &me, to0, to1, pos, P(FINDS) ? offload_finding_of(seen, i) : NULL);
  if (P_WEIGHS && wall && weighing) offload_weigh(weighing, i);
}

/* Of a pass that spares fluid: whether row r of fluid stands for a particle, and for which (struct
 * offload_taking). */
#if P_SPARES
#define TAKING_POINTERS , taking, taking_count
#define TAKES(r)        ((r) % OFFLOAD_PORTION < taking_count[(r) / OFFLOAD_PORTION])
#define TAKER(r)        ((r) / OFFLOAD_PORTION * OFFLOAD_PORTION + taking[r])
#else
#define TAKING_POINTERS
#endif

#ifdef VARIANT_AHEAD
void AHEAD(struct offload *o) {
  OFFLOAD_LAW_CAPTURE(o->law)
  const int dimensions = o->law->dimensions;
  struct offload_view *v = o->there;
  const struct wcsph_state *state = &o->view.state;
  struct position *pos = o->view.records;
  const struct vec4 *vel = state->vel;
  const struct offload_columns *columns = o->view.columns;
  const struct offload_pack *list = columns[KIND_FLUID].list;
  const uint32_t *fluid_count = o->view.fluid_count, *wall_count = o->view.wall_count;
  struct vec4 *rate = state->rate;
  const uint32_t walls = state_range(state, KIND_FLUID).begin, end = state->count;
  const uint32_t from = advance_from(o);
  const uint64_t strides = (uint64_t)columns[KIND_WALL].stride << 32 | columns[KIND_FLUID].stride;
  const uint64_t rows = (uint64_t)columns[KIND_WALL].rows << 32 | columns[KIND_FLUID].rows;
  const int bits = SHARE_BITS(o, end, dimensions);
  struct offload_ahead *ahead = o->ahead.there;
  struct wcsph_ahead *it = o->ahead.it;
  const int device = o->device;
  const bool tries = o->ahead.tries;
  const uint32_t teams = o->ahead.teams, threads = teams * OFFLOAD_TEAM;
  OFFLOAD_LOOP(threads,
               is_device_ptr(v, pos, vel, list, fluid_count, wall_count, rate, ahead) map(always, tofrom
                                                                                          : it [0:1]))
  for (uint32_t thread = 0; thread < threads; thread++) {
    OFFLOAD_LAW_CONSTANTS
    const struct wcsph_law law = {OFFLOAD_LAW_CAPTURED VARIANT_CHOSEN, .upright = false, /* right for all */
                                  .dimensions = DIMENSIONS(dimensions)};
    const struct listed l = {list, fluid_count, wall_count, strides, rows, walls, bits};
    if (thread == 0) ahead_begin(ahead);
    if (tries) ahead_meet(ahead, it, &law, AHEAD_TRIES, teams);
    while (!tries) {
      for (uint32_t t = thread; t < end << bits; t += threads) {
        P(row)
        (&law, &l, t, fluid_count[t >> bits], pos, vel, NULL, NULL, rate, NULL, NULL, ahead->forces_found);
      }
      if (!ahead_meet(ahead, it, &law, AHEAD_BEHIND_FORCES, teams)) break;
      const struct wcsph_stage stage = ahead->stage;
      const float inv_quantum[3] = {ahead->inv_quantum[0], ahead->inv_quantum[1], ahead->inv_quantum[2]};
      for (uint32_t i = from + thread; i < end; i += threads)
        advance_one(&v->state, &law, &stage, inv_quantum, pos, i,
                    offload_finding_of(ahead->advance_found, i));
      if (!ahead_meet(ahead, it, &law, AHEAD_BEHIND_STAGE, teams)) break;
    }
  }
}
#else

void LISTED(struct offload *o, struct offload_finding *found, struct offload_finding *next) {
#ifndef VARIANT_ANY
  if (!found) {
#ifdef VARIANT_HAS_AHEAD
    AHEAD(o);
#endif
    return;
  }
#endif
#ifdef VARIANT_HAS_UPRIGHT
  if (o->law->upright) {
    UPRIGHT(o, found, next);
    return;
  }
#endif
  OFFLOAD_LAW_CAPTURE(o->law)
  const int dimensions = o->law->dimensions;
#ifdef VARIANT_ANY
  const uint64_t choices = choices_pack(o->law);
#endif
  const struct wcsph_state *state = &o->view.state;
  struct position *pos = o->view.records;
  const struct vec4 *vel = state->vel;
  const struct offload_columns *columns = o->view.columns;
  const struct offload_pack *list = columns[KIND_FLUID].list;
  const uint32_t *fluid_count = o->counts;
  const uint32_t *wall_count = P_OF_STIRRED ? o->view.mover_count : o->view.wall_count;
  const struct vec4 *left0 = P(left)(state, 0), *left1 = P(left)(state, 1);
  struct vec4 *to0 = P(written)(state, 0), *to1 = P(written)(state, 1);
  const struct range all = P(targets)(state);
  const uint32_t walls = state_range(state, KIND_FLUID).begin, begin = all.begin, end = all.end;
  /* Of walls in the upper halves: a kernel takes no more than 64 values along. */
  const uint64_t strides = (uint64_t)columns[KIND_WALL].stride << 32 | columns[KIND_FLUID].stride;
  const uint64_t rows = (uint64_t)columns[KIND_WALL].rows << 32 | columns[KIND_FLUID].rows;
  const struct offload_view *weighing = P_WEIGHS && offload_weighs(o) ? o->there : NULL;
#if P_SPARES
  const uint16_t *taking = o->taking.row;
  const uint32_t *taking_count = o->taking.count;
#endif
  size_t count;
  struct offload_finding *seen = offload_seen(o, found, &count);
  const int device = o->device, team = OFFLOAD_TEAM;
  const int bits = SHARE_BITS(o, end - begin, dimensions);
  (void)team; /* of OFFLOAD_LEAN_LOOP alone */
  LISTED_LOOP((uint64_t)(end - begin) << bits,
              is_device_ptr(pos, vel, list, fluid_count, wall_count, left0, left1, to0, to1, next,
                            weighing TAKING_POINTERS) map(always, from
                                                          : seen [0:count]))
  for (uint32_t thread = P_MEETS(WALLS_FROM_FLUID) ? 0 : begin << bits; thread < end << bits; thread++) {
#if P_SPARES
    const uint32_t row = (thread >> bits) - begin;
    if (!TAKES(row)) continue;
    const uint32_t t = (begin + TAKER(row)) << bits | (thread & ((1u << bits) - 1));
#else
    const uint32_t t = thread;
#endif
    const uint32_t i = t >> bits, fluid_rows = fluid_count[i];
    if (next && i < OFFLOAD_FINDINGS) offload_forget(&next[i]);
    if (fluid_rows & OFFLOAD_SKIPPED || (P_OF_STIRRED && wall_count[i] == 0)) continue;
#ifdef VARIANT_ANY
    const struct choices any = choices_unpack(choices);
#endif
    OFFLOAD_LAW_CONSTANTS
#ifdef VARIANT_UPRIGHT
    const bool upright = true;
#else
    const bool upright = false; /* which is right for all */
#endif
    const struct wcsph_law law = {OFFLOAD_LAW_CAPTURED VARIANT_CHOSEN, .upright = upright,
                                  .dimensions = DIMENSIONS(dimensions)};
    const struct listed l = {list, fluid_count, wall_count, strides, rows, walls, bits};
    P(row)(&law, &l, t, fluid_rows, pos, vel, left0, left1, to0, to1, weighing, seen);
  }
}
#endif

#else /* the law as the device's view has it: the loop over lanes can have none of its own (OFFLOAD_CALL) */
#pragma omp declare target
static OFFLOAD_CALL void pass_on(const struct offload_view *v, uint32_t i, struct offload_finding *f) {
  struct wcsph_law law; /* by members: GCC would copy it whole through memcpy, which no lane may call */
#define ONE(where, name, value) law.name = v->law.name;
#define MANY(where, name, count, value)                                                                      \
  for (int a = 0; a < count; a++) law.name[a] = v->law.name[a];
  LAW_CONSTANTS(ONE, MANY)
#undef ONE
#undef MANY
#define X(KIND, name, type, key) law.name = v->law.name;
  LAW_AXES(X)
#undef X
  law.summation = v->law.summation, law.upright = v->law.upright;
  law.dimensions = DIMENSIONS(v->law.dimensions);
#ifdef VARIANT_ANY
  law.summation = VARIANT_SUM;
#ifdef VARIANT_KERNEL
  law.kernel = VARIANT_KERNEL;
#endif
#else
  VARIANT_CHOOSE(law);
#endif
  P(write_rows)(&law, v, i, f);
}
#pragma omp end declare target

void LISTED(struct offload *o, struct offload_finding *found, struct offload_finding *next) {
  const struct offload_view *v = o->there;
  const struct range all = P(targets)(&o->view.state);
  const uint32_t begin = all.begin, end = all.end;
  size_t count;
  struct offload_finding *seen = offload_seen(o, found, &count);
  int device = o->device;
  const uint32_t *counts = o->counts;
  OFFLOAD_LOOP(end - begin, is_device_ptr(v, counts, next) map(always, from : seen [0:count]))
  for (uint32_t i = P_MEETS(WALLS_FROM_FLUID) ? 0 : begin; i < end; i++) {
    if (!(counts[i] & OFFLOAD_SKIPPED)) pass_on(v, i, P(FINDS) ? offload_finding_of(seen, i) : NULL);
    if (next && i < OFFLOAD_FINDINGS) offload_forget(&next[i]);
  }
}
#endif
