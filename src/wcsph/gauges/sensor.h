/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_GAUGES_SENSOR_H
#define WCSPH_GAUGES_SENSOR_H
/* What a pressure gauge with a natural frequency shows: an oscillator, y'' = w^2 (p - y) - sqrt(2) w y',
 * which is a second-order Butterworth filter. Between two samples p goes straight. */
#include "wcsph/evolution.h"

struct sensor {
  double time;         /* s, of the last sample; -1: there was none */
  double input, shown; /* Pa */
  double slope;        /* Pa/s */
};

/* What it shows of the next sample, at a time; frequency in Hz. The first is shown as it is. */
double sensor_follow(struct sensor *s, double frequency, double time, double input);

/* Those of a run, where a gauge has a frequency, and their place in a checkpoint. */
int sensors_open(struct wcsph_run *r);
void sensors_close(struct wcsph_run *r);
int sensors_save(struct wcsph_run *r, struct checkpoint *to);
int sensors_take(struct wcsph_run *r, const struct checkpoint *from);

#endif
