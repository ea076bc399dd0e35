/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/measured.h"

#include <math.h>
#include <string.h>

#include "util/error.h"

int measured_read(struct frame_file *table, const char *name, char *text, size_t size) {
  char *start = text;
  while (*start == '#') start += strcspn(start, "\n"), start += *start == '\n';
  *table = (struct frame_file){.path = name, .kind = FRAME_TABLE, .time = NAN, .step = -1};
  CHECK(strncmp(start, "time", 4) == 0, STATUS_USAGE, "%s: its first column is not the time", name);
  return frame_file_take_csv(table, name, start, size - (size_t)(start - text));
}

const double *measured_values(const struct frame *column) {
  return column->fields[0].data;
}

const double *measured_times(const struct frame *column) {
  return column->fields[1].data;
}

/* Without the unit. */
static size_t name_length(const char *name) {
  const char *unit = strstr(name, " [");
  return unit ? (size_t)(unit - name) : strlen(name);
}

const struct frame *measured_find(const struct frame_file *table, const char *gauge) {
  const size_t length = name_length(gauge);
  for (size_t i = 0; i < table->frame_count; i++) {
    const char *name = table->frames[i].name;
    if (name_length(name) == length && strncmp(name, gauge, length) == 0) return &table->frames[i];
  }
  return NULL;
}

/* The gauge at a time, *at being the last of its samples that is not later; both go on through time. */
static double at_time(const struct frame *gauge, double time, size_t *at) {
  const double *t = measured_times(gauge), *y = measured_values(gauge);
  while (*at + 2 < gauge->count && t[*at + 1] <= time) ++*at;
  const double length = t[*at + 1] - t[*at];
  return length > 0 ? y[*at] + (time - t[*at]) / length * (y[*at + 1] - y[*at]) : y[*at];
}

static void find_peak(const struct frame *f, double from, double to, double *peak, double *when) {
  *peak = -INFINITY, *when = NAN;
  for (size_t i = 0; i < f->count; i++) {
    const double t = measured_times(f)[i], y = measured_values(f)[i];
    if (t >= from && t <= to && y > *peak) *peak = y, *when = t;
  }
}

bool measured_compare(const struct frame *gauge, const struct frame *measured, struct misfit *m) {
  double sum = 0, low = INFINITY, high = -INFINITY;
  size_t at = 0;
  *m = (struct misfit){0};
  if (gauge->count < 2) return false;
  const double from = measured_times(gauge)[0], to = measured_times(gauge)[gauge->count - 1];
  for (size_t i = 0; i < measured->count; i++) {
    const double t = measured_times(measured)[i], y = measured_values(measured)[i];
    if (!(t >= from && t <= to) || !isfinite(y)) continue;
    const double difference = at_time(gauge, t, &at) - y;
    sum += difference * difference;
    low = fmin(low, y), high = fmax(high, y);
    m->count++;
  }
  if (m->count == 0) return false;
  m->rms = sqrt(sum / (double)m->count);
  m->range = high - low;
  find_peak(measured, from, to, &m->peak, &m->peak_time);
  find_peak(gauge, from, to, &m->found, &m->found_time);
  return true;
}
