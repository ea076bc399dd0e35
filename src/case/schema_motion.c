/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of walls that move, of rigid bodies and of axes that move. */
#include <math.h>

#include "case/schema.h"

#define WORDS(name) const char *const words_##name[]
static WORDS(motion) = {
    [MOTION_STRAIGHT] = "straight", [MOTION_WAVE] = "wave",     [MOTION_ROTATION] = "rotation",
    [MOTION_SWING] = "swing",       [MOTION_CIRCLE] = "circle", [MOTION_FILE] = "file",
    [MOTION_FORMULA] = "formula",   [MOTION_PADDLE] = "paddle", NULL};
static WORDS(track) = {[TRACK_POSITION] = "position",
                       [TRACK_VELOCITY] = "velocity",
                       [TRACK_ANGLE] = "angle",
                       [TRACK_TURNING] = "angular-velocity",
                       NULL};

static WORDS(paddle) = {[PADDLE_PISTON] = "piston", [PADDLE_FLAP] = "flap", NULL};
static WORDS(joint) = {
    [JOINT_HINGE] = "hinge",   [JOINT_SLIDER] = "slider", [JOINT_BALL] = "ball",     [JOINT_TRACK] = "track",
    [JOINT_SWIVEL] = "swivel", [JOINT_GEAR] = "gear",     [JOINT_SPRING] = "spring", NULL};
static WORDS(drive) = {
    [DRIVE_POSITION] = "position", [DRIVE_VELOCITY] = "velocity", [DRIVE_FORCE] = "force", NULL};

/* clang-format off */
#define CONDITION(name, type, condition)                                                                     \
  static bool name(const void *item) { const struct type *i = item; return condition; }
CONDITION(is_straight, motion, i->kind == MOTION_STRAIGHT)
CONDITION(is_wave, motion, i->kind == MOTION_WAVE)
CONDITION(is_swing, motion, i->kind == MOTION_SWING)
CONDITION(has_period, motion, is_wave(i) || is_swing(i))
CONDITION(is_circle, motion, i->kind == MOTION_CIRCLE)
CONDITION(is_spun, motion, i->kind == MOTION_ROTATION || is_circle(i))
CONDITION(is_file, motion, i->kind == MOTION_FILE)
CONDITION(is_formula, motion, i->kind == MOTION_FORMULA)
CONDITION(is_timed, motion, is_file(i) || is_formula(i))
CONDITION(is_angular, motion, is_timed(i) && (i->moves == TRACK_ANGLE || i->moves == TRACK_TURNING))
CONDITION(has_axis, motion, is_swing(i) || is_spun(i) || is_angular(i))
CONDITION(is_paddle, motion, i->kind == MOTION_PADDLE)
CONDITION(is_headed, motion, is_paddle(i) || (is_formula(i) && i->moves == TRACK_POSITION))
CONDITION(is_flap, motion, is_paddle(i) && i->paddle == PADDLE_FLAP)
CONDITION(has_place, motion, (has_axis(i) && !is_circle(i)) || is_flap(i))
CONDITION(has_ramp, motion, !is_file(i))
CONDITION(is_along, joint, i->kind != JOINT_BALL && i->kind != JOINT_SPRING)
CONDITION(is_damped, joint, i->kind != JOINT_GEAR)
CONDITION(is_placed, joint, i->kind != JOINT_GEAR)
CONDITION(is_gear, joint, i->kind == JOINT_GEAR)
CONDITION(is_spring, joint, i->kind == JOINT_SPRING)
CONDITION(is_driven, joint, i->kind == JOINT_HINGE || i->kind == JOINT_SLIDER)
CONDITION(is_stiff, joint, i->kind != JOINT_TRACK && i->kind != JOINT_GEAR)
CONDITION(is_damped_contact, amphi_case, isnan(i->contact.restitution))

#define ROWS(name) static const struct schema_row rows_##name[]
#define TABLE(name, heading, item_size)                                                                      \
  const struct schema_table schema_##name = {                                                                \
      heading, item_size, sizeof rows_##name / sizeof *rows_##name, rows_##name}
#define WHERE(test, selector_key, words) .applies = test, .selector = selector_key, .where = words
#define ENUM(list) .type = VALUE_WORD, .words = words_##list

#define AT(member) .offset = offsetof(struct motion, member)
ROWS(motion) = {
  {.key = "type", ENUM(motion), AT(kind), .fallback = "straight",
   .meaning = "Along a line, with an acceleration; to and fro, as a sine; about an axis, or to and fro about it; around a "
              "circle without turning; as a file or a formula says; as waves need it"},
  {.key = "velocity", .type = VALUE_VECTOR, .unit = "m/s", AT(velocity), WHERE(is_straight, "type", "motion of type straight"),
   .meaning = "Velocity at `from`; before and after, the wall is at rest"},
  {.key = "acceleration", .type = VALUE_VECTOR, .unit = "m/s^2", AT(acceleration),
   WHERE(is_straight, "type", "motion of type straight"), .meaning = "How much faster it gets"},
  {.key = "amplitude", .type = VALUE_VECTOR, .unit = "m", AT(amplitude), .required = true,
   WHERE(is_wave, "type", "motion of type wave"), .meaning = "How far it goes to either side, along a line"},
  {.key = "angle", .type = VALUE_NUMBER, .unit = "degrees", AT(angle), .required = true,
   WHERE(is_swing, "type", "motion of type swing"), .meaning = "How far it turns to either side"},
  {.key = "period", .type = VALUE_NUMBER, .unit = "s", AT(period), .required = true, .positive = true,
   WHERE(has_period, "type", "motion of type wave or swing"), .meaning = "Time of a whole wave"},
  {.key = "phase", .type = VALUE_NUMBER, .unit = "degrees", AT(phase), .fallback = "0",
   WHERE(has_period, "type", "motion of type wave or swing"),
   .meaning = "Of the sine at `from`; the wall is then where it began, whatever the phase"},
  {.key = "file", .type = VALUE_TEXT, AT(file), .required = true, .contents = CONTENTS_FILE,
   WHERE(is_file, "type", "motion of type file"),
   .meaning = "Text with one row per time: seconds since `from`, and what `moves` says. Found beside the case file"},
  {.key = "formula", .type = VALUE_TEXT, AT(formula), .required = true, WHERE(is_formula, "type", "motion of type formula"),
   .meaning = "Of `t`, the time in s: metres along `direction`, or degrees about `axis`. It counts from what it is at `from`; velocities and accelerations "
              "are differences over 0.1 ms. The last digit of sin, exp and the like is the machine's mathematics library's"},
  {.key = "moves", ENUM(track), AT(moves), .fallback = "position", WHERE(is_timed, "type", "motion of type file or formula"),
   .meaning = "What the file has: places or velocities, one number per axis, or angles in degrees or degrees/s about `axis`. "
              "Places and angles count from the first row and are joined smoothly, never beyond the rows before and behind. A formula has places or angles"},
  {.key = "paddle", ENUM(paddle), AT(paddle), .fallback = "piston", WHERE(is_paddle, "type", "motion of type paddle"),
   .meaning = "Whether the paddle stays upright or turns about an axis across its waves, `through` a point"},
  {.key = "direction", .type = VALUE_VECTOR, AT(direction), .required = true,
   WHERE(is_headed, "type", "a paddle or a formula of positions"),
   .meaning = "Where its waves run, across gravity, or the way that a formula's places go; of any length"},
  {.key = "hinge", .type = VALUE_NUMBER, .unit = "m", AT(hinge), .fallback = "0", WHERE(is_flap, "paddle", "a flap"),
   .meaning = "Height of its axis above the bed; below 0 the flap ends at the bed"},
  {.key = "waves", .type = VALUE_MAP, AT(waves), .required = true, .table = &schema_waves, WHERE(is_paddle, "type", "motion of type paddle"),
   .meaning = "The waves that it makes"},
  {.key = "axis", .type = VALUE_VECTOR, AT(axis), WHERE(has_axis, "type", "motion about an axis"),
   .fallback_doc = "of 3-D required; in 2-D it is that of z",
   .meaning = "Direction of the axis, of any length; a positive angle turns as a right hand's fingers when the thumb points along it"},
  {.key = "through", .type = VALUE_VECTOR, .unit = "m", AT(through), WHERE(has_place, "type", "motion about an axis but a circle, or a flap"),
   .meaning = "A point of the axis, which stays where it is"},
  {.key = "angular_velocity", .type = VALUE_NUMBER, .unit = "degrees/s", AT(turn_rate), .fallback = "0",
   WHERE(is_spun, "type", "motion of type rotation or circle"), .meaning = "At `from`"},
  {.key = "angular_acceleration", .type = VALUE_NUMBER, .unit = "degrees/s^2", AT(turn_rise), .fallback = "0",
   WHERE(is_spun, "type", "motion of type rotation or circle"), .meaning = "How much faster it turns"},
  {.key = "arm", .type = VALUE_VECTOR, .unit = "m", AT(arm), .required = true, WHERE(is_circle, "type", "motion of type circle"),
   .meaning = "From the middle of the circle to where the wall begins"},
  {.key = "from", .type = VALUE_NUMBER, .unit = "s", AT(from), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   .meaning = "Time at which it begins to move"},
  {.key = "to", .type = VALUE_NUMBER, .unit = "s", AT(to), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   .fallback_doc = "of a line required; else never",
   .meaning = "Time at which it stops and stays where it is"},
  {.key = "ramp", .type = VALUE_NUMBER, .unit = "s", AT(ramp), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   WHERE(has_ramp, "type", "motion of any type but file"),
   .meaning = "Time that it takes to come to its speed, and to lose it before `to`; of a wave, swing or paddle, to its amplitude"},
};
TABLE(motion, "Motions: items of `walls.NAME.motion`", sizeof(struct motion));
#undef AT

#define AT(member) .offset = offsetof(struct spring, member)
ROWS(spring) = {
  {.key = "on", .type = VALUE_VECTOR, .unit = "m", AT(on), .required = true, .meaning = "Point of the body, where it is at the start"},
  {.key = "to", .type = VALUE_VECTOR, .unit = "m", AT(to), .required = true, .meaning = "Point in space, which stays"},
  {.key = "stiffness", .type = VALUE_NUMBER, .unit = "N/m", AT(stiffness), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   .meaning = "Force over elongation"},
  {.key = "damping", .type = VALUE_NUMBER, .unit = "N s/m", AT(damping), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   .meaning = "Force over the rate at which it gets longer"},
  {.key = "changes", .type = VALUE_TEXT, AT(changes.file), .optional = true, .contents = CONTENTS_FILE, .fallback_doc = "none",
   .meaning = "In place of stiffness and damping a text with one row per time: seconds, stiffness and damping; straight lines between. Found beside the case file"},
  {.key = "friction", .type = VALUE_NUMBER, .unit = "N", AT(friction), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   .meaning = "Coulomb's: a force of this size against getting longer or shorter, however fast; below a thousandth of the speed of sound it falls to 0 with the speed"},
  {.key = "length", .type = VALUE_NUMBER, .unit = "m", AT(length), .optional = true, .low = 0, .high = SCHEMA_LIMIT,
   .fallback_doc = "that of the start", .meaning = "At which it has no force"},
  {.key = "pulls", .type = VALUE_BOOLEAN, AT(pulls), .fallback = "false",
   .meaning = "A line, which pulls and never pushes"},
};
static TABLE(spring, "Springs and lines: items of `walls.NAME.body.springs`", sizeof(struct spring));
#undef AT

#define AT(member) .offset = offsetof(struct mooring, member)
ROWS(mooring) = {
  {.key = "on", .type = VALUE_VECTOR, .unit = "m", AT(on), .required = true, .meaning = "Point of the body, where it is at the start"},
  {.key = "to", .type = VALUE_VECTOR, .unit = "m", AT(to), .required = true, .meaning = "The anchor"},
  {.key = "length", .type = VALUE_NUMBER, .unit = "m", AT(length), .required = true, .positive = true, .meaning = "Without tension"},
  {.key = "weight", .type = VALUE_NUMBER, .unit = "N/m", AT(weight), .required = true, .positive = true, .meaning = "Over its length, in water"},
  {.key = "stiffness", .type = VALUE_NUMBER, .unit = "N", AT(stiffness), .required = true, .positive = true,
   .meaning = "Tension over strain, Young's modulus times the cross section"},
  {.key = "bed", .type = VALUE_BOOLEAN, AT(bed), .fallback = "true",
   .meaning = "What does not hang lies on a flat bed at the height of the anchor; else it hangs below the anchor, too"},
};
static TABLE(mooring, "Moorings: items of `walls.NAME.body.moorings`", sizeof(struct mooring));
#undef AT

#define AT(member) .offset = offsetof(struct drive, member)
ROWS(drive) = {
  {.key = "way", .type = VALUE_WORD, .words = words_lock, AT(way), .required = true,
   .meaning = "Along an axis, or about one: in 2-D x, y or rz. Turning in 3-D is about axes that stay"},
  {.key = "is", ENUM(drive), AT(is), .fallback = "velocity",
   .meaning = "What is given: a position counts from the start; a force comes on top of the others and leaves the way free"},
  {.key = "formula", .type = VALUE_TEXT, AT(value.formula), .optional = true, .fallback_doc = "from `file`",
   .meaning = "In m, m/s or N, about an axis in degrees, degrees/s or N m, of `t`, the time in s"},
  {.key = "file", .type = VALUE_TEXT, AT(value.file), .optional = true, .contents = CONTENTS_FILE, .fallback_doc = "from `formula`",
   .meaning = "Text with one row per time: seconds, and the same. Positions are joined smoothly, the others by straight lines. Found beside the case file"},
  {.key = "from", .type = VALUE_NUMBER, .unit = "s", AT(from), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   .meaning = "Time before which the way is free; of a velocity or force"},
  {.key = "to", .type = VALUE_NUMBER, .unit = "s", AT(to), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT, .fallback_doc = "never",
   .meaning = "Time from which on the way is free again. Several items of one way may follow each other"},
};
static TABLE(drive, "Bodies along time: items of `walls.NAME.body.driven`", sizeof(struct drive));
#undef AT

#define AT(member) .offset = offsetof(struct body, member)
ROWS(freedom) = {
  {.key = "mass", .type = VALUE_NUMBER, .unit = "kg (2-D: kg/m)", AT(freedom.mass), .optional = true, .positive = true,
   .fallback_doc = "from `density`", .meaning = "Mass; this or `density` is required"},
  {.key = "density", .type = VALUE_NUMBER, .unit = "kg/m^3", AT(freedom.density), .optional = true, .positive = true,
   .fallback_doc = "from `mass`", .meaning = "Mass over the volume of its particles"},
  {.key = "centre", .type = VALUE_VECTOR, .unit = "m", AT(freedom.centre), .optional = true,
   .fallback_doc = "that of its particles", .meaning = "Centre of mass at the start"},
  {.key = "inertia", .type = VALUE_TURN, .unit = "kg m^2 (2-D: kg m)", AT(freedom.inertia), .optional = true,
   .fallback_doc = "that of its particles", .meaning = "Moments of inertia about axes through the centre, along those of the case"},
  {.key = "products", .type = VALUE_TURN, .unit = "kg m^2", AT(freedom.products),
   .meaning = "In 3-D the elements yz, xz and xy of the tensor that has `inertia` on its diagonal: minus the sum of mass times both distances"},
  {.key = "velocity", .type = VALUE_VECTOR, .unit = "m/s", AT(freedom.velocity), .meaning = "Of the centre at the start, as joints and `locked` let it"},
  {.key = "angular_velocity", .type = VALUE_TURN, .unit = "degrees/s", AT(freedom.turning), .meaning = "At the start, likewise"},
  {.key = "locked", .type = VALUE_LOCKS, AT(freedom.locked), .meaning = "Ways in which it does not move: along axes, and about them"},
  {.key = "from", .type = VALUE_NUMBER, .unit = "s", AT(freedom.from), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   .meaning = "Time until which it is held"},
  {.key = "force", .type = VALUE_VECTOR, .unit = "N (2-D: N/m)", AT(freedom.force), .meaning = "On the centre, beside fluid and gravity"},
  {.key = "torque", .type = VALUE_TURN, .unit = "N m (2-D: N)", AT(freedom.torque), .meaning = "Likewise"},
  {.key = "file", .type = VALUE_TEXT, AT(freedom.file), .optional = true, .contents = CONTENTS_FILE,
   .meaning = "Text with one row per time: seconds, a force (one number per axis) and a torque (in 2-D a number, else three), on "
              "top of `force` and `torque`; straight lines between. Found beside the case file"},
  {.key = "forcing", .type = VALUE_MAP, .table = &schema_forcing, .optional = true, .flag_offset = offsetof(struct body, forcing.given),
   .meaning = "An acceleration of all its particles along time, with its mass and inertia, as fluids have it"},
  {.key = "springs", .type = VALUE_LIST, AT(freedom.springs), .count_offset = offsetof(struct body, freedom.spring_count),
   .table = &schema_spring, .meaning = "Springs, dampers and lines between points of it and of space"},
  {.key = "driven", .type = VALUE_LIST, AT(freedom.drives), .count_offset = offsetof(struct body, freedom.drive_count),
   .table = &schema_drive, .meaning = "What it does along time, whatever the water does; the other ways stay free"},
  {.key = "moorings", .type = VALUE_LIST, AT(freedom.moorings), .count_offset = offsetof(struct body, freedom.mooring_count),
   .table = &schema_mooring, .meaning = "Heavy lines, which hang as catenaries and may lie on the bed"},
};
TABLE(freedom, "body", 0);

#undef AT
#define AT(member) .offset = offsetof(struct amphi_case, member)
ROWS(frame) = {
  {.key = "motion", .type = VALUE_LIST, AT(frame.motions), .count_offset = offsetof(struct amphi_case, frame.motion_count), .single = true,
   .table = &schema_motion, .fallback_doc = "from `file`",
   .meaning = "How the tank moves, as `walls.NAME.motion` has it, in axes that rest: its sway, roll and heave, which follow each other, each of what those before it have moved. "
              "At the start both axes are the same, and `gravity` turns against the tank"},
  {.key = "file", .type = VALUE_TEXT, AT(frame.file), .optional = true, .contents = CONTENTS_FILE, .fallback_doc = "from `motion`",
   .meaning = "Instead of a motion, a text with one row per time: seconds, the acceleration of the axes (one number per axis, m/s^2) and their angular "
              "velocity (in 2-D a number, else three, degrees/s), along the axes as they are then. Found beside the case file"},
  {.key = "about", .type = VALUE_VECTOR, .unit = "m", AT(frame.about), .meaning = "Of a file: the point that has the acceleration, about which they turn"},
};
TABLE(frame, "frame", 0);

#undef AT
#define AT(member) .offset = offsetof(struct body, forcing.member)
ROWS(forcing) = {
  {.key = "file", .type = VALUE_TEXT, AT(file), .required = true, .contents = CONTENTS_FILE,
   .meaning = "Text with one row per time: seconds, and an acceleration (one number per axis, m/s^2), which comes on top of gravity. Straight lines "
              "between; the last row goes on. Found beside the case file"},
  {.key = "spin", .type = VALUE_TEXT, AT(spin_file), .optional = true, .contents = CONTENTS_FILE,
   .meaning = "Likewise seconds, alpha and omega (in 2-D a number each, else three each, degrees/s^2 and degrees/s): a particle at r from "
              "`about` with velocity v also gets alpha x r + omega x (omega x r) + 2 omega x v"},
  {.key = "about", .type = VALUE_VECTOR, .unit = "m", AT(about), .meaning = "The point about which `spin` turns"},
  {.key = "from", .type = VALUE_NUMBER, .unit = "s", AT(from), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT, .meaning = "Time before which there is none"},
  {.key = "to", .type = VALUE_NUMBER, .unit = "s", AT(to), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT, .fallback_doc = "never",
   .meaning = "Time behind which there is none"},
};
TABLE(forcing, "forcing", 0);

#undef AT
#define AT(member) .offset = offsetof(struct touching_pair, member)
ROWS(touching_pair) = {
  {.key = "of", .type = VALUE_WALL, AT(of), .required = true, .meaning = "Name of a wall"},
  {.key = "with", .type = VALUE_WALL, AT(with), .required = true, .meaning = "Name of another one; one of the two is a body"},
  {.key = "friction", .type = VALUE_NUMBER, AT(friction), .optional = true, .low = 0, .high = 10, .fallback_doc = "contact.friction",
   .meaning = "Coulomb's coefficient of the two"},
  {.key = "damping", .type = VALUE_NUMBER, AT(damping), .optional = true, .low = 0, .high = 1, .fallback_doc = "contact.damping",
   .meaning = "Over the critical one, of the two"},
  {.key = "restitution", .type = VALUE_NUMBER, AT(restitution), .optional = true, .low = 0, .high = 1, .fallback_doc = "by damping",
   .meaning = "Instead of damping: the speed at which the two part over that at which they meet"},
};
static TABLE(touching_pair, "Pairs that touch: items of `contact.pairs`", sizeof(struct touching_pair));
#undef AT

#define AT(member) .offset = offsetof(struct touching_materials, member)
ROWS(touching_materials) = {
  {.key = "of", .type = VALUE_TEXT, AT(of), .required = true, .meaning = "A `material` of walls"},
  {.key = "with", .type = VALUE_TEXT, AT(with), .required = true, .meaning = "Another one, or the same"},
  {.key = "friction", .type = VALUE_NUMBER, AT(friction), .optional = true, .low = 0, .high = 10, .fallback_doc = "contact.friction",
   .meaning = "Coulomb's coefficient of the two"},
  {.key = "damping", .type = VALUE_NUMBER, AT(damping), .optional = true, .low = 0, .high = 1, .fallback_doc = "contact.damping",
   .meaning = "Over the critical one, of the two"},
  {.key = "restitution", .type = VALUE_NUMBER, AT(restitution), .optional = true, .low = 0, .high = 1, .fallback_doc = "by damping",
   .meaning = "Instead of damping, as `contact.restitution`"},
};
static TABLE(touching_materials, "Materials that touch: items of `contact.materials`", sizeof(struct touching_materials));
#undef AT

#define AT(member) .offset = offsetof(struct amphi_case, member)
ROWS(contact) = {
  {.key = "friction", .type = VALUE_NUMBER, AT(contact.friction), .fallback = "0.3", .low = 0, .high = 10,
   .meaning = "Coulomb's coefficient; what sticks creeps, see docs/theory/bodies.md"},
  {.key = "restitution", .type = VALUE_NUMBER, AT(contact.restitution), .optional = true, .low = 0, .high = 1, .fallback_doc = "by damping",
   .meaning = "Instead of damping: the speed at which bodies part over that at which they meet, where they touch; less than 0.02 is as 0.02. It holds where a touch is short: not for bodies on joints or in water, nor where one stays"},
  {.key = "damping", .type = VALUE_NUMBER, AT(contact.damping), .fallback = "0.3", .low = 0, .high = 1,
   WHERE(is_damped_contact, "restitution", "contact without `restitution`"),
   .meaning = "Over the critical one: bodies part at about 1, 0.75 and 0.46 times the speed at which they meet for 0, 0.1 and 0.3"},
  {.key = "stiffness", .type = VALUE_NUMBER, .unit = "Pa", AT(contact.stiffness), .optional = true, .positive = true,
   .fallback_doc = "10 rho0 c0^2", .meaning = "Pressure where surfaces overlap by `dp`"},
  {.key = "pairs", .type = VALUE_LIST, AT(contact.pairs), .count_offset = offsetof(struct amphi_case, contact.pair_count),
   .table = &schema_touching_pair, .meaning = "Of two walls, where friction and damping are not those of all; before `materials`"},
  {.key = "materials", .type = VALUE_LIST, AT(contact.materials), .count_offset = offsetof(struct amphi_case, contact.material_count),
   .table = &schema_touching_materials, .meaning = "Likewise of walls of two materials"},
};
TABLE(contact, "contact", 0);
#undef AT

#define AT(member) .offset = offsetof(struct joint, member)
ROWS(joint) = {
  {.key = "name", .type = VALUE_NAME, AT(name), .required = true, .meaning = "Name of the joint, not used by another"},
  {.key = "type", ENUM(joint), AT(kind), .required = true,
   .meaning = "What stays free: of a `hinge` a turn about `axis`; of a `slider` a way along it; of a `ball` any turn; of a `track` "
              "a way along it and any turn; of a `swivel`, in 3-D, a turn about it and any way. A `gear` lets two bodies turn about it "
              "in proportion, as wheels or as pulleys with a belt do; a `spring` pulls and pushes between two points"},
  {.key = "of", .type = VALUE_WALL, AT(of), .required = true, .meaning = "Name of the wall that is the body"},
  {.key = "with", .type = VALUE_WALL, AT(with), .fallback_doc = "none: a place in space", .meaning = "Name of another body"},
  {.key = "at", .type = VALUE_VECTOR, .unit = "m", AT(at), .required = true, WHERE(is_placed, "type", "a joint but a gear"),
   .meaning = "Where it is at the start; of a spring the end at `of`"},
  {.key = "to", .type = VALUE_VECTOR, .unit = "m", AT(to), .required = true, WHERE(is_spring, "type", "a spring"),
   .meaning = "Its other end at the start, on `with` or in space"},
  {.key = "axis", .type = VALUE_VECTOR, AT(axis), WHERE(is_along, "type", "other joints than a ball or spring"),
   .fallback_doc = "required; of a hinge and a gear in 2-D that of z",
   .meaning = "Direction at the start, of any length; it turns with the body of `with`"},
  {.key = "damping", .type = VALUE_NUMBER, .unit = "N m s, along a way N s/m", AT(damping), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   WHERE(is_damped, "type", "other joints than a gear"), .meaning = "Torque or force over the rate of what is free: a generator or brake"},
  {.key = "stiffness", .type = VALUE_NUMBER, .unit = "N m, along a way N/m", AT(stiffness), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   WHERE(is_stiff, "type", "other joints than a track or gear"),
   .meaning = "Torque over the angle in radians from `rest`, or force over the way from there; of a ball against any turn since the start"},
  {.key = "changes", .type = VALUE_TEXT, AT(changes.file), .optional = true, .contents = CONTENTS_FILE, .fallback_doc = "none",
   WHERE(is_stiff, "type", "other joints than a track or gear"),
   .meaning = "In place of stiffness and damping a text with one row per time: seconds, stiffness and damping; straight lines between. Found beside the case file"},
  {.key = "rest", .type = VALUE_NUMBER, .unit = "degrees, along a way m", AT(rest), .fallback = "0",
   WHERE(is_driven, "type", "a hinge or slider"),
   .meaning = "Where stiffness has no force: how far `of` has turned or gone against `with` since the start. Angles are within half a turn to either side"},
  {.key = "limits", .type = VALUE_PAIR, .unit = "degrees, along a way m", AT(limits), .optional = true, .fallback_doc = "none",
   WHERE(is_driven, "type", "a hinge or slider"), .meaning = "How far `of` may turn or go, likewise: stops that push back and do not bounce"},
  {.key = "speed", .type = VALUE_TEXT, AT(motor.formula), .optional = true, .fallback_doc = "none",
   WHERE(is_driven, "type", "a hinge or slider"),
   .meaning = "A motor: a formula of `t`, the time in s, of degrees/s, or m/s, of `of` against `with`"},
  {.key = "file", .type = VALUE_TEXT, AT(motor.file), .optional = true, .contents = CONTENTS_FILE, .fallback_doc = "none",
   WHERE(is_driven, "type", "a hinge or slider"),
   .meaning = "The same as a text with one row per time: seconds, and a speed; straight lines between. Found beside the case file"},
  {.key = "ratio", .type = VALUE_NUMBER, AT(ratio), .required = true, WHERE(is_gear, "type", "a gear"),
   .meaning = "How many times as fast as `with` `of` turns; below 0 the other way, as wheels that mesh do"},
  {.key = "length", .type = VALUE_NUMBER, .unit = "m", AT(length), .optional = true, .low = 0, .high = SCHEMA_LIMIT,
   .fallback_doc = "that of the start", WHERE(is_spring, "type", "a spring"), .meaning = "At which it has no force"},
  {.key = "pulls", .type = VALUE_BOOLEAN, AT(pulls), .fallback = "false", WHERE(is_spring, "type", "a spring"),
   .meaning = "A line, which pulls and never pushes"},
};
TABLE(joint, "Joints: items of `joints`", sizeof(struct joint));
/* clang-format on */
