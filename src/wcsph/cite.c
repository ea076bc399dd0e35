/* SPDX-License-Identifier: BSD-3-Clause */
/* The papers that a run of WCSPH builds on. */
#include <stddef.h>

#include "util/log.h"
#include "wcsph/method.h"

struct citation {
  const char *what;
  const char *paper; /* NULL: nothing to cite */
};

static const struct citation kernels[] = {
    [KERNEL_WENDLAND] = {"Wendland C2 kernel", "Wendland 1995, Adv. Comput. Math. 4, 389-396"},
    [KERNEL_CUBIC] = {"cubic spline kernel", "Monaghan & Lattanzio 1985, Astron. Astrophys. 149, 135-143"},
};
static const struct citation formulations[] = {
    [FORMULATION_MASS] = {"mass formulation of continuity and momentum",
                          "Bilotta et al. 2024, Adv. Eng. Softw. 196, 103711, eqs. 8 and 9"},
    [FORMULATION_VOLUME] = {"volume formulation of continuity and momentum",
                            "Bilotta et al. 2024, Adv. Eng. Softw. 196, 103711, eqs. 10 and 11"},
};
static const struct citation viscosities[] = {
    [VISCOSITY_NONE] = {"no viscosity", NULL},
    [VISCOSITY_ARTIFICIAL] = {"artificial viscosity",
                              "Monaghan 1992, Annu. Rev. Astron. Astrophys. 30, 543-574"},
    [VISCOSITY_LAMINAR] = {"laminar viscosity", "Morris, Fox & Zhu 1997, J. Comput. Phys. 136, 214-226"},
};
static const struct citation diffusions[] = {
    [DIFFUSION_NONE] = {"no density diffusion", NULL},
    [DIFFUSION_MOLTENI] = {"density diffusion",
                           "Molteni & Colagrossi 2009, Comput. Phys. Commun. 180, 861-872"},
    [DIFFUSION_FOURTAKAS] = {"density diffusion", "Fourtakas et al. 2019, Comput. Fluids 190, 346-361"},
};
static const struct citation boundaries[] = {
    [BOUNDARY_DYNAMIC] = {"dynamic boundary particles",
                          "Crespo et al. 2007, Comput. Mater. Contin. 5, 173-184"},
    [BOUNDARY_DUMMY] = {"dummy boundary particles",
                        "Adami, Hu & Adams 2012, J. Comput. Phys. 231, 7057-7075"},
};
static const struct citation integrators[] = {
    [INTEGRATOR_VERLET] = {"Verlet integrator", "Verlet 1967, Phys. Rev. 159, 98-103; "
                                                "Crespo et al. 2015, Comput. Phys. Commun. 187, 204-216"},
    [INTEGRATOR_SYMPLECTIC] = {"symplectic integrator",
                               "Dominguez et al. 2022, Comput. Part. Mech. 9, 867-895"},
};
static const struct citation shiftings[] = {
    [SHIFTING_NONE] = {"no shifting", NULL},
    [SHIFTING_SUN] = {"particle shifting", "Sun et al. 2017, Comput. Methods Appl. Mech. Eng. 315, 25-49"},
};
static const struct citation summations[] = {
    [SUM_PLAIN] = {"plain sums", NULL},
    [SUM_KAHAN] = {"compensated sums", "Kahan 1965, Commun. ACM 8, 40"},
    [SUM_FIXED] = {"64-bit fixed-point sums, compensated steps", "Kahan 1965, Commun. ACM 8, 40"},
    [SUM_NEUMAIER] = {"compensated sums after Neumaier", "Neumaier 1974, Z. Angew. Math. Mech. 54, 39"},
    [SUM_DOUBLE] = {"sums in double precision, compensated steps", "Kahan 1965, Commun. ACM 8, 40"},
};
static const struct citation state_equation = {"Tait's equation of state",
                                               "Monaghan 1994, J. Comput. Phys. 110, 399-406"};
static const struct citation time_step = {
    "variable time step", "Monaghan & Kos 1999, J. Waterw. Port Coast. Ocean Eng. 125, 145-155"};

static void say(const struct citation *line) {
  if (line->paper)
    log_say("  %s: %s", line->what, line->paper);
  else
    log_say("  %s", line->what);
}

void wcsph_cite(const struct amphi_case *c) {
  say(&kernels[c->kernel]);
  say(&formulations[c->formulation]);
  say(&state_equation);
  say(&viscosities[c->viscosity.model]);
  say(&diffusions[c->diffusion.model]);
  if (c->wall_count) say(&boundaries[c->boundary.model]);
  say(&integrators[c->integrator.scheme]);
  if (c->shifting.model != SHIFTING_NONE) say(&shiftings[c->shifting.model]);
  say(&time_step);
  say(&summations[c->summation]);
}
