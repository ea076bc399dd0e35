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

int parts_preview(const struct plan_places *v, int parts, struct summary_part *accounts) {
  struct wcsph_state geometry = {.skin = v->skin, .path = v->path};
  double *speed = malloc((size_t)parts * sizeof *speed);
  struct cut *c = malloc(sizeof *c);
  int status = speed && c ? STATUS_OK : error_set(STATUS_FAILED, "no memory to cut the domain");
  for (int a = 0; a < 3; a++) geometry.cells[a] = v->cells[a], geometry.quantum[a] = v->quantum[a];
  for (int k = 0; k < parts && status == STATUS_OK; k++)
    speed[k] = 1.0, accounts[k] = (struct summary_part){0};
  if (status == STATUS_OK) {
    const struct cut_rows rows[ROW_KINDS] = {
        [KIND_WALL] = {v->at, v->walls, CUT_WALL_WEIGHT},
        [KIND_FLUID] = {v->at + v->walls, v->count - v->walls, CUT_FLUID_WEIGHT}};
    status = cut_make(c, &geometry, v->support, parts, rows, speed, NULL);
  }
  for (uint32_t i = 0; i < v->count && status == STATUS_OK; i++)
    book(c, i < v->walls ? KIND_WALL : KIND_FLUID, &v->at[i], accounts);
  free(speed);
  free(c);
  return status;
}
