/* SPDX-License-Identifier: BSD-3-Clause */
/* Which models can be combined with which wall models. */
#include <stdio.h>

#include "case/read.h"

/* What takes walls for particles that lie as fluid does, which segments do not. */
static void check_models_of_segments(struct reader *r) {
  const struct amphi_case *c = r->c;
  const struct {
    bool wrong;
    const char *key, *word, *why;
  } all[] = {
      {c->kernel != KERNEL_WENDLAND, "kernel", words_kernel[c->kernel],
       "has integrals of its own; expected wendland"},
      {c->formulation != FORMULATION_MASS, "formulation", words_formulation[c->formulation],
       "has no terms for such walls; expected mass"},
      {c->viscosity.model > VISCOSITY_LAMINAR, "viscosity.model", words_viscosity[c->viscosity.model],
       "has no stress for such walls; expected none, artificial or laminar"},
      {c->rheology.model != RHEOLOGY_NEWTON, "rheology.model", words_rheology[c->rheology.model],
       "treats walls as fluid; expected newton"},
      {c->viscosity.substeps > 1, "viscosity.substeps", "they", "treat walls as fluid; expected 1"},
      {c->turbulence.model != TURBULENCE_NONE, "turbulence.model", words_turbulence[c->turbulence.model],
       "treats walls as fluid; expected none"},
      {c->diffusion.model == DIFFUSION_ANTUONO, "density_diffusion.model", "antuono",
       "treats walls as fluid; expected another"},
      {c->density != DENSITY_CONTINUITY, "density_equation", words_density[c->density],
       "sums over walls as over fluid; expected continuity"},
      {c->correction != CORRECTION_NONE, "gradient_correction", words_correction[c->correction],
       "treats walls as fluid; expected none"},
      {c->shifting.model != SHIFTING_NONE && c->shifting.model != SHIFTING_XSPH, "shifting.model",
       words_shifting[c->shifting.model], "treats walls as fluid; expected none or xsph"},
      {c->settle > 0, "settle", "it", "treats walls as fluid; expected 0"},
      {c->heat.model != HEAT_NONE, "heat.model", words_heat[c->heat.model],
       "conducts through particles of walls; expected none"},
      {c->opening_count > 0, "open_boundaries", "they", "are closed by rows of particles; expected none"},
      {c->frame.given, "frame", "it", "moves the walls; expected none"},
  };
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    if (all[k].wrong)
      check_fault(r, all[k].key, "%s, beside boundary.model semi_analytical, %s, or boundary.model dummy",
                  all[k].word, all[k].why);
}

bool check_has_outline(const struct amphi_case *c, const struct shape *s) {
  const enum shape_kind kind = shape_form(s);
  const bool flat = c->dimensions == 2;
  return kind == SHAPE_BOX || kind == SHAPE_SPHERE || kind == SHAPE_PLANE ||
         (flat ? kind == SHAPE_POLYGON : kind == SHAPE_CYLINDER || kind == SHAPE_SURFACE);
}

static void check_segments(struct reader *r) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  check_models_of_segments(r);
  for (size_t k = 0; k < c->wall_count; k++) {
    const struct body *b = &c->walls[k];
    snprintf(key, sizeof key, "walls.%s", b->name);
    if (b->freedom.given)
      check_fault(r, key,
                  "is a body, and what boundary.model semi_analytical walls take from the fluid is not what "
                  "they give "
                  "it; expected one at rest or with a motion");
    for (size_t j = 0; j < b->shape_count; j++)
      if (!check_has_outline(c, &b->shapes[j]))
        check_fault(r, key,
                    "has a shape whose outline boundary.model semi_analytical does not know; expected boxes, "
                    "spheres, planes%s",
                    c->dimensions == 2 ? " and polygons" : ", cylinders and files of triangles");
  }
}

void check_walls(struct reader *r) {
  const struct amphi_case *c = r->c;
  if ((models_boundary[c->boundary.model].takes & TAKES_REPULSION) && c->packing != PACKING_LATTICE)
    check_fault(r, "packing", "surface would place fluid where boundary.model %s repels; expected lattice",
                words_boundary[c->boundary.model]);
  if ((models_boundary[c->boundary.model].takes & TAKES_REPULSION) &&
      (c->correction == CORRECTION_REVERSE || c->correction == CORRECTION_ADJOINT))
    check_fault(
        r, "gradient_correction",
        "%s corrects inside fluid and beside walls that continue it, which boundary.model %s does not; "
        "expected symmetric or none",
        words_correction[c->correction], words_boundary[c->boundary.model]);
  if ((models_boundary[c->boundary.model].takes & TAKES_REPULSION) && c->density == DENSITY_SUMMATION)
    check_fault(r, "density_equation",
                "summation takes walls for fluid that goes on, and boundary.model %s makes them of particles "
                "that push from outside; expected continuity, or boundary.model dummy",
                words_boundary[c->boundary.model]);
  if (c->boundary.model == BOUNDARY_MDBC && c->boundary.slip_length > 0.0)
    check_fault(
        r, "boundary.slip_length",
        "each particle of mdbc walls would need a share of its own of the fluid's velocity; expected 0, or "
        "boundary.model dummy");
  if (c->free_surface == FREE_SURFACE_NONE && !case_walls_pull(c->boundary.model))
    check_fault(
        r, "free_surface",
        "none wants walls that pull, which boundary.model %s walls cannot; expected some, or boundary.model "
        "dummy",
        words_boundary[c->boundary.model]);
  if (c->boundary.model == BOUNDARY_SEMI_ANALYTICAL) check_segments(r);
  if (c->boundary.model == BOUNDARY_SEMI_ANALYTICAL && c->boundary.slip_length > 0.0)
    check_fault(r, "boundary.slip_length",
                "is not implemented for semi_analytical walls; expected 0, or boundary.model dummy");
}
