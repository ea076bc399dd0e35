/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/compare_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/json.h"

enum { TEXT = 256, FILE_TEXT = NAME_MAX + 128 };

/* "velocity.y" */
static char *component_name(char text[TEXT], const struct field_difference *f, int component) {
  if (f->components == 1)
    snprintf(text, TEXT, "%s", f->name);
  else if (f->components <= 4)
    snprintf(text, TEXT, "%s.%c", f->name, "xyzw"[component]);
  else
    snprintf(text, TEXT, "%s[%d]", f->name, component);
  return text;
}

/* "particle 812 at (0.1, 0.2, 0.3)"; "sample 5 of P1 [Pa]" */
static char *place_name(char text[TEXT], const struct frame_difference *d, const struct value_difference *v) {
  const struct frame *frame = d->a;
  if (frame->points) {
    const double *p = frame->points[v->row_a];
    snprintf(text, TEXT, "particle %" PRIu64 " at (%.6g, %.6g, %.6g)", v->id, p[0], p[1], p[2]);
  } else if (frame->ids) {
    snprintf(text, TEXT, "particle %" PRIu64, v->id);
  } else if (frame->count > 1 || strcmp(frame->name, "value") != 0) {
    snprintf(text, TEXT, "row %" PRIu64, v->id + 1);
  } else {
    text[0] = 0;
  }
  return text;
}

/* "particles_0009.vtkhdf (t = 0.9 s, step 1234), "; what is not known is left out */
static char *file_name(char text[FILE_TEXT], const struct comparison *c) {
  char time[64] = "", step[32] = "";
  if (!isnan(c->a.time)) snprintf(time, sizeof time, "t = %.9g s", c->a.time);
  if (c->a.step >= 0) snprintf(step, sizeof step, "%sstep %" PRId64, *time ? ", " : "", c->a.step);
  bool moment = *time || *step, any = *c->name || moment;
  snprintf(text, FILE_TEXT, "%s%s%s%s%s%s%s", c->name, *c->name && moment ? " " : "", moment ? "(" : "", time,
           step, moment ? ")" : "", any ? ", " : "");
  return text;
}

/* ---- the verdict ---- */

static void see_worst(struct verdict *v, const struct comparison *c, const struct frame_difference *d) {
  for (size_t i = 0; i < d->field_count; i++) {
    const struct field_difference *f = &d->fields[i];
    if (f->presence != FIELD_IN_BOTH || !(f->max_relative > v->needed)) continue;
    char name[TEXT], place[TEXT];
    v->needed = f->max_relative;
    component_name(name, f, f->worst.component);
    place_name(place, d, &f->worst);
    snprintf(v->worst, sizeof v->worst, "%s%s%s%s%s", c->name, *c->name ? ", " : "", name, *place ? ", " : "",
             place);
  }
}

/* The value as people read it, and its bits where that says less. */
static void print_value(char text[TEXT], const struct field_difference *f, long double value) {
  if (f->integer)
    snprintf(text, TEXT, "%.0Lf", value);
  else
    snprintf(text, TEXT, "%.9Lg (%a)", value, (double)value);
}

static void describe_value(char *text, size_t size, const struct comparison *c,
                           const struct frame_difference *d, const struct field_difference *f) {
  char file[FILE_TEXT], place[TEXT], name[TEXT], a[TEXT], b[TEXT];
  const struct value_difference *v = &f->first;
  component_name(name, f, v->component);
  place_name(place, d, v);
  print_value(a, f, v->a);
  print_value(b, f, v->b);
  snprintf(text, size, "%s%s%s%s: %s in A, %s in B", file_name(file, c), place, *place ? ", " : "", name, a,
           b);
}

static void describe_shape(char *text, size_t size, const struct comparison *c,
                           const struct frame_difference *d) {
  const char *separator = *c->name ? ", " : "";
  if (!d->a || !d->b) {
    const char *name = (d->a ? d->a : d->b)->name;
    snprintf(text, size, "%s%s'%s' is only in %c", c->name, separator, name, d->a ? 'A' : 'B');
    return;
  }
  for (size_t i = 0; i < d->field_count; i++) {
    const struct field_difference *f = &d->fields[i];
    static const char *const how[] = {"", "is only in A", "is only in B", "has another type or shape in B"};
    if (f->presence == FIELD_IN_BOTH) continue;
    snprintf(text, size, "%s%sfield '%s' %s", c->name, separator, f->name, how[f->presence]);
    return;
  }
  for (size_t i = 0; i < d->field_count && !d->only_a && !d->only_b; i++) {
    const struct field_difference *f = &d->fields[i];
    if (!f->nans && isfinite(f->max_relative)) continue;
    snprintf(text, size, "%s%s'%s' is not finite", c->name, separator, f->name);
    return;
  }
  bool in_a = d->only_a > 0;
  uint64_t id = in_a ? d->first_only_a : d->first_only_b;
  if (d->a->ids)
    snprintf(text, size, "%s%sparticle %" PRIu64 " is only in %c", c->name, separator, id, in_a ? 'A' : 'B');
  else
    snprintf(text, size, "%s%srow %" PRIu64 " of %s is only in %c", c->name, separator, id + 1, d->a->name,
             in_a ? 'A' : 'B');
}

static void see_part(struct verdict *v, const struct comparison *c, const struct frame_difference *d) {
  see_worst(v, c, d);
  const struct field_difference *first = difference_first(d);
  if (first && !*v->first) describe_value(v->first, sizeof v->first, c, d, first);
  double needed = difference_tolerance(d);
  if (needed > v->needed) v->needed = needed;
  if (isinf(needed) && !*v->obstacle) describe_shape(v->obstacle, sizeof v->obstacle, c, d);
  if (!*v->first) snprintf(v->first, sizeof v->first, "%s", v->obstacle);
}

void verdict_add(struct verdict *v, const struct comparison *c) {
  v->files++;
  v->different = v->different || !c->same;
  for (size_t i = 0; i < c->part_count; i++) see_part(v, c, &c->parts[i]);
  if (v->exact && c->hashes_differ && !*v->first) {
    char file[FILE_TEXT];
    snprintf(
        v->first, sizeof v->first,
        "%severy value is the same, but not the state: its hash is %s in A, %s in B. Checkpoints hold what "
        "these files do not",
        file_name(file, c), c->a.state_hash, c->b.state_hash);
  }
  if (!c->only) return;
  char text[NAME_MAX + 32];
  snprintf(text, sizeof text, "%s is only in %c", c->name, c->only);
  v->needed = INFINITY;
  if (!*v->obstacle) strcpy(v->obstacle, text);
  if (!*v->first) strcpy(v->first, text);
}

/* Three digits, rounded up: typed in, it passes. */
static const char *round_up(char text[32], double value) {
  double step = value;
  do {
    snprintf(text, 32, "%.2e", step);
    step *= 1.001;
  } while (strtod(text, NULL) < value);
  return text;
}

void report_print_verdict(const struct verdict *v) {
  char text[32];
  if (!v->different) {
    if (v->exact)
      printf("same, bit for bit\n");
    else if (v->needed > 0)
      printf("same within %g of each field's scale (largest: %.3g, %s)\n", v->tolerance, v->needed, v->worst);
    else
      printf("same\n");
    return;
  }
  printf("different\n");
  if (*v->first) printf("first difference: %s\n", v->first);
  if (isfinite(v->needed) && v->needed > 0)
    printf("largest against its field's scale: %.3g, %s\n--tolerance %s would pass\n", v->needed, v->worst,
           round_up(text, v->needed));
  else if (v->needed == 0)
    printf("the values are equal, their bits are not: passes without --exact\n");
  else
    printf("no tolerance would pass: %s\n", v->obstacle);
}

/* ---- one file as text ---- */

static bool field_is_shown(const struct frame_difference *d, const struct field_difference *f) {
  return f->presence != FIELD_IN_BOTH || f->differ || f->nans || (d->a && d->a->ids);
}

static void print_field(const struct frame_difference *d, const struct field_difference *f, int width) {
  static const char *const presence[] = {"", "only in A", "only in B", "of another type or shape in B"};
  char name[TEXT], place[TEXT];
  printf("  %-*s", width, f->name);
  if (f->presence != FIELD_IN_BOTH) {
    printf("  %s\n", presence[f->presence]);
    return;
  }
  printf("  %9zu  %12.5g  %10.3g  %10.3g", f->differ, f->max, f->max_relative, f->l2_relative);
  if (f->differ) {
    component_name(name, f, f->worst.component);
    place_name(place, d, &f->worst);
    printf("  %s%s%s", name, *place ? ", " : "", place);
  }
  if (f->nans) printf("  (NaN in %zu)", f->nans);
  printf("\n");
}

static void print_only(const struct frame_difference *d) {
  const struct frame *f = d->a ? d->a : d->b;
  const char *what = f->ids ? "particles" : "rows";
  uint64_t base = f->ids ? 0 : 1;
  if (!d->a || !d->b) {
    printf("  %s: only in %c, %zu %s\n", f->name, d->a ? 'A' : 'B', f->count, what);
    return;
  }
  if (d->only_a)
    printf("  %zu %s only in A, the first is %" PRIu64 "\n", d->only_a, what, d->first_only_a + base);
  if (d->only_b)
    printf("  %zu %s only in B, the first is %" PRIu64 "\n", d->only_b, what, d->first_only_b + base);
}

static int name_width(const struct comparison *c) {
  int width = 5;
  for (size_t i = 0; i < c->part_count; i++)
    for (size_t k = 0; k < c->parts[i].field_count; k++) {
      const struct field_difference *f = &c->parts[i].fields[k];
      int length = (int)strlen(f->name);
      if (field_is_shown(&c->parts[i], f) && length > width) width = length;
    }
  return width;
}

static void print_title(const struct comparison *c) {
  printf("%s%s%s", c->name, *c->name ? ": " : "", c->same ? "same" : "different");
  const char *separator = " (";
  if (c->part_count && c->parts[0].a && c->parts[0].a->ids) {
    printf("%s%zu particles in both", separator, c->parts[0].matched);
    separator = ", ";
  }
  if (!isnan(c->a.time)) {
    printf("%st = %.9g s", separator, c->a.time);
    if (!isnan(c->b.time) && c->a.time != c->b.time)
      printf(", in B %.9g s (%+.3g s)", c->b.time, c->b.time - c->a.time);
    separator = ", ";
  }
  if (c->a.step >= 0) {
    printf("%sstep %" PRId64, separator, c->a.step);
    if (c->b.step >= 0 && c->a.step != c->b.step) printf(", in B %" PRId64, c->b.step);
    separator = ", ";
  }
  printf("%s\n", *separator == ',' ? ")" : "");
  if (strcmp(c->a.case_digest, c->b.case_digest) != 0)
    printf("  the case that A comes from differs from B's in what reaches the particles\n");
}

/* The field that differs most, for a file whose table is left out. */
static void print_largest(const struct comparison *c) {
  struct comparison unnamed = *c; /* its name is in the title */
  struct verdict v = {0};
  unnamed.name[0] = 0;
  verdict_add(&v, &unnamed);
  if (isfinite(v.needed) && v.needed > 0)
    printf("  largest: %.3g of its field's scale, %s\n", v.needed, v.worst);
  else if (*v.first)
    printf("  %s\n", *v.obstacle ? v.obstacle : v.first);
}

void report_print(const struct comparison *c, bool whole) {
  if (c->only) {
    printf("%s: only in %c\n", c->name, c->only);
    return;
  }
  print_title(c);
  if (c->same) return;
  if (!whole) {
    print_largest(c);
    return;
  }
  int width = name_width(c);
  bool headed = false;
  for (size_t i = 0; i < c->part_count; i++) {
    const struct frame_difference *d = &c->parts[i];
    print_only(d);
    for (size_t k = 0; d->a && d->b && k < d->field_count; k++) {
      if (!field_is_shown(d, &d->fields[k])) continue;
      if (!headed)
        printf("  %-*s  %9s  %12s  %10s  %10s  worst\n", width, "field", "differ", "max |A - B|", "of scale",
               "L2");
      headed = true;
      print_field(d, &d->fields[k], width);
    }
  }
}

/* ---- JSON ---- */

static json_t *value_json(const struct frame_difference *d, const struct value_difference *v) {
  json_t *out = json_pack("{s:I, s:i, s:o, s:o}", d->a->ids ? "id" : "row", (json_int_t)v->id, "component",
                          v->component, "a", json_number((double)v->a), "b", json_number((double)v->b));
  if (d->a->points) {
    const double *p = d->a->points[v->row_a];
    json_object_set_new(out, "position",
                        json_pack("[o, o, o]", json_number(p[0]), json_number(p[1]), json_number(p[2])));
  }
  return out;
}

static json_t *field_json(const struct frame_difference *d, const struct field_difference *f) {
  static const char *const presence[] = {"both", "only A", "only B", "shapes differ"};
  json_t *out = json_pack("{s:s, s:s}", "name", f->name, "in", presence[f->presence]);
  if (f->presence != FIELD_IN_BOTH) return out;
  json_object_set_new(out, "differ", json_integer((json_int_t)f->differ));
  json_object_set_new(out, "nan", json_integer((json_int_t)f->nans));
  json_object_set_new(out, "max", json_number(f->max));
  json_object_set_new(out, "scale", json_number(f->scale));
  json_object_set_new(out, "max_relative", json_number(f->max_relative));
  json_object_set_new(out, "l2_relative", json_number(f->l2_relative));
  if (f->differ) {
    json_object_set_new(out, "worst", value_json(d, &f->worst));
    json_object_set_new(out, "first", value_json(d, &f->first));
  }
  return out;
}

static json_t *part_json(const struct frame_difference *d) {
  json_t *fields = json_array();
  for (size_t i = 0; i < d->field_count; i++) json_array_append_new(fields, field_json(d, &d->fields[i]));
  return json_pack("{s:s, s:I, s:I, s:I, s:o}", "name", (d->a ? d->a : d->b)->name, "in_both",
                   (json_int_t)d->matched, "only_in_a", (json_int_t)d->only_a, "only_in_b",
                   (json_int_t)d->only_b, "fields", fields);
}

static void put_moment(json_t *out, const struct frame_file *f, const char *time, const char *step,
                       const char *hash) {
  json_object_set_new(out, time, json_number(f->time));
  json_object_set_new(out, step, f->step >= 0 ? json_integer(f->step) : json_null());
  json_object_set_new(out, hash, *f->state_hash ? json_string(f->state_hash) : json_null());
}

json_t *report_json(const struct comparison *c) {
  const char only[2] = {c->only, 0};
  json_t *out = json_pack("{s:s, s:b}", "name", c->name, "same", c->same);
  if (c->only) {
    json_object_set_new(out, "only_in", json_string(only));
    return out;
  }
  json_object_set_new(out, "kind", json_string(frame_kind_names[c->a.kind]));
  put_moment(out, &c->a, "time_a", "step_a", "state_hash_a");
  put_moment(out, &c->b, "time_b", "step_b", "state_hash_b");
  json_t *parts = json_array();
  for (size_t i = 0; i < c->part_count; i++) json_array_append_new(parts, part_json(&c->parts[i]));
  json_object_set_new(out, "parts", parts);
  return out;
}

json_t *report_json_verdict(const struct verdict *v, json_t *files) {
  return json_pack("{s:b, s:b, s:o, s:o, s:s?, s:s?, s:o}", "same", !v->different, "exact", v->exact,
                   "tolerance", json_number(v->tolerance), "tolerance_needed", json_number(v->needed),
                   "worst", *v->worst ? v->worst : NULL, "first_difference", *v->first ? v->first : NULL,
                   "files", files);
}
