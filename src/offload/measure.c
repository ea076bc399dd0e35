/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures how long bytes take from the device to the host's memory and back, as halo rows go. */
#include "offload/device.h"
#include "offload/loop.h"
#include "particles/position.h"
#include "util/clock.h"
#include "util/error.h"

static void copy_words(int device, struct vec4 *to, const struct vec4 *from, uint32_t words) {
  OFFLOAD_LOOP(words, is_device_ptr(to, from))
  for (uint32_t i = 0; i < words; i++) to[i] = from[i];
}

/* One way: straight, or within the device and then by a copy. */
static int bring(int device, struct vec4 *here, struct vec4 *reached, struct vec4 *there, size_t bytes,
                 bool to_host, double *seconds) {
  const uint32_t words = (uint32_t)(bytes / sizeof *there);
  const double start = clock_now();
  if (to_host && bytes > DEVICE_WRITTEN_MOST && device != omp_get_initial_device()) reached = NULL;
  if (!reached && !to_host) TRY(offload_copy(device, there + words, here, bytes, false));
  copy_words(device,
             !to_host  ? there
             : reached ? reached
                       : there + words,
             to_host   ? there
             : reached ? reached
                       : there + words,
             words);
  if (!reached && to_host) TRY(offload_copy(device, here, there + words, bytes, true));
  if (clock_now() - start < *seconds) *seconds = clock_now() - start;
  return STATUS_OK;
}

int device_measure(int number, void *host, size_t bytes, int times, double *write, double *read) {
  const bool is_host = number == omp_get_initial_device();
  struct vec4 *there = omp_target_alloc(2 * bytes, number);
  CHECK(there, STATUS_FAILED, "no memory on the device for %zu bytes", bytes);
  struct vec4 *reached = is_host ? host : device_reach(number, host, bytes);
  int status = STATUS_OK;
  *write = *read = 1e9;
  for (int n = 0; n < times && status == STATUS_OK; n++) {
    status = bring(number, host, reached, there, bytes, true, write);
    if (status == STATUS_OK) status = bring(number, host, reached, there, bytes, false, read);
  }
  if (reached && !is_host) device_forget(number, host);
  omp_target_free(there, number);
  return status;
}
