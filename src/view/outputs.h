/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VIEW_OUTPUTS_H
#define VIEW_OUTPUTS_H
/* The files that runs left in their folders, opened to read and listed; nothing else there is seen. */
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct view_run {
  const char *folder;                  /* the caller's */
  bool (*is_output)(const char *name); /* whether a run writes files of this name */
  char *experiment;                    /* what was measured, a table; or NULL */
  size_t experiment_size;
};

/* Open one of its files. STATUS_USAGE for what is none, is a link, or no regular file. */
int outputs_open(const struct view_run *run, const char *name, int *fd, size_t *size);

/* {"name": folder, "files": [{"name", "bytes", "changed" (ns, a text)}, ...]} by name; "error" instead of the
 * files if the folder cannot be read. NULL without memory. */
json_t *outputs_list(const struct view_run *run);

#endif
