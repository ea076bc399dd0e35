/* SPDX-License-Identifier: BSD-3-Clause */
/* A pass at points: compiled once for each row of POINT_PASSES (wcsph/passes/list.h), with its name as PASS.
 */
#include "reference/pass.h"
#include "wcsph/walls/mirror.h"

/* The rows of walls, from the points opposite to them. */
static inline void of_walls(const struct reference *r) {
  enum { ROWS = P(WRITTEN) < 2 ? 2 : P(WRITTEN) }; /* mirror_row takes two */
  const struct wcsph_state *s = r->state;
  const struct range walls = state_range(s, KIND_WALL);
  for (uint32_t i = walls.begin; i < walls.end; i++) {
    struct vec4 rows[ROWS] = {{0}};
    float at[8], row[4];
    if (s->mirror[i].mark) P(at_point)(r, &s->mirror[i], rows);
    memcpy(at, rows, sizeof at);
    mirror_row(s, r->law, i, at, row);
    memcpy(&s->vel[i], row, sizeof row);
  }
}

void PASS_JOIN(reference_points, PASS)(const struct reference *r, uint32_t count,
                                       const struct position *points, struct vec4 *out) {
  if (P_OF_WALLS && !points) of_walls(r);
  for (uint32_t k = 0; k < count; k++) P(at_point)(r, &points[k], out + (size_t)k * P(WRITTEN));
}
