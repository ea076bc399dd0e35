/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_COMPARE_REPORT_H
#define CLI_COMPARE_REPORT_H
/* What `amphi compare` says, as text and as JSON. */
#include <jansson.h>

#include "cli/comparison.h"

/* Over all files. */
struct verdict {
  size_t files;
  bool exact, different;
  double tolerance;    /* asked for */
  double needed;       /* least tolerance that passes; infinite if none does */
  char worst[1024];    /* the field that needs it, "" if nothing differs */
  char first[2048];    /* the first difference, "" if none yet */
  char obstacle[1024]; /* a difference that no tolerance lets pass, "" if there is none */
};

/* Take a comparison into the verdict. */
void verdict_add(struct verdict *v, const struct comparison *c);

/* The line of a file and, if `whole`, a table of its fields; else the field that differs most. */
void report_print(const struct comparison *c, bool whole);
void report_print_verdict(const struct verdict *v);

json_t *report_json(const struct comparison *c);
json_t *report_json_verdict(const struct verdict *v, json_t *files); /* takes `files` */

#endif
