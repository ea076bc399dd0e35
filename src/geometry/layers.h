/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_LAYERS_H
#define GEOMETRY_LAYERS_H
/* Layers of wall particles that follow slanted and round surfaces, in place of the lattice's steps: the
 * outermost half a spacing inside the surface, the next a spacing deeper, a spacing apart in each. A stepped
 * surface drags water that should glide along it.
 * Each layer has as many particles as its volume has cubes of side dp. They are spread along the surface,
 * then pushed apart within their layer, as codes that pack particles do (Negi & Ramachandran 2021, Comput.
 * Phys. Commun., 108008; Colagrossi, Bouscasse, Antuono & Marrone 2012, Comput. Phys. Commun. 183,
 * 1641-1653). Faces across an axis keep their sites.
 * Fluid along such a surface begins in layers too, and is pushed apart until it is even. */
#include "geometry/filled.h"
#include "geometry/shape.h"

/* Of all bodies, walls before fluids: their `points`, where they have layers along such surfaces.
 * STATUS_FAILED without memory; STATUS_USAGE as mesh_make. */
int layers_follow(struct filled *bodies, const struct amphi_case *c, const struct lattice *l);

#endif
