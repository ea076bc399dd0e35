/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_CLOCK_H
#define UTIL_CLOCK_H
/* Wall-clock time for timers and progress; never reaches the state of a run. */
#include <time.h>

/* s since some fixed moment; never runs backwards. */
static inline double clock_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* s that processors gave this process, all threads together. */
static inline double clock_processor(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
