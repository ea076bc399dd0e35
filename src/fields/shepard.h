/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FIELDS_SHEPARD_H
#define FIELDS_SHEPARD_H
/* Values of the fluid between its particles: sum of V W f over sum of V W (Shepard 1968, Proc. 23rd ACM Nat.
 * Conf., 517-524), as gauges read them. */
#include "case/choices.h"
#include "fields/cloud.h"

struct shepard {
  const struct frame *frame;
  const struct cloud *cloud; /* the fluid of `frame`, in cells at least as long as the support radius */
  enum kernel_kind kernel;
  int dimensions;
  double h;         /* m, smoothing length of particles with scale 1 in the cloud */
  double volume;    /* m^3 (m^2 in 2-D) of such a particle at density `density` */
  double density;   /* kg/m^3 */
  double period[3]; /* m; 0: not periodic */
};

enum { SHEPARD_FIELDS = 16 };

/* The fields named in a comma-separated list. STATUS_USAGE for more than SHEPARD_FIELDS, an unknown name, and
 * fields such as ids, whose values cannot be averaged. */
int shepard_choose(const struct frame *frame, const char *path, const char *names,
                   const struct field *fields[SHEPARD_FIELDS], size_t *count);

/* At each of `count` points the share of the kernel that is fluid, into share[], and the mean of each field,
 * into values[field][point * components + k]; NaN where the share is below `least`. The result does not
 * depend on the number of threads. */
void shepard_read(const struct shepard *s, const double (*at)[3], size_t count, double least,
                  const struct field *const fields[], size_t field_count, float *share,
                  float *const values[]);

#endif
