/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_OPENING_FIT_H
#define WCSPH_OPENING_FIT_H
/* What the fluid is at a point beside which there is none on one side: a straight line through what the
 * kernel sees, weighted with it (Tafuni et al. 2018 take theirs from Liu and Liu's corrected sums; both are
 * exact where the fluid's values are linear). */
#include "wcsph/law.h"
#include "wcsph/state.h"

enum { FIT_PRESSURE, FIT_U, FIT_V, FIT_W, FIT_COUNT };

struct opening_fit {
  float share;            /* of the kernel that fluid fills */
  float value[FIT_COUNT]; /* Pa, m/s */
  float slope;            /* of the pressure along the normal, Pa/m */
};

/* Of the rows of passes/fit.h. Where less than `least` of the kernel is filled, or where fluid lies on a line
 * or plane and does not tell, the mean and the weight of water, which gravity along the normal gives a slope;
 * zero where there is none. */
struct opening_fit opening_fit(const struct wcsph_law *law, const struct vec4 *rows, const float normal[3],
                               double gravity, float least);

#endif
