/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_NOTES_H
#define CLI_NOTES_H
/* The notes in a checkpoint: the inputs that the run depends on, the build and execution that wrote it. */
#include "cli/job.h"

/* The notes of a checkpoint written now; the caller frees them with notes_free, also after a failure. */
int notes_make(struct checkpoint *c, const struct job *j);
void notes_free(struct checkpoint *c);

/* The way to execute without what stands behind it in brackets: how much memory was free at the time. */
enum { NOTES_WAY = sizeof((struct job *)0)->device };
const char *notes_way(char way[NOTES_WAY], const struct job *j);

/* STATUS_USAGE with key and file if the contents of a file that the case names have changed. */
int notes_check_inputs(const struct checkpoint *from, const struct job *j);

/* As text, how this build differs from the one that wrote the checkpoint; and, unless `summation: fixed`
 * makes the bits the same everywhere, how the execution and the case's keys of it differ. "": nothing
 * differs. */
enum { NOTES_DIFFERENCE = 4096 };
int notes_compare_build(char text[NOTES_DIFFERENCE], const struct checkpoint *from, const struct job *j);

/* Whether the gauges are those of the run that wrote the checkpoint, all of them. */
bool notes_has_gauges(const struct checkpoint *from, const struct job *j);

/* Since when, s, the run has had the gauges and intervals of the job, by a checkpoint; 0: from its beginning
 * on. NaN: it had others when it wrote the checkpoint, or that does not say. */
double notes_gauges_since(const struct checkpoint *from, const struct job *j);

/* The part of gauges.csv that was written before the checkpoint, 0 bytes for none. STATUS_USAGE if the note
 * of it is damaged, the file has changed there, or a gauge measures something else than its column has. */
int notes_check_gauges(struct table_mark *mark, const struct checkpoint *from, const struct job *j);

#endif
