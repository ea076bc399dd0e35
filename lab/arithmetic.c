/* SPDX-License-Identifier: BSD-3-Clause */
/* Paper 000, sections 5.1 to 5.3: what a polynomial, a term of a sum and the norm of a vector cost in each
 * way, and how far off they are. Scalar code on one thread. */
#include <math.h>
#include <stdlib.h>

#include "lab/sheet.h"
#include "lane/scalar.h"
#include "lane/sum.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"

enum { TERMS = 1 << 16, REPEATS = 20 };

/* A double as two floats that do not overlap (Dekker 1971). */
struct double_float {
  float high, low;
};

static struct double_float double_float_add(struct double_float s, float term) {
  float sum = s.high, rest = -s.low; /* SUM_KEEPING takes what the sum has too much */
  SUM_KEEPING(sum, rest, term);
  const float high = sum - rest; /* made not to overlap again */
  return (struct double_float){high, (sum - high) - rest};
}

static double sum_as(const float *terms, enum summation mode, float scale) {
  struct sum s = {0};
  for (int k = 0; k < TERMS; k++) sum_add(&s, sum_term(terms[k], scale, mode), mode);
  return (double)sum_value(&s, scale, mode);
}

static const float quanta = 0x1p40f; /* of fixed sums */
static double sum_plain(const float *t) {
  return sum_as(t, SUM_PLAIN, 1.0f);
}
static double sum_kahan(const float *t) {
  return sum_as(t, SUM_KAHAN, 1.0f);
}
static double sum_neumaier(const float *t) {
  return sum_as(t, SUM_NEUMAIER, 1.0f);
}
static double sum_double(const float *t) {
  return sum_as(t, SUM_DOUBLE, 1.0f);
}
static double sum_fixed(const float *t) {
  return sum_as(t, SUM_FIXED, quanta);
}
static double sum_double_float(const float *t) {
  struct double_float s = {0};
  for (int k = 0; k < TERMS; k++) s = double_float_add(s, t[k]);
  return (double)s.high + (double)s.low;
}
/* KBN as the paper prints it (listing 6): with a branch, and with a choice of two values. */
static double sum_branch(const float *t) {
  float s = 0.0f, rest = 0.0f;
  for (int k = 0; k < TERMS; k++) {
    const float sum = s + t[k];
    if (fabsf(s) >= fabsf(t[k]))
      rest += (s - sum) + t[k];
    else
      rest += (t[k] - sum) + s;
    s = sum;
  }
  return (double)(s + rest);
}
static double sum_select(const float *t) {
  float s = 0.0f, rest = 0.0f;
  for (int k = 0; k < TERMS; k++) {
    const float sum = s + t[k];
    const bool larger = fabsf(s) >= fabsf(t[k]);
    const float high = larger ? s : t[k], low = larger ? t[k] : s;
    rest += (high - sum) + low;
    s = sum;
  }
  return (double)(s + rest);
}
static double sum_exact(const float *t) {
  long double s = 0; /* 64 bits of mantissa hold 2^16 floats of one size */
  for (int k = 0; k < TERMS; k++) s += (long double)t[k];
  return (double)s;
}

/* A polynomial by powers of x, each made anew, and from the innermost term outwards (Horner): the series of
 * the exponential function, up to x^7. */
enum { DEGREE = 7 };
static const float coefficients[DEGREE + 1] = {1.0f,      1.0f,       1.0f / 2,   1.0f / 6,
                                               1.0f / 24, 1.0f / 120, 1.0f / 720, 1.0f / 5040};
static float poly_powers(float x) {
  float s = coefficients[0];
  for (int k = 1; k <= DEGREE; k++) {
    float power = x;
    for (int i = 1; i < k; i++) power *= x;
    s += coefficients[k] * power;
  }
  return s;
}
static float poly_horner(float x) {
  float s = coefficients[DEGREE];
  for (int k = DEGREE - 1; k >= 0; k--) s = s * x + coefficients[k];
  return s;
}
static double poly_exact(float x) {
  double s = (double)coefficients[DEGREE];
  for (int k = DEGREE - 1; k >= 0; k--) s = s * (double)x + (double)coefficients[k];
  return s;
}

/* Sums of squares of three, and its root. Scaled by the largest, nothing overflows or vanishes. */
static float norm_plain(const float *v) {
  return lane_sqrt((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]);
}
static float norm_scaled(const float *v) {
  const float most = fmaxf(fabsf(v[0]), fmaxf(fabsf(v[1]), fabsf(v[2])));
  if (!(most > 0.0f)) return 0.0f;
  const float q[3] = {v[0] / most, v[1] / most, v[2] / most};
  return most * lane_sqrt((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]);
}
static float norm_hypot(const float *v) {
  return hypotf(hypotf(v[0], v[1]), v[2]);
}
static double norm_exact(const float *v) {
  return sqrt(((double)v[0] * (double)v[0] + (double)v[1] * (double)v[1]) + (double)v[2] * (double)v[2]);
}
static float norm_double(const float *v) {
  return (float)norm_exact(v);
}

static const struct {
  const char *name;
  double (*sum)(const float *terms);
  const char *published;
  double over; /* published, over plain; 0: none */
} sums[] = {{"sum, plain", sum_plain, "error n epsilon", 1},
            {"sum, kahan", sum_kahan, "4 operations for 1", 4},
            {"sum, neumaier", sum_neumaier, "", 0},
            {"sum, kbn by branch", sum_branch, "", 0},
            {"sum, kbn by select", sum_select, "only where branches cost", 0},
            {"sum, double-float", sum_double_float, "", 0},
            {"sum, double", sum_double, "half of kahan's", 2},
            {"sum, fixed", sum_fixed, "", 0}};
static const struct {
  const char *name;
  float (*norm)(const float *v);
  const char *published;
  double over;
} norms[] = {{"norm, plain", norm_plain, "", 1},
             {"norm, scaled", norm_scaled, "up to 100 times", 100},
             {"norm, hypot", norm_hypot, "up to 100 times", 100},
             {"norm, double", norm_double, "", 0}};
static const struct {
  const char *name;
  float (*value)(float x);
  const char *published;
} polynomials[] = {{"polynomial, powers", poly_powers, ""},
                   {"polynomial, Horner", poly_horner, "fastest, most accurate"}};

static const struct sheet_column columns[] = {{"way", "", NULL, 0},
                                              {"nanoseconds", "ns", "%.3f", 0},
                                              {"over_plain", "over plain", "%.2f", 0},
                                              {"error", "error", "%.1e", 0},
                                              {"error_small", "of 1e-25", "%.1e", 0},
                                              {"error_large", "of 1e25", "%.1e", 0},
                                              {"published", "published", NULL, 0},
                                              {0}};

/* Numbers from 0 to 1 without a pattern (Weyl's sequence). */
static void fill_arithmetic(float *x, int count, float size) {
  uint32_t word = 0;
  for (int k = 0; k < count; k++) x[k] = size * 0x1p-32f * (float)(word += 0x9E3779B9u);
}

static volatile double keep; /* so that nothing is left out */

static int climb_sums(const struct ladder_request *q, float *x) {
  double plain = 0.0;
  fill_arithmetic(x, TERMS, 1.0f);
  const double exact = sum_exact(x);
  for (size_t w = 0; w < sizeof sums / sizeof *sums; w++) {
    double least = INFINITY, found = 0.0;
    for (int k = 0; k < REPEATS; k++) {
      const double began = clock_now();
      keep = found = sums[w].sum(x);
      least = fmin(least, (clock_now() - began) / TERMS);
    }
    if (w == 0) plain = least;
    json_t *row =
        json_pack("{s:s, s:f, s:f, s:f, s:s}", "way", sums[w].name, "nanoseconds", 1e9 * least, "over_plain",
                  least / plain, "error", fabs(found - exact) / exact, "published", sums[w].published);
    if (row && sums[w].over > 0.0) json_object_set_new(row, "published_over_plain", json_real(sums[w].over));
    TRY(sheet_add(q, columns, row));
  }
  return STATUS_OK;
}

/* The largest error of one, relative; one that overflows is wrong by 1. */
static double norm_error(float (*norm)(const float *v), float *x, float size) {
  double most = 0.0;
  fill_arithmetic(x, 3 * TERMS, size);
  for (int k = 0; k < TERMS; k++) {
    const double exact = norm_exact(&x[3 * k]), error = fabs((double)norm(&x[3 * k]) - exact) / exact;
    most = fmax(most, error < 1.0 ? error : 1.0);
  }
  return most;
}

static int climb_norms(const struct ladder_request *q, float *x) {
  double plain = 0.0;
  for (size_t w = 0; w < sizeof norms / sizeof *norms; w++) {
    const double ordinary = norm_error(norms[w].norm, x, 1.0f), small = norm_error(norms[w].norm, x, 1e-25f),
                 large = norm_error(norms[w].norm, x, 1e25f);
    double least = INFINITY;
    fill_arithmetic(x, 3 * TERMS, 1.0f);
    for (int k = 0; k < REPEATS; k++) {
      const double began = clock_now();
      float all = 0.0f;
      for (int i = 0; i < TERMS; i++) all += norms[w].norm(&x[3 * i]);
      keep = (double)all;
      least = fmin(least, (clock_now() - began) / TERMS);
    }
    if (w == 0) plain = least;
    json_t *row = json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:s}", "way", norms[w].name, "nanoseconds",
                            1e9 * least, "over_plain", least / plain, "error", ordinary, "error_small", small,
                            "error_large", large, "published", norms[w].published);
    if (row && norms[w].over > 0.0)
      json_object_set_new(row, "published_over_plain", json_real(norms[w].over));
    TRY(sheet_add(q, columns, row));
  }
  return STATUS_OK;
}

static int climb_polynomials(const struct ladder_request *q, float *x) {
  double plain = 0.0;
  fill_arithmetic(x, TERMS, 1.0f);
  for (size_t w = 0; w < sizeof polynomials / sizeof *polynomials; w++) {
    double least = INFINITY, squares = 0.0;
    for (int k = 0; k < REPEATS; k++) {
      const double began = clock_now();
      float all = 0.0f;
      for (int i = 0; i < TERMS; i++) all += polynomials[w].value(x[i]);
      keep = (double)all;
      least = fmin(least, (clock_now() - began) / TERMS);
    }
    for (int i = 0; i < TERMS; i++) {
      const double error = (double)polynomials[w].value(x[i]) / poly_exact(x[i]) - 1.0;
      squares += error * error;
    }
    if (w == 0) plain = least;
    TRY(sheet_add(q, columns,
                  json_pack("{s:s, s:f, s:f, s:f, s:s}", "way", polynomials[w].name, "nanoseconds",
                            1e9 * least, "over_plain", least / plain, "error", sqrt(squares / TERMS),
                            "published", polynomials[w].published)));
  }
  return STATUS_OK;
}

int arithmetic_climb(const struct ladder_request *q) {
  TRY(sheet_needs(q, "cpu"));
  float *x = malloc(3 * TERMS * sizeof *x);
  CHECK(x, STATUS_FAILED, "no memory");
  if (q->prints)
    log_say("Paper 000, sections 5.1 to 5.3: sums of %d terms, norms of 3 numbers, polynomials; scalar loops "
            "on one "
            "thread",
            TERMS);
  sheet_head(q, columns);
  int status = climb_sums(q, x);
  if (status == STATUS_OK) status = climb_norms(q, x);
  if (status == STATUS_OK) status = climb_polynomials(q, x);
  free(x);
  return status;
}
