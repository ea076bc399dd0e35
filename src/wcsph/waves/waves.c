/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/waves/waves.h"

#include <math.h>

#include "util/log.h"

/* Le Mehaute's regions (1976), as bounds on what the theory leaves out: Stokes' waves end at an Ursell number
 * of 26, and the next order may add one percent, which is where his lines are in deep water. */
static void say_region(const struct waves *w, double k) {
  const double ursell = wave_ursell(k, w->depth, w->height);
  const int order = w->kind == WAVES_REGULAR ? w->order : 1;
  const double more = wave_neglected(order, k, w->depth, w->height);
  if (ursell > 26.0)
    log_say("              beyond its theory: an Ursell number above 26 is that of cnoidal waves");
  else if (more > 0.01)
    log_say("              beyond its theory: order %d would add %.2g of the amplitude, more than 0.01%s",
            order + 1, more, order == 1 && w->kind == WAVES_REGULAR ? "; waves.order 2 has it" : "");
}

static void say_solitary(const struct waves *w) {
  double k, c, stroke;
  solitary_shape(w, &k, &c, &stroke);
  log_say("              %.4g m high over %.4g m, celerity %.4g m/s, within 1 %% of its height %.4g m long; "
          "stroke %.4g m",
          w->height, w->depth, c, 2.0 * 2.993 / k, stroke);
  if (w->height > 0.3 * w->depth)
    log_say("              beyond its theory: higher than 0.3 of the depth it changes on its way");
}

static const char *const kinds[] = {"regular", "irregular", "focused", "solitary"};

static void say_length(const struct waves *w, double k) {
  const double length = two_pi / k;
  log_say("              %.4g m high over %.4g m; at %.4g s %.4g m long, %s, celerity %.4g m/s", w->height,
          w->depth, w->period, length,
          length < 2.0 * w->depth    ? "deep"
          : length > 20.0 * w->depth ? "shallow"
                                     : "intermediate",
          length / w->period);
}

static void say_zone(const struct relaxation_zone *z) {
  const struct waves *w = &z->waves;
  log_say("  waves       %s: a relaxation zone for %s waves", z->name, kinds[w->kind]);
  if (w->kind == WAVES_SOLITARY) {
    say_solitary(w);
    return;
  }
  const double k = wave_number(w->period, w->depth, w->gravity);
  say_length(w, k);
  log_say("              Ursell number %.3g, %.2g of the breaking height",
          wave_ursell(k, w->depth, w->height), w->height / wave_highest(k, w->depth));
  say_region(w, k);
}

static void say_waves(const char *wall, const struct motion *m) {
  const struct waves *w = &m->waves;
  log_say("  waves       %s: a %s for %s waves", wall, m->paddle == PADDLE_PISTON ? "piston" : "flap",
          kinds[w->kind]);
  if (w->kind == WAVES_SOLITARY) {
    say_solitary(w);
    return;
  }
  const double k = wave_number(w->period, w->depth, w->gravity);
  const double transfer = wave_transfer(m->paddle, k, w->depth, m->hinge);
  say_length(w, k);
  if (w->kind == WAVES_REGULAR)
    log_say("              stroke %.4g m, Ursell number %.3g, %.2g of the breaking height",
            w->height / transfer, wave_ursell(k, w->depth, w->height), w->height / wave_highest(k, w->depth));
  else
    log_say("              %zu sines, Ursell number %.3g, %.2g of the breaking height", w->part_count,
            wave_ursell(k, w->depth, w->height), w->height / wave_highest(k, w->depth));
  if (w->absorb)
    log_say("              absorbs: reads the surface %.4g m before itself, goes up to %.4g m from its own "
            "motion",
            w->before, waves_reach(w));
  say_region(w, k);
}

void waves_say(const struct wcsph_settings *c) {
  for (size_t k = 0; k < c->wall_count; k++)
    for (size_t i = 0; i < c->walls[k].motion_count; i++)
      if (c->walls[k].motions[i].kind == MOTION_PADDLE) say_waves(c->walls[k].name, &c->walls[k].motions[i]);
  for (size_t k = 0; k < c->relaxation_count; k++)
    if (c->relaxations[k].given) say_zone(&c->relaxations[k]);
}
