/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_ROWS_H
#define WCSPH_MODELS_ROWS_H
/* The models of WCSPH, a row each. From it follow the enum, the word in a case, messages, the reference
 * (docs/case-file.md), what a run cites (wcsph/results/cite.c), and of kernels their constants everywhere and
 * the tests that each has to pass (tests/wcsph). X(constant, word, takes, what, paper): of the enum; as in a
 * case; keys of its own (enum model_keys); what it is; where it was published, or NULL for nothing to cite.
 */

#include "lane/summation.h"

/* Keys beside `model` that mean something for some models only. */
enum model_keys {
  TAKES_NOTHING = 0,
  TAKES_ALPHA = 1,        /* viscosity */
  TAKES_NU = 2,           /* viscosity */
  TAKES_DELTA = 4,        /* density_diffusion */
  TAKES_SLIP = 8,         /* boundary */
  TAKES_EULER_EVERY = 16, /* integrator */
  TAKES_STRENGTH = 32,    /* shifting, with `every`; acoustic_damper; turbulence */
  TAKES_BULK = 64,        /* viscosity */
  TAKES_YIELD = 128,      /* rheology, and the others */
  TAKES_EXPONENT = 256,
  TAKES_DECAY = 512,
  TAKES_GROWTH = 1024,
  TAKES_FRICTION = 2048,
  TAKES_CEILING = 4096,
  TAKES_AVERAGE = 8192,     /* every rheology but Newton's */
  TAKES_LENGTH = 16384,     /* boundary.slip */
  TAKES_TENSION = 32768,    /* interface */
  TAKES_HEAT = 65536,       /* heat: all its keys */
  TAKES_CONTACT = 131072,   /* boundary */
  TAKES_REPULSION = 262144, /* boundary: `strength` */
  TAKES_ANGLE = 524288,     /* interface: `contact_angle` */
  TAKES_ENERGY = 1048576,   /* turbulence: `energy`, `dissipation`, `roughness` */
  TAKES_STRAIN = 4194304,   /* shifting: `measure` */
  TAKES_ONSET = 8388608,    /* viscosity */
  TAKES_GRAINS = 2097152    /* rheology: `friction_fast`, `inertial_number`, `grain_size`, `grain_density` */
};

/* clang-format off */
/* And of kernels, whose formulas are formula_w and formula_f (wcsph/models/kernel_*.h):
 *   X(constant, word, takes, what, paper, formula, radius, norm_2d, norm_3d, f_scale, stiffness):
 *   W(r) = norm / h^dim w(r/h), F(r) = (1/r) dW/dr = f_scale norm / h^(dim+2) f(r/h), 0 from radius h on;
 *   stiffness: the larger of -2 h^2 times the integral of F in 2-D and 3-D, see wcsph/models/timestep.h. */
#define KERNELS(X)                                                                                           \
  X(KERNEL_WENDLAND, "wendland", TAKES_NOTHING, "Wendland C2 kernel",                                        \
    "Wendland 1995, Adv. Comput. Math. 4, 389-396",                                                          \
    wendland, 2.0, 0.55704230082163367519 /* 7 / (4 pi) */,                                                  \
    0.41778172561622525639 /* 21 / (16 pi) */, -0.625, 7.0)                                                  \
  X(KERNEL_CUBIC, "cubic", TAKES_NOTHING, "cubic spline kernel",                                             \
    "Monaghan & Lattanzio 1985, Astron. Astrophys. 149, 135-143",                                            \
    cubic, 2.0, 0.45472840883398666944 /* 10 / (7 pi) */,                                                    \
    0.31830988618379067154 /* 1 / pi */, -0.75, 6.0)                                                         \
  X(KERNEL_QUADRATIC, "quadratic", TAKES_NOTHING, "quadratic kernel",                                        \
    "Johnson, Stryk & Beissel 1996, Comput. Methods Appl. Mech. Eng. 139, 347-373",                          \
    quadratic, 2.0, 0.47746482927568600731 /* 3 / (2 pi) */,                                                 \
    0.29841551829730375457 /* 15 / (16 pi) */, -0.5, 6.0)                                                    \
  X(KERNEL_GAUSSIAN, "gaussian", TAKES_NOTHING, "Gaussian kernel, cut off and renormalised",                 \
    "Gingold & Monaghan 1977, Mon. Not. R. Astron. Soc. 181, 375-389; "                                      \
    "Molteni & Colagrossi 2009, Comput. Phys. Commun. 180, 861-872",                                         \
    gaussian, 3.0, 0.31870319717504237537 /* 1 / (pi (1 - 10 e^-9)) */,                                      \
    0.18011782210256857571 /* 1 / (pi^(3/2) erf(3) - 42 pi e^-9) */,                                         \
    -2.0, 4.02)                                                                                              \
  X(KERNEL_WENDLAND4, "wendland4", TAKES_NOTHING, "Wendland C4 kernel",                                      \
    "Wendland 1995, Adv. Comput. Math. 4, 389-396; "                                                         \
    "Dehnen & Aly 2012, Mon. Not. R. Astron. Soc. 425, 1068-1082",                                           \
    wendland4, 2.0, 0.71619724391352901096 /* 9 / (4 pi) */,                                                 \
    0.61548200648818899379 /* 495 / (256 pi) */, -14.0 / 3.0, 55.0 / 6.0)

#define FORMULATIONS(X)                                                                                      \
  X(FORMULATION_MASS, "mass", TAKES_NOTHING, "mass formulation of continuity and momentum",                  \
    "Bilotta et al. 2024, Adv. Eng. Softw. 196, 103711, eqs. 8 and 9")                                       \
  X(FORMULATION_VOLUME, "volume", TAKES_NOTHING, "volume formulation of continuity and momentum",            \
    "Bilotta et al. 2024, Adv. Eng. Softw. 196, 103711, eqs. 10 and 11") \
  X(FORMULATION_INCOMPRESSIBLE, "incompressible", TAKES_NOTHING, "artificial compressibility", \
    "Chorin 1967, J. Comput. Phys. 2, 12-26")

/* And of corrections of pressure in tension: X(constant, word, takes, what, paper, formula), tensile_NAME
 * (wcsph/models/tensile_NAME.h). */
#define TENSILES(X)                                                                                          \
  X(TENSILE_NONE, "none", TAKES_NOTHING, "no tensile correction", NULL, none)                                \
  X(TENSILE_MONAGHAN, "monaghan", TAKES_NOTHING, "tensile correction",                                       \
    "Monaghan 2000, J. Comput. Phys. 159, 290-311", monaghan)

/* And of viscosities, whose formula is viscosity_NAME (wcsph/models/viscosity_NAME.h):
 *   X(constant, word, takes, what, paper, formula, u, r): u and r, m^2/s, of the case's keys c: how strongly
 *   it acts along the velocity and along the line between two particles, of a_i = sum V (u u_ij +
 *   r (u_ij.e) e) F, e = r/|r|. Its stiffest modes decay by nu = (u + r/dimensions) / 2, which limits the
 *   time step. */
#define VISCOSITIES(X)                                                                                       \
  X(VISCOSITY_NONE, "none", TAKES_NOTHING, "no viscosity", NULL, none, 0.0, 0.0)                             \
  X(VISCOSITY_ARTIFICIAL, "artificial", TAKES_ALPHA, "artificial viscosity",                                 \
    "Monaghan 1992, Annu. Rev. Astron. Astrophys. 30, 543-574", artificial, 0.0, 0.0)                        \
  X(VISCOSITY_LAMINAR, "laminar", TAKES_NU, "laminar viscosity",                                             \
    "Morris, Fox & Zhu 1997, J. Comput. Phys. 136, 214-226", morris, 2.0 * c->viscosity.nu, 0.0)             \
  X(VISCOSITY_MONAGHAN, "monaghan", TAKES_NU, "laminar viscosity along the line between particles",          \
    "Cleary 1998, Appl. Math. Model. 22, 981-993; Monaghan 2005, Rep. Prog. Phys. 68, 1703-1759",            \
    monaghan, 0.0, 2.0 * (c->dimensions + 2) * c->viscosity.nu)                                              \
  X(VISCOSITY_ESPANOL, "espanol", TAKES_NU | TAKES_BULK, "shear and bulk viscosity",                         \
    "Espanol & Revenga 2003, Phys. Rev. E 67, 026705",                                                       \
    espanol, 5.0 / 3.0 * c->viscosity.nu - c->viscosity.bulk,                                                \
    (c->dimensions + 2) * (c->viscosity.nu / 3.0 + c->viscosity.bulk))                                       \
  X(VISCOSITY_RIEMANN, "riemann", TAKES_ONSET, "limited dissipation of a Riemann solver",                  \
    "Zhang, Hu & Adams 2017, J. Comput. Phys. 335, 605-620", riemann, 0.0, 0.0)

#define RECONSTRUCTIONS(X) \
  X(RECONSTRUCTION_NONE, "none", TAKES_NOTHING, "no reconstruction", NULL) \
  X(RECONSTRUCTION_VAN_ALBADA, "van_albada", TAKES_NOTHING, "reconstruction of velocities with van Albada's limiter", \
    "van Albada, van Leer & Roberts 1982, Astron. Astrophys. 108, 76-84; " \
    "van Leer 1979, J. Comput. Phys. 32, 101-136")

/* And of rheologies: one formula has them all, of which each takes some keys (wcsph/models/rheology.h). */
#define TAKES_SHARP_YIELD  (TAKES_AVERAGE | TAKES_CEILING | TAKES_YIELD)
#define TAKES_SMOOTH_YIELD (TAKES_AVERAGE | TAKES_YIELD | TAKES_GROWTH)
#define RHEOLOGIES(X) \
  X(RHEOLOGY_NEWTON, "newton", TAKES_NOTHING, "one viscosity", NULL) \
  X(RHEOLOGY_BINGHAM, "bingham", TAKES_SHARP_YIELD, "Bingham rheology", \
    "Bingham 1922, Fluidity and plasticity, McGraw-Hill") \
  X(RHEOLOGY_PAPANASTASIOU, "papanastasiou", TAKES_SMOOTH_YIELD, "Papanastasiou rheology", \
    "Papanastasiou 1987, J. Rheol. 31, 385-404") \
  X(RHEOLOGY_POWER_LAW, "power_law", TAKES_AVERAGE | TAKES_CEILING | TAKES_EXPONENT, "power-law rheology", \
    "Ostwald 1925, Kolloid Z. 36, 99-117") \
  X(RHEOLOGY_HERSCHEL_BULKLEY, "herschel_bulkley", TAKES_SHARP_YIELD | TAKES_EXPONENT, \
    "Herschel-Bulkley rheology", "Herschel & Bulkley 1926, Kolloid Z. 39, 291-300") \
  X(RHEOLOGY_ALEXANDROU, "alexandrou", TAKES_SMOOTH_YIELD | TAKES_CEILING | TAKES_EXPONENT, \
    "Herschel-Bulkley rheology, regularised", \
    "Alexandrou, McGilvreay & Burgos 2001, J. Non-Newton. Fluid Mech. 100, 77-96") \
  X(RHEOLOGY_DE_KEE_TURCOTTE, "de_kee_turcotte", TAKES_SHARP_YIELD | TAKES_DECAY, "De Kee-Turcotte rheology", \
    "De Kee & Turcotte 1980, Chem. Eng. Commun. 6, 273-282") \
  X(RHEOLOGY_ZHU, "zhu", TAKES_SMOOTH_YIELD | TAKES_DECAY, "De Kee-Turcotte rheology, regularised", \
    "Zhu, Kim & De Kee 2005, J. Non-Newton. Fluid Mech. 129, 177-181") \
  X(RHEOLOGY_GRANULAR, "granular", TAKES_SHARP_YIELD | TAKES_FRICTION, "granular rheology", \
    "Ghaitanellis, Violeau, Liu & Viard 2021, J. Hydraul. Res. 59, 1-25") \
  X(RHEOLOGY_MU_I, "mu_i", TAKES_SHARP_YIELD | TAKES_FRICTION | TAKES_GRAINS, "mu(I) rheology of grains", \
    "Jop, Forterre & Pouliquen 2006, Nature 441, 727-730")

#define AVERAGES(X) \
  X(AVERAGE_ARITHMETIC, "arithmetic", TAKES_NOTHING, "(a + b) / 2", NULL) \
  X(AVERAGE_HARMONIC, "harmonic", TAKES_NOTHING, "2 a b / (a + b)", NULL) \
  X(AVERAGE_GEOMETRIC, "geometric", TAKES_NOTHING, "sqrt(a b)", NULL)

#define TENSIONS(X) \
  X(TENSION_NONE, "none", TAKES_NOTHING, "no surface tension", NULL) \
  X(TENSION_STRESS, "stress", TAKES_TENSION, "surface tension as a stress", \
    "Hu & Adams 2006, J. Comput. Phys. 213, 844-861; Lafaurie et al. 1994, J. Comput. Phys. 113, 134-147") \
  X(TENSION_PAIRWISE, "pairwise", TAKES_TENSION | TAKES_ANGLE, "surface tension as a force between pairs", \
    "Tartakovsky & Panchenko 2016, J. Comput. Phys. 305, 1119-1146")

#define TURBULENCES(X) \
  X(TURBULENCE_NONE, "none", TAKES_NOTHING, "no turbulence model", NULL) \
  X(TURBULENCE_SMAGORINSKY, "smagorinsky", TAKES_STRENGTH, "sub-particle eddy viscosity", \
    "Smagorinsky 1963, Mon. Weather Rev. 91, 99-164; Dalrymple & Rogers 2006, Coast. Eng. 53, 141-147") \
  X(TURBULENCE_K_EPSILON, "k_epsilon", TAKES_ENERGY, "k-epsilon model with wall functions", \
    "Launder & Spalding 1974, Comput. Methods Appl. Mech. Eng. 3, 269-289; " \
    "Violeau & Issa 2007, Int. J. Numer. Methods Fluids 53, 277-304")

/* And of density diffusions: X(constant, word, takes, what, paper, formula), diffusion_NAME
 * (wcsph/models/diffusion_NAME.h). */
#define DIFFUSIONS(X)                                                                                        \
  X(DIFFUSION_NONE, "none", TAKES_NOTHING, "no density diffusion", NULL, none)                               \
  X(DIFFUSION_MOLTENI, "molteni", TAKES_DELTA, "density diffusion",                                          \
    "Molteni & Colagrossi 2009, Comput. Phys. Commun. 180, 861-872", molteni)                                \
  X(DIFFUSION_FOURTAKAS, "fourtakas", TAKES_DELTA, "density diffusion",                                      \
    "Fourtakas et al. 2019, Comput. Fluids 190, 346-361", fourtakas)                                         \
  X(DIFFUSION_FERRARI, "ferrari", TAKES_DELTA, "density diffusion",                                          \
    "Ferrari et al. 2009, Comput. Fluids 38, 1203-1217", ferrari)                                            \
  X(DIFFUSION_BREZZI, "brezzi", TAKES_DELTA, "density diffusion",                                            \
    "Ferrand et al. 2017, Comput. Phys. Commun. 210, 29-44, after Brezzi & Pitkaranta 1984", brezzi) \
  X(DIFFUSION_ANTUONO, "antuono", TAKES_DELTA, "density diffusion of delta-SPH", \
    "Antuono, Colagrossi, Marrone & Molteni 2010, Comput. Phys. Commun. 181, 532-549", \
    molteni /* and passes/antuono.h */)

#define BOUNDARIES(X)                                                                                        \
  X(BOUNDARY_DYNAMIC, "dynamic", TAKES_CONTACT, "dynamic boundary particles",                                \
    "Crespo et al. 2007, Comput. Mater. Contin. 5, 173-184")                                                 \
  X(BOUNDARY_DUMMY, "dummy", TAKES_SLIP | TAKES_CONTACT, "dummy boundary particles",                         \
    "Adami, Hu & Adams 2012, J. Comput. Phys. 231, 7057-7075")                                               \
  X(BOUNDARY_MDBC, "mdbc", TAKES_SLIP | TAKES_CONTACT, "modified dynamic boundary particles",                \
    "English et al. 2022, Comput. Part. Mech. 9, 911-925")                                                   \
  X(BOUNDARY_SEMI_ANALYTICAL, "semi_analytical", TAKES_SLIP, "semi-analytical walls", \
    "Ferrand, Laurence, Rogers, Violeau & Kassiotis 2013, Int. J. Numer. Methods Fluids 71, 446-472; " \
    "Leroy, Violeau, Ferrand & Kassiotis 2014, J. Comput. Phys. 261, 106-129")                               \
  X(BOUNDARY_LENNARD_JONES, "lennard_jones", TAKES_REPULSION, "Lennard-Jones boundary particles",            \
    "Monaghan 1994, J. Comput. Phys. 110, 399-406")                                                          \
  X(BOUNDARY_MONAGHAN_KAJTAR, "monaghan_kajtar", TAKES_REPULSION, "Monaghan-Kajtar boundary particles",      \
    "Monaghan & Kajtar 2009, Comput. Phys. Commun. 180, 1811-1820")

#define SLIPS(X)                                                                                             \
  X(SLIP_NO, "no", TAKES_LENGTH, "no slip", NULL)                                                           \
  X(SLIP_FREE, "free", TAKES_NOTHING, "free slip", NULL)

#define INTEGRATORS(X)                                                                                       \
  X(INTEGRATOR_VERLET, "verlet", TAKES_EULER_EVERY, "Verlet integrator",                                     \
    "Verlet 1967, Phys. Rev. 159, 98-103; Crespo et al. 2015, Comput. Phys. Commun. 187, 204-216")           \
  X(INTEGRATOR_ADAMS_BASHFORTH, "adams_bashforth", TAKES_NOTHING, "Adams-Bashforth integrator",              \
    "Marshall, Adcroft, Hill, Perelman & Heisey 1997, J. Geophys. Res. 102, 5753-5766")                      \
  X(INTEGRATOR_SYMPLECTIC, "symplectic", TAKES_NOTHING, "symplectic integrator",                             \
    "Dominguez et al. 2022, Comput. Part. Mech. 9, 867-895")

#define CORRECTIONS(X) \
  X(CORRECTION_NONE, "none", TAKES_NOTHING, "no correction of gradients", NULL) \
  X(CORRECTION_SYMMETRIC, "symmetric", TAKES_NOTHING, "gradient correction, conservative", \
    "Zago et al. 2021, Coast. Eng. 170, 104018; Bonet & Lok 1999, Comput. Methods Appl. Mech. Eng. 180, 97-115") \
  X(CORRECTION_REVERSE, "reverse", TAKES_NOTHING, "reverse gradient correction, conservative", \
    "Zhang, Adams & Hu 2025, arXiv 2406.02576") \
  X(CORRECTION_ADJOINT, "adjoint", TAKES_NOTHING, "reverse gradient correction, of momentum and energy", \
    "Zhang, Adams & Hu 2025, arXiv 2406.02576; Bonet & Lok 1999, Comput. Methods Appl. Mech. Eng. 180, 97-115")

#define HEATS(X) \
  X(HEAT_NONE, "none", TAKES_NOTHING, "no heat", NULL) \
  X(HEAT_CONDUCTION, "conduction", TAKES_HEAT, "conduction of heat", \
    "Cleary & Monaghan 1999, J. Comput. Phys. 148, 227-264")

#define DENSITIES(X) \
  X(DENSITY_CONTINUITY, "continuity", TAKES_NOTHING, "density by the continuity equation", NULL) \
  X(DENSITY_SUMMATION, "summation", TAKES_NOTHING, "density by summation", \
    "Monaghan 1992, Annu. Rev. Astron. Astrophys. 30, 543-574")

#define DAMPERS(X) \
  X(DAMPER_NONE, "none", TAKES_NOTHING, "no acoustic damper", NULL) \
  X(DAMPER_SUN, "sun", TAKES_STRENGTH, "acoustic damper", \
    "Sun, Pilloton, Antuono & Colagrossi 2023, J. Comput. Phys. 483, 112056") \
  X(DAMPER_CLEANING, "cleaning", TAKES_STRENGTH, "velocity-divergence cleaning", \
    "Fourtakas, Vacondio & Rogers 2025, Comput. Fluids 295, 106638")

#define SHIFTINGS(X)                                                                                         \
  X(SHIFTING_NONE, "none", TAKES_NOTHING, "no shifting", NULL)                                               \
  X(SHIFTING_SUN, "sun", TAKES_STRENGTH | TAKES_STRAIN, "particle shifting",                                                \
    "Sun et al. 2017, Comput. Methods Appl. Mech. Eng. 315, 25-49") \
  X(SHIFTING_PLUS, "plus", TAKES_STRENGTH | TAKES_STRAIN, "particle shifting, consistent and along free surfaces", \
    "Sun et al. 2019, Comput. Methods Appl. Mech. Eng. 348, 912-934; " \
    "Sun et al. 2017, Comput. Methods Appl. Mech. Eng. 315, 25-49") \
  X(SHIFTING_ADAMI, "adami", TAKES_STRENGTH, "transport velocity", \
    "Adami, Hu & Adams 2013, J. Comput. Phys. 241, 292-307") \
  X(SHIFTING_XSPH, "xsph", TAKES_STRENGTH, "motion with the mean velocity, XSPH", \
    "Monaghan 1989, J. Comput. Phys. 82, 1-15")

/* The one there is: no key chooses. */
#define STATES(X)                                                                                            \
  X(STATE_TAIT, "tait", TAKES_NOTHING, "Tait's equation of state", "Monaghan 1994, J. Comput. Phys. 110, 399-406")

/* The choices between those rows, a row each:
 *   DO(X, axis, how, KIND, name, type, TABLE, member, key, fallback, meaning).
 * axis: AXIS of what changes a pair's algebra, of which each combination can have code of its own (LAW_AXES in
 * wcsph/law.h; cmake/variants.cmake reads it here); else PLAIN. how it is a key of a case: OWN, all of which follows
 * from the row: member of struct amphi_case, key, fallback, meaning; MAP, the key `fallback` of the map `key`, whose
 * other keys stand in case/schema.c; SUB, as MAP, but it means something for some models only. KIND begins the
 * constants' names; models_NAME[] and words_NAME[] are the rows at run time. Where a run has a paper to cite, it is
 * cited in this order. X is handed through. */
#define CHOICES(DO, X)                                                                                       \
  DO(X, AXIS, OWN, KERNEL, kernel, enum kernel_kind, KERNELS, kernel, "kernel", "wendland", "Smoothing kernel") \
  DO(X, AXIS, OWN, FORMULATION, formulation, enum formulation, FORMULATIONS, formulation, "formulation", "mass", \
     "Continuity and momentum over masses or over volumes")                                                  \
  DO(X, AXIS, MAP, VISCOSITY, viscosity, enum viscosity_model, VISCOSITIES, viscosity.model, "viscosity", "model", "") \
  DO(X, PLAIN, OWN, RECONSTRUCTION, reconstruction, enum reconstruction, RECONSTRUCTIONS, reconstruction, \
     "reconstruction", "none",                                                                               \
     "Whether `viscosity.model: riemann` takes the velocities of a pair to its middle, along their slopes, before it dissipates") \
  DO(X, PLAIN, MAP, RHEOLOGY, rheology, enum rheology_model, RHEOLOGIES, rheology.model, "rheology", "model", "") \
  DO(X, PLAIN, SUB, AVERAGE, average, enum viscosity_average, AVERAGES, rheology.average, "rheology", "average", "") \
  DO(X, PLAIN, SUB, TENSION, tension, enum tension_model, TENSIONS, interface.model, "interface", "model", "") \
  DO(X, PLAIN, MAP, TURBULENCE, turbulence, enum turbulence_model, TURBULENCES, turbulence.model, "turbulence", \
     "model", "") \
  DO(X, PLAIN, MAP, HEAT, heat, enum heat_model, HEATS, heat.model, "heat", "model", "") \
  DO(X, AXIS, MAP, DIFFUSION, diffusion, enum diffusion_model, DIFFUSIONS, diffusion.model, "density_diffusion", \
     "model", "")                                                                                            \
  DO(X, AXIS, MAP, BOUNDARY, boundary, enum boundary_model, BOUNDARIES, boundary.model, "boundary", "model", "") \
  DO(X, AXIS, SUB, SLIP, slip, enum slip, SLIPS, boundary.slip, "boundary", "slip", "")                      \
  DO(X, AXIS, OWN, TENSILE, tensile, enum tensile_model, TENSILES, tensile, "tensile_correction", "none",    \
     "Whether particles in tension, which attract each other and clump, are kept apart at short distance")   \
  DO(X, PLAIN, OWN, DENSITY, density, enum density_model, DENSITIES, density, "density_equation", "continuity", \
     "Where fluid's density comes from; `summation` wants `material.lowest_density` 1 where there is a free surface") \
  DO(X, PLAIN, OWN, CORRECTION, correction, enum correction_model, CORRECTIONS, correction, "gradient_correction", \
     "none",                                                                                                 \
     "Correction of the kernel's gradient in continuity and pressure for neighbours that are missing or uneven") \
  DO(X, PLAIN, MAP, INTEGRATOR, integrator, enum integrator, INTEGRATORS, integrator.scheme, "integrator", "scheme", "") \
  DO(X, PLAIN, MAP, DAMPER, damper, enum damper_model, DAMPERS, damper.model, "acoustic_damper", "model", "") \
  DO(X, PLAIN, MAP, SHIFTING, shifting, enum shifting_model, SHIFTINGS, shifting.model, "shifting", "model", "")
/* clang-format on */

/* A row at run time. */
struct model {
  const char *word, *what, *paper;
  unsigned takes; /* bits of enum model_keys */
};

/* Their enums; and by constant the rows, an empty one behind the last, and the words alone. */
#define MODEL_CONSTANT(constant, ...) constant,
#define CHOICE_DECLARE(X, axis, how, KIND, name, type, TABLE, ...)                                           \
  type{TABLE(MODEL_CONSTANT)};                                                                               \
  extern const struct model models_##name[];                                                                 \
  extern const char *const words_##name[];
CHOICES(CHOICE_DECLARE, )
enum state_equation { STATES(MODEL_CONSTANT) };
#undef CHOICE_DECLARE
#undef MODEL_CONSTANT
extern const struct model models_state[], models_summation[];
extern const char *const words_summation[];

/* Support radius over h of a row of models_kernel; 0 of others. */
double model_radius(const struct model *m);

#endif
