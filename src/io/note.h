/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_NOTE_H
#define IO_NOTE_H

/* A named text in a file, about the program that wrote it or the inputs it depends on. Never compared. */
struct note {
  const char *name, *text;
};

#endif
