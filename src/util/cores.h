/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_CORES_H
#define UTIL_CORES_H
/* Cores of this machine, each of which may be several processors (hyper-threading); and which thread runs on
 * which. */
#include <sched.h>

/* One processor of each core that has some in `allowed`; returns how many cores. folder: Linux's list of
 * processors, CORES_FOLDER; where it does not say, each processor is a core. */
#define CORES_FOLDER "/sys/devices/system/cpu"
int cores_pick(cpu_set_t *one, const cpu_set_t *allowed, const char *folder);

/* Every thread of this process onto these processors; STATUS_FAILED where the system refuses. */
int cores_bind(const cpu_set_t *to);

#endif
