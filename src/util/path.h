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

/* A new or renamed file or folder is on the disk once the folder that it is in is: sync that. */
int path_sync_folder_of(const char *path);

/* Create the folder and those above it that are missing, on the disk too. */
int path_make_folder(const char *path);

#endif
