/* SPDX-License-Identifier: BSD-3-Clause */
/* <inout>: what comes in and goes out through faces. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "import/parts.h"
#include "util/error.h"

/* The axis that a unit vector lies along, or -1. */
static int along_axis(const double v[3]) {
  for (int a = 0; a < 3; a++)
    if (fabs(v[a]) > 1 - 1e-9) return a;
  return -1;
}

static void write_shape(struct import *m, const struct import_face *f) {
  const bool flat = m->sketch.dimensions == 2;
  char text[2][128];
  if (!f->circle && along_axis(f->normal) >= 0 && along_axis(f->side[0]) >= 0) {
    double low[3], high[3];
    for (int a = 0; a < 3; a++) {
      const double half = fabs(f->half[0] * f->side[0][a]) + fabs(f->half[1] * f->side[1][a]);
      low[a] = f->centre[a] - half, high[a] = f->centre[a] + half;
    }
    fprintf(m->yaml, "    low: %s\n    high: %s\n", import_text(m, low, text[0]),
            import_text(m, high, text[1]));
  } else {
    fprintf(m->yaml, "    shape: %s\n    point: %s\n", flat || f->circle ? "circle" : "polygon",
            import_text(m, f->centre, text[0]));
    if (flat || f->circle)
      fprintf(m->yaml, "    radius: %.10g\n", f->half[0]);
    else
      fprintf(m->yaml,
              "    up: %s\n    vertices: [[%.10g, %.10g], [%.10g, %.10g], [%.10g, %.10g], [%.10g, %.10g]]\n",
              import_text(m, f->side[1], text[1]), -f->half[0], -f->half[1], f->half[0], -f->half[1],
              f->half[0], f->half[1], -f->half[0], f->half[1]);
  }
  fprintf(m->yaml, "    normal: %s\n", import_text(m, f->normal, text[0]));
}

/* Values along time, of an element's <timevalue> or of the file beside the document. */
static int write_series(struct import *m, struct xml_node *n, const char *value, bool from_file,
                        size_t number, const char *what, char name[80]) {
  static const int columns[2] = {0, 1};
  struct import_writing w;
  size_t rows = 0;
  double time = 0, v = 0;
  TRY(import_begin_file(&w));
  int status = from_file ? columns_copy(m, n, "file", columns, 2, 1, w.out) : STATUS_OK;
  for (struct xml_node *t = from_file ? NULL : xml_child(n, "timevalue"); t && status == STATUS_OK;
       t = xml_next(t)) {
    status = import_number(m, t, "time", &time);
    if (status == STATUS_OK) status = import_number(m, t, value, &v);
    fprintf(w.out, "%.12g %.12g\n", time, v);
    rows++;
  }
  if (rows == 1) fprintf(w.out, "%.12g %.12g\n", time + 1, v); /* a file has two rows at least */
  if (status == STATUS_OK && !from_file && rows == 0) status = import_fault(m, n, "has no <timevalue>");
  snprintf(name, 80, "inlet%zu_%s.txt", number, what);
  return import_end_file(m, &w, status, name);
}

/* The one of these that is there. */
static struct xml_node *profiles_of(struct xml_node *n) {
  static const char *const tags[] = {"velocitytimes2", "velocitytimes3", "velocityfile2", "velocityfile3"};
  struct xml_node *found = NULL;
  for (int i = 0; i < 4 && !found; i++) found = xml_child(n, tags[i]);
  return found;
}

/* *factor: from a flow, in liters or gallons, to the velocity through a face, where the document has flows:
 * the peer counts the face's points. */
static int read_flow(struct import *m, struct xml_node *n, const struct import_face *f, double *factor) {
  static const struct {
    const char *word;
    double litres; /* a second */
  } units[] = {{"l/s", 1}, {"gal/s", 1 / 0.264172}, {"gal/min", 1 / (60 * 0.264172)}};
  const bool flat = m->sketch.dimensions == 2;
  double ratio = 1, area = 2 * f->half[0] * (flat ? 1 : 2 * f->half[1]);
  int u = 0;
  *factor = 1;
  if (!n || !xml_value(n, "active")) return STATUS_OK;
  const char *unit = xml_value(n, "units");
  while (unit && u < 3 && strcasecmp(unit, units[u].word) != 0) u++;
  if (u == 3) return import_fault(m, n, "units=\"%.20s\"; expected l/s, gal/s or gal/min", unit);
  TRY(import_optional(m, n, "ratio", &ratio));
  if (f->circle) area *= M_PI / 4;
  if (!(ratio > 0)) return import_fault(m, n, "ratio=%g; expected a number > 0", ratio);
  *factor =
      (flat ? 1e-2 : 1e-3) * units[u].litres / (ratio * area); /* in 2-D the peer has ten times as much */
  return STATUS_OK;
}

static int write_velocity(struct import *m, const struct import_face *f, size_t number) {
  struct xml_node *zone = f->zone, *n = xml_child(zone, "imposevelocity"),
                  *flow = xml_child(n, "flowvelocity"), *times;
  double mode = 0, factor;
  struct profile p;
  char text[200];
  if (n) TRY(import_optional(m, n, "mode", &mode));
  TRY(read_flow(m, flow, f, &factor));
  if (mode == 2) {
    fprintf(m->yaml, "    velocity: {model: free}\n");
  } else if (mode == 0 && n) {
    TRY(profile_read(m, n, &p));
    if (factor != 1 && p.points > 1) return import_fault(m, flow, "a flow beside a profile");
    for (int k = 0; k < p.points; k++) p.v[k] *= factor;
    for (int k = 0; k < p.points; k++) m->velocity_most = fmax(m->velocity_most, fabs(p.v[k]));
    profile_formula(&p, m->sketch.dimensions == 2 ? "y" : "z", text);
    if (p.points == 1)
      fprintf(m->yaml, "    velocity: {model: uniform, speed: %.10g}\n", p.v[0]);
    else
      fprintf(m->yaml, "    velocity: {model: formula, formula: \"%s\"}\n", text);
  } else if (mode == 1 &&
             ((times = xml_child(n, "velocitytimes")) || (times = xml_child(n, "velocityfile")))) {
    char name[80];
    TRY(write_series(m, times, "v", strcmp(times->name, "velocityfile") == 0, number, "velocity", name));
    fprintf(m->yaml, "    velocity: {model: uniform, speed: %.10g, factor: %s}\n", factor, name);
  } else if (mode == 1 && (times = profiles_of(n))) {
    TRY(speeds_profiles(m, times, f, number, SPEEDS_PROFILES));
  } else if (mode == 3 && xml_child(n, "gridveldata")) {
    TRY(speeds_profiles(m, n, f, number, SPEEDS_GRID));
  } else if (mode == 3 && (times = xml_child(n, "meshdata"))) {
    TRY(speeds_profiles(m, times, f, number, SPEEDS_MESH));
  } else {
    return import_fault(m, n ? n : zone, "no velocity that amphi knows");
  }
  return STATUS_OK;
}

/* *given: a level of the water is known. */
static int write_surface(struct import *m, const struct import_face *f, size_t number, bool hydrostatic,
                         bool *given) {
  struct xml_node *zone = f->zone, *n = xml_child(zone, "imposezsurf"), *level = xml_child(n, "zsurf"),
                  *times;
  double mode = 0, refilling = 1, z = 0;
  bool removes = false;
  TRY(import_child_value(m, zone, "refilling", &refilling));
  if (xml_child(n, "remove")) TRY(import_bool(m, xml_child(n, "remove"), "value", &removes));
  if (removes)
    import_note(m, NOTE_CHANGED, xml_child(n, "remove"),
                "fluid of the zone above its level stays until it leaves");
  *given = false;
  if (!n) return STATUS_OK;
  TRY(import_optional(m, n, "mode", &mode));
  if (mode == 2) {
    fprintf(m->yaml, "    surface: {model: free}\n");
  } else if (mode == 0 && level) {
    TRY(import_number(m, level, "value", &z));
    *given = refilling != 0 || hydrostatic;
    if (*given) fprintf(m->yaml, "    surface: {model: given, level: %.10g}\n", z);
  } else if (mode == 1 && ((times = xml_child(n, "zsurftimes")) || (times = xml_child(n, "zsurffile")))) {
    char name[80];
    TRY(write_series(m, times, "zsurf", strcmp(times->name, "zsurffile") == 0, number, "surface", name));
    fprintf(m->yaml, "    surface: {model: given, level: 0, file: %s}\n", name);
    *given = true;
  } else if (mode == 1 && (times = xml_child(n, "meshdata"))) {
    char name[80];
    TRY(levels_file(m, times, f, number, name));
    if (xml_child(n, "savevtk")) xml_know(xml_child(n, "savevtk"));
    fprintf(m->yaml, "    surface: {model: given, level: 0, file: %s}\n", name);
    *given = true;
  } else {
    return import_fault(m, n, "neither <zsurf> nor heights along time");
  }
  return STATUS_OK;
}

/* How the pressure before a face goes on behind it. Beyond the determinant of a whole kernel, which is 1, the
 * peer takes the mean (JSphCpu::InteractionInOutExtrap_Single), and does so by default. */
static int read_gradient(struct import *m, struct xml_node *list, const char **word) {
  double least = 1000;
  TRY(import_child_value(m, list, "determlimit", &least));
  *word = m->standard || least <= 1 ? "extrapolated" : "zero-gradient";
  return STATUS_OK;
}

static int write_pressure(struct import *m, const struct import_face *f, size_t number,
                          const char *followed) {
  struct xml_node *n = xml_child(f->zone, "imposerhop");
  double mode = 0;
  bool given;
  if (n) TRY(import_optional(m, n, "mode", &mode));
  TRY(write_surface(m, f, number, mode == 1, &given));
  const bool hydrostatic = mode == 1 && given && m->gravity[2] != 0;
  if (mode == 1 && !hydrostatic)
    import_note(m, NOTE_CHANGED, n,
                "1: the surface follows from the fluid: its pressure, and the weight between");
  fprintf(m->yaml, "    pressure: {model: %s}\n",
          hydrostatic ? "hydrostatic"
          : mode == 0 ? "given, value: 0"
                      : followed);
  return STATUS_OK;
}

/* How far before a face the surface is read: <gaugex>, a place, or a distance in h or in dp. */
static int read_gauge(struct import *m, struct xml_node *awas, const struct import_face *f, double *before) {
  struct xml_node *n = xml_child(awas, "gaugex");
  double x = 0;
  *before = 5 * m->spacing;
  if (!n) return STATUS_OK;
  if (xml_value(n, "valuedp")) {
    TRY(import_number(m, n, "valuedp", &x));
    *before = x * m->spacing;
  } else if (xml_value(n, "valueh")) {
    TRY(import_number(m, n, "valueh", &x));
    *before = x * m->ratio * m->spacing;
  } else {
    TRY(import_number(m, n, "value", &x));
    *before = (x - f->centre[0]) * f->normal[0];
  }
  return *before > 0 ? STATUS_OK : import_fault(m, n, "is not before the face");
}

/* <awas> (JSphInOutVelAwas.cpp): in its inlet mode the speed along +x is less by what the surface is too
 * high, else it is more. */
static int write_absorption(struct import *m, const struct import_face *f, size_t number) {
  static const char *const rest[] = {"gaugey", "gaugezmin", "gaugezmax", "gaugedp", "savedata", NULL};
  struct xml_node *n = xml_child(xml_child(f->zone, "imposevelocity"), "awas"), *mode, *file;
  double depth = 0, start = 0, before;
  bool inlet = false;
  char name[80];
  if (!n) return STATUS_OK;
  if (!(mode = xml_child(n, "inletmode"))) return import_fault(m, n, "<inletmode> is missing");
  if (!(file = xml_child(n, "zsurffile"))) return import_fault(m, n, "<zsurffile> is missing");
  TRY(import_bool(m, mode, "value", &inlet));
  TRY(import_child_value(m, n, "depth", &depth));
  TRY(import_child_value(m, n, "startawas", &start));
  if (!(depth > 0)) return import_fault(m, n, "<depth> is missing or not above 0");
  if (inlet != (f->normal[0] > 0))
    import_note(m, NOTE_REFUSED, mode,
                "through a face into %cx this makes waves higher in place of taking them up",
                f->normal[0] > 0 ? '+' : '-');
  TRY(read_gauge(m, n, f, &before));
  TRY(write_series(m, file, "zsurf", true, number, "absorb", name));
  for (int i = 0; rest[i]; i++)
    if (xml_child(n, rest[i])) xml_know(xml_child(n, rest[i]));
  import_note(m, NOTE_CHANGED, n, "the surface is read before the middle of the face, every 16 steps");
  fprintf(m->yaml,
          "    absorb: {model: level, depth: %.10g, level: 0, file: %s, before: %.10g, from: %.10g}\n", depth,
          name, before, start);
  return STATUS_OK;
}

/* What says how the peer does it. */
static void know_rest(struct xml_node *n) {
  static const char *const tags[] = {"memoryresize",    "useboxlimit",   "determlimit",
                                     "extrapolatemode", "refillingrate", "inputtreatment",
                                     "convertfluid",    "layers",        "imposezsurf"};
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
    struct xml_node *t = xml_child(n, tags[i]);
    if (t) xml_know(t);
  }
}

int inlets_keys(struct import *m, struct xml_node *special) {
  struct xml_node *list = xml_child(special, "inout");
  const char *followed;
  if (!list) return STATUS_OK;
  TRY(read_gradient(m, list, &followed));
  know_rest(list);
  for (const char *const *a = (const char *const[]){"reuseids", "resizetime", NULL}; *a; a++)
    xml_value(list, *a);
  if (m->face_count) fprintf(m->yaml, "open_boundaries:\n");
  for (size_t i = 0; i < m->face_count; i++) {
    struct import_face *f = &m->faces[i];
    fprintf(m->yaml, "  - name: inlet%zu\n", i + 1);
    write_shape(m, f);
    TRY(write_velocity(m, f, i + 1));
    TRY(write_pressure(m, f, i + 1, followed));
    TRY(write_absorption(m, f, i + 1));
    know_rest(f->zone);
    import_note(
        m, NOTE_CHANGED, f->zone,
        "as many layers as the kernel reaches; fluid before them is taken by a mean, and all that comes "
        "into them belongs to them");
  }
  return STATUS_OK;
}
