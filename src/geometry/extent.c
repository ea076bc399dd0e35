/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/extent.h"

#include <math.h>
#include <stdio.h>

#include "util/error.h"

/* Files of CAD are in millimetres, where they are not in metres. */
static const double millimetre = 0.001, many_times = 20.0;

static double domain_length(const struct lattice *l, int axis) {
  return (double)l->count[axis] * l->dp;
}

/* Whether it would be something in the domain, a thousandth as large. */
static bool would_fit(const double low[3], const double high[3], const struct lattice *l) {
  double most = 0.0;
  for (int a = 0; a < l->dimensions; a++) {
    const double length = (high[a] - low[a]) * millimetre;
    if (length > 2.0 * domain_length(l, a)) return false;
    most = fmax(most, length);
  }
  return most >= 2.0 * l->dp;
}

int extent_explain(int status, const double low[3], const double high[3], const struct lattice *l) {
  char text[512];
  snprintf(text, sizeof text, "%s", error_text());
  return error_set(
      status,
      "%s; it reaches from (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g) m and is %.4g m wide, the domain "
      "%.4g m%s",
      text, low[0], low[1], low[2], high[0], high[1], high[2], high[0] - low[0], domain_length(l, 0),
      would_fit(low, high, l) ? ": if the file is in millimetres, scale: 0.001" : "; scale or move it");
}

int extent_explain_large(int status, const struct mesh *m, const struct lattice *l) {
  double low[3], high[3];
  bool large = false;
  mesh_place(low, l, m->low);
  mesh_place(high, l, m->high);
  for (int a = 0; a < l->dimensions; a++) large |= high[a] - low[a] > many_times * domain_length(l, a);
  return large ? extent_explain(status, low, high, l) : status;
}

void extent_of_sites(double low[3], double high[3], const struct runs *sites, const struct lattice *l) {
  for (int a = 0; a < 3; a++) low[a] = INFINITY, high[a] = -INFINITY;
  for (size_t i = 0; i < sites->count; i++) {
    const struct run *r = &sites->items[i];
    const int32_t first[3] = {r->first, runs_y(r->row), runs_z(r->row)},
                  last[3] = {r->end - 1, first[1], first[2]};
    for (int a = 0; a < 3; a++) {
      low[a] = fmin(low[a], lattice_position(l, a, first[a]) - 0.5 * l->dp);
      high[a] = fmax(high[a], lattice_position(l, a, last[a]) + 0.5 * l->dp);
    }
  }
}

double extent_beyond(const struct runs *sites, const struct lattice *l) {
  double low[3], high[3], beyond = 0.0;
  extent_of_sites(low, high, sites, l);
  for (int a = 0; a < l->dimensions; a++)
    beyond = fmax(beyond, fmax(l->low[a] - low[a], high[a] - l->low[a] - domain_length(l, a)));
  return beyond;
}

int extent_clip(struct runs *sites, const struct lattice *l, int64_t margin) {
  struct runs kept = {0};
  int status = STATUS_OK;
  for (size_t i = 0; i < sites->count && status == STATUS_OK; i++) {
    const struct run *r = &sites->items[i];
    const int64_t y = runs_y(r->row), z = runs_z(r->row), last = l->count[0] + margin;
    if (y < -margin || y >= l->count[1] + margin || z < -margin || z >= l->count[2] + margin) continue;
    status = runs_append(&kept, r->row, r->first > -margin ? r->first : (int32_t)-margin,
                         r->end < last ? r->end : (int32_t)last);
  }
  runs_free(sites);
  *sites = kept;
  return status;
}
