/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_CROWD_H
#define GEOMETRY_CROWD_H
/* Particles in layers along surfaces (geometry/layers.h), pushed apart until they are even. */
#include "geometry/filled.h"
#include "geometry/followed.h"

/* How far fluid is pushed apart, spacings. */
#define CROWD_FLUID 3.2

/* What is pushed, first those that move. */
struct crowd {
  double (*x)[3];
  uint32_t *body, *layer;
  size_t count, movers, room;
  bool fluid;
};

/* STATUS_FAILED without memory. */
int crowd_add(struct crowd *k, const double x[3], size_t body, uint32_t layer);
void crowd_free(struct crowd *k);

/* Onto a layer of a wall, or as near to it as the wall is thick; false: no place inside was found. *least: no
 * piece of the wall's surface is nearer to x than that, before and after. */
bool crowd_keep_in_layer(const struct followed *w, double x[3], size_t wall, uint32_t layer, double *least);

/* Where fluid may be: at least half a spacing off every surface, in cubes that its shapes
 * cover. *clear: how far it is from such surfaces at least. */
void crowd_keep_off(const struct followed *w, const struct filled *b, const double from[3], double x[3],
                    double *clear);

/* `bodies`: of the case, walls before fluids. STATUS_FAILED without memory. */
int crowd_push_apart(const struct followed *w, const struct filled *bodies, struct crowd *k);

#endif
