/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_PATH_H
#define UTIL_PATH_H
/* Names of files and folders. */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

bool path_exists(const char *path); /* also a link to nothing does */
bool path_is_folder(const char *path);

/* FOLDER/NAME into out; STATUS_FAILED if it is too long. */
int path_join(char out[PATH_MAX], const char *folder, const char *name);

/* The program that runs; STATUS_FAILED if the system does not say. */
int path_program(char out[PATH_MAX]);

/* A word as a shell takes it: as it is, or between quotes. What is longer than a path is cut. */
enum { PATH_QUOTED = 4 * PATH_MAX + 3 };
const char *path_quoted(char text[PATH_QUOTED], const char *word);

/* The folder of the program that runs, as "/usr/local/bin"; "" if the system does not say. */
void path_program_folder(char out[PATH_MAX]);

/* NAME in the first of these folders, named from the program's, that has it; STATUS_USAGE if none has. The
 * list ends with NULL. */
int path_find_from_program(char out[PATH_MAX], const char *const folders[], const char *name);

/* A new or renamed file or folder is on the disk once the folder that it is in is: sync that. */
int path_sync_folder_of(const char *path);

/* Create the folder and those above it that are missing, on the disk too. */
int path_make_folder(const char *path);

/* Open a file that a program goes on writing, at its end. A fresh one must not be there yet, and no link is
 * followed, so that no other file of the user is written to. STATUS_FAILED. */
int path_open_output(int *fd, const char *path, bool fresh);

/* "; did you mean 'NAME'?", of what is in the path's folder the name nearest to its own, where there is
 * nothing at the path and a name is near enough; else "". */
enum { PATH_HINT = NAME_MAX + 32 };
const char *path_hint(char hint[PATH_HINT], const char *path);

/* Open a file to read, without blocking on a FIFO that has no writer: STATUS_USAGE for what is no regular
 * file, `missing` if there is none, STATUS_FAILED otherwise. *size: its bytes. */
int path_open_input(int *fd, const char *path, int missing, size_t *size);

/* The same of a file that is no link: STATUS_USAGE if it is one. *mode: its permission bits. */
int path_open_unlinked(int *fd, const char *path, size_t *size, unsigned *mode);

#endif
