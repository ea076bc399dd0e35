/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/beside.h"

#include "util/error.h"

int beside_add(struct runs *beside, const struct runs *sites, const struct lattice *l, int axis, int side) {
  struct runs moved = {0}, wrapped = {0};
  const int32_t count = (int32_t)l->count[axis];
  int status = STATUS_OK;
  for (size_t i = 0; i < sites->count && status == STATUS_OK; i++) {
    const struct run *r = &sites->items[i];
    int32_t at[3] = {r->first, runs_y(r->row), runs_z(r->row)}, end = r->end;
    at[axis] += side;
    if (axis == 0) end += side;
    const bool out = at[axis] < 0 || (axis == 0 ? end : at[axis] + 1) > count;
    if (!out || !l->periodic[axis]) {
      status = runs_append(&moved, runs_row(at[1], at[2]), at[0], end);
      continue;
    }
    if (axis == 0) { /* all but the end that is out, and that at the other side */
      const int32_t turned = side < 0 ? count - 1 : 0;
      status = runs_append(&moved, r->row, side < 0 ? 0 : at[0], side < 0 ? end : count);
      if (status == STATUS_OK) status = runs_append(&wrapped, r->row, turned, turned + 1);
      continue;
    }
    at[axis] = side < 0 ? count - 1 : 0;
    status = runs_append(&wrapped, runs_row(at[1], at[2]), at[0], end);
  }
  if (status == STATUS_OK) status = runs_combine(beside, &moved, RUNS_UNION);
  if (status == STATUS_OK) status = runs_combine(beside, &wrapped, RUNS_UNION);
  runs_free(&moved);
  runs_free(&wrapped);
  return status;
}
