/* SPDX-License-Identifier: BSD-3-Clause */
/* Dummy walls: every wall particle takes pressure and velocity from the fluid around it. */
#include "physics/scalar.h"
#include "reference/wcsph.h"
#include "util/error.h"

int reference_extrapolate(void *self) {
  struct reference *r = self;
  struct wcsph_state *s = r->state;
  for (uint32_t i = 0; i < s->wall_count; i++) {
    struct wall_sums sums = {0};
    uint32_t cells[GRID_AROUND];
    int cell_count = grid_around(&r->grid, &s->listed_pos[i], cells);
    for (int c = 0; c < cell_count; c++) {
      for (uint32_t k = r->grid.fluid_start[cells[c]]; k < r->grid.fluid_start[cells[c] + 1]; k++) {
        uint32_t j = r->grid.order[k];
        float dx = lane_from_int((int32_t)(s->pos[i].x - s->pos[j].x)) * r->law->quantum[0];
        float dy = lane_from_int((int32_t)(s->pos[i].y - s->pos[j].y)) * r->law->quantum[1];
        float dz = lane_from_int((int32_t)(s->pos[i].z - s->pos[j].z)) * r->law->quantum[2];
        const struct vec4 *v = &s->vel[j];
        wall_add(r->law, &sums, dx, dy, dz, v->x, v->y, v->z, v->w);
      }
    }
    float out[4];
    enum summation mode = r->law->summation;
    wall_extrapolate(r->law, sum_value(&sums.weight, r->law->quanta_weight, mode),
                     sum_value(&sums.pressure, r->law->quanta_pressure, mode),
                     sum_value(&sums.u, r->law->quanta_velocity, mode),
                     sum_value(&sums.v, r->law->quanta_velocity, mode),
                     sum_value(&sums.w, r->law->quanta_velocity, mode), out);
    s->vel[i] = (struct vec4){out[0], out[1], out[2], out[3]};
  }
  return STATUS_OK;
}
