/* SPDX-License-Identifier: BSD-3-Clause */
/* <gauges>: what is measured while a case runs. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

/* A gauge's time between samples: its own, that of all, or that of snapshots. */
static int read_interval(struct import *m, struct xml_node *n, struct xml_node *standard, double *interval) {
  struct xml_node *own = xml_child(n, "computedt"), *other = xml_child(standard, "computedt");
  *interval = m->interval;
  if (own || other) TRY(import_number(m, own ? own : other, "value", interval));
  if (!(*interval > 0)) *interval = m->interval;
  if (!(*interval > 0)) *interval = m->end > 0 ? m->end / 100 : 1;
  return STATUS_OK;
}

/* A name that amphi takes, whatever the document's has. */
static void make_name(struct xml_node *n, int number, char name[48]) {
  const char *given = xml_value(n, "name");
  size_t used = 0;
  for (; given && *given && used < 40; given++, used++)
    name[used] = isalnum((unsigned char)*given) || *given == '_' || (used && *given == '-') ? *given : '_';
  name[used] = 0;
  if (used == 0 || strcmp(name, "time") == 0) snprintf(name, 48, "gauge%d", number);
}

/* Whether a case would refuse the place of a gauge; that of `upright` ones has no height. */
static bool is_outside(const struct import *m, const double at[3], bool upright, const double low[3],
                       const double high[3]) {
  double x[3];
  import_turned(m, at, x);
  for (int k = 0; k < m->sketch.dimensions; k++) {
    const int a = import_axis(m, k);
    const double slack = 1e-9 * (high[a] - low[a]);
    if (upright && a == 2) continue;
    if (x[a] < low[a] - slack || x[a] > high[a] + slack) return true;
  }
  return false;
}

static int write_gauge(struct import *m, struct xml_node *n, struct xml_node *standard, const double low[3],
                       const double high[3], int *count) {
  double a[3], b[3] = {0}, interval;
  char name[48], text[128];
  struct xml_node *point = xml_child(n, strcmp(n->name, "velocity") == 0 ? "point" : "point0"),
                  *end = xml_child(n, "point2"), *target = xml_child(n, "target");
  const char *type = "velocity";
  int mk = -1;
  TRY(read_interval(m, n, standard, &interval));
  make_name(n, *count + 1, name);
  if (strcmp(n->name, "force") == 0) {
    double number = -1;
    if (!target) return import_fault(m, n, "<target> is missing");
    TRY(import_number(m, target, "mkbound", &number));
    mk = number >= 0 && number < 65000 ? (int)number : -1;
    if (!import_group(m, true, mk)) return import_fault(m, target, "mkbound=%g has no particles", number);
    if (import_group(m, true, mk)->pieces) {
      import_note(m, NOTE_LEFT_OUT, n, "'%s': the force on a wall in pieces", name);
      return STATUS_OK;
    }
  } else {
    if (!point) return import_fault(m, n, "the point is missing");
    TRY(import_vector(m, point, false, a));
    if (end) TRY(import_vector(m, end, false, b));
    tilt_wrap(m, a);
    type = strcmp(n->name, "velocity") == 0 ? type : "level";
  }
  const bool upright = m->gravity[0] == 0 && m->gravity[1] == 0 && !m->tilt.turned;
  if (strcmp(type, "level") == 0 && mk < 0 && !upright) {
    import_note(m, NOTE_LEFT_OUT, n, "'%s': amphi measures water where gravity is along an axis", name);
    return STATUS_OK;
  }
  if (strcmp(n->name, "swl") == 0 && (!end || a[0] != b[0] || a[1] != b[1])) {
    import_note(m, NOTE_LEFT_OUT, n, "'%s': amphi measures water along vertical lines alone", name);
    return STATUS_OK;
  }
  if (mk < 0 && is_outside(m, a, strcmp(type, "level") == 0, low, high)) {
    import_note(m, NOTE_LEFT_OUT, n, "'%s': it stands outside the domain, where there is no fluid", name);
    return STATUS_OK;
  }
  if (strcmp(type, "level") == 0)
    import_note(m, NOTE_CHANGED, n,
                "'%s': the highest surface on the line, where half of the kernel is water", name);
  if ((*count)++ == 0) fprintf(m->yaml, "gauges:\n");
  if (mk >= 0)
    fprintf(m->yaml, "  - {name: %s, type: force, on: bound%d, interval: %.10g}\n", name, mk, interval);
  else if (strcmp(type, "level") == 0 && m->sketch.dimensions == 2)
    fprintf(m->yaml, "  - {name: %s, type: level, at: [%.10g], interval: %.10g}\n", name, a[0], interval);
  else if (strcmp(type, "level") == 0)
    fprintf(m->yaml, "  - {name: %s, type: level, at: [%.10g, %.10g], interval: %.10g}\n", name, a[0], a[1],
            interval);
  else
    fprintf(m->yaml, "  - {name: %s, type: %s, at: %s, interval: %.10g}\n", name, type,
            import_text(m, a, text), interval);
  return STATUS_OK;
}

int gauges_keys(struct import *m, struct xml_node *execution) {
  struct xml_node *gauges = xml_child(xml_child(execution, "special"), "gauges");
  double low[3], high[3];
  int count = 0;
  if (!gauges) return STATUS_OK;
  TRY(domain_box(m, execution, low, high));
  tilt_box(m, low, high);
  struct xml_node *standard = xml_child(gauges, "default");
  for (struct xml_node *n = gauges->first; n; n = n->next) {
    const bool known = strcmp(n->name, "velocity") == 0 || strcmp(n->name, "swl") == 0 ||
                       strcmp(n->name, "maxz") == 0 || strcmp(n->name, "force") == 0;
    if (known || n == standard) xml_know(n);
    if (known) TRY(write_gauge(m, n, standard, low, high, &count));
    if (known || n == standard) continue;
    xml_know(n);
    import_note(m, NOTE_LEFT_OUT, n, "amphi has no such gauge");
  }
  return STATUS_OK;
}
