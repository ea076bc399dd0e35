/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_PARTS_H
#define IMPORT_PARTS_H
/* What of a document each file here turns into keys of a case, in the order in which import.c calls them. */
#include "import/context.h"

/* physics.c: <constantsdef>, before anything is drawn, and after it, when the speed of sound can be known. */
int physics_constants(struct import *m, struct xml_node *casedef);
int physics_sound(struct import *m, struct xml_node *casedef);
/* <parameters>, written to m->yaml, and the times at which there is output. */
int physics_parameters(struct import *m, struct xml_node *execution);
int physics_output(struct import *m, struct xml_node *execution);

/* particles.c: places of all groups, behind what <initials> does to them; the domain; files of points, and of
 * each fluid its keys. */
int particles_place(struct import *m, struct xml_node *casedef);
int particles_domain(struct import *m, struct xml_node *execution);
int particles_fluids(struct import *m, struct xml_node *casedef, struct xml_node *special);
int particles_file(struct import *m, const struct group *g, const double (*velocity)[3],
                   const double *density);

/* motion.c: keys of the motion of a wall, if it has one. */
int motion_keys(struct import *m, struct xml_node *casedef, const struct group *g);

/* waves.c: keys of the motion of a paddle, if it is one. */
int waves_keys(struct import *m, struct xml_node *special, const struct group *g, bool *paddle);

/* body.c: keys of a wall that floats, if it does; <moorings> and <chrono>; joints between bodies. */
int body_keys(struct import *m, struct xml_node *casedef, struct xml_node *special, const struct group *g,
              bool *floats);
int body_joints(struct import *m, struct xml_node *special);

/* gauges.c */
int gauges_keys(struct import *m, struct xml_node *special);

/* special.c: what else <special> has. */
int special_keys(struct import *m, struct xml_node *special);

#endif
