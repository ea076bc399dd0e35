/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_WINDOW_H
#define IO_WINDOW_H
/* Rows are written a window at a time, so that no process needs all in memory; a window is whole chunks. */
enum { ROWS_WINDOW = 1 << 18 };

#endif
