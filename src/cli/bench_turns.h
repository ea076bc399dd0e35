/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_BENCH_TURNS_H
#define CLI_BENCH_TURNS_H
/* `amphi bench CASE` as processes of their own that take turns, since a machine's speed drifts and other work
 * on it comes and goes: programs against each other, and models against the case as it is. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/words.h"

enum { TURNS_SAID = 320, TURNS_SETTINGS = 3 };

/* What the processes have in common: the words of the command line but those that ask for turns. */
struct turns {
  char **words; /* points into argv; NULL at the end */
  uint64_t steps, turns;
  bool on_device; /* a GPU works, so that a processor's time says nothing */
  bool as_json;
};

/* What one of them found. */
struct turn {
  double processor, wall; /* s, of the steps: of all threads; negative: the program does not say */
  double pairs, particle_steps, particles;
  char hash[HASH_TEXT], execution[TURNS_SAID];
  char said[TURNS_SAID]; /* why it found nothing; "": it did */
};

/* `program` NULL: this one. settings: further KEY=VALUE, NULL behind the last. STATUS_FAILED where no process
 * can be started; STATUS_USAGE where `program` cannot. */
int turn_take(const struct turns *t, const char *program, const char *const *settings, struct turn *found);

/* Its seconds: of processors where `processor`. */
double turn_seconds(const struct turn *t, bool processor);

/* The middle one; sorts them. */
double turns_median(double *values, size_t count);

/* How many values on either side of the middle may be left out so that the median of all there could be is
 * among the rest in at least 95 of 100 cases, whatever their distribution. */
size_t turns_outside(size_t count);

/* *slower: this program is slower than the other by 3 % or more, and not by chance. */
int bench_against(const struct turns *t, const char *program, bool *slower);

/* All models that a case may choose between, one exchanged at a time. */
int bench_matrix(const struct turns *t);

#endif
