/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_GAUGES_SENSOR_H
#define WCSPH_GAUGES_SENSOR_H
/* The response of a pressure gauge that is not immediate. With a natural frequency: an oscillator, y'' = w^2
 * (p - y) - sqrt(2) w y', which is a second-order Butterworth filter; p is linear between two samples. */
#include "wcsph/evolution.h"

struct sensor {
  double time;         /* s, of the last sample; -1: there was none */
  double input, shown; /* Pa */
  double slope;        /* Pa/s */
  double since, sum;   /* s, Pa s: of the mean that is taken; -1: none is */
  double read, last;   /* s, Pa: its last reading */
  double due;          /* s: when the mean is shown */
};

/* The response to the next sample, at a time; frequency in Hz. The first is shown as it is. */
double sensor_follow(struct sensor *s, double frequency, double time, double input);

/* A gauge's mean over the time before a sample: takes a reading at a time, says when it wants the next, and
 * whether a sample is due, which then is the mean. Pressure is linear between two readings. */
bool sensor_average(struct sensor *s, const struct gauge *g, double time, double *next, double *reading);

/* The sensors of a run, where a gauge has a frequency or averages, and their place in a checkpoint. */
int sensors_open(struct wcsph_run *r);
void sensors_close(struct wcsph_run *r);
int sensors_save(struct wcsph_run *r, struct checkpoint *to);
int sensors_take(struct wcsph_run *r, const struct checkpoint *from);

#endif
