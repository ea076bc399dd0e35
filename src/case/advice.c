/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/advice.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

static const char floating[] =
    "a body that floats or falls is a wall with 'body': walls.NAME.body says its mass";
static const char inflow[] = "'open_boundaries' are inlets and outlets; domain.open lets fluid leave, "
                             "domain.periodic brings it back at "
                             "the other end";
static const char geometry[] =
    "geometry from files is 'add: surface' with a 'file'; other shapes are box, "
    "cylinder, sphere, plane, polygon, extrusion and revolution, added and cut in order";
static const char rotation[] = "walls.NAME.motion turns one: type rotation or swing, about 'axis'";
static const char paths[] = "walls.NAME.motion says how a wall moves, by its 'type'";
static const char paddles[] = "walls.NAME.motion of type paddle makes waves: it is a piston or a flap";
static const char phases[] =
    "fluids beside that of `material` are items of 'phases', which fluids.NAME.phase names";
static const char tension[] = "between two phases: interface.tension";
static const char turbulence[] =
    "turbulence.model is smagorinsky (eddies smaller than particles) or k_epsilon (all eddies)";
static const char heat[] = "the fluid's temperature: heat.model is conduction";
static const char boundaries[] =
    "boundary.model says how walls act: dynamic is DualSPHysics' DBC, mdbc its mDBC, dummy the default";
static const char level[] = "how high water stands says a shape of 'fluids', such as a box up to that level";
static const char ends[] = "the run ends at 'end', in s; 'amphi run --end T' changes it";
static const char writes[] = "snapshots are written every output.interval, in s";
static const char smoothing[] = "h over dp is 'smoothing_ratio'";
static const char spacing[] = "the spacing of particles is 'dp', in m";
static const char courant[] = "the Courant number is integrator.cfl";
static const char steps[] = "time steps follow from integrator.cfl; integrator.max_step bounds them";
static const char stepping[] = "the time integrator is integrator.scheme";
static const char sound[] =
    "the speed of sound is material.speed_of_sound, or material.sound_factor times what is foreseen";
static const char density[] = "the reference density is material.density";
static const char exponent[] = "the exponent of the equation of state is material.gamma";
static const char viscosity[] =
    "viscosity is viscosity.model with viscosity.alpha, of artificial, or viscosity.nu, in m^2/s";
static const char diffusion[] = "density diffusion is density_diffusion.model, with density_diffusion.delta";
static const char shifting[] = "shifting is shifting.model, with shifting.strength";
static const char bounds[] = "within which densities a run goes on is limits.density, over rho0";
static const char periodic[] = "periodic axes are domain.periodic";
static const char points[] = "what is measured at places is an item of 'gauges'";
static const char mooring[] = "a mooring is an item of walls.NAME.body.moorings, a spring of body.springs";
static const char cables[] =
    "a chain or rope that moves is an item of 'cables'; walls.NAME.body.moorings have no mass of their own";
static const char mechanisms[] = "hinges, gears, springs between bodies, and motors are items of 'joints'";
static const char weight[] = "gravity is 'gravity', a vector in m/s^2";
static const char sponge[] = "a zone that damps waves is an item of 'damping_zones'";
static const char relaxes[] = "waves that a zone makes are an item of 'relaxation_zones'";
static const char slipping[] = "whether fluid slips along walls is boundary.slip";
static const char parallel[] = "that is an option of the command: --threads, --backend and --device";
static const char sizes[] =
    "a box lies between its corners 'low' and 'high', a cylinder between 'base' and 'top', in m";
static const char outline[] = "the corners of a polygon are 'vertices', a list of places in m";
static const char begins[] = "a shape begins with 'add' or 'cut' and its kind, such as add: box";
static const char place[] = "where a gauge measures is 'at', in m";
static const char straight[] = "along a line: straight (one speed), wave (to and fro), file or formula";
static const char turning[] = "about an axis: rotation (one speed), swing (to and fro), file or formula";
static const char placing[] =
    "of a file first 'scale' (0.001 of millimetres), then 'turn', in degrees, then 'move', in m";
static const char disc[] = "a disc in 2-D is a sphere";
static const char command[] = "that is no part of a case but of the command: see 'amphi run --help'";

/* Words that mean something below a part of a key alone, whatever they mean elsewhere. */
static const struct {
  const char *part, *word, *text;
} parts[] = {
    {"shapes", "size", sizes},
    {"shapes", "min", sizes},
    {"shapes", "max", sizes},
    {"shapes", "lower", sizes},
    {"shapes", "upper", sizes},
    {"shapes", "start", sizes},
    {"shapes", "end", sizes},
    {"shapes", "length", sizes},
    {"shapes", "width", sizes},
    {"shapes", "height", sizes},
    {"shapes", "rotate", placing},
    {"shapes", "rotation", placing},
    {"shapes", "angle", placing},
    {"shapes", "angles", placing},
    {"shapes", "translate", placing},
    {"shapes", "translation", placing},
    {"shapes", "offset", placing},
    {"shapes", "position", placing},
    {"shapes", "origin", placing},
    {"shapes", "unit", placing},
    {"shapes", "units", placing},
    {"shapes", "factor", placing},
    {"shapes", "points", outline},
    {"shapes", "corners", outline},
    {"shapes", "coordinates", outline},
    {"shapes", "file", geometry},
    {"shapes", "type", begins},
    {"shapes", "shape", begins},
    {"shapes", "kind", begins},
    {"shapes", "rectangle", sizes},
    {"shapes", "cube", sizes},
    {"shapes", "cuboid", sizes},
    {"shapes", "circle", disc},
    {"shapes", "disc", disc},
    {"shapes", "disk", disc},
    {"gauges", "position", place},
    {"gauges", "pos", place},
    {"gauges", "location", place},
    {"gauges", "point", place},
    {"gauges", "coordinates", place},
    {"output", "dt", writes},
    {"output", "timestep", writes},
    {"output", "time_step", writes},
    {"output", "frequency", writes},
    {"motion", "linear", straight},
    {"motion", "rectilinear", straight},
    {"motion", "translation", straight},
    {"motion", "sinusoidal", straight},
    {"motion", "rotational", turning},
    {"motion", "rotate", turning},
    {"body", "massbody", "the mass of a body is 'mass', in kg, or follows from 'density'"},
    {"body", "rhopbody", "the density of a body is 'density', in kg/m^3"},
};

static const struct {
  const char *word, *text;
} advices[] = {
    {"floating", floating},
    {"floatings", floating},
    {"bodies", floating},
    {"rigid", floating},
    {"rigid_bodies", floating},
    {"mass", floating},
    {"inlet", inflow},
    {"inlets", inflow},
    {"inflow", inflow},
    {"outlet", inflow},
    {"outlets", inflow},
    {"outflow", inflow},
    {"inout", inflow},
    {"stl", geometry},
    {"obj", geometry},
    {"vtk", geometry},
    {"mesh", geometry},
    {"geometry", geometry},
    {"rotation", rotation},
    {"rotate", rotation},
    {"angular_velocity", rotation},
    {"omega", rotation},
    {"acceleration", paths},
    {"amplitude", paths},
    {"frequency", paths},
    {"period", paths},
    {"wavemaker", paddles},
    {"wavepaddles", paddles},
    {"piston", paddles},
    {"flap", paddles},
    {"jonswap", paddles},
    {"multiphase", phases},
    {"gas", phases},
    {"air", phases},
    {"surface_tension", tension},
    {"turbulence", turbulence},
    {"les", turbulence},
    {"sps", turbulence},
    {"temperature", heat},
    {"heat", heat},
    {"mdbc", boundaries},
    {"dbc", boundaries},
    {"boundaries", boundaries},
    {"backend", command},
    {"threads", command},
    {"gpu", command},
    {"swl", level},
    {"hswl", level},
    {"h_swl", level},
    {"water_level", level},
    {"waterlevel", level},
    {"still_water_level", level},
    {"fillbox", level},
    {"drawbox", geometry},
    {"setmkbound", geometry},
    {"setmkfluid", geometry},
    {"fill_level", level},
    {"tmax", ends},
    {"t_max", ends},
    {"timemax", ends},
    {"time_max", ends},
    {"end_time", ends},
    {"endtime", ends},
    {"tend", ends},
    {"t_end", ends},
    {"final_time", ends},
    {"tf", ends},
    {"stopat", ends},
    {"stop_time", ends},
    {"max_time", ends},
    {"tstop", ends},
    {"simulation_time", ends},
    {"duration", ends},
    {"timeout", writes},
    {"writeinterval", writes},
    {"writecontrol", writes},
    {"tout", writes},
    {"time_out", writes},
    {"output_interval", writes},
    {"output_dt", writes},
    {"save_dt", writes},
    {"save_interval", writes},
    {"pfreq", writes},
    {"dt_out", writes},
    {"write_interval", writes},
    {"dataexport", writes},
    {"outputinterval", writes},
    {"dataexportfps", writes},
    {"coefh", smoothing},
    {"kernel_radius", smoothing},
    {"coef_h", smoothing},
    {"hdp", smoothing},
    {"h_dp", smoothing},
    {"hdx", smoothing},
    {"h_over_dp", smoothing},
    {"sfactor", smoothing},
    {"h", smoothing},
    {"smoothing_length", smoothing},
    {"supportradius", smoothing},
    {"dp_min", spacing},
    {"dpmin", spacing},
    {"dx", spacing},
    {"spacing", spacing},
    {"particle_spacing", spacing},
    {"particlespacing", spacing},
    {"resolution", spacing},
    {"resolution_ref", spacing},
    {"deltap", spacing},
    {"particleradius", spacing},
    {"particle_radius", spacing},
    {"cflnumber", courant},
    {"maxco", courant},
    {"cfl_number", courant},
    {"cfl", courant},
    {"cflfactor", courant},
    {"dtadaptfactor", courant},
    {"dt", steps},
    {"dtini", steps},
    {"dtmin", steps},
    {"dtfixed", steps},
    {"coefdtmin", steps},
    {"time_step", steps},
    {"timestep", steps},
    {"timestepsize", steps},
    {"step_size", steps},
    {"stepalgorithm", stepping},
    {"timestepper", stepping},
    {"time_integration", stepping},
    {"verletsteps", stepping},
    {"coefsound", sound},
    {"coef_sound", sound},
    {"speedsound", sound},
    {"speed_of_sound", sound},
    {"speedsystem", sound},
    {"sound_speed", sound},
    {"c0", sound},
    {"cs", sound},
    {"c_f", sound},
    {"sound_factor", sound},
    {"u_max", sound},
    {"umax", sound},
    {"u_ref", sound},
    {"rhop0", density},
    {"rho0", density},
    {"rho0_f", density},
    {"rho", density},
    {"density0", density},
    {"density", density},
    {"reference_density", density},
    {"restdensity", density},
    {"gamma", exponent},
    {"visco", viscosity},
    {"viscotreatment", viscosity},
    {"viscoboundfactor", viscosity},
    {"viscosity_coefficient", viscosity},
    {"nu", viscosity},
    {"mu", viscosity},
    {"alpha", viscosity},
    {"artvisc", viscosity},
    {"artificial_viscosity", viscosity},
    {"dynamic_viscosity", viscosity},
    {"kinematic_viscosity", viscosity},
    {"densitydt", diffusion},
    {"densitydtvalue", diffusion},
    {"deltasph", diffusion},
    {"delta_sph", diffusion},
    {"density_dt", diffusion},
    {"ddt", diffusion},
    {"shiftcoef", shifting},
    {"shift_coef", shifting},
    {"shiftmode", shifting},
    {"shifttfs", shifting},
    {"particle_shifting", shifting},
    {"xsph", shifting},
    {"eps_xsph", shifting},
    {"rhopoutmin", bounds},
    {"rhopoutmax", bounds},
    {"rhopout", bounds},
    {"xperiodicincy", periodic},
    {"xperiodicincz", periodic},
    {"yperiodicincx", periodic},
    {"yperiodicincz", periodic},
    {"zperiodicincx", periodic},
    {"zperiodicincy", periodic},
    {"periodicity", periodic},
    {"periodic", periodic},
    {"boundary_conditions", periodic},
    {"measuretool", points},
    {"probes", points},
    {"probe", points},
    {"gages", points},
    {"gauge", points},
    {"sensors", points},
    {"sensor", points},
    {"wave_gauges", points},
    {"wavegauge", points},
    {"wavegages", points},
    {"moordyn", mooring},
    {"moorings", mooring},
    {"mooring", mooring},
    {"cable", cables},
    {"chain", cables},
    {"rope", cables},
    {"catenary", cables},
    {"anchor", cables},
    {"joint", mechanisms},
    {"motor", mechanisms},
    {"chrono", mechanisms},
    {"gear", mechanisms},
    {"spring", mechanisms},
    {"extrusion", geometry},
    {"revolution", geometry},
    {"gravitation", weight},
    {"g", weight},
    {"gz", weight},
    {"body_force", weight},
    {"damping", sponge},
    {"dampingzone", sponge},
    {"spongelayer", sponge},
    {"sponge", sponge},
    {"sponge_layer", sponge},
    {"beach", sponge},
    {"numerical_beach", sponge},
    {"rzwaves", relaxes},
    {"relaxationzones", relaxes},
    {"relaxation_zone", relaxes},
    {"wave_generation", relaxes},
    {"slipmode", slipping},
    {"nopenetration", slipping},
    {"slip", slipping},
    {"noslip", slipping},
    {"no_slip", slipping},
    {"free_slip", slipping},
    {"nthreads", parallel},
    {"ompthreads", parallel},
    {"num_threads", parallel},
    {"ncpu", parallel},
    {"gpuid", parallel},
    {"gpu_id", parallel},
    {"cpu_threads", parallel},
    {"openmp", parallel},
    {"iobcs", inflow},
    {"open_boundary", inflow},
    {"buffer_zones", inflow},
    {"massbody", floating},
    {"rigidbody", floating},
    {"rigidbodies", floating},
    {"linearvel", floating},
    {"rhopbody", floating},
    {"masspart", floating},
    {"laminar_sps", turbulence},
    {"laminarsps", turbulence},
    {"smagorinsky", turbulence},
    {"restart", "'amphi run --resume DIR' goes on with a run"},
};

static bool is_below(const char *key, const char *part) {
  const size_t length = strlen(part);
  for (; *key; key += strcspn(key, "."), key += *key == '.')
    if (!strncmp(key, part, length) && key[length] == '.') return true;
  return false;
}

const char *advice_for(const char *key, const char *word) {
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (strcasecmp(word, parts[i].word) == 0 && is_below(key, parts[i].part)) return parts[i].text;
  for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
    if (strcasecmp(word, advices[i].word) == 0) return advices[i].text;
  return NULL;
}
