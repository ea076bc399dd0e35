/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi bench CASE --against PROGRAM: whether this program is slower than another, such as the one before a
 * change. The two take turns, and each pair of turns is a ratio, so that what slows the machine down slows
 * both; the median of the ratios is told with an interval that needs no assumption on how they scatter. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench_turns.h"
#include "util/error.h"
#include "util/log.h"

#define SLOWER 0.03 /* what is told apart */

struct found {
  double *ratio, *own, *other; /* [turns] of seconds a particle-step; those */
  double median, low, high;
  bool processor, same_bits;
};

/* A turn of either, which goes first by turns. */
static int take_pair(const struct turns *t, const char *program, uint64_t number, struct turn pair[2]) {
  static const char *const none[] = {NULL};
  for (int k = 0; k < 2; k++) {
    const int which = (number + (uint64_t)k) % 2;
    TRY(turn_take(t, which ? program : NULL, none, &pair[which]));
    CHECK(!*pair[which].said, STATUS_USAGE, "%s: %s", which ? program : "this program", pair[which].said);
  }
  return STATUS_OK;
}

static int measure_turns(const struct turns *t, const char *program, struct found *f) {
  f->same_bits = true;
  for (uint64_t i = 0; i < t->turns; i++) {
    struct turn pair[2];
    TRY(take_pair(t, program, i, pair));
    if (i == 0) f->processor = !t->on_device && pair[0].processor >= 0.0 && pair[1].processor >= 0.0;
    f->own[i] = turn_seconds(&pair[0], f->processor) / pair[0].particle_steps;
    f->other[i] = turn_seconds(&pair[1], f->processor) / pair[1].particle_steps;
    f->ratio[i] = f->own[i] / f->other[i];
    f->same_bits &= *pair[0].hash && !strcmp(pair[0].hash, pair[1].hash);
  }
  f->median = turns_median(f->ratio, t->turns);
  const size_t outside = turns_outside(t->turns);
  f->low = f->ratio[outside], f->high = f->ratio[t->turns - 1 - outside];
  return STATUS_OK;
}

static const char *judge_ratio(const struct found *f) {
  if (f->low > 1.0 && f->median >= 1.0 + SLOWER) return "slower";
  return f->high < 1.0 + SLOWER ? "not slower by 3 %"
                                : "not to tell: more --turns or --steps, or less other work";
}

static int print_json(const struct turns *t, const char *program, const struct found *f) {
  json_t *o = json_pack("{s:s, s:s, s:I, s:I, s:f, s:f, s:f, s:b, s:s}", "against", program, "time",
                        f->processor ? "processor" : "wall", "turns", (json_int_t)t->turns, "steps",
                        (json_int_t)t->steps, "ratio", f->median, "low", f->low, "high", f->high, "same_bits",
                        f->same_bits, "judged", judge_ratio(f));
  CHECK(o, STATUS_FAILED, "no memory");
  json_dumpf(o, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
  puts("");
  json_decref(o);
  return STATUS_OK;
}

static int print(const struct turns *t, const char *program, const struct found *f) {
  if (t->as_json) return print_json(t, program, f);
  const char *of = f->processor ? "of a processor a particle-step" : "a particle-step";
  log_say("  this        %.4g ns %s", 1e9 * turns_median(f->own, t->turns), of);
  log_say("  against     %.4g ns, %s", 1e9 * turns_median(f->other, t->turns), program);
  log_say("  ratio       %.3f, between %.3f and %.3f in 95 of 100 cases; %llu turns of %llu steps", f->median,
          f->low, f->high, (unsigned long long)t->turns, (unsigned long long)t->steps);
  log_say("  state       %s", f->same_bits ? "the same bits" : "other bits");
  log_say("  judged      %s", judge_ratio(f));
  return STATUS_OK;
}

int bench_against(const struct turns *t, const char *program, bool *slower) {
  double *values = malloc(3 * t->turns * sizeof *values);
  CHECK(values, STATUS_FAILED, "no memory for %llu turns", (unsigned long long)t->turns);
  struct found f = {.ratio = values, .own = values + t->turns, .other = values + 2 * t->turns};
  int status = measure_turns(t, program, &f);
  if (status == STATUS_OK) status = print(t, program, &f);
  if (status == STATUS_OK) *slower = !strcmp(judge_ratio(&f), "slower");
  free(values);
  return status;
}
