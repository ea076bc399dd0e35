/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STUDY_RESULT_H
#define STUDY_RESULT_H
/* A study's results as files: study.json, study.csv, bands.csv and study.html. Only the page has wall-clock
 * times, so that a study that was interrupted gives the same files. */
#include "study/analysis.h"

int study_write_json(const struct study_result *r, const struct study_plan *p, const char *folder);
int study_write_tables(const struct study_result *r, const struct study_plan *p, const char *folder);
int study_write_page(const struct study_result *r, const struct study_plan *p, const char *folder);

/* "2 of 5 runs at dp 0.01 are missing: ..." or, where all are there, false. */
bool study_missing(char text[256], const struct study_plan *p, size_t variant, size_t spacing);

/* Reasons to doubt the numbers of a study, one a call, from *at = 0 on; false after the last. */
bool study_doubt(char text[256], const struct study_result *r, const struct study_plan *p, size_t *at);

#endif
