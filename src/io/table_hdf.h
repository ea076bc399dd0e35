/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_TABLE_HDF_H
#define IO_TABLE_HDF_H
/* gauges.csv once more as HDF5, for programs that would rather not parse text. */
#include <stdint.h>

/* Write `to` anew from the first `bytes` of the table `from`, whole or not at all: `time` [rows], `values`
 * [rows][columns], NaN where a gauge was not due, and the columns' headers in `columns`. */
int table_copy_hdf(const char *from, const char *to, uint64_t bytes);

#endif
