/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of <moordynplus>, or <moordyn> in older documents, here or in a file of their own: `cables` and
 * `knots`.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

/* A document of lines: what holds for all, and what a line leaves out. */
struct lines {
  struct xml_node *moordyn, *standard, *solver;
  int cables, knots;
};

/* <tag value=>: of a line, or of <linedefault>; NaN without. */
static int read_value(const struct import *m, const struct lines *l, struct xml_node *line, const char *tag,
                      double *value) {
  *value = NAN;
  if (l->standard) TRY(import_child_value(m, l->standard, tag, value));
  return import_child_value(m, line, tag, value);
}

/* <solverOptions> may stand more than once: the last one that has the tag counts. */
static int read_option(const struct import *m, const struct lines *l, const char *tag, double *value) {
  for (struct xml_node *n = l->solver; n; n = xml_next(n)) TRY(import_child_value(m, n, tag, value));
  return STATUS_OK;
}

static struct xml_node *find_knot(const struct lines *l, const char *ref) {
  for (struct xml_node *n = xml_child(xml_child(l->moordyn, "connects"), "connect"); n; n = xml_next(n))
    if (xml_value(n, "conref") && ref && strcmp(xml_value(n, "conref"), ref) == 0) return n;
  return NULL;
}

/* An end of a line: *mk is a body, or -1. */
static int write_end(struct import *m, const struct lines *l, struct xml_node *n, const char *key, int *mk) {
  double place[3], ref = -1;
  char text[128];
  *mk = -1;
  if (strcmp(n->name, "connect") == 0) {
    const char *name = xml_value(n, "conref");
    if (!find_knot(l, name)) return import_fault(m, n, "there is no <connect> with this conref");
    fprintf(m->yaml, ", %s_on: knot%.40s", key, name);
    return STATUS_OK;
  }
  TRY(import_vector(m, n, false, place));
  fprintf(m->yaml, ", %s: %s", key, import_text(m, place, text));
  xml_value(n, "bodyref");
  if (strcmp(n->name, "fixconnection") == 0) return STATUS_OK;
  TRY(import_number(m, n, "bodyref", &ref));
  const struct group *body = import_group(m, true, ref);
  if (!body) return import_fault(m, n, "there is no body of this number");
  *mk = body->mk;
  fprintf(m->yaml, ", %s_on: bound%d", key, *mk);
  return STATUS_OK;
}

/* The two ends, in their order. */
static int find_ends(struct xml_node *line, struct xml_node *end[3]) {
  int count = 0;
  for (struct xml_node *n = line->first; n; n = n->next)
    if (strcmp(n->name, "vesselconnection") == 0 || strcmp(n->name, "fixconnection") == 0 ||
        strcmp(n->name, "connect") == 0)
      end[count < 2 ? count : 2] = n, n->used = true, count++;
  return count;
}

/* `ba`: internal damping, N s, or if below 0 minus its share of a segment's critical one. */
static double damping_of(double ba, double stiffness, double mass, double piece) {
  return ba < 0 ? -ba : ba / (piece * sqrt(stiffness * mass));
}

/* A flat bed, where the water is as deep as is said. */
static int write_bed(struct import *m, const struct lines *l, struct xml_node *line, int mk) {
  double depth = NAN, surface = 0, stiffness = 3e6, damping = 3e5, friction = 0;
  TRY(read_option(m, l, "waterDepth", &depth));
  TRY(read_option(m, l, "freesurface", &surface));
  TRY(read_option(m, l, "kBot", &stiffness));
  TRY(read_option(m, l, "cBot", &damping));
  TRY(read_option(m, l, "frictionCoefficient", &friction));
  for (struct xml_node *b = xml_child(xml_child(l->moordyn, "bodies"), "body"); b; b = xml_next(b)) {
    double ref = -1;
    TRY(import_number(m, b, "ref", &ref));
    if (ref == mk) TRY(import_child_value(m, b, "depth", &depth));
  }
  TRY(import_child_value(m, line, "depth", &depth));
  if (isnan(depth)) return STATUS_OK;
  fprintf(m->yaml, ", bed: {height: %.10g, stiffness: %.10g, damping: %.10g, friction: %.10g}",
          surface - depth, stiffness, damping, friction);
  return STATUS_OK;
}

static int write_coefficients(struct import *m, const struct lines *l, struct xml_node *line) {
  static const char *const tags[2][2] = {{"cdn", "cdt"}, {"can", "cat"}}, *const keys[] = {"drag",
                                                                                           "added_mass"};
  static const double standard[2][2] = {{1.6, 0.05}, {1.0, 0.0}};
  double breaks;
  for (int k = 0; k < 2; k++) {
    double pair[2];
    for (int i = 0; i < 2; i++) {
      TRY(read_value(m, l, line, tags[k][i], &pair[i]));
      if (isnan(pair[i])) pair[i] = standard[k][i];
    }
    fprintf(m->yaml, ", %s: [%.10g, %.10g]", keys[k], pair[0], pair[1]);
  }
  TRY(read_value(m, l, line, "breaktension", &breaks));
  if (breaks > 0) fprintf(m->yaml, ", breaks_at: %.10g", breaks);
  return STATUS_OK;
}

static int write_line(struct import *m, struct lines *l, struct xml_node *line) {
  struct xml_node *end[3] = {NULL};
  double diameter, stiffness, young, mass, length, segments, ba;
  int mk[2];
  line->used = true;
  if (find_ends(line, end) != 2)
    return import_fault(m, line, "expected two of <vesselconnection>, <fixconnection> and <connect>");
  TRY(read_value(m, l, line, "diameter", &diameter));
  TRY(read_value(m, l, line, "ea", &stiffness));
  TRY(read_value(m, l, line, "e", &young));
  TRY(read_value(m, l, line, "massDenInAir", &mass));
  TRY(read_value(m, l, line, "length", &length));
  TRY(read_value(m, l, line, "segments", &segments));
  TRY(read_value(m, l, line, "ba", &ba));
  if (isnan(stiffness)) stiffness = young * M_PI / 4 * diameter * diameter;
  if (isnan(segments)) segments = 20;
  if (!(diameter > 0 && stiffness > 0 && mass > 0 && length > 0 && segments >= 1))
    return import_fault(m, line, "ea, diameter, massDenInAir, length or segments is missing, or not above 0");
  if (l->cables++ == 0) fprintf(m->yaml, "cables:\n");
  fprintf(m->yaml, "  - {name: line%d", l->cables - 1);
  TRY(write_end(m, l, end[0], "from", &mk[0]));
  TRY(write_end(m, l, end[1], "to", &mk[1]));
  fprintf(m->yaml,
          ", length: %.10g, segments: %.0f, mass: %.10g, diameter: %.10g, stiffness: %.10g, damping: %.6g",
          length, segments, mass, diameter, stiffness,
          damping_of(isnan(ba) ? -0.8 : ba, stiffness, mass, length / segments));
  TRY(write_coefficients(m, l, line));
  TRY(write_bed(m, l, line, mk[0] >= 0 ? mk[0] : mk[1]));
  fprintf(m->yaml, "}\n");
  return STATUS_OK;
}

static int write_knot(struct import *m, struct lines *l, struct xml_node *n) {
  static const char *const names[] = {"M", "V", "CdA", "Ca"}, *const keys[] = {"mass", "volume", "drag",
                                                                               "added_mass"};
  double place[3];
  char text[128];
  n->used = true;
  if (!xml_value(n, "conref")) return import_fault(m, n, "attribute 'conref' is missing");
  TRY(import_vector(m, n, false, place));
  if (l->knots++ == 0) fprintf(m->yaml, "knots:\n");
  fprintf(m->yaml, "  - {name: knot%.40s, at: %s", xml_value(n, "conref"), import_text(m, place, text));
  for (int k = 0; k < 4; k++) {
    double value = 0;
    TRY(import_optional(m, n, names[k], &value));
    if (value != 0) fprintf(m->yaml, ", %s: %.10g", keys[k], value);
  }
  fprintf(m->yaml, "}\n");
  return STATUS_OK;
}

static int write_lines(struct import *m, struct lines *l) {
  struct xml_node *lines = xml_child(l->moordyn, "lines");
  l->standard = xml_child(lines, "linedefault");
  l->solver = xml_child(l->moordyn, "solverOptions");
  for (struct xml_node *n = xml_child(lines, "line"); n; n = xml_next(n)) TRY(write_line(m, l, n));
  for (struct xml_node *n = xml_child(xml_child(l->moordyn, "connects"), "connect"); n; n = xml_next(n))
    TRY(write_knot(m, l, n));
  return STATUS_OK;
}

/* The one of its names among the children of `n`. */
static struct xml_node *find_moordyn(struct xml_node *n) {
  struct xml_node *newer = xml_child(n, "moordynplus");
  return newer ? newer : xml_child(n, "moordyn");
}

int moorings_keys(struct import *m, struct xml_node *special) {
  struct xml_node *moorings = xml_child(special, "moorings"), *moordyn = find_moordyn(moorings);
  struct xml file = {0};
  char path[PATH_MAX];
  double start = 0, ramp = 0;
  int status = STATUS_OK;
  if (!moordyn) return STATUS_OK;
  TRY(import_child_value(m, moorings, "start", &start));
  if (xml_child(moorings, "start")) TRY(import_optional(m, xml_child(moorings, "start"), "ramptime", &ramp));
  if (start > 0 || ramp > 0)
    import_note(m, NOTE_CHANGED, xml_child(moorings, "start"), "lines hold from the start of the run on");
  struct lines l = {.moordyn = moordyn};
  if (xml_value(moordyn, "file")) {
    TRY(import_file(m, moordyn, "file", path));
    TRY(xml_read(&file, path));
    l.moordyn = file.root;
    if (file.root) import_drop_inactive(m, file.root);
  }
  if (l.moordyn && strncmp(l.moordyn->name, "moordyn", 7) != 0) l.moordyn = find_moordyn(l.moordyn);
  status = l.moordyn ? write_lines(m, &l) : import_fault(m, moordyn, "%s: there is no <moordynplus>", path);
  import_note(
      m, NOTE_CHANGED, moordyn,
      "lines take the water for at rest and everywhere, step by steps of their own, and begin in balance");
  xml_free(&file);
  return status;
}
