/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_RESULTS_H
#define CLI_RESULTS_H
/* What a run left in its folder, for the commands that look at it afterwards. */
#include <argp.h>
#include <stddef.h>

#include "case/case.h"
#include "render/picture.h"

struct results {
  const char *folder;       /* the caller's */
  struct amphi_case config; /* as used.yaml has it */
  char **paths;             /* of the snapshots, by number */
  double *times;            /* s; NaN where particles.hdf.series has none */
  size_t count;
};

/* STATUS_USAGE where the folder or its used.yaml cannot be read; there may be no snapshots. The caller
 * closes, also after a failure. */
int results_open(struct results *r, const char *folder);
void results_close(struct results *r);

/* STATUS_USAGE if there are no snapshots. */
int results_need_snapshots(const struct results *r);
/* Or none of particles of fluid (method wcsph). */
int results_need_fluid(const struct results *r, const char *what);
/* Or neither of fluid nor of a scalar on a grid: between other particles there is nothing. */
int results_need_field(const struct results *r, const char *what);

/* The points of a run of method transport; n[0] 0: there are none. */
struct gridded_shape results_grid(const struct amphi_case *c);

/* What is looked at of a run where nothing is asked for. */
const char *results_field(const struct amphi_case *c);

/* Of an option --time: seconds; usage error where it is no number. */
double results_parse_time(struct argp_state *state, const char *text);

/* Of an option --level: a number above 0. */
double results_parse_level(struct argp_state *state, const char *text);

/* For what a parser leaves of a command whose argument is one output folder: usage error for a second one, or
 * where there is none. */
error_t results_parse_folder(int key, char *argument, struct argp_state *state, const char **folder);

/* The snapshot nearest to the time; a NaN: the last. */
int results_nearest(const struct results *r, double time, size_t *index);

/* The space that a picture shows, how large a particle is, and the camera. */
int results_aim(const struct results *r, const char *camera, struct picture *p);

/* A copy of the table experiment.csv beside the case: the folder may go elsewhere, and a run that goes on
 * knows its used.yaml alone. */
#define RESULTS_EXPERIMENT "case_experiment.csv"
int results_keep_experiment(const char *folder, const char *case_path);

/* The table experiment.csv beside the case that the summary in the folder names, or else the folder's copy;
 * *text NULL: there is none. The caller frees. */
int results_experiment(const char *folder, char **text, size_t *size);

#endif
