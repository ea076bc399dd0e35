/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures how long rows take from one part to another. */
#include "parts/measure.h"

#include <math.h>
#include <mpi.h>
#include <string.h>

#include "offload/device.h"
#include "parts/part.h"
#include "util/clock.h"
#include "util/error.h"

enum { TIMES = 21 };

/* Both ways at once between the first part and the last; the others look on. */
static double message(const struct part *p, char *to, char *from, size_t bytes) {
  const int other = p->parts - 1 - p->number;
  const bool plays = p->number == 0 || p->number == p->parts - 1;
  double best = INFINITY;
  for (int n = 0; n < TIMES; n++) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = clock_now();
    if (plays)
      MPI_Sendrecv(to, (int)bytes, MPI_BYTE, other, 0, from, (int)bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    best = fmin(best, clock_now() - start);
  }
  return best;
}

static double agreement(void) {
  double best = INFINITY;
  for (int n = 0; n < TIMES; n++) {
    double most[4] = {0};
    const double start = clock_now();
    MPI_Allreduce(MPI_IN_PLACE, most, 4, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    best = fmin(best, clock_now() - start);
  }
  return best;
}

int part_measure(struct part *p, const char *backend, const char *device, struct exchange_times *t) {
  struct part_bytes to = {0}, from = {0};
  char its[32] = "host";
  const bool offloads = !strcmp(backend, "offload");
  const int on_host = part_number_on_host(offloads);
  int number, status = part_reserve(&to, EXCHANGE_MOST);
  if (status == STATUS_OK) status = part_reserve(&from, EXCHANGE_MOST);
  if (offloads) parts_device(its, sizeof its, *device ? device : NULL, on_host);
  if (status == STATUS_OK) status = device_choose(&number, *its ? its : NULL);
  if (status == STATUS_OK) {
    memset(to.data, 1, EXCHANGE_MOST);
    memset(from.data, 1, EXCHANGE_MOST);
    t->agreement = p->parts > 1 ? agreement() : 0.0;
  }
  for (int k = 0; k < EXCHANGE_SIZES && status == STATUS_OK; k++) {
    const size_t bytes = exchange_bytes(k);
    status = device_measure(number, to.data, bytes, TIMES, &t->write[k], &t->read[k]);
    t->message[k] = p->parts > 1 ? message(p, to.data, from.data, bytes) : NAN;
  }
  free(to.data);
  free(from.data);
  return p->parts > 1 ? part_agree(p, status, NULL, 0) : status;
}
