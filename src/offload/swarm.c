/* SPDX-License-Identifier: BSD-3-Clause */
#define LANES 1
#include "offload/swarm.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "offload/device.h"
#include "offload/loop.h"
#include "swarm/links.h"
#include "swarm/models/particle.h"
#include "swarm/user.h"
#include "util/error.h"

/* The best ranks of the swarm, in several places, so that threads do not queue for one. */
enum { SWARM_SLOTS = 256 };

/* Whether a move may evaluate, too: GCC 12 makes of that what its assembler for GPUs refuses. */
#if defined(__clang__) || defined(OFFLOAD_HOST_ONLY)
#define OFFLOAD_SWARM_AT_ONCE true
#else
#define OFFLOAD_SWARM_AT_ONCE false
#endif

/* All that kernels see; pointers are the device's. */
struct offload_swarm_view {
  struct swarm_view view;
  struct swarm_law law;
  uint32_t *leader;
  uint64_t *rank; /* [count] the best rank among a particle's informants */
  uint64_t *slot; /* [SWARM_SLOTS] */
  float *led;     /* [4] the best place of a swarm with one leader, as it was before a move */
};

struct offload_swarm {
  struct swarm_state *state; /* the host's */
  const struct swarm_law *law;
  int device;
  struct offload_swarm_view view, *there; /* the same on the device */
  bool at_once;                           /* a move evaluates, too */
  bool evaluated;                         /* and has done so */
  uint32_t best;                          /* the particle that leads all, where that is so */
};

static bool offload_swarm_way(int number, struct execution_options *options) {
  static const char *const places[] = {"host", "0", "1", "2", "3", "4", "5", "6", "7"};
  enum { PLACES = sizeof places / sizeof *places };
  if (number >= PLACES || number > device_count()) return false;
  *options = (struct execution_options){.device = places[number]};
  return true;
}

static int offload_swarm_copy(const struct offload_swarm *o, void *to, const void *from, size_t bytes,
                              bool to_host) {
  int initial = omp_get_initial_device();
  int failed = to_host ? omp_target_memcpy(to, from, bytes, 0, 0, initial, o->device)
                       : omp_target_memcpy(to, from, bytes, 0, 0, o->device, initial);
  CHECK(!failed, STATUS_FAILED, "a copy of %zu bytes %s the device failed", bytes, to_host ? "from" : "to");
  return STATUS_OK;
}

static void offload_swarm_close(void *self) {
  struct offload_swarm *o = self;
  if (!o) return;
  void *const blocks[] = {o->view.view.data, o->view.leader, o->view.rank,
                          o->view.slot,      o->view.led,    o->there};
  for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
    if (blocks[k]) omp_target_free(blocks[k], o->device);
  free(o);
}

static int offload_swarm_allocate(struct offload_swarm *o) {
  const struct swarm_state *s = o->state;
  struct offload_swarm_view *v = &o->view;
  v->law = *o->law;
  v->view.layout = s->layout;
  v->view.data = omp_target_alloc(s->layout.total * sizeof(float), o->device);
  v->view.leader = v->leader = omp_target_alloc(s->capacity * sizeof(uint32_t), o->device);
  v->rank = omp_target_alloc(s->capacity * sizeof(uint64_t), o->device);
  v->slot = omp_target_alloc(SWARM_SLOTS * sizeof(uint64_t), o->device);
  v->led = omp_target_alloc(4 * sizeof(float), o->device);
  o->there = omp_target_alloc(sizeof *o->there, o->device);
  CHECK(v->view.data && v->leader && v->rank && v->slot && v->led && o->there, STATUS_FAILED,
        "no memory on the device for %u particles", s->count);
  return offload_swarm_copy(o, o->there, v, sizeof *v, false);
}

static int offload_swarm_open(void **self, struct swarm_state *state, const struct swarm_law *law,
                              const struct execution_options *options) {
  struct offload_swarm *o = *self = calloc(1, sizeof *o);
  CHECK(o, STATUS_FAILED, "no memory for the offload backend");
  o->state = state;
  o->law = law;
  o->at_once =
      OFFLOAD_SWARM_AT_ONCE && law->neighbourhood == SWARM_GLOBAL && law->dimensions <= 4 && !law->user;
  TRY(device_choose(&o->device, options->device));
  return offload_swarm_allocate(o);
}

/* The rank of a particle's own best place. */
#pragma omp declare target
static inline uint64_t offload_swarm_rank(const struct swarm_view *v, uint32_t i) {
  return swarm_rank(v->data[swarm_at(&v->layout, SWARM_BEST_VALUE, i, 0)], i);
}

/* It, to those that the particle informs. */
static OFFLOAD_CALL void offload_swarm_inform(const struct offload_swarm_view *v, uint32_t i,
                                              uint32_t drawn) {
  uint64_t mine = offload_swarm_rank(&v->view, i);
  for (uint32_t k = 0; k < v->law.informants; k++) {
    uint64_t *theirs = &v->rank[swarm_informed(&v->law, i, k, drawn)];
#pragma omp atomic compare
    if (*theirs > mine) {
      *theirs = mine;
    }
  }
}
#pragma omp end declare target

static void offload_swarm_lead_at_random(const struct offload_swarm *o, uint32_t drawn) {
  const struct offload_swarm_view *v = o->there;
  const uint32_t n = o->state->count;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++) v->rank[i] = offload_swarm_rank(&v->view, i);
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++) offload_swarm_inform(v, i, drawn);
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++) v->leader[i] = (uint32_t)v->rank[i];
}

static void offload_swarm_lead_in_ring(const struct offload_swarm *o) {
  const struct offload_swarm_view *v = o->there;
  const uint32_t n = o->state->count;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++) {
    const uint64_t before = offload_swarm_rank(&v->view, i > 0 ? i - 1 : n - 1);
    const uint64_t after = offload_swarm_rank(&v->view, i + 1 < n ? i + 1 : 0);
    uint64_t best = offload_swarm_rank(&v->view, i);
    if (before < best) best = before;
    if (after < best) best = after;
    v->leader[i] = (uint32_t)best;
  }
}

/* The leader's best place is kept for the move, and the slots are made ready. */
static void offload_swarm_lead_at_once(struct offload_swarm *o, uint32_t best) {
  const struct offload_swarm_view *v = o->there;
  int device = o->device;
  o->best = best;
  OFFLOAD_LOOP(SWARM_SLOTS, is_device_ptr(v))
  for (uint32_t k = 0; k < SWARM_SLOTS; k++) {
    v->slot[k] = UINT64_MAX;
    if (k < v->law.dimensions) v->led[k] = v->view.data[swarm_at(&v->view.layout, SWARM_BEST, best, k)];
  }
}

static int offload_swarm_lead(void *self, uint32_t drawn, uint32_t best) {
  struct offload_swarm *o = self;
  const struct offload_swarm_view *v = o->there;
  const uint32_t n = o->state->count;
  int device = o->device;
  if (o->at_once) {
    offload_swarm_lead_at_once(o, best);
  } else if (o->law->neighbourhood == SWARM_RANDOM) {
    offload_swarm_lead_at_random(o, drawn);
  } else if (o->law->neighbourhood == SWARM_RING) {
    offload_swarm_lead_in_ring(o);
  } else {
    OFFLOAD_LOOP(n, is_device_ptr(v))
    for (uint32_t i = 0; i < n; i++) v->leader[i] = best;
  }
  return STATUS_OK;
}

/* A kernel for each form and number of few coordinates, with its own registers. */
#pragma omp declare target
#define MOVE(form, coordinates)                                                                              \
  static OFFLOAD_CALL void move_##form##_##coordinates(const struct offload_swarm_view *v, uint32_t i,       \
                                                       uint32_t iteration) {                                 \
    swarm_move_few(&v->view, &v->law, i, iteration, SWARM_##form, coordinates);                              \
  }
MOVE(CANONICAL, 1)
MOVE(CANONICAL, 2)
MOVE(CANONICAL, 3)
MOVE(CANONICAL, 4)
MOVE(SPSO2011, 1)
MOVE(SPSO2011, 2)
MOVE(SPSO2011, 3)
MOVE(SPSO2011, 4)

static OFFLOAD_CALL void move_canonical(const struct offload_swarm_view *v, uint32_t i, uint32_t iteration) {
  swarm_move_canonical(&v->view, &v->law, i, iteration);
}
static OFFLOAD_CALL void move_spso(const struct offload_swarm_view *v, uint32_t i, uint32_t iteration) {
  swarm_move_spso(&v->view, &v->law, i, iteration);
}
#pragma omp end declare target

#define MOVE_FEW(form, coordinates)                                                                          \
  case coordinates:                                                                                          \
    OFFLOAD_LOOP(n, is_device_ptr(v))                                                                        \
    for (uint32_t i = 0; i < n; i++) move_##form##_##coordinates(v, i, iteration);                           \
    return STATUS_OK;

static int offload_swarm_move_canonical(const struct offload_swarm *o, uint32_t iteration) {
  const struct offload_swarm_view *v = o->there;
  const uint32_t n = o->state->count;
  int device = o->device;
  switch (o->state->dimensions) {
    MOVE_FEW(CANONICAL, 1)
    MOVE_FEW(CANONICAL, 2)
    MOVE_FEW(CANONICAL, 3)
    MOVE_FEW(CANONICAL, 4)
  }
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++) move_canonical(v, i, iteration);
  return STATUS_OK;
}

static int offload_swarm_move_spso(const struct offload_swarm *o, uint32_t iteration) {
  const struct offload_swarm_view *v = o->there;
  const uint32_t n = o->state->count;
  int device = o->device;
  switch (o->state->dimensions) {
    MOVE_FEW(SPSO2011, 1)
    MOVE_FEW(SPSO2011, 2)
    MOVE_FEW(SPSO2011, 3)
    MOVE_FEW(SPSO2011, 4)
  }
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++) move_spso(v, i, iteration);
  return STATUS_OK;
}

#pragma omp declare target
/* A particle's value, to those that share its slot. */
static inline void offload_swarm_offer(const struct offload_swarm_view *v, uint32_t i, float best) {
  uint64_t mine = swarm_rank(best, i);
  uint64_t *slot = &v->slot[i / 32 % SWARM_SLOTS];
  if (mine >= *(volatile uint64_t *)slot) return;
#pragma omp atomic compare
  if (*slot > mine) {
    *slot = mine;
  }
}

#pragma omp end declare target

/* A move and an evaluation at once. With rows of 16 bytes a constant, nothing else is compiled for them. GCC
 * 12 makes of it what its assembler for GPUs refuses. */
#if OFFLOAD_SWARM_AT_ONCE
#pragma omp declare target
/* What is the same for all layouts in rows of 16 bytes. */
static inline void offload_swarm_in_rows(struct swarm_layout *l) {
  l->stride[SWARM_POSITION] = l->stride[SWARM_VELOCITY] = l->stride[SWARM_BEST] = 4;
  l->stride[SWARM_VALUE] = l->stride[SWARM_BEST_VALUE] = 1;
  l->whole = false;
}

#define ADVANCE(form, coordinates, rows)                                                                     \
  static OFFLOAD_CALL void advance_##form##_##coordinates##_##rows(                                          \
      const struct offload_swarm_view *v, uint32_t i, uint32_t iteration, uint32_t leader) {                 \
    struct swarm_view view = v->view;                                                                        \
    if (rows) offload_swarm_in_rows(&view.layout);                                                           \
    view.layout.quads = rows;                                                                                \
    offload_swarm_offer(                                                                                     \
        v, i, swarm_advance_few(&view, &v->law, i, iteration, leader, v->led, SWARM_##form, coordinates));   \
  }
#define ADVANCE_ALL(form)                                                                                    \
  ADVANCE(form, 1, 0)                                                                                        \
  ADVANCE(form, 2, 0)                                                                                        \
  ADVANCE(form, 3, 0)                                                                                        \
  ADVANCE(form, 4, 0)                                                                                        \
  ADVANCE(form, 2, 1)                                                                                        \
  ADVANCE(form, 3, 1)                                                                                        \
  ADVANCE(form, 4, 1)
ADVANCE_ALL(CANONICAL)
ADVANCE_ALL(SPSO2011)
#pragma omp end declare target

#define ADVANCE_FEW(form, coordinates, rows)                                                                 \
  case 2 * coordinates + rows:                                                                               \
    OFFLOAD_LOOP(n, is_device_ptr(v))                                                                        \
    for (uint32_t i = 0; i < n; i++) advance_##form##_##coordinates##_##rows(v, i, iteration, leader);       \
    break;
#define ADVANCE_SWITCH(form)                                                                                 \
  switch (2 * o->state->dimensions + (o->state->dimensions > 1 && o->state->layout.quads)) {                 \
    ADVANCE_FEW(form, 1, 0)                                                                                  \
    ADVANCE_FEW(form, 2, 0)                                                                                  \
    ADVANCE_FEW(form, 3, 0)                                                                                  \
    ADVANCE_FEW(form, 4, 0)                                                                                  \
    ADVANCE_FEW(form, 2, 1)                                                                                  \
    ADVANCE_FEW(form, 3, 1)                                                                                  \
    ADVANCE_FEW(form, 4, 1)                                                                                  \
  }

static void offload_swarm_advance(const struct offload_swarm *o, uint32_t iteration) {
  const struct offload_swarm_view *v = o->there;
  const uint32_t n = o->state->count, leader = o->best;
  int device = o->device;
  if (o->law->form == SWARM_CANONICAL)
    ADVANCE_SWITCH(CANONICAL)
  else
    ADVANCE_SWITCH(SPSO2011)
}
#else
static void offload_swarm_advance(const struct offload_swarm *o, uint32_t iteration) {
  (void)o, (void)iteration;
}
#endif

static int offload_swarm_move(void *self, uint32_t iteration) {
  struct offload_swarm *o = self;
  if (o->at_once) {
    offload_swarm_advance(o, iteration);
    o->evaluated = true;
    return STATUS_OK;
  }
  return o->law->form == SWARM_CANONICAL ? offload_swarm_move_canonical(o, iteration)
                                         : offload_swarm_move_spso(o, iteration);
}

static int offload_swarm_fetch(void *self) {
  const struct offload_swarm *o = self;
  struct swarm_state *s = o->state;
  TRY(offload_swarm_copy(o, s->data, o->view.view.data, s->layout.total * sizeof(float), true));
  return offload_swarm_copy(o, s->leader, o->view.leader, s->count * sizeof(uint32_t), true);
}

static int offload_swarm_send(void *self) {
  const struct offload_swarm *o = self;
  struct swarm_state *s = o->state;
  TRY(offload_swarm_copy(o, o->view.view.data, s->data, s->layout.total * sizeof(float), false));
  return offload_swarm_copy(o, o->view.leader, s->leader, s->count * sizeof(uint32_t), false);
}

#pragma omp declare target
static OFFLOAD_CALL void offload_swarm_evaluate_one(const struct offload_swarm_view *v, uint32_t i) {
  offload_swarm_offer(v, i, swarm_evaluate_particle(&v->view, &v->law, i));
}
#pragma omp end declare target

/* The best of what particles offered. */
static int offload_swarm_collect(const struct offload_swarm *o, uint64_t *best) {
  uint64_t slots[SWARM_SLOTS];
  TRY(offload_swarm_copy(o, slots, o->view.slot, sizeof slots, true));
  *best = slots[0];
  for (int k = 1; k < SWARM_SLOTS; k++)
    if (slots[k] < *best) *best = slots[k];
  return STATUS_OK;
}

static int offload_swarm_evaluate(void *self, uint64_t *best) {
  struct offload_swarm *o = self;
  const struct offload_swarm_view *v = o->there;
  const uint32_t n = o->state->count;
  int device = o->device;
  if (o->law->user) {
    TRY(offload_swarm_fetch(self));
    swarm_user_evaluate(o->law->user, omp_get_num_procs(), o->state, o->law, best);
    return offload_swarm_send(self);
  }
  if (o->evaluated) {
    o->evaluated = false;
    return offload_swarm_collect(o, best);
  }
  uint64_t slots[SWARM_SLOTS];
  memset(slots, 0xff, sizeof slots);
  TRY(offload_swarm_copy(o, o->view.slot, slots, sizeof slots, false));
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++) offload_swarm_evaluate_one(v, i);
  return offload_swarm_collect(o, best);
}

static int offload_swarm_recall(void *self, uint32_t i, float *place) {
  const struct offload_swarm *o = self;
  const struct offload_swarm_view *v = o->there;
  const uint32_t n = o->state->dimensions;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v) map(from : place [0:n]))
  for (uint32_t d = 0; d < n; d++) place[d] = v->view.data[swarm_at(&v->view.layout, SWARM_BEST, i, d)];
  return STATUS_OK;
}

#pragma omp declare target
static OFFLOAD_CALL void offload_swarm_copy_quad(lane_vec4 *to, const lane_vec4 *from) {
  *to = *from;
}
#pragma omp end declare target

/* 16 bytes a thread. */
static int offload_swarm_copy_half(void *self, size_t *bytes) {
  const struct offload_swarm *o = self;
  const uint32_t quads = (uint32_t)(o->state->layout.total / 8);
  lane_vec4 *block = (lane_vec4 *)o->view.view.data;
  int device = o->device;
  OFFLOAD_LOOP(quads, is_device_ptr(block))
  for (uint32_t k = 0; k < quads; k++) offload_swarm_copy_quad(block + quads + k, block + k);
  *bytes = (size_t)quads * sizeof *block;
  return STATUS_OK;
}

static void offload_swarm_describe(void *self, char *text, size_t size) {
  const struct offload_swarm *o = self;
  if (o->device == omp_get_initial_device())
    snprintf(text, size, "offload: on this machine's processor");
  else
    snprintf(text, size, "offload: device %d, %s", o->device, device_look(o->device).name);
}

/* The device's copy of the state, and ranks. */
static size_t offload_swarm_estimate(uint32_t count, uint32_t dimensions, enum swarm_arrangement a) {
  return swarm_state_bytes(a, count, dimensions) + count * sizeof(uint64_t);
}

const struct swarm_backend swarm_offload = {
    .about =
        {
            .name = "offload",
            .title = "OpenMP target kernels: everything on a GPU, or the same code on the host",
            .deterministic = "yes: the same bits as every backend",
            .way = offload_swarm_way,
        },
    .open = offload_swarm_open,
    .close = offload_swarm_close,
    .lead = offload_swarm_lead,
    .move = offload_swarm_move,
    .evaluate = offload_swarm_evaluate,
    .recall = offload_swarm_recall,
    .copy = offload_swarm_copy_half,
    .fetch = offload_swarm_fetch,
    .send = offload_swarm_send,
    .describe = offload_swarm_describe,
    .estimate = offload_swarm_estimate,
};
