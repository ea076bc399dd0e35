/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_KERNEL_H
#define WCSPH_MODELS_KERNEL_H
/* All smoothing kernels behind one switch on a value that is constant in a compiled variant. */
#include "case/choices.h"
#include "wcsph/models/kernel_cubic.h"
#include "wcsph/models/kernel_gaussian.h"
#include "wcsph/models/kernel_quadratic.h"
#include "wcsph/models/kernel_wendland.h"
#include "wcsph/models/kernel_wendland4.h"

/* Of the row of a kernel in case/choices.json. */
struct kernel_row {
  double radius;           /* support radius / h */
  double norm_2d, norm_3d; /* W(r) = norm / h^dim w(r/h) */
  double f_scale;          /* F(r) = f_scale norm / h^(dim+2) f(r/h) */
  double stiffness;        /* the fastest decay by laminar viscosity is stiffness nu / h^2 */
};
static const struct kernel_row kernel_rows[] __attribute__((unused)) = {
#define X(constant, word, takes, what, paper, formula, ...) [constant] = {__VA_ARGS__},
    KERNELS(X)
#undef X
};

/* W(r) h^dim / norm at q = r/h. */
static inline real_t kernel_w(enum kernel_kind kernel, real_t q) {
  switch (kernel) {
#define X(constant, word, takes, what, paper, formula, ...)                                                  \
  case constant:                                                                                             \
    return formula##_w(q);
    KERNELS(X)
#undef X
  }
  return lane_set(0.0f);
}

/* F(r) h^(dim+2) / (norm scale) at q = r/h. */
static inline real_t kernel_f(enum kernel_kind kernel, real_t q) {
  switch (kernel) {
#define X(constant, word, takes, what, paper, formula, ...)                                                  \
  case constant:                                                                                             \
    return formula##_f(q);
    KERNELS(X)
#undef X
  }
  return lane_set(0.0f);
}

#endif
