/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_FOLDER_H
#define CLI_FOLDER_H
/* The output folder of a run and the files that amphi keeps in it. */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/* particles_NNNN.vtkhdf */
void folder_snapshot_name(char name[NAME_MAX + 1], uint64_t number);

/* Whether it is the name of a snapshot, exactly; and its number. */
bool folder_snapshot_number(const char *name, uint64_t *number);

/* Whether a run writes files of this name. */
bool folder_is_output(const char *name);

/* checkpoint_NNNN.h5, of one that stays (keep.h); and whether it is such a name, and its number. */
void folder_kept_name(char name[NAME_MAX + 1], uint64_t number);
bool folder_kept_number(const char *name, uint64_t *number);

/* The first file of an earlier run in the folder, into name; false if there is none. */
bool folder_holds_run(const char *folder, char name[NAME_MAX + 1]);

/* Remove snapshots from number `from` on, and what a killed run left half written; with `all`, every
 * other file of amphi too. */
int folder_clear(const char *folder, uint64_t from, bool all);

/* Whether a run that writes into the folder would remove or replace the file that `path` names, or a link on
 * the way to it. */
bool folder_would_lose(const char *folder, const char *path);
/* Remove a file, if it is there. */
int folder_remove(const char *folder, const char *name);

/* Keep other processes out for as long as this one lives. STATUS_USAGE if one is in there. */
int folder_lock(const char *folder);

/* A folder of its own for what is computed and not kept, in $TMPDIR or /tmp, named by mkdtemp's pattern; and
 * its end, with all files in it. */
int folder_make_work(char folder[PATH_MAX], const char *pattern);
int folder_remove_work(const char *folder);

#endif
