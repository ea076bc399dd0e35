/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/waves.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "lane/exponent.h"
#include "lane/scalar.h"
#include "lane/sine.h"
#include "util/error.h"

double wave_number(double period, double depth, double gravity) {
  const double omega = two_pi / period, deep = omega * omega / gravity * depth; /* k depth of deep water */
  double kd = deep / sqrt(hyperbolic_tangent(deep));                            /* Eckart's */
  for (int i = 0; i < 12; i++) {                                                /* Newton's method */
    const double t = hyperbolic_tangent(kd);
    kd -= (kd * t - deep) / (t + kd * (1.0 - t * t));
  }
  return kd / depth;
}

double wave_transfer(enum paddle_kind paddle, double k, double depth, double hinge) {
  const double kd = k * depth, s = hyperbolic_sine(kd);
  double moved = s / k; /* the integral of the paddle's way times cosh(k y) over the depth */
  if (paddle == PADDLE_FLAP) {
    const double y = hinge > 0.0 ? hinge : 0.0;
    moved = ((depth - hinge) * s - (y - hinge) * hyperbolic_sine(k * y)) / k;
    moved -= (hyperbolic_cosine(kd) - hyperbolic_cosine(k * y)) / (k * k);
    moved /= depth - hinge;
  }
  return 4.0 * k * s * moved / (hyperbolic_sine(2.0 * kd) + 2.0 * kd);
}

/* k tan(k depth) = -omega^2 / gravity has a root in each ((n - 1/2) pi, n pi); what they give falls as n^-3.
 */
double wave_standing(double period, double depth, double gravity, double before) {
  const double omega = two_pi / period, deep = omega * omega / gravity * depth;
  double sum = 0.0;
  for (int n = 1; n <= 20; n++) {
    double low = 0.5 * n - 0.25, high = 0.5 * n; /* of turns */
    for (int i = 0; i < 50; i++) {
      const double at = 0.5 * (low + high), kd = two_pi * at;
      const bool below = (kd * sine_of_turns(at) + deep * cosine_of_turns(at)) * (n % 2 ? 1.0 : -1.0) > 0.0;
      if (below)
        low = at;
      else
        high = at;
    }
    const double kd = two_pi * low, s = sine_of_turns(low);
    sum += 4.0 * s * s / (2.0 * kd + sine_of_turns(2.0 * low)) * exponential(-kd / depth * before);
  }
  return sum;
}

double wave_second_order(double k, double depth, double height) {
  const double s = hyperbolic_sine(k * depth), m = wave_transfer(PADDLE_PISTON, k, depth, 0.0);
  return height * height / (32.0 * depth) * (3.0 * hyperbolic_cosine(k * depth) / (s * s * s) - 2.0 / m);
}

double wave_highest(double k, double depth) {
  return 0.142 * two_pi / k * hyperbolic_tangent(k * depth);
}

/* Stokes' expansion, of which term n + 1 is amplitude (k amplitude)^n times the factors here. */
double wave_neglected(int order, double k, double depth, double height) {
  const double t = hyperbolic_tangent(k * depth), t2 = t * t, steep = 0.5 * k * height;
  if (order == 1) return steep * (3.0 - t2) / (4.0 * t2 * t);
  return steep * steep * (27.0 - 9.0 * t2 + 9.0 * t2 * t2 - 3.0 * t2 * t2 * t2) / (64.0 * t2 * t2 * t2);
}

double wave_ursell(double k, double depth, double height) {
  const double length = two_pi / k;
  return height * length * length / (depth * depth * depth);
}

/* Rayleigh (1876), Boussinesq (1871) as Goring (1978) has him, Korteweg and de Vries (1895). */
void solitary_shape(const struct waves *w, double *number, double *celerity, double *stroke) {
  const double h = w->height, d = w->depth;
  const double wide = w->solution == SOLITARY_RAYLEIGH ? d + h : d;
  *number = sqrt(3.0 * h / (4.0 * d * d * wide));
  *celerity =
      w->solution == SOLITARY_KDV ? sqrt(w->gravity * d) * (1.0 + 0.5 * h / d) : sqrt(w->gravity * (d + h));
  *stroke = 2.0 * h / (*number * d);
}

/* Goring (1978): the paddle goes with the water's mean velocity where it is, c eta / (depth + eta), so that
 * x = height / (k depth) tanh(k (c t - x)), but for where it begins: at a phase of -4, where the wave has
 * a thousandth of its height. */
static void solitary_paddle(const struct waves *w, double time, double out[3]) {
  const double lead = 4.0, ratio = w->height / w->depth, begin = hyperbolic_tangent(lead);
  double k, c, stroke;
  solitary_shape(w, &k, &c, &stroke);
  const double phase = k * c * time - lead;
  double low = phase - 2.0 * ratio, high = phase, theta = phase;
  for (int i = 0; i < 60; i++) { /* Newton's method, between what is too low and too high */
    const double t = hyperbolic_tangent(theta), miss = theta + ratio * (t + begin) - phase;
    if (miss > 0.0)
      high = theta;
    else
      low = theta;
    theta -= miss / (1.0 + ratio * (1.0 - t * t));
    if (!(theta >= low && theta <= high)) theta = 0.5 * (low + high);
  }
  const double t = hyperbolic_tangent(theta), eta = w->height * (1.0 - t * t), wet = w->depth + eta;
  const double turning = k * c * w->depth / wet; /* dtheta/dt */
  out[0] = 0.5 * stroke * (t + begin);
  out[1] = c * eta / wet;
  out[2] = c * w->depth / (wet * wet) * (-2.0 * eta * t) * turning;
}

void waves_paddle(const struct waves *w, double time, double out[3]) {
  if (w->kind == WAVES_SOLITARY) {
    solitary_paddle(w, time, out);
    return;
  }
  out[0] = out[1] = out[2] = 0.0;
  for (size_t i = 0; i < w->part_count; i++) {
    const struct wave_part *p = &w->parts[i];
    const double turns = p->frequency * time + p->turns, omega = two_pi * p->frequency;
    const double s = p->amplitude * sine_of_turns(turns), c = p->amplitude * cosine_of_turns(turns);
    out[0] += s, out[1] += omega * c, out[2] -= omega * omega * s;
  }
}

double waves_surface(const struct waves *w, double time, double place) {
  const size_t count = w->kind == WAVES_REGULAR ? 1 : w->part_count;
  double eta = 0.0;
  for (size_t i = 0; i < count; i++) {
    const struct wave_part *p = &w->parts[i];
    const double turns = p->frequency * time + p->turns, gone = p->number * place / two_pi;
    eta += p->amplitude * (p->wave * cosine_of_turns(turns - gone) + p->standing * sine_of_turns(turns));
    if (w->kind != WAVES_REGULAR) continue;
    const double t = hyperbolic_tangent(p->number * w->depth), h = w->height;
    eta += h * h * p->number * (3.0 - t * t) / (16.0 * t * t * t) * cosine_of_turns(2.0 * (turns - gone));
  }
  return eta;
}

/* Energy over frequency, but for a factor: Hasselmann et al. (1973); gamma 1 is Pierson and Moskowitz (1964).
 */
static double spectrum(const struct waves *w, double f) {
  const double peak = 1.0 / w->period, x = peak / f, x4 = x * x * x * x;
  const double gamma = w->spectrum == SPECTRUM_JONSWAP ? w->peakedness : 1.0;
  const double width = f > peak ? 0.09 : 0.07, away = (f / peak - 1.0) / width;
  return exponential(-1.25 * x4 + logarithm(gamma) * exponential(-0.5 * away * away)) * x4 * x / peak;
}

/* Bands of one width from half the peak's frequency to three times that, one sine in each: irregular at a
 * frequency in it and a phase that are drawn, so that nothing repeats; focused in the middle, with the phase
 * that puts all crests, or what they have at another phase, at one place and time. */
static void find_parts(struct waves *w, enum paddle_kind paddle, double hinge) {
  const double low = 0.5 / w->period, width = 2.5 / w->period / w->components;
  double sum = 0.0;
  for (int i = 0; i < w->components; i++) {
    struct wave_part *p = &w->parts[i];
    const struct random4 drawn =
        random_philox((struct random4){{(uint32_t)i, 0, 0, RANDOM_WAVE}}, (uint32_t)w->seed, RANDOM_WAVE);
    const bool focused = w->kind == WAVES_FOCUSED;
    p->frequency = low + width * (i + (focused ? 0.5 : (double)random_uniform(drawn.word[0])));
    const double energy = spectrum(w, p->frequency) * width;
    const double k = wave_number(1.0 / p->frequency, w->depth, w->gravity);
    p->turns = focused ? k * w->distance / two_pi - p->frequency * w->time + w->phase / 360.0
                       : (double)random_uniform(drawn.word[1]);
    p->amplitude = focused ? energy : sqrt(energy); /* of the surface: Tromans et al. 1991 but for a factor */
    sum += energy;
  }
  for (int i = 0; i < w->components; i++) {
    struct wave_part *p = &w->parts[i];
    const double k = wave_number(1.0 / p->frequency, w->depth, w->gravity);
    /* The sum of the amplitudes is the crest's; that of their squares is height^2 / 8. */
    p->amplitude *= w->kind == WAVES_FOCUSED ? w->height / sum : w->height / sqrt(8.0 * sum);
    p->amplitude /= wave_transfer(paddle, k, w->depth, hinge);
  }
}

/* The surface that the paddle's way makes, and what a paddle that absorbs expects before itself. */
static void find_surface(struct waves *w) {
  for (size_t i = 0; i < w->part_count; i++) {
    struct wave_part *p = &w->parts[i];
    p->number = wave_number(1.0 / p->frequency, w->depth, w->gravity);
    p->wave = wave_transfer(PADDLE_PISTON, p->number, w->depth, 0.0);
    if (w->absorb) p->standing = wave_standing(1.0 / p->frequency, w->depth, w->gravity, w->before);
  }
}

int waves_prepare(struct waves *w, enum paddle_kind paddle, double hinge) {
  if (w->kind == WAVES_SOLITARY) return STATUS_OK;
  w->part_count = w->kind == WAVES_REGULAR ? (size_t)w->order : (size_t)w->components;
  w->parts = calloc(w->part_count, sizeof *w->parts);
  CHECK(w->parts, STATUS_FAILED, "no memory for %zu waves", w->part_count);
  if (w->kind != WAVES_REGULAR) {
    find_parts(w, paddle, hinge);
    find_surface(w);
    return STATUS_OK;
  }
  const double k = wave_number(w->period, w->depth, w->gravity), turns = w->phase / 360.0;
  w->parts[0] = (struct wave_part){.amplitude = 0.5 * w->height / wave_transfer(paddle, k, w->depth, hinge),
                                   .frequency = 1.0 / w->period,
                                   .turns = turns};
  if (w->order == 2)
    w->parts[1] = (struct wave_part){.amplitude = wave_second_order(k, w->depth, w->height),
                                     .frequency = 2.0 / w->period,
                                     .turns = 2.0 * turns};
  find_surface(w);
  return STATUS_OK;
}

void waves_free(struct waves *w) {
  free(w->parts);
  w->parts = NULL;
}

size_t waves_flow_count(const struct waves *w) {
  return w->kind == WAVES_REGULAR ? (size_t)w->order : w->part_count;
}

struct wave_flow waves_flow(const struct waves *w, size_t i) {
  const bool second = w->kind == WAVES_REGULAR && i == 1;
  const struct wave_part *p = &w->parts[second ? 0 : i];
  const double k = p->number, gone = exponential(-2.0 * k * w->depth), left = 1.0 - gone;
  const double a = p->amplitude * p->wave, omega = two_pi * p->frequency;
  if (second)
    return (struct wave_flow){6.0 * a * a * omega * k * gone / (left * left * left * left), 2.0 * k,
                              2.0 * p->frequency, 2.0 * p->turns};
  return (struct wave_flow){a * omega / left, k, p->frequency, p->turns};
}

double waves_return(const struct waves *w) {
  double sum = 0.0;
  const size_t count = w->kind == WAVES_REGULAR ? 1 : w->part_count;
  for (size_t i = 0; w->kind != WAVES_SOLITARY && i < count; i++) {
    const struct wave_part *p = &w->parts[i];
    const double a = p->amplitude * p->wave;
    sum += 0.5 * w->gravity * a * a * p->number / (two_pi * p->frequency * w->depth);
  }
  return sum;
}

double waves_reach(const struct waves *w) {
  double number, celerity, most = 0.0;
  if (w->kind == WAVES_SOLITARY) solitary_shape(w, &number, &celerity, &most);
  for (size_t i = 0; i < w->part_count; i++) most += 2.0 * fabs(w->parts[i].amplitude);
  return most;
}

double damping_distance(const struct damping_zone *z, const double place[3]) {
  double away[3], along = 0.0, length2 = 0.0, distance2 = 0.0;
  for (int a = 0; a < 3; a++) away[a] = place[a] - z->through[a];
  for (int a = 0; a < 3 && !isnan(z->axis[0]); a++)
    along += away[a] * z->axis[a], length2 += z->axis[a] * z->axis[a];
  for (int a = 0; a < 3; a++) {
    const double across = length2 > 0.0 ? away[a] - along / length2 * z->axis[a] : away[a];
    distance2 += across * across;
  }
  return sqrt(distance2);
}

double damping_part(const struct damping_zone *z, const double place[3]) {
  double part = 0.0, length2 = 0.0;
  if (!isnan(z->through[0])) {
    const double begin = damping_distance(z, z->from);
    return (damping_distance(z, place) - begin) / (damping_distance(z, z->to) - begin);
  }
  for (int a = 0; a < 3; a++) {
    const double way = z->to[a] - z->from[a];
    part += way * (place[a] - z->from[a]), length2 += way * way;
  }
  return part / length2;
}

/* Of a function that is convex, at one of the corners. */
double damping_part_most(const struct damping_zone *z, int dimensions, const double low[3],
                         const double high[3]) {
  double most = -INFINITY;
  for (unsigned corner = 0; corner < 1u << dimensions; corner++) {
    double place[3] = {0.0};
    for (int a = 0; a < dimensions; a++) place[a] = corner >> a & 1u ? high[a] : low[a];
    most = fmax(most, damping_part(z, place));
  }
  return most;
}
