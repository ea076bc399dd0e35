/* SPDX-License-Identifier: BSD-3-Clause */
#include "parts/preview.h"

#include <stdlib.h>

#include "parts/cut.h"
#include "util/error.h"

/* Place i, a row of kind `kind`, into the accounts of all parts that have it. */
static void book(const struct cut *c, enum row_kind kind, const struct position *place,
                 struct summary_part *accounts) {
  const int owner = cut_owner(c, place);
  if (kind == KIND_FLUID)
    accounts[owner].fluid++;
  else
    accounts[owner].walls++;
  for (int k = 0; k < c->parts; k++)
    if (k != owner && cut_near(c, k, place)) accounts[k].halo++;
}

int parts_preview(const struct wcsph_plan *plan, int parts, struct summary_part *accounts) {
  const struct particles *p = &plan->particles;
  const uint32_t walls = (uint32_t)p->wall_count, all = walls + (uint32_t)p->fluid_count;
  struct position *places = malloc(((size_t)all + 1) * sizeof *places);
  double *speed = malloc((size_t)parts * sizeof *speed);
  struct cut *c = malloc(sizeof *c);
  int status = places && speed && c ? STATUS_OK : error_set(STATUS_FAILED, "no memory to cut the domain");
  for (uint32_t i = 0; i < all && status == STATUS_OK; i++)
    places[i] = state_position(&plan->geometry, p->position[i]);
  for (int k = 0; k < parts && status == STATUS_OK; k++)
    speed[k] = 1.0, accounts[k] = (struct summary_part){0};
  if (status == STATUS_OK) {
    const struct cut_rows rows[ROW_KINDS] = {[KIND_WALL] = {places, walls, CUT_WALL_WEIGHT},
                                             [KIND_FLUID] = {places + walls, all - walls, CUT_FLUID_WEIGHT}};
    status = cut_make(c, &plan->geometry, plan->law.support, parts, rows, speed, NULL);
  }
  for (uint32_t i = 0; i < all && status == STATUS_OK; i++)
    book(c, i < walls ? KIND_WALL : KIND_FLUID, &places[i], accounts);
  free(places);
  free(speed);
  free(c);
  return status;
}
