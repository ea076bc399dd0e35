/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_SEEK_H
#define OFFLOAD_WCSPH_SEEK_H
/* Which particles belong into a particle's column of a list, whatever its layout. */
#include "offload/pack.h"
#include "wcsph/particle.h"

/* A particle that looks for neighbours. */
struct seeker {
  struct position at;
  uint32_t self, rows;
  float quantum[3], meet2, support2; /* m^2: of support and skin, and of the support */
  float unit2;                       /* m^2: of paths; 0: there are none */
};

/* Candidate j, which is at p, into the column if they may meet. */
static inline __attribute__((always_inline)) void seeker_try(struct packing *c, const struct seeker *q,
                                                             const struct position *p, uint32_t j) {
  float dx = lane_from_int((int32_t)(q->at.x - p->x)) * q->quantum[0];
  float dy = lane_from_int((int32_t)(q->at.y - p->y)) * q->quantum[1];
  float dz = lane_from_int((int32_t)(q->at.z - p->z)) * q->quantum[2];
  float r2 = (dx * dx + dy * dy) + dz * dz;
  bool meets = r2 < q->meet2;
  if (q->unit2 > 0.0f) {
    const int32_t one = (int32_t)q->at.path, other = (int32_t)p->path;
    const int32_t x = path_along(one, 0) - path_along(other, 0);
    const int32_t y = path_along(one, 1) - path_along(other, 1);
    const int32_t z = path_along(one, 2) - path_along(other, 2);
    meets = path_meets(r2, lane_from_int(x * x + y * y + z * z) * q->unit2, q->meet2);
  }
  if (!meets || j == q->self) return;
  c->inside += r2 < q->support2;
  pack_put(c, j, q->rows);
}

/* How far it must look, m: as far as it meets one that goes the longest path against it. */
static inline float seeker_reach(const struct position *at, float reach, float unit) {
  if (unit == 0.0f) return reach;
  float path2 = 0.0f;
  for (int a = 0; a < 3; a++) {
    const float along = lane_from_int(path_along((int32_t)at->path, a));
    path2 += along * along;
  }
  return reach + 0.5005f * unit * (lane_bounded_sqrt(path2) + PATH_MOST);
}

#endif
