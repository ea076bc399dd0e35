/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H
/* Requests from outside, looked at between steps. */
#include <stdbool.h>

/* From now on SIGTERM, SIGINT, SIGXCPU, SIGUSR2 and (but under nohup) SIGHUP ask for a stop, a SIGINT later
 * than 0.1 s after that ends the program at once; SIGUSR1 for a checkpoint. */
void signals_listen(void);

/* The signal that asked for a stop, 0 if none did. */
int signals_stop(void);

/* Whether a checkpoint was asked for since the last call. */
bool signals_checkpoint(void);

#endif
