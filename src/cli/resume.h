/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_RESUME_H
#define CLI_RESUME_H
/* Going on from a checkpoint: whether it is there and belongs to the case. */
#include "cli/job.h"

/* A checkpoint in the job's folder, read and known to be of this job's case; STATUS_USAGE otherwise, with a
 * text that says what differs. The caller frees with checkpoint_free. */
int resume_read(struct checkpoint *from, const struct job *j, const char *name);

/* Whether the argument of --resume is an output folder (and not a case). */
bool resume_is_folder(const char *argument);

#endif
