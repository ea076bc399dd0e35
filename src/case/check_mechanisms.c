/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks across several keys of joints, of contact, and of bodies driven along time. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/motion.h"
#include "case/read.h"
#include "util/error.h"
#include "util/expression.h"

static bool is_zero(const double v[3]) {
  return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0;
}

/* ---- what bodies do to each other ---- */

static const char *joint_key(char key[FAULT_KEY], const struct joint *j, const char *part) {
  snprintf(key, FAULT_KEY, "joints.%s.%s", j->name, part);
  return key;
}

static bool has_motor(const struct joint *j) {
  return (j->kind == JOINT_HINGE || j->kind == JOINT_SLIDER) && (j->motor.formula || j->motor.file);
}

static void check_gear(struct reader *r, const struct joint *j) {
  char key[FAULT_KEY];
  if (j->with < 0) check_fault(r, joint_key(key, j, "with"), "missing; a gear is between two bodies");
  if (j->ratio == 0.0)
    check_fault(r, joint_key(key, j, "ratio"), "is 0, so that '%s' would not turn; expected a number but 0",
                r->c->walls[j->of].name);
}

static void check_spring(struct reader *r, const struct joint *j) {
  char key[FAULT_KEY];
  double way[3];
  for (int a = 0; a < 3; a++) way[a] = j->to[a] - j->at[a];
  if (j->stiffness == 0.0 && j->damping == 0.0 && !j->changes.file)
    check_fault(r, joint_key(key, j, "stiffness"), "is 0, and so is damping; expected one of them");
  if (is_zero(way)) check_fault(r, joint_key(key, j, "to"), "is where 'at' is; expected two places");
}

static void check_limits(struct reader *r, const struct joint *j) {
  char key[FAULT_KEY];
  const double low = j->limits[0], high = j->limits[1], most = j->kind == JOINT_HINGE ? 180.0 : INFINITY;
  joint_key(key, j, "limits");
  if ((j->kind != JOINT_HINGE && j->kind != JOINT_SLIDER) || isnan(low)) return;
  if (!(low <= 0.0 && high >= 0.0 && low < high))
    check_fault(r, key, "[%g, %g] does not have the start, 0, in it; expected [at most 0, at least 0]", low,
                high);
  if (!(low > -most && high < most))
    check_fault(r, key, "[%g, %g] degrees; expected less than half a turn to either side", low, high);
}

bool check_finite(struct reader *r, const char *key, struct expression *e, double *time) {
  enum { MOMENTS = 2000 };
  for (int k = 0; k <= MOMENTS; k++) {
    *time = r->c->end * k / MOMENTS;
    const double value = expression_value(e);
    if (isfinite(value)) continue;
    check_fault(r, key, "is %s at t = %.6g s; expected a number at all times",
                isnan(value) ? "none" : "infinite", *time);
    return false;
  }
  return true;
}

/* Checks what a formula or a file gives along time: not both of them. Whether one is required is checked
 * elsewhere. */
static void check_along_time(struct reader *r, const char *key, const char *file_key, struct along_time *a) {
  static const char *const names[] = {"t", NULL};
  double time = 0.0;
  struct expression *e;
  if (a->formula && a->file) check_fault(r, file_key, "given beside a formula; expected one of the two");
  if (a->formula && expression_open(&e, a->formula, names, &time) != STATUS_OK) {
    check_fault(r, key, "%s", error_text());
  } else if (a->formula) {
    check_finite(r, key, e, &time);
    expression_close(e);
  }
  if (a->file) read_track(r, file_key, &a->file, &a->track, 1);
}

static void check_motor(struct reader *r, struct joint *j) {
  char key[FAULT_KEY], file_key[FAULT_KEY];
  const bool takes = j->kind == JOINT_HINGE || j->kind == JOINT_SLIDER;
  if (!takes || (!j->motor.formula && !j->motor.file)) return;
  check_along_time(r, joint_key(key, j, "speed"), joint_key(file_key, j, "file"), &j->motor);
  if (j->stiffness > 0.0 || j->damping > 0.0)
    check_fault(r, joint_key(key, j, j->stiffness > 0.0 ? "stiffness" : "damping"),
                "%g beside a motor, which turns it whatever acts; expected 0",
                j->stiffness > 0.0 ? j->stiffness : j->damping);
  if (j->changes.file)
    check_fault(r, joint_key(key, j, "changes"),
                "given beside a motor, which turns it whatever acts; expected none");
  if (!isnan(j->limits[0]))
    check_fault(r, joint_key(key, j, "limits"), "given beside a motor, which no stop holds; expected none");
}

/* Whether forces can move a wall along an axis (first: DRIVE_X) or turn it about one (DRIVE_RX), in its axes
 * at the start. Wall -1 is space, which nothing moves. */
static bool obeys(const struct amphi_case *c, int wall, const double axis[3], int first) {
  if (wall < 0) return false;
  const struct freedom *f = &c->walls[wall].freedom;
  unsigned held = f->locked;
  for (size_t k = 0; k < f->drive_count; k++)
    if (f->drives[k].is != DRIVE_FORCE && f->drives[k].from == 0.0 && f->drives[k].to == 0.0)
      held |= 1u << f->drives[k].way;
  for (int a = 0; a < 3; a++)
    if (axis[a] != 0.0 && !(held & 1u << (first + a))) return true;
  return false;
}

/* A motor or a gear needs at least one side that is neither locked nor driven. */
static void check_obeyed(struct reader *r, const struct joint *j) {
  static const double across[3] = {0.0, 0.0, 1.0};
  const struct amphi_case *c = r->c;
  const bool gear = j->kind == JOINT_GEAR, slides = j->kind == JOINT_SLIDER;
  const bool motor = has_motor(j);
  const double *axis = c->dimensions == 2 && !slides ? across : j->axis;
  const int first = slides ? DRIVE_X : DRIVE_RX;
  char key[FAULT_KEY];
  if ((!gear && !motor) || obeys(c, j->of, axis, first) || obeys(c, j->with, axis, first)) return;
  joint_key(key, j, gear ? "ratio" : j->motor.formula ? "speed" : "file");
  if (j->with < 0)
    check_fault(r, key, "moves nothing: '%s' is locked or driven that way; expected it free",
                c->walls[j->of].name);
  else
    check_fault(r, key, "moves nothing: '%s' and '%s' are locked or driven that way; expected one free",
                c->walls[j->of].name, c->walls[j->with].name);
}

static bool is_parallel(const struct amphi_case *c, const struct joint *a, const struct joint *b) {
  double across[3];
  cross3(a->axis, b->axis, across);
  const bool turns = c->dimensions == 2 && a->kind != JOINT_SLIDER;
  return turns || dot3(across, across) <= 1e-12 * dot3(a->axis, a->axis) * dot3(b->axis, b->axis);
}

/* Two motors or two gears of one pair would contradict each other. */
static void check_once(struct reader *r, size_t index) {
  const struct amphi_case *c = r->c;
  const struct joint *j = &c->joints[index];
  char key[FAULT_KEY];
  for (size_t k = 0; k < index; k++) {
    const struct joint *before = &c->joints[k];
    const bool pair =
        (before->of == j->of && before->with == j->with) || (before->of == j->with && before->with == j->of);
    const bool gears = j->kind == JOINT_GEAR && before->kind == JOINT_GEAR;
    const bool motors = has_motor(j) && has_motor(before) && j->kind == before->kind;
    if (!pair || !(gears || motors) || !is_parallel(c, j, before)) continue;
    check_fault(r,
                joint_key(key, j,
                          gears              ? "ratio"
                          : j->motor.formula ? "speed"
                                             : "file"),
                "'%s' is a %s of the same two about the same axis already; expected one", before->name,
                gears ? "gear" : "motor");
  }
}

/* A body on a slider that is fixed in space cannot be driven across the slider, nor turned. */
static void check_slides(struct reader *r, const struct joint *j) {
  const struct amphi_case *c = r->c;
  const struct freedom *f = &c->walls[j->of].freedom;
  char key[FAULT_KEY];
  int along = 0;
  if (j->kind != JOINT_SLIDER || j->with >= 0) return;
  for (size_t k = 0; k < f->drive_count; k++) {
    const struct drive *d = &f->drives[k];
    if (d->is == DRIVE_FORCE) continue;
    if (d->way < DRIVE_RX && j->axis[d->way] != 0.0 && along++ == 0) continue;
    check_fault(r, joint_key(key, j, "axis"),
                "'%s' is driven along %s, and slides along [%g, %g, %g] alone; expected one of the two",
                c->walls[j->of].name, words_lock[d->way], j->axis[0], j->axis[1], j->axis[2]);
  }
}

static void check_joint(struct reader *r, struct joint *j) {
  const struct amphi_case *c = r->c;
  const int sides[] = {j->of, j->with};
  char key[FAULT_KEY];
  for (int s = 0; s < 2; s++)
    if (sides[s] >= 0 && !c->walls[sides[s]].freedom.given)
      check_fault(r, joint_key(key, j, s ? "with" : "of"), "wall '%s' has no 'body'; expected one that has%s",
                  c->walls[sides[s]].name, s ? ", or no 'with' for a place in space" : "");
  if (j->of == j->with)
    check_fault(r, joint_key(key, j, "with"), "is the wall of 'of' itself; expected another body");
  if (c->dimensions == 2 && j->kind == JOINT_SWIVEL)
    check_fault(r, joint_key(key, j, "type"),
                "swivel holds nothing in 2-D; expected hinge, slider, ball or track");
  joint_key(key, j, "axis");
  const bool turns = c->dimensions == 2 && (j->kind == JOINT_HINGE || j->kind == JOINT_GEAR);
  if (turns && !is_zero(j->axis))
    check_fault(r, key, "means nothing in 2-D; expected none: bodies turn about the axis of z");
  else if (j->kind != JOINT_BALL && j->kind != JOINT_SPRING && is_zero(j->axis) && !turns)
    check_fault(r, key, "is zero, or missing; expected the direction of an axis");
  if (j->kind == JOINT_GEAR) check_gear(r, j);
  if (j->kind == JOINT_SPRING) check_spring(r, j);
  check_limits(r, j);
  if (j->kind != JOINT_TRACK && j->kind != JOINT_GEAR)
    check_changes(r, joint_key(key, j, "changes"), &j->changes, j->stiffness, j->damping);
  check_motor(r, j);
  check_obeyed(r, j);
  check_slides(r, j);
}

/* An item of one of the two lists of `contact`: of walls or of materials, by their names. */
struct touching_item {
  const char *list, *of, *with;
  double friction, damping, restitution;
};

static struct touching_item item_of(const struct amphi_case *c, bool of_materials, size_t k) {
  if (of_materials) {
    const struct touching_materials *m = &c->contact.materials[k];
    return (struct touching_item){"materials", m->of, m->with, m->friction, m->damping, m->restitution};
  }
  const struct touching_pair *p = &c->contact.pairs[k];
  const char *of = c->walls[p->of].name, *with = c->walls[p->with].name;
  return (struct touching_item){"pairs", of, with, p->friction, p->damping, p->restitution};
}

static bool same_two(const struct touching_item *a, const struct touching_item *b) {
  return (strcmp(a->of, b->of) == 0 && strcmp(a->with, b->with) == 0) ||
         (strcmp(a->of, b->with) == 0 && strcmp(a->with, b->of) == 0);
}

static void check_item(struct reader *r, bool of_materials, size_t index) {
  const struct touching_item item = item_of(r->c, of_materials, index);
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "contact.%s.%zu.with", item.list, index);
  for (size_t k = 0; k < index; k++) {
    const struct touching_item before = item_of(r->c, of_materials, k);
    if (same_two(&before, &item))
      check_fault(r, key, "the pair of '%s' and '%s' is there already; expected it once", item.of, item.with);
  }
  snprintf(key, sizeof key, "contact.%s.%zu.%s", item.list, index,
           isnan(item.restitution) ? "friction" : "restitution");
  if (isnan(item.friction) && isnan(item.damping) && isnan(item.restitution))
    check_fault(r, key, "missing, and so are damping and restitution; expected one of them");
  if (!isnan(item.damping) && !isnan(item.restitution))
    check_fault(r, key, "given beside damping; expected one of them");
}

static void check_pair(struct reader *r, size_t index) {
  const struct amphi_case *c = r->c;
  const struct touching_pair *p = &c->contact.pairs[index];
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "contact.pairs.%zu.with", index);
  if (p->of == p->with)
    check_fault(r, key, "is the wall of 'of' itself; expected another one");
  else if (!c->walls[p->of].freedom.given && !c->walls[p->with].freedom.given)
    check_fault(r, key, "neither '%s' nor '%s' is a body; expected one that is", c->walls[p->of].name,
                c->walls[p->with].name);
  check_item(r, false, index);
}

static bool has_material(const struct amphi_case *c, const char *name) {
  for (size_t k = 0; k < c->wall_count; k++)
    if (c->walls[k].material && strcmp(c->walls[k].material, name) == 0) return true;
  return false;
}

static void check_materials(struct reader *r, size_t index) {
  const struct touching_materials *p = &r->c->contact.materials[index];
  char key[FAULT_KEY], shown[FAULT_SHOWN];
  for (int s = 0; s < 2; s++) {
    const char *name = s ? p->with : p->of;
    snprintf(key, sizeof key, "contact.materials.%zu.%s", index, s ? "with" : "of");
    if (!has_material(r->c, name))
      check_fault(r, key, "'%s' is no wall's 'material'; expected one that is", fault_show(shown, name));
  }
  check_item(r, true, index);
}

/* With a table of materials, a wall's material that is missing there is taken for a mistyped one. */
static void check_material(struct reader *r, const struct body *wall) {
  const struct touching *t = &r->c->contact;
  char key[FAULT_KEY];
  if (!t->material_count) return;
  for (size_t k = 0; k < t->material_count; k++)
    if (strcmp(t->materials[k].of, wall->material) == 0 || strcmp(t->materials[k].with, wall->material) == 0)
      return;
  snprintf(key, sizeof key, "walls.%s.material", wall->name);
  check_fault(r, key, "'%s' is in no item of contact.materials; expected one that says how it touches",
              wall->material);
}

static void check_contact(struct reader *r) {
  const struct touching *t = &r->c->contact;
  for (size_t k = 0; k < t->pair_count; k++) check_pair(r, k);
  for (size_t k = 0; k < t->material_count; k++) check_materials(r, k);
  for (size_t k = 0; k < r->c->wall_count; k++)
    if (r->c->walls[k].material) check_material(r, &r->c->walls[k]);
  for (size_t k = 0; k < r->c->wall_count; k++)
    if (r->c->walls[k].freedom.given) return;
  if (r->c->contact.given)
    check_fault(r, "contact", "the case has no body that could touch anything; expected a wall with 'body'");
}

/* ---- bodies along time ---- */

/* A prescribed angle is defined only if the other two rotations are locked. */
static void check_turn(struct reader *r, const char *key, const struct freedom *f, const struct drive *d) {
  const unsigned others = 56u & ~(1u << d->way);
  if (r->c->dimensions == 3 && (f->locked & others) != others)
    check_fault(r, key,
                "an angle about an axis needs 'locked' about the other two; expected that, or a velocity");
}

/* Whether the intervals in which they act overlap. */
static bool meet(const struct drive *a, const struct drive *b) {
  const double from = fmax(a->from, b->from),
               to = fmin(a->to > 0.0 ? a->to : INFINITY, b->to > 0.0 ? b->to : INFINITY);
  return from < to;
}

static void check_drive(struct reader *r, size_t wall, size_t index) {
  struct freedom *f = &r->c->walls[wall].freedom;
  struct drive *d = &f->drives[index];
  char key[FAULT_KEY], formula[FAULT_KEY], file[FAULT_KEY];
  const bool turns = d->way >= DRIVE_RX, held = d->is != DRIVE_FORCE;
  const double begins = turns ? f->turning[d->way - DRIVE_RX] : f->velocity[d->way];
  snprintf(key, sizeof key, "walls.%s.body.driven.%zu.way", r->c->walls[wall].name, index);
  snprintf(formula, sizeof formula, "walls.%s.body.driven.%zu.formula", r->c->walls[wall].name, index);
  snprintf(file, sizeof file, "walls.%s.body.driven.%zu.file", r->c->walls[wall].name, index);
  if (!d->value.formula && !d->value.file)
    check_fault(r, formula, "missing, and so is 'file'; expected one of the two");
  check_along_time(r, formula, file, &d->value);
  if (r->c->dimensions == 2 && (1u << d->way & 28u))
    check_fault(r, key, "%s; in 2-D there are x, y and rz", words_lock[d->way]);
  if (f->locked & 1u << d->way)
    check_fault(r, key, "%s is locked; expected a way that is not", words_lock[d->way]);
  snprintf(formula, sizeof formula, "walls.%s.body.driven.%zu.from", r->c->walls[wall].name, index);
  if (d->from > 0.0 && d->is == DRIVE_POSITION)
    check_fault(r, formula, "%g s of a position, to which the body would jump; expected 0, or a velocity",
                d->from);
  snprintf(formula, sizeof formula, "walls.%s.body.driven.%zu.to", r->c->walls[wall].name, index);
  if (d->to > 0.0 && !(d->to > d->from))
    check_fault(r, formula, "%g s; expected a time after 'from', %g s", d->to, d->from);
  if (held && d->from == 0.0 && begins != 0.0)
    check_fault(r, key, "%s begins with a velocity of its own; expected none beside what drives it",
                words_lock[d->way]);
  for (size_t k = 0; k < index && held; k++)
    if (f->drives[k].way == d->way && f->drives[k].is != DRIVE_FORCE && meet(&f->drives[k], d))
      check_fault(r, key, "%s is driven already; expected it once", words_lock[d->way]);
  if (turns && d->is == DRIVE_POSITION) check_turn(r, key, f, d);
}

void check_mechanisms(struct reader *r) {
  struct amphi_case *c = r->c;
  for (size_t k = 0; k < c->wall_count; k++)
    for (size_t i = 0; i < c->walls[k].freedom.drive_count; i++) check_drive(r, k, i);
  for (size_t k = 0; k < c->joint_count; k++) check_joint(r, &c->joints[k]), check_once(r, k);
  check_contact(r);
}
