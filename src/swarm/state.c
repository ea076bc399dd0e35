/* SPDX-License-Identifier: BSD-3-Clause */
#include "swarm/state.h"

#include <endian.h>
#include <stdlib.h>
#include <xxhash.h>

#include "swarm/links.h"
#include "util/error.h"

enum { ALIGNMENT = 64 };

static uint32_t round_up(uint32_t count) {
  return (count + SWARM_ROUND - 1) / SWARM_ROUND * SWARM_ROUND;
}

static bool is_record(enum swarm_arrangement a) {
  return a == ARRANGE_AOS || a == ARRANGE_AOS_SELECTIVE;
}

static uint32_t chunk_of(enum swarm_arrangement a) {
  static const uint32_t chunks[] = {[ARRANGE_TRANSPOSED] = 1,
                                    [ARRANGE_CHUNK_2] = 2,
                                    [ARRANGE_CHUNK_4] = 4,
                                    [ARRANGE_CHUNK_8] = 8,
                                    [ARRANGE_CHUNK_16] = 16};
  return a <= ARRANGE_CHUNK_16 ? chunks[a] : 0;
}

/* A record holds all of a particle: place, velocity, best place, value, best value. */
static void make_records(struct swarm_layout *l, uint32_t capacity, uint32_t dimensions) {
  const size_t d = dimensions, offsets[SWARM_MEMBERS] = {0, d, 2 * d, 3 * d, 3 * d + 1};
  for (int m = 0; m < SWARM_MEMBERS; m++) {
    l->offset[m] = offsets[m];
    l->stride[m] = 3 * d + 2;
  }
  l->total = (size_t)capacity * (3 * d + 2);
}

static void make_arrays(struct swarm_layout *l, size_t row, size_t stride, uint32_t capacity) {
  for (int m = 0; m < SWARM_MEMBERS; m++) {
    bool scalar = m >= SWARM_VALUE;
    l->offset[m] = l->total;
    l->stride[m] = scalar ? 1 : stride;
    l->total += (size_t)capacity * (scalar ? 1 : row);
  }
}

void swarm_layout_make(struct swarm_layout *l, enum swarm_arrangement a, uint32_t capacity,
                       uint32_t dimensions) {
  uint32_t chunk = chunk_of(a);
  *l = (struct swarm_layout){.chunk_shift = 31, .chunk_mask = 0x7fffffff, .whole = a == ARRANGE_AOS};
  if (is_record(a)) {
    make_records(l, capacity, dimensions);
  } else if (!chunk) {
    size_t row = a == ARRANGE_SOA_PADDED ? 4 : dimensions;
    make_arrays(l, row, row, capacity);
    l->quads = row == 4;
  } else {
    l->chunk_shift = (uint32_t)__builtin_ctz(chunk);
    l->chunk_mask = chunk - 1;
    l->chunk_stride = (size_t)capacity * chunk;
    make_arrays(l, (size_t)(dimensions + chunk - 1) / chunk * chunk, chunk, capacity);
    l->quads = chunk == 4;
  }
}

size_t swarm_state_bytes(enum swarm_arrangement a, uint32_t count, uint32_t dimensions) {
  struct swarm_layout l;
  swarm_layout_make(&l, a, round_up(count), dimensions);
  return l.total * sizeof(float) + round_up(count) * sizeof(uint32_t);
}

static void *allocate_zero(size_t bytes) {
  bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  void *memory = aligned_alloc(ALIGNMENT, bytes);
  if (memory) memset(memory, 0, bytes);
  return memory;
}

int swarm_state_allocate(struct swarm_state *s, const struct swarm_settings *c) {
  *s = (struct swarm_state){.count = (uint32_t)c->swarm.particles, .dimensions = (uint32_t)c->dimensions};
  s->capacity = round_up(s->count);
  swarm_layout_make(&s->layout, c->swarm.layout, s->capacity, s->dimensions);
  s->data = allocate_zero(s->layout.total * sizeof *s->data);
  s->leader = allocate_zero(s->capacity * sizeof *s->leader);
  CHECK(s->data && s->leader, STATUS_FAILED, "no memory for %u particles", s->count);
  return STATUS_OK;
}

void swarm_state_free(struct swarm_state *s) {
  free(s->data);
  free(s->leader);
  *s = (struct swarm_state){0};
}

void swarm_state_place(struct swarm_state *s, const struct swarm_law *law) {
  const float extent = law->high - law->low;
#pragma omp parallel for
  for (uint32_t i = 0; i < s->count; i++)
    for (uint32_t d = 0; d < s->dimensions; d++) {
      struct random4 place = random_draw(law->key, i, 0, d / 4, RANDOM_POSITION);
      struct random4 goal = random_draw(law->key, i, 0, d / 4, RANDOM_VELOCITY);
      float x = law->low + extent * random_uniform(place.word[d % 4]);
      s->data[swarm_at(&s->layout, SWARM_POSITION, i, d)] = x;
      s->data[swarm_at(&s->layout, SWARM_VELOCITY, i, d)] =
          law->low + extent * random_uniform(goal.word[d % 4]) - x;
      s->data[swarm_at(&s->layout, SWARM_BEST, i, d)] = x;
    }
  for (uint32_t i = 0; i < s->count; i++)
    s->data[swarm_at(&s->layout, SWARM_BEST_VALUE, i, 0)] = __builtin_inff();
}

static uint32_t width(const struct swarm_state *s, enum swarm_member m) {
  return m >= SWARM_VALUE ? 1 : s->dimensions;
}

void swarm_state_read(const struct swarm_state *s, enum swarm_member m, float *rows) {
  const uint32_t components = width(s, m);
#pragma omp parallel for
  for (uint32_t i = 0; i < s->count; i++)
    for (uint32_t d = 0; d < components; d++)
      rows[(size_t)i * components + d] = s->data[swarm_at(&s->layout, m, i, d)];
}

void swarm_state_write(struct swarm_state *s, enum swarm_member m, const float *rows) {
  const uint32_t components = width(s, m);
#pragma omp parallel for
  for (uint32_t i = 0; i < s->count; i++)
    for (uint32_t d = 0; d < components; d++)
      s->data[swarm_at(&s->layout, m, i, d)] = rows[(size_t)i * components + d];
}

/* A particle's record as it is hashed: id, place, velocity, best place, value, best value. */
static uint64_t hash_particle(const struct swarm_state *s, uint32_t i, uint32_t *record) {
  size_t n = 0;
  record[n++] = htole32(i);
  for (int m = 0; m < SWARM_MEMBERS; m++)
    for (uint32_t d = 0; d < width(s, m); d++) {
      uint32_t bits;
      memcpy(&bits, &s->data[swarm_at(&s->layout, m, i, d)], sizeof bits);
      record[n++] = htole32(bits);
    }
  return XXH3_64bits(record, n * sizeof *record);
}

int swarm_state_hash(const struct swarm_state *s, uint64_t *hash) {
  uint64_t sum = 0;
  bool complete = true;
#pragma omp parallel reduction(+ : sum) reduction(&& : complete)
  {
    uint32_t *record = malloc((3 * (size_t)s->dimensions + 3) * sizeof *record);
    complete = record != NULL;
#pragma omp for
    for (uint32_t i = 0; i < s->count; i++)
      if (record) sum += hash_particle(s, i, record);
    free(record);
  }
  CHECK(complete, STATUS_FAILED, "no memory to hash %u particles", s->count);
  *hash = sum;
  return STATUS_OK;
}
