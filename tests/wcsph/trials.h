/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_WCSPH_TRIALS_H
#define TESTS_WCSPH_TRIALS_H
/* What every backend must compute as the others do. CMocka's headers must come first. */
#include "setup.h"

/* Small versions of every case, and of every law that has specialised code. */
static const struct {
  const char *name;
  char *overrides[10];
} trials[] = {
    {"dambreak-building", {"dp=0.04"}},
    {"dambreak-building", {"dp=0.04", "kernel=cubic", "summation=plain"}},
    {"dambreak-building", {"dp=0.04", "boundary={model: dummy, slip: free}", "walls.tank.shapes.0.layers=4"}},
    {"dambreak-building",
     {"dp=0.04", "integrator.scheme=symplectic", "density_diffusion={model: molteni, delta: 0.1}"}},
    {"dambreak-building", {"dp=0.04", "formulation=volume", "viscosity={model: laminar, nu: 0.001}"}},
    {"spheric02", {"dp=0.0805"}},
    {"dambreak2d", {"dp=0.01"}},
    {"still-water-2d", {NULL}},
    {"still-water-3d", {"dp=0.1", "summation=plain"}},
    {"dambreak-building", {"dp=0.04", "shifting={model: sun, every: 2}"}},
    {"dambreak-building",
     {"dp=0.04", "density_diffusion={model: antuono, delta: 0.1}", "boundary={model: dummy, slip: no}",
      "walls.tank.shapes.0.layers=4"}},
    {"taylor-green", {"dp=0.04", "shifting={model: none}"}}, /* shifted lattices buckle: chaos by step 150 */
    {"poiseuille", {NULL}},
    {"dambreak-building", /* pushed into the water */
     {"dp=0.04", "walls.building.shapes.0.low=[0.44, 0.24, 0]",
      "walls.building.shapes.0.high=[0.56, 0.36, 0.44]",
      "walls.building.motion={velocity: [-1, 0.5, 0.1], from: 0.004, to: 0.03}"}},
};
enum { TAYLOR_GREEN = 11, TRIALS = sizeof trials / sizeof *trials };

#endif
