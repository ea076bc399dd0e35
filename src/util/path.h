/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_PATH_H
#define UTIL_PATH_H
/* Names of files and folders. */
#include <limits.h>
#include <stdbool.h>

bool path_exists(const char *path);
bool path_is_folder(const char *path);

/* FOLDER/NAME into out; STATUS_FAILED if it is too long. */
int path_join(char out[PATH_MAX], const char *folder, const char *name);

/* Create the folder and those above it that are missing. */
int path_make_folder(const char *path);

#endif
