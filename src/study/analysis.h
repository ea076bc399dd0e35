/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STUDY_ANALYSIS_H
#define STUDY_ANALYSIS_H
/* The statistics of a study's runs, gauge by gauge. */
#include "io/frame.h"
#include "report/measured.h"
#include "study/convergence.h"
#include "study/plan.h"
#include "study/repeated.h"
#include "study/statistics.h"

/* The runs of one spacing. */
struct study_level {
  size_t count;                /* runs that have the gauge over the window */
  double *median, *low, *high; /* [series.count], over the runs at each time */
  struct spread spread[QUANTITIES], peak_time;
};

enum smoothness { SMOOTH_UNKNOWN, SMOOTH_NOT, SMOOTH_YES };
extern const char *const smoothness_names[];

/* One column of one variant. */
struct study_series {
  const char *name; /* "P1 [Pa]" */
  size_t variant;
  size_t count;               /* times; 0: its runs have none in common */
  double *time;               /* s */
  struct study_level *levels; /* [dp_count] */
  struct convergence convergence[QUANTITIES];
  enum smoothness smoothness;
  double noise;                 /* band over repetitions / difference of the finer spacings; NaN: not known */
  double order, share;          /* point by point: median order, and share of the points that have one */
  double *extrapolated, *error; /* [count]; NULL: not point by point */
  const struct frame *measured; /* of the experiment, or NULL */
  struct misfit misfit;         /* of the finest spacing's median; count 0: none */
  double inside;                /* share of the measured samples that are within its band */
};

struct study_result {
  struct study_series *series; /* by gauge, then by variant */
  size_t series_count;
  struct study_repeated *repeated; /* by row of the table, then by variant */
  size_t repeated_count;
  double *volumes;           /* [dp_count] of the fluid at the start over the finest's; NaN: not known */
  double *seconds;           /* [dp_count] wall time of a run, mean; NaN: none */
  struct frame_file *tables; /* [run_count] gauges.csv */
  char **texts;              /* [run_count] that they point into */
};

/* Of the finished runs, between two times (s; NaN: where the data begin and end). Signals are smooth, and
 * then also judged point by point, if at every spacing there are STUDY_REPEATS runs and the widest of their
 * bands is, as root mean square over time, at most STUDY_SMOOTH of the difference between the medians of the
 * two finest spacings. STATUS_USAGE for a table that cannot be read; the caller frees, also then. */
enum { STUDY_REPEATS = 3 };
#define STUDY_SMOOTH 0.5
int study_analyse(struct study_result *r, const struct study_plan *p, const char *folder,
                  const struct frame_file *experiment, double from, double to);

/* The repetitions of an experiment, by its table (repeated.h), beside those of the analysed runs. */
int study_hold_repeated(struct study_result *r, const struct study_plan *p, const char *name, char *text);
void study_result_free(struct study_result *r, const struct study_plan *p);

/* A spread of the fluid's volume over the spacings that is larger than this is reported. */
#define STUDY_VOLUME 0.005

/* Band and convergence of a column from its runs' signals, [spacing * repeats + seed]; count 0: there is
 * none. levels[] and so on are allocated. STATUS_FAILED without memory. */
int study_series_make(struct study_series *s, const struct signal *signals, const double *dp, size_t dp_count,
                      size_t repeats, double from, double to);
void study_series_free(struct study_series *s, size_t dp_count);

#endif
