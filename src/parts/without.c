/* SPDX-License-Identifier: BSD-3-Clause */
/* A build without MPI: there is always one part. */
#include "parts/launched.h"
#include "parts/measure.h"
#include "parts/parts.h"
#include "util/error.h"

int parts_begin(int *argc, char ***argv) {
  (void)argc, (void)argv;
  const int count = parts_launched();
  CHECK(
      count <= 1, STATUS_USAGE,
      "started as %d processes, but this amphi was built without MPI: install libopenmpi-dev or libmpich-dev "
      "(tools/setup check does), configure and build again",
      count);
  return STATUS_OK;
}

int parts_count(void) {
  return 1;
}

int parts_number(void) {
  return 0;
}

void parts_stay_alone(bool is_alone) {
  (void)is_alone;
}

int parts_threads(int most) {
  return most;
}

int parts_serve(void) {
  return STATUS_OK;
}

const struct backend *parts_backend(const struct method *m, const struct backend *b) {
  (void)m;
  return b;
}

int parts_launch(int parts) {
  return error_set(
      STATUS_USAGE,
      "%d parts: this amphi was built without MPI, and runs alone: install libopenmpi-dev or libmpich-dev "
      "(tools/setup check does), configure and build again",
      parts);
}

void parts_account(struct summary_part *accounts) {
  (void)accounts;
}

int parts_measure(const char *backend, const char *device, struct exchange_times *times) {
  (void)backend, (void)device, (void)times;
  return error_set(STATUS_USAGE, "bench exchange: this amphi was built without MPI");
}

const char *parts_library(void) {
  return NULL;
}
