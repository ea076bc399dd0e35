/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FAULTS_DISK_H
#define FAULTS_DISK_H
/* What a disk holds for certain, kept in FAULTS_DISK: the contents of each file at its last sync, as
 * INODE.synced; a second name, INODE, for every file, so that its number stays its own; and `journal`, a line
 * for each change of a name and each sync of a folder. power.py makes of it what could be found after the
 * power is back. */
#include <stdbool.h>

void disk_opened(const char *path, int fd, bool fresh); /* to be written */
void disk_made(const char *path);                       /* a folder */
void disk_renamed(const char *from, const char *to);
void disk_removed(const char *path);
void disk_synced(const char *path, int fd); /* a file or a folder */

#endif
