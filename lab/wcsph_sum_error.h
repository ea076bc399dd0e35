/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LAB_WCSPH_SUM_ERROR_H
#define LAB_WCSPH_SUM_ERROR_H
/* How far the sums of a run are from exact ones, at the state where it stands. */
#include "wcsph/evolution.h"

struct sum_error {
  bool counted;
  double rms, largest; /* of the accelerations by pairs, over their rms */
};

/* The rates that the run's backend finds against those that the reference finds for the same particles with
 * `fixed` sums, which are exact to half a quantum a pair. */
int sum_error_find(struct sum_error *error, struct wcsph_run *r);

/* Positions as other codes keep them: floats from the origin of the coordinates, which may be far away, or
 * from the centre of the particle's cell (paper 000, 5.4). */
struct position_form {
  const char *name;
  bool relative;   /* to a cell as wide as the support */
  double distance; /* of the water from the origin along each axis, m */
};
enum { POSITION_FORMS = 5 };
extern const struct position_form position_forms[POSITION_FORMS];

/* The host's positions, rounded to that form. */
void position_round(struct wcsph_run *r, const struct position_form *form);

/* What exact sums become when the run's positions are first rounded to that form, against those of the
 * positions as they are. A difference of near floats is exact, so rounding is all that the form costs. */
int position_error_find(struct sum_error *error, struct wcsph_run *r, const struct position_form *form);

#endif
