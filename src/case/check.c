/* SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "case/formula.h"
#include "case/motion.h"
#include "case/read.h"
#include "case/scheme.h"
#include "util/error.h"
#include "util/path.h"

/* Whether the case has the key itself. */
static bool is_given(const struct reader *r, const char *key) {
  const struct node *n = node_nearest(r->root, key);
  const char *dot = strrchr(key, '.');
  return n->key && strcmp(n->key, dot ? dot + 1 : key) == 0;
}

/* Whether its value is the scheme's, which the user has not seen. */
static bool is_filled_in(const struct reader *r, const char *key) {
  return scheme_default(r->c, key) && !is_given(r, key);
}

/* A key that is filled in and stands in the text; NULL if there is none. */
static const char *filled_in_of(const struct reader *r, const char *text) {
  const char *key;
  for (size_t i = 0; (key = scheme_key(r->c->scheme, i)); i++) {
    const char *at = strstr(text, key);
    const size_t length = strlen(key);
    if (at && !isalnum((unsigned char)at[length]) && at[length] != '_' && at[length] != '.' &&
        is_filled_in(r, key))
      return key;
  }
  return NULL;
}

void check_fault(struct reader *r, const char *key, const char *format, ...) {
  char text[1024];
  const char *scheme = words_scheme[r->c->scheme];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  const char *other = filled_in_of(r, text);
  const struct node *at = node_nearest(r->root, key);
  if (is_filled_in(r, key))
    fault_add(&r->faults, FAULT_CHECK, node_nearest(r->root, "scheme"), "scheme",
              "%s sets %s, which the case leaves out: %s, or scheme: classic, which does not set it", scheme,
              key, text);
  else if (other)
    fault_add(&r->faults, FAULT_CHECK, at, key,
              "%s; scheme: %s sets %s, which the case leaves out, and scheme: classic does not", text, scheme,
              other);
  else
    fault_add(&r->faults, FAULT_CHECK, at, key, "%s", text);
}

void check_file(struct reader *r, const char *key, const char *path, const char *expected) {
  struct stat info;
  char hint[PATH_HINT];
  if (stat(path, &info))
    check_fault(r, key, "'%s': %s; expected %s%s", path, strerror(errno), expected, path_hint(hint, path));
  else if (!S_ISREG(info.st_mode))
    check_fault(r, key, "'%s' is not a regular file; expected %s", path, expected);
}

void resolve_file(struct reader *r, char **file) {
  char folder[PATH_MAX], *whole;
  if (!*file || (*file)[0] == '/' || !realpath(r->c->path, folder)) return;
  if (asprintf(&whole, "%s/%s", dirname(folder), *file) < 0) {
    r->no_memory = true;
    return;
  }
  free(*file);
  *file = whole;
}

static double extent(const struct amphi_case *c, int axis) {
  return c->domain.high[axis] - c->domain.low[axis];
}

static void check_domain(struct reader *r) {
  const struct amphi_case *c = r->c;
  for (int i = 0; i < c->dimensions; i++) {
    if (!(extent(c, i) > 0))
      check_fault(r, "domain.high", "%g along %s is not above domain.low %g; expected low < high",
                  c->domain.high[i], words_axis[i], c->domain.low[i]);
    else if (extent(c, i) < CASE_AXIS_LEAST)
      check_fault(r, "domain.high", "the domain is %g m long along %s; expected at least %g m", extent(c, i),
                  words_axis[i], CASE_AXIS_LEAST);
    else if (extent(c, i) < c->dp * (1 - 1e-6))
      check_fault(r, "dp",
                  "%g m is larger than the domain along %s and cannot resolve it; expected at most %g m",
                  c->dp, words_axis[i], extent(c, i));
  }
}

double check_supports(const struct amphi_case *c, double length, int axis) {
  /* Where the axis does not wrap, nothing may meet across its end: the grid is two support radii longer on
   * either side. */
  double beyond = c->domain.periodic[axis] ? 0 : 4 / (1 + c->neighbours.skin);
  return length / c->dp / (case_support_spacings(c) * (1 + c->neighbours.skin)) + beyond;
}

/* The least dp of which the domain is no more than a case may be. */
static double least_dp(const struct amphi_case *c) {
  double unit = case_support_spacings(c) * (1 + c->neighbours.skin), volume = 1, least = 0;
  for (int i = 0; i < c->dimensions; i++) {
    volume *= extent(c, i) / unit;
    least = fmax(least, extent(c, i) / unit / CASE_AXIS_MOST);
  }
  return fmax(least, pow(volume / CASE_CUBES_MOST, 1.0 / c->dimensions));
}

static void check_size(struct reader *r) {
  const struct amphi_case *c = r->c;
  double cubes = 1, longest = 0;
  int axis = 0;
  for (int i = 0; i < c->dimensions; i++) {
    double supports = check_supports(c, extent(c, i), i);
    cubes *= supports;
    if (supports > longest) longest = supports, axis = i;
  }
  if (longest > CASE_AXIS_MOST)
    check_fault(r, "dp",
                "%g m makes the domain %.3g support radii long along %s; expected at most %d, dp >= %.3g m",
                c->dp, longest, words_axis[axis], CASE_AXIS_MOST, 1.01 * least_dp(c));
  else if (cubes > CASE_CUBES_MOST)
    check_fault(r, "dp",
                "%g m makes %.3g cells of a support radius in the domain; expected at most %d, dp >= %.3g m",
                c->dp, cubes, CASE_CUBES_MOST, 1.01 * least_dp(c));
}

/* Across the seam the lattice may be off by a ten-thousandth of a spacing. */
static bool fits(double length, double dp) {
  return fabs(length / dp - round(length / dp)) <= 1e-4;
}

/* Where all stands where files say, and no face is made of squares, there is no lattice to go on. */
static bool needs_lattice(const struct amphi_case *c) {
  for (size_t k = 0; k < c->wall_count + c->fluid_count; k++) {
    const struct body *b = k < c->wall_count ? &c->walls[k] : &c->fluids[k - c->wall_count];
    for (size_t i = 0; i < b->shape_count; i++)
      if (b->shapes[i].kind != SHAPE_POINTS) return true;
  }
  return c->opening_count > 0;
}

static bool fits_all(const struct amphi_case *c, double dp) {
  for (int i = 0; i < c->dimensions; i++)
    if (c->domain.periodic[i] && !fits(extent(c, i), dp)) return false;
  return true;
}

/* The dp nearest to the case's that divides `axis`, and the other periodic axes if there is one. */
static double fitting_dp(const struct amphi_case *c, int axis) {
  double length = extent(c, axis), count = fmax(1, round(length / c->dp));
  for (double off = 0; off < 1000; off++) {
    double finer = length / (count + off), coarser = count > off ? length / (count - off) : 0;
    bool fine = fits_all(c, finer), coarse = coarser > 0 && fits_all(c, coarser);
    if (fine && coarse) return fabs(finer - c->dp) < fabs(coarser - c->dp) ? finer : coarser;
    if (fine || coarse) return fine ? finer : coarser;
  }
  return length / count;
}

static void check_periodic(struct reader *r) {
  const struct amphi_case *c = r->c;
  /* The laws round to single precision. */
  double count = cpu_period_least(&c->cpu), support = case_support_radius(c) * (1 + 1e-6),
         least = count * support * (1 + c->neighbours.skin);
  for (int i = 0; i < c->dimensions; i++) {
    double length = extent(c, i);
    if (!c->domain.periodic[i]) continue;
    if (c->domain.open >> 2 * i & 3)
      check_fault(r, "domain.open",
                  "the domain is periodic along %s; expected a periodic axis without open faces",
                  words_axis[i]);
    if (needs_lattice(c) && !fits(length, c->dp))
      check_fault(r, "dp",
                  "the periodic extent %g m along %s is %.6g dp; expected a whole number: the nearest dp "
                  "that fits is "
                  "%.10g",
                  length, words_axis[i], length / c->dp, fitting_dp(c, i));
    else if (length < least)
      check_fault(r, "domain.periodic",
                  "the domain is %g m along %s; expected at least %g support radii with their skin, %.6g m",
                  length, words_axis[i], count, least);
  }
}

static void check_material(struct reader *r) {
  const struct amphi_case *c = r->c;
  bool gravity = c->gravity[0] != 0 || c->gravity[1] != 0 || c->gravity[2] != 0;
  /* The standard scheme looks at more, once particles have places (wcsph/start/foreseen.h). */
  if (c->material.speed_of_sound == 0 && c->material.expected_speed == 0 && !gravity &&
      c->scheme != SCHEME_STANDARD)
    check_fault(
        r, "material.speed_of_sound",
        "cannot be derived without gravity; expected material.speed_of_sound or material.expected_speed");
  if (!(c->limits.density[0] < 1 && c->limits.density[1] > 1))
    check_fault(r, "limits.density",
                "[%g, %g] does not enclose 1, the density at rest; expected [below 1, above 1]",
                c->limits.density[0], c->limits.density[1]);
}

bool check_has_viscosity(const struct amphi_case *c) {
  return (models_viscosity[c->viscosity.model].takes & TAKES_NU) != 0;
}

static void check_viscosity_file(struct reader *r, struct case_viscosity *v) {
  double low = 0, high;
  if (r->c->phase_count > 0)
    check_fault(r, "viscosity.file", "given beside 'phases', which have their own; expected none");
  if (!read_track(r, "viscosity.file", &v->file, &v->track, 1)) return;
  track_range(&v->track, 0, 0, &low, &high);
  if (!(low > 0)) check_fault(r, "viscosity.file", "has a factor of %g; expected factors above 0", low);
}

static void check_viscosity(struct reader *r) {
  const struct amphi_case *c = r->c;
  if (c->viscosity.bulk > 5.0 / 3.0 * c->viscosity.nu)
    check_fault(r, "viscosity.bulk", "%g m^2/s is more than 5/3 of viscosity.nu; expected at most %g m^2/s",
                c->viscosity.bulk, 5.0 / 3.0 * c->viscosity.nu);
  if (c->viscosity.file) check_viscosity_file(r, &r->c->viscosity);
  const char *key = c->rheology.model != RHEOLOGY_NEWTON     ? "rheology.model"
                    : c->turbulence.model != TURBULENCE_NONE ? "turbulence.model"
                                                             : NULL;
  if (key && !check_has_viscosity(c))
    check_fault(r, key,
                "changes the viscosity of viscosity.model " CHECK_VISCOSITIES
                ", and the case has %s; expected one of these three",
                words_viscosity[c->viscosity.model]);
  if (c->reconstruction != RECONSTRUCTION_NONE && c->viscosity.model != VISCOSITY_RIEMANN)
    check_fault(r, "reconstruction",
                "%s reduces what viscosity.model riemann dissipates, and it is %s; expected none",
                words_reconstruction[c->reconstruction], words_viscosity[c->viscosity.model]);
}

/* The damper's pressure follows the rate of density, brezzi diffusion makes a rate of pressure: under two
 * interleaved levels of time that goes round and grows. */
static void check_damper(struct reader *r) {
  const struct amphi_case *c = r->c;
  if (c->damper.model == DAMPER_SUN && c->diffusion.model == DIFFUSION_BREZZI &&
      c->integrator.scheme == INTEGRATOR_VERLET)
    check_fault(
        r, "acoustic_damper.model",
        "sun makes a pressure of the rate of density, density_diffusion.model brezzi a rate of that, and "
        "integrator.scheme verlet lets it grow; expected adams_bashforth or symplectic, or another "
        "diffusion");
}

/* Sub-steps know the viscous term of one fluid, between walls and bodies. */
static void check_substeps(struct reader *r) {
  const struct amphi_case *c = r->c;
  const char *key = "viscosity.substeps";
  if (c->viscosity.substeps <= 1) return;
  if (c->integrator.scheme != INTEGRATOR_SYMPLECTIC)
    check_fault(r, key, "integrator.scheme %s has two histories of velocity; expected symplectic, or 1",
                words_integrator[c->integrator.scheme]);
  if (c->phase_count > 0)
    check_fault(r, key,
                "the case has phases, whose viscous term stands among the others that go over their masses; "
                "expected 1");
  if (c->opening_count > 0)
    check_fault(r, key,
                "the case has open boundaries, whose velocities are given, and sub-steps would change them; "
                "expected 1");
}

/* The weight of the fluid above is found in columns of the lattice. */
static void check_upright(struct reader *r, const struct body *fluid) {
  const double *g = r->c->gravity;
  char key[FAULT_KEY];
  if (fluid->hydrostatic && fluid->shapes[0].kind == SHAPE_POINTS) {
    snprintf(key, sizeof key, "fluids.%s.hydrostatic", fluid->name);
    check_fault(r, key, "points form no columns, by which the weight above is found; expected false");
    return;
  }
  if (!fluid->hydrostatic || case_gravity_axis(r->c) >= 0 || (g[0] == 0 && g[1] == 0 && g[2] == 0)) return;
  snprintf(key, sizeof key, "fluids.%s.hydrostatic", fluid->name);
  check_fault(
      r, key,
      "the weight of the fluid above needs gravity along one axis, it is [%g, %g, %g]; expected false, "
      "which begins at the density of rest, or gravity along one axis and the case turned",
      g[0], g[1], g[2]);
}

/* Formulas of what a fluid begins with. */
static void check_initial(struct reader *r, const struct body *fluid) {
  static const char *const keys[] = {"vx", "vy", "vz", "density"};
  const char *const formulas[] = {fluid->initial.velocity[0], fluid->initial.velocity[1],
                                  fluid->initial.velocity[2], fluid->initial.density};
  const char *names[FORMULA_PLACE_NAMES];
  double place[FORMULA_PLACE_NAMES] = {0};
  char key[FAULT_KEY];
  formula_place_names(names, r->c->dimensions, false);
  for (int i = 0; i < 4; i++) {
    struct expression *e;
    if (!formulas[i]) continue;
    snprintf(key, sizeof key, "fluids.%s.initial.%s", fluid->name, keys[i]);
    if (i == 2 && r->c->dimensions == 2) {
      check_fault(r, key, "means nothing in 2-D");
    } else if (fluid->field != FIELD_UNIFORM && i < 3) {
      check_fault(r, key, "given beside field taylor-green; expected one of the two");
    } else if (r->c->density == DENSITY_SUMMATION && i == 3) {
      check_fault(r, key, "given beside density_equation summation, by which the density is a sum");
    } else if (fluid->hydrostatic && i == 3) {
      check_fault(r, key, "given beside hydrostatic true; expected one of the two");
    } else if (expression_open(&e, formulas[i], names, place) != STATUS_OK) {
      check_fault(r, key, "%s", error_text());
    } else {
      expression_close(e);
    }
  }
}

static void check_fluids(struct reader *r) {
  const struct amphi_case *c = r->c;
  for (size_t k = 0; k < c->fluid_count; k++) check_initial(r, &c->fluids[k]);
  for (size_t k = 0; k < c->fluid_count; k++) check_upright(r, &c->fluids[k]);
  for (size_t k = 0; k < c->fluid_count; k++)
    for (int i = 0; i < c->dimensions; i++) {
      if (!c->fluids[k].hydrostatic || !c->domain.periodic[i] || c->gravity[i] == 0) continue;
      char key[FAULT_KEY];
      snprintf(key, sizeof key, "fluids.%s.hydrostatic", c->fluids[k].name);
      check_fault(r, key, "gravity acts along the periodic axis %s, where there is no depth; expected false",
                  words_axis[i]);
    }
}

static void check_height(struct reader *r, const struct gauge *g) {
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "gauges.%s.type", g->name);
  check_fault(r, key,
              "a %s gauge measures along gravity; expected gravity along one axis, it is [%g, %g, %g]",
              gauge_rows[g->kind].word, r->c->gravity[0], r->c->gravity[1], r->c->gravity[2]);
}

/* How a pressure gauge measures. */
static void check_sensor(struct reader *r, const struct gauge *g) {
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "gauges.%s.size", g->name);
  if (g->size > 0.0 && g->wall < 0) check_fault(r, key, "it needs the name of a wall at 'on'");
  snprintf(key, sizeof key, "gauges.%s.frequency", g->name);
  if (g->frequency * g->interval > 0.25)
    check_fault(r, key, "%g Hz at samples every %g s; expected at most %g Hz, four samples a period",
                g->frequency, g->interval, 0.25 / g->interval);
  snprintf(key, sizeof key, "gauges.%s.average", g->name);
  if (g->average > g->interval)
    check_fault(r, key, "%g s of samples every %g s; expected at most the interval", g->average, g->interval);
}

/* What a gauge stands on or goes with is rigid. */
static void check_carrier(struct reader *r, const struct gauge *g) {
  const struct amphi_case *c = r->c;
  const int wall = gauge_wall(g);
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "gauges.%s.%s", g->name, g->wall >= 0 ? "on" : "moves_with");
  if (wall < 0) return;
  if (c->walls[wall].flexible.given)
    check_fault(r, key, "wall '%s' bends, and no place goes with all of it; expected another wall",
                c->walls[wall].name);
  else if (g->carrier >= 0 && g->wall >= 0)
    check_fault(r, key, "given beside 'moves_with'; a gauge on a wall goes with it; expected one of the two");
  else if (g->carrier >= 0 && !g->moves)
    check_fault(r, key, "wall '%s' stays; expected one with 'motion', or a body", c->walls[wall].name);
}

/* `on`: of a force gauge it says all, of others it helps with `at`. */
static void check_on(struct reader *r, const struct gauge *g) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "gauges.%s.on", g->name);
  const bool whole = gauge_is_whole(g->kind);
  if (whole && g->wall < 0)
    check_fault(r, key, "missing; a %s gauge needs the name of a wall", gauge_rows[g->kind].word);
  else if (gauge_rows[g->kind].stand == GAUGE_OF_BODY && !c->walls[g->wall].freedom.given)
    check_fault(r, key, "wall '%s' has no 'body'; expected one that has", c->walls[g->wall].name);
  else if (gauge_rows[g->kind].stand == GAUGE_OF_STRUCTURE && !c->walls[g->wall].flexible.given)
    check_fault(r, key, "wall '%s' is not 'flexible'; expected one that is", c->walls[g->wall].name);
  if (!whole) check_carrier(r, g);
}

static bool is_zero3(const double v[3]) {
  return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0;
}

static bool is_in_domain(const struct amphi_case *c, const double x[3]) {
  for (int i = 0; i < c->dimensions; i++) {
    const double slack = 1e-9 * extent(c, i);
    if (x[i] < c->domain.low[i] - slack || x[i] > c->domain.high[i] + slack) return false;
  }
  return true;
}

/* Of a gauge along a line or over a face. */
static void check_line(struct reader *r, const struct gauge *g) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  double way[3], corner[3], normal[3];
  for (int a = 0; a < 3; a++) way[a] = g->to[a] - g->at[a], corner[a] = g->at[a] + g->side[a];
  snprintf(key, sizeof key, "gauges.%s.to", g->name);
  if (is_zero3(way))
    check_fault(r, key, "is where 'at' is; expected two places");
  else if (!is_in_domain(c, g->to))
    check_fault(r, key, "is outside the domain; expected a place in it");
  snprintf(key, sizeof key, "gauges.%s.type", g->name);
  if (gauge_needs(g->kind, GAUGE_GRAVITY) && case_gravity_axis(c) < 0)
    check_fault(r, key, "needs gravity along one axis, to know what is up");
  if (gauge_rows[g->kind].stand != GAUGE_ACROSS) return;
  snprintf(key, sizeof key, "gauges.%s.side", g->name);
  cross3(way, g->side, normal);
  if (c->dimensions == 2 && !is_zero3(g->side))
    check_fault(r, key, "means nothing in 2-D; expected none: the face is the line to 'to'");
  else if (c->dimensions == 3 && is_zero3(normal))
    check_fault(r, key, "spans no face with 'to'; expected another direction");
  else if (!is_in_domain(c, corner))
    check_fault(r, key, "leads out of the domain; expected a corner in it");
}

static void check_warm_gauge(struct reader *r, const struct gauge *g) {
  char key[FAULT_KEY];
  if (r->c->heat.model != HEAT_NONE || !gauge_needs(g->kind, GAUGE_TEMPERATURES)) return;
  snprintf(key, sizeof key, "gauges.%s.type", g->name);
  check_fault(r, key, "the case has no temperature; expected heat.model conduction, or another gauge");
}

static void check_gauge(struct reader *r, const struct gauge *g) {
  const struct amphi_case *c = r->c;
  int axis = case_gravity_axis(c);
  char key[FAULT_KEY];
  check_on(r, g);
  check_sensor(r, g);
  check_warm_gauge(r, g);
  if (gauge_is_whole(g->kind) || gauge_rows[g->kind].stand == GAUGE_OF_ALL || gauge_is_of_cable(g->kind))
    return;
  if (gauge_is_line(g->kind)) check_line(r, g);
  if (gauge_is_upright(g->kind) && axis < 0) {
    check_height(r, g);
    return;
  }
  snprintf(key, sizeof key, "gauges.%s.at", g->name);
  for (int i = 0; i < c->dimensions; i++) {
    double slack = 1e-9 * extent(c, i);
    if (gauge_is_upright(g->kind) && i == axis) continue;
    if (g->at[i] < c->domain.low[i] - slack || g->at[i] > c->domain.high[i] + slack)
      check_fault(r, key, "%g along %s is outside the domain; expected %g to %g", g->at[i], words_axis[i],
                  c->domain.low[i], c->domain.high[i]);
  }
}

void check_output(struct reader *r) {
  const struct amphi_case *c = r->c;
  if (c->output.snapshots != SNAPSHOTS_NONE) return;
  if (c->output.time_count)
    check_fault(r, "output.times", "are moments of snapshots, and output.snapshots is none");
  if (c->output.surfaces)
    check_fault(r, "output.surfaces", "stand beside snapshots, and output.snapshots is none");
}

void check_wcsph(struct reader *r) {
  resolve_wcsph(r);
  check_domain(r);
  if (!r->faults.any) check_size(r);
  if (r->faults.any) return; /* what follows divides and counts by these */
  r->has_lattice = true;
  check_periodic(r);
  check_material(r);
  check_viscosity(r);
  check_damper(r);
  check_substeps(r);
  check_phases(r);
  check_eddies(r);
  check_heat(r);
  check_walls(r);
  check_fluids(r);
  check_motions(r);
  check_structures(r);
  check_cables(r);
  check_zones(r);
  check_shapes(r);
  check_resolution(r);
  for (int a = 0; a < r->c->dimensions; a++)
    if (r->c->method == METHOD_WCSPH && r->c->output.low[a] >= r->c->output.high[a])
      check_fault(r, "output.high", "is not above 'low' along %c: %g and %g m; expected low < high", "xyz"[a],
                  r -> c -> output.high[a], r->c->output.low[a]);
  for (size_t i = 0; i < r->c->gauge_count; i++) check_gauge(r, &r->c->gauges[i]);
}
