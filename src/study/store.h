/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STUDY_STORE_H
#define STUDY_STORE_H
/* runs.json of a study's folder: the settings of its runs, to check that a resumed study is the same. */
#include <jansson.h>

#include "study/plan.h"

#define STORE_NAME "runs.json"

/* What all runs of a study share, beside their settings. Texts "" stand for amphi's own choice. */
struct study_identity {
  const char *build; /* digest of amphi's sources */
  const char *backend, *isa;
  const char *launch;
  int threads;
};

/* The threads that the study in the folder was begun with, or `threads` where there is none yet. */
int study_store_threads(int *threads, const char *folder);

/* Check that the folder has no other study, and no run of the same name with other settings; and take the
 * expected times of runs from it. The build may differ where no run waits (study_jobs_look). STATUS_USAGE
 * says what differs. */
int study_store_check(struct study_plan *p, const struct study_identity *id, const char *folder);

/* Write runs.json; runs in the file stay in it, also those that this plan has not. */
int study_store_write(const struct study_plan *p, const struct study_identity *id, const char *folder);

#endif
