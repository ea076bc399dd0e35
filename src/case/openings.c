/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/openings.h"

#include <math.h>

#include "case/case.h"

int opening_axis(const struct opening *o) {
  int axis = -1, along = 0;
  for (int a = 0; a < 3; a++)
    if (o->normal[a] != 0.0) axis = a, along++;
  return along == 1 ? axis : -1;
}

int opening_upright(const struct scene *c) {
  int axis = c->dimensions - 1;
  for (int a = 0; a < c->dimensions; a++)
    if (fabs(c->gravity[a]) > fabs(c->gravity[axis])) axis = a;
  return axis;
}

double opening_most_speed(const struct opening *o) {
  double low = 1.0, high = 1.0, speed = fabs(o->velocity.speed);
  if (o->velocity.model == OPENING_FREE || o->velocity.model == OPENING_FORMULA) return 0.0;
  if (o->velocity.factor.track.count) track_range(&o->velocity.factor.track, 0, 0, &low, &high);
  const double factor = fmax(fabs(low), fabs(high));
  if (o->velocity.model == OPENING_PROFILES) speed = profiles_most(&o->velocity.profiles.rows);
  if (o->velocity.model == OPENING_TABLE) {
    track_range(&o->velocity.table.track, 0, 0, &low, &high);
    speed = fmax(fabs(low), fabs(high));
  }
  return speed * factor;
}

void openings_free(struct amphi_case *c) {
  for (size_t k = 0; k < c->opening_count && c->openings; k++) {
    struct opening *o = &c->openings[k];
    track_free(&o->velocity.table.track);
    track_free(&o->velocity.factor.track);
    profiles_free(&o->velocity.profiles.rows);
    track_free(&o->pressure.series.track);
    track_free(&o->surface.series.track);
    track_free(&o->absorb.series.track);
  }
}
