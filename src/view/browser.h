/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VIEW_BROWSER_H
#define VIEW_BROWSER_H
/* The user's browser. Other users read the arguments of every process, so the address, which holds the key,
 * stands in a file that only the user can read, and the browser gets the name of that file. */
#include <limits.h>
#include <signal.h>

struct browser {
  char file[PATH_MAX]; /* leads on to the address; "": none */
};

/* Start it, where there is a screen, with these signals blocked and none ignored. STATUS_FAILED if it cannot
 * be started. */
int browser_open(struct browser *b, const char *address, const sigset_t *blocked);

/* Remove the file. */
void browser_close(struct browser *b);

#endif
