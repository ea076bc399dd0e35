/* SPDX-License-Identifier: BSD-3-Clause */
/* <wavepaddles>: walls that make waves; <relaxationzones>: water that is made to. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/waves.h"
#include "import/parts.h"
#include "util/error.h"

enum { SOLITARY_MOST = 20 };

/* What all paddles have. */
struct paddle {
  double depth, height, period, start, end, ramp;
  bool flap, absorbs;
};

static int read_paddle(struct import *m, struct xml_node *n, struct paddle *p) {
  double duration = 0, periods = 0, gain = 1;
  *p = (struct paddle){.flap = strncmp(n->name, "flap", 4) == 0};
  TRY(import_child_value(m, n, "depth", &p->depth));
  TRY(import_child_value(m, n, "waveheight", &p->height));
  TRY(import_child_value(m, n, "waveperiod", &p->period));
  TRY(import_child_value(m, n, "start", &p->start));
  TRY(import_child_value(m, n, "duration", &duration));
  TRY(import_child_value(m, n, "ramp", &periods));
  TRY(import_child_value(m, n, "ramptime", &p->ramp));
  TRY(import_child_value(m, n, "gainstroke", &gain));
  if (duration == 0) TRY(import_child_value(m, n, "fmovtime", &duration));
  p->end = duration > 0 ? p->start + duration : 0;
  if (periods > 0) p->ramp = periods * p->period;
  if (gain != 1) {
    import_note(m, NOTE_CHANGED, xml_child(n, "gainstroke"), "%g: the waves are made %g times as high", gain,
                gain);
    p->height *= gain;
  }
  if (!(p->depth > 0 && p->height > 0))
    return import_fault(m, n, "<depth> or <waveheight> is missing or not above 0");
  return STATUS_OK;
}

/* Where waves run, and the axis of a flap. */
static int write_direction(struct import *m, struct xml_node *n, const struct paddle *p) {
  struct xml_node *a = xml_child(n, "flapaxis0"), *b = xml_child(n, "flapaxis1"),
                  *way = xml_child(n, "pistondir");
  double direction[3] = {1, 0, 0}, through[3], end[3], draft = 0;
  char text[2][128];
  if (way) TRY(import_vector(m, way, true, direction));
  if (!p->flap) {
    fprintf(m->yaml, "paddle: piston, direction: %s", import_text(m, direction, text[0]));
    return STATUS_OK;
  }
  if (!a || !b) return import_fault(m, n, "<flapaxis0> or <flapaxis1> is missing");
  TRY(import_vector(m, a, false, through));
  TRY(import_vector(m, b, false, end));
  TRY(import_child_value(m, n, "variabledraft", &draft));
  /* Across the axis, level. */
  direction[0] = end[1] - through[1], direction[1] = through[0] - end[0], direction[2] = 0;
  fprintf(m->yaml, "paddle: flap, direction: %s, through: %s, hinge: %.10g",
          import_text(m, direction, text[0]), import_text(m, through, text[1]), draft);
  return STATUS_OK;
}

static const char *absorbing_key(const struct paddle *p) {
  return p->absorbs ? ", absorb: true" : "";
}

static int write_regular(struct import *m, struct xml_node *n, const struct paddle *p) {
  double order = 1, phase = 0;
  TRY(import_child_value(m, n, "waveorder", &order));
  TRY(import_child_value(m, n, "phase", &phase)); /* over pi */
  if (p->flap) order = 1;
  fprintf(m->yaml,
          "waves: {type: regular, depth: %.10g, height: %.10g, period: %.10g, order: %g, phase: %.10g%s}",
          p->depth, p->height, p->period, order, 180 * phase, absorbing_key(p));
  return STATUS_OK;
}

static int write_spectrum(struct import *m, struct xml_node *n, const struct paddle *p) {
  struct xml_node *kind = xml_child(n, "spectrum");
  const char *word = kind ? xml_value(kind, "value") : NULL;
  double peak = 3.3, components = 50, seed = 0, order = 1;
  const bool broad = word && strcmp(word, "pierson-moskowitz") == 0;
  TRY(import_child_value(m, n, "peakcoef", &peak));
  TRY(import_child_value(m, n, "waves", &components));
  TRY(import_child_value(m, n, "randomseed", &seed));
  TRY(import_child_value(m, n, "waveorder", &order));
  if (order != 1)
    import_note(m, NOTE_CHANGED, xml_child(n, "waveorder"), "%g: irregular waves are of first order", order);
  import_note(m, NOTE_CHANGED, n, "the same spectrum, of which amphi draws other phases");
  fprintf(m->yaml,
          "waves: {type: irregular, depth: %.10g, height: %.10g, period: %.10g, components: %.0f, seed: %.0f",
          p->depth, p->height, p->period, fmin(10000, fmax(8, components)), fmin(2e9, fmax(0, seed)));
  if (broad)
    fprintf(m->yaml, ", spectrum: pierson-moskowitz%s}", absorbing_key(p));
  else
    fprintf(m->yaml, ", peakedness: %.10g%s}", peak, absorbing_key(p));
  return STATUS_OK;
}

/* Crests that meet. The peer says how high by the highest of so many waves of the spectrum (of Rayleigh's
 * distribution, the crest half of it), and finds itself when; here that is the time in which waves of twice
 * the peak's frequency, in deep water, have got there. */
static int write_focused(struct import *m, struct xml_node *n, const struct paddle *p) {
  struct xml_node *kind = xml_child(n, "spectrum"), *most = xml_child(n, "maxwaveh");
  const char *word = kind ? xml_value(kind, "value") : NULL;
  double peak = 3.3, components = 128, order = 1, place = 0, phase = 0, before = 5, waves = 1000, time = 0;
  TRY(import_child_value(m, n, "peakcoef", &peak));
  TRY(import_child_value(m, n, "waves", &components));
  TRY(import_child_value(m, n, "waveorder", &order));
  TRY(import_child_value(m, n, "xf", &place));
  TRY(import_child_value(m, n, "fphase", &phase));
  TRY(import_child_value(m, n, "fpretime", &before));
  if (most) TRY(import_optional(m, most, "nwaves", &waves));
  if (most) TRY(import_optional(m, most, "time", &time));
  if (xml_child(n, "fmovramp")) {
    xml_know(xml_child(n, "fmovramp"));
    import_note(m, NOTE_LEFT_OUT, xml_child(n, "fmovramp"), "the paddle ends without a ramp");
  }
  if (xml_child(n, "randomseed")) xml_know(xml_child(n, "randomseed"));
  if (time > 0 && p->period > 0) waves = time / p->period;
  if (!(place > 0 && p->period > 0 && waves > 1))
    return import_fault(m, n, "<xf> or <waveperiod> is missing or not above 0, or no waves are counted");
  const double crest = 0.5 * p->height * sqrt(0.5 * log(waves));
  const double meet = fmax(0, before) + place * 8 * M_PI / (fabs(m->gravity[2]) * p->period);
  import_note(m, NOTE_CHANGED, n,
              "crests meet %.4g m from the paddle, %.4g m high, at %.4g s, which is amphi's own choice%s",
              place, crest, p->start + meet, order != 1 ? "; of first order" : "");
  fprintf(m->yaml,
          "waves: {type: focused, depth: %.10g, height: %.10g, period: %.10g, components: %.0f, distance: "
          "%.10g, time: %.10g, phase: %.10g, ",
          p->depth, crest, p->period, fmin(10000, fmax(8, components)), place, meet, phase);
  if (word && strcmp(word, "pierson-moskowitz") == 0)
    fprintf(m->yaml, "spectrum: pierson-moskowitz}");
  else
    fprintf(m->yaml, "peakedness: %.10g}", peak);
  return STATUS_OK;
}

static int write_solitary(struct import *m, struct xml_node *n, const struct paddle *p) {
  static const char *const words[] = {"rayleigh", "boussinesq", "kdv"};
  double theory = 2, longer = 1;
  TRY(import_child_value(m, n, "theory", &theory));
  TRY(import_child_value(m, n, "durationcoef", &longer));
  if (!(theory >= 1 && theory <= 3)) return import_fault(m, n, "theory=%g; expected 1, 2 or 3", theory);
  if (longer != 1)
    import_note(m, NOTE_CHANGED, xml_child(n, "durationcoef"),
                "%g: the paddle takes the time that the theory says", longer);
  fprintf(m->yaml, "waves: {type: solitary, depth: %.10g, height: %.10g, solution: %s}", p->depth, p->height,
          words[(int)theory - 1]);
  return STATUS_OK;
}

/* How long the paddle moves, s (Goring 1978). */
static double solitary_time(const struct import *m, const struct paddle *p, double theory) {
  const struct waves w = {.depth = p->depth,
                          .height = p->height,
                          .gravity = fabs(m->gravity[2]),
                          .solution = (enum solitary_solution)(theory - 1)};
  double number, celerity, stroke;
  solitary_shape(&w, &number, &celerity, &stroke);
  return 2 / (number * celerity) * (3.8 + p->height / p->depth);
}

/* The next of several solitary waves, which begins a share of the time of the last one after it. */
static int next_solitary(struct import *m, struct xml_node *n, int number, struct paddle *p, double *share) {
  double theory = 2;
  char tag[32];
  TRY(import_child_value(m, n, "theory", &theory));
  snprintf(tag, sizeof tag, "startcoef%d", number);
  TRY(import_child_value(m, n, tag, share));
  p->start += *share * solitary_time(m, p, theory);
  snprintf(tag, sizeof tag, "waveheight%d", number);
  TRY(import_child_value(m, n, tag, &p->height));
  snprintf(tag, sizeof tag, "durationcoef%d", number);
  if (xml_child(n, tag))
    import_note(m, NOTE_CHANGED, xml_child(n, tag), "the paddle takes the time that the theory says");
  if (!(p->height > 0 && *share >= 0))
    return import_fault(m, n, "%s or startcoef%d is not above 0", tag, number);
  return STATUS_OK;
}

static bool ends_with(const char *text, const char *end) {
  const size_t length = strlen(text), part = strlen(end);
  return length >= part && strcmp(text + length - part, end) == 0;
}

static int write_paddle(struct import *m, struct xml_node *n) {
  struct xml_node *file = xml_child(n, "usefiledata"), *awas = xml_child(n, "awas_zsurf");
  struct paddle p;
  if (file) import_note(m, NOTE_REFUSED, file, "amphi's paddles follow no file of waves");
  TRY(read_paddle(m, n, &p));
  const bool solitary = ends_with(n->name, "_solitary"), spectrum = ends_with(n->name, "_spectrum"),
             focused = ends_with(n->name, "_focused");
  if (!solitary && !spectrum && !focused && strcmp(n->name, "piston") != 0 && strcmp(n->name, "flap") != 0)
    return import_fault(m, n, "this paddle is not known here");
  p.absorbs = awas;
  if (p.absorbs && (p.flap || solitary || focused))
    import_note(m, NOTE_REFUSED, awas,
                "a flap, or a paddle of solitary or focused waves, takes up none that come back");
  else if (p.absorbs)
    import_note(m, NOTE_CHANGED, awas, "the piston reads the surface in amphi's own way, from the start on");
  double waves = 1, share = 1;
  if (solitary) TRY(import_child_value(m, n, "waves", &waves));
  if (!(waves >= 1 && waves <= SOLITARY_MOST))
    return import_fault(m, n, "waves=%g; expected 1 to %d", waves, SOLITARY_MOST);
  fprintf(m->yaml, "    motion:\n");
  for (int i = 1; i <= (int)waves; i++) {
    if (i > 1) TRY(next_solitary(m, n, i, &p, &share));
    fprintf(m->yaml, "      - {type: paddle, from: %.10g, ", p.start);
    if (p.end > 0 && !solitary) fprintf(m->yaml, "to: %.10g, ", p.end);
    if (p.ramp > 0 && !solitary) fprintf(m->yaml, "ramp: %.10g, ", p.ramp);
    TRY(write_direction(m, n, &p));
    fprintf(m->yaml, ",\n         ");
    TRY(solitary   ? write_solitary(m, n, &p)
        : spectrum ? write_spectrum(m, n, &p)
        : focused  ? write_focused(m, n, &p)
                   : write_regular(m, n, &p));
    fprintf(m->yaml, "}\n");
  }
  return STATUS_OK;
}

int waves_keys(struct import *m, struct xml_node *special, const struct group *g, bool *paddle) {
  struct xml_node *list = xml_child(special, "wavepaddles");
  *paddle = false;
  for (struct xml_node *n = list ? list->first : NULL; n; n = n->next) {
    double mk = -1;
    if (strncmp(n->name, "piston", 6) != 0 && strncmp(n->name, "flap", 4) != 0) {
      import_note(m, NOTE_REFUSED, n, "this paddle is not known here");
      continue;
    }
    TRY(import_child_value(m, n, "mkbound", &mk));
    if (mk != g->mk) continue;
    *paddle = n->used = true;
    TRY(write_paddle(m, n));
  }
  return STATUS_OK;
}

/* What amphi's zones do their own way. */
static void note_zone(struct import *m, struct xml_node *n) {
  static const char *const left_out[] = {
      "savemotion",      "saveserie",      "saveseriewaves", "coefdt",          "function",
      "driftcorrection", "discretization", "serieini",       "calcserielength", NULL};
  for (int i = 0; left_out[i]; i++) {
    struct xml_node *c = xml_child(n, left_out[i]);
    if (c) xml_know(c);
    if (c) import_note(m, NOTE_LEFT_OUT, c, "amphi's zones have a strength and shape of their own");
  }
}

int waves_ends(struct import *m, struct xml_node *n, double depth) {
  struct xml_node *middle = xml_child(n, "center"), *way = xml_child(n, "coefdir");
  double centre[3], direction[3] = {1, 0, 0}, width = 0, level = 0, length = 0, to[3];
  char text[2][128];
  if (!middle) return import_fault(m, n, "<center> is missing");
  TRY(import_vector(m, middle, true, centre));
  if (way) TRY(import_vector(m, way, true, direction));
  TRY(import_child_value(m, n, "width", &width));
  TRY(import_child_value(m, n, "swl", &level));
  for (int a = 0; a < 2; a++) length += direction[a] * direction[a];
  length = sqrt(length);
  if (!(width > 0 && length > 0)) return import_fault(m, n, "<width> or <coefdir> has no length");
  centre[2] = level - depth;
  for (int a = 0; a < 3; a++) to[a] = centre[a] + (a < 2 ? 0.5 * width * direction[a] / length : 0);
  fprintf(m->yaml, "    from: %s\n    to: %s\n", import_text(m, centre, text[0]),
          import_text(m, to, text[1]));
  return STATUS_OK;
}

void waves_times(struct import *m, double start, double end) {
  if (start > 0) fprintf(m->yaml, "    starts: %.10g\n", start);
  if (end > 0) fprintf(m->yaml, "    ends: %.10g\n", end);
}

/* Regular and irregular waves around a centre, strongest there, and as far to each side as half the width. */
static int write_zone(struct import *m, struct xml_node *n, int *count) {
  struct paddle p;
  TRY(read_paddle(m, n, &p));
  note_zone(m, n);
  import_note(
      m, NOTE_CHANGED, n,
      "speeds along the waves and upwards are brought to those of the waves, by amphi's own strength; the "
      "peer's are times coefdir, of which z is 0 by default");
  fprintf(m->yaml, "%s  - name: zone%d\n", *count ? "" : "relaxation_zones:\n", *count + 1);
  TRY(waves_ends(m, n, p.depth));
  ++*count;
  if (p.ramp > 0) fprintf(m->yaml, "    ramp: %.10g\n", p.ramp);
  waves_times(m, p.start, p.end);
  fprintf(m->yaml, "    ");
  TRY(ends_with(n->name, "_spectrum") ? write_spectrum(m, n, &p) : write_regular(m, n, &p));
  fprintf(m->yaml, "\n");
  return STATUS_OK;
}

int waves_zones(struct import *m, struct xml_node *special) {
  struct xml_node *list = xml_child(special, "relaxationzones");
  int count = 0;
  for (struct xml_node *n = list ? list->first : NULL; n; n = n->next) {
    n->used = true;
    if (strcmp(n->name, "rzwaves_regular") == 0 || strcmp(n->name, "rzwaves_spectrum") == 0)
      TRY(write_zone(m, n, &count));
    else if (strcmp(n->name, "rz_uniform") == 0)
      TRY(zones_uniform(m, n, count++));
    else if (strcmp(n->name, "rzwaves_external_1d") == 0)
      TRY(external_zone(m, n, count++));
    else
      import_note(m, NOTE_REFUSED, n, "this zone is not known here");
  }
  return STATUS_OK;
}
