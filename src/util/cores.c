/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/cores.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

/* The lowest of the processors that are one core with this one. */
static int core_of(int processor, const char *folder) {
  char path[300];
  int lowest = processor;
  snprintf(path, sizeof path, "%.200s/cpu%d/topology/thread_siblings_list", folder, processor);
  FILE *file = fopen(path, "r");
  if (!file) return processor;
  if (fscanf(file, "%d", &lowest) != 1) lowest = processor;
  fclose(file);
  return lowest;
}

int cores_pick(cpu_set_t *one, const cpu_set_t *allowed, const char *folder) {
  cpu_set_t seen;
  int count = 0;
  CPU_ZERO(one);
  CPU_ZERO(&seen);
  for (int p = 0; p < CPU_SETSIZE; p++) {
    if (!CPU_ISSET(p, allowed)) continue;
    const int core = core_of(p, folder);
    if (core < 0 || core >= CPU_SETSIZE || CPU_ISSET(core, &seen)) continue;
    CPU_SET(core, &seen);
    CPU_SET(p, one);
    count++;
  }
  return count;
}

int cores_bind(const cpu_set_t *to) {
  DIR *threads = opendir("/proc/self/task");
  CHECK(threads, STATUS_FAILED, "/proc/self/task: %s", strerror(errno));
  int status = STATUS_OK;
  for (struct dirent *entry; status == STATUS_OK && (entry = readdir(threads));) {
    const int thread = atoi(entry->d_name);
    if (thread > 0 && sched_setaffinity(thread, sizeof *to, to) && errno != ESRCH)
      status = error_set(STATUS_FAILED, "binding threads to processors: %s", strerror(errno));
  }
  closedir(threads);
  return status;
}
