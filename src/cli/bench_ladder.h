/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_BENCH_LADDER_H
#define CLI_BENCH_LADDER_H
/* amphi bench NAME: a ladder climbed, perhaps several times, and what makes its times doubtful. */
#include "cli/execution.h"
#include "registry/ladders.h"

enum { BENCH_REPEATS_MOST = 64 };

struct bench_ladder {
  const struct ladder *ladder;
  struct execution *execution; /* chosen */
  char *const *settings;       /* --set */
  size_t setting_count;
  uint64_t steps, particles, repeats; /* 0: as the ladder has them; once */
  bool as_json;
  const char *plot; /* NULL: none */
};

int bench_ladder_climb(const struct bench_ladder *b);

#endif
