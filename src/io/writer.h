/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_WRITER_H
#define IO_WRITER_H
/* Files written beside the computation: one thread writes from copies, in the order in which they came, while
 * the caller goes on. HDF5 and the list of files that wait for their names (file.h) belong to that thread for
 * as long as it has something to do: file_create, file_settle and what stands on them wait for it elsewhere.
 * One thread may call these functions; the writer's own sees no writer. */
#include <stdbool.h>
#include <stddef.h>

/* A piece of work: `run` writes, `free` what it takes; that is called in any case. */
struct writer_work {
  int (*run)(void *what);
  void (*free)(void *what);
  void *what;
  bool copy; /* of the state: at most WRITER_COPIES of them are there at a time */
};

enum { WRITER_COPIES = 2 };

/* From now on; where there can be no such thread everything goes on being written at once. The work may use
 * as many threads at a time as the caller. */
void writer_begin(void);

/* Whether this thread can leave work to it. */
bool writer_is_on(void);

/* Wait until there may be a further copy. These four return the first failure of the writer, with its text,
 * once it is known; what was left to it behind that has not been done. */
int writer_room(void);
int writer_do(struct writer_work work); /* at once where there is no writer */
int writer_wait(void);                  /* until all is done */
int writer_check(void);                 /* at once */

/* Wait, end the thread, and forget its failure, which is returned. */
int writer_end(void);

#endif
