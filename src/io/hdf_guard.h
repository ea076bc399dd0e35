/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_HDF_GUARD_H
#define IO_HDF_GUARD_H
/* Without memory HDF5 follows null pointers, frees twice, or ends the program itself, and no caller can keep
 * it from that. Between begin and end such an end says so and has exit status 1. */
#include <stdbool.h>

/* HDF5 is about to `act` ("read" or "write") on `path`, in the first thread; `temporary` is removed if it
 * breaks down, NULL: nothing is. The texts stay the caller's until the end. */
void hdf_guard_begin(const char *act, const char *path, const char *temporary);

/* After a failure the heap may be broken, and the program's way to its end is guarded too. */
void hdf_guard_end(bool failed);

#endif
