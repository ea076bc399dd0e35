/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHAPE_NUMBER_H
#define SHAPE_NUMBER_H
/* Numbers in files that are text or binary, whichever it is. */
#include "util/text.h"

enum number_type {
  NUMBER_I8,
  NUMBER_U8,
  NUMBER_I16,
  NUMBER_U16,
  NUMBER_I32,
  NUMBER_U32,
  NUMBER_I64,
  NUMBER_F32,
  NUMBER_F64,
  NUMBER_NONE
};

struct numbers {
  struct text text; /* of a binary file text.next is where its bytes go on, and no line is counted */
  const char *end;  /* behind the file */
  bool binary, big; /* big: the highest byte comes first */
};

/* By its name in PLY and VTK files; NUMBER_NONE if it has none. */
enum number_type number_type(const char *name);

/* The next number. STATUS_USAGE if there is none; it may be infinite or NaN where the file is binary. */
int number_next(struct numbers *n, enum number_type type, const char *what, double *value);

/* A whole one from `least` to `most`. */
int number_whole(struct numbers *n, enum number_type type, const char *what, double least, double most,
                 double *value);

#endif
