/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_PART_H
#define CLI_PART_H
/* A part of a run that is computed again, from one checkpoint that stayed to another. */
#include "cli/job.h"

/* The case of the run in a folder: its used.yaml, which is there. */
int part_case(char path[PATH_MAX], const char *folder);

/* Load the run's job with this case; NULL: with the run's own. */
int part_load(struct job *j, const char *folder, const char *case_path, const struct overrides *overrides);

/* How the loaded job adds up, as a case says it. */
const char *part_summation(const struct job *j);

/* A checkpoint in the run's folder: the state there proves the part before it. */
struct part_end {
  char name[NAME_MAX + 1], hash[sizeof((struct checkpoint *)0)->state_hash];
  double time;
  uint64_t step;
};

/* Read the checkpoint named e->name and check that it is of the job's case and inputs. */
int part_read_end(struct part_end *e, const struct job *j);

/* Whether a file of this name is such a checkpoint. */
bool part_is_end(const char *name);

/* All known hashes of the run's states: of chain.csv, and of the checkpoints that are there. STATUS_USAGE
 * where two of them contradict each other. */
int part_chain(struct chain *c, const struct job *j);

/* The first checkpoint at or after a time, s. */
int part_find_end(struct part_end *e, const struct job *j, double to);

/* The last checkpoint before a time, s, which the caller frees; name "": the run's beginning is nearest. */
int part_find_beginning(char name[NAME_MAX + 1], struct checkpoint *from, const struct job *j, double start);

/* Compute up to step `last`, write what is in the job's window, and take the hash of the state there. */
int part_advance(struct job *j, uint64_t last);

/* Whether the job's state is that of the checkpoint. */
bool part_reached(const struct job *j, const struct part_end *e);

#endif
