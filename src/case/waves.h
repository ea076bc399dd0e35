/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_WAVES_H
#define CASE_WAVES_H
/* Waves made by a paddle: their keys in a case, their theory, and the paddle's motion. Computed in double
 * from + - * / and the root alone, so that paddles are at the same places on every machine. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "case/profiles.h"
#include "case/track.h"

static const double two_pi = 6.283185307179586;

enum paddle_kind { PADDLE_PISTON, PADDLE_FLAP };
enum wave_kind { WAVES_REGULAR, WAVES_IRREGULAR, WAVES_FOCUSED, WAVES_SOLITARY };
enum wave_spectrum { SPECTRUM_JONSWAP, SPECTRUM_PIERSON_MOSKOWITZ };
enum solitary_solution { SOLITARY_RAYLEIGH, SOLITARY_BOUSSINESQ, SOLITARY_KDV };

/* One sine of the paddle's displacement at the still surface: amplitude sin(2 pi (frequency t + turns)). */
struct wave_part {
  double amplitude; /* m */
  double frequency; /* Hz */
  double turns;
  double number, wave, standing; /* wave number, 1/m; elevation over amplitude; for a paddle that absorbs, of
                                    its evanescent modes */
};

struct waves {
  enum wave_kind kind;
  double depth;  /* m, of still water at the paddle */
  double height; /* m: from trough to crest; irregular: significant; focused: of the crest; solitary */
  double period; /* s; of a spectrum that of its peak */
  double phase;  /* regular, focused: degrees */
  int order;     /* regular: 1 or 2 */
  enum wave_spectrum spectrum;
  double peakedness; /* JONSWAP's gamma */
  int components, seed;
  double distance, time; /* focused: from the paddle, m, and when, s */
  enum solitary_solution solution;
  bool absorb; /* the paddle absorbs waves that come back (wcsph/waves/paddles.h) */

  double gravity; /* found on reading: m/s^2, ... */
  double before;  /* ... for a paddle that absorbs, how far in front of it the surface is read, m, ... */
  struct wave_part *parts; /* ... and the sines of the paddle's motion, except for a solitary wave */
  size_t part_count;
};

/* Where waves die away (wcsph/sweeps/absorb.h). */
struct damping_zone {
  char *name;
  double from[3], to[3]; /* m: planes normal to the line between them, where the zone begins and where it has
                            its strength */
  double through[3], axis[3]; /* m, -: a point of the axis of a round zone, in which distances from it count
                                 in place of planes; NaN: of a plane one; about a point */
  double beyond;              /* m: how far behind `to` it ends; NaN: without end */
  double low[3], high[3];     /* m: a box that a plane one stays in; NaN: without bound */
  double strength;            /* 1/s */
  bool axes[3];               /* components that it acts on; none: all */
};

/* Of a round zone the distance of a place from its axis; and how far across a zone it is: from 0 where that
 * begins to 1 at `to`. */
double damping_distance(const struct damping_zone *z, const double place[3]);
double damping_part(const struct damping_zone *z, const double place[3]);

/* The greatest part in a box; the places of the zone's own box are not told apart. */
double damping_part_most(const struct damping_zone *z, int dimensions, const double low[3],
                         const double high[3]);

/* A zone in which water is given the velocities of waves, or of rest (wcsph/sweeps/relax.h). */
struct relaxation_zone {
  bool given; /* waves; first, as flags of maps are found */
  char *name;
  double from[3], to[3]; /* m: where it is strongest, on the bed, and where it ends; its waves run that way */
  double behind;         /* m: how far it extends the other way; NaN: as far */
  double side[3], top[3]; /* m: of a current, places on two of its sides across the way; NaN: without sides */
  double strength, ramp;  /* 1/s, s */
  double starts, ends;    /* s; NaN: until the end of the run */
  double current;         /* without waves: m/s, the velocity of all water along this direction ... */
  char *file;             /* ... and a factor over time; NULL: 1 */
  struct track track;
  char *velocities; /* or velocities by place and time, m/s along this direction and, if there are two,
                       upwards; NULL: none */
  struct profiles field;
  struct waves waves;
};

static inline bool relaxation_has_sides(const struct relaxation_zone *z) {
  return !isnan(z->side[0]) || !isnan(z->top[0]);
}

/* One sine of the velocity under waves that run along x: speed (exp(number (y - depth)) + exp(-number (y +
 * depth))) cos(2 pi (frequency t + turns) - number x) along x, y over the bed. */
struct wave_flow {
  double speed, number, frequency, turns; /* m/s, 1/m, Hz */
};

/* Linear theory of a wave over a flat bed: 2 pi / length in 1/m, (2 pi / period)^2 = g k tanh(k depth). */
double wave_number(double period, double depth, double gravity);

/* Height of the wave over the stroke of the paddle at the still surface (Biesel and Suquet 1951); `hinge`, m,
 * the height of a flap's axis above the bed, below 0 under it. */
double wave_transfer(enum paddle_kind paddle, double k, double depth, double hinge);

/* The elevation of a piston's evanescent modes over its displacement, in phase with it, `before` m in front
 * of it (Biesel and Suquet 1951). */
double wave_standing(double period, double depth, double gravity, double before);

/* The amplitude, m, of the sin(2 (2 pi t / period + phase)) that a piston needs besides its sine, so that it
 * makes no free wave of second order along with the bound one (Madsen 1971). */
double wave_second_order(double k, double depth, double height);

/* The height at which waves break (Miche 1944), m. */
double wave_highest(double k, double depth);

/* What Stokes' next order would add to a wave of `order` 1 or 2, over its amplitude. */
double wave_neglected(int order, double k, double depth, double height);

/* Ursell's number, height length^2 / depth^3. */
double wave_ursell(double k, double depth, double height);

/* A solitary wave, height sech^2(number (x - celerity t)): 1/m, m/s, and the paddle's stroke, m. */
void solitary_shape(const struct waves *w, double *number, double *celerity, double *stroke);

/* Finds the sines of a paddle's motion, except for solitary waves. STATUS_FAILED without memory; freed with
 * waves_free. */
int waves_prepare(struct waves *w, enum paddle_kind paddle, double hinge);
void waves_free(struct waves *w);

/* The paddle's displacement at the still surface, m, with two derivatives, at a time since it began. */
void waves_paddle(const struct waves *w, double time, double out[3]);

/* The elevation, m, that the waves of a paddle that absorbs should have at waves.before, with the paddle
 * `place` m from its start: linear theory, for regular waves with Stokes' second order. */
double waves_surface(const struct waves *w, double time, double place);

/* The velocity under waves that are not solitary, as a number of sines, and sine i: linear theory, for
 * regular waves of order 2 with Stokes' second order. */
size_t waves_flow_count(const struct waves *w);
struct wave_flow waves_flow(const struct waves *w, size_t i);

/* The return current against the waves, m/s, that cancels their mass transport (Stokes drift). */
double waves_return(const struct waves *w);

/* An upper bound of the paddle's displacement, m. */
double waves_reach(const struct waves *w);

#endif
