/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_CASE_H
#define CASE_CASE_H
/* A case: everything a case file says, validated, in SI units; the tables of schema.c know the keys. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "case/backends.h"
#include "case/gauge.h"
#include "case/heat.h"
#include "case/moves.h"
#include "case/openings.h"
#include "case/phase.h"

enum method_kind { METHOD_WCSPH, METHOD_TRANSPORT, METHOD_SWARM, METHOD_PAIRWISE };
enum shift_measure { SHIFT_BY_SPEED, SHIFT_BY_STRAIN };                    /* wcsph/passes/shift.h */
enum case_packing { PACKING_LATTICE, PACKING_BODIES, PACKING_SURFACE };    /* geometry/layers.h */
enum case_scheme { SCHEME_STANDARD, SCHEME_DUALSPHYSICS, SCHEME_CLASSIC }; /* case/scheme.h */
extern const char *const words_scheme[];
enum shown_walls { SHOWN_NONE, SHOWN_BODIES, SHOWN_MOVING, SHOWN_ALL };
enum shown_field { SHOWN_VELOCITY, SHOWN_DENSITY, SHOWN_PRESSURE, SHOWN_VORTICITY, SHOWN_SURFACE };
enum shape_kind {
  SHAPE_BOX,
  SHAPE_CYLINDER,
  SHAPE_SPHERE,
  SHAPE_PLANE,
  SHAPE_POLYGON,
  SHAPE_SURFACE,
  SHAPE_TERRAIN,
  SHAPE_POINTS
};
enum shape_fill { FILL_SOLID, FILL_SHELL_OUTSIDE, FILL_SHELL_INSIDE };
enum objective_kind {
  OBJECTIVE_SPHERE,
  OBJECTIVE_ROSENBROCK,
  OBJECTIVE_RASTRIGIN,
  OBJECTIVE_ACKLEY,
  OBJECTIVE_GRIEWANK,
  OBJECTIVE_EXPRESSION,
  OBJECTIVE_USER
};
enum swarm_total_kind { SWARM_SUM, SWARM_PRODUCT };
enum swarm_form { SWARM_SPSO2011, SWARM_CANONICAL };
enum swarm_neighbourhood { SWARM_RANDOM, SWARM_RING, SWARM_GLOBAL };
enum swarm_arrangement {
  ARRANGE_TRANSPOSED,
  ARRANGE_CHUNK_2,
  ARRANGE_CHUNK_4,
  ARRANGE_CHUNK_8,
  ARRANGE_CHUNK_16,
  ARRANGE_SOA,
  ARRANGE_SOA_PADDED,
  ARRANGE_AOS,
  ARRANGE_AOS_SELECTIVE
};
enum velocity_field { FIELD_UNIFORM, FIELD_TAYLOR_GREEN };

/* Faces of a box, as bits: which are left out of a shell, or through which fluid may leave. */
enum face {
  FACE_X_LOW = 1,
  FACE_X_HIGH = 2,
  FACE_Y_LOW = 4,
  FACE_Y_HIGH = 8,
  FACE_Z_LOW = 16,
  FACE_Z_HIGH = 32
};

struct shape {
  enum shape_kind kind;
  size_t line;                /* in the case file; 0: none */
  bool cut;                   /* take the shape away instead of adding it */
  enum shape_fill fill;       /* shells stand on the outer or inner side of the surface */
  int layers;                 /* shells: particles across the shell; 0: the default of the boundary model */
  unsigned open;              /* box shells: faces without particles */
  double low[3], high[3];     /* box, m */
  double centre[3], radius;   /* sphere, m */
  double base[3], top[3];     /* cylinder's axis (its radius is `radius`), m */
  double point[3], normal[3]; /* plane: the half space that `normal` points away from, m */
  double (*vertices)[2];      /* polygon (2-D), m */
  size_t vertex_count;
  char *file;     /* surface, terrain, points: beside the case file, or with its whole name */
  double scale;   /* of the file's coordinates, ... */
  double turn[3]; /* degrees about x, then y, then z, ... */
  double move[3]; /* m: in this order */
};

/* A named set of shapes, added and cut in order: one body of fluid or one wall. */
struct body {
  char *name;
  size_t line; /* in the case file; 0: none */
  struct shape *shapes;
  size_t shape_count;
  double velocity[3];        /* fluid: initial velocity, m/s */
  enum velocity_field field; /* fluid: velocity[] as it is, or the amplitude of a named field */
  bool hydrostatic;          /* fluid: initial density from the weight of the fluid above */
  struct motion *motions;    /* wall: one after the other */
  size_t motion_count;
  int carrier;            /* wall: another one that it moves with, or -1 */
  struct freedom freedom; /* wall */
  double jitter;          /* fluid: farthest random displacement from a site along an axis, in dp */
  int seed;               /* fluid: which random numbers those are */
  int phase;              /* fluid: index into the case's phases, or -1: of `material` */
  struct warmth warmth;
};

/* method: transport; what they are say transport/models/remesh.h, transport/models/flow.h and
 * transport/models/initial.h. */
enum remesh_kernel {
  REMESH_M4,
  REMESH_M6,
  REMESH_M8,
  REMESH_L22,
  REMESH_L44,
  REMESH_L64,
  REMESH_L84,
  REMESH_L147
};
enum flow_kind {
  FLOW_UNIFORM,
  FLOW_ROTATION,
  FLOW_SHEAR,
  FLOW_CELL,
  FLOW_VORTEX,
  FLOW_DEFORMATION,
  FLOW_EXPRESSION,
  FLOW_FILE
};
enum modulation { MODULATION_NONE, MODULATION_COSINE, MODULATION_SINE };
enum scalar_kind { SCALAR_BALL, SCALAR_BUMP, SCALAR_WAVE, SCALAR_EXPRESSION, SCALAR_FILE };
enum splitting { SPLITTING_LIE, SPLITTING_STRANG };
enum precision { PRECISION_SINGLE, PRECISION_DOUBLE };
enum transport_summation { TRANSPORT_PLAIN, TRANSPORT_FIXED };
enum transport_gauge_kind {
  TRANSPORT_SUM,
  TRANSPORT_MIN,
  TRANSPORT_MAX,
  TRANSPORT_VOLUME,
  TRANSPORT_L1,
  TRANSPORT_L2,
  TRANSPORT_SHAPE
};

/* A number that is taken of the whole field. */
struct transport_gauge {
  char *name;
  size_t line; /* in the case file, or 0 */
  enum transport_gauge_kind kind;
  double level;    /* volume, shape: of the scalar */
  double interval; /* s */
};

struct transport_config {
  double low[3], high[3]; /* m, the periodic box */
  int points;             /* along x; the other axes have the same spacing */
  struct {
    enum flow_kind kind;
    double speed;        /* box lengths a second */
    double velocity[3];  /* uniform: m/s */
    char *expression[3]; /* m/s, along each axis, in x, y, z and t */
    char *file;          /* HDF5 */
    enum modulation modulation;
    double period; /* s */
  } flow;
  struct {
    enum scalar_kind kind;
    double centre[3];     /* m */
    double radius;        /* m */
    double width;         /* m, of a ball's smooth edge; 0: sharp */
    char *expression;     /* in x, y, z */
    char *file, *dataset; /* HDF5 */
  } scalar;
  enum remesh_kernel kernel;
  int order; /* of the Runge-Kutta method */
  enum splitting splitting;
  double cfl;  /* largest displacement in a step, cells; 0: `step` says how long a step is */
  double step; /* s */
  enum precision precision;
  enum transport_summation summation;
  struct transport_gauge *gauges;
  size_t gauge_count;
};

/* In an expression of the user: a sum or product over the coordinates. */
struct swarm_total {
  char *name;
  enum swarm_total_kind kind;
  char *of; /* the term */
};

/* method: pairwise; the laws are in pairwise/models/pair.h. */
enum pairwise_origin { SOURCE_FCC, SOURCE_UNIFORM, SOURCE_CLUSTERS, SOURCE_FILE };
enum pairwise_potential { POTENTIAL_LJ, POTENTIAL_LOW, POTENTIAL_HIGH };
enum pairwise_truncation { TRUNCATION_PLAIN, TRUNCATION_SHIFTED, TRUNCATION_FORCE_SHIFTED };
enum pairwise_gauge_kind {
  PAIRWISE_ENERGY,
  PAIRWISE_POTENTIAL,
  PAIRWISE_KINETIC,
  PAIRWISE_TEMPERATURE,
  PAIRWISE_VIRIAL,
  PAIRWISE_PRESSURE,
  PAIRWISE_MOMENTUM
};

/* How the offload backend finds who interacts; paper 001 has all but the list. */
enum pairwise_strategy {
  PAIRWISE_AUTO,
  PAIRWISE_LIST,
  PAIRWISE_PART_NOLOOP,
  PAIRWISE_PART_LOOP,
  PAIRWISE_CELL,
  PAIRWISE_CELL_SM,
  PAIRWISE_ALL_IN_SM,
  PAIRWISE_X_PENCIL,
  PAIRWISE_X_PENCIL_REG,
  PAIRWISE_X_PENCIL_WIDE,
  PAIRWISE_STRATEGIES
};

/* A number that is taken of all particles. */
struct pairwise_gauge {
  char *name;
  size_t line; /* in the case file, or 0 */
  enum pairwise_gauge_kind kind;
  bool tail;       /* with what the pairs beyond the cutoff would add */
  double interval; /* s */
};

struct pairwise_config {
  bool has_domain; /* the case gives one: else the particles' source does */
  enum pairwise_origin source;
  char *file;         /* beside the case file, or with its whole name */
  double cells[3];    /* fcc: cubic cells along each axis */
  double density;     /* fcc: particles a m^3 */
  int count;          /* uniform, clusters */
  int clusters;       /* centres that share the particles */
  double spread;      /* m, standard deviation around a centre along each axis */
  double temperature; /* J, of the velocities where no file has any */
  int seed;           /* of positions and velocities */
  enum pairwise_potential potential;
  double cutoff; /* m */
  enum pairwise_truncation truncation;
  double softening; /* m */
  double step;      /* s */
  double skin;      /* m, by which lists reach farther than the cutoff */
  enum pairwise_strategy strategy;
  struct pairwise_gauge *gauges;
  size_t gauge_count;
};

/* Bounds of any case. Particles that there are at a time have numbers of 30 bits: entries of lists are four
 * times a number, in 32 bits (cpu/wcsph.h, CPU_ENTRY), and vectors hold numbers with a sign. Ids have 64
 * bits, for a run may create more than it holds; those of 2^56 leave a backend a byte beside them. A position
 * is 32 bits of an axis, as cells are counted in: support radii with their skin along an axis, and cubes. */
#define CASE_PARTICLES_MOST ((1 << 30) - 1)
#define CASE_AXIS_LEAST     0x1p-18 /* m: the square of a quantum has a root (lane_bounded_sqrt) */
#define CASE_AXIS_MOST      (1 << 18)
#define CASE_CUBES_MOST     (1 << 27)

struct amphi_case {
  char *path; /* the file it came from, for messages */
  char *title;
  enum method_kind method;
  enum case_packing packing;
  enum case_scheme scheme; /* of wcsph: what filled in the keys that the file leaves out */
  int dimensions;          /* 2 (x, y; z = 0 everywhere) or 3; of transport also 1; of swarm any number */
  double dp;               /* initial particle spacing, m */

  struct {
    double low[3], high[3]; /* m; where fluid may be */
    bool periodic[3];
    unsigned open; /* faces through which fluid may leave (counted); elsewhere the run has diverged */
  } domain;

  double gravity[3]; /* m/s^2; also any constant body force */

  /* The axes move: acceleration and angular velocity along time. */
  struct {
    bool given;
    char *file;
    struct track track;
    double about[3]; /* m, the point that has the acceleration */
  } frame;

  struct damping_zone *zones;
  size_t zone_count;
  struct relaxation_zone *relaxations;
  size_t relaxation_count;

  struct {
    double density;        /* rho0, kg/m^3 */
    int gamma;             /* exponent of the equation of state, 1..7 */
    double speed_of_sound; /* c0, m/s; 0 in the file: sound_factor x the larger of the next and sqrt(2gH) */
    double sound_factor;
    double expected_speed;      /* m/s */
    double background_pressure; /* Pa, added to the equation of state */
    double lowest_density;      /* rho/rho0 that fluid does not fall below; 0: no bound */
  } material;

  struct phase *phases; /* beside `material` */
  size_t phase_count;
  struct interface interface;
  struct body *fluids;
  size_t fluid_count;
  struct body *walls;
  size_t wall_count;
  struct touching contact;
  struct joint *joints;
  size_t joint_count;
  struct opening *openings;
  size_t opening_count;

  /* kernel, formulation and others that are a key of their own: a member for each OWN row of CHOICES */
#define CHOICE_OWN(type, member) type member;
#define CHOICE_MAP(type, member)
#define CHOICE_SUB(type, member)
#define CHOICE_MEMBER(X, axis, how, KIND, name, type, TABLE, member, ...) CHOICE_##how(type, member)
  CHOICES(CHOICE_MEMBER, )
#undef CHOICE_OWN
#undef CHOICE_MAP
#undef CHOICE_SUB
#undef CHOICE_MEMBER
  double smoothing_ratio; /* h / dp */
  struct {
    enum viscosity_model model;
    double alpha; /* artificial */
    double onset; /* riemann: of the speed of sound; 0: none */
    double nu;    /* laminar, kinematic, m^2/s */
    double bulk;  /* likewise */
    int substeps; /* at most, of a step; 1: none */
  } viscosity;
  struct case_rheology rheology; /* of several phases that of the material */
  struct {
    enum turbulence_model model;
    double strength;            /* Smagorinsky's constant */
    double energy, dissipation; /* of fluid at first, m^2/s^2 and m^2/s^3; 0: by default */
    double roughness;           /* m */
  } turbulence;
  struct case_heat heat;
  struct {
    enum diffusion_model model;
    double delta;
  } diffusion;
  struct {
    enum boundary_model model;
    enum slip slip;     /* dummy */
    double slip_length; /* m; no slip: how far behind the wall fluid would be at rest */
    double contact;     /* dp; how near to a wall's particle fluid is pushed away; 0: never */
    double strength;    /* m^2/s^2; of walls that repel; 0: of the speed of sound */
  } boundary;
  struct {
    enum integrator scheme;
    double cfl;
    int euler_every; /* Verlet: steps between plain Euler steps */
    double max_step; /* s; 0: no limit but the CFL condition */
  } integrator;
  struct {
    enum damper_model model;
    double strength;
  } damper;
  struct {
    enum shifting_model model;
    double strength;
    int every; /* steps */
    enum shift_measure measure;
  } shifting;
  int gradients_every; /* steps that particles carry what correction and reconstruction need */
  int settle;          /* shifts before the start */
  enum summation summation;
  struct {
    enum objective_kind function;
    char *value; /* expression: the function, over coordinates and totals */
    struct swarm_total *totals;
    size_t total_count;
    char *library, *symbol; /* of a function of the user */
    double bounds[2];       /* of every coordinate */
    int particles;
    enum swarm_form form;
    enum swarm_neighbourhood neighbourhood;
    int informants; /* random: particles that each one informs */
    double inertia, attraction;
    int seed;
    double target;      /* value at which the run is finished */
    double evaluations; /* after which it is; 0: no limit */
    int history;        /* iterations between rows of gauges.csv; 0: none */
    enum swarm_arrangement layout;
  } swarm;

  double end; /* s; swarm: iterations */
  struct {
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
  struct {
    double density[2];  /* allowed rho/rho0; outside: the run has diverged */
    bool leave;         /* or what is outside leaves it */
    double lost;        /* allowed share of the fluid that leaves the domain; beyond: the run has diverged */
    double least_fluid; /* share of the fluid of the start; with less left the run ends */
  } limits;
  struct {
    double skin; /* neighbour-list skin as a fraction of the support radius */
    double path; /* how far particles go while a list lasts, likewise */
  } neighbours;
  struct offload_options offload;
  struct cpu_options cpu;
  struct transport_config transport;
  struct pairwise_config pairwise;
};

/* Every parameter, also defaults, as the text of a case file with the same result; the caller frees it. */
int case_print(const struct amphi_case *c, char **text, size_t *size);

/* Print the reference of all keys (unit, default, meaning) as Markdown to standard output. */
void case_print_reference(void);

/* The same of one key, with all that is under it, or of a method. STATUS_USAGE if none has the name. */
int case_print_part(const char *name);

/* All keys as a JSON Schema, for editors. */
int case_print_json(void);

/* Hash, in hexadecimal, of the parameters that reach the state: all but title, end, output and gauges; of
 * files that the case names not the names but, unless `inputs` is NULL, the contents. Two cases with equal
 * digests compute the same. */
struct case_inputs;
int case_digest(const struct amphi_case *c, const struct case_inputs *inputs, char digest[33]);

/* What the digest leaves out but a resume is held against: how a backend computes ("cpu.pairs"), which
 * without fixed sums reaches the bits, and what a gauge measures ("gauges.NAME"), whose column goes on.
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

/* The least length of a periodic axis, in support radii with skin: nothing meets twice in it. */
double case_period_least(const struct amphi_case *c);

/* "FILE:LINE", or "FILE" for line 0, to begin an error with. */
enum { CASE_PLACE = 4096 + 32 };
const char *case_place(char place[CASE_PLACE], const struct amphi_case *c, size_t line);

/* The axis along which gravity acts; -1 if there is none or it is oblique. */
int case_gravity_axis(const struct amphi_case *c);

void case_free(struct amphi_case *c);

/* Words for enum values, as in case files. */
const char *case_word_kernel(enum kernel_kind k);
const char *case_word_viscosity(enum viscosity_model m);
const char *case_word_diffusion(enum diffusion_model m);
const char *case_word_boundary(enum boundary_model m);
const char *case_word_integrator(enum integrator i);
const char *case_word_summation(enum summation s);
const char *case_word_formulation(enum formulation f);
const char *case_word_objective(enum objective_kind o);
const char *case_word_form(enum swarm_form f);
const char *case_word_neighbourhood(enum swarm_neighbourhood n);
const char *case_word_layout(enum swarm_arrangement a);
const char *case_word_potential(enum pairwise_potential value);
const char *case_word_pairwise(enum pairwise_strategy value);
const char *case_word_truncation(enum pairwise_truncation value);

#endif
