/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SWARM_STATE_H
#define SWARM_STATE_H
/* The particles of a swarm: one block of floats, whose layout is data. Coordinate d of particle i is at
 *   offset + stride i + (d / chunk) chunk_stride + d % chunk,   chunk a power of two,
 * which covers records of particles (one chunk), arrays of coordinates (chunks of one) and all between. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "swarm/settings.h"

enum swarm_member {
  SWARM_POSITION,
  SWARM_VELOCITY,
  SWARM_BEST,
  SWARM_VALUE,
  SWARM_BEST_VALUE,
  SWARM_MEMBERS
};

/* Particles are padded to whole vectors of the widest instruction set; what pads them is never looked at. */
enum { SWARM_ROUND = 16 };

struct swarm_layout {
  size_t offset[SWARM_MEMBERS], stride[SWARM_MEMBERS]; /* floats */
  size_t chunk_stride;                                 /* floats, of the members with coordinates */
  uint32_t chunk_shift, chunk_mask;                    /* d / chunk = d >> shift */
  size_t total;                                        /* floats of the block */
  bool quads;                                          /* a row is 16 bytes at a multiple of 16 */
  bool whole;                                          /* a particle that changes is written as a whole */
};

struct swarm_user;

/* Constants of a run. */
struct swarm_law {
  uint32_t count, dimensions;
  enum objective_kind function;
  enum swarm_form form;
  enum swarm_neighbourhood neighbourhood;
  uint32_t informants;
  float inertia, attraction, low, high;
  uint32_t key[2];               /* of the random numbers */
  const struct swarm_user *user; /* NULL: a function of swarm/models/objective.h */
};

struct swarm_state {
  uint32_t count, capacity, dimensions; /* capacity: count rounded up to SWARM_ROUND */
  struct swarm_layout layout;
  float *data;      /* [layout.total] */
  uint32_t *leader; /* [capacity] the particle with the best place among its informants */
};

static inline size_t swarm_at(const struct swarm_layout *l, enum swarm_member m, size_t i, uint32_t d) {
  return l->offset[m] + l->stride[m] * i + (d >> l->chunk_shift) * l->chunk_stride + (d & l->chunk_mask);
}

/* Of two values the better one is less; between equals the lower id. As numbers that order the same way. */
static inline uint64_t swarm_rank(float value, uint32_t id) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  bits ^= bits >> 31 ? 0xffffffffu : 0x80000000u;
  return (uint64_t)bits << 32 | id;
}
static inline float swarm_rank_value(uint64_t rank) {
  uint32_t bits = (uint32_t)(rank >> 32);
  float value;
  bits ^= bits >> 31 ? 0x80000000u : 0xffffffffu;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

void swarm_layout_make(struct swarm_layout *l, enum swarm_arrangement a, uint32_t capacity,
                       uint32_t dimensions);

/* Bytes of a state. */
size_t swarm_state_bytes(enum swarm_arrangement a, uint32_t count, uint32_t dimensions);

int swarm_state_allocate(struct swarm_state *s, const struct swarm_settings *c);
void swarm_state_free(struct swarm_state *s);

/* Where particles begin: uniform in the box, with velocities to another place of it (SPSO-2011). */
void swarm_state_place(struct swarm_state *s, const struct swarm_law *law);

/* A member as rows of particles, `components` a row: out of the block, and into it. */
void swarm_state_read(const struct swarm_state *s, enum swarm_member m, float *rows);
void swarm_state_write(struct swarm_state *s, enum swarm_member m, const float *rows);

/* The sum of the particles' own hashes, whatever the layout. */
int swarm_state_hash(const struct swarm_state *s, uint64_t *hash);

#endif
