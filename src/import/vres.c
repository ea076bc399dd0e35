/* SPDX-License-Identifier: BSD-3-Clause */
/* <vres>: boxes of finer particles, in each other, as GenCase 5.4 reads them. All of the document is drawn
 * anew for each spacing, as the pre-processor does. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/resolution.h"
#include "import/parts.h"
#include "util/error.h"

/* What a box says that amphi has otherwise, or not. */
static void note_box(struct import *m, struct xml_node *n) {
  static const struct {
    const char *name, *says;
    enum note_kind kind;
  } parts[] = {
      {"buffsizeh", "rings are as wide here as the kernel reaches, and two spacings more", NOTE_CHANGED},
      {"overlappingh", "both spacings move freely over two of their own beside a face here", NOTE_CHANGED},
      {"simulationdomain", "fluid leaves where the domain of all ends", NOTE_LEFT_OUT},
      {"tracking", "the box follows what moves, which boxes do not here; expected one around all of its way",
       NOTE_REFUSED},
      {"extra", "settings of one box alone", NOTE_REFUSED}};
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    struct xml_node *c = xml_child(n, parts[k].name);
    if (!c) continue;
    xml_know(c);
    import_note(m, parts[k].kind, c, "%s", parts[k].says);
  }
}

/* *in the deepest box in the box `n` is so many boxes deep; those of <vres> itself are 1 deep. */
static int depth_of(struct import *m, struct xml_node *n, int *in) {
  *in = 0;
  for (struct xml_node *b = xml_child(n, "bufferbox"); b; b = xml_next(b)) {
    int deeper;
    if (!import_active(m, b)) continue;
    TRY(depth_of(m, b, &deeper));
    if (deeper + 1 > *in) *in = deeper + 1;
  }
  return STATUS_OK;
}

int vres_find(struct import *m, struct xml_node *casedef) {
  struct xml_node *n = xml_child(casedef, "vres");
  if (!n || !import_active(m, n)) return STATUS_OK;
  if (m->finer) {
    xml_know(n);
    return STATUS_OK;
  }
  TRY(depth_of(m, n, &m->halvings));
  if (m->halvings > REFINEMENTS_MOST)
    return import_fault(m, n, "%d boxes in each other; expected at most %d", m->halvings, REFINEMENTS_MOST);
  return STATUS_OK;
}

static double spacing_of(const struct import *m, int halvings) {
  return ldexp(m->spacing, -halvings);
}

/* Of a group's points with 1 / 2^halvings of the spacing. */
static void file_name(char name[80], const char *group, int halvings) {
  snprintf(name, 80, "%s_%d.csv", group, 1 << halvings);
}

void vres_points(const struct import *m, const char *group) {
  for (int k = 1; k <= m->halvings; k++) {
    char name[80];
    file_name(name, group, k);
    fprintf(m->yaml, "%s{dp: %.10g, file: %s}%s", k == 1 ? ", finer: [" : ", ", spacing_of(m, k), name,
            k == m->halvings ? "]" : "");
  }
}

/* ---- boxes ---- */

static int read_corners(struct import *m, struct xml_node *n, double low[3], double high[3]) {
  struct xml_node *point = xml_child(n, "point"), *size = xml_child(n, "size"),
                  *end = xml_child(n, "endpoint"), *ratio = xml_child(n, "dpratio"),
                  *turned = xml_child(n, "transform");
  double extent[3], by = 0;
  if (!point || !!size == !!end) return import_fault(m, n, "expected <point>, and <size> or <endpoint>");
  if (!ratio) return import_fault(m, n, "<dpratio> is missing");
  TRY(import_vector(m, point, true, low));
  TRY(import_vector(m, size ? size : end, true, extent));
  for (int a = 0; a < 3; a++) high[a] = size ? low[a] + extent[a] : extent[a];
  TRY(import_number(m, ratio, xml_value(ratio, "v") ? "v" : "value", &by));
  if (by != 2) import_note(m, NOTE_REFUSED, ratio, "%g; expected 2, and boxes in each other for more", by);
  if (turned) {
    xml_know(turned);
    import_note(m, NOTE_REFUSED, turned, "a box that is turned or moved; expected one along the axes");
  }
  return STATUS_OK;
}

static int write_box(struct import *m, struct xml_node *n, const double domain[2][3], int *count) {
  double corner[2][3];
  char text[2][128];
  TRY(read_corners(m, n, corner[0], corner[1]));
  note_box(m, n);
  for (int k = 0; k < 2; k++) {
    for (int a = 0; a < 3; a++) corner[k][a] = fmin(fmax(corner[k][a], domain[0][a]), domain[1][a]);
    import_text(m, corner[k], text[k]);
  }
  for (int a = 0; a < m->sketch.dimensions; a++)
    if (!(corner[0][import_axis(m, a)] < corner[1][import_axis(m, a)]))
      return import_fault(m, n, "no part of the box is in the domain along %c", "xyz"[import_axis(m, a)]);
  fprintf(m->yaml, "  - {name: box%d, low: %s, high: %s}\n", ++*count, text[0], text[1]);
  for (struct xml_node *b = xml_child(n, "bufferbox"); b; b = xml_next(b))
    TRY(write_box(m, b, domain, count));
  return STATUS_OK;
}

int vres_keys(struct import *m, struct xml_node *casedef, struct xml_node *execution) {
  struct xml_node *n = xml_child(casedef, "vres");
  double domain[2][3];
  int count = 0;
  if (!m->halvings) return STATUS_OK;
  note_box(m, n);
  import_note(
      m, NOTE_CHANGED, n,
      "particles of all spacings take the same steps, and what crosses a face becomes whole particles of "
      "the other side");
  if (m->tilt.turned)
    import_note(m, NOTE_REFUSED, n, "boxes where all is turned for sides that are displaced");
  TRY(domain_box(m, execution, domain[0], domain[1]));
  fprintf(m->yaml, "resolution:\n");
  for (struct xml_node *b = xml_child(n, "bufferbox"); b; b = xml_next(b))
    TRY(write_box(m, b, (const double(*)[3])domain, &count));
  return STATUS_OK;
}

/* ---- points ---- */

int vres_take(struct import *m, struct import *finer, int halvings) {
  for (size_t g = 0; g < m->sketch.group_count; g++) {
    char group[32], name[80], wanted[80];
    import_name(&m->sketch.groups[g], group);
    if (!m->sketch.groups[g].nodes) continue;
    snprintf(wanted, sizeof wanted, "%s.csv", group);
    file_name(name, group, halvings);
    struct import_output *found = NULL;
    for (size_t k = 0; k < finer->file_count; k++)
      if (strcmp(finer->files[k].name, wanted) == 0) found = &finer->files[k];
    if (!found || !found->data)
      return import_fault(m, NULL, "%s has no particles with a spacing of %g m", group, finer->spacing);
    char *data = found->data;
    const size_t size = found->size;
    found->data = NULL;
    TRY(import_add_file(m, name, data, size));
  }
  return STATUS_OK;
}
