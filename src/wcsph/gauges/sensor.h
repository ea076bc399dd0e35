/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_GAUGES_SENSOR_H
#define WCSPH_GAUGES_SENSOR_H
/* What a pressure gauge shows that does not follow at once. With a natural frequency: an oscillator, y'' =
 * w^2 (p - y) - sqrt(2) w y', which is a second-order Butterworth filter. Between two samples p goes
 * straight. */
#include "wcsph/evolution.h"

struct sensor {
  double time;         /* s, of the last sample; -1: there was none */
  double input, shown; /* Pa */
  double slope;        /* Pa/s */
  double since, sum;   /* s, Pa s: of the mean that is taken; -1: none is */
  double read, last;   /* s, Pa: its last reading */
  double due;          /* s: when the mean is shown */
};

/* What it shows of the next sample, at a time; frequency in Hz. The first is shown as it is. */
double sensor_follow(struct sensor *s, double frequency, double time, double input);

/* A gauge's mean over the time before a sample: takes a reading of it at a time, says when it wants the next,
 * and whether a sample is due, which then is the mean. Between two readings pressure goes straight. */
bool sensor_average(struct sensor *s, const struct gauge *g, double time, double *next, double *reading);

/* Those of a run, where a gauge has a frequency or averages, and their place in a checkpoint. */
int sensors_open(struct wcsph_run *r);
void sensors_close(struct wcsph_run *r);
int sensors_save(struct wcsph_run *r, struct checkpoint *to);
int sensors_take(struct wcsph_run *r, const struct checkpoint *from);

#endif
