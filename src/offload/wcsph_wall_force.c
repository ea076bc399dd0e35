/* SPDX-License-Identifier: BSD-3-Clause */
/* The force on a wall, summed on the device. */
#include "offload/wcsph.h"
#include "util/error.h"
#include "wcsph/wall_force.h"

enum { FORCE_SLOTS = 32 }; /* sums, so that threads do not queue for one */

int offload_wall_force(void *self, int wall, double force[3]) {
  struct offload *o = self;
  const float scale = wall_force_quanta(o->law);
  const struct vec4 *rate = o->view.state.rate;
  const uint16_t *body = o->view.state.body;
  const uint32_t n = state_range(&o->view.state, KIND_WALL).end;
  int64_t sums[FORCE_SLOTS][3] = {{0}}, *total = sums[0];
  const size_t points = (sizeof sums + sizeof *o->points - 1) / sizeof *o->points;
  TRY(offload_reserve_points(o, points));
  int64_t *slots = (int64_t *)o->points;
  TRY(offload_copy(o->device, slots, sums, sizeof sums, false));
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(rate, body, slots))
  for (uint32_t i = 0; i < n; i++) {
    if (body[i] != wall) continue;
    const int64_t x = wall_force_term((double)rate[i].x, scale);
    const int64_t y = wall_force_term((double)rate[i].y, scale);
    const int64_t z = wall_force_term((double)rate[i].z, scale);
    int64_t *slot = slots + i / 32 % FORCE_SLOTS * 3;
#pragma omp atomic update
    slot[0] += x;
#pragma omp atomic update
    slot[1] += y;
#pragma omp atomic update
    slot[2] += z;
  }
  TRY(offload_copy(o->device, sums, slots, sizeof sums, true));
  for (int k = 1; k < FORCE_SLOTS; k++)
    for (int a = 0; a < 3; a++) total[a] += sums[k][a];
  for (int a = 0; a < 3; a++) force[a] = (double)o->law->mass / (double)scale * (double)total[a];
  return STATUS_OK;
}
