/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_NOTE_H
#define IO_NOTE_H

/* What a file says in words of who wrote it and what it counts on. Never compared. */
struct note {
  const char *name, *text;
};

#endif
