/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_CHUNKS_H
#define IO_CHUNKS_H
/* Compressed datasets, by all threads: HDF5 alone compresses with one. */
#include "io/hdf.h"

/* Write `count` rows of a column that has `fill` to a dataset of as many, created with `compress`. The file
 * is as H5Dwrite would write it. `fill` is called from many threads. Negative on failure, like HDF5's own. */
herr_t hdf_write_chunks(hid_t set, const struct column *c, hsize_t count);

#endif
