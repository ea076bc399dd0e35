/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_NARROW_H
#define GEOMETRY_NARROW_H
/* Gaps between walls in which fluid feels the walls on both sides at once. */
#include "geometry/filled.h"
#include "geometry/sealed.h"
#include "geometry/shape.h"

/* Lines in `note`, one for each wall that has such gaps above it along an axis: of how many spacings, beside
 * which wall, where, and at how many places. Gaps that fluid cannot come to do not count, nor do notches and
 * the ends of wedges: a gap is as long as the kernel reaches. `sealed` has been judged. STATUS_FAILED without
 * memory. */
int narrow_say(char **note, const struct amphi_case *c, const struct lattice *l, const struct filled *bodies,
               const struct runs *walls, const struct sealed *sealed);

#endif
