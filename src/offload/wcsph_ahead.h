/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_AHEAD_H
#define OFFLOAD_WCSPH_AHEAD_H
/* Several steps in one kernel (struct wcsph_ahead). To launch a loop and to hear what it found takes a GPU as
 * long as to compute 20 000 particles. Here as many teams as the GPU runs at a time stay: they wait for each
 * other behind the forces and behind the stage, and the last to come finds the step and whether there is
 * another. For clang and NVIDIA's GPUs: OpenMP has no word for it. */
#include "offload/wcsph.h"
#include "wcsph/step_control.h"

#if defined(__clang__) && defined(OFFLOAD_KNOWS_BOUNDS)
#define OFFLOAD_GOES_AHEAD
#endif

/* On the device; found is as before any loop whenever no kernel runs. */
struct offload_ahead {
  struct wcsph_stage stage;    /* the latest */
  float inv_quantum[3];        /* 1/m */
  uint32_t come, turn;         /* teams that wait; how often they have gone on */
  uint32_t lost;               /* one did not come */
  uint64_t since, forces, all; /* ns: of the last turn; that forces and all have taken */
  struct offload_finding forces_found[OFFLOAD_FINDINGS], advance_found[OFFLOAD_FINDINGS];
};

enum { AHEAD_WARP = 32, AHEAD_TEAM = 128, AHEAD_TEAMS_MOST = 8 }; /* of a multiprocessor */
enum ahead_meeting { AHEAD_TRIES, AHEAD_BEHIND_FORCES, AHEAD_BEHIND_STAGE };

#ifdef __NVPTX__

/* Reads of the counter before a team is given up: some seconds. A trial of how many teams run at a time has
 * fewer. */
enum { AHEAD_PATIENCE = 1 << 23, AHEAD_PATIENCE_OF_TRIAL = 1 << 10 };

static inline uint32_t ahead_lane(void) {
  return (uint32_t)__nvvm_read_ptx_sreg_tid_x() % AHEAD_WARP;
}

static inline uint64_t ahead_clock(void) {
  uint64_t ns;
  __asm__ volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
}

static inline uint32_t ahead_read(const uint32_t *word) {
  return *(const volatile uint32_t *)word;
}

/* The largest that any lane of the warp has. */
static inline uint32_t ahead_most(uint32_t bits) {
  for (int k = AHEAD_WARP / 2; k > 0; k /= 2) {
    const uint32_t other = (uint32_t)__nvvm_shfl_sync_bfly_i32(UINT32_MAX, (int)bits, k, AHEAD_WARP - 1);
    if (other > bits) bits = other;
  }
  return bits;
}

static inline uint64_t ahead_least(uint64_t value) {
  for (int k = AHEAD_WARP / 2; k > 0; k /= 2) {
    const int low = __nvvm_shfl_sync_bfly_i32(UINT32_MAX, (int)(uint32_t)value, k, AHEAD_WARP - 1);
    const int high = __nvvm_shfl_sync_bfly_i32(UINT32_MAX, (int)(value >> 32), k, AHEAD_WARP - 1);
    const uint64_t other = (uint64_t)(uint32_t)high << 32 | (uint32_t)low;
    if (other < value) value = other;
  }
  return value;
}

/* A maximum over findings, by all lanes of a warp; and where they are floats. */
#define AHEAD_FOUND(found, word)                                                                             \
  ahead_most(AHEAD_LARGER(ahead_read(&(found)[lane].word), ahead_read(&(found)[lane + AHEAD_WARP].word)))
#define AHEAD_FOUND_FLOAT(found, word) lane_bits_to_real((int32_t)AHEAD_FOUND(found, word))
#define AHEAD_LARGER(a, b)             ((a) > (b) ? (a) : (b))
_Static_assert(OFFLOAD_FINDINGS == 2 * AHEAD_WARP, "two a lane");

/* Behind the forces: the step that they allow, if no sum has overflowed. By all lanes of a warp. */
static inline void ahead_find_step(struct offload_ahead *a, struct wcsph_ahead *it,
                                   const struct wcsph_law *law) {
  const uint32_t lane = ahead_lane();
  struct offload_finding *found = a->forces_found;
  const float most_of_rows = AHEAD_FOUND_FLOAT(found, most_of_rows);
  const float most_of_pairs = AHEAD_FOUND_FLOAT(found, most_of_pairs);
  const float load = AHEAD_FOUND_FLOAT(found, load);
  for (uint32_t k = lane; k < OFFLOAD_FINDINGS; k += AHEAD_WARP)
    found[k].most_of_rows = found[k].most_of_pairs = found[k].load = 0;
  if (law->summation == SUM_FIXED && !(load / SUM_TERM_LIMIT < 1.0f)) {
    if (lane == 0) it->end = AHEAD_OVERFLOW;
  } else if (lane == 0) {
    const double dt =
        step_control_length(&it->control, lane_sqrt(most_of_rows), most_of_pairs / law->dissipation);
    struct wcsph_stage stage = step_control_stage(&it->control, it->step, dt, it->dt);
    stage.since = (float)(list_life_share(it->time + dt, it->listed_time, it->life) - 0.5);
    a->stage = stage;
    it->dt = dt;
    const uint64_t now = ahead_clock();
    a->forces += now - a->since;
  }
}

/* Behind the stage: whether there is another step. */
static inline void ahead_judge(struct offload_ahead *a, struct wcsph_ahead *it) {
  const uint32_t lane = ahead_lane();
  struct offload_finding *found = a->advance_found;
  struct wcsph_motion *m = &it->motion;
  float spread[7];
  for (int k = 0; k < 7; k++) spread[k] = AHEAD_FOUND_FLOAT(found, spread[k]);
  const float speed2 = AHEAD_FOUND_FLOAT(found, max_speed2);
  const uint32_t left = AHEAD_FOUND(found, most);
  const volatile uint64_t *one = &found[lane].fault, *two = &found[lane + AHEAD_WARP].fault;
  const uint64_t first = *one, second = *two, fault = ahead_least(first < second ? first : second);
  uint32_t goes_on = 0;
  if (lane == 0) {
    struct wcsph_spread here;
    __builtin_memcpy(&here, spread, sizeof here);
    wcsph_spread_merge(&m->spread, &here);
    if (speed2 > m->max_speed2) m->max_speed2 = speed2;
    m->left = left;
    if (fault != UINT64_MAX) {
      m->fault = (enum wcsph_fault)(fault & 0xff);
      m->fault_id = fault >> 8;
    } else {
      it->time += it->dt;
      it->step++;
      it->taken++;
      goes_on = it->taken < it->most && it->time < it->until && left == LEFT_NONE &&
                !list_is_used_up(list_life_share(it->time, it->listed_time, it->life), &m->spread, it->skin);
    }
    const uint64_t now = ahead_clock();
    a->all += now - a->since;
    a->since = now;
    if (!goes_on) it->end = AHEAD_ENDED, it->forces_share = (double)a->forces / (double)(a->all + 1);
  }
  goes_on = ahead_most(goes_on);
  for (uint32_t k = lane; k < OFFLOAD_FINDINGS && !goes_on; k += AHEAD_WARP) {
    for (int s = 0; s < 7; s++) found[k].spread[s] = 0;
    found[k].max_speed2 = found[k].most = 0;
    found[k].fault = UINT64_MAX;
  }
}

/* By one thread, before the first of all meetings. */
static inline void ahead_begin(struct offload_ahead *a) {
  a->since = ahead_clock();
  a->forces = a->all = 0;
}

/* All threads of all teams wait for each other here, and see what others wrote before; false: it is over. */
static inline bool ahead_meet(struct offload_ahead *a, struct wcsph_ahead *it, const struct wcsph_law *law,
                              enum ahead_meeting meeting, uint32_t teams) {
  __syncthreads();
  if ((uint32_t)__nvvm_read_ptx_sreg_tid_x() < AHEAD_WARP) {
    const uint32_t lane = ahead_lane();
    uint32_t turn = 0, last = 0;
    if (lane == 0) {
      turn = ahead_read(&a->turn);
      __nvvm_membar_gl();
      last = __atomic_fetch_add(&a->come, 1, __ATOMIC_RELAXED) == teams - 1;
    }
    if (ahead_most(last)) {
      __nvvm_membar_gl();
      if (meeting == AHEAD_TRIES) it->taken = 1;
      if (meeting == AHEAD_BEHIND_FORCES) ahead_find_step(a, it, law);
      if (meeting == AHEAD_BEHIND_STAGE) ahead_judge(a, it);
      if (lane == 0) a->come = 0;
      __nvvm_membar_gl();
      if (lane == 0) *(volatile uint32_t *)&a->turn = turn + 1;
    } else if (lane == 0) {
      uint32_t polls = meeting == AHEAD_TRIES ? AHEAD_PATIENCE_OF_TRIAL : AHEAD_PATIENCE;
      while (ahead_read(&a->turn) == turn && --polls > 0) {
      }
      if (polls == 0) a->lost = 1;
      __nvvm_membar_gl();
    }
  }
  __syncthreads();
  return ahead_read((const uint32_t *)&it->end) == AHEAD_WENT_ON && !ahead_read(&a->lost);
}

#elif defined(OFFLOAD_GOES_AHEAD) /* the same loop as the host has it, which does not run it */
static inline void ahead_begin(struct offload_ahead *a) {
  (void)a;
}
static inline bool ahead_meet(struct offload_ahead *a, struct wcsph_ahead *it, const struct wcsph_law *law,
                              enum ahead_meeting meeting, uint32_t teams) {
  (void)a, (void)it, (void)law, (void)meeting, (void)teams;
  return false;
}
#endif

#endif
