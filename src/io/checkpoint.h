/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_CHECKPOINT_H
#define IO_CHECKPOINT_H
/* Checkpoints: named buffers and scalars in one HDF5 file DIR/checkpoint.h5, with a checksum of each
 * buffer. Written to a temporary name in the same folder, fsynced and renamed, and the folder
 * fsynced, so that the last whole one survives a kill at any instant and a full disk. */
#include <stdbool.h>

#include "io/note.h"
#include "io/snapshot.h"
#include "io/window.h"

/* A named scalar of the run; a double holds every value that needs saving (counts < 2^53). */
struct scalar {
  const char *name;
  double value;
  bool bookkeeping; /* counts and due times: needed to go on, but no part of the state, so not compared */
};

struct checkpoint {
  char method[32];      /* as in case files */
  char case_digest[33]; /* 128-bit hash (hex) of used.yaml's parameters that reach the state */
  char state_hash[17];  /* of the state (wcsph/hash.h), hex; "" if unknown */
  struct scalar *scalars;
  size_t scalar_count;
  struct field *buffers; /* `data` is owned by the checkpoint after a read */
  size_t buffer_count;
  size_t *rows;       /* [buffer_count] rows of each buffer */
  struct note *notes; /* inputs, the build, the table of gauges */
  size_t note_count;
  uint64_t bookkeeping; /* bit i: buffer i is needed to go on, but no part of the state, so not compared */
  /* To write, of buffers without data: rows [first, first + count), where first is a multiple of
   * ROWS_WINDOW and count no more than that. NULL: all have data. */
  int (*rows_of)(void *from, const struct field *buffer, size_t first, size_t count, const void **data);
  void *from;
  /* Likewise, where rows are staged for a thread beside the run's: it calls `begin`, which gives the
   * state's hash, before rows_of, and `end` last. NULL: rows are the run's. */
  int (*begin)(void *from, uint64_t *state_hash);
  void (*end)(void *from);
  char *path;    /* after checkpoint_read_head: where the rows are */
  uint64_t body; /* of one that was read: a hash of the file's contents */
};

/* STATUS_FAILED (disk full, folder not writable, ...): the previous file is untouched, the
 * temporary one removed. Where there is a writer (writer.h) it does this later, from a copy, or from rows
 * that are kept. Those it takes in any case. */
int checkpoint_write(const char *path, const struct checkpoint *c);

/* Read all of it. STATUS_USAGE with a clear text if the file is missing, truncated, not HDF5, not a
 * checkpoint of amphi, of a newer format, or a checksum does not match. */
int checkpoint_read(struct checkpoint *c, const char *path);

/* The same without rows: buffers have no data until they are filled, those that are wanted or, NULL, all. */
int checkpoint_read_head(struct checkpoint *c, const char *path);
int checkpoint_fill(struct checkpoint *c, bool (*wanted)(const struct field *buffer));

/* Rows [first, first + count) of a buffer, and where they go. */
struct checkpoint_slab {
  const char *name;
  enum field_type type;
  int components;
  size_t first, count;
  void *to;
};

/* Of the checkpoint with this body, which another process has read the head of; STATUS_USAGE if there is none
 * at that path here, or it is another one. */
int checkpoint_read_slabs(const char *path, uint64_t body, const struct checkpoint_slab *slabs, size_t count);

/* Find by name; NULL if absent. */
const struct field *checkpoint_buffer(const struct checkpoint *c, const char *name, size_t *rows);
const struct scalar *checkpoint_scalar(const struct checkpoint *c, const char *name);
const char *checkpoint_note(const struct checkpoint *c, const char *name);

/* Of one that a run made, whose buffers are the run's; it has no notes. */
void checkpoint_release(struct checkpoint *c);

/* After checkpoint_read only: all of it, or the buffers alone once they are taken. */
void checkpoint_free(struct checkpoint *c);
void checkpoint_drop_buffers(struct checkpoint *c);

#endif
