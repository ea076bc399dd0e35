/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_FILE_H
#define IO_FILE_H
/* Files that are whole or not there. */
#include <stddef.h>

/* A file in the making, as PATH.tmp. */
struct file_new {
  const char *path;
  char *temporary;
  int fd; /* to write and read */
};

/* A new file, whatever stood under its temporary name before. STATUS_FAILED ("PATH: cannot write: No space
 * left on device"): nothing is left to do. */
int file_create(struct file_new *f, const char *path);

/* fsync, rename, fsync of the folder, all that waits in it first. STATUS_FAILED on any error: an earlier file
 * of that name is untouched then and PATH.tmp is gone. */
int file_commit(struct file_new *f);

/* For files that nothing counts on until the next file_commit in their folder: each waits as PATH.tmp, and
 * file_settle gives all of them their names, in the order in which they came. Many syncs at once take little
 * longer than one. After a power cut there is the whole file, the earlier one or none. */
int file_wait(struct file_new *f);

/* STATUS_FAILED with the first error; nothing waits any more, and what failed is gone. */
int file_settle(void);

/* Remove it again; errno may change, the error's text does not. */
void file_abandon(struct file_new *f);

/* Put `size` bytes under `path`, whole or not at all: all three in one; where there is a writer (writer.h)
 * later, from a copy. */
int file_replace(const char *path, const void *data, size_t size);

/* The same with file_wait. */
int file_replace_soon(const char *path, const void *data, size_t size);

/* write() all of it; STATUS_FAILED names `path` and the reason. *written, if not NULL, counts the
 * bytes that reached the file even then. */
int file_write_all(int fd, const char *path, const void *data, size_t size, size_t *written);

/* The whole file, with a terminating 0 behind it; the caller frees *data. Failures carry `missing`
 * if the file does not exist, STATUS_USAGE if it is no regular one, STATUS_FAILED otherwise. */
int file_read(const char *path, int missing, char **data, size_t *size);

/* The same of a file that is no link; STATUS_USAGE if it is one. *mode: its permission bits. */
int file_read_unlinked(const char *path, char **data, size_t *size, unsigned *mode);

#endif
