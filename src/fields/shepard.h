/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FIELDS_SHEPARD_H
#define FIELDS_SHEPARD_H
/* The fluid between its particles: sum of V W f over sum of V W (Shepard 1968, Proc. 23rd ACM Nat. Conf.,
 * 517-524), as gauges read it. */
#include "case/choices.h"
#include "fields/cloud.h"

struct shepard {
  const struct frame *frame;
  const struct cloud *cloud; /* of it; cells no shorter than the support radius */
  enum kernel_kind kernel;
  int dimensions;
  double h;         /* m, smoothing length, of particles whose scale in the cloud is 1 */
  double volume;    /* m^3 (m^2 in 2-D), of such a particle at density `density` */
  double density;   /* kg/m^3 */
  double period[3]; /* m; 0: not periodic */
};

enum { SHEPARD_FIELDS = 16 };

/* The fields of that names, separated by commas; STATUS_USAGE for more than SHEPARD_FIELDS, and for one that
 * is not there or whose values, such as an id's, have nothing between them. */
int shepard_choose(const struct frame *frame, const char *path, const char *names,
                   const struct field *fields[SHEPARD_FIELDS], size_t *count);

/* At `count` points: how full the kernel is of fluid, into share[], and each of the fields in turn, into
 * values[field][point * components + k], NaN where the share is below `least`. By all threads, the same for
 * any number of them. */
void shepard_read(const struct shepard *s, const double (*at)[3], size_t count, double least,
                  const struct field *const fields[], size_t field_count, float *share,
                  float *const values[]);

#endif
