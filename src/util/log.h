/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_LOG_H
#define UTIL_LOG_H
/* What a run tells: whole lines to standard output and to log.txt alike, and one progress line, in
 * place on a terminal, as plain lines now and then elsewhere. One log a process. */
#include <stdbool.h>

/* From now on lines also go to the file at `path`, which is new or, with append, goes on. */
int log_open(const char *path, bool append);

/* Without a terminal's output (--quiet); the file still gets everything. */
void log_quiet(bool quiet);

/* One line, without '\n' in the format. */
void log_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether a progress line would be shown at wall-clock time `now` (clock_now, s): composing one
 * costs more than a small step. */
bool log_progress_due(double now);
void log_progress(double now, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* STATUS_FAILED once a line did not reach the file (disk full). */
int log_status(void);

/* What was said is on the disk then. */
int log_close(void);

#endif
