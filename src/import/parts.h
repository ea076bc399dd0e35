/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_PARTS_H
#define IMPORT_PARTS_H
/* What of a document each file here turns into keys of a case, in the order in which import.c calls them. */
#include "import/context.h"

/* physics.c: <constantsdef>, before anything is drawn; behind it the smoothing length, axes that are periodic
 * and walls as they have to be for that; and, when all have places, the speed of sound. */
int physics_constants(struct import *m, struct xml_node *casedef);
int physics_walls(struct import *m, struct xml_node *casedef, struct xml_node *execution);
/* sound.c */
int physics_smoothing(struct import *m, struct xml_node *constants);
int physics_sound(struct import *m, struct xml_node *casedef);
/* <parameters>, written to m->yaml, and the times at which there is output. */
int physics_parameters(struct import *m, struct xml_node *execution);
int physics_output(struct import *m, struct xml_node *execution);

/* particles.c: places of all groups, behind what <initials> does to them; files of points, and of each fluid
 * its keys. */
int particles_place(struct import *m, struct xml_node *casedef);
int particles_fluids(struct import *m, struct xml_node *casedef, struct xml_node *special);
int particles_file(struct import *m, const struct group *g, const double (*velocity)[3],
                   const double *density);
/* Those alone of a group that `piece` gives this number, as NAME.csv. */
int particles_piece(struct import *m, const struct group *g, const char *name, const int *piece, int number);

/* domain.c: around all particles, in the axes of the document; its keys. */
int domain_box(struct import *m, struct xml_node *execution, double low[3], double high[3]);
int domain_keys(struct import *m, struct xml_node *execution);

/* profile.c: a speed of the height, of one point the same everywhere. profile_formula is in `height`, for two
 * or three points. */
struct profile {
  double v[3], z[3];
  int points;
};
int profile_read(struct import *m, struct xml_node *n, struct profile *p);
double profile_speed(const struct profile *p, double z);
void profile_formula(const struct profile *p, const char *height, char text[200]);

/* columns.c: of the file that an attribute names, the columns that are wanted (from 0; -1: zeros), the first
 * of which grows; all but the first times `factor`. */
int columns_copy(struct import *m, struct xml_node *n, const char *attribute, const int *columns, int count,
                 double factor, FILE *f);

/* The text of such a file, of the heap; a line of it with blanks where separators are. */
int columns_text(struct import *m, struct xml_node *n, const char *attribute, char **text);
void columns_plain(char *line);

/* layers.c: walls of mDBC become as thick as they need to be, behind; `at` says so. The smoothing length is
 * known. */
int layers_add(struct import *m, struct xml_node *casedef, struct xml_node *at);

/* tilt.c: whether sides are displaced, and what is turned for that, when all have places; a place brought to
 * where the case is, and the box that has the turned one; whether a group moves as a whole. */
int tilt_find(struct import *m, struct xml_node *execution);
void tilt_wrap(const struct import *m, double v[3]);
void tilt_box(const struct import *m, double low[3], double high[3]);
int tilt_is_rigid(struct import *m, const struct group *g, bool *rigid);

/* faces.c: faces of <inout>, whose fluid is taken out of the sketch, before particles have places; how
 * many layers stand behind each, as many as any kernel of amphi wants, and one; how far along an axis they
 * reach, and, where it is periodic, between which points it has room for them, from those of the particles.
 */
int faces_find(struct import *m, struct xml_node *special);
double faces_layers(const struct import *m);
void faces_room(const struct import *m, int axis, double *low, double *high);
void faces_period(struct import *m, int axis, double *low, double *high);

/* inlets.c: their keys. */
int inlets_keys(struct import *m, struct xml_node *special);

/* speeds.c: a face's velocity from `n`, a <velocitytimes2> or its kin, from the <gridveldata> within it, or
 * from a <meshdata>. */
enum speeds_source { SPEEDS_PROFILES, SPEEDS_GRID, SPEEDS_MESH };
int speeds_profiles(struct import *m, struct xml_node *n, const struct import_face *f, size_t number,
                    enum speeds_source source);

/* levels.c: a file of the level at a face along time, from `n`, a <meshdata>. */
int levels_file(struct import *m, struct xml_node *n, const struct import_face *f, size_t number,
                char name[80]);

/* damping.c, frame.c: keys of <damping> and <accinputs>. */
int damping_keys(struct import *m, struct xml_node *special);
int frame_keys(struct import *m, struct xml_node *special);

/* initials.c: of <velmesh> or <velwave>, and of <densitymesh>: what the particles of group `g` have. */
int initials_velocity(struct import *m, struct xml_node *n, size_t g, double (*velocity)[3]);
int initials_density(struct import *m, struct xml_node *n, size_t g, double *density);

/* forcing.c: accelerations that `frame` does not take, of a fluid or a body. */
int forcing_keys(struct import *m, struct xml_node *special, const struct group *g);

/* phases.c: fluids that are linked to materials, or are of <nnphases>: the one that is the case's, before the
 * speed of sound is known; keys of the others; the phase that a fluid is, NULL for the case's material. */
int phases_find(struct import *m, struct xml_node *casedef, struct xml_node *special);
int phases_keys(struct import *m);
int phases_of(struct import *m, struct xml_node *casedef, const struct group *g, const char **name);

/* motion.c: whether <motion> can be followed; keys of the motion of a wall, if it has one. */
int motion_check(struct import *m, struct xml_node *casedef);
int motion_keys(struct import *m, struct xml_node *casedef, const struct group *g);

/* waves.c: keys of the motion of a paddle, if it is one. */
int waves_keys(struct import *m, struct xml_node *special, const struct group *g, bool *paddle);
/* And of relaxation zones. */
int waves_zones(struct import *m, struct xml_node *special);

/* body.c: the <floating> of a wall, or NULL; its keys, if it has one; what floats and has no particles is
 * known. */
int body_find(const struct import *m, struct xml_node *casedef, int mk, struct xml_node **out);
int body_keys(struct import *m, struct xml_node *casedef, struct xml_node *special, const struct group *g,
              bool *floats);
int body_know_absent(struct import *m, struct xml_node *casedef);

/* links.c: of <chrono> the springs of a body to what is fixed, and joints between bodies. */
int links_springs(struct import *m, struct xml_node *special, int mk);
int links_joints(struct import *m, struct xml_node *special);

/* histories.c: what a body does, and what loads it has, along time; `locked`: ways of the document that are
 * not free. */
int histories_keys(struct import *m, struct xml_node *n, struct xml_node *special, const struct group *g,
                   const bool locked[6]);

/* moorings.c: `cables` and `knots` of <moorings>. */
int moorings_keys(struct import *m, struct xml_node *special);

/* contact.c: `material` of a wall, and `contact`, where bodies float and touch. */
int contact_wall(struct import *m, struct xml_node *casedef, struct xml_node *special,
                 const struct group *group);
int contact_keys(struct import *m, struct xml_node *casedef, struct xml_node *execution, bool floats);

/* structures.c: walls that bend; behind the layers of others what holds them; the keys of one, if it is one.
 * `group` counts from 1. */
int structures_find(struct import *m, struct xml_node *special);
bool structures_have(const struct import *m, uint16_t group);
int structures_hold(struct import *m);
int structures_keys(struct import *m, struct xml_node *casedef, const struct group *g, bool *bends);

/* vres.c: how many boxes of <vres> are in each other; keys of `shapes` of a group that they want; keys of the
 * boxes; and the points of a drawing of 1 / 2^halvings of the spacing. */
int vres_find(struct import *m, struct xml_node *casedef);
void vres_points(const struct import *m, const char *group);
int vres_keys(struct import *m, struct xml_node *casedef, struct xml_node *execution);
int vres_take(struct import *m, struct import *finer, int halvings);

/* gauges.c */
int gauges_keys(struct import *m, struct xml_node *execution);

/* pistons.c: a wall of <mlayerpistons> whose speed differs by place, as walls of its own; keys of the motion
 * of one that is a whole. */
int pistons_layers(struct import *m, struct xml_node *special, const struct group *g, bool *layered);
int pistons_keys(struct import *m, struct xml_node *special, const struct group *g, bool *piston);

/* The ends of a zone: from its centre, on the bed, half the width along the waves. */
int waves_ends(struct import *m, struct xml_node *n, double depth);
/* The times of a zone from `start` to `end`, s; 0: with the run. */
void waves_times(struct import *m, double start, double end);

/* external.c: a zone of <rzwaves_external_1d>. */
int external_zone(struct import *m, struct xml_node *n, int number);

/* zones.c: a zone of <rz_uniform>. */
int zones_uniform(struct import *m, struct xml_node *n, int number);

/* special.c: what else <special> has. */
int special_keys(struct import *m, struct xml_node *special);

#endif
