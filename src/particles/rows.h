/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTICLES_ROWS_H
#define PARTICLES_ROWS_H
/* The buffers of a method's particles, one row per particle. A method lists its buffers in one table
 * (wcsph/state.h, pairwise/state.h), from which the functions here allocate, grow, sort, hash and save them.
 * The buffers are members of the method's state, NULL where a run lacks them. */
#include <stddef.h>
#include <stdint.h>

#include "particles/position.h"

struct checkpoint;

/* What is done with a buffer. */
enum row_use {
  ROW_HASHED = 1,      /* the next step starts from it */
  ROW_SAVED = 2,       /* a checkpoint has it */
  ROW_SORTED = 4,      /* permuted when particles are sorted; the other buffers are computed anew */
  ROW_BOOKKEEPING = 8, /* saved, but no part of the state: each backend keeps its own */
  ROW_RARE = 16,       /* not hashed by a run that lacks it; of other lacking buffers zeros are hashed */
  ROW_KEPT = ROW_SAVED | ROW_SORTED,
  ROW_STATE = ROW_KEPT | ROW_HASHED
};

struct buffer_info {
  const char *name;
  size_t at;        /* offset of its pointer in the state */
  size_t row_bytes; /* 2, 8, 16 or 32 */
  int field_type, components;
  unsigned uses;
};

struct row_table {
  const struct buffer_info *buffers;
  int count;
  int positions, ids; /* indices of the buffers of struct position and of the ids, uint64_t */
};

/* A buffer's data; NULL if the run lacks the buffer. */
void *rows_buffer(const struct row_table *t, const void *state, int buffer);
void rows_set_buffer(const struct row_table *t, void *state, int buffer, void *data);

/* Zeroed rows, 64-byte aligned, with room to read a vector beyond the end; NULL without memory. */
void *rows_allocate(uint32_t capacity, size_t row_bytes);

/* Several buffers; bit b: buffer b. */
typedef uint64_t row_mask;
static inline row_mask row_bit(int buffer) {
  return (row_mask)1 << buffer;
}
static inline int row_first(row_mask mask) { /* of those there are, the first */
  return __builtin_ctzll(mask);
}

/* The buffers of `mask` for so many particles; STATUS_FAILED without memory. */
int rows_open(const struct row_table *t, void *state, row_mask mask, uint32_t capacity);
void rows_close(const struct row_table *t, void *state);

/* The same buffers with room for more, their first `count` rows as they were; STATUS_FAILED without memory,
 * and then nothing has changed. */
int rows_grow(const struct row_table *t, void *state, uint32_t count, uint32_t capacity);

/* The buffer of that name; -1: there is none. */
int rows_named(const struct row_table *t, const char *name);

/* A mask of the buffers that have any of these uses. */
row_mask rows_mask(const struct row_table *t, unsigned uses);

/* to[i] = rows[from[i]] for i of [begin, end). */
void rows_gather(void *to, const void *rows, const uint32_t *from, uint32_t begin, uint32_t end,
                 size_t row_bytes, int threads);

/* Permutes every sorted buffer: row from[i] becomes row i for i of [begin, end), the other rows of `count`
 * stay. `spare` has room for rows of spare_bytes, and trades places with each buffer of such rows. */
void rows_permute(const struct row_table *t, void *state, uint32_t count, const uint32_t *from,
                  uint32_t begin, uint32_t end, void **spare, size_t spare_bytes, int threads);

/* A record is one particle's rows of the buffers in `mask`, one behind the other: its size, written, read.
 * The last two return the end of the record. */
size_t rows_record_bytes(const struct row_table *t, row_mask mask);
char *rows_record(const struct row_table *t, const void *state, row_mask mask, uint32_t i, char *to);
const char *rows_unrecord(const struct row_table *t, void *state, row_mask mask, uint32_t i,
                          const char *from);

/* Hash of all particles that are not marked MARK_HALO, from their ids and hashed buffers. The hash of several
 * sets of particles is the sum of theirs. It does not depend on the order in memory, the number of threads or
 * the byte order of the machine. */
uint64_t rows_hash(const struct row_table *t, const void *state, uint32_t count);

/* Particles in the order of their ids; NULL without memory. The caller frees. */
uint32_t *rows_by_id(const uint64_t *ids, uint32_t count);

/* Points a checkpoint at the saved buffers, and copies them from one. STATUS_FAILED without memory;
 * STATUS_USAGE if a buffer is missing or does not fit. */
int rows_save(const struct row_table *t, const void *state, uint32_t count, struct checkpoint *to);
int rows_take(const struct row_table *t, void *state, uint32_t count, const struct checkpoint *from);

/* STATUS_USAGE unless a checkpoint has all saved buffers, with `count` rows. */
int rows_fit(const struct row_table *t, const void *state, uint32_t count, const struct checkpoint *from);

/* Reads rows [first, first + more) of the checkpoint file with hash `body` into the state, from row `at`
 * on. */
int rows_read(const struct row_table *t, void *state, uint32_t at, size_t first, uint32_t more,
              const char *path, uint64_t body);

#endif
