/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_KEPT_H
#define WCSPH_KEPT_H
/* What is written from rows that the backend keeps (backend.h) while the run goes on: the writer's thread
 * brings them, hashes them, puts them in order and makes columns of them. Where there is no writer, or the
 * backend keeps nothing, nothing happens here. */
#include "wcsph/evolution.h"

/* A snapshot as wcsph_run_view shows it, with the state's hash; the moment's own is not read. *left: it will
 * be written. */
int kept_leave_snapshot(struct wcsph_run *r, const char *path, const struct snapshot_moment *moment,
                        bool *left);

/* The rows of a checkpoint, whose `begin` is not NULL then. */
int kept_leave_rows(struct wcsph_run *r, struct checkpoint *out);

/* The run closes: nothing is left any more. */
void kept_end(struct wcsph_run *r);

#endif
