/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_INPUTS_H
#define CASE_INPUTS_H
/* The files that a case names and whose contents reach the state: rows of the schema with `contents`. */
#include <stddef.h>

#include "case/case.h"
#include "util/digest.h"

enum { INPUT_KEY = 256 };

struct case_input {
  char key[INPUT_KEY]; /* "transport.flow.file", "walls.hull.shapes.0.file" */
  char *path;          /* as the case has it; a library's that is looked for, where it was found */
  char digest[DIGEST_TEXT];
};

struct case_inputs {
  struct case_input *items;
  size_t count;
};

/* Read the files. STATUS_USAGE or STATUS_FAILED with key and file if one cannot be; the caller frees, also
 * then. */
int case_inputs_read(struct case_inputs *in, const struct amphi_case *c);
void case_inputs_free(struct case_inputs *in);

#endif
