/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/formula.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

void formula_place_names(const char *names[FORMULA_PLACE_NAMES], int dimensions, bool timed) {
  static const char *const axes[] = {"x", "y", "z"};
  int n = 0;
  for (; n < dimensions; n++) names[n] = axes[n];
  if (timed) names[n++] = "t";
  names[n] = NULL;
}

/* What a term of a total may use. */
enum { TERM_X, TERM_NEXT, TERM_NUMBER, TERM_DIMENSIONS, TERM_NAMES };
static const char *const term_names[] = {"x", "next", "i", "D", NULL};

struct total {
  struct expression *term;
  enum swarm_total_kind kind;
  bool pairs; /* its term looks at the next coordinate, so the last one has none */
};

struct formula_swarm {
  int dimensions;
  size_t total_count;
  char **names;   /* x1, x2, ..., D and the totals; NULL at the end */
  double *values; /* of the names */
  double term[TERM_NAMES];
  struct total *totals;
  struct expression *value;
};

void formula_swarm_close(struct formula_swarm *f) {
  if (!f) return;
  for (size_t i = 0; f->names && f->names[i]; i++) free(f->names[i]);
  for (size_t i = 0; f->totals && i < f->total_count; i++) expression_close(f->totals[i].term);
  expression_close(f->value);
  free(f->names);
  free(f->values);
  free(f->totals);
  free(f);
}

static int allocate_formula(struct formula_swarm *f, const struct swarm_config *c, int dimensions) {
  const size_t own = (size_t)dimensions + 1, count = own + c->total_count;
  f->dimensions = dimensions;
  f->total_count = c->total_count;
  f->names = calloc(count + 1, sizeof *f->names);
  f->values = calloc(count, sizeof *f->values);
  f->totals = calloc(f->total_count + 1, sizeof *f->totals);
  bool complete = f->names && f->values && f->totals;
  for (size_t i = 0; complete && i < count; i++) {
    char coordinate[32] = "D";
    if (i + 1 < own) snprintf(coordinate, sizeof coordinate, "x%zu", i + 1);
    f->names[i] = strdup(i < own ? coordinate : c->totals[i - own].name);
    complete = f->names[i] != NULL;
  }
  CHECK(complete, STATUS_FAILED, "no memory for an expression in %d coordinates", dimensions);
  f->values[own - 1] = dimensions;
  f->term[TERM_DIMENSIONS] = dimensions;
  return STATUS_OK;
}

/* Names of totals differ from each other already. */
static int check_name(const struct formula_swarm *f, const char *name) {
  const char *const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  CHECK(isalpha((unsigned char)name[0]) && !name[strspn(name, letters)], STATUS_USAGE,
        "'%s' cannot stand in an expression; expected letters, digits and _, a letter first", name);
  CHECK(strcmp(name, "pi") != 0 && strcmp(name, "e") != 0, STATUS_USAGE,
        "'%s' is a number already; expected another name", name);
  for (int i = 0; i <= f->dimensions; i++)
    CHECK(strcmp(f->names[i], name) != 0, STATUS_USAGE, "'%s' stands for %s already; expected another name",
          name, i < f->dimensions ? "a coordinate" : "the number of coordinates");
  return STATUS_OK;
}

static int open_total(struct formula_swarm *f, const struct swarm_total *from, struct total *to, char **key) {
  int status = check_name(f, from->name);
  const char *part = "name";
  if (status == STATUS_OK) {
    part = "of";
    status = expression_open(&to->term, from->of, term_names, f->term);
  }
  if (status == STATUS_OK) {
    to->kind = from->kind;
    to->pairs = expression_uses(to->term, "next");
  } else if (asprintf(key, "swarm.totals.%s.%s", from->name, part) < 0) {
    *key = NULL;
  }
  return status;
}

static int open_all(struct formula_swarm *f, const struct swarm_config *c, int dimensions, char **key) {
  TRY(allocate_formula(f, c, dimensions));
  for (size_t i = 0; i < f->total_count; i++) TRY(open_total(f, &c->totals[i], &f->totals[i], key));
  const int status = expression_open(&f->value, c->value, (const char *const *)f->names, f->values);
  if (status != STATUS_OK) *key = strdup("swarm.value");
  return status;
}

int formula_swarm_open(struct formula_swarm **f, const struct swarm_config *c, int dimensions, char **key) {
  *key = NULL;
  *f = calloc(1, sizeof **f);
  CHECK(*f, STATUS_FAILED, "no memory for an expression");
  const int status = open_all(*f, c, dimensions, key);
  if (status == STATUS_OK) return status;
  formula_swarm_close(*f);
  *f = NULL;
  return status;
}

/* Over the coordinates in their order, so that the last digit is always the same. */
static double total_of(struct formula_swarm *f, const struct total *t, const double *x) {
  const bool sums = t->kind == SWARM_SUM;
  double whole = sums ? 0.0 : 1.0;
  for (int d = 0; d + t->pairs < f->dimensions; d++) {
    f->term[TERM_X] = x[d];
    f->term[TERM_NEXT] = t->pairs ? x[d + 1] : 0.0;
    f->term[TERM_NUMBER] = d + 1;
    const double part = expression_value(t->term);
    whole = sums ? whole + part : whole * part;
  }
  return whole;
}

double formula_swarm_value(struct formula_swarm *f, const double *x) {
  memcpy(f->values, x, (size_t)f->dimensions * sizeof *x);
  for (size_t i = 0; i < f->total_count; i++)
    f->values[(size_t)f->dimensions + 1 + i] = total_of(f, &f->totals[i], x);
  return expression_value(f->value);
}
