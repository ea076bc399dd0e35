/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/gauges/sensor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "util/schedule.h"

enum { SENSOR_NUMBERS = 9, STEPS_MOST = 10000 };
_Static_assert(sizeof(struct sensor) == SENSOR_NUMBERS * sizeof(double), "a row of a checkpoint");

/* By the trapezoidal rule, which is stable however long a step is, in steps of a quarter of 1/w:
 * v1 (1 + b) = v0 (1 - b) + dt w^2 (p - y0), b = (w dt)^2 / 4 + w dt / sqrt(2). */
double sensor_follow(struct sensor *s, double frequency, double time, double input) {
  const double w = 2.0 * 3.14159265358979323846 * frequency;
  if (!(s->time >= 0.0)) s->time = time, s->input = s->shown = input, s->slope = 0.0;
  const double span = time - s->time, steps = fmin(ceil(4.0 * w * span), STEPS_MOST),
               dt = span / fmax(steps, 1.0);
  const double b = 0.25 * (w * dt) * (w * dt) + w * dt / 1.41421356237309505;
  for (double k = 0.0; k < steps; k += 1.0) {
    const double p = s->input + (input - s->input) * ((k + 0.5) / steps);
    const double slope = (s->slope * (1.0 - b) + dt * w * w * (p - s->shown)) / (1.0 + b);
    s->shown += 0.5 * dt * (s->slope + slope);
    s->slope = slope;
  }
  s->time = time, s->input = input;
  return s->shown;
}

bool sensor_average(struct sensor *s, const struct gauge *g, double time, double *next, double *reading) {
  if (s->since >= 0.0)
    s->sum += 0.5 * (s->last + *reading) * (time - s->read);
  else
    s->since = time, s->sum = 0.0;
  s->read = time, s->last = *reading;
  const bool due = s->due <= time;
  *next = nextafter(time, INFINITY);
  if (!due) return false;
  if (time > s->since) *reading = s->sum / (time - s->since);
  s->due = schedule_next(g->interval, time, 1e-9);
  const bool goes_on = s->due - g->average <= time;
  s->since = goes_on ? time : -1.0, s->sum = 0.0;
  if (!goes_on) *next = s->due - g->average;
  return true;
}

int sensors_open(struct wcsph_run *r) {
  const struct wcsph_settings *c = r->config;
  bool any = false;
  for (size_t k = 0; k < c->gauge_count; k++)
    any |= c->gauges[k].frequency > 0.0 || c->gauges[k].average > 0.0;
  if (!any) return STATUS_OK;
  r->sensors = calloc(c->gauge_count, sizeof *r->sensors);
  CHECK(r->sensors, STATUS_FAILED, "no memory for gauges");
  for (size_t k = 0; k < c->gauge_count; k++) r->sensors[k].time = r->sensors[k].since = -1.0;
  return STATUS_OK;
}

void sensors_close(struct wcsph_run *r) {
  free(r->sensors);
  r->sensors = NULL;
}

int sensors_save(struct wcsph_run *r, struct checkpoint *to) {
  if (!r->sensors) return STATUS_OK;
  to->bookkeeping |= 1ull << to->buffer_count;         /* of gauges, not of the flow */
  to->rows[to->buffer_count] = r->config->gauge_count; /* the buffers that are not saved leave room */
  to->buffers[to->buffer_count++] = (struct field){"sensors", FIELD_F64, SENSOR_NUMBERS, r->sensors};
  return STATUS_OK;
}

int sensors_take(struct wcsph_run *r, const struct checkpoint *from) {
  size_t rows = 0;
  if (!r->sensors) return STATUS_OK;
  const struct field *f = checkpoint_buffer(from, "sensors", &rows);
  CHECK(f && rows == r->config->gauge_count && f->type == FIELD_F64 && f->components == SENSOR_NUMBERS,
        STATUS_USAGE, "the checkpoint's buffer 'sensors' is missing or does not fit the case");
  memcpy(r->sensors, f->data, rows * sizeof *r->sensors);
  return STATUS_OK;
}
