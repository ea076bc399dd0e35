/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_RANDOM_H
#define LANE_RANDOM_H
/* Random numbers as a function of particle, step and purpose: Philox4x32-10 (Salmon, Moraes, Dror & Shaw
 * 2011, Proc. SC11, "Parallel random numbers: as easy as 1, 2, 3"). There is no state, so no order matters,
 * and every backend draws the same numbers. */
#include "lane/elementary.h"
#include "lane/lane.h"

/* What a number is for. */
enum random_purpose {
  RANDOM_POSITION,
  RANDOM_VELOCITY,
  RANDOM_MOVE,
  RANDOM_RADIUS,
  RANDOM_LINK,
  RANDOM_JITTER,
  RANDOM_WAVE
};

struct random4 {
  uint_t word[4];
};

/* The upper half of a 64-bit product; of vectors, even and odd lanes apart. */
static inline uint_t random_multiply_high(uint_t a, uint32_t b) {
#if LANES == 1
  return (uint32_t)((uint64_t)a * b >> 32);
#else
  typedef uint64_t product_t __attribute__((vector_size(4 * LANES)));
  const product_t low = (product_t){0} + 0xffffffffu;
  const product_t even = ((product_t)a & low) * b >> 32, odd = ((product_t)a >> 32) * b & ~low;
  return (uint_t)(even | odd);
#endif
}

/* Ten rounds: the number of a counter under a key. */
static inline struct random4 random_philox(struct random4 c, uint32_t key0, uint32_t key1) {
  for (int round = 0; round < 10; round++) {
    uint_t high0 = random_multiply_high(c.word[0], 0xD2511F53u), low0 = c.word[0] * 0xD2511F53u;
    uint_t high1 = random_multiply_high(c.word[2], 0xCD9E8D57u), low1 = c.word[2] * 0xCD9E8D57u;
    c = (struct random4){{high1 ^ c.word[1] ^ key0, low1, high0 ^ c.word[3] ^ key1, low0}};
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return c;
}

/* Four numbers for each lane's particle: block b of an iteration. */
static inline struct random4 random_draw(const uint32_t key[2], uint_t particle, uint32_t iteration,
                                         uint32_t block, enum random_purpose purpose) {
  const uint_t zero = {0};
  return random_philox((struct random4){{particle, zero + iteration, zero + block, zero + (uint32_t)purpose}},
                       key[0], key[1]);
}

/* In [0, 1): multiples of 2^-24. */
static inline real_t random_uniform(uint_t bits) {
  return lane_from_int((int_t)(bits >> 8)) * 0x1p-24f;
}

/* Four from the normal distribution (Box & Muller 1958). */
struct random_normals {
  real_t value[4];
};
static inline struct random_normals random_normal(struct random4 r) {
  struct random_normals n;
  for (int pair = 0; pair < 2; pair++) {
    const real_t u = random_uniform(r.word[2 * pair]) + 0x1p-24f; /* in (0, 1] */
    const real_t radius = lane_sqrt(-2.0f * real_log(u)), turns = random_uniform(r.word[2 * pair + 1]);
    n.value[2 * pair] = radius * real_cosine_of_turns(turns);
    n.value[2 * pair + 1] = radius * real_cosine_of_turns(turns - 0.25f);
  }
  return n;
}

#endif
