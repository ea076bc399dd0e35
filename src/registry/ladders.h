/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REGISTRY_LADDERS_H
#define REGISTRY_LADDERS_H
/* Tables and figures of papers, measured again by `amphi bench NAME`; a build without the lab has none
 * (lab/README.md). */
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct backend;
struct execution_options;
struct method;

enum { LADDER_STEPS = 10 };

/* What `amphi bench NAME` wants of a ladder: the strategies that a paper measured, one a rung. */
struct ladder_request {
  const char *name;
  const struct backend *backend;
  const struct execution_options *options;
  char *const *settings; /* --set */
  size_t setting_count;
  uint64_t steps;     /* to measure; 0: as the ladder has them, or LADDER_STEPS */
  uint64_t particles; /* 0: as the ladder has them */
  json_t *rows;       /* an array, to which the ladder adds what it finds, an object a rung */
  bool prints;        /* tables, too, line by line */
};

/* Members of its rows that a ladder's plot shows. */
struct ladder_plot {
  const char *along; /* numbers: curves on logarithmic axes; words: bars */
  const char *up;
  const char *each;      /* a curve, or a colour of bars, for each; NULL: there is one */
  const char *published; /* numbers, perhaps as text: beside, or in rows that have nothing else; NULL: none */
};

struct ladder {
  const char *name, *paper, *figure, *title; /* paper NULL: of none */
  const struct method *method;
  int (*climb)(const struct ladder_request *request);
  struct ladder_plot plot;
};

/* All ladders of this build; one without a name at the end. */
extern const struct ladder lab_ladders[];

/* Draw rows that a ladder has found, as an SVG file. STATUS_USAGE where they hold nothing to draw. */
int ladder_draw(const struct ladder *l, const json_t *rows, const char *path);

#endif
