/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/report_compare.h"

#include <inttypes.h>
#include <math.h>

#include "cli/compare_report.h"
#include "report/html.h"
#include "util/error.h"

/* The table that is being written. */
struct table {
  FILE *out;
  struct verdict verdict;
};

static void put_field(FILE *out, const char *file, const struct field_difference *f) {
  fputs("<tr>", out);
  html_element(out, "td", NULL, file);
  html_element(out, "td", NULL, f->name);
  if (f->presence != FIELD_IN_BOTH)
    fputs("<td colspan=\"5\">not the same in both</td></tr>\n", out);
  else
    fprintf(out,
            "<td class=\"n\">%zu</td><td class=\"n\">%.4g</td><td class=\"n\">%.3g</td><td "
            "class=\"n\">%.3g</td><td "
            "class=\"n\">%" PRIu64 "</td></tr>\n",
            f->differ, f->max, f->max_relative, f->l2_relative, f->worst.id);
}

static void put_part(FILE *out, const char *file, const struct frame_difference *d) {
  if (!d->a || !d->b || d->only_a || d->only_b) {
    fputs("<tr>", out);
    html_element(out, "td", NULL, file);
    html_element(out, "td", NULL, (d->a ? d->a : d->b)->name);
    if (!d->a || !d->b)
      fprintf(out, "<td colspan=\"5\">only in %s</td></tr>\n", d->a ? "A" : "B");
    else
      fprintf(out, "<td colspan=\"5\">%zu only in A, %zu only in B</td></tr>\n", d->only_a, d->only_b);
  }
  for (size_t i = 0; d->a && d->b && i < d->field_count; i++) {
    const struct field_difference *f = &d->fields[i];
    if (f->presence != FIELD_IN_BOTH || f->differ || f->nans) put_field(out, file, f);
  }
}

static int put_file(void *what, const struct comparison *c) {
  struct table *t = what;
  verdict_add(&t->verdict, c);
  if (c->only) {
    fputs("<tr>", t->out);
    html_element(t->out, "td", NULL, c->name);
    fprintf(t->out, "<td colspan=\"6\">only in %c</td></tr>\n", c->only);
  } else if (c->same) {
    fputs("<tr>", t->out);
    html_element(t->out, "td", NULL, c->name);
    fputs("<td colspan=\"6\" class=\"good\">same</td></tr>\n", t->out);
  }
  for (size_t i = 0; i < c->part_count && !c->same; i++) put_part(t->out, c->name, &c->parts[i]);
  return STATUS_OK;
}

static void put_verdict(FILE *out, const struct verdict *v) {
  if (!v->different) {
    fputs("<p class=\"good\">The same.</p>\n", out);
    return;
  }
  fputs("<p class=\"bad\">Different.</p>\n<p>First difference: ", out);
  html_text(out, v->first);
  fputs("</p>\n", out);
  if (isfinite(v->needed) && v->needed > 0) {
    fprintf(out, "<p>Largest against its field's scale: %.3g, ", v->needed);
    html_text(out, v->worst);
    fputs("</p>\n", out);
  } else if (*v->obstacle) {
    fputs("<p>No tolerance would pass: ", out);
    html_text(out, v->obstacle);
    fputs("</p>\n", out);
  }
}

int report_compare(FILE *out, const char *a, const char *b) {
  const struct tolerance values = {.exact = false};
  struct table t = {.out = out};
  fputs("<h2>A: ", out);
  html_text(out, a);
  fputs(", against B: ", out);
  html_text(out, b);
  fputs(
      "</h2>\n<details><summary>file by file</summary>\n<div "
      "class=\"wide\"><table>\n<tr><th>file</th><th>field"
      "</th><th class=\"n\">rows that differ</th><th class=\"n\">max |A - B|</th><th class=\"n\">of its scale"
      "</th><th class=\"n\">2-norm</th><th class=\"n\">worst row</th></tr>\n",
      out);
  int status = comparison_of_folders(a, b, &values, put_file, &t);
  fputs("</table></div></details>\n", out);
  if (!status) put_verdict(out, &t.verdict);
  return status;
}
