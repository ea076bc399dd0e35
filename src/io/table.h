/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_TABLE_H
#define IO_TABLE_H
/* gauges.csv: one row a sample time, one column a gauge; a gauge that was not due stays empty. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct table;

/* The beginning of a table that a checkpoint counts on. */
struct table_mark {
  uint64_t bytes;
  uint64_t hash; /* xxh3-64 of them */
};

/* Create (there must be none yet), or with `from` keep what it marks of an earlier table, drop what is
 * behind, and go on there. columns[] are full headers such as "P1 [Pa]"; the first column, "time" (s), is
 * added. A resumed table whose header differs, or that table_check refuses, is STATUS_USAGE. */
int table_open(struct table **t, const char *path, const char *const columns[], size_t column_count,
               const struct table_mark *from);

/* STATUS_USAGE if the file at `path` does not begin with what was marked. */
int table_check(const char *path, const struct table_mark *mark);

/* values[i] is NaN where column i has no sample at this time. Numbers print with as many digits as it
 * takes to read the same double back, at most 17. */
int table_write(struct table *t, double time, const double *values);

/* What has reached the file: all rows after table_flush and table_show. */
struct table_mark table_mark(const struct table *t);

/* Take one cell off the text of a table: quotes undone in place, ended by 0. True if the line goes on. */
bool table_take_cell(char **text, char **cell);

/* Let others see what was written; a power cut may take it away. */
int table_show(struct table *t);

/* Push what was written to the disk (before a checkpoint that counts on it); what was shown alone, from any
 * thread. */
int table_flush(struct table *t);
int table_sync(const struct table *t);

/* Flush and close; reports a full disk. t may be NULL. */
int table_close(struct table *t);

#endif
