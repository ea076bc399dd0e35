/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/schema.h"

#define WORDS(name) const char *const words_##name[]
static WORDS(summation_pairwise) = {
    [SUM_PLAIN] = "plain", [SUM_KAHAN] = "kahan", [SUM_FIXED] = "fixed", NULL};
WORDS(face) = {"-x", "+x", "-y", "+y", "-z", "+z", NULL}; /* by bit of enum face */
WORDS(lock) = {"x", "y", "z", "rx", "ry", "rz", NULL};
WORDS(axis) = {"x", "y", "z", NULL};
WORDS(method) = {[METHOD_WCSPH] = "wcsph",
                 [METHOD_TRANSPORT] = "transport",
                 [METHOD_SWARM] = "swarm",
                 [METHOD_PAIRWISE] = "pairwise",
                 NULL};
WORDS(packing) = {[PACKING_LATTICE] = "lattice", [PACKING_SURFACE] = "surface", NULL};
static WORDS(free_surface) = {
    [FREE_SURFACE_SOME] = "some", [FREE_SURFACE_NONE] = "none", [FREE_SURFACE_FIND] = "find", NULL};
WORDS(scheme) = {[SCHEME_STANDARD] = "standard",
                 [SCHEME_DUALSPHYSICS] = "dualsphysics",
                 [SCHEME_CLASSIC] = "classic",
                 NULL};
static WORDS(snapshots) = {[SNAPSHOTS_ALL] = "all", [SNAPSHOTS_NONE] = "none", NULL};
static WORDS(shown) = {
    [SHOWN_NONE] = "none", [SHOWN_BODIES] = "bodies", [SHOWN_MOVING] = "moving", [SHOWN_ALL] = "all", NULL};
static WORDS(shown_field) = {
    [SHOWN_VELOCITY] = "velocity",   [SHOWN_DENSITY] = "density",      [SHOWN_PRESSURE] = "pressure",
    [SHOWN_VORTICITY] = "vorticity", [SHOWN_SURFACE] = "free_surface", NULL};
static WORDS(field) = {[FIELD_UNIFORM] = "uniform", [FIELD_TAYLOR_GREEN] = "taylor-green", NULL};

/* clang-format off */
/* Where a key means something: conditions on the item `i` that the key belongs to. */
#define CONDITION(name, type, condition)                                                                     \
  static bool name(const void *item) { const struct type *i = item; return condition; }
CONDITION(is_jittered, body, i->jitter > 0)

/* And of models: where the row of the chosen one says that it takes the key. */
#define TAKEN(name, chosen, KEY, family)                                                                     \
  CONDITION(name, amphi_case, models_##family[i->chosen].takes & KEY)
TAKEN(takes_alpha, viscosity.model, TAKES_ALPHA, viscosity)
TAKEN(takes_nu, viscosity.model, TAKES_NU, viscosity)
TAKEN(takes_factor, viscosity.model, (TAKES_ALPHA | TAKES_NU), viscosity)
TAKEN(takes_onset, viscosity.model, TAKES_ONSET, viscosity)
TAKEN(takes_bulk, viscosity.model, TAKES_BULK, viscosity)
TAKEN(takes_yield, rheology.model, TAKES_YIELD, rheology)
TAKEN(takes_exponent, rheology.model, TAKES_EXPONENT, rheology)
TAKEN(takes_decay, rheology.model, TAKES_DECAY, rheology)
TAKEN(takes_growth, rheology.model, TAKES_GROWTH, rheology)
TAKEN(takes_friction, rheology.model, TAKES_FRICTION, rheology)
TAKEN(takes_grains, rheology.model, TAKES_GRAINS, rheology)
TAKEN(takes_ceiling, rheology.model, TAKES_CEILING, rheology)
#define PHASE_TAKES(name, KEY) CONDITION(phase_takes_##name, phase, models_rheology[i->rheology.model].takes & KEY)
PHASE_TAKES(yield, TAKES_YIELD) PHASE_TAKES(exponent, TAKES_EXPONENT) PHASE_TAKES(decay, TAKES_DECAY)
PHASE_TAKES(growth, TAKES_GROWTH) PHASE_TAKES(friction, TAKES_FRICTION) PHASE_TAKES(ceiling, TAKES_CEILING)
PHASE_TAKES(grains, TAKES_GRAINS)
CONDITION(takes_average, amphi_case, i->phase_count > 0 || models_rheology[i->rheology.model].takes & TAKES_AVERAGE)
TAKEN(takes_tension, interface.model, TAKES_TENSION, tension)
TAKEN(takes_angle, interface.model, TAKES_ANGLE, tension)
TAKEN(takes_delta, diffusion.model, TAKES_DELTA, diffusion)
TAKEN(takes_slip, boundary.model, TAKES_SLIP, boundary)
TAKEN(takes_contact, boundary.model, TAKES_CONTACT, boundary)
TAKEN(takes_repulsion, boundary.model, TAKES_REPULSION, boundary)
CONDITION(takes_length, amphi_case, takes_slip(i) && models_slip[i->boundary.slip].takes & TAKES_LENGTH)
CONDITION(takes_gradients, amphi_case, i->correction != CORRECTION_NONE || i->reconstruction != RECONSTRUCTION_NONE ||
              i->free_surface != FREE_SURFACE_SOME)
TAKEN(takes_euler_every, integrator.scheme, TAKES_EULER_EVERY, integrator)

#define TABLE(table_name, heading, item_size)                                                                \
  static const struct schema_table table_##table_name = {                                                    \
      heading, item_size, sizeof rows_##table_name / sizeof *rows_##table_name, rows_##table_name}
#define ROWS(name) static const struct schema_row rows_##name[]
#define WHERE(test, selector_key, words) .applies = test, .selector = selector_key, .where = words
#define ENUM(list) .type = VALUE_WORD, .words = words_##list
#define MODEL(family) ENUM(family), .models = models_##family
#define TAKING(test, KEY, family, selector_key, prefix)                                                      \
  WHERE(test, selector_key, prefix selector_key), .models = models_##family, .takes = KEY

#define AT(member) .offset = offsetof(struct phase, member)
#define OF_RHEOLOGY(test, KEY) TAKING(test, KEY, rheology, "model", "rheology.")
/* What each takes, by the names of its conditions, which begin so. */
#define RHEOLOGY_NUMBERS(takes) \
  {.key = "yield", .type = VALUE_NUMBER, .unit = "Pa", AT(rheology.yield), .required = true, .low = 0, .high = 1e12, OF_RHEOLOGY(takes##_yield, TAKES_YIELD), .meaning = "Stress at which it begins to flow; of grains their cohesion"}, \
  {.key = "exponent", .type = VALUE_NUMBER, AT(rheology.exponent), .required = true, .low = 0.1, .high = 4, OF_RHEOLOGY(takes##_exponent, TAKES_EXPONENT), .meaning = "Below 1 it thins under shear, above it thickens"}, \
  {.key = "decay", .type = VALUE_NUMBER, .unit = "s", AT(rheology.decay), .required = true, .low = 0, .high = 1e6, OF_RHEOLOGY(takes##_decay, TAKES_DECAY), .meaning = "Time by which it thins under shear"}, \
  {.key = "growth", .type = VALUE_NUMBER, .unit = "s", AT(rheology.growth), .required = true, .positive = true, OF_RHEOLOGY(takes##_growth, TAKES_GROWTH), .meaning = "How steeply stress grows to the yield stress, beyond shear rates of 1/`growth`; the time step falls with it"}, \
  {.key = "friction", .type = VALUE_NUMBER, AT(rheology.friction), .required = true, .low = 0, .high = 10, OF_RHEOLOGY(takes##_friction, TAKES_FRICTION), .meaning = "Yield stress over pressure, the tangent of an angle of friction; all the pressure is taken to be between grains"}, \
  {.key = "friction_fast", .type = VALUE_NUMBER, AT(rheology.friction_fast), .required = true, .low = 0, .high = 10, OF_RHEOLOGY(takes##_grains, TAKES_GRAINS), .meaning = "What `friction` rises to where grains flow fast, as I/(I + `inertial_number`) with I = g `grain_size` / sqrt(P / `grain_density`)"}, \
  {.key = "inertial_number", .type = VALUE_NUMBER, AT(rheology.inertial_number), .required = true, .positive = true, OF_RHEOLOGY(takes##_grains, TAKES_GRAINS), .meaning = "I at which friction has risen half way"}, \
  {.key = "grain_size", .type = VALUE_NUMBER, .unit = "m", AT(rheology.grain_size), .required = true, .positive = true, OF_RHEOLOGY(takes##_grains, TAKES_GRAINS), .meaning = "Diameter of the grains"}, \
  {.key = "grain_density", .type = VALUE_NUMBER, .unit = "kg/m^3", AT(rheology.grain_density), .required = true, .positive = true, OF_RHEOLOGY(takes##_grains, TAKES_GRAINS), .meaning = "Density of a grain, without the gaps that `material.density` has in it"}, \
  {.key = "ceiling", .type = VALUE_NUMBER, .unit = "m^2/s", AT(rheology.ceiling), .required = true, .positive = true, OF_RHEOLOGY(takes##_ceiling, TAKES_CEILING), .meaning = "Greatest viscosity over density, with which it creeps where the model has no bound; the time step falls with it"}

ROWS(phase_rheology) = {
  {.key = "model", ENUM(rheology), AT(rheology.model), .fallback = "newton",
   .meaning = "How its viscosity depends on the shear rate, as `rheology` says of the case's `material`"},
  RHEOLOGY_NUMBERS(phase_takes),
};
TABLE(phase_rheology, "phases[].rheology", 0);

ROWS(phase) = {
  {.key = "name", .type = VALUE_NAME, AT(name), .required = true, .meaning = "Name of the phase, not used by another"},
  {.key = "density", .type = VALUE_NUMBER, .unit = "kg/m^3", AT(density), .required = true, .positive = true,
   .meaning = "Density at rest; at most `material.density`: the densest is the case's `material`"},
  {.key = "speed_of_sound", .type = VALUE_NUMBER, .unit = "m/s", AT(speed_of_sound), .fallback = "0", .low = 0, .high = 1e6,
   .meaning = "With the density it says how stiff the phase is; ten times the greatest speed of the phase at least. The largest limits the step. "
              "0: as stiff as the material: `density` times its square is the same in both, and neither squeezes the other"},
  {.key = "gamma", .type = VALUE_INTEGER, AT(gamma), .fallback = "7", .low = 1, .high = 7,
   .meaning = "Exponent of its equation of state"},
  {.key = "nu", .type = VALUE_NUMBER, .unit = "m^2/s", AT(nu), .fallback = "0", .low = 0, .high = 1e6,
   .meaning = "Its kinematic viscosity, where `viscosity.model` is laminar, monaghan or espanol; between phases acts the mean of the dynamic ones that `rheology.average` says"},
  {.key = "rheology", .type = VALUE_MAP, .table = &table_phase_rheology, .meaning = "Viscosity that depends on shear; `nu` is then the consistency over density"},
  {.key = "heat", .type = VALUE_MAP, .table = &schema_phase_heat, .optional = true, .flag_offset = offsetof(struct phase, heat.given),
   .meaning = "Its heat; needed where the case has `heat`, whose conductivity and capacity are then those of `material`"},
};
#undef AT
TABLE(phase, "Phases: items of `phases`", sizeof(struct phase));

#define AT(member) .offset = offsetof(struct body, member)
#define BODY_ROWS(what)                                                                                      \
  {.key = "name", .type = VALUE_NAME, AT(name), .required = true,                                            \
   .meaning = "Name of the " what ", not used by another"},                                                  \
  {.key = "shapes", .type = VALUE_LIST, AT(shapes), .count_offset = offsetof(struct body, shape_count),      \
   .required = true, .low = 1, .table = &schema_shape, .line_offset = offsetof(struct shape, line),           \
   .meaning = "What it fills: shapes that are added and cut in order"}
ROWS(initial) = {
  {.key = "vx", .type = VALUE_TEXT, AT(initial.velocity[0]), .optional = true, .unit = "m/s", .fallback_doc = "the first of `velocity`",
   .meaning = "Initial velocity along x: a formula of the place `x`, `y`, in 3-D `z`, in m"},
  {.key = "vy", .type = VALUE_TEXT, AT(initial.velocity[1]), .optional = true, .unit = "m/s", .fallback_doc = "the second of `velocity`", .meaning = "Likewise along y"},
  {.key = "vz", .type = VALUE_TEXT, AT(initial.velocity[2]), .optional = true, .unit = "m/s", .fallback_doc = "the third of `velocity`", .meaning = "Likewise along z, in 3-D"},
  {.key = "density", .type = VALUE_TEXT, AT(initial.density), .optional = true, .unit = "kg/m^3", .fallback_doc = "by `hydrostatic`",
   .meaning = "Initial density, which is a pressure by the equation of state; not beside `hydrostatic`"},
};
TABLE(initial, "fluids.initial", 0);

ROWS(fluid) = {
  BODY_ROWS("fluid"),
  {.key = "velocity", .type = VALUE_VECTOR, .unit = "m/s", AT(velocity), .meaning = "Initial velocity"},
  {.key = "field", ENUM(field), AT(field), .fallback = "uniform",
   .meaning = "Initial velocity everywhere as given, or the vortices of Taylor and Green with the first component of `velocity` as amplitude"},
  {.key = "initial", .type = VALUE_MAP, .table = &table_initial, .optional = true, .flag_offset = offsetof(struct body, initial.given),
   .meaning = "What it begins with, by formulas such as `0.1*sin(2*pi*x)`. The last digit of sin, exp and the like is the machine's mathematics library's: between machines that have other ones hashes may differ"},
  {.key = "hydrostatic", .type = VALUE_BOOLEAN, AT(hydrostatic),
   .fallback_doc = "true where gravity is not zero and acts along no periodic axis, and `initial.density` is not given",
   .meaning = "Begin with the density that carries the weight of the fluid above, column by column; needs gravity along one axis"},
  {.key = "jitter", .type = VALUE_NUMBER, AT(jitter), .fallback = "0", .low = 0, .high = 0.5,
   .meaning = "Begin with particles displaced from their regular sites along each axis at random, by at most this times `dp`. It breaks the symmetry of a lattice; the same numbers on every machine"},
  {.key = "seed", .type = VALUE_INTEGER, AT(seed), .fallback = "0", .low = 0, .high = 2147483647, WHERE(is_jittered, "jitter", "a jitter above 0"),
   .meaning = "Which random numbers `jitter` takes: another seed is another sample of the same flow"},
  {.key = "forcing", .type = VALUE_MAP, .table = &schema_forcing, .optional = true, .flag_offset = offsetof(struct body, forcing.given),
   .meaning = "An acceleration of this fluid alone, along time"},
  {.key = "phase", .type = VALUE_PHASE, AT(phase), .fallback_doc = "the fluid of `material`", .meaning = "Which of `phases` it is"},
  {.key = "temperature", .type = VALUE_NUMBER, .unit = "K", AT(warmth.temperature), .optional = true, .low = -1e6, .high = 1e6,
   .fallback_doc = "`heat.reference`", .meaning = "Initial temperature, where the case has `heat`"},
};
TABLE(fluid, "Fluids: items of `fluids`", sizeof(struct body));

ROWS(wall) = {
  BODY_ROWS("wall"),
  {.key = "motion", .type = VALUE_LIST, AT(motions), .count_offset = offsetof(struct body, motion_count), .single = true,
   .table = &schema_motion,
   .meaning = "How the wall moves, as a gate, a piston or a wheel does: one motion, or several that follow each other, each of what those before it have moved"},
  {.key = "moves_with", .type = VALUE_WALL, AT(carrier), .fallback_doc = "none",
   .meaning = "Name of a wall before this one, whose motion carries this one along, behind its own"},
  {.key = "material", .type = VALUE_NAME, AT(material), .optional = true, .fallback_doc = "none",
   .meaning = "What it touches others with: a name that `contact.materials` has"},
  {.key = "body", .type = VALUE_MAP, .table = &schema_freedom, .optional = true,
   .flag_offset = offsetof(struct body, freedom.given),
   .meaning = "A rigid body, which fluid, weight and springs move"},
  {.key = "flexible", .type = VALUE_MAP, .table = &schema_flexible, .optional = true,
   .flag_offset = offsetof(struct body, flexible.given),
   .meaning = "A structure that bends, which fluid and weight move"},
  {.key = "temperature", .type = VALUE_NUMBER, .unit = "K", AT(warmth.temperature), .optional = true, .low = -1e6, .high = 1e6,
   .fallback_doc = "none: no heat passes",
   .meaning = "Temperature of its face, where the case has `heat`"},
  {.key = "heat_flux", .type = VALUE_NUMBER, .unit = "W/m^2", AT(warmth.flux), .optional = true,
   .low = -SCHEMA_LIMIT, .high = SCHEMA_LIMIT, .fallback_doc = "none",
   .meaning = "Instead of a temperature: heat that its face gives the fluid"},
};
#undef AT
TABLE(wall, "Walls: items of `walls`", sizeof(struct body));

#define WCSPH .methods = 1u << METHOD_WCSPH
#define AT(member) .offset = offsetof(struct amphi_case, member)
ROWS(domain) = {
  {.key = "low", .type = VALUE_VECTOR, .unit = "m", AT(domain.low), .required = true,
   .meaning = "Lowest corner of where fluid may be"},
  {.key = "high", .type = VALUE_VECTOR, .unit = "m", AT(domain.high), .required = true, .meaning = "Highest corner"},
  {.key = "periodic", .type = VALUE_AXES, AT(domain.periodic),
   .meaning = "Axes along which the domain repeats. Its extent there is a whole multiple of `dp`, unless all particles are `points`"},
  {.key = "open", .type = VALUE_FACES, AT(domain.open),
   .meaning = "Faces through which fluid may leave and is counted, a support radius beyond; elsewhere the run has diverged, or with `scheme` standard once more is lost than `limits.lost`"},
};
TABLE(domain, "domain", 0);

ROWS(material) = {
  {.key = "density", .type = VALUE_NUMBER, .unit = "kg/m^3", AT(material.density), .fallback = "1000", .positive = true,
   .meaning = "Density at rest, rho0"},
  {.key = "gamma", .type = VALUE_INTEGER, AT(material.gamma), .fallback = "7", .low = 1, .high = 7,
   .meaning = "Exponent of the equation of state"},
  {.key = "speed_of_sound", .type = VALUE_NUMBER, .unit = "m/s", AT(material.speed_of_sound), .fallback = "0",
   .low = 0, .high = 1e6,
   .meaning = "c0. 0: `sound_factor` times the greatest speed expected: the larger of `expected_speed` and sqrt(2 g H), H the initial extent of the fluid along gravity; with `scheme: standard` also what falling bodies, `frame`, initial velocities, walls that move, what drives bodies, and inlets show, and in fluid without a free surface how soon pressure has to cross it"},
  {.key = "sound_factor", .type = VALUE_NUMBER, AT(material.sound_factor), .fallback = "10", .low = 1, .high = 1000,
   .meaning = "Speed of sound over the greatest speed expected; density varies by about 1 / `sound_factor`^2"},
  {.key = "expected_speed", .type = VALUE_NUMBER, .unit = "m/s", AT(material.expected_speed), .fallback = "0",
   .low = 0, .high = 1e6, .meaning = "Greatest speed expected; needed where there is no gravity to tell"},
  {.key = "background_pressure", .type = VALUE_NUMBER, .unit = "Pa", AT(material.background_pressure),
   .fallback = "0", .low = 0, .high = SCHEMA_LIMIT, .meaning = "Added to the equation of state"},
  {.key = "lowest_density", .type = VALUE_NUMBER, AT(material.lowest_density), .fallback = "0", .low = 0, .high = 1,
   .meaning = "rho/rho0 that fluid does not fall below, 0 for no bound. For violent free surfaces, 0.999 or so: water "
              "does not bear the tension that spray gets as it flies apart, and walls stop such spray too late"},
};
TABLE(material, "material", 0);

ROWS(viscosity) = {
  {.key = "model", MODEL(viscosity), AT(viscosity.model), .fallback = "artificial",
   .meaning = "Viscous term. With `scheme: standard` `laminar` is taken as `monaghan`, whose stress vanishes at a free surface"},
  {.key = "alpha", .type = VALUE_NUMBER, AT(viscosity.alpha), .fallback = "0.1", .low = 0, .high = 10,
   TAKING(takes_alpha, TAKES_ALPHA, viscosity, "model", "viscosity."), .meaning = "Strength of the artificial viscosity"},
  {.key = "onset", .type = VALUE_NUMBER, AT(viscosity.onset), .fallback = "0", .low = 0, .high = 1,
   TAKING(takes_onset, TAKES_ONSET, viscosity, "model", "viscosity."),
   .meaning = "Speed at which two particles approach, over that of sound, below which `riemann` dissipates less, in proportion to it: what waves have is spared, what impacts have is not"},
  {.key = "nu", .type = VALUE_NUMBER, .unit = "m^2/s", AT(viscosity.nu), .required = true, .low = 0, .high = 1e6,
   TAKING(takes_nu, TAKES_NU, viscosity, "model", "viscosity."), .meaning = "Kinematic viscosity"},
  {.key = "bulk", .type = VALUE_NUMBER, .unit = "m^2/s", AT(viscosity.bulk), .fallback = "0", .low = 0, .high = 1e6,
   TAKING(takes_bulk, TAKES_BULK, viscosity, "model", "viscosity."),
   .meaning = "Bulk viscosity over density, at most 5/3 `nu`, beyond which shear would grow; where `nu` changes, by phase, shear or eddies, it changes with it"},
  {.key = "substeps", .type = VALUE_INTEGER, AT(viscosity.substeps), .fallback = "1", .low = 1, .high = 1000, TAKING(takes_nu, TAKES_NU, viscosity, "model", "viscosity."),
   .meaning = "At most so many viscous sub-steps s in a step, which may be s (s + 1)/2 times as long as viscosity lets it be without; as few as sound's step wants. For `integrator.scheme: symplectic`, which is the default beside them"},
  {.key = "file", .type = VALUE_TEXT, AT(viscosity.file), .optional = true, .contents = CONTENTS_FILE, .fallback_doc = "none",
   TAKING(takes_factor, (TAKES_ALPHA | TAKES_NU), viscosity, "model", "viscosity."),
   .meaning = "Text with a row for each time: seconds, and the factor of `alpha` or `nu` and `bulk`, above 0, interpolated linearly. Found beside the case file. Not beside `phases`"},
};
TABLE(viscosity, "viscosity", 0);

ROWS(rheology) = {
  {.key = "model", MODEL(rheology), AT(rheology.model), .fallback = "newton",
   .meaning = "How viscosity depends on the shear rate g: nu g^(exponent - 1) exp(-decay g) + (yield + friction P) "
              "(1 - exp(-growth g)) / (density g), at most `ceiling`; what a model does not take is left out, and with mu_i friction depends on g. For "
              "`viscosity.model` laminar, monaghan and espanol, whose `nu` is then the consistency over density; beside `phases` that of `material`"},
  RHEOLOGY_NUMBERS(takes),
  {.key = "average", ENUM(average), AT(rheology.average), .fallback = "geometric", .fallback_doc = "geometric; harmonic beside `phases`",
   OF_RHEOLOGY(takes_average, TAKES_AVERAGE), .meaning = "Which mean of their viscosities two particles take, beside `phases` with any rheology; for grains with a free surface arithmetic: there, where pressure vanishes, the others do"},
};
TABLE(rheology, "rheology", 0);

ROWS(interface) = {
  {.key = "model", MODEL(tension), AT(interface.model), .fallback = "none", .meaning = "Surface tension between two phases"},
  {.key = "tension", .type = VALUE_NUMBER, .unit = "N/m", AT(interface.tension), .required = true, .low = 0, .high = 1e6,
   TAKING(takes_tension, TAKES_TENSION, tension, "model", "interface."), .meaning = "Surface tension"},
  {.key = "contact_angle", .type = VALUE_NUMBER, .unit = "degrees", AT(interface.angle), .fallback = "90", .low = 0, .high = 180,
   TAKING(takes_angle, TAKES_ANGLE, tension, "model", "interface."),
   .meaning = "Between interface and walls, through the fluid of `material`: below 90 that one wets them"},
  {.key = "repulsion", .type = VALUE_NUMBER, AT(interface.repulsion), .fallback = "0", .low = 0, .high = 1,
   .meaning = "Between particles of two phases adds this times the contrast of their densities, (a - b)/(a + b), to the sum "
              "of their pressures, so that they do not mix (Monaghan and Rafiee 2013: 0.01 to 0.1)"},
};
TABLE(interface, "interface", 0);

ROWS(diffusion) = {
  {.key = "model", MODEL(diffusion), AT(diffusion.model), .fallback = "fourtakas",
   .meaning = "Term that smooths density; `fourtakas` spares the hydrostatic part"},
  {.key = "delta", .type = VALUE_NUMBER, AT(diffusion.delta), .fallback = "0.1", .low = 0, .high = 1,
   TAKING(takes_delta, TAKES_DELTA, diffusion, "model", "density_diffusion."), .meaning = "Strength"},
};
TABLE(diffusion, "density_diffusion", 0);

ROWS(boundary) = {
  {.key = "model", MODEL(boundary), AT(boundary.model), .fallback = "dynamic",
   .meaning = "What walls are made of; `dummy` particles take pressure and velocity from the fluid around them, `mdbc` ones from where it is "
              "opposite to them, `semi_analytical` ones are surfaces that cut the kernel, `dynamic` ones have a density of their own, others push it away by their distance"},
  {.key = "slip", ENUM(slip), AT(boundary.slip), .fallback = "no", TAKING(takes_slip, TAKES_SLIP, boundary, "model", "boundary."),
   .meaning = "Whether fluid sticks to walls (`no` slip) or glides (`free`)"},
  {.key = "slip_length", .type = VALUE_NUMBER, .unit = "m", AT(boundary.slip_length), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   TAKING(takes_length, TAKES_LENGTH, slip, "slip", "boundary."),
   .meaning = "How far behind the wall the velocity along it, drawn on, is the wall's (Navier's slip length); for dummy walls"},
  {.key = "contact", .type = VALUE_NUMBER, AT(boundary.contact), .optional = true, .low = 0, .high = 1,
   TAKING(takes_contact, TAKES_CONTACT, boundary, "model", "boundary."),
   .fallback_doc = "0.8 for dynamic walls, 0.75 for others",
   .meaning = "Within how many `dp` of a wall's particle fluid is pushed away from it, beside its pressure; 0: nowhere"},
  {.key = "strength", .type = VALUE_NUMBER, .unit = "m^2/s^2", AT(boundary.strength), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   TAKING(takes_repulsion, TAKES_REPULSION, boundary, "model", "boundary."), .fallback_doc = "the speed of sound squared over 40, over 200",
   .meaning = "How strongly particles of `lennard_jones`, of `monaghan_kajtar` walls push"},
};
TABLE(boundary, "boundary", 0);

ROWS(integrator) = {
  {.key = "scheme", MODEL(integrator), AT(integrator.scheme), .fallback = "verlet", .meaning = "Time integrator"},
  {.key = "cfl", .type = VALUE_NUMBER, AT(integrator.cfl), .fallback = "0.2", .low = 1e-6, .high = 1,
   .meaning = "Courant number: time step over the largest that is stable"},
  {.key = "euler_every", .type = VALUE_INTEGER, AT(integrator.euler_every), .fallback = "40", .low = 1, .high = 1000000,
   TAKING(takes_euler_every, TAKES_EULER_EVERY, integrator, "scheme", "integrator."),
   .meaning = "Steps from one plain Euler step to the next, which keeps the two time levels together"},
  {.key = "max_step", .type = VALUE_NUMBER, .unit = "s", AT(integrator.max_step), .fallback = "0", .low = 0,
   .high = SCHEMA_LIMIT, .meaning = "Longest time step; 0: as the CFL condition allows"},
};
TABLE(integrator, "integrator", 0);

ROWS(output) = {
  {.key = "snapshots", ENUM(snapshots), AT(output.snapshots), .fallback = "all",
   .meaning = "Whether snapshots of the particles are written: all, or none, for a run of which only the tables of its gauges are wanted. "
              "Of what goes wrong there is still one"},
  {.key = "interval", .type = VALUE_NUMBER, .unit = "s", AT(output.interval), .fallback = "0.05", .low = 0,
   .high = SCHEMA_LIMIT, .meaning = "Simulated time between snapshots; 0: only `times`"},
  {.key = "times", .type = VALUE_NUMBERS, .unit = "s", AT(output.times), .low = 0, .high = SCHEMA_LIMIT,
   .count_offset = offsetof(struct amphi_case, output.time_count), .meaning = "Further snapshots, in growing order"},
  {.key = "checkpoint", .type = VALUE_NUMBER, .unit = "s", AT(output.checkpoint), .fallback = "60", .low = 0,
   .high = SCHEMA_LIMIT, .meaning = "Wall-clock time between checkpoints; 0: only on a signal and at the end"},
  {.key = "keep", .type = VALUE_MAP, .table = &schema_keep,
   .meaning = "Checkpoints along the run that stay, from which `amphi replay` computes parts of it again"},
  {.key = "fields", WCSPH, .type = VALUE_SET, .words = words_shown_field, AT(output.fields), .fallback = "[velocity, density, pressure]",
   .meaning = "What snapshots have beside places, types, bodies and ids. Vorticity, 1/s, along z in 2-D, and whether a "
              "particle is at the free surface are found for each snapshot, on the host"},
  {.key = "low", WCSPH, .type = VALUE_VECTOR, .unit = "m", AT(output.low), .optional = true, .fallback_doc = "without bound",
   .meaning = "Lowest corner of a box: snapshots have the particles in it alone"},
  {.key = "high", WCSPH, .type = VALUE_VECTOR, .unit = "m", AT(output.high), .optional = true, .fallback_doc = "without bound",
   .meaning = "Its highest corner"},
  {.key = "every", WCSPH, .type = VALUE_INTEGER, AT(output.every), .fallback = "1", .low = 1, .high = 1000000,
   .instead = "1 writes all particles, 10 every tenth; for none there is output.snapshots: none",
   .meaning = "Snapshots have the particles whose ids are multiples of this"},
  {.key = "surfaces", WCSPH, ENUM(shown), AT(output.surfaces), .fallback = "none",
   .meaning = "Walls whose surfaces, with the pressure on them, are written beside each snapshot, where they are then"},
};
TABLE(output, "output", 0);

ROWS(limits) = {
  {.key = "density", .type = VALUE_PAIR, AT(limits.density), .fallback = "[0.5, 1.5]", .low = 0, .high = 1000,
   .meaning = "Least and greatest density over rho0; beyond, the run has diverged"},
  {.key = "leave", .type = VALUE_BOOLEAN, AT(limits.leave), .fallback = "false",
   .meaning = "Whether fluid beyond it, faster than twice the speed of sound or pressed out of the domain leaves the run, and is counted, in place of an end of the run"},
  {.key = "lost", .type = VALUE_NUMBER, AT(limits.lost), .optional = true, .low = 0, .high = 1, .passive = true,
   .fallback_doc = "0.01 where a boundary or a face of the domain is open, and with `scheme` standard and gravity; else 0.001, or 0 with `scheme` classic and dualsphysics without `leave`",
   .meaning = "Share of the fluid that may leave, through open faces of the domain or under `leave`, with `scheme` standard elsewhere out of the domain, too; beyond, the run has "
              "diverged. 1 where water is to run out. What goes through `open_boundaries` does not count, nor what flies over the domain's top, which `spray` is for"},
  {.key = "spray", .type = VALUE_NUMBER, AT(limits.spray), .optional = true, .low = 0, .high = 1, .passive = true,
   .fallback_doc = "0.05, or `lost` if that is more",
   .meaning = "Share of the fluid that may fly over the top of the domain, where gravity has one, whether that is open or not; beyond, the run has diverged. In a run of several spacings it counts as lost, of which the greater of both is allowed"},
  {.key = "least_fluid", .type = VALUE_NUMBER, AT(limits.least_fluid), .fallback = "0", .low = 0, .high = 1, .passive = true,
   .meaning = "Share of the fluid of the start. Once less is there the run ends, as it does at `end`; 0: it goes on"},
};
TABLE(limits, "limits", 0);

#define TRANSPORT .methods = 1u << METHOD_TRANSPORT
#define SWARM     .methods = 1u << METHOD_SWARM
#define PAIRWISE  .methods = 1u << METHOD_PAIRWISE
#define TIMED     .methods = 1u << METHOD_WCSPH | 1u << METHOD_TRANSPORT | 1u << METHOD_PAIRWISE
#define ASIDE     .passive = true, .aside = true
#define LIST(name, counter, items) .type = VALUE_LIST, AT(name), .table = &items,                            \
  .count_offset = offsetof(struct amphi_case, counter)
ROWS(case) = {
  {.key = "title", .type = VALUE_TEXT, AT(title), .fallback_doc = "the folder's name", .passive = true,
   .meaning = "Shown in headers and pictures"},
  {.key = "method", ENUM(method), AT(method), .required = true, .meaning = "What to compute with"},
  {.key = "scheme", WCSPH, ENUM(scheme), AT(scheme), .passive = true,
   .fallback_doc = "`standard`; `classic` beside `heat`, `turbulence`, `rheology`, viscous sub-steps, summed densities, "
                   "`formulation` volume in one phase, and walls that repel or are semi-analytical",
   .meaning = "What fills in the keys that a case leaves out (docs/schemes.md): water with a free surface, quiet and without viscosity of its "
              "own; DualSPHysics' defaults; or those with ten times the artificial viscosity"},
  {.key = "dimensions", WCSPH, .type = VALUE_INTEGER, AT(dimensions), .required = true, .low = 2, .high = 3,
   .meaning = "In 2-D points and vectors have the two components x and y"},
  {.key = "dp", WCSPH, .type = VALUE_NUMBER, .unit = "m", AT(dp), .required = true, .positive = true,
   .meaning = "Initial particle spacing"},
  {.key = "packing", WCSPH, ENUM(packing), AT(packing), .fallback = "lattice",
   .meaning = "Where the particles of slanted and round walls stand: on the `lattice`, in steps, or in layers that follow the `surface` (docs/theory/initial-particles.md). Faces across an axis, terrain, walls that bend and files of points stay as they are"},
  {.key = "free_surface", WCSPH, ENUM(free_surface), AT(free_surface), .fallback = "some",
   .meaning = "Whether there is a surface to the air: `find` looks whether fluid fills all between walls and open boundaries at the start. Beside `some`, fluid and walls do not pull each other. With `none` they do, `material.lowest_density` does not act, and particles in tension do not clump"},
  {.key = "domain", WCSPH, .type = VALUE_MAP, .required = true, .table = &table_domain, .meaning = "Where fluid may be"},
  {.key = "gravity", WCSPH, .type = VALUE_VECTOR, .unit = "m/s^2", AT(gravity),
   .meaning = "Gravity, or any constant body force over mass"},
  {.key = "material", WCSPH, .type = VALUE_MAP, .table = &table_material, .meaning = "Equation of state"},
  {.key = "phases", WCSPH, LIST(phases, phase_count, table_phase), .line_offset = offsetof(struct phase, line),
   .meaning = "Fluids beside that of `material`, lighter ones, as oil on water or air above it. They want `formulation` volume, and dummy walls where there are any"},
  {.key = "interface", WCSPH, .type = VALUE_MAP, .table = &table_interface, .meaning = "What acts where two phases meet"},
  {.key = "fluids", WCSPH, LIST(fluids, fluid_count, table_fluid), .line_offset = offsetof(struct body, line),
   .required = true, .low = 1, .meaning = "Bodies of fluid; walls come first where both cover a place"},
  {.key = "walls", WCSPH, LIST(walls, wall_count, table_wall), .line_offset = offsetof(struct body, line), .meaning = "Walls and obstacles"},
  {.key = "contact", WCSPH, .type = VALUE_MAP, .table = &schema_contact, .optional = true,
   .flag_offset = offsetof(struct amphi_case, contact.given),
   .meaning = "Bodies touch each other and walls; without it they pass through"},
  {.key = "joints", WCSPH, LIST(joints, joint_count, schema_joint), .meaning = "What holds bodies to each other or to places"},
  {.key = "cables", WCSPH, LIST(cables, cable_count, schema_cable), .meaning = "Moorings that move: chains and ropes between bodies, anchors and knots"},
  {.key = "knots", WCSPH, LIST(knots, knot_count, schema_knot), .meaning = "Where cables meet, or where one ends free"},
  {.key = "open_boundaries", WCSPH, LIST(openings, opening_count, schema_opening), .line_offset = offsetof(struct opening, line),
   .meaning = "Faces through which fluid comes in and goes out"},
  {.key = "resolution", WCSPH, LIST(refinements, refinement_count, schema_refinement), .line_offset = offsetof(struct refinement, line),
   .meaning = "Boxes with finer particles, also in each other (docs/variable-resolution.md)"},
  {.key = "frame", WCSPH, .type = VALUE_MAP, .table = &schema_frame, .optional = true,
   .flag_offset = offsetof(struct amphi_case, frame.given),
   .meaning = "Axes that move with a tank as a whole: what is at rest in them is shaken instead of walls that move"},
  {.key = "damping_zones", WCSPH, LIST(zones, zone_count, schema_damping_zone), .meaning = "Where waves die away"},
  {.key = "relaxation_zones", WCSPH, LIST(relaxations, relaxation_count, schema_relaxation_zone), .meaning = "Where water is given the velocities of waves, or of rest"},
  {.key = "settle", WCSPH, .type = VALUE_INTEGER, AT(settle), .fallback = "0", .low = 0, .high = 100000, .meaning = "Shifts by which fluid is made even before the start, where walls are off its lattice; 0: none"},
  {.key = "smoothing_ratio", WCSPH, .type = VALUE_NUMBER, AT(smoothing_ratio), .fallback = "1.732", .low = 0.5, .high = 4, .meaning = "Smoothing length over particle spacing, h / dp"},
#define CHOICE_OWN(name, member, key_, fallback_, meaning_) \
  {.key = key_, WCSPH, MODEL(name), AT(member), .fallback = fallback_, .meaning = meaning_},
#define CHOICE_MAP(...)
#define CHOICE_SUB(...)
#define CHOICE(X, axis, how, KIND, name, type, TABLE, ...) CHOICE_##how(name, __VA_ARGS__)
  CHOICES(CHOICE, )
  {.key = "gradients_every", WCSPH, .type = VALUE_INTEGER, AT(gradients_every), .fallback = "1", .low = 1, .high = 1000,
   WHERE(takes_gradients, "gradient_correction", "gradient_correction, reconstruction or free_surface none or find"),
   .meaning = "Steps from one finding of the matrices of `gradient_correction`, of the slopes of `reconstruction`, and of how particles crowd where there is no free surface, to the next; in between particles carry them"},
  {.key = "viscosity", WCSPH, .type = VALUE_MAP, .table = &table_viscosity, .meaning = "Viscosity"},
  {.key = "rheology", WCSPH, .type = VALUE_MAP, .table = &table_rheology, .meaning = "Viscosity that depends on shear"},
  {.key = "turbulence", WCSPH, .type = VALUE_MAP, .table = &schema_turbulence, .meaning = "Eddies smaller than particles"},
  {.key = "heat", WCSPH, .type = VALUE_MAP, .table = &schema_heat, .meaning = "Temperature"},
  {.key = "density_diffusion", WCSPH, .type = VALUE_MAP, .table = &table_diffusion, .meaning = "Density diffusion"},
  {.key = "acoustic_damper", WCSPH, .type = VALUE_MAP, .table = &schema_damper, .meaning = "Damping of sound"},
  {.key = "boundary", WCSPH, .type = VALUE_MAP, .table = &table_boundary, .meaning = "How walls act"},
  {.key = "integrator", WCSPH, .type = VALUE_MAP, .table = &table_integrator, .meaning = "Steps in time"},
  {.key = "shifting", WCSPH, .type = VALUE_MAP, .table = &schema_shifting, .meaning = "Shifting of particles"},
  {.key = "summation", WCSPH, MODEL(summation), AT(summation), .fallback = "kahan",
   .meaning = "Plain sums; compensated ones, in which small steps are not lost; sums of whole numbers, which have the "
              "same bits on every machine; or, to compare, Neumaier's compensation, and sums in double precision"},
  {.key = "summation", PAIRWISE, ENUM(summation_pairwise), AT(summation), .fallback = "kahan",
   .meaning = "Plain sums; compensated ones, in which small steps are not lost; or sums of whole numbers, which have the same bits on every machine"},
  {.key = "end", TIMED, .type = VALUE_NUMBER, .unit = "s", AT(end), .required = true, .low = 0, .high = SCHEMA_LIMIT,
   .passive = true, .meaning = "Simulated time at which the run ends"},
  {.key = "output", TIMED, .type = VALUE_MAP, .table = &table_output, .passive = true, .meaning = "Snapshots and checkpoints"},
  {.key = "gauges", WCSPH, LIST(gauges, gauge_count, schema_gauge), ASIDE, .line_offset = offsetof(struct gauge, line), .meaning = "Measurements written to `gauges.csv`"},
  {.key = "limits", WCSPH, .type = VALUE_MAP, .table = &table_limits, .meaning = "When to stop a run that has broken down"},
  {.key = "neighbours", WCSPH, .type = VALUE_MAP, .table = &schema_neighbours, .meaning = "Neighbour list"},
  {.key = "cpu", WCSPH, .type = VALUE_MAP, .table = &schema_cpu, ASIDE,
   .meaning = "The cpu backend: the strategies that docs/ladders.md compares"},
  {.key = "offload", WCSPH, .type = VALUE_MAP, .table = &schema_offload, ASIDE, .meaning = "The offload backend"},
  {.key = "dimensions", TRANSPORT, .type = VALUE_INTEGER, AT(dimensions), .required = true, .low = 1, .high = 3,
   .meaning = "Axes of the box"},
  {.key = "transport", TRANSPORT, .type = VALUE_MAP, .required = true, .table = &schema_transport,
   .meaning = "Box, flow, scalar and scheme"},
  {.key = "gauges", TRANSPORT, LIST(transport.gauges, transport.gauge_count, schema_transport_gauge), ASIDE,
   .line_offset = offsetof(struct transport_gauge, line),
   .meaning = "Numbers taken of the whole field, written to `gauges.csv`"},
  {.key = "dimensions", SWARM, .type = VALUE_INTEGER, AT(dimensions), .required = true, .low = 1, .high = 16384,
   .meaning = "Coordinates of the function to minimise"},
  {.key = "swarm", SWARM, .type = VALUE_MAP, .required = true, .table = &schema_swarm, .meaning = "What to minimise, and how"},
  {.key = "end", SWARM, .type = VALUE_NUMBER, AT(end), .fallback = "1000", .low = 0, .high = SCHEMA_LIMIT, .passive = true,
   .meaning = "Iterations after which the run ends"},
  {.key = "output", SWARM, .type = VALUE_MAP, .table = &schema_swarm_output, .passive = true, .meaning = "Snapshots and checkpoints"},
  {.key = "domain", PAIRWISE, .type = VALUE_MAP, .table = &schema_pairwise_domain, .fallback_doc = "the box of the particles",
   .meaning = "Where particles may be"},
  {.key = "particles", PAIRWISE, .type = VALUE_MAP, .required = true, .table = &schema_pairwise_particles,
   .meaning = "Where particles begin, and how fast"},
  {.key = "pairwise", PAIRWISE, .type = VALUE_MAP, .required = true, .table = &schema_pairwise,
   .meaning = "What two particles do to each other. Each has sigma = 1 m, epsilon = 1 J and a mass of 1 kg: SI units are reduced units"},
  {.key = "offload", PAIRWISE, .type = VALUE_MAP, .table = &schema_pairwise_offload, ASIDE,
   .meaning = "The offload backend"},
  {.key = "gauges", PAIRWISE, LIST(pairwise.gauges, pairwise.gauge_count, schema_pairwise_gauge), ASIDE,
   .line_offset = offsetof(struct pairwise_gauge, line),
   .meaning = "Numbers taken of all particles, written to `gauges.csv`"},
};
/* clang-format on */
const struct schema_table schema_case = {"The case", 0, sizeof rows_case / sizeof *rows_case, rows_case};
