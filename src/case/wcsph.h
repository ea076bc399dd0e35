/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_WCSPH_H
#define CASE_WCSPH_H
/* What a case says of method wcsph, beside bodies, phases, gauges and open boundaries. */
#include <stdbool.h>
#include <stddef.h>

#include "case/heat.h"
#include "case/moves.h"
#include "case/phase.h"
#include "case/track.h"

enum case_free_surface { FREE_SURFACE_SOME, FREE_SURFACE_NONE, FREE_SURFACE_FIND };
enum case_scheme { SCHEME_STANDARD, SCHEME_DUALSPHYSICS, SCHEME_CLASSIC }; /* case/scheme.h */
enum shift_measure { SHIFT_BY_SPEED, SHIFT_BY_STRAIN };                    /* wcsph/passes/shift.h */
enum shown_walls { SHOWN_NONE, SHOWN_BODIES, SHOWN_MOVING, SHOWN_ALL };
enum shown_field { SHOWN_VELOCITY, SHOWN_DENSITY, SHOWN_PRESSURE, SHOWN_VORTICITY, SHOWN_SURFACE };

/* The axes move: as a tank does, or by acceleration and angular velocity along time. */
struct case_frame {
  bool given;
  struct motion *motions; /* one after the other; none: there is a file */
  size_t motion_count;
  char *file;
  struct track track;
  double about[3]; /* m, the point that has the file's acceleration */
};

struct case_material {
  double density;        /* rho0, kg/m^3 */
  int gamma;             /* exponent of the equation of state, 1..7 */
  double speed_of_sound; /* c0, m/s; 0 in the file: sound_factor x the larger of the next and sqrt(2gH) */
  double sound_factor;
  double expected_speed;      /* m/s */
  double background_pressure; /* Pa, added to the equation of state */
  double lowest_density;      /* rho/rho0 that fluid does not fall below; 0: no bound */
};

struct case_viscosity {
  enum viscosity_model model;
  double alpha; /* artificial */
  double onset; /* riemann: of the speed of sound; 0: none */
  double nu;    /* laminar, kinematic, m^2/s */
  double bulk;  /* likewise */
  int substeps; /* at most, of a step; 1: none */
  char *file;   /* of a factor over time; NULL: none */
  struct track track;
};

struct case_turbulence {
  enum turbulence_model model;
  double strength;            /* Smagorinsky's constant */
  double energy, dissipation; /* of fluid at first, m^2/s^2 and m^2/s^3; 0: by default */
  double roughness;           /* m */
};

struct case_diffusion {
  enum diffusion_model model;
  double delta;
};

struct case_boundary {
  enum boundary_model model;
  enum slip slip;     /* dummy */
  double slip_length; /* m; no slip: how far behind the wall fluid would be at rest */
  double contact;     /* dp; how near to a wall's particle fluid is pushed away; 0: never */
  double strength;    /* m^2/s^2; of walls that repel; 0: of the speed of sound */
};

struct case_integrator {
  enum integrator scheme;
  double cfl;
  int euler_every; /* Verlet: steps between plain Euler steps */
  double max_step; /* s; 0: no limit but the CFL condition */
};

struct case_damper {
  enum damper_model model;
  double strength;
};

struct case_shifting {
  enum shifting_model model;
  double strength;
  int every; /* steps */
  enum shift_measure measure;
};

struct case_limits {
  double density[2];  /* allowed rho/rho0; outside: the run has diverged */
  bool leave;         /* or what is outside leaves it */
  double lost;        /* allowed share of the fluid that leaves the domain; beyond: the run has diverged */
  double spray;       /* the same of fluid that flies over the domain's top, which `lost` does not count */
  double least_fluid; /* share of the fluid of the start; with less left the run ends */
};

struct case_neighbours {
  double skin; /* neighbour-list skin as a fraction of the support radius */
  double path; /* how far particles go while a list lasts, likewise */
};

/* Kernel, formulation and others that are a key of their own: DO(type, member) for each OWN row of CHOICES.
 */
#define OWN_CHOICES(DO)              CHOICES(OWN_OF, DO)
#define OWN_OF_OWN(DO, type, member) DO(type, member)
#define OWN_OF_MAP(DO, type, member)
#define OWN_OF_SUB(DO, type, member)
#define OWN_OF(DO, axis, how, KIND, name, type, TABLE, member, ...) OWN_OF_##how(DO, type, member)

/* Words for enum values, as in case files. */
const char *case_word_kernel(enum kernel_kind k);
const char *case_word_viscosity(enum viscosity_model m);
const char *case_word_diffusion(enum diffusion_model m);
const char *case_word_boundary(enum boundary_model m);
const char *case_word_integrator(enum integrator i);
const char *case_word_summation(enum summation s);
const char *case_word_formulation(enum formulation f);

/* Whether walls of a model have a pressure that may pull: none have that repel, nor semi-analytical ones. */
bool case_walls_pull(enum boundary_model model);

#endif
