/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/start/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/schema.h"
#include "geometry/face.h"
#include "method/method.h"
#include "util/error.h"
#include "util/log.h"
#include "util/words.h"
#include "wcsph/evolution.h"
#include "wcsph/fluids/phases.h"
#include "wcsph/openings/openings.h"
#include "wcsph/start/doubts.h"
#include "wcsph/start/neighbours.h"
#include "wcsph/start/place.h"
#include "wcsph/start/refused.h"
#include "wcsph/start/resolved.h"
#include "wcsph/start/schedule.h"
#include "wcsph/start/settings.h"
#include "wcsph/walls/joints.h"
#include "wcsph/walls/structures.h"
#include "wcsph/waves/waves.h"

/* With several parts, each places its own particles or reads them. What needs all walls gets them; they are
 * few, as a surface is. */
static int fill_plan(struct wcsph_plan *s, const struct amphi_case *c, bool in_parts) {
  struct particles *p = &s->particles;
  if (!in_parts) return particles_fill(p, c);
  TRY(structures_in_parts(&s->settings));
  TRY(particles_find(p, &s->sites, c));
  p->apart = true;
  TRY(wcsph_text_make(&s->text, c));
  s->settings.text = &s->text;
  s->places_whole = !wcsph_places_apart(c);
  return wcsph_looks_at_walls(&s->settings) ? particles_put_walls(p, s->sites) : STATUS_OK;
}

int wcsph_plan_place(struct wcsph_plan *s) {
  if (!s->particles.apart || !s->places_whole) return STATUS_OK;
  particles_drop(&s->particles);
  return particles_put(&s->particles, s->sites, NULL);
}

/* What the look at the sites says, where the case wants one. */
static void find_free_surface(struct wcsph_settings *c, struct particles *p) {
  const bool may = !c->phase_count && case_walls_pull(c->boundary.model);
  if (c->free_surface != FREE_SURFACE_FIND) return;
  p->room = p->room && may;
  c->free_surface = p->confined && may ? FREE_SURFACE_NONE : FREE_SURFACE_SOME;
}

static int derive(struct wcsph_plan *s) {
  const struct wcsph_settings *c = &s->settings;
  find_free_surface(&s->settings, &s->particles);
  TRY(wcsph_derive(&s->law, &s->geometry, c, &s->particles));
  TRY(joints_check(c, &s->particles));
  TRY(openings_check(c, &s->law, &s->particles, s->sites));
  TRY(refused_check(c, &s->law, &s->particles));
  TRY(neighbours_expected(&s->neighbours, c, &s->particles, s->sites, (double)s->law.support));
  s->first_step = wcsph_step_estimate(&s->law, c, s->law.nu);
  return STATUS_OK;
}

int wcsph_plan_make(void **plan, const struct amphi_case *c, bool in_parts) {
  struct wcsph_plan *s = *plan = calloc(1, sizeof *s);
  CHECK(s, STATUS_FAILED, "no memory");
  wcsph_settings_take(&s->settings, c);
  TRY(fill_plan(s, c, in_parts));
  return derive(s);
}

void wcsph_plan_free(void *plan) {
  struct wcsph_plan *s = plan;
  if (!s) return;
  particles_free(&s->particles);
  particles_sites_free(s->sites);
  wcsph_text_free(&s->text);
  free(s);
}

int wcsph_plan_places(const void *plan, struct plan_places *to) {
  const struct wcsph_plan *s = plan;
  const struct wcsph_state *g = &s->geometry;
  struct particles placed = {0};
  TRY(structures_in_parts(&s->settings)); /* places are asked for to cut them */
  if (s->sites) TRY(particles_put(&placed, s->sites, NULL));
  const struct particles *p = s->sites ? &placed : &s->particles;
  *to = (struct plan_places){.walls = (uint32_t)p->wall_count,
                             .count = (uint32_t)(p->wall_count + p->fluid_count),
                             .support = s->law.support,
                             .skin = g->skin,
                             .path = g->path};
  for (int a = 0; a < 3; a++) to->cells[a] = g->cells[a], to->quantum[a] = g->quantum[a];
  to->at = malloc(((size_t)to->count + 1) * sizeof *to->at);
  for (uint32_t i = 0; to->at && i < to->count; i++) to->at[i] = state_position(g, p->position[i]);
  particles_free(&placed);
  CHECK(to->at, STATUS_FAILED, "no memory to cut the domain");
  return STATUS_OK;
}

uint32_t wcsph_plan_rows(const struct wcsph_plan *s) {
  const uint32_t rows = (uint32_t)(s->particles.wall_count + s->particles.fluid_count);
  return s->settings.opening_count ? wcsph_rows_reserved(rows + openings_rows(&s->settings)) : rows;
}

size_t wcsph_plan_state_bytes(const struct wcsph_plan *s) {
  struct schedule schedule;
  schedule_make(&schedule, &s->settings, s->particles.wall_count);
  const row_mask buffers = wcsph_buffers_needed(&s->settings, &schedule);
  size_t row = 0;
  for (int i = 0; i < WCSPH_BUFFER_COUNT; i++)
    if (buffers & row_bit(i)) row += wcsph_buffer_info[i].row_bytes;
  return row * wcsph_plan_rows(s);
}

bool wcsph_plan_joins(const struct wcsph_plan *s) {
  struct schedule schedule;
  schedule_make(&schedule, &s->settings, s->particles.wall_count);
  return schedule.joins && !s->settings.text; /* parts take each pass by itself */
}

/* Particles of each body. */
static void say_bodies(const struct wcsph_plan *s, bool walls) {
  const struct body *bodies = walls ? s->settings.walls : s->settings.fluids;
  size_t count = walls ? s->settings.wall_count : s->settings.fluid_count;
  const struct body_extent *extents = s->particles.extents + (walls ? 0 : s->settings.wall_count);
  for (size_t b = 0; b < count; b++)
    if (extents[b].count || !s->settings.region.given)
      log_say("    %-9s %zu (%s)", bodies[b].name, extents[b].count, walls ? "wall" : "fluid");
}

/* The faces of a shape that are not built where the case has them, as "+x at 1.6125 m, not 1.61"; false if
 * there are none. */
static bool moved_faces(const struct shape *s, const struct lattice *l, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (size_t k = 0; k < face_count(s, l->dimensions); k++) {
    const struct flat_face f = face_get(s, l, k);
    if (!face_is_moved(&f, l) || used >= size) continue;
    used += (size_t)snprintf(text + used, size - used, "%s%c%c at %.6g m, not %.6g", used ? "; " : "",
                             f.side > 0 ? '+' : '-', "xyz"[f.axis], f.built, f.asked);
  }
  return used > 0;
}

/* How far short of its crest a polygon is built, as "+y at 0.26 m, not 0.3": a tip that is thinner than a
 * particle has none, and water flows over what is left. One that another shape of the body reaches beyond, or
 * cuts, is no crest. */
static bool blunt_crest(const struct body *body, size_t shape, const struct body_extent *e,
                        const double gravity[3], const struct lattice *l, char *text, size_t size) {
  const struct shape *s = &body->shapes[shape];
  if (s->kind != SHAPE_POLYGON || s->cut || s->fill != FILL_SOLID) return false;
  for (size_t i = shape + 1; i < body->shape_count; i++)
    if (body->shapes[i].cut) return false;
  for (int a = 0; a < 2; a++) {
    const double up = gravity[a] > 0.0 ? -1.0 : 1.0;
    const double built = up * (up > 0.0 ? e->high[a] : e->low[a]) + 0.5 * l->dp;
    const double edge = up * lattice_position(l, a, up > 0.0 ? (int32_t)l->count[a] : -1);
    double asked = -INFINITY;
    for (size_t k = 0; k < s->vertex_count; k++) asked = fmax(asked, up * s->vertices[k][a]);
    if (gravity[a] == 0.0 || asked > edge || asked < built + 0.75 * l->dp) continue;
    snprintf(text, size, "%c%c at %.6g m, not %.6g", up > 0.0 ? '+' : '-', "xy"[a], up * built, up * asked);
    return true;
  }
  return false;
}

void wcsph_plan_say_built(const struct wcsph_settings *c, const struct body_extent *here,
                          const struct body_extent *coarser) {
  enum { LINES = 8 };
  int lines = 0;
  char text[400];
  struct lattice lattice;
  lattice_set(&lattice, &c->scene);
  for (size_t b = 0; b < c->fluid_count + c->wall_count; b++) {
    const struct body *body = b < c->fluid_count ? &c->fluids[b] : &c->walls[b - c->fluid_count];
    const size_t at = b < c->fluid_count ? c->wall_count + b : b - c->fluid_count;
    if (here[at].count == 0 || (coarser && coarser[at].count > 0)) continue;
    for (size_t i = 0; i < body->shape_count; i++)
      if ((moved_faces(&body->shapes[i], &lattice, text, sizeof text) ||
           blunt_crest(body, i, &here[at], c->gravity, &lattice, text, sizeof text)) &&
          lines++ < LINES)
        log_say("  built       %s, %s %zu: %s", body->name, shape_word(&body->shapes[i]), i + 1, text);
  }
  if (lines > LINES) log_say("  built       and %d more shapes off multiples of dp", lines - LINES);
}

/* Where water is bound to run out of faces that are open for it. */
static void say_outflow(const struct wcsph_settings *c, unsigned runs_out) {
  char names[32] = "";
  size_t length = 0;
  if (!runs_out || !(c->limits.lost < 1.0)) return;
  for (int k = 0; k < 6; k++)
    if (runs_out >> k & 1)
      length +=
          (size_t)snprintf(names + length, sizeof names - length, "%s%s", length ? ", " : "", words_face[k]);
  log_say("  outflow     water runs out of the open face %s, and the run ends as diverged once %.3g %% of it "
          "is gone; where that is meant give limits.lost: 1",
          names, 100.0 * c->limits.lost);
}

/* Where water gets out, and through what. */
static void say_leak(const struct wcsph_settings *c, const struct leak *leak) {
  char when[96] = "";
  int face = 0;
  if (!leak->any) return;
  while (leak->face >> face != 1) face++;
  if (isnan(leak->time))
    snprintf(when, sizeof when, "with paddles that absorb as far back as they may go, ");
  else if (leak->time > 0.0)
    snprintf(when, sizeof when, "with walls where they are at t = %.4g s, ", leak->time);
  log_say("  leak        %s%s runs to the domain's face %s at (%.6g, %.6g, %.6g) m, where the run ends as "
          "diverged",
          when, c->fluids[leak->fluid].name, words_face[face], leak->at[0], leak->at[1], leak->at[2]);
  if (leak->width < LEAK_OPEN)
    log_say("              through a gap %d dp wide at (%.6g, %.6g, %.6g) m: close it, or open that face of "
            "the domain",
            leak->width, leak->gap[0], leak->gap[1], leak->gap[2]);
  else
    log_say(
        "              from (%.6g, %.6g, %.6g) m on with no wall in its way: build one, or open that face of "
        "the domain",
        leak->begun[0], leak->begun[1], leak->begun[2]);
}

static void say_sealed(const struct sealed *s) {
  if (s->sites)
    log_say("  sealed      walls cut off %llu fluid particles from the rest of the fluid, the first at "
            "(%.6g, %.6g, "
            "%.6g) m: cut them away if they are not meant",
            (unsigned long long)s->sites, s->at[0], s->at[1], s->at[2]);
}

/* What was noted of shapes, a line each. */
static void say_notes(const char *label, const char *notes) {
  for (size_t length; notes && *notes; notes += length + (notes[length] == '\n')) {
    length = strcspn(notes, "\n");
    log_say("  %-11s %.*s", label, (int)length, notes);
  }
}

void wcsph_plan_say_filled(const struct wcsph_settings *c, const struct particles *p) {
  say_notes("beyond", p->beyond);
  say_notes("left out", p->left_out);
  say_notes("thin", p->thin);
  say_notes("narrow", p->narrow);
  say_leak(c, &p->leak);
  say_sealed(&p->sealed);
}

/* k of the 2^k units that one quantum is. */
static int quantum_power(float quanta_a_unit) {
  int exponent;
  frexp((double)quanta_a_unit, &exponent);
  return 1 - exponent;
}

static void say_quanta(const struct wcsph_plan *s) {
  const struct wcsph_law *law = &s->law;
  log_say("  fixed sums  a quantum is 2^%d m/s^2, 2^%d /s of d(rho/rho0)/dt",
          quantum_power(law->quanta_acceleration), quantum_power(law->quanta_rate));
  if (s->law.boundary == BOUNDARY_DUMMY && s->particles.wall_count > 0)
    log_say("              at walls 2^%d Pa, 2^%d m/s, 2^%d of a weight", quantum_power(law->quanta_pressure),
            quantum_power(law->quanta_velocity), quantum_power(law->quanta_weight));
  if (s->settings.shifting.model != SHIFTING_NONE)
    log_say("              in shifting 2^%d /m", quantum_power(law->quanta_gradient));
}

/* Whether viscosity.substeps would be taken (case/check.c). */
static bool may_substep(const struct wcsph_settings *c) {
  return models_viscosity[c->viscosity.model].takes & TAKES_NU && !c->phase_count && !c->opening_count &&
         !structures_any(c) && c->turbulence.model == TURBULENCE_NONE &&
         c->boundary.model != BOUNDARY_SEMI_ANALYTICAL;
}

/* Where viscosity makes the step very short, what would lengthen it. */
static void say_slow(const struct wcsph_plan *s) {
  const struct wcsph_settings *c = &s->settings;
  const double without = wcsph_step_estimate(&s->law, c, 0.0f);
  const unsigned takes = models_rheology[c->rheology.model].takes;
  if (!(s->first_step < without / 20.0)) return;
  log_say("              viscosity makes it %.0f times shorter; it would grow with %s",
          without / s->first_step,
          takes & TAKES_CEILING                           ? "a lower rheology.ceiling"
          : takes & TAKES_GROWTH                          ? "a lower rheology.growth"
          : c->integrator.scheme != INTEGRATOR_SYMPLECTIC ? "integrator.scheme symplectic, or a coarser dp"
          : may_substep(c)                                ? "viscosity.substeps, or a coarser dp"
                                                          : "a coarser dp");
}

/* Of the phase in which it is slowest, whose density varies most, m/s; the law has that of the fastest. */
static double slowest_sound(const struct wcsph_plan *s) {
  const struct wcsph_settings *c = &s->settings;
  if (!c->phase_count) return (double)s->law.c0;
  const double material = wcsph_speed_of_sound(c, &s->particles);
  double least = material;
  for (int k = 1; k <= (int)c->phase_count; k++) least = fmin(least, phases_sound(c, k, material));
  return least;
}

static void say_sound(const struct wcsph_plan *s) {
  const struct wcsph_settings *c = &s->settings;
  if (!c->phase_count) {
    log_say("  sound       c0 = %.4g m/s", (double)s->law.c0);
    return;
  }
  const double material = wcsph_speed_of_sound(c, &s->particles);
  log_say("  sound       c0 = %.4g m/s in the material", material);
  for (int k = 1; k <= (int)c->phase_count; k++)
    log_say("  sound       c0 = %.4g m/s in %s", phases_sound(c, k, material), c->phases[k - 1].name);
}

static void say_header(const struct wcsph_plan *s) {
  const struct wcsph_settings *c = &s->settings;
  char steps[16];
  log_say("  method      wcsph in %d-D, %s kernel, h = %.4g m (%.4g dp)", c->dimensions,
          case_word_kernel(c->kernel), (double)s->law.h, c->smoothing_ratio);
  log_say("  particles   %zu: %zu fluid, %zu wall; dp = %.6g m%s",
          s->particles.fluid_count + s->particles.wall_count, s->particles.fluid_count,
          s->particles.wall_count, c->dp, c->region.given ? ", around finer boxes" : "");
  say_bodies(s, false);
  say_bodies(s, true);
  wcsph_plan_say_built(c, s->particles.extents, NULL);
  wcsph_plan_say_filled(c, &s->particles);
  say_outflow(c, s->particles.leak.runs_out);
  if (c->free_surface == FREE_SURFACE_NONE)
    log_say("  confined    no free surface: fluid and walls bear tension");
  if (s->particles.room)
    log_say("  surface     fluid fills all around it, but walls that move may let it get to empty places or "
            "leave it more room: it is taken to have a free surface, and bears no tension. If they do not: "
            "free_surface: none");
  doubts_say(c, &s->particles, slowest_sound(s));
  if (openings_say(c)) log_say("  openings    %s", error_text());
  waves_say(c);
  log_say("  neighbours  %.1f expected a fluid particle", s->neighbours);
  say_sound(s);
  log_say("  time step   %.3g s at first, so about %s steps to the end at t = %.6g s", s->first_step,
          text_count(steps, c->end / s->first_step), c->end);
  say_slow(s);
  if (c->summation == SUM_FIXED) say_quanta(s);
}

/* Whether a place is inside the cubes of wall particles, and not on the surface of what they fill: they have
 * all that is a hair around it. */
static bool stands_in_wall(const struct wcsph_plan *s, const double at[3]) {
  const double hair = 1e-3 * s->settings.dp, half = 0.5 * s->settings.dp;
  const unsigned corners = 1u << s->settings.dimensions, all = (1u << corners) - 1;
  unsigned covered = 0;
  for (size_t i = 0; s->particles.position && i < s->particles.wall_count && covered != all; i++) {
    const double *x = s->particles.position[i];
    for (unsigned corner = 0; corner < corners; corner++) {
      bool in = true;
      for (int a = 0; a < 3; a++) in &= fabs(at[a] + (corner >> a & 1 ? hair : -hair) - x[a]) <= half;
      if (in) covered |= 1u << corner;
    }
  }
  return covered == all;
}

/* Of a gauge that is not on a wall at rest: what its place comes to. */
static void say_place(const struct wcsph_plan *s, const struct gauge *g, const double at[3], char *text,
                      size_t size) {
  const struct wcsph_settings *c = &s->settings;
  struct gauge on = *g;
  double face[3];
  text[0] = 0;
  if (g->moves) snprintf(text, size, "; goes with %s", c->walls[gauge_wall(g)].name);
  if (!gauge_can_stand_on(g->kind) || gauge_wall(g) >= 0 || !stands_in_wall(s, at)) return;
  for (on.wall = 0; (size_t)on.wall < c->wall_count; on.wall++)
    if (gauge_place(&c->scene, &on, face)) {
      snprintf(text, size, "; inside a wall as built: 'on: %s' puts it on the face", c->walls[on.wall].name);
      return;
    }
  snprintf(text, size, "; inside a wall as built, and on no flat face of one, which 'on' needs");
}

static void say_details(const struct wcsph_plan *s) {
  const struct wcsph_settings *c = &s->settings;
  const double *quantum = s->geometry.quantum;
  if (c->dimensions == 2)
    log_say("  positions   in whole quanta of %.2g, %.2g m", quantum[0], quantum[1]);
  else
    log_say("  positions   in whole quanta of %.2g, %.2g, %.2g m", quantum[0], quantum[1], quantum[2]);
  log_say(
      "  numerics    scheme %s: %s formulation, %s viscosity, %s density diffusion, %s boundary, %s, %s sums",
      words_scheme[c->scheme], case_word_formulation(c->formulation), case_word_viscosity(c->viscosity.model),
      case_word_diffusion(c->diffusion.model), case_word_boundary(c->boundary.model),
      case_word_integrator(c->integrator.scheme), case_word_summation(c->summation));
  resolved_say(c, &s->particles, slowest_sound(s));
  resolved_say_structures(c, &s->particles, s->first_step);
  wcsph_plan_say_gauges(s);
}

void wcsph_plan_say_gauges(const struct wcsph_plan *s) {
  const struct wcsph_settings *c = &s->settings;
  for (size_t i = 0; i < c->gauge_count; i++) {
    const struct gauge *g = &c->gauges[i];
    double at[3];
    char place[300];
    gauge_place(&c->scene, g, at);
    say_place(s, g, at, place, sizeof place);
    const char *word = gauge_rows[g->kind].word;
    if (gauge_rows[g->kind].stand == GAUGE_OF_ALL)
      log_say("  gauge       %s: %s every %g s", g->name, word, g->interval);
    else if (gauge_is_of_cable(g->kind))
      log_say("  gauge       %s: %s of %s every %g s", g->name, word, g->of, g->interval);
    else if (gauge_is_whole(g->kind))
      log_say("  gauge       %s: %s%s %s every %g s", g->name, word,
              gauge_rows[g->kind].stand == GAUGE_OF_WALL ? " on" : "", c->walls[g->wall].name, g->interval);
    else
      log_say("  gauge       %s: %s at (%.6g, %.6g, %.6g) every %g s%s", g->name, word, at[0], at[1], at[2],
              g->interval, place);
  }
}

void wcsph_plan_describe(const void *plan, bool details) {
  say_header(plan);
  if (details) say_details(plan);
}
