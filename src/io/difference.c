/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/difference.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

struct place {
  uint64_t id;
  size_t row;
};

struct pair {
  uint64_t id;
  size_t a, b; /* rows */
};

static int by_id(const void *x, const void *y) {
  uint64_t a = ((const struct place *)x)->id, b = ((const struct place *)y)->id;
  return (a > b) - (a < b);
}

/* The rows of a frame in the order of their ids. */
static int sort_rows(const struct frame *f, const char *which, struct place **places) {
  *places = malloc((f->count + 1) * sizeof **places);
  CHECK(*places, STATUS_FAILED, "out of memory for %zu rows", f->count);
  struct place *p = *places;
  bool sorted = true;
  for (size_t i = 0; i < f->count; i++) {
    p[i] = (struct place){f->ids ? f->ids[i] : i, i};
    sorted = sorted && (i == 0 || p[i - 1].id < p[i].id);
  }
  if (sorted) return STATUS_OK;
  qsort(p, f->count, sizeof *p, by_id);
  for (size_t i = 1; i < f->count; i++)
    CHECK(p[i - 1].id != p[i].id, STATUS_USAGE, "%s: id %" PRIu64 " occurs twice", which, p[i].id);
  return STATUS_OK;
}

static void merge_rows(struct frame_difference *d, const struct place *a, const struct place *b,
                       struct pair *pairs) {
  size_t i = 0, k = 0;
  while (i < d->a->count || k < d->b->count) {
    if (k == d->b->count || (i < d->a->count && a[i].id < b[k].id)) {
      if (d->only_a++ == 0) d->first_only_a = a[i].id;
      i++;
    } else if (i == d->a->count || b[k].id < a[i].id) {
      if (d->only_b++ == 0) d->first_only_b = b[k].id;
      k++;
    } else {
      pairs[d->matched++] = (struct pair){a[i].id, a[i].row, b[k].row};
      i++, k++;
    }
  }
}

static int match_rows(struct frame_difference *d, struct pair **pairs) {
  struct place *a = NULL, *b = NULL;
  *pairs = malloc((d->a->count + 1) * sizeof **pairs);
  int status = *pairs ? STATUS_OK : error_set(STATUS_FAILED, "out of memory for %zu rows", d->a->count);
  if (status == STATUS_OK) status = sort_rows(d->a, "A", &a);
  if (status == STATUS_OK) status = sort_rows(d->b, "B", &b);
  if (status == STATUS_OK) merge_rows(d, a, b, *pairs);
  free(a);
  free(b);
  return status;
}

struct sums {
  bool found;                   /* a value that differs */
  long double difference, a, b; /* of squares */
  long double max, scale;
};

static void see_magnitude(struct sums *s, long double value) {
  if (isfinite(value) && fabsl(value) > s->scale) s->scale = fabsl(value);
}

/* After how much the values of a component repeat: absolute positions do with the domain's period, those in
 * quanta (a checkpoint's) with the range of their word (wcsph/state.h); 0: they do not. */
static long double period_of(const struct frame *frame, const struct field *f, size_t component) {
  if (component >= 3) return 0;
  if (strcmp(f->name, "position") == 0) return (long double)frame->period[component];
  size_t length = strlen(f->name);
  bool quanta = f->type == FIELD_U32 && length >= 3 && strcmp(f->name + length - 3, "pos") == 0;
  return quanta ? 0x1p32L : 0;
}

/* One value of a pair; true if it differs. */
static bool see_value(struct field_difference *out, struct sums *s, struct value_difference *v,
                      long double period, bool exact_same, bool exact) {
  long double size = v->a == v->b ? 0 : fabsl(v->a - v->b);
  if (period > 0 && 2 * size > period) size = fabsl(period - size);
  bool nan = isnan(v->a) || isnan(v->b);
  bool differs = exact ? !exact_same : nan || v->a != v->b;
  see_magnitude(s, v->a);
  see_magnitude(s, v->b);
  if (!nan) {
    s->difference += size * size;
    s->a += v->a * v->a;
    s->b += v->b * v->b;
  }
  /* The worst is the largest; where there is none (a NaN, -0 against 0) it is the first. */
  if (differs && (!s->found || (!nan && size > s->max))) out->worst = *v;
  s->found = s->found || differs;
  if (!nan && size > s->max) s->max = size;
  return differs;
}

static void compare_rows(struct field_difference *out, const struct frame_difference *d,
                         const struct field *a, const struct field *b, const struct pair *pairs) {
  struct sums s = {0};
  out->integer = a->type != FIELD_F32 && a->type != FIELD_F64;
  size_t components = (size_t)a->components, size = field_type_size(a->type);
  for (size_t i = 0; i < d->matched; i++) {
    bool row_differs = false, row_nan = false;
    for (size_t k = 0; k < components; k++) {
      size_t at_a = pairs[i].a * components + k, at_b = pairs[i].b * components + k;
      bool same = a->type == b->type &&
                  memcmp((const char *)a->data + at_a * size, (const char *)b->data + at_b * size, size) == 0;
      struct value_difference v = {pairs[i].id, pairs[i].a, (int)k, field_value(a, at_a),
                                   field_value(b, at_b)};
      row_nan = row_nan || isnan(v.a) || isnan(v.b);
      if (!see_value(out, &s, &v, period_of(d->a, a, k), same, d->exact)) continue;
      if (out->differ == 0 && !row_differs) out->first = v;
      row_differs = true;
    }
    out->differ += row_differs;
    out->nans += row_nan;
  }
  long double norm = sqrtl(s.a > s.b ? s.a : s.b);
  out->scale = (double)s.scale;
  out->max = (double)s.max;
  out->max_relative = s.max == 0 ? 0 : isinf(s.max) || s.scale == 0 ? INFINITY : (double)(s.max / s.scale);
  out->l2_relative = s.difference == 0     ? 0
                     : isinf(s.difference) ? INFINITY
                                           : (double)(sqrtl(s.difference) / norm);
}

/* What compensated sums carry to the next step: digits behind the last one of the value that it belongs to,
 * so noise unless every bit counts. */
static bool is_compensation(const struct field *f) {
  static const char end[] = "_compensation";
  const size_t length = strlen(f->name), tail = sizeof end - 1;
  return length > tail && strcmp(f->name + length - tail, end) == 0;
}

static void compare_fields(struct frame_difference *d, const struct pair *pairs, bool exact) {
  for (size_t i = 0; d->a && i < d->a->field_count; i++) {
    const struct field *a = &d->a->fields[i], *b = frame_field(d->b, a->name);
    if (!exact && b && is_compensation(a)) continue;
    struct field_difference *out = &d->fields[d->field_count++];
    *out = (struct field_difference){.name = a->name, .components = a->components};
    if (!b)
      out->presence = FIELD_ONLY_A;
    else if (a->components != b->components || (exact && a->type != b->type))
      out->presence = FIELD_SHAPES_DIFFER;
    else
      compare_rows(out, d, a, b, pairs);
  }
  for (size_t i = 0; d->b && i < d->b->field_count; i++) {
    const struct field *b = &d->b->fields[i];
    if (frame_field(d->a, b->name)) continue;
    d->fields[d->field_count++] =
        (struct field_difference){.name = b->name, .components = b->components, .presence = FIELD_ONLY_B};
  }
}

int difference_find(struct frame_difference *d, const struct frame *a, const struct frame *b, bool exact) {
  *d = (struct frame_difference){.a = a, .b = b, .exact = exact};
  size_t most = (a ? a->field_count : 0) + (b ? b->field_count : 0);
  d->fields = calloc(most + 1, sizeof *d->fields);
  CHECK(d->fields, STATUS_FAILED, "out of memory");
  struct pair *pairs = NULL;
  int status = STATUS_OK;
  if (a && b) {
    status = match_rows(d, &pairs);
  } else {
    d->only_a = a ? a->count : 0;
    d->only_b = b ? b->count : 0;
  }
  if (status == STATUS_OK) compare_fields(d, pairs, exact);
  free(pairs);
  if (status != STATUS_OK) difference_free(d);
  return status;
}

void difference_free(struct frame_difference *d) {
  free(d->fields);
  d->fields = NULL;
  d->field_count = 0;
}

double difference_tolerance(const struct frame_difference *d) {
  double most = 0;
  if (!d->a || !d->b || d->only_a || d->only_b) return INFINITY;
  for (size_t i = 0; i < d->field_count; i++) {
    const struct field_difference *f = &d->fields[i];
    if (f->presence != FIELD_IN_BOTH || (f->nans && (f->differ || !d->exact))) return INFINITY;
    if (f->max_relative > most) most = f->max_relative;
  }
  return most;
}

bool difference_passes(const struct frame_difference *d, double tolerance) {
  double needed = difference_tolerance(d);
  for (size_t i = 0; d->exact && i < d->field_count; i++)
    if (d->fields[i].differ) return false;
  return isfinite(needed) && needed <= tolerance;
}

const struct field_difference *difference_first(const struct frame_difference *d) {
  const struct field_difference *first = NULL;
  for (size_t i = 0; i < d->field_count; i++) {
    const struct field_difference *f = &d->fields[i];
    if (f->presence == FIELD_IN_BOTH && f->differ && (!first || f->first.id < first->first.id)) first = f;
  }
  return first;
}
