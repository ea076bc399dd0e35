/* SPDX-License-Identifier: BSD-3-Clause */
#include "particles/rows.h"

#include <endian.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "io/checkpoint.h"
#include "util/error.h"

void *rows_buffer(const struct row_table *t, const void *state, int buffer) {
  void *data;
  memcpy(&data, (const char *)state + t->buffers[buffer].at, sizeof data);
  return data;
}

void rows_set_buffer(const struct row_table *t, void *state, int buffer, void *data) {
  memcpy((char *)state + t->buffers[buffer].at, &data, sizeof data);
}

enum { PIECE = 1 << 24 };

/* Copy, or zero where there is nothing to copy, by all threads where it is much: the first touch of a page
 * takes ten times as long as the next. */
static void put_bytes(char *to, const char *from, size_t bytes) {
#pragma omp parallel for schedule(static) if (bytes > 4 * (size_t)PIECE)
  for (size_t at = 0; at < bytes; at += PIECE) {
    const size_t some = bytes - at < PIECE ? bytes - at : PIECE;
    if (from)
      memcpy(to + at, from + at, some);
    else
      memset(to + at, 0, some);
  }
}

void *rows_allocate(uint32_t capacity, size_t row_bytes) {
  const size_t bytes = (((size_t)capacity + 16) * row_bytes + 63) / 64 * 64;
  void *data = aligned_alloc(64, bytes);
  if (data) put_bytes(data, NULL, bytes);
  return data;
}

int rows_open(const struct row_table *t, void *state, row_mask mask, uint32_t capacity) {
  for (int b = 0; b < t->count; b++) {
    if (!(mask & row_bit(b))) continue;
    void *data = rows_allocate(capacity, t->buffers[b].row_bytes);
    if (!data) {
      rows_close(t, state);
      return error_set(STATUS_FAILED, "no memory for %u particles (buffer %s)", capacity, t->buffers[b].name);
    }
    rows_set_buffer(t, state, b, data);
  }
  return STATUS_OK;
}

void rows_close(const struct row_table *t, void *state) {
  for (int b = 0; b < t->count; b++) {
    free(rows_buffer(t, state, b));
    rows_set_buffer(t, state, b, NULL);
  }
}

int rows_grow(const struct row_table *t, void *state, uint32_t count, uint32_t capacity) {
  void **grown = calloc((size_t)t->count, sizeof *grown);
  bool complete = grown != NULL;
  for (int b = 0; b < t->count && complete; b++)
    if (rows_buffer(t, state, b))
      complete = (grown[b] = rows_allocate(capacity, t->buffers[b].row_bytes)) != NULL;
  for (int b = 0; b < t->count && grown; b++) {
    void *old = rows_buffer(t, state, b);
    if (!complete) {
      free(grown[b]);
    } else if (old) {
      put_bytes(grown[b], old, count * t->buffers[b].row_bytes);
      rows_set_buffer(t, state, b, grown[b]);
      free(old);
    }
  }
  free(grown);
  CHECK(complete, STATUS_FAILED, "no memory for %u particles", capacity);
  return STATUS_OK;
}

int rows_named(const struct row_table *t, const char *name) {
  for (int b = 0; b < t->count; b++)
    if (strcmp(t->buffers[b].name, name) == 0) return b;
  return -1;
}

row_mask rows_mask(const struct row_table *t, unsigned uses) {
  row_mask mask = 0;
  for (int b = 0; b < t->count; b++)
    if (t->buffers[b].uses & uses) mask |= row_bit(b);
  return mask;
}

/* ---- order ---- */

struct row16 {
  _Alignas(16) uint64_t words[2];
};
struct row32 {
  _Alignas(32) uint64_t words[4];
};

#define GATHER(type)                                                                                         \
  {                                                                                                          \
    type *sorted = to;                                                                                       \
    const type *old = rows;                                                                                  \
    _Pragma("omp parallel for schedule(static) num_threads(threads)") for (uint32_t i = begin; i < end; i++) \
        sorted[i] = old[from[i]];                                                                            \
    return;                                                                                                  \
  }

void rows_gather(void *to, const void *rows, const uint32_t *from, uint32_t begin, uint32_t end,
                 size_t row_bytes, int threads) {
  switch (row_bytes) {
  case 2:
    GATHER(uint16_t)
  case 8:
    GATHER(uint64_t)
  case 16:
    GATHER(struct row16)
  case 32:
    GATHER(struct row32)
  }
}

void rows_permute(const struct row_table *t, void *state, uint32_t count, const uint32_t *from,
                  uint32_t begin, uint32_t end, void **spare, size_t spare_bytes, int threads) {
  for (int b = 0; b < t->count; b++) {
    const size_t size = t->buffers[b].row_bytes;
    char *old = rows_buffer(t, state, b), *sorted = *spare;
    if (!old || !(t->buffers[b].uses & ROW_SORTED)) continue;
    rows_gather(sorted, old, from, begin, end, size, threads);
    if (size == spare_bytes) {
      memcpy(sorted, old, begin * size);
      memcpy(sorted + end * size, old + end * size, (count - end) * size);
      rows_set_buffer(t, state, b, sorted);
      *spare = old;
    } else {
      memcpy(old + begin * size, sorted + begin * size, (end - begin) * size);
    }
  }
}

/* Sorted by 16 bits at a time, from the lowest, as long as there are ids with any beyond. */
uint32_t *rows_by_id(const uint64_t *ids, uint32_t count) {
  enum { DIGITS = 1 << 16 };
  uint32_t *order = malloc(((size_t)count + 1) * sizeof *order), *other = malloc((count + 1) * sizeof *other);
  size_t *at = malloc((DIGITS + 1) * sizeof *at);
  uint64_t highest = 0;
  for (uint32_t i = 0; i < count && order; i++) {
    order[i] = i;
    if (ids[i] > highest) highest = ids[i];
  }
  for (int shift = 0; order && other && at && shift < 64 && highest >> shift; shift += 16) {
    memset(at, 0, (DIGITS + 1) * sizeof *at);
    for (uint32_t i = 0; i < count; i++) at[(ids[i] >> shift) % DIGITS + 1]++;
    for (int d = 0; d < DIGITS; d++) at[d + 1] += at[d];
    for (uint32_t k = 0; k < count; k++) other[at[(ids[order[k]] >> shift) % DIGITS]++] = order[k];
    uint32_t *sorted = other;
    other = order, order = sorted;
  }
  const bool complete = order && other && at;
  free(other);
  free(at);
  if (complete) return order;
  free(order);
  return NULL;
}

/* ---- hash ---- */

/* The hashes of the particles are added, modulo 2^64. Addition does not care about order, so nothing is
 * sorted and no memory is needed, and threads may share the work. Each particle's record holds its id, so two
 * particles that swap their values change the sum. Two different states have the same sum by accident with a
 * chance of 2^-64; against a forger it is no protection. 10^7 particles take 0.13 s on one core. */
enum { RECORD_BYTES = 128, RECORD_BUFFERS = 16 };

/* Values of a record in the byte order of all machines. */
static void turn_rows(char *row, size_t row_bytes, size_t value_bytes) {
  for (size_t at = 0; at < row_bytes; at += value_bytes) {
    if (value_bytes == 8) {
      uint64_t value;
      memcpy(&value, row + at, sizeof value);
      value = htole64(value);
      memcpy(row + at, &value, sizeof value);
    } else {
      uint32_t value;
      memcpy(&value, row + at, sizeof value);
      value = htole32(value);
      memcpy(row + at, &value, sizeof value);
    }
  }
}

/* The buffers of a record: those that are hashed but for the ids. */
struct record {
  const char *data[RECORD_BUFFERS];
  size_t row_bytes[RECORD_BUFFERS], value_bytes[RECORD_BUFFERS];
  int count;
};

static struct record record_of(const struct row_table *t, const void *state) {
  struct record r = {.count = 0};
  for (int b = 0; b < t->count; b++) {
    const struct buffer_info *info = &t->buffers[b];
    if (!(info->uses & ROW_HASHED) || b == t->ids) continue;
    if ((info->uses & ROW_RARE) && !rows_buffer(t, state, b)) continue;
    r.data[r.count] = rows_buffer(t, state, b);
    r.row_bytes[r.count] = info->row_bytes;
    r.value_bytes[r.count++] = field_type_size((enum field_type)info->field_type);
  }
  return r;
}

/* The low word of the id stands in the position's fourth, the high one is the seed: the hashes of runs in
 * which ids fit into 32 bits are those of the time when they had no more. Positions come first. */
static uint64_t hash_particle(const struct record *r, uint32_t i, uint64_t id) {
  char record[RECORD_BYTES] = {0};
  size_t bytes = 0;
  const uint32_t low = htole32((uint32_t)id);
  for (int k = 0; k < r->count; k++) {
    if (r->data[k]) memcpy(record + bytes, r->data[k] + (size_t)i * r->row_bytes[k], r->row_bytes[k]);
    turn_rows(record + bytes, r->row_bytes[k], r->value_bytes[k]);
    bytes += r->row_bytes[k];
  }
  memcpy(record + offsetof(struct position, mark), &low, sizeof low);
  return XXH3_64bits_withSeed(record, bytes, id >> 32);
}

uint64_t rows_hash(const struct row_table *t, const void *state, uint32_t count) {
  const struct record r = record_of(t, state);
  const uint64_t *ids = rows_buffer(t, state, t->ids);
  const struct position *pos = rows_buffer(t, state, t->positions);
  uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (uint32_t i = 0; i < count; i++)
    if (pos[i].mark != MARK_HALO) sum += hash_particle(&r, i, ids[i]);
  return sum;
}

/* ---- checkpoints ---- */

size_t rows_record_bytes(const struct row_table *t, row_mask mask) {
  size_t bytes = 0;
  for (int b = 0; b < t->count; b++)
    if (mask & row_bit(b)) bytes += t->buffers[b].row_bytes;
  return bytes;
}

char *rows_record(const struct row_table *t, const void *state, row_mask mask, uint32_t i, char *to) {
  for (int b = 0; b < t->count; b++) {
    const size_t size = t->buffers[b].row_bytes;
    if (!(mask & row_bit(b))) continue;
    memcpy(to, (const char *)rows_buffer(t, state, b) + i * size, size);
    to += size;
  }
  return to;
}

const char *rows_unrecord(const struct row_table *t, void *state, row_mask mask, uint32_t i,
                          const char *from) {
  for (int b = 0; b < t->count; b++) {
    const size_t size = t->buffers[b].row_bytes;
    if (!(mask & row_bit(b))) continue;
    memcpy((char *)rows_buffer(t, state, b) + i * size, from, size);
    from += size;
  }
  return from;
}

int rows_save(const struct row_table *t, const void *state, uint32_t count, struct checkpoint *to) {
  to->buffers = calloc((size_t)t->count, sizeof *to->buffers);
  to->rows = calloc((size_t)t->count, sizeof *to->rows);
  CHECK(to->buffers && to->rows, STATUS_FAILED, "no memory for a checkpoint");
  for (int b = 0; b < t->count; b++) {
    const struct buffer_info *info = &t->buffers[b];
    const void *data = rows_buffer(t, state, b);
    if (!data || !(info->uses & ROW_SAVED)) continue;
    if (info->uses & ROW_BOOKKEEPING) to->bookkeeping |= 1ull << to->buffer_count;
    to->rows[to->buffer_count] = count;
    to->buffers[to->buffer_count++] =
        (struct field){info->name, (enum field_type)info->field_type, info->components, data};
  }
  return STATUS_OK;
}

static bool is_saved(const struct row_table *t, const void *state, int b) {
  return rows_buffer(t, state, b) && (t->buffers[b].uses & ROW_SAVED);
}

int rows_fit(const struct row_table *t, const void *state, uint32_t count, const struct checkpoint *from) {
  for (int b = 0; b < t->count; b++) {
    const struct buffer_info *info = &t->buffers[b];
    size_t rows = 0;
    if (!is_saved(t, state, b)) continue;
    const struct field *f = checkpoint_buffer(from, info->name, &rows);
    CHECK(f && rows == count && (int)f->type == info->field_type && f->components == info->components,
          STATUS_USAGE, "the checkpoint's buffer '%s' is missing or does not fit the case", info->name);
  }
  return STATUS_OK;
}

int rows_take(const struct row_table *t, void *state, uint32_t count, const struct checkpoint *from) {
  TRY(rows_fit(t, state, count, from));
  for (int b = 0; b < t->count; b++) {
    const struct buffer_info *info = &t->buffers[b];
    if (is_saved(t, state, b))
      memcpy(rows_buffer(t, state, b), checkpoint_buffer(from, info->name, NULL)->data,
             count * info->row_bytes);
  }
  return STATUS_OK;
}

int rows_read(const struct row_table *t, void *state, uint32_t at, size_t first, uint32_t more,
              const char *path, uint64_t body) {
  enum { BUFFERS_MOST = 8 * sizeof(row_mask) };
  struct checkpoint_slab slabs[BUFFERS_MOST];
  size_t n = 0;
  for (int b = 0; b < t->count; b++) {
    const struct buffer_info *info = &t->buffers[b];
    if (!is_saved(t, state, b)) continue;
    slabs[n++] = (struct checkpoint_slab){info->name,
                                          (enum field_type)info->field_type,
                                          info->components,
                                          first,
                                          more,
                                          (char *)rows_buffer(t, state, b) + at * info->row_bytes};
  }
  return checkpoint_read_slabs(path, body, slabs, n);
}
