/* SPDX-License-Identifier: BSD-3-Clause */
/* How many parts the command line asks for, and the item of its lists that each part takes. */
#include <stdio.h>
#include <string.h>

#include "offload/device.h"
#include "parts/parts.h"

static int items(const char *list) {
  int count = 1;
  for (; *list; list++) count += *list == ',';
  return count;
}

int parts_wanted(const struct execution_options *options) {
  const char *devices = options->device;
  const int backends = options->backends ? items(options->backends) : 1;
  int count = 1;
  if (devices) count = strcmp(devices, "all") ? items(devices) : device_count();
  return count > backends ? count : backends;
}

void parts_item(char *to, size_t size, const char *list, int number) {
  for (int skip = number % items(list); skip > 0; skip--) list = strchr(list, ',') + 1;
  snprintf(to, size, "%.*s", (int)strcspn(list, ","), list);
}

void parts_device(char *to, size_t size, const char *devices, int number) {
  const int there = device_count();
  *to = '\0';
  if (devices && strcmp(devices, "all") != 0)
    parts_item(to, size, devices, number);
  else if (there > 1)
    snprintf(to, size, "%d", number % there);
}
