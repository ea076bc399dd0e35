/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPORT_SECTIONS_H
#define REPORT_SECTIONS_H
/* The parts of a page about runs, each written behind the one before. */
#include <jansson.h>
#include <stdio.h>

#include "io/frame.h"
#include "render/picture.h"
#include "report/history.h"

/* A run as its folder has it. What is not there is NULL or empty. */
struct report_run {
  const char *folder;
  const struct amphi_case *config;
  char *const *paths;  /* snapshots */
  const double *times; /* s, of each; NaN: unknown */
  size_t count;
  json_t *summary;                      /* summary.json */
  char *used, *log;                     /* used.yaml, log.txt */
  struct frame_file gauges, experiment; /* a frame a column; no frames: none */
  struct history history;
  struct picture picture; /* how it is drawn; radius 0: not at all */
};

/* The title, the folders, which colour is which run's, and why a run ended before its time. */
void report_title(FILE *out, const struct report_run *runs, size_t count);

/* Case, particles, steps, speed. */
void report_facts(FILE *out, const struct report_run *runs, size_t count);

/* Hashes, versions, compiler: what another needs to repeat it. */
void report_build(FILE *out, const struct report_run *runs, size_t count);

/* Pictures of some snapshots, at times that the runs share. STATUS_USAGE for one that cannot be read. */
int report_pictures(FILE *out, const struct report_run *runs, size_t count);

/* The gauges over time, with what was measured, and how far they are from that. */
void report_gauges(FILE *out, const struct report_run *runs, size_t count);

/* How gauges come together as particles become smaller; nothing where all runs have one spacing. */
void report_spacings(FILE *out, const struct report_run *runs, size_t count);

/* Whether particles of two runs can be the same ones. */
bool report_same_spacing(const struct report_run *a, const struct report_run *b);

/* Energy and mass. */
void report_histories(FILE *out, const struct report_run *runs, size_t count);

/* Where the time went. */
void report_stages(FILE *out, const struct report_run *runs, size_t count);

/* Keys that differ, and all of them; and what the run said. STATUS_FAILED without memory. */
int report_parameters(FILE *out, const struct report_run *runs, size_t count);

#endif
