/* SPDX-License-Identifier: BSD-3-Clause */
#include "fault.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum fault_kind fault_kind;
const char *fault_below, *fault_disk;
static unsigned long at;
static atomic_ulong seen;

bool fault_now(void) {
  const unsigned long number = atomic_fetch_add(&seen, 1) + 1;
  const bool on = fault_kind == FAULT_FULL || fault_kind == FAULT_STARVE;
  return at && (on ? number >= at : number == at);
}

__attribute__((constructor)) static void begin(void) {
  static const char *const names[] = {"none",      "power", "error",  "full",
                                      "interrupt", "short", "memory", "starve"};
  const char *kind = getenv("FAULTS_KIND"), *number = getenv("FAULTS_AT");
  fault_below = getenv("FAULTS_BELOW");
  fault_disk = getenv("FAULTS_DISK");
  if (number) at = strtoul(number, NULL, 10);
  for (int i = 0; kind && i <= FAULT_STARVE; i++)
    if (strcmp(kind, names[i]) == 0) fault_kind = (enum fault_kind)i;
}

/* How many opportunities there were. */
__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULTS_REPORT");
  char text[32];
  const int length = snprintf(text, sizeof text, "%lu\n", (unsigned long)seen);
  const int fd = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
  if (fd >= 0 && syscall(SYS_write, fd, text, (size_t)length) == length) syscall(SYS_close, fd);
}
