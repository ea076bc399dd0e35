/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LAB_LAB_H
#define LAB_LAB_H
/* Tables of papers, measured again by `amphi bench NAME`; a build without the lab has none (README.md). */
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
  json_t *json;       /* rungs are appended to this array instead of printed; NULL: printed */
};

struct ladder {
  const struct method *method;
  const char *const *names; /* NULL at the end */
  int (*climb)(const struct ladder_request *request);
};

/* All ladders of this build; one without a method at the end. */
extern const struct ladder lab_ladders[];

/* lab.c lists them. */
extern const char *const wcsph_ladders[];
int wcsph_climb(const struct ladder_request *request);
int schemes_climb(const struct ladder_request *request);
int pairwise_climb(const struct ladder_request *request);
int swarm_climb(const struct ladder_request *request);
int transport_climb(const struct ladder_request *request);

#endif
