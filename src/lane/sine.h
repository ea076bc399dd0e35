/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_SINE_H
#define LANE_SINE_H
/* Sine and cosine from operations that are exact to the last digit everywhere; those of mathematics libraries
 * differ between machines. For initial states: in double, one value at a time. */

/* sin(2 pi turns) for |turns| < 2^51, to 4e-16: folded to a quarter turn, then Taylor's series, whose first
 * term left out is below 2e-18 there. */
static inline double sine_of_turns(double turns) {
  double whole = (double)(long long)turns, t = turns - whole; /* both exact; |t| < 1 */
  if (t > 0.5) t -= 1.0;
  if (t < -0.5) t += 1.0;
  if (t > 0.25) t = 0.5 - t;
  if (t < -0.25) t = -0.5 - t;
  const double x = 6.283185307179586 * t, x2 = x * x;
  double series = 1.0;
  for (int n = 22; n >= 2; n -= 2) series = 1.0 - x2 / (double)(n * (n + 1)) * series;
  return x * series;
}

static inline double cosine_of_turns(double turns) {
  return sine_of_turns(turns + 0.25);
}

#endif
