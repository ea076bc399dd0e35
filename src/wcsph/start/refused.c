/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/start/refused.h"

#include <math.h>
#include <stdlib.h>

#include "case/motion.h"
#include "geometry/segments.h"
#include "util/error.h"
#include "wcsph/fluids/heat.h"
#include "wcsph/start/foreseen.h"
#include "wcsph/walls/structures.h"

static int check_speed(const struct wcsph_settings *c, const struct wcsph_law *law, const struct body *b,
                       const char *list, const char *key, double speed) {
  char place[CASE_PLACE];
  CHECK(speed <= (double)law->max_speed, STATUS_USAGE,
        "%s: %s.%s.%s: %.4g m/s; expected at most twice the speed of sound, %.4g m/s: a run ends as diverged "
        "there",
        scene_place(place, &c->scene, b->line), list, b->name, key, speed, (double)law->c0);
  return STATUS_OK;
}

static double length3(const double v[3]) {
  return sqrt(dot3(v, v));
}

/* Axes are as fast as walls may be: faster ones come of a formula that jumps. */
static int check_frame_speed(const struct wcsph_settings *c, const struct wcsph_law *law) {
  const double speed = foreseen_axes(c);
  CHECK(speed <= (double)law->max_speed, STATUS_USAGE,
        "frame.motion: %.4g m/s; expected at most twice the speed of sound, %.4g m/s", speed,
        (double)law->c0);
  return STATUS_OK;
}

static int check_speeds(const struct wcsph_settings *c, const struct wcsph_law *law,
                        const struct particles *p) {
  for (size_t i = 0; i < c->fluid_count; i++)
    TRY(check_speed(c, law, &c->fluids[i], "fluids", "velocity", length3(c->fluids[i].velocity)));
  for (size_t i = 0; p->given && i < p->fluid_count; i++) {
    const double v[3] = {(double)p->given[i][0], (double)p->given[i][1], (double)p->given[i][2]};
    const struct body *fluid = &c->fluids[p->body[p->wall_count + i]];
    if (!isnan(v[0])) TRY(check_speed(c, law, fluid, "fluids", "shapes, of a point", length3(v)));
  }
  for (size_t i = 0; i < c->wall_count; i++) {
    const struct body *w = &c->walls[i];
    if (w->freedom.given) TRY(check_speed(c, law, w, "walls", "body.velocity", length3(w->freedom.velocity)));
    if (motion_moves(&c->scene, i))
      TRY(check_speed(c, law, w, "walls", "motion", foreseen_wall_least(c, &p->extents[i], i)));
  }
  return check_frame_speed(c, law);
}

/* The pieces of walls' surfaces that a model takes. Each of several parts looks at those of its own walls. */
static int check_surfaces(const struct wcsph_settings *c, const struct particles *p) {
  struct segment *pieces = NULL;
  double *areas = NULL;
  int status = STATUS_OK;
  if (p->apart || !p->position) return STATUS_OK;
  if (c->boundary.model == BOUNDARY_SEMI_ANALYTICAL) status = segments_find(&pieces, &c->scene, p);
  if (status == STATUS_OK && settings_has_heat(c) && heat_has_flux(c)) status = heat_areas(&areas, c, p);
  free(pieces);
  free(areas);
  return status;
}

int refused_check(const struct wcsph_settings *c, const struct wcsph_law *law, const struct particles *p) {
  TRY(check_speeds(c, law, p));
  TRY(check_surfaces(c, p));
  return structures_any(c) && !p->apart && p->position ? structures_check(c, p) : STATUS_OK;
}
