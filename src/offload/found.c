/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies to and from the device, and the findings of its loops (maxima, counts, faults). */
#include "offload/loop.h"
#include "util/error.h"

int offload_copy(int device, void *to, const void *from, size_t bytes, bool to_host) {
  const int initial = omp_get_initial_device();
  const int failed = to_host ? omp_target_memcpy(to, from, bytes, 0, 0, initial, device)
                             : omp_target_memcpy(to, from, bytes, 0, 0, device, initial);
  CHECK(!failed, STATUS_FAILED, "a copy of %zu bytes %s the device failed", bytes, to_host ? "from" : "to");
  return STATUS_OK;
}

int offload_found_expect(int device, struct offload_finding *there, bool forgotten[2],
                         enum offload_finder finder, struct offload_finding **found) {
  static const struct offload_finding none = {.fault = UINT64_MAX};
  struct offload_finding fresh[OFFLOAD_FINDINGS];
  *found = there + (size_t)finder * OFFLOAD_FINDINGS;
  if (forgotten[finder]) return STATUS_OK;
  for (int k = 0; k < OFFLOAD_FINDINGS; k++) fresh[k] = none;
  return offload_copy(device, *found, fresh, sizeof fresh, false);
}

int offload_found_collect(int device, const struct offload_finding *there, const struct offload_finding *here,
                          bool forgotten[2], enum offload_finder finder, bool forgot_other,
                          struct offload_finding *all) {
  struct offload_finding copied[OFFLOAD_FINDINGS];
  const struct offload_finding *found = here ? here : copied;
  if (!here)
    TRY(offload_copy(device, copied, there + (size_t)finder * OFFLOAD_FINDINGS, sizeof copied, true));
  forgotten[finder] = false;
  if (forgot_other) forgotten[!finder] = true;
  *all = found[0];
  for (int k = 1; k < OFFLOAD_FINDINGS; k++) {
    const struct offload_finding *f = &found[k];
    if (f->most_of_rows > all->most_of_rows) all->most_of_rows = f->most_of_rows;
    if (f->most_of_pairs > all->most_of_pairs) all->most_of_pairs = f->most_of_pairs;
    if (f->load > all->load) all->load = f->load;
    for (int s = 0; s < 7; s++)
      if (f->spread[s] > all->spread[s]) all->spread[s] = f->spread[s];
    if (f->max_speed2 > all->max_speed2) all->max_speed2 = f->max_speed2;
    if (f->most > all->most) all->most = f->most;
    if (f->most_of_walls > all->most_of_walls) all->most_of_walls = f->most_of_walls;
    for (int kind = 0; kind < 2; kind++) all->met[kind] += f->met[kind];
    if (f->fault < all->fault) all->fault = f->fault;
    all->left += f->left;
  }
  return STATUS_OK;
}
