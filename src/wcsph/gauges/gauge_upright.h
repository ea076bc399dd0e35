/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_GAUGES_GAUGE_UPRIGHT_H
#define WCSPH_GAUGES_GAUGE_UPRIGHT_H
/* Gauges that read the fluid along a line that is parallel to gravity: height, level and elevation. Points
 * stand half a particle apart, from a support radius below the domain to one above, so that the kernel of all
 * fluid on the line is read as a whole: the sum over it of what fluid fills is then the length of water,
 * wherever the bed is. */
#include "wcsph/gauges/gauge_lines.h"

size_t gauge_upright_points(const struct wcsph_run *r);
void gauge_upright_place(const struct wcsph_run *r, const double place[3], struct position *points);

/* The length of water on the line through a place, m, as a wire gauge measures it: spray counts by its share,
 * air below a jet does not. */
int gauge_upright_depth(const struct wcsph_run *r, const double place[3], const struct wcsph_sample *samples,
                        double *depth);

/* The coordinate along gravity of the highest surface of water on the line, m: where from above on half the
 * kernel, beside walls, is water. NaN: there is none. */
double gauge_upright_level(const struct wcsph_run *r, const struct wcsph_sample *samples);

#endif
