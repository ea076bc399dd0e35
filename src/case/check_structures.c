/* SPDX-License-Identifier: BSD-3-Clause */
/* Walls that bend: what else a case with them may have. */
#include <stdio.h>

#include "case/motion.h"
#include "case/read.h"

/* What takes walls for rigid, or does not know of their velocities. */
static void check_models(struct reader *r, const struct body *b) {
  const struct amphi_case *c = r->c;
  const struct {
    bool wrong;
    const char *what;
  } all[] = {
      {c->boundary.model != BOUNDARY_DUMMY && c->boundary.model != BOUNDARY_DYNAMIC,
       "boundary.model is neither dummy nor dynamic"},
      {c->turbulence.model == TURBULENCE_K_EPSILON, "turbulence.model is k_epsilon"},
      {c->frame.given, "the case has a frame that moves"},
      {c->output.surfaces == SHOWN_MOVING || c->output.surfaces == SHOWN_ALL,
       "output.surfaces shows walls as they began"},
  };
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "walls.%s.flexible", b->name);
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    if (all[k].wrong)
      check_fault(r, key,
                  "%s, where walls that bend are not implemented; expected another model, or a rigid wall",
                  all[k].what);
}

static void check_clamped(struct reader *r, const struct body *b) {
  char key[FAULT_KEY];
  for (size_t k = 0; k < b->flexible.clamped_count; k++) {
    const struct shape *s = &b->flexible.clamped[k];
    const bool deep = r->c->dimensions == 3;
    snprintf(key, sizeof key, "walls.%s.flexible.clamped.%zu.%s", b->name, k, s->cut ? "cut" : "add");
    if (s->fill != FILL_SOLID || s->file || shape_form(s) == SHAPE_SURFACE ||
        (deep ? s->kind == SHAPE_POLYGON : s->kind == SHAPE_CYLINDER))
      check_fault(r, key, "expected a solid box, sphere, plane%s", deep ? " or cylinder" : " or polygon");
    else if (k == 0 && s->cut)
      check_fault(r, key, "there is nothing to cut from yet; expected 'add' for the first shape");
  }
}

void check_structures(struct reader *r) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  for (size_t k = 0; k < c->wall_count; k++) {
    const struct body *b = &c->walls[k];
    if (b->carrier >= 0 && c->walls[b->carrier].flexible.given) {
      snprintf(key, sizeof key, "walls.%s.moves_with", b->name);
      check_fault(r, key, "wall '%s' bends; expected one that moves as a whole", c->walls[b->carrier].name);
    }
    if (!b->flexible.given) continue;
    check_models(r, b);
    check_clamped(r, b);
    snprintf(key, sizeof key, "walls.%s.flexible", b->name);
    if (b->freedom.given) check_fault(r, key, "given beside 'body'; expected one of the two");
    if (motion_moves(&c->scene, k) && b->flexible.clamped_count == 0) {
      snprintf(key, sizeof key, "walls.%s.flexible.clamped", b->name);
      check_fault(r, key, "missing; the wall has a motion, which moves what is clamped alone");
    }
    for (size_t i = 0; i < b->shape_count; i++) {
      snprintf(key, sizeof key, "walls.%s.shapes.%zu.fill", b->name, i);
      if (b->shapes[i].fill != FILL_SOLID && !b->shapes[i].cut)
        check_fault(r, key, "a shell is not all of a structure; expected solid");
    }
  }
}
