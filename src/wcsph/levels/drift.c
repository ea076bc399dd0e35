/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/levels/drift.h"

#include <math.h>
#include <stdlib.h>

#include "util/error.h"
#include "wcsph/levels/pace.h"

/* Of the difference of pressures over rho c. With one half, Riemann's, fluid that is packed unevenly bears a
 * third of a small difference for seconds. A drift lasts a step of the coarser level: one that sound carries
 * farther in that than `farthest` spacings overshoots, and waves that cross the face grow. */
static const double drift_share = 4.0, farthest = 1.8;

static double share_of(const struct levels_run *r, const struct gate *face) {
  const double sound = r->runs[0]->config->region.sound;
  return fmin(drift_share, farthest * face->dp / (sound * r->runs[face->from]->dt));
}

/* `inside` and `around`: room for a fit of each square. */
static int find(const struct levels_run *r, struct gate *face, struct ring_fit *inside,
                struct ring_fit *around) {
  const struct wcsph_settings *c = r->runs[0]->config;
  const double impedance = c->material.density * c->region.sound, share = share_of(r, face);
  TRY(levels_fit_squares(r->runs[face->of], face, inside));
  TRY(levels_fit_squares(r->runs[face->from], face, around));
  for (uint32_t i = 0; i < face->count; i++) {
    const bool full = inside[i].at.share >= full_share && around[i].at.share >= full_share;
    const double apart = (double)around[i].at.value[FIT_PRESSURE] - (double)inside[i].at.value[FIT_PRESSURE];
    face->squares[i].drift = full ? share * apart / impedance : 0.0;
  }
  return STATUS_OK;
}

int drifts_find(struct levels_run *r, int level) {
  for (int k = level + 1; k < r->count; k++) {
    if (!levels_is_in(r->resolved, k, level)) continue;
    struct gate *face = &r->faces[k - 1];
    struct ring_fit *fits = calloc(2 * (size_t)face->count + 1, sizeof *fits);
    CHECK(fits, STATUS_FAILED, "no memory for the faces of levels");
    const int status = find(r, face, fits, fits + face->count);
    free(fits);
    TRY(status);
  }
  return STATUS_OK;
}

void drift_add(const struct levels_run *r, size_t gate, uint32_t square, float velocity[3]) {
  const struct gate *face = &r->faces[gate / 2];
  if (square >= face->count) return;
  const struct square *s = &face->squares[square];
  for (int a = 0; a < 3; a++) velocity[a] += (float)(s->drift * s->inward[a]);
}
