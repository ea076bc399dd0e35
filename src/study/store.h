/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STUDY_STORE_H
#define STUDY_STORE_H
/* runs.json of a study's folder: what its runs are of, so that one that goes on is the same study. */
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

/* That the folder has no other study, and no run of the same name with other settings; what it knows of how
 * long runs last is taken. Where nothing waits (study_jobs_look) another build may look. STATUS_USAGE says
 * what differs. */
int study_store_check(struct study_plan *p, const struct study_identity *id, const char *folder);

/* Runs that are there stay, also where this plan is without them. */
int study_store_write(const struct study_plan *p, const struct study_identity *id, const char *folder);

#endif
