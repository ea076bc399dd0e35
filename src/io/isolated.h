/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_ISOLATED_H
#define IO_ISOLATED_H
/* Reading in a process of its own: HDF5 can crash on a file with damaged metadata, write where it may not, or
 * never come to an end. Then a child dies of it, and the caller has an error. */
#include <stdbool.h>
#include <stddef.h>

/* What has been read, on its way to the caller. The same calls in the same order send it in the child and
 * receive it in the caller, so that the two cannot differ. After a failure all that is received is 0. */
struct isolated {
  int fd;
  bool sends; /* in the child */
  bool good, no_memory;
};

/* In a child, work(what), which reads the file `path` into *what; if it succeeds, pass(a, what) in both. The
 * caller's *what holds what came so far even on failure, which is the status and text of work(); STATUS_USAGE
 * if the child died of the file; STATUS_FAILED if there was no child, or no memory here. */
int isolated_read(const char *path, int (*work)(void *what), void (*pass)(struct isolated *a, void *what),
                  void *what);

/* Pass `size` bytes. */
void isolated_bytes(struct isolated *a, void *data, size_t size);

/* Pass `count` elements of `size` bytes: *data is malloc'ed in the caller, also for none, and freed in the
 * child. NULL after a failure. */
void isolated_array(struct isolated *a, void **data, size_t count, size_t size);

/* The same for a text with its end. */
void isolated_text(struct isolated *a, char **text);

/* Pass *count, which no file makes larger than `most`, and in the caller make *elements, zeroed, as many;
 * they are passed one by one then. */
void isolated_list(struct isolated *a, void **elements, size_t *count, size_t most, size_t size);

/* What was received is nothing that can be. */
void isolated_refuse(struct isolated *a);

#endif
