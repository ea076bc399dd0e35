/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_COMPARISON_H
#define CLI_COMPARISON_H
/* Comparing two files of runs, or all files of two folders. */
#include <limits.h>

#include "io/difference.h"

/* Two files of one name, or one that has no counterpart. */
struct comparison {
  char name[NAME_MAX + 1]; /* "" where the user named two files */
  char only;               /* 'A' or 'B': the folder that has it; 0: both */
  struct frame_file a, b;
  struct frame_difference *parts;
  size_t part_count;
  bool hashes_differ; /* both files have one of the whole state */
  bool same;
};

/* What counts as the same. */
struct tolerance {
  bool exact;  /* the same bits */
  double most; /* of each field's scale */
};

/* Receives a comparison, which is freed when it returns. */
typedef int comparison_seen(void *what, const struct comparison *c);

int comparison_of_files(const char *a, const char *b, const struct tolerance *t, comparison_seen *seen,
                        void *what);

/* Each file that either has: snapshots in their order, then the others. */
int comparison_of_folders(const char *a, const char *b, const struct tolerance *t, comparison_seen *seen,
                          void *what);

#endif
