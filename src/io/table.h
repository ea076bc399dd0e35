/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_TABLE_H
#define IO_TABLE_H
/* gauges.csv: one row a sample time, one column a gauge; a gauge that was not due stays empty. */
#include <stdbool.h>
#include <stddef.h>

struct table;

/* Create (or, with resume_time >= 0, keep all rows of an earlier table before that time and go on
 * behind them; a torn last line is dropped). columns[] are full headers such as "P1 [Pa]"; the
 * first column, "time" (s), is added. A resumed table whose header differs is STATUS_USAGE. */
int table_open(struct table **t, const char *path, const char *const columns[], size_t column_count,
               double resume_time);

/* values[i] is NaN where column i has no sample at this time. Times print with 9 significant digits
 * at least, values with 7, whole numbers with all. */
int table_write(struct table *t, double time, const double *values);

/* Take one cell off the text of a table: quotes undone in place, ended by 0. True if the line goes on. */
bool table_take_cell(char **text, char **cell);

/* Push what was written to the disk (before a checkpoint that counts on it). */
int table_flush(struct table *t);

/* Flush and close; reports a full disk. t may be NULL. */
int table_close(struct table *t);

#endif
