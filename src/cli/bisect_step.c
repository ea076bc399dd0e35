/* SPDX-License-Identifier: BSD-3-Clause */
/* What differs after the first step at which two runs differ, and which entry of the step made it so. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bisect.h"
#include "io/difference.h"
#include "util/error.h"

/* ---- rows ---- */

static void say_field(const struct frame_difference *d, const struct field_difference *f) {
  const struct value_difference *v = &f->first;
  const double *x = d->a->points ? d->a->points[v->row_a] : NULL;
  printf("  %-14s %zu of %zu differ; first %s %" PRIu64, f->name, f->differ, d->matched, d->a->name, v->id);
  if (x) printf(" at (%.9g, %.9g, %.9g) m", x[0], x[1], x[2]);
  if (f->components > 1) printf(", component %d", v->component);
  printf(f->integer ? ": A %.0Lf, B %.0Lf\n" : ": A %.17Lg, B %.17Lg\n", v->a, v->b);
}

static void say_frame(const struct frame_difference *d) {
  if (d->only_a) printf("  %zu rows only in A; first id %" PRIu64 "\n", d->only_a, d->first_only_a);
  if (d->only_b) printf("  %zu rows only in B; first id %" PRIu64 "\n", d->only_b, d->first_only_b);
  for (size_t k = 0; k < d->field_count; k++) {
    if (d->fields[k].presence != FIELD_IN_BOTH)
      printf("  %-14s only in %c\n", d->fields[k].name, d->fields[k].presence == FIELD_ONLY_A ? 'A' : 'B');
    else if (d->fields[k].differ)
      say_field(d, &d->fields[k]);
  }
}

static int compare_frames(const struct frame *a, const struct frame *b) {
  struct frame_difference d = {0};
  const int status = difference_find(&d, a, b, true);
  if (!status) say_frame(&d);
  difference_free(&d);
  return status;
}

static const struct frame *named(const struct frame_file *f, const char *name) {
  for (size_t i = 0; i < f->frame_count; i++)
    if (!strcmp(f->frames[i].name, name)) return &f->frames[i];
  return NULL;
}

/* The states behind the step. */
static int say_states(const struct bisect *b) {
  struct frame_file files[2] = {0};
  int status = frame_file_read(&files[0], b->different.files[0]);
  if (!status) status = frame_file_read(&files[1], b->different.files[1]);
  for (size_t i = 0; i < files[0].frame_count && !status; i++) {
    const struct frame *other = named(&files[1], files[0].frames[i].name);
    if (other) status = compare_frames(&files[0].frames[i], other);
  }
  frame_file_free(&files[0]);
  frame_file_free(&files[1]);
  return status;
}

/* ---- entries ---- */

/* Fields that also differ in a step that ends alike: they are computed anew before they are read. */
struct aside {
  bool fields[TRACE_FIELDS];
};

static void free_trace(struct trace *t) {
  free(t->entries);
  struct frame_file rows = {.frames = malloc(sizeof t->rows), .frame_count = 1};
  if (rows.frames && t->rows.name) {
    *rows.frames = t->rows;
    frame_file_free(&rows);
  } else
    free(rows.frames);
  *t = (struct trace){.wanted = SIZE_MAX};
}

/* Lists are made when a backend needs them, and change the order of rows alone. */
static size_t next_entry(const struct trace *t, size_t k) {
  while (k < t->count && !strcmp(t->entries[k].name, "rebuild")) k++;
  return k;
}

struct place {
  size_t a, b; /* entries */
  int field;   /* the first that differs; -1: the entries are not the same ones */
};

static bool find_entry(struct place *p, const struct trace t[2], const struct aside *aside) {
  size_t a = next_entry(&t[0], 0), b = next_entry(&t[1], 0);
  for (; a < t[0].count && b < t[1].count; a = next_entry(&t[0], a + 1), b = next_entry(&t[1], b + 1)) {
    const struct trace_entry *x = &t[0].entries[a], *y = &t[1].entries[b];
    *p = (struct place){a, b, -1};
    if (strcmp(x->name, y->name)) return true;
    for (p->field = 0; p->field < TRACE_FIELDS; p->field++)
      if (x->hashes[p->field] != y->hashes[p->field] && !aside->fields[p->field]) return true;
  }
  *p = (struct place){a, b, -1};
  return a < t[0].count || b < t[1].count;
}

static void set_aside(struct aside *aside, const struct trace t[2]) {
  struct place p;
  while (find_entry(&p, t, aside) && p.field >= 0) aside->fields[p.field] = true;
}

static int trace_both(struct bisect *b, const struct states *from, const struct place *wanted,
                      struct trace t[2]) {
  for (int k = 0; k < 2; k++) {
    t[k] = (struct trace){.wanted = !wanted ? SIZE_MAX : k ? wanted->b : wanted->a};
    TRY(bisect_trace(b, k, from->files[k], &t[k]));
  }
  return STATUS_OK;
}

static void say_aside(const struct aside *aside, const struct trace *t) {
  bool first = true;
  for (int f = 0; f < TRACE_FIELDS; f++)
    if (aside->fields[f])
      printf("%s%s", first ? "Ignored, since they differ even in steps that end alike: " : ", ",
             t->fields[f]),
          first = false;
  if (!first) puts("");
}

static int say_place(struct bisect *b, const struct place *p, const struct trace seen[2]) {
  struct trace t[2];
  const struct trace_entry *e = p->a < seen[0].count ? &seen[0].entries[p->a] : NULL,
                           *f = p->b < seen[1].count ? &seen[1].entries[p->b] : NULL;
  if (p->field < 0) {
    printf("pass: the steps are not of the same entries: number %zu of A is '%s', number %zu of B '%s'\n",
           p->a + 1, e ? e->name : "none", p->b + 1, f ? f->name : "none");
    return STATUS_OK;
  }
  printf("pass: %s, entry %zu of %zu of the step; first '%s':\n", e->name, p->a + 1, seen[0].count,
         seen[0].fields[p->field]);
  int status = trace_both(b, &b->same, p, t);
  if (!status) status = compare_frames(&t[0].rows, &t[1].rows);
  free_trace(&t[0]), free_trace(&t[1]);
  return status;
}

static int say_entry(struct bisect *b) {
  struct trace t[2] = {{.wanted = SIZE_MAX}, {.wanted = SIZE_MAX}};
  struct aside aside = {0};
  struct place p;
  int status = STATUS_OK;
  if (b->earlier.step < b->same.step) {
    status = trace_both(b, &b->earlier, NULL, t);
    if (!status) set_aside(&aside, t);
    free_trace(&t[0]), free_trace(&t[1]);
  }
  if (!status) status = trace_both(b, &b->same, NULL, t);
  if (!status && find_entry(&p, t, &aside))
    status = say_place(b, &p, t);
  else if (!status)
    puts("pass: none: particles are the same after each entry of the step; the difference is outside them");
  if (!status) say_aside(&aside, &t[0]);
  free_trace(&t[0]), free_trace(&t[1]);
  return status;
}

int bisect_say_step(struct bisect *b) {
  TRY(say_states(b));
  if (!b->known) return STATUS_OK;
  if (!bisect_can_trace(b)) {
    puts("pass: this method does not say what the entries of a step do");
    return STATUS_OK;
  }
  return say_entry(b);
}
