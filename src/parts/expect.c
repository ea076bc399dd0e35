/* SPDX-License-Identifier: BSD-3-Clause */
#include "parts/expect.h"

#include <math.h>

#include "parts/cut.h"

/* Bytes of a halo row each step (position, velocity) and at a list build; steps between list builds;
 * collective agreements a step; blocking loops a list build; and the cost of a halo row in a pass, of that of
 * a row. */
static const double STEP_BYTES = 32.0, LIST_BYTES = 64.0, LIST_STEPS = 20.0, AGREEMENTS = 4.0, LOOPS = 10.0,
                    COPY = 0.2;

/* Seconds for a number of bytes, interpolated between the measured sizes. */
static double seconds_of(const double times[EXCHANGE_SIZES], double bytes) {
  int k = 1;
  if (bytes <= (double)exchange_bytes(0)) return times[0];
  if (bytes >= EXCHANGE_MOST) return times[EXCHANGE_SIZES - 1] * bytes / EXCHANGE_MOST;
  while (bytes > (double)exchange_bytes(k)) k++;
  const double low = (double)exchange_bytes(k - 1), high = (double)exchange_bytes(k);
  return times[k - 1] + (times[k] - times[k - 1]) * (bytes - low) / (high - low);
}

static double weight(const struct summary_part *p) {
  return CUT_FLUID_WEIGHT * ((double)p->fluid + COPY * (double)p->halo) + CUT_WALL_WEIGHT * (double)p->walls;
}

/* Messages one behind the other until n parts agree. */
static int rounds(int n) {
  int count = 0;
  while (n > 1 << count) count++;
  return count;
}

struct expectation parts_expect(const struct summary_part *accounts, int parts, double speed,
                                const struct exchange_times *t, int measured_with) {
  struct expectation e = {0};
  struct summary_part all = {0};
  const double agreement = measured_with > 1 ? t->agreement * rounds(parts) / rounds(measured_with) : 0.0;
  for (int k = 0; k < parts; k++) all.fluid += accounts[k].fluid, all.walls += accounts[k].walls;
  const double alone = (double)(all.fluid + all.walls) / speed;
  for (int k = 0; k < parts; k++) {
    const double halo = (double)accounts[k].halo;
    /* Rows are taken in while those that meet no copies are computed; the others are a loop more. */
    const double inner =
        alone * fmax(weight(&accounts[k]) - CUT_FLUID_WEIGHT * (1.0 + COPY) * halo, 0.0) / weight(&all);
    const double step = seconds_of(t->write, STEP_BYTES * halo) + t->write[0] +
                        fmax(seconds_of(t->read, STEP_BYTES * halo) - inner, 0.0);
    const double list = seconds_of(t->write, LIST_BYTES * halo) + seconds_of(t->read, LIST_BYTES * halo) +
                        LOOPS * t->write[0];
    const double exchange = step + list / LIST_STEPS + AGREEMENTS * agreement;
    const double seconds = alone * weight(&accounts[k]) / weight(&all) + exchange;
    if (seconds > e.step) e = (struct expectation){seconds, exchange, alone / seconds};
  }
  return e;
}
