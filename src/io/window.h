/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_WINDOW_H
#define IO_WINDOW_H
/* Rows are written so many at a time: nobody need hold all of them, and a window is whole chunks. */
enum { ROWS_WINDOW = 1 << 18 };

#endif
