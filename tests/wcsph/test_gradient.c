/* SPDX-License-Identifier: BSD-3-Clause */
/* The renormalised gradient, and Antuono's density diffusion over it, among particles that stand anyhow. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "law.h"
#include "wcsph/passes/antuono.h"
#include "wcsph/passes/gradient.h"
#include "wcsph/scalar.h"

enum { SIDE = 10, MOST = SIDE * SIDE * SIDE };

/* A block of fluid, with free surfaces all around. */
struct block {
  struct wcsph_law law;
  int count;
  float x[MOST][3]; /* m */
  struct pair_side side[MOST];
  float gradient[MOST][4], molteni[MOST],
      rate[MOST];    /* d(rho/rho0)/dt of diffusion: of forces, with the pass */
  double size[MOST]; /* what its terms come to without their signs */
};

static float uniform(float low, float high) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return low + (high - low) * (float)(state >> 40) * 0x1p-24f;
}

/* On a lattice, each up to a fifth of its spacing off; in 2-D one layer of it. */
static void fill(struct block *b, int dimensions, double dp) {
  char *const flat[] = {"density_diffusion={model: antuono, delta: 0.1}", "dp=0.04", NULL};
  b->law = law_of_case(flat);
  b->count = 0;
  b->law.dimensions = dimensions;
  const double ratio = (double)b->law.h / 0.04, h = ratio * dp;
  const struct kernel_row *kernel = &kernel_rows[b->law.kernel];
  const double norm = dimensions == 2 ? kernel->norm_2d : kernel->norm_3d;
  b->law.h = (float)h, b->law.inv_h = (float)(1.0 / h), b->law.support = (float)(kernel->radius * h);
  b->law.vf_factor = (float)(pow(dp / h, dimensions) * kernel->f_scale * norm / (h * h));
  for (int i = 0; i < SIDE * SIDE * (dimensions == 3 ? SIDE : 1); i++, b->count++)
    for (int a = 0; a < 3; a++) {
      const int site = a == 0 ? i % SIDE : a == 1 ? i / SIDE % SIDE : i / SIDE / SIDE;
      b->x[i][a] = a < dimensions ? (float)dp * ((float)site + uniform(-0.2f, 0.2f)) : 0.0f;
    }
}

/* Both passes and what the forces have of it, every pair of particles. */
static void sum(struct block *b) {
  const struct wcsph_law *law = &b->law;
  struct wcsph_law still = *law;
  still.diffusion = DIFFUSION_NONE;
  for (int i = 0; i < b->count; i++) {
    struct sum sums[gradient_SUMS] = {0};
    float values[gradient_SUMS];
    for (int j = 0; j < b->count; j++) {
      if (j == i) continue;
      struct pass_terms terms;
      const struct pair_gap gap = gradient_measure(law, b->x[i][0] - b->x[j][0], b->x[i][1] - b->x[j][1],
                                                   b->x[i][2] - b->x[j][2], &b->side[i], &b->side[j]);
      gradient_pair(law, PAIR_FLUID_FLUID, &gap, &b->side[i], &b->side[j], NULL, NULL, &terms);
      for (int k = 0; k < gradient_SUMS; k++) sum_add(&sums[k], terms.i[k], law->summation);
    }
    for (int k = 0; k < gradient_SUMS; k++)
      values[k] = sum_value(&sums[k], gradient_quanta(law, k), law->summation);
    gradient_finish(law, true, &b->side[i], values, b->gradient[i]);
  }
  for (int i = 0; i < b->count; i++) {
    double molteni = 0.0, correction = 0.0;
    b->size[i] = 0.0;
    for (int j = 0; j < b->count; j++) {
      if (j == i) continue;
      struct pass_terms terms;
      const float s = law->inv_h, dx = (b->x[i][0] - b->x[j][0]) * s, dy = (b->x[i][1] - b->x[j][1]) * s,
                  dz = (b->x[i][2] - b->x[j][2]) * s;
      const struct pair_gap gap = antuono_measure(law, dx, dy, dz, &b->side[i], &b->side[j]);
      antuono_pair(law, PAIR_FLUID_FLUID, &gap, &b->side[i], &b->side[j], b->gradient[i], b->gradient[j],
                   &terms);
      const double flow =
          (double)pair_interact(law, PAIR_FLUID_FLUID, dx, dy, dz, &b->side[i], &b->side[j]).rate_i -
          (double)pair_interact(&still, PAIR_FLUID_FLUID, dx, dy, dz, &b->side[i], &b->side[j]).rate_i;
      molteni += flow, correction += (double)terms.i[0];
      b->size[i] += fabs(flow) * fabs((double)law->unit_rate);
    }
    const float sums[1] = {(float)correction};
    float out[4] = {0.0f, 0.0f, 0.0f, (float)molteni * law->unit_rate};
    b->molteni[i] = out[3];
    antuono_finish(law, true, &b->side[i], sums, out);
    b->rate[i] = out[3];
  }
}

static struct block block;

/* Of a linear field the gradient is exact, also at faces, edges and corners, and nothing diffuses. */
static void a_linear_field_stays(void **state) {
  (void)state;
  const double slope[3] = {0.3, 0.7, 0.4};
  for (int dimensions = 2; dimensions <= 3; dimensions++) {
    fill(&block, dimensions, 0.01);
    for (int i = 0; i < block.count; i++) {
      double d = 0.01;
      for (int a = 0; a < dimensions; a++) d += slope[a] * (double)block.x[i][a];
      block.side[i] = (struct pair_side){.d = (float)d};
    }
    sum(&block);
    for (int i = 0; i < block.count; i++) {
      for (int a = 0; a < dimensions; a++) assert_true(fabs((double)block.gradient[i][a] - slope[a]) < 1e-5);
      assert_true(fabs((double)block.rate[i]) < 3e-5 * block.size[i]);
    }
    assert_true(fabs((double)block.molteni[0]) > 0.5 * block.size[0]); /* a corner, to which all flows */
  }
}

/* What is not linear diffuses: from a particle that is denser than all others, as Molteni and Colagrossi have
 * it. */
static void a_peak_diffuses(void **state) {
  (void)state;
  for (int dimensions = 2; dimensions <= 3; dimensions++) {
    fill(&block, dimensions, 0.01);
    const int middle = SIDE / 2 + SIDE * (SIDE / 2) + (dimensions == 3 ? SIDE * SIDE * (SIDE / 2) : 0);
    for (int i = 0; i < block.count; i++) block.side[i] = (struct pair_side){.d = i == middle ? 0.01f : 0.0f};
    sum(&block);
    assert_true(block.molteni[middle] < 0.0f);
    assert_true(fabsf(block.rate[middle] / block.molteni[middle] - 1.0f) < 0.2f);
  }
}

/* Among so few or so flat that they do not tell, it is zero and finite. */
static void a_line_has_no_gradient(void **state) {
  (void)state;
  fill(&block, 3, 0.01);
  block.count = SIDE; /* one row of the lattice */
  for (int i = 0; i < SIDE; i++) {
    block.x[i][1] = block.x[i][2] = 0.0f;
    block.side[i] = (struct pair_side){.d = 0.001f * (float)i};
  }
  sum(&block);
  for (int i = 0; i < SIDE; i++) {
    for (int a = 0; a < 3; a++) assert_true(block.gradient[i][a] == 0.0f);
    assert_true(block.rate[i] == block.molteni[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_linear_field_stays),
      cmocka_unit_test(a_peak_diffuses),
      cmocka_unit_test(a_line_has_no_gradient),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
