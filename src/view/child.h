/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VIEW_CHILD_H
#define VIEW_CHILD_H
/* A program that runs beside the server, and what it says. SIGCHLD must not be ignored. */
#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

struct child {
  pid_t pid;  /* 0: none was started, or it has been waited for */
  int output; /* what it says on both streams; -1: none */
  int status; /* its exit status, or 128 + the signal that ended it; once `ended` */
  bool ended;
};

void child_init(struct child *c);

/* Start argv[0], with its output kept in memory, in place of an earlier one that has ended. STATUS_FAILED. */
int child_start(struct child *c, char *const argv[]);

/* Whether it still runs; notes its end. */
bool child_runs(struct child *c);

/* Send it a signal, if it runs. */
void child_signal(struct child *c, int number);

/* Wait for its end. */
void child_wait(struct child *c);

/* End it at once. */
void child_kill(struct child *c);

/* The last of what it said, or NULL without memory. */
json_t *child_text(const struct child *c);

/* Forget it, ended if need be. */
void child_free(struct child *c);

#endif
