/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_FRAME_H
#define IO_FRAME_H
/* An output file of amphi as named columns, whatever its format, to compare or show them. */
#include "io/snapshot.h"

/* Fields with a row each for the same things: particles, samples of a gauge, or one row of values. */
struct frame {
  char *name;          /* "particle", "value", or a gauge's header: what a row is */
  size_t count;        /* rows */
  uint64_t *ids;       /* [count] of the rows, or NULL: a row's number is its id */
  double (*points)[3]; /* [count] m, or NULL; where it is */
  double period[3];    /* m; the field "position" repeats after it, 0 if it does not */
  struct field *fields;
  size_t field_count; /* names, data, ids and points are owned by the frame */
};

enum frame_kind { FRAME_SNAPSHOT, FRAME_CHECKPOINT, FRAME_TABLE };
extern const char *const frame_kind_names[]; /* "snapshot", ... */

struct frame_file {
  const char *path; /* the caller's */
  enum frame_kind kind;
  double time;          /* s, NaN where the file tells none */
  int64_t step;         /* -1 where the file tells none */
  char state_hash[17];  /* of the whole state, also of what the frames leave out; "" where it tells none */
  char case_digest[33]; /* of a checkpoint */
  struct frame *frames;
  size_t frame_count;
};

/* Read all of it; what it is, its content says. STATUS_USAGE if it is nothing of amphi, or damaged, whatever
 * its bytes are: HDF5 reads it in another process (isolated.h). */
int frame_file_read(struct frame_file *f, const char *path);
void frame_file_free(struct frame_file *f);

/* The field of that name, or NULL. */
const struct field *frame_field(const struct frame *frame, const char *name);

/* A particle's spacing, m: its own in a run of several, which has that field (else NULL), or dp. */
double frame_spacing(const struct field *spacing, size_t row, double dp);

/* What the numbers of a field of this name are in, "m/s"; "" where it has no unit, or none that is known. */
const char *field_unit(const char *name);

/* The at-th number of a field: long doubles hold every value of every type. */
long double field_value(const struct field *field, size_t at);

/* For the readers: room for one more; NULL without memory. */
struct frame *frame_add(struct frame_file *f, const char *name, size_t count);
struct field *frame_add_field(struct frame *frame);

/* The text of a table, frame_csv.c; one frame a column, its fields are the samples and their times. */
int frame_file_read_csv(struct frame_file *f, const char *path);

/* The same from `size` bytes of text with a 0 behind them, which it writes into. */
int frame_file_take_csv(struct frame_file *f, const char *path, char *text, size_t size);

#endif
