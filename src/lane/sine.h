/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_SINE_H
#define LANE_SINE_H
/* Sine and cosine from operations that are exact to the last digit everywhere; those of mathematics libraries
 * differ between machines. For initial states and poses: in double, one value at a time. */

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

/* The turns t, -1/2 to 1/2, of which cos(2 pi t) and sin(2 pi t) are c and s, c^2 + s^2 = 1, to 2e-16: from
 * the nearest quarter, the sine of what is missing is added, which leaves a sixth of its cube. */
static inline double turns_of(double c, double s) {
  const double size_c = c < 0.0 ? -c : c, size_s = s < 0.0 ? -s : s;
  double t = size_s <= size_c ? (c < 0.0 ? 0.5 : 0.0) : 0.25;
  if (s < 0.0) t = -t;
  for (int k = 0; k < 5; k++) t += (s * cosine_of_turns(t) - c * sine_of_turns(t)) / 6.283185307179586;
  return t;
}

#endif
