/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_PARTICLES_H
#define GEOMETRY_PARTICLES_H
/* The initial particles of a case: the sites of one lattice that its shapes cover. Sites are
 * the centres of cubes of side dp whose corners include domain.low, so that a surface at a
 * multiple of dp from there lies half a spacing from the particles on either side. */
#include <stdint.h>

#include "case/scene.h"
#include "geometry/leak.h"
#include "geometry/passage.h"
#include "geometry/sealed.h"

struct amphi_case;

struct particles {
  size_t wall_count, fluid_count; /* walls first, then fluid */
  double (*position)[3];          /* m, [wall_count + fluid_count]; NULL: they are not placed */
  uint16_t *body;                 /* index into case->walls or case->fluids */
  uint64_t *number;               /* each particle's number among all of the case; NULL: these are all */
  bool apart;                     /* parts of the run place them; only walls may be placed here */
  struct body_extent *extents;    /* of each wall, then of each fluid of the case; not of chosen ones */
  float (*given)[4];              /* [fluid_count] velocity (m/s) and density (kg/m^3) of fluid whose file has
                                     them, NaN where it has none; NULL where no file has any */
  /* Where layers that follow surfaces have moved particles off their sites (geometry/layers.h): the site of
   * each fluid particle [fluid_count], whose all are, and that if it goes with the particles. Else NULL. */
  int32_t (*site)[3];
  const struct particles_sites *sites;
  struct particles_sites *own_sites;
  const struct particles *whole; /* counts and extents of all, of which these are chosen: `sites` has them;
                                    NULL: these are all, or parts of a run place them */
  char *thin;           /* text: where surfaces are too thin for their sites, one per line; or NULL */
  char *narrow;         /* likewise: gaps between walls that are too narrow */
  char *left_out;       /* likewise: points on sites of others, terrain beside the domain */
  char *beyond;         /* likewise: what of surfaces was left out beyond the domain */
  struct leak leak;     /* where water gets out, if it does */
  struct sealed sealed; /* fluid that walls cut off from the rest */
  bool confined; /* if the case asks: no site next to fluid is or gets empty, so there is no free surface */
  bool room;     /* confined, but for walls that move and let it reach empty sites or give it more room */
  struct passage passage; /* of confined fluid: the narrowest place of its flow */
};

/* The number of particles of a body, the box of their positions, m, their least and greatest coordinate along
 * gravity, m (without gravity 0), and the largest speed in its file of points, m/s. */
struct body_extent {
  size_t count;
  double low[3], high[3], along[2], speed;
};

/* The extent of no particles; and enlarged to contain a place (without counting it). */
struct body_extent body_extent_none(void);
void body_extent_grow(struct body_extent *e, const double gravity[3], const double x[3]);

/* Fill in shape order; a site belongs to one particle: later walls do not repeat earlier ones,
 * fluid leaves the sites of walls free. Within a body sites are ordered by z, y, x.
 * Along periodic axes only the sites of the domain are filled. STATUS_USAGE, with the key and its line,
 * if a fluid comes out empty or reaches out of the domain, a wall has no particle, a shape covers no
 * site or lies outside the domain, two points are at one place, or there are more than CASE_PARTICLES_MOST
 * particles. */
int particles_fill(struct particles *p, const struct amphi_case *c);
void particles_free(struct particles *p);

/* The sites of all bodies: memory scales with their surface, not with the particles. particles_find fills `p`
 * as particles_fill does, but places none; then particles_put does, any number of times. */
struct particles_sites;
int particles_find(struct particles *p, struct particles_sites **sites, const struct amphi_case *c);
void particles_sites_free(struct particles_sites *sites);

/* Sites first <= x < end of a row of the lattice, side by side, which have the numbers from `number` on. */
struct lattice;
struct particles_run {
  const struct lattice *lattice;
  double y, z; /* m */
  int32_t first, end;
  uint64_t number;
};

/* Those of them that shall be placed: leaves a run of them, which may be empty. */
struct particles_choice {
  void (*choose)(const void *context, struct particles_run *run);
  const void *context;
};

/* Into a new `p` the particles that are chosen, with their numbers; choice NULL: all of them, without. Not
 * for cases with layers that follow surfaces, if there is a choice. Points are chosen by their sites. */
int particles_put(struct particles *p, const struct particles_sites *sites,
                  const struct particles_choice *choice);

/* The walls' into `p`, whose counts, those of the case, stay, and which is apart from then on. */
int particles_put_walls(struct particles *p, const struct particles_sites *sites);

/* Show all runs of fluids, whose number is that of the fluid. */
void particles_see_fluid(const struct particles_sites *sites,
                         void (*see)(void *context, const struct particles_run *run, int fluid),
                         void *context);

/* The site of the first fluid particle and of every stride-th behind it, at most so many; how many those are.
 */
size_t particles_sample(const struct particles_sites *sites, size_t stride, int32_t (*at)[3], size_t most);

/* The body of a site: a wall or, numbered behind those, a fluid; -1: none. And whether it has one. */
int particles_body(const struct particles_sites *sites, const int32_t site[3]);
bool particles_hold(const struct particles_sites *sites, const int32_t site[3]);

/* Free the arrays, keep the counts. */
void particles_drop(struct particles *p);

#endif
