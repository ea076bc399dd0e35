/* SPDX-License-Identifier: BSD-3-Clause */
/* Constants and parameters: material, kernel, viscosity, time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

int physics_constants(struct import *m, struct xml_node *casedef) {
  struct xml_node *constants = xml_child(casedef, "constantsdef"), *n;
  if (!constants) return import_fault(m, casedef, "<constantsdef> is missing");
  m->rho0 = 1000;
  m->gamma = 7;
  if ((n = xml_child(constants, "gravity"))) TRY(import_vector(m, n, true, m->gravity));
  TRY(import_constant(m, constants, "rhop0", &m->rho0, NULL));
  TRY(import_constant(m, constants, "gamma", &m->gamma, NULL));
  if (!(m->rho0 > 0))
    return import_fault(m, xml_child(constants, "rhop0"), "%g; expected a number > 0", m->rho0);
  if (!(m->gamma >= 1 && m->gamma <= 7 && m->gamma == floor(m->gamma)))
    return import_fault(m, xml_child(constants, "gamma"), "%g; amphi has whole numbers from 1 to 7",
                        m->gamma);
  if ((n = xml_child(constants, "lattice"))) {
    double bound = 1, fluid = 1;
    TRY(import_optional(m, n, "bound", &bound));
    TRY(import_optional(m, n, "fluid", &fluid));
    if (bound != 1 || fluid != 1)
      import_note(m, NOTE_CHANGED, n, "bound=%g fluid=%g: all particles are placed on one simple lattice",
                  bound, fluid);
  }
  return STATUS_OK;
}

/* ---- <parameters> ---- */

/* The number of a parameter, or its default. */
static int read_parameter(struct import *m, struct xml_node *parameters, const char *key, double *value) {
  struct xml_node *p = import_parameter(parameters, key);
  return p ? import_number(m, p, "value", value) : STATUS_OK;
}

static int write_choice(struct import *m, struct xml_node *parameters, const char *key, double standard,
                        const char *const words[], const char *format) {
  double value = standard;
  int count = 0;
  TRY(read_parameter(m, parameters, key, &value));
  while (words[count]) count++;
  if (!(value >= 0 && value < count && value == floor(value)) || !*words[(int)value]) {
    import_note(m, NOTE_REFUSED, import_parameter(parameters, key), "%s=%g is not known here", key, value);
    return STATUS_OK;
  }
  fprintf(m->yaml, format, words[(int)value]);
  return STATUS_OK;
}

/* ViscoTime, a file of the viscosity at each time (JDsViscoInput.cpp), as one of factors of Visco; `key`:
 * what the case has for it. */
static int write_viscosities(struct import *m, struct xml_node *p, double viscosity, char key[48]) {
  static const int columns[2] = {0, 1};
  const char *value = p ? xml_value(p, "value") : NULL;
  struct import_writing w;
  key[0] = 0;
  if (!value || !*value || strcmp(value, "NONE") == 0 || strcmp(value, "0") == 0) return STATUS_OK;
  if (m->material_count || !(viscosity > 0)) {
    import_note(m, NOTE_REFUSED, p, "ViscoTime beside several phases, or beside a Visco of 0");
    return STATUS_OK;
  }
  TRY(import_begin_file(&w));
  const int status = columns_copy(m, p, "value", columns, 2, 1 / viscosity, w.out);
  snprintf(key, 48, ", file: viscosity.txt");
  return import_end_file(m, &w, status, "viscosity.txt");
}

static int write_viscosity(struct import *m, struct xml_node *parameters) {
  double treatment = 1, viscosity = 0.01, bound = 1;
  char along_time[48];
  TRY(read_parameter(m, parameters, "ViscoTreatment", &treatment));
  TRY(read_parameter(m, parameters, "Visco", &viscosity));
  TRY(read_parameter(m, parameters, "ViscoBoundFactor", &bound));
  if (bound != 1 && viscosity > 0)
    import_note(m, NOTE_CHANGED, import_parameter(parameters, "ViscoBoundFactor"),
                "%g: walls have the viscosity of the fluid here", bound);
  if (treatment == 1 && !m->material_count && import_by_scheme(m, import_parameter(parameters, "Visco"))) {
    import_by_scheme(m, import_parameter(parameters, "ViscoTime"));
    return STATUS_OK;
  }
  TRY(write_viscosities(m, import_parameter(parameters, "ViscoTime"), viscosity, along_time));
  if (m->material_count) return STATUS_OK; /* phases.c */
  if (treatment == 1)
    fprintf(m->yaml, "viscosity: {model: artificial, alpha: %.10g%s}\n", viscosity, along_time);
  else if (treatment == 2)
    fprintf(m->yaml,
            "viscosity: {model: laminar, nu: %.10g%s}\n"
            "turbulence: {model: smagorinsky}      # sub-particle stresses\n",
            viscosity, along_time);
  else if (treatment == 3)
    fprintf(m->yaml, "viscosity: {model: laminar, nu: %.10g%s}\n", viscosity, along_time);
  else
    import_note(m, NOTE_REFUSED, import_parameter(parameters, "ViscoTreatment"), "%g is not known here",
                treatment);
  return STATUS_OK;
}

static int write_diffusion(struct import *m, struct xml_node *parameters) {
  double kind = 0, value = 0.1, old = 0;
  TRY(read_parameter(m, parameters, "DensityDT", &kind));
  TRY(read_parameter(m, parameters, "DensityDTvalue", &value));
  TRY(read_parameter(m, parameters, "DeltaSPH", &old));
  if (!import_parameter(parameters, "DensityDT") && old > 0) kind = 1, value = old;
  if (import_by_scheme(m, import_parameter(parameters, "DensityDT"))) return STATUS_OK;
  if (kind == 0)
    fprintf(m->yaml, "density_diffusion: {model: none}\n");
  else
    fprintf(m->yaml, "density_diffusion: {model: %s, delta: %.10g}\n", kind == 1 ? "molteni" : "fourtakas",
            value);
  if (kind == 2)
    import_note(m, NOTE_CHANGED, import_parameter(parameters, "DensityDT"),
                "2: the term of Fourtakas acts between fluid particles, near walls too");
  return STATUS_OK;
}

static int write_walls(struct import *m, struct xml_node *parameters) {
  double kind = 1, slip = 1, closed = 0, treatment = 1;
  TRY(read_parameter(m, parameters, "Boundary", &kind));
  TRY(read_parameter(m, parameters, "BoundaryMethod", &kind));
  TRY(read_parameter(m, parameters, "SlipMode", &slip));
  TRY(read_parameter(m, parameters, "NoPenetration", &closed));
  if (closed != 0 && kind == 2 && slip >= 2)
    import_note(m, NOTE_CHANGED, import_parameter(parameters, "NoPenetration"),
                "%g: fluid is kept out of walls by boundary.contact, which is another law, and changes the "
                "flow beside "
                "them",
                closed);
  struct xml_node *p = import_parameter(parameters, "Boundary");
  TRY(read_parameter(m, parameters, "ViscoTreatment", &treatment));
  if (import_by_scheme(m, p)) {
    import_by_scheme(m, import_parameter(parameters, "SlipMode"));
    if (treatment != 1 && kind == 2 && slip == 3) fprintf(m->yaml, "boundary: {slip: free}\n");
    return STATUS_OK;
  }
  if (m->material_count > 1) {
    fprintf(m->yaml, "boundary: {model: dummy, slip: %s}   # beside several phases\n",
            (kind == 1 && !m->constitutive) || slip == 3 ? "free" : "no");
    import_note(m, NOTE_CHANGED, m->materials[0].node, "walls beside several phases are dummy particles");
  } else if (kind == 1) {
    fprintf(m->yaml, "boundary: {model: dynamic}\n");
  } else if (kind == 2 && m->structure_count) {
    fprintf(m->yaml, "boundary: {model: dummy, slip: %s}   # beside walls that bend\n",
            slip == 3 ? "free" : "no");
    import_note(m, NOTE_CHANGED, p, "mDBC: walls beside those that bend are dummy particles");
  } else if (kind == 2) {
    fprintf(m->yaml, "boundary: {model: mdbc, slip: %s}\n", slip == 3 ? "free" : "no");
    import_note(m, NOTE_CHANGED, p, "mDBC: which way is out follows from where there is no wall");
  } else {
    import_note(m, NOTE_REFUSED, p, "%g is not known here", kind);
  }
  return STATUS_OK;
}

static int write_step(struct import *m, struct xml_node *parameters) {
  double algorithm = 1, every = 40, fixed = 0, cfl = 0.2;
  struct xml_node *p = import_parameter(parameters, "DtFixed");
  TRY(expression_evaluate(&m->variables, "cflnumber", &cfl));
  TRY(read_parameter(m, parameters, "StepAlgorithm", &algorithm));
  TRY(read_parameter(m, parameters, "VerletSteps", &every));
  if (import_by_scheme(m, import_parameter(parameters, "StepAlgorithm"))) {
    TRY(read_parameter(m, parameters, "DtFixed", &fixed));
    if (fixed > 0) import_by_scheme(m, p);
    return STATUS_OK;
  }
  fprintf(m->yaml, "integrator:\n  scheme: %s\n  cfl: %.10g\n", algorithm == 2 ? "symplectic" : "verlet",
          cfl);
  if (algorithm != 2 && every >= 1) fprintf(m->yaml, "  euler_every: %.0f\n", floor(every));
  const char *text = p ? xml_value(p, "value") : NULL;
  if (text && strtod(text, NULL) > 0) {
    TRY(import_number(m, p, "value", &fixed));
    fprintf(m->yaml, "  max_step: %.10g\n", fixed);
    import_note(m, NOTE_CHANGED, p, "DtFixed=%g: the step is at most that, and less where it must be", fixed);
  }
  p = import_parameter(parameters, "DtFixedFile");
  if (p && xml_value(p, "value") && strcmp(xml_value(p, "value"), "NONE") != 0)
    import_note(m, NOTE_CHANGED, p, "DtFixedFile: amphi finds its steps itself");
  return STATUS_OK;
}

/* <shifting> of <special>, which stands in place of the parameter. */
static int read_shifting(struct import *m, struct xml_node *parameters, double *mode, struct xml_node **at) {
  struct xml_node *list = xml_child(xml_child(parameters->parent, "special"), "shifting");
  *at = import_parameter(parameters, "Shifting");
  TRY(read_parameter(m, parameters, "Shifting", mode));
  if (!list) return STATUS_OK;
  TRY(import_child_value(m, list, "mode", mode));
  *at = list;
  for (struct xml_node *zone = xml_child(list, "shiftingzone"); zone && *mode != 0; zone = xml_next(zone))
    import_note(m, NOTE_CHANGED, zone, "particles are shifted in all of the fluid, not within zones");
  xml_know(list);
  return STATUS_OK;
}

static int write_shifting(struct import *m, struct xml_node *parameters) {
  static const char *const others[] = {"ShiftCoef", "ShiftTFS", "ShiftAdvCoef", NULL};
  static const char *const laws[] = {"ShiftAdvALE", "ShiftAdvNCPress", "DivCleanKp", NULL};
  double mode = 0;
  struct xml_node *at;
  TRY(read_shifting(m, parameters, &mode, &at));
  for (int i = 0; others[i]; i++) import_parameter(parameters, others[i]);
  if (import_by_scheme(m, at)) {
    for (int i = 0; laws[i]; i++) import_by_scheme(m, import_parameter(parameters, laws[i]));
    return STATUS_OK;
  }
  for (int i = 0; laws[i]; i++) {
    double on = 0;
    TRY(read_parameter(m, parameters, laws[i], &on));
    if (on != 0)
      import_note(m, NOTE_CHANGED, import_parameter(parameters, laws[i]),
                  "%s=%g: amphi does not have this law, which changes the flow", laws[i], on);
  }
  if (mode == 0) return STATUS_OK;
  fprintf(m->yaml, "shifting: {model: sun}      # another law than in the document\n");
  import_note(m, NOTE_CHANGED, at, "%g: by the law of Sun et al. (2017), without ShiftCoef and ShiftTFS",
              mode);
  return STATUS_OK;
}

/* Presence alone makes an axis periodic. */
static int read_periodic(struct import *m, struct xml_node *parameters) {
  static const char *const pairs[] = {"XYPeriodic", "XZPeriodic", "YZPeriodic"};
  char key[20];
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) {
      double shift = 0;
      if (a == b) continue;
      snprintf(key, sizeof key, "%cPeriodicInc%c", "XYZ"[a], "XYZ"[b]);
      struct xml_node *p = import_parameter(parameters, key);
      if (!p) continue;
      TRY(import_number(m, p, "value", &shift));
      m->periodic[a] = true;
      m->shift[a][b] = shift;
      if (shift != 0) m->shifted = p;
    }
  for (int i = 0; i < 3; i++) {
    if (!import_parameter(parameters, pairs[i])) continue;
    /* These two alone, and straight, whatever else is given. */
    memset(m->periodic, 0, sizeof m->periodic);
    memset(m->shift, 0, sizeof m->shift);
    m->periodic[i == 2] = true;
    m->periodic[i == 0 ? 1 : 2] = true;
  }
  if (m->sketch.dimensions == 2) {
    m->periodic[1] = false;
    for (int a = 0; a < 3; a++) m->shift[1][a] = m->shift[a][1] = 0;
  }
  return STATUS_OK;
}

/* Parameters that say nothing about the flow, or that other parts of the import read. */
static void know_parameters(struct import *m, struct xml_node *parameters) {
  static const char *const known[] = {"Boundary",
                                      "BoundaryMethod",
                                      "CoefDtMin",
                                      "DeltaSPH",
                                      "DensityDT",
                                      "DensityDTvalue",
                                      "DtAllParticles",
                                      "DtFixed",
                                      "DtFixedFile",
                                      "DtIni",
                                      "DtMin",
                                      "FtIgnoreRadius",
                                      "FtPause",
                                      "Kernel",
                                      "MDBCFastSingle",
                                      "PartsOutMax",
                                      "PosDouble",
                                      "RhopOutMax",
                                      "RhopOutMin",
                                      "RigidAlgorithm",
                                      "SavePosDouble",
                                      "ShiftCoef",
                                      "ShiftTFS",
                                      "Shifting",
                                      "SlipMode",
                                      "NoPenetration",
                                      "ShiftAdvCoef",
                                      "ShiftAdvALE",
                                      "ShiftAdvNCPress",
                                      "DivCleanKp",
                                      "MinFluidStop",
                                      "TimeOutExtra",
                                      "StepAlgorithm",
                                      "TimeMax",
                                      "TimeOut",
                                      "VerletSteps",
                                      "Visco",
                                      "ViscoBoundFactor",
                                      "ViscoTime",
                                      "ViscoTreatment",
                                      "WrnPartsOut",
                                      "RheologyTreatment",
                                      "VelocityGradientType",
                                      "RelaxationDt",
                                      "FlowType",
                                      "MPCoefficient",
                                      "XYPeriodic",
                                      "XZPeriodic",
                                      "YZPeriodic",
                                      "XPeriodicIncY",
                                      "XPeriodicIncZ",
                                      "YPeriodicIncX",
                                      "YPeriodicIncZ",
                                      "ZPeriodicIncX",
                                      "ZPeriodicIncY",
                                      "IncZ",
                                      NULL};
  for (struct xml_node *p = xml_child(parameters, "parameter"); p; p = xml_next(p)) {
    const char *key = xml_value(p, "key"), *value = xml_value(p, "value");
    int i;
    if (!key || *key == '#' || *key == '_') continue;
    if (strcmp(key, "Symmetry") == 0 && value && strcmp(value, "0") != 0 && strcmp(value, "NONE") != 0)
      import_note(m, NOTE_REFUSED, p, "%s changes the flow, and amphi does not have it", key);
    for (i = 0; known[i] && strcmp(key, known[i]) != 0;) i++;
    if (!known[i] && strcmp(key, "Symmetry") != 0 && strncmp(key, "DomainFixed", 11) != 0)
      import_note(m, NOTE_LEFT_OUT, p, "%.60s is not known here", key);
  }
}

/* Fluid beyond these densities, kg/m^3, leaves their runs; each phase's are others. Those for water mean
 * nothing for a fluid that is at rest beyond them. However much leaves, the run goes on, unless the document
 * says how much has to be there. */
static int write_limits(struct import *m, struct xml_node *parameters) {
  double low = 700, high = 1300, least = 0, most = 1;
  TRY(read_parameter(m, parameters, "RhopOutMin", &low));
  TRY(read_parameter(m, parameters, "RhopOutMax", &high));
  TRY(read_parameter(m, parameters, "PartsOutMax", &most));
  TRY(read_parameter(m, parameters, "MinFluidStop", &least));
  least = fmin(1, fmax(least, 1 - most)); /* the newer name and the older one */
  fprintf(m->yaml, "limits: {");
  if (m->material_count < 2 && low >= 0 && low < m->rho0 && high > m->rho0)
    fprintf(m->yaml, "density: [%.10g, %.10g], ", low / m->rho0, high / m->rho0);
  fprintf(m->yaml, "leave: true, lost: 1");
  if (least > 0) fprintf(m->yaml, ", least_fluid: %.10g", least);
  fprintf(m->yaml, "}      # fluid beyond leaves, as it does there\n");
  return STATUS_OK;
}

int physics_parameters(struct import *m, struct xml_node *execution) {
  static const char *const kernels[] = {"", "cubic", "wendland", "gaussian", NULL};
  struct xml_node *parameters = xml_child(execution, "parameters");
  double kernel = 2;
  if (!parameters) return import_fault(m, execution, "<parameters> is missing");
  m->end = 1;
  TRY(read_parameter(m, parameters, "TimeMax", &m->end));
  m->interval = m->end;
  TRY(read_parameter(m, parameters, "TimeOut", &m->interval));
  if (!(m->end >= 0 && m->interval >= 0)) return import_fault(m, parameters, "TimeMax or TimeOut is below 0");
  if (!import_by_scheme(m, import_parameter(parameters, "Kernel"))) {
    TRY(write_choice(m, parameters, "Kernel", 2, kernels, "kernel: %s\n"));
    TRY(read_parameter(m, parameters, "Kernel", &kernel));
    if (kernel == 1 && m->material_count < 2) fprintf(m->yaml, "tensile_correction: monaghan\n");
  }
  TRY(write_viscosity(m, parameters));
  TRY(write_diffusion(m, parameters));
  TRY(write_walls(m, parameters));
  TRY(write_step(m, parameters));
  TRY(write_shifting(m, parameters));
  TRY(write_limits(m, parameters));
  know_parameters(m, parameters);
  return STATUS_OK;
}

int physics_walls(struct import *m, struct xml_node *casedef, struct xml_node *execution) {
  struct xml_node *parameters = xml_child(execution, "parameters");
  double kind = 1;
  if (!parameters) return import_fault(m, execution, "<parameters> is missing");
  TRY(physics_smoothing(m, xml_child(casedef, "constantsdef")));
  TRY(read_periodic(m, parameters));
  TRY(read_parameter(m, parameters, "Boundary", &kind));
  TRY(read_parameter(m, parameters, "BoundaryMethod", &kind)); /* its older name */
  struct xml_node *at = import_parameter(parameters, "BoundaryMethod");
  if (!at) at = import_parameter(parameters, "Boundary");
  if (m->standard && !at) at = parameters;
  if (!at || (kind != 2 && !m->standard) || m->material_count > 1) return STATUS_OK;
  const int status = layers_add(m, casedef, at);
  return status == STATUS_USAGE ? import_fault(m, at, "%.400s", error_text()) : status;
}

/* ---- output ---- */

enum { TIMES_MOST = 20000 };

/* The times of one interval, as far as `until`. */
static int add_times(struct import *m, struct xml_node *n, double interval, double until, double *time,
                     int *count) {
  if (!(interval > 0)) return import_fault(m, n, "timeout=%g; expected a number > 0", interval);
  for (until = fmin(until, m->end); *time + interval <= until + 1e-9 * m->end; *time += interval) {
    if (++*count > TIMES_MOST) return import_fault(m, n, "more than %d times", TIMES_MOST);
    fprintf(m->yaml, "%s%.10g", *count > 1 ? ", " : "", *time + interval);
  }
  return STATUS_OK;
}

/* <timeout>: from each time on another interval; before the first one that of TimeOut. */
static int write_times(struct import *m, struct xml_node *list) {
  double time = 0, begin = 0, interval = m->interval;
  int count = 0;
  fprintf(m->yaml, "  times: [");
  for (struct xml_node *t = xml_child(list, "tout"); t; t = xml_next(t)) {
    TRY(import_optional(m, t, "time", &begin));
    if (begin > 0) TRY(add_times(m, t, interval, begin, &time, &count));
    if (begin > time + 1e-9 * m->end && begin < m->end)
      TRY(add_times(m, t, begin - time, begin, &time, &count));
    TRY(import_number(m, t, "timeout", &interval));
  }
  TRY(add_times(m, list, interval, m->end, &time, &count));
  fprintf(m->yaml, "]\n");
  return STATUS_OK;
}

int physics_output(struct import *m, struct xml_node *execution) {
  struct xml_node *list = xml_child(xml_child(execution, "special"), "timeout");
  fprintf(m->yaml, "end: %.10g\noutput:\n", m->end);
  if (list) {
    fprintf(m->yaml, "  interval: 0\n");
    return write_times(m, list);
  }
  fprintf(m->yaml, "  interval: %.10g\n", m->interval);
  return STATUS_OK;
}
