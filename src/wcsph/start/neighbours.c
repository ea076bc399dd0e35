/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/start/neighbours.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "util/error.h"

enum { SAMPLE = 4096 }; /* fluid particles looked at, at most */

/* The lattice sites as one bit each: whether a particle stands there. */
struct sites {
  uint8_t *bits;
  long size[3];
  double low[3];                     /* m, the centre of site 0 */
  const struct particles_sites *all; /* in place of bits: those of the case, which counts from domain.low */
};

static bool site_taken(const struct sites *s, long x, long y, long z) {
  if (s->all) return particles_hold(s->all, (int32_t[]){(int32_t)x, (int32_t)y, (int32_t)z});
  size_t index = (size_t)((z * s->size[1] + y) * s->size[0] + x);
  return s->bits[index / 8] >> index % 8 & 1;
}

static void site_of(long site[3], const struct sites *s, const double position[3], double dp) {
  for (int a = 0; a < 3; a++) site[a] = lround((position[a] - s->low[a]) / dp);
}

static int sites_fill(struct sites *s, const struct wcsph_settings *c, const struct particles *p) {
  for (int a = 0; s->all && a < 3; a++)
    s->size[a] = a < c->dimensions ? lround((c->domain.high[a] - c->domain.low[a]) / c->dp) : 1;
  if (s->all) return STATUS_OK;
  size_t count = p->wall_count + p->fluid_count;
  double high[3];
  for (int a = 0; a < 3; a++) s->low[a] = INFINITY, high[a] = -INFINITY;
  for (size_t i = 0; i < count; i++)
    for (int a = 0; a < 3; a++) {
      s->low[a] = fmin(s->low[a], p->position[i][a]);
      high[a] = fmax(high[a], p->position[i][a]);
    }
  for (int a = 0; a < 3; a++) {
    s->size[a] = lround((high[a] - s->low[a]) / c->dp) + 1;
    if (c->domain.periodic[a]) s->size[a] = lround((c->domain.high[a] - c->domain.low[a]) / c->dp);
  }
  s->bits = calloc((size_t)s->size[0] * (size_t)s->size[1] * (size_t)s->size[2] / 8 + 1, 1);
  CHECK(s->bits, STATUS_FAILED, "no memory");
  for (size_t i = 0; i < count; i++) {
    long at[3];
    site_of(at, s, p->position[i], c->dp);
    for (int a = 0; a < 3; a++)
      if (c->domain.periodic[a]) at[a] %= s->size[a];
    size_t index = (size_t)((at[2] * s->size[1] + at[1]) * s->size[0] + at[0]);
    s->bits[index / 8] |= (uint8_t)(1u << index % 8);
  }
  return STATUS_OK;
}

/* The site beside `at` along an axis; false where there is none. */
static bool step_aside(long *to, const struct sites *s, const struct wcsph_settings *c, int axis, long at,
                       long offset) {
  *to = at + offset;
  if (c->domain.periodic[axis]) *to = (*to % s->size[axis] + s->size[axis]) % s->size[axis];
  return s->all || (*to >= 0 && *to < s->size[axis]);
}

static size_t count_around(const struct sites *s, const struct wcsph_settings *c, const long at[3],
                           double reach) {
  long n = (long)floor(reach), depth = c->dimensions == 3 ? n : 0;
  size_t found = 0;
  for (long k = -depth; k <= depth; k++)
    for (long j = -n; j <= n; j++)
      for (long i = -n; i <= n; i++) {
        long x, y, z;
        if ((double)(i * i + j * j + k * k) >= reach * reach) continue;
        if (!step_aside(&x, s, c, 0, at[0], i) || !step_aside(&y, s, c, 1, at[1], j)) continue;
        if (!step_aside(&z, s, c, 2, at[2], k)) continue;
        found += site_taken(s, x, y, z);
      }
  return found - 1; /* not itself */
}

int neighbours_expected(double *mean, const struct wcsph_settings *c, const struct particles *p,
                        const struct particles_sites *all, double support) {
  struct sites sites = {.all = all};
  TRY(sites_fill(&sites, c, p));
  size_t stride = p->fluid_count / SAMPLE + 1, looked = 0, found = 0;
  int32_t chosen[SAMPLE + 1][3];
  if (all) looked = particles_sample(all, stride, chosen, SAMPLE);
  for (size_t i = 0; i < looked; i++)
    found += count_around(&sites, c, (long[]){chosen[i][0], chosen[i][1], chosen[i][2]}, support / c->dp);
  for (size_t i = 0; !all && i < p->fluid_count; i += stride, looked++) {
    long at[3];
    site_of(at, &sites, p->position[p->wall_count + i], c->dp);
    found += count_around(&sites, c, at, support / c->dp);
  }
  free(sites.bits);
  *mean = looked ? (double)found / (double)looked : 0;
  return STATUS_OK;
}
