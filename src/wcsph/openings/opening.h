/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_OPENINGS_OPENING_H
#define WCSPH_OPENINGS_OPENING_H
/* What an open boundary imposes on a row of fluid, shared by all backends. A row belongs to a boundary while
 * it is in its layers, which its place alone decides, so nothing about it has to be stored. */
#include "wcsph/models/phase_density.h"
#include "wcsph/state.h"

/* What a square of a face has now. */
enum {
  OPENING_CLOSED,
  OPENING_UNKNOWN,
  OPENING_KNOWN
}; /* unknown: no fluid is near the face, so a row keeps its velocity */
struct opening_site {
  float velocity[3]; /* m/s */
  float d, slope;    /* rho/rho0 - 1 at the face, and its slope with the depth behind it, 1/m; of several
                        phases, whose rows have equations of state of their own, the pressure over rho0 of the
                        material instead, m^2/s^2 */
  uint32_t state;
  uint32_t wet; /* whether particles come there */
};

/* What the case prescribes for a square now: velocity along the normal, m/s; d as in struct opening_site;
 * whether particles enter there. Quantities that the boundary takes from the fluid are not read. */
struct opening_given {
  float speed, d;
  uint32_t wet;
};

/* Bits: what a boundary takes from the fluid in front of it. */
enum {
  OPENING_FOLLOWS_VELOCITY = 1,
  OPENING_FOLLOWS_PRESSURE = 2,
  OPENING_FOLLOWS_SURFACE = 4,
  OPENING_FOLLOWS_SLOPE = 8 /* of that pressure; else it has that of the weight */
};
enum { OPENING_NO_POINT = UINT32_MAX };

/* Lengths in m; the squares of a face are first .. first + count[0] * count[1] - 1. */
struct opening_zone {
  uint32_t centre[3];           /* quanta */
  float axes[3][3];             /* the normal, across, up */
  float spacing, length, reach; /* of a square's side; of all layers; and of what is still there */
  uint32_t count[2], first, follows;
  double gravity;     /* m/s^2, along the normal, times density of what enters over the material's */
  struct vec4 eddies; /* of what comes in: fluids/eddies.h */
};

/* What a backend is given. Of each square how deep its deepest row is, m, as the bits of a number >= 0, and
 * of each boundary how many rows went past its layers and are marked as gone: where they are collected. */
struct opening_fit;
struct opening_table {
  const struct opening_zone *zones;
  struct opening_site *sites;        /* [site_count]; those of `given` may be on the backend's device alone */
  const struct opening_given *given; /* [site_count] for a backend that finds the sites; else NULL */
  struct opening_fit *seen;          /* [site_count] the fluid before the face, of the last sample */
  const struct position *before; /* [before_count] where that is looked at, and which of them a square has: */
  const uint32_t *point_of;      /* [site_count], or OPENING_NO_POINT */
  uint64_t version;              /* of the sites, or of what is given: another when they changed, never 0 */
  uint64_t seen_version;         /* of what the host has seen, likewise */
  uint32_t zone_count, site_count, before_count;
  uint32_t *deepest; /* [site_count] */
  uint32_t *gone;    /* [zone_count] */
};

/* Coordinates of a place relative to the middle of a face, m: along the normal, across, up. */
static inline void opening_along(const struct opening_zone *z, const float quantum[3],
                                 const struct position *p, float along[3]) {
  const float r[3] = {(float)((int32_t)(p->x - z->centre[0])) * quantum[0],
                      (float)((int32_t)(p->y - z->centre[1])) * quantum[1],
                      (float)((int32_t)(p->z - z->centre[2])) * quantum[2]};
  for (int k = 0; k < 3; k++) along[k] = (r[0] * z->axes[k][0] + r[1] * z->axes[k][1]) + r[2] * z->axes[k][2];
}

/* Whether a place is in a boundary's layers, and if so at which depth and in which square. */
static inline bool opening_holds(const struct opening_zone *z, const float quantum[3],
                                 const struct position *p, float *depth, uint32_t *site) {
  float along[3];
  opening_along(z, quantum, p, along);
  const float d = -along[0], n0 = (float)((int32_t)z->count[0]), n1 = (float)((int32_t)z->count[1]);
  const float x = along[1] / z->spacing + 0.5f * n0, y = along[2] / z->spacing + 0.5f * n1;
  if (!(d >= 0.0f && d < z->reach && x >= 0.0f && x < n0 && y >= 0.0f && y < n1)) return false;
  *depth = d;
  *site = z->first + (uint32_t)(int32_t)x + z->count[0] * (uint32_t)(int32_t)y;
  return true;
}

/* The boundary in whose layers row i is, with depth and square; -1 if there is none. */
static inline int opening_of(const struct wcsph_state *s, const float quantum[3],
                             const struct opening_zone *zones, const struct opening_site *sites,
                             uint32_t zone_count, uint32_t i, float *depth, uint32_t *site) {
  const struct position *p = &s->pos[i];
  if (p->mark == MARK_GONE) return -1;
  for (uint32_t k = 0; k < zone_count; k++)
    if (opening_holds(&zones[k], quantum, p, depth, site) && sites[*site].state != OPENING_CLOSED)
      return (int)k;
  return -1;
}

/* Imposes velocity and density of its boundary on row i, and clears its rates. A row behind the layers waits
 * there. A stage that begins `again` at the saved positions holds a row only if it was behind them there:
 * otherwise it could never leave. */
static inline void opening_impose(const struct wcsph_state *s, const float quantum[3], bool keeps_rate,
                                  bool again, const struct opening_zone *zones,
                                  const struct opening_site *sites, uint32_t zone_count, uint32_t i) {
  float depth;
  uint32_t site;
  const int zone = opening_of(s, quantum, zones, sites, zone_count, i, &depth, &site);
  if (zone < 0) return;
  const struct opening_site *at = &sites[site];
  const struct opening_zone *z = &zones[zone];
  const bool known = at->state == OPENING_KNOWN;
  float along[3];
  if (again) opening_along(z, quantum, &s->saved_pos[i], along);
  const bool past = (again ? -along[0] : depth) >= z->length;
  struct vec4 v = s->vel[i];
  v.x = past ? 0.0f : known ? at->velocity[0] : v.x;
  v.y = past ? 0.0f : known ? at->velocity[1] : v.y;
  v.z = past ? 0.0f : known ? at->velocity[2] : v.z;
  v.w = at->d + at->slope * depth;
  if (s->phase) v.w = phase_density(s->phase[i].x, s->phase[i].w, s->damping[i].x, v.w);
  const struct vec4 none = {0.0f, 0.0f, 0.0f, 0.0f};
  s->vel[i] = v;
  s->saved_vel[i] = keeps_rate ? none : v;
  s->rate[i] = none;
  if (s->vel_compensation) s->vel_compensation[i] = none;
  if (s->saved_vel_compensation) s->saved_vel_compensation[i] = none;
  if (s->damping && !s->phase) s->damping[i] = none;
  const float *n = z->axes[0];
  const float in = (at->velocity[0] * n[0] + at->velocity[1] * n[1]) + at->velocity[2] * n[2];
  if (s->eddies && known && in > 0.0f) s->eddies[i] = z->eddies; /* it would decay on its way to the face */
}

#endif
