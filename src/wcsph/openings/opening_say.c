/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "util/error.h"
#include "util/log.h"
#include "wcsph/openings/opening_values.h"
#include "wcsph/openings/openings.h"

enum { PLACE_TEXT = 80 };

static const char *place_text(char text[PLACE_TEXT], const struct wcsph_settings *c, const double x[3]) {
  int used = snprintf(text, PLACE_TEXT, "(");
  for (int a = 0; a < c->dimensions; a++) /* no -0 */
    used += snprintf(text + used, PLACE_TEXT - (size_t)used, "%s%.6g", a ? ", " : "",
                     fabs(x[a]) < 1e-9 * c->dp ? 0.0 : x[a]);
  snprintf(text + used, PLACE_TEXT - (size_t)used, ")");
  return text;
}

/* Why speeds differ from those of the case, or do not although the face does. */
static void say_speeds(const struct opening *o, const struct opening_face *f,
                       const struct opening_fitting *fitting) {
  if (fitting->scale != 1.0)
    log_say("              speeds are multiplied with %.6g, which gives the flow of the case's face",
            fitting->scale);
  else if (fabs(f->asked - f->built) <= 1e-6 * f->built)
    return;
  else if (o->velocity.model == OPENING_PARABOLIC)
    log_say(
        "              the parabola ends at the edges of the case's face, and its speeds are as they are");
  else if (o->velocity.model == OPENING_FORMULA || o->velocity.model == OPENING_PROFILES)
    log_say("              the case's speeds are as they are, for it may end at an edge: the flow is that of "
            "the squares");
}

int openings_say(const struct wcsph_settings *c) {
  const char *unit = c->dimensions == 2 ? "m" : "m^2";
  for (size_t k = 0; k < c->opening_count; k++) {
    const struct opening *o = &c->openings[k];
    char from[PLACE_TEXT], to[PLACE_TEXT], of[48] = "";
    double low[3], high[3];
    struct opening_face f;
    int squares = 0;
    TRY(opening_face_make(&f, &c->scene, o));
    const struct opening_fitting fitting = opening_fit_shape(c, o, &f);
    for (int s = 0; s < f.count[0] * f.count[1]; s++) squares += f.open[s];
    opening_face_box(&f, &c->scene, low, high);
    if (fabs(f.asked - f.built) > 1e-6 * f.built)
      snprintf(of, sizeof of, " for the %.6g %s of the case", f.asked, unit);
    log_say("  opening     %s: %d squares of side dp, %.6g %s%s, from %s to %s m", o->name, squares, f.built,
            unit, of, place_text(from, c, low), place_text(to, c, high));
    say_speeds(o, &f, &fitting);
    if (o->absorb.model == ABSORB_LEVEL)
      log_say("              absorbs: reads the surface %.4g m before itself, from t = %.4g s on",
              o->absorb.before, o->absorb.from);
    opening_face_free(&f);
  }
  return STATUS_OK;
}

uint32_t openings_rows(const struct wcsph_settings *c) {
  uint32_t rows = 0;
  for (size_t k = 0; k < c->opening_count; k++) {
    struct opening_face f;
    if (opening_face_make(&f, &c->scene, &c->openings[k])) continue;
    for (int s = 0; s < f.count[0] * f.count[1]; s++) rows += f.open[s] ? (uint32_t)f.layers : 0;
    opening_face_free(&f);
  }
  return rows;
}
