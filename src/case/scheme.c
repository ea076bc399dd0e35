/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/scheme.h"

#include <string.h>

/* Where a scheme differs from the fallbacks of the schema, which are those of `classic`. */
static const struct {
  enum case_scheme scheme;
  const char *key, *value;
} rows[] = {
    {SCHEME_STANDARD, "formulation", "incompressible"},
    {SCHEME_STANDARD, "material.gamma", "1"}, /* linear: water at rest is what its diffusion takes it for */
    {SCHEME_STANDARD, "material.lowest_density", "0.998"},
    {SCHEME_STANDARD, "smoothing_ratio", "2.45"}, /* square lattices bear pressure: docs/theory/kernels.md */
    {SCHEME_STANDARD, "free_surface", "find"},
    {SCHEME_STANDARD, "packing", "surface"}, /* steps drag what glides along them */
    {SCHEME_STANDARD, "density_diffusion.model", "adaptive"},
    {SCHEME_STANDARD, "viscosity.model", "riemann"},
    {SCHEME_STANDARD, "viscosity.alpha", "0.01"},
    {SCHEME_STANDARD, "viscosity.onset", "0.005"}, /* with 0.01 and more impacts are noisier */
    {SCHEME_STANDARD, "boundary.model", "dummy"},
    {SCHEME_STANDARD, "boundary.slip", "free"},
    {SCHEME_STANDARD, "acoustic_damper.model", "sun"},
    {SCHEME_STANDARD, "gradient_correction",
     "surface"}, /* or waves die: strain under a surface counts as compression */
    {SCHEME_STANDARD, "gradients_every", "8"},
    {SCHEME_STANDARD, "shifting.model", "plus"},
    {SCHEME_STANDARD, "shifting.strength", "1"}, /* more of it and waves come early and low */
    {SCHEME_STANDARD, "shifting.measure", "strain"},
    {SCHEME_STANDARD, "shifting.every", "8"},
    {SCHEME_STANDARD, "integrator.scheme", "adams_bashforth"},
    {SCHEME_STANDARD, "integrator.cfl", "0.3"},
    {SCHEME_DUALSPHYSICS, "viscosity.alpha", "0.01"},
};

/* In 2-D a wide kernel costs nothing, for it allows longer steps, and among more neighbours waves live
 * longer, the longer the less density diffuses. In 3-D it has 1.7 times as many neighbours as with a ratio of
 * 2, with which less diffusion makes noise and hardly helps a wave. */
static const struct {
  const char *key, *value;
} standard_in_space[] = {{"smoothing_ratio", "2"}, {"density_diffusion.model", "fourtakas"}};

const char *scheme_says(enum case_scheme s, const char *key, int dimensions) {
  for (size_t i = 0;
       s == SCHEME_STANDARD && dimensions == 3 && i < sizeof standard_in_space / sizeof *standard_in_space;
       i++)
    if (strcmp(standard_in_space[i].key, key) == 0) return standard_in_space[i].value;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].scheme == s && strcmp(rows[i].key, key) == 0) return rows[i].value;
  return NULL;
}

const char *scheme_key(enum case_scheme s, size_t number) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].scheme == s && number-- == 0) return rows[i].key;
  return NULL;
}

const char *scheme_default(const struct amphi_case *c, const char *key) {
  if (c->method != METHOD_WCSPH) return NULL;
  if (strcmp(key, "integrator.scheme") == 0 && c->viscosity.substeps > 1) return "symplectic";
  /* Other integrators bear shorter steps. */
  if (strcmp(key, "integrator.cfl") == 0 && c->integrator.scheme != INTEGRATOR_ADAMS_BASHFORTH) return NULL;
  /* To a fluid with a viscosity of its own walls stick; what keeps water quiet must not act along them. */
  if (strcmp(key, "boundary.slip") == 0 && models_viscosity[c->viscosity.model].takes & TAKES_NU) return NULL;
  /* What water with a surface to the air does not bear, water that fills its walls may. */
  const bool falls = c->gravity[0] != 0.0 || c->gravity[1] != 0.0 || c->gravity[2] != 0.0;
  if (strcmp(key, "material.lowest_density") == 0 && !falls) return NULL;
  /* A Riemann solver takes two particles for states of one fluid. */
  if (strcmp(key, "viscosity.model") == 0 && c->phase_count > 0) return NULL;
  /* Layers that glide along each other rub by the unevenness of their sums: among more neighbours they are
   * more even. */
  if (strcmp(key, "smoothing_ratio") == 0 && c->phase_count > 0 && c->dimensions == 2 &&
      c->scheme == SCHEME_STANDARD)
    return "2.6";
  /* It measures densities by one speed of sound; each phase has its own. */
  if (strcmp(key, "density_diffusion.model") == 0 && c->phase_count > 0) return NULL;
  /* Nor are masses of phases the same, nor the densities of walls before them. */
  if (strcmp(key, "formulation") == 0 && c->phase_count > 0) return "volume";
  if (strcmp(key, "boundary.model") == 0 && c->phase_count > 0) return "dummy";
  /* Between phases stress is continuous with the harmonic mean, whatever the scheme. */
  if (strcmp(key, "rheology.average") == 0 && c->phase_count > 0) return "harmonic";
  return scheme_says(c->scheme, key, c->dimensions);
}

/* Morris' term takes a free surface for one across which velocity does not change, not for one without
 * stress: a wave then decays by half of what it should (Colagrossi, Antuono & Le Touze 2009, Phys. Rev. E 79,
 * 056701). */
void scheme_resolve(struct amphi_case *c) {
  if (c->scheme == SCHEME_STANDARD && c->viscosity.model == VISCOSITY_LAMINAR)
    c->viscosity.model = VISCOSITY_MONAGHAN;
}

static bool word_is(const struct node *map, const char *key, const char *const words[]) {
  const struct node *n = map && map->kind == NODE_MAP ? node_child(map, key) : NULL;
  for (size_t i = 0; n && n->kind == NODE_SCALAR && words[i]; i++)
    if (strcmp(n->text, words[i]) == 0) return true;
  return false;
}

enum case_scheme scheme_of(const struct node *root) {
  static const char *const foreign[] = {"heat", "turbulence", "rheology", NULL};
  static const char *const walls[] = {"lennard_jones", "monaghan_kajtar", "semi_analytical", NULL};
  static const char *const volume[] = {"volume", NULL}, *const summation[] = {"summation", NULL};
  const struct node *given = node_child(root, "scheme"), *viscosity = node_child(root, "viscosity");
  for (int s = 0; given && given->kind == NODE_SCALAR && words_scheme[s]; s++)
    if (strcmp(given->text, words_scheme[s]) == 0) return (enum case_scheme)s;
  for (size_t i = 0; foreign[i]; i++)
    if (node_child(root, foreign[i])) return SCHEME_CLASSIC;
  if (word_is(node_child(root, "boundary"), "model", walls) ||
      (word_is(root, "formulation", volume) && !node_child(root, "phases")) ||
      word_is(root, "density_equation", summation))
    return SCHEME_CLASSIC;
  if (viscosity && viscosity->kind == NODE_MAP && node_child(viscosity, "substeps")) return SCHEME_CLASSIC;
  return SCHEME_STANDARD;
}
