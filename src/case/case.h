/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_CASE_H
#define CASE_CASE_H
/* A case: everything a case file says, validated, in SI units; the tables of schema.c know the keys. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "case/backends.h"
#include "case/bounds.h"
#include "case/cables.h"
#include "case/gauge.h"
#include "case/openings.h"
#include "case/pairwise.h"
#include "case/resolution.h"
#include "case/scene.h"
#include "case/swarm.h"
#include "case/transport.h"
#include "case/wcsph.h"

enum method_kind { METHOD_WCSPH, METHOD_TRANSPORT, METHOD_SWARM, METHOD_PAIRWISE };
enum case_packing { PACKING_LATTICE, PACKING_SURFACE }; /* geometry/layers.h */
enum case_snapshots { SNAPSHOTS_ALL, SNAPSHOTS_NONE };
extern const char *const words_scheme[];

struct amphi_case {
  SCENE
  char *title;
  enum method_kind method;
  enum case_packing packing;
  enum case_free_surface free_surface;
  enum case_scheme scheme; /* of wcsph: what filled in the keys that the file leaves out */

  struct case_frame frame;

  struct damping_zone *zones;
  size_t zone_count;
  struct relaxation_zone *relaxations;
  size_t relaxation_count;

  struct case_material material;

  struct phase *phases; /* beside `material` */
  size_t phase_count;
  struct interface interface;
  struct body *fluids;
  size_t fluid_count;
  struct touching contact;
  struct joint *joints;
  size_t joint_count;
  struct cable *cables;
  size_t cable_count;
  struct knot *knots;
  size_t knot_count;
  struct opening *openings;
  size_t opening_count;
  struct refinement *refinements; /* boxes with finer particles */
  size_t refinement_count;
  const struct level_scope *scope; /* of a copy for one level of several spacings; else NULL */

#define MEMBER(type, member) type member;
  OWN_CHOICES(MEMBER)
#undef MEMBER
  double smoothing_ratio; /* h / dp */
  struct case_viscosity viscosity;
  struct case_rheology rheology; /* of several phases that of the material */
  struct case_turbulence turbulence;
  struct case_heat heat;
  struct case_diffusion diffusion;
  struct case_boundary boundary;
  struct case_integrator integrator;
  struct case_damper damper;
  struct case_shifting shifting;
  int gradients_every; /* steps that particles carry what correction and reconstruction need */
  int settle;          /* shifts before the start */
  enum summation summation;
  struct swarm_config swarm;

  double end; /* s; swarm: iterations */
  struct {
    enum case_snapshots snapshots;
    double interval; /* s between snapshots; 0: only the times below */
    double *times;   /* s, further snapshots */
    size_t time_count;
    unsigned fields;           /* of snapshots: bits by enum shown_field */
    double low[3], high[3];    /* m: a box whose particles they have; NaN: without bound */
    int every;                 /* of ids */
    enum shown_walls surfaces; /* written beside snapshots */
    double checkpoint;         /* wall-clock s between checkpoints; 0: only on a signal and at the end */
    struct {
      double interval; /* s of simulated time between checkpoints that stay; 0: none do */
      int count;       /* no more of them than so many */
      double disk;     /* nor than so many MiB; 0: without bound */
    } keep;
  } output;
  struct gauge *gauges;
  size_t gauge_count;
  struct case_limits limits;
  struct case_neighbours neighbours;
  int list_every; /* steps after which a list of them is made anew in any case; 0: none */
  struct offload_options offload;
  struct cpu_options cpu;
  struct transport_config transport;
  struct pairwise_config pairwise;
};

/* Every parameter, also defaults, as the text of a case file with the same result; the caller frees it. */
int case_print(const struct amphi_case *c, char **text, size_t *size);

/* Print the reference of all keys (unit, default, meaning) as Markdown to standard output. */
void case_print_reference(void);

/* Dotted keys outside lists, a line each, with the words that they may have; of several methods repeatedly.
 */
void case_print_names(void);

/* The same of one key, with all that is under it, or of a method. STATUS_USAGE if none has the name. */
int case_print_part(const char *name);

/* All keys as a JSON Schema, for editors: as text for the caller to free, NULL without memory; and printed.
 */
char *case_json(void);
int case_print_json(void);

/* Hash, in hexadecimal, of the parameters that reach the state: all but title, end, output and gauges; of
 * files that the case names not the names but, unless `inputs` is NULL, the contents. Two cases with equal
 * digests compute the same. */
struct case_inputs;
int case_digest(const struct amphi_case *c, const struct case_inputs *inputs, char digest[33]);

/* What the digest leaves out but a resume compares: how a backend computes ("cpu.pairs"), which
 * without fixed sums changes the bits, and what a gauge measures ("gauges.NAME"), whose column is continued.
 * `each` is called with the name, with the value as case files have it, and with the line there, or 0. */
struct case_aside {
  const char *name, *value;
  size_t line;
  double interval; /* s: of a gauge */
};
enum { CASE_ASIDE_NAME = 96 };
bool case_aside_is_gauge(const struct case_aside *aside);
int case_asides(const struct amphi_case *c, int (*each)(void *to, const struct case_aside *aside), void *to);

/* The first key of the file whose value reaches the state and is not the same in both; NULL if none is. */
const char *case_difference(const struct amphi_case *a, const struct amphi_case *b);

/* How far the case's kernel reaches, m; the same in spacings dp; and how many of them fill it: both boundary
 * models need a full support radius of wall behind the surface, or the sums of fluid near it miss a part. */
double case_support_radius(const struct amphi_case *c);
double case_support_spacings(const struct amphi_case *c);
int case_support_layers(const struct amphi_case *c);

/* scene_place and scene_gravity_axis of a case. */
static inline const char *case_place(char place[CASE_PLACE], const struct amphi_case *c, size_t line) {
  return scene_place(place, &c->scene, line);
}
static inline int case_gravity_axis(const struct amphi_case *c) {
  return scene_gravity_axis(&c->scene);
}

/* Of whichever method. */
size_t case_gauge_count(const struct amphi_case *c);

void case_free(struct amphi_case *c);

#endif
