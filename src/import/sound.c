/* SPDX-License-Identifier: BSD-3-Clause */
/* The speed of sound and the smoothing length. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/scheme.h"
#include "import/parts.h"
#include "util/error.h"

static void extend(const struct import *m, size_t g, double *low, double *high) {
  for (size_t i = m->first[g]; i < m->first[g + 1]; i++) {
    *low = fmin(*low, m->place[i][2]);
    *high = fmax(*high, m->place[i][2]);
  }
}

/* Extent along z, which decides about the speed of sound: of the fluid with the bodies that are in it or on
 * it. A body high above it does not count: the pre-processor printed 0.22 m for a box over water of that
 * depth. */
static int find_depth(const struct import *m, struct xml_node *casedef, double *depth) {
  double low = INFINITY, high = -INFINITY;
  for (size_t g = 0; g < m->sketch.group_count; g++)
    if (!m->sketch.groups[g].bound) extend(m, g, &low, &high);
  for (size_t g = 0; g < m->sketch.group_count && high >= low; g++) {
    double least = INFINITY, most = -INFINITY;
    struct xml_node *floats = NULL;
    if (m->sketch.groups[g].bound) TRY(body_find(m, casedef, m->sketch.groups[g].mk, &floats));
    if (floats) extend(m, g, &least, &most);
    if (least <= high + 1.5 * m->spacing && most >= low - 1.5 * m->spacing)
      low = fmin(low, least), high = fmax(high, most);
  }
  *depth = high >= low ? high - low : 0;
  return STATUS_OK;
}

/* <speedsound>; else, as the pre-processor has it, <coefsound> times <speedsystem>, which by default is that
 * of a dam that breaks, and not less than 10 times this. */
static int find_sound(struct import *m, struct xml_node *casedef, struct xml_node *constants) {
  double factor = 20, system = 0, depth = 0;
  bool own, own_system, own_depth;
  TRY(import_constant(m, constants, "speedsound", &m->sound, &own));
  TRY(import_constant(m, constants, "coefsound", &factor, NULL));
  TRY(import_constant(m, constants, "speedsystem", &system, &own_system));
  TRY(import_constant(m, constants, "hswl", &depth, &own_depth));
  if (m->sound == 0) own = true; /* as documents have it that give the system's speed alone */
  const bool each = m->material_count && !m->constitutive; /* has its own */
  if (each) m->sound = m->materials[0].sound;
  if (!own || each) return STATUS_OK;
  if (own_depth) TRY(find_depth(m, casedef, &depth));
  const double falling = sqrt(fabs(m->gravity[2]) * fmax(0, depth));
  if (own_system) system = falling;
  m->sound_factor = factor > 0 ? factor : 20;
  m->sound = fmax(factor * system, 10 * falling);
  return STATUS_OK;
}

/* The largest speed, m/s, that the document names in so many digits, of movers, inlets and initial
 * velocities. Only a look: what is read for the case is read elsewhere. */
static double fastest(const struct xml_node *n) {
  static const char *const speeds[] = {"vel",       "velini", "linearvelini", "velocity", "velocity2",
                                       "velocity3", NULL};
  double most = 0;
  for (int i = 0; speeds[i]; i++) {
    if (strcmp(n->name, speeds[i]) != 0) continue;
    double sum = 0;
    for (size_t a = 0; a < n->attribute_count; a++) {
      const char *name = n->attributes[a].name;
      char *end;
      const double v = strtod(n->attributes[a].value, &end);
      const bool speed = strlen(name) <= 2 && strchr("xyzv", name[0]); /* x, y, z; v, v2 and so on */
      if (speed && *end == 0 && isfinite(v)) sum += v * v;
    }
    most = fmax(most, sqrt(sum));
  }
  for (const struct xml_node *c = n->first; c; c = c->next) most = fmax(most, fastest(c));
  return most;
}

int physics_smoothing(struct import *m, struct xml_node *constants) {
  static const char *const given[] = {"hdp", "coefh", "h", NULL};
  double ratio = 0, factor = 0, h = 0;
  bool own;
  TRY(import_constant(m, constants, "hdp", &ratio, NULL));
  TRY(import_constant(m, constants, "coefh", &factor, NULL));
  TRY(import_constant(m, constants, "h", &h, &own));
  struct xml_node *n = xml_child(constants, "hdp");
  if (n) xml_value(n, "value0");
  m->ratio = !own && h > 0 ? h / m->spacing : ratio > 0 ? ratio : factor * sqrt(m->sketch.dimensions);
  if (m->ratio == 0) m->ratio = sqrt(m->sketch.dimensions);
  for (int i = 0; m->standard && given[i]; i++) import_by_scheme(m, xml_child(constants, given[i]));
  if (m->standard)
    m->ratio = strtod(scheme_says(SCHEME_STANDARD, "smoothing_ratio", m->sketch.dimensions), NULL);
  if (!(m->ratio >= 0.5 && m->ratio <= 4))
    return import_fault(m, constants, "h is %.4g dp; amphi has 0.5 to 4", m->ratio);
  return STATUS_OK;
}

int physics_sound(struct import *m, struct xml_node *casedef) {
  static const char *const own[] = {"massbound", "massfluid", NULL};
  struct xml_node *constants = xml_child(casedef, "constantsdef");
  double value = 0, cfl = 0.2;
  bool by_itself;
  TRY(find_sound(m, casedef, constants));
  for (int i = 0; own[i]; i++) {
    TRY(import_constant(m, constants, own[i], &value, &by_itself));
    if (!by_itself && value != 0)
      import_note(m, NOTE_CHANGED, xml_child(constants, own[i]), "%g: follows from the others here", value);
  }
  TRY(import_constant(m, constants, "cflnumber", &cfl, NULL));
  TRY(import_constant(m, constants, "b", &value, &by_itself));
  if (!by_itself && value > 0) {
    if (m->sound > 0)
      import_note(m, NOTE_CHANGED, xml_child(constants, "b"), "%g: follows from the others here", value);
    else
      m->sound = sqrt(m->gamma * value / m->rho0);
  }
  if (!(m->sound > 0)) {
    const struct xml_node *top = casedef;
    while (top->parent) top = top->parent;
    const double speed = m->gravity[2] == 0 ? fastest(top) : 0; /* nothing falls: what is moved decides */
    double most = 0;
    for (int a = 0; a < 3; a++) most = fmax(most, m->sketch.count[a] * m->spacing);
    m->sound = speed > 0 ? m->sound_factor * speed : 10 * sqrt(2 * 9.81 * most);
    import_note(m, NOTE_CHANGED, constants,
                "the speed of sound would be 0; it is made %.4g m/s, %.4g times %s", m->sound,
                speed > 0 ? m->sound_factor : 10,
                speed > 0 ? "the largest speed of the document" : "that of a fall through the definition");
  }
  if (m->finer) m->sound = m->whole_sound;
  for (size_t k = 0; k < m->material_count && m->constitutive; k++) m->materials[k].sound = m->sound;
  fprintf(m->yaml, "material:\n  density: %.10g\n  speed_of_sound: %.10g\n", m->rho0, m->sound);
  if (import_by_scheme(m, xml_child(constants, "gamma")))
    m->gamma = strtod(scheme_says(SCHEME_STANDARD, "material.gamma", m->sketch.dimensions), NULL);
  else
    fprintf(m->yaml, "  gamma: %g\nsmoothing_ratio: %.10g        # h/dp\n", m->gamma, m->ratio);
  if (!(cfl > 0 && cfl <= 1))
    return import_fault(m, xml_child(constants, "cflnumber"), "%g; expected 0 to 1", cfl);
  TRY(variables_set(&m->variables, "cflnumber", cfl));
  return STATUS_OK;
}
