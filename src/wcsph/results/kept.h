/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_KEPT_H
#define WCSPH_KEPT_H
/* Output from rows that the backend stages (backend.h) while the run goes on: the writer's thread copies,
 * hashes and sorts them and makes columns of them. Without a writer, or if the backend stages nothing,
 * nothing happens here. */
#include "wcsph/evolution.h"

/* A snapshot as wcsph_run_view shows it, with the state's hash; that in `moment` is not read. *left: the
 * writer will write it. */
int kept_leave_snapshot(struct wcsph_run *r, const char *path, const struct snapshot_moment *moment,
                        bool *left);

/* The rows of a checkpoint, whose `begin` is not NULL then. */
int kept_leave_rows(struct wcsph_run *r, struct checkpoint *out);

/* Release the staged rows as the run closes. */
void kept_end(struct wcsph_run *r);

#endif
