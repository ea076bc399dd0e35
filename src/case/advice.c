/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/advice.h"

#include <stddef.h>
#include <strings.h>

static const char floating[] =
    "a body that floats or falls is a wall with 'body': walls.NAME.body says its mass";
static const char inflow[] =
    "nothing flows in: domain.open lets fluid leave, domain.periodic brings it back at the "
    "other end, gravity drives it along";
static const char geometry[] = "geometry from files is 'add: surface' with a 'file'; other shapes are box, "
                               "cylinder, sphere and plane, in 2-D "
                               "also polygon, added and cut in order";
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
    "boundary.model is dynamic, dummy, mdbc, semi_analytical, lennard_jones or monaghan_kajtar";
static const char command[] = "that is no part of a case but of the command: see 'amphi run --help'";

static const struct advice {
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
    {"restart", "'amphi run --resume DIR' goes on with a run"},
};

const char *advice_for(const char *word) {
  for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
    if (strcasecmp(word, advices[i].word) == 0) return advices[i].text;
  return NULL;
}
