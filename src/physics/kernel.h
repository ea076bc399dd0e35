/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PHYSICS_KERNEL_H
#define PHYSICS_KERNEL_H
/* All smoothing kernels behind one switch on a value that is constant in a compiled variant. */
#include "case/case.h"
#include "physics/kernel_cubic.h"
#include "physics/kernel_wendland.h"

/* name, word in case files, support radius / h, normalisation in 2-D and 3-D, scale of f. */
#define KERNELS(X)                                                                                           \
  X(WENDLAND, wendland, WENDLAND_RADIUS, WENDLAND_NORM_2D, WENDLAND_NORM_3D, WENDLAND_F_SCALE)               \
  X(CUBIC, cubic, CUBIC_RADIUS, CUBIC_NORM_2D, CUBIC_NORM_3D, CUBIC_F_SCALE)

struct kernel_row {
  double radius;           /* support radius / h */
  double norm_2d, norm_3d; /* W(0) = norm / h^dim, if w(0) = 1 */
  double f_scale;          /* F(r) = f_scale norm / h^(dim+2) f(r/h) */
};
static const struct kernel_row kernel_rows[] __attribute__((unused)) = {
#define X(NAME, name, radius, norm2, norm3, scale) [KERNEL_##NAME] = {radius, norm2, norm3, scale},
    KERNELS(X)
#undef X
};

/* W(r) h^dim / norm at q = r/h. */
static inline real_t kernel_w(enum kernel_kind kernel, real_t q) {
  switch (kernel) {
#define X(NAME, name, radius, norm2, norm3, scale)                                                           \
  case KERNEL_##NAME:                                                                                        \
    return name##_w(q);
    KERNELS(X)
#undef X
  }
  return lane_set(0.0f);
}

/* F(r) h^(dim+2) / (norm scale) at q = r/h. */
static inline real_t kernel_f(enum kernel_kind kernel, real_t q) {
  switch (kernel) {
#define X(NAME, name, radius, norm2, norm3, scale)                                                           \
  case KERNEL_##NAME:                                                                                        \
    return name##_f(q);
    KERNELS(X)
#undef X
  }
  return lane_set(0.0f);
}

#endif
