/* SPDX-License-Identifier: BSD-3-Clause */
#include "parts/preview.h"

#include <math.h>
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

int parts_preview_places(const struct preview *v, int parts, struct summary_part *accounts) {
  double *speed = malloc((size_t)parts * sizeof *speed);
  struct cut *c = malloc(sizeof *c);
  int status = speed && c ? STATUS_OK : error_set(STATUS_FAILED, "no memory to cut the domain");
  for (int k = 0; k < parts && status == STATUS_OK; k++)
    speed[k] = 1.0, accounts[k] = (struct summary_part){0};
  if (status == STATUS_OK) {
    const struct cut_rows rows[ROW_KINDS] = {
        [KIND_WALL] = {v->places, v->walls, CUT_WALL_WEIGHT},
        [KIND_FLUID] = {v->places + v->walls, v->count - v->walls, CUT_FLUID_WEIGHT}};
    status = cut_make(c, v->geometry, v->support, parts, rows, speed, NULL);
  }
  for (uint32_t i = 0; i < v->count && status == STATUS_OK; i++)
    book(c, i < v->walls ? KIND_WALL : KIND_FLUID, &v->places[i], accounts);
  free(speed);
  free(c);
  return status;
}

int parts_preview(const struct wcsph_plan *plan, int parts, struct summary_part *accounts) {
  struct particles placed = {0};
  if (plan->sites) TRY(particles_put(&placed, plan->sites, NULL));
  const struct particles *p = plan->sites ? &placed : &plan->particles;
  struct preview v = {.geometry = &plan->geometry,
                      .support = plan->law.support,
                      .walls = (uint32_t)p->wall_count,
                      .count = (uint32_t)(p->wall_count + p->fluid_count)};
  v.places = malloc(((size_t)v.count + 1) * sizeof *v.places);
  int status = v.places ? STATUS_OK : error_set(STATUS_FAILED, "no memory to cut the domain");
  for (uint32_t i = 0; i < v.count && status == STATUS_OK; i++)
    v.places[i] = state_position(&plan->geometry, p->position[i]);
  particles_free(&placed);
  if (status == STATUS_OK) status = parts_preview_places(&v, parts, accounts);
  free(v.places);
  return status;
}

/* Faces for cuts, four a reach: halos are wider than what finer ones would gain. */
void parts_pairwise_geometry(struct wcsph_state *to, const struct pairwise_state *s) {
  *to = (struct wcsph_state){.skin = s->skin};
  for (int a = 0; a < 3; a++) {
    const double cells = 4.0 * s->quantum[a] * 0x1p32 / (double)s->reach;
    to->cells[a] = (uint32_t)fmin(fmax(cells, 1.0), 4096.0);
    to->quantum[a] = s->quantum[a];
  }
}
