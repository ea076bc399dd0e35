/* SPDX-License-Identifier: BSD-3-Clause */
/* Gauges on the device. What is summed are whole quanta, so threads may add them in any order. */
#include <stdlib.h>

#include "offload/wcsph.h"
#include "util/error.h"
#include "wcsph/interpolate.h"

/* A point, and what is around it. */
struct offload_point {
  struct position at;
  struct interpolate_sums sums;
};

#pragma omp declare target
/* A cell near a point. */
static OFFLOAD_CALL void sample_cell(const struct offload_view *v, struct offload_point *point, int k) {
  const struct position at = point->at;
  struct interpolate_sums mine = {0}, *all = &point->sums;
  uint32_t cell;
  if (!grid_near(&v->grid, &at, k, &cell)) return;
  interpolate_cell(&v->state, &v->law, &v->grid, &at, cell, &mine);
  int64_t *const to[6] = {&all->wall,        &all->volume,      &all->pressure,
                          &all->velocity[0], &all->velocity[1], &all->velocity[2]};
  const int64_t from[6] = {mine.wall,        mine.volume,      mine.pressure,
                           mine.velocity[0], mine.velocity[1], mine.velocity[2]};
  for (int n = 0; n < 6; n++) {
    if (from[n] == 0) continue;
#pragma omp atomic update
    *to[n] += from[n];
  }
}
#pragma omp end declare target

/* Room for so many points on the device, kept for the next time. */
static int reserve(struct offload *o, size_t count) {
  if (count <= o->point_room) return STATUS_OK;
  offload_release(o, o->points, o->point_room * sizeof *o->points);
  o->points = offload_allocate(o, count * sizeof *o->points);
  o->point_room = o->points ? count : 0;
  CHECK(o->points, STATUS_FAILED, "no memory on the device for %zu points of gauges", count);
  return STATUS_OK;
}

/* A thread a cell near a point: one thread that walked them all would wait for memory hundreds of times. */
int offload_sample(void *self, size_t count, const struct position *positions, struct wcsph_sample *out) {
  struct offload *o = self;
  const struct offload_view *v = o->there;
  const size_t bytes = count * sizeof(struct offload_point);
  TRY(reserve(o, count));
  struct offload_point *points = o->points, *here = calloc(count + 1, sizeof *here);
  CHECK(here, STATUS_FAILED, "no memory for gauges");
  for (size_t k = 0; k < count; k++) here[k].at = positions[k];
  int status = offload_copy(o->device, points, here, bytes, false), device = o->device;
  const int *reach = o->view.grid.reach;
  const uint32_t around = (uint32_t)((2 * reach[0] + 1) * (2 * reach[1] + 1) * (2 * reach[2] + 1));
  const uint32_t n = (uint32_t)count * around;
  OFFLOAD_LOOP(n, is_device_ptr(v, points))
  for (uint32_t k = 0; k < n; k++) sample_cell(v, &points[k / around], (int)(k % around));
  if (status == STATUS_OK) status = offload_copy(o->device, here, points, bytes, true);
  for (size_t k = 0; k < count; k++) interpolate_finish(o->law, &here[k].sums, &out[k]);
  free(here);
  return status;
}

enum { FORCE_SLOTS = 32 }; /* sums, so that threads do not queue for one */

int offload_wall_force(void *self, int wall, double force[3]) {
  struct offload *o = self;
  const float scale = interpolate_force_quanta(o->law);
  const struct vec4 *rate = o->view.state.rate;
  const uint16_t *body = o->view.state.body;
  const uint32_t n = state_range(&o->view.state, KIND_WALL).end;
  int64_t sums[FORCE_SLOTS][3] = {{0}}, *total = sums[0];
  const size_t points = (sizeof sums + sizeof *o->points - 1) / sizeof *o->points;
  TRY(reserve(o, points));
  int64_t *slots = (int64_t *)o->points;
  TRY(offload_copy(o->device, slots, sums, sizeof sums, false));
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(rate, body, slots))
  for (uint32_t i = 0; i < n; i++) {
    if (body[i] != wall) continue;
    const int64_t x = interpolate_quanta((double)rate[i].x, scale);
    const int64_t y = interpolate_quanta((double)rate[i].y, scale);
    const int64_t z = interpolate_quanta((double)rate[i].z, scale);
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
