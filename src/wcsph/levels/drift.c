/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/levels/drift.h"

#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "wcsph/levels/ring_fit.h"

/* Of the difference of pressures over rho c. One half, Riemann's, lets fluid that is packed unevenly bear a
 * quarter of a difference for seconds. */
static const double drift_share = 4.0;

static int find(const struct levels_run *r, struct gate *face, const double (*places)[3],
                struct opening_fit *mine, struct opening_fit *other) {
  const struct wcsph_settings *c = r->runs[0]->config;
  const double impedance = c->material.density * c->region.sound;
  TRY(levels_fit(r->runs[face->of], places, face->count, mine));
  TRY(levels_fit(r->runs[face->from], places, face->count, other));
  for (uint32_t i = 0; i < face->count; i++) {
    struct square *s = &face->squares[i];
    const bool full = mine[i].share >= full_share && other[i].share >= full_share;
    const double apart = (double)other[i].value[FIT_PRESSURE] - (double)mine[i].value[FIT_PRESSURE];
    s->drift = full ? drift_share * apart / impedance : 0.0;
  }
  return STATUS_OK;
}

int drifts_find(struct levels_run *r) {
  for (int k = 1; k < r->count; k++) {
    struct gate *face = &r->faces[k - 1];
    double(*places)[3] = malloc(((size_t)face->count + 1) * sizeof *places);
    struct opening_fit *fits = calloc(2 * (size_t)face->count + 1, sizeof *fits);
    int status = places && fits ? STATUS_OK : error_set(STATUS_FAILED, "no memory for the faces of levels");
    for (uint32_t i = 0; i < face->count && status == STATUS_OK; i++)
      memcpy(places[i], face->squares[i].place, sizeof *places);
    if (status == STATUS_OK) status = find(r, face, (const double(*)[3])places, fits, fits + face->count);
    free(places);
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
