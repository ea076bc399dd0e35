/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTICLES_ROWS_H
#define PARTICLES_ROWS_H
/* The buffers of a method's particles, one row per particle: what stands in one table of the method
 * (wcsph/state.h, pairwise/state.h) is allocated, grown, sorted, hashed and saved here, and no field is
 * listed by hand. The buffers are members of the method's state, NULL where a run lacks them. */
#include <stddef.h>
#include <stdint.h>

#include "particles/position.h"

struct checkpoint;

/* What is done with a buffer. */
enum row_use {
  ROW_HASHED = 1,      /* the next step starts from it */
  ROW_SAVED = 2,       /* a checkpoint has it */
  ROW_SORTED = 4,      /* it follows its particle when particles are sorted; the others are found anew */
  ROW_BOOKKEEPING = 8, /* saved, but no part of the state: backends keep it in ways of their own */
  ROW_RARE = 16,       /* hashed only where a run has it; others have zeros in its place */
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
  int positions, ids; /* which of them: rows of struct position, and of uint64_t */
};

/* A buffer's data; NULL if the run lacks it. */
void *rows_buffer(const struct row_table *t, const void *state, int buffer);
void rows_set_buffer(const struct row_table *t, void *state, int buffer, void *data);

/* Zeroed rows, 64-byte aligned, readable a vector beyond the end; NULL without memory. */
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

/* The buffers with one of these uses, as a mask. */
row_mask rows_mask(const struct row_table *t, unsigned uses);

/* to[i] = rows[from[i]] for i of [begin, end). */
void rows_gather(void *to, const void *rows, const uint32_t *from, uint32_t begin, uint32_t end,
                 size_t row_bytes, int threads);

/* Bring row from[i] to row i for i of [begin, end) in every buffer that is sorted; the others of `count` rows
 * stay. `spare` has room for rows of spare_bytes, and is exchanged for buffers of such rows in turn. */
void rows_permute(const struct row_table *t, void *state, uint32_t count, const uint32_t *from,
                  uint32_t begin, uint32_t end, void **spare, size_t spare_bytes, int threads);

/* A row of the buffers of `mask`, one behind the other: its bytes, and it to a record and from one; they
 * return what is behind the record. */
size_t rows_record_bytes(const struct row_table *t, row_mask mask);
char *rows_record(const struct row_table *t, const void *state, row_mask mask, uint32_t i, char *to);
const char *rows_unrecord(const struct row_table *t, void *state, row_mask mask, uint32_t i,
                          const char *from);

/* Hash of the particles by the buffers that are hashed, zeros where the run lacks one, and by their ids, but
 * for rows marked MARK_HALO; that of several sets of particles is the sum of theirs. It
 * does not depend on the order in memory, on the number of threads or on the machine's byte order. */
uint64_t rows_hash(const struct row_table *t, const void *state, uint32_t count);

/* Particles in the order of their ids; NULL without memory. The caller frees. */
uint32_t *rows_by_id(const uint64_t *ids, uint32_t count);

/* The buffers that are saved, for a checkpoint, into which they point; and from one. STATUS_FAILED without
 * memory; STATUS_USAGE if one is missing or does not fit. */
int rows_save(const struct row_table *t, const void *state, uint32_t count, struct checkpoint *to);
int rows_take(const struct row_table *t, void *state, uint32_t count, const struct checkpoint *from);

/* Whether a checkpoint has what is saved, and as many rows of it; STATUS_USAGE if not. */
int rows_fit(const struct row_table *t, const void *state, uint32_t count, const struct checkpoint *from);

/* Rows [first, first + more) of such a checkpoint, which is a file with this body, behind the first `at` of a
 * state. */
int rows_read(const struct row_table *t, void *state, uint32_t at, size_t first, uint32_t more,
              const char *path, uint64_t body);

#endif
