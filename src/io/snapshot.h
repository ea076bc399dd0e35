/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_SNAPSHOT_H
#define IO_SNAPSHOT_H
/* Particle snapshots as VTKHDF 1.0 UnstructuredGrid of vertices, for VTK 9.1 and ParaView 5.11. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/window.h"

enum field_type { FIELD_F32, FIELD_F64, FIELD_U8, FIELD_U16, FIELD_U32, FIELD_U64, FIELD_I32 };

/* One array, one row per particle. */
struct field {
  const char *name;
  enum field_type type;
  int components;
  const void *data; /* [count * components] */
};

/* Bytes of one value of the type. */
size_t field_type_size(enum field_type type);

/* A field whose rows are made when they are written, so that a snapshot takes no array of its own. */
struct column {
  struct field field; /* data: what `fill` works from, or without `fill` the array itself */
  /* Rows [first, first + count) into `out`; many threads call it at once. */
  void (*fill)(const struct field *field, size_t first, size_t count, void *out);
  /* NULL, or called by one thread before those of the ROWS_WINDOW rows from `first` on, or what is left,
   * are asked for; STATUS_FAILED ends the writing. */
  int (*ready)(const struct field *field, size_t first);
};

/* What moment of a run a snapshot shows. */
struct snapshot_moment {
  double time; /* s */
  uint64_t step;
  bool whole;             /* all particles and what they are, whatever the case shows */
  double period[3];       /* m along x, y, z; 0 where the domain is not periodic */
  const char *state_hash; /* of the whole state, also of what no column shows (wcsph/hash.h); "" if unknown */
};

/* Write `count` rows of columns, compressed, to `path`: the points (double x, y, z in m) first, the others
 * are their point data. It waits under a temporary name (file_wait). The time stands in the file as the
 * field data TimeValue, step, period and hash are attributes of the group VTKHDF. STATUS_FAILED on any I/O
 * error; nothing of it is left under either name then (an earlier file of that name stays). Where there is a
 * writer (writer.h) it does this later, from a copy. */
int snapshot_write(const char *path, const struct snapshot_moment *moment, size_t count,
                   const struct column *columns, size_t column_count);

struct series_entry {
  const char *name; /* of the file, relative to the folder of the series */
  double time;      /* s */
};

/* Add `count` > 0 entries, by ascending times, to DIR/particles.vtkhdf.series, dropping those of the first
 * time or later (a resumed run writes them again), and let all that waits have its name (file_settle).
 * Written whole or not at all, and again as DIR/particles.hdf.series: ParaView 5.11 takes files by this
 * ending only, later ones by either. */
int series_append(const char *dir, const struct series_entry *entries, size_t count);

/* Whether the series lists this entry, and its file is there. */
bool series_has(const char *dir, const struct series_entry *entry);

#endif
