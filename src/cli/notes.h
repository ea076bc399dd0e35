/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_NOTES_H
#define CLI_NOTES_H
/* The notes in a checkpoint: the inputs that the run depends on, the build and the execution that wrote it.
 */
#include "cli/job.h"

/* The notes of a checkpoint written now; the caller frees them with notes_free, also after a failure. */
int notes_make(struct checkpoint *c, const struct job *j);
void notes_free(struct checkpoint *c);

/* STATUS_USAGE with key and file if the contents of a file that the case names have changed. */
int notes_check_inputs(const struct checkpoint *from, const struct job *j);

/* In words, how the builds differ that wrote the checkpoint and go on from it; and unless under `summation:
 * fixed`, where the bits are the same on all, how they execute, and the keys of the case about that. "": not
 * at all. */
enum { NOTES_DIFFERENCE = 4096 };
int notes_compare_build(char text[NOTES_DIFFERENCE], const struct checkpoint *from, const struct job *j);

/* Whether the gauges are those of the run that wrote the checkpoint, all of them. */
bool notes_has_gauges(const struct checkpoint *from, const struct job *j);

/* The part of gauges.csv that a checkpoint counts on, 0 bytes for none. STATUS_USAGE if it cannot be
 * understood, or is not in the folder as it was, or if a gauge measures something else than its column has.
 */
int notes_check_gauges(struct table_mark *mark, const struct checkpoint *from, const struct job *j);

#endif
