/* SPDX-License-Identifier: BSD-3-Clause */
/* Energies and virials against what NIST and LAMMPS publish. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "pairwise/particle.h"
#include "registry/backends.h"
#include "trial.h"

static const char nist[] =
    "method: pairwise\n"
    "particles: {from: file, file: " SOURCE_DIR "/cases/lj-nist/lj_sample_config_periodic1.txt}\n"
    "pairwise: {cutoff: 3}\n"
    "end: 0\n";

static void near(const char *what, double found, double expected, double relative) {
  if (!(fabs(found - expected) <= relative * fabs(expected)))
    fail_msg("%s: %.13g instead of %.13g, to %g", what, found, expected, relative);
}

/* The laws in single precision over every pair, added up in quanta. */
static void single_totals(const struct trial *t, double *energy, double *virial) {
  const struct pairwise_source *s = &t->source;
  struct pairwise_law law;
  int64_t sums[2] = {0, 0};
  pairwise_law_derive(&law, &t->settings);
  for (size_t i = 0; i < s->count; i++)
    for (size_t j = i + 1; j < s->count; j++) {
      float d[3];
      for (int a = 0; a < 3; a++) {
        const double length = s->high[a] - s->low[a];
        const double apart = s->position[i][a] - s->position[j][a];
        d[a] = (float)(apart - length * rint(apart / length));
      }
      const float r2 = (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2];
      sums[0] += lane_round(sum_term(pairwise_energy_lane(&law, r2), PAIRWISE_FORCE_SCALE, SUM_FIXED));
      sums[1] += lane_round(sum_term(pairwise_force_lane(&law, r2) * r2, PAIRWISE_FORCE_SCALE, SUM_FIXED));
    }
  *energy = (double)sums[0] / (double)PAIRWISE_FORCE_SCALE;
  *virial = (double)sums[1] / (double)PAIRWISE_FORCE_SCALE;
}

/* One row of the table: 1e-12 in double precision, 1e-6 in single, and to the five digits that NIST prints.
 */
static void check_row(const char *row) {
  int number, count;
  double length, cutoff, u5, w5, tail5, u, w, tail_sum;
  char scheme[8], file[300], cut[64];
  struct trial t = {0};
  struct pairwise_totals totals;
  assert_int_equal(sscanf(row, "%d,%d,%lf,%7[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf", &number, &count, &length,
                          scheme, &cutoff, &u5, &w5, &tail5, &u, &w, &tail_sum),
                   11);
  snprintf(file, sizeof file, "particles.file=%s/cases/lj-nist/lj_sample_config_periodic%d.txt", SOURCE_DIR,
           number);
  snprintf(cut, sizeof cut, "pairwise.cutoff=%g", cutoff);
  char *overrides[] = {file, cut,
                       strcmp(scheme, "LFS") == 0 ? "pairwise.truncation=force-shifted"
                                                  : "pairwise.truncation=truncated",
                       NULL};
  trial_read(&t, nist, overrides);
  assert_int_equal(t.source.count, count);
  assert_int_equal(pairwise_configuration_totals(&totals, trial_settings(&t), &t.source), STATUS_OK);
  near("energy", totals.potential, u, 1e-12);
  near("virial", totals.virial, w, 1e-12);
  near("published energy", totals.potential, u5, 2e-5);
  near("published virial", totals.virial, w5, 2e-5);
  near("tail", pairwise_tail(trial_settings(&t), count, length * length * length).energy, tail_sum, 1e-8);
  single_totals(&t, &u5, &w5);
  near("energy in single precision", u5, u, 1e-6);
  near("virial in single precision", w5, w, 1e-6);
  trial_close(&t);
}

static void reference_configurations(void **state) {
  (void)state;
  char line[400];
  int rows = 0;
  FILE *f = fopen(SOURCE_DIR "/cases/lj-nist/reference.csv", "r");
  assert_non_null(f);
  while (fgets(line, sizeof line, f)) {
    if (line[0] < '0' || line[0] > '9') continue;
    check_row(line);
    rows++;
  }
  fclose(f);
  assert_int_equal(rows, 6);
}

/* LAMMPS, bench/in.lj, log.6Oct16.lj.fixed.icc.1: E_pair -6.7733681 and Press -5.0197073 at T = 1.44. */
static void melt(void **state) {
  (void)state;
  static const char text[] =
      "method: pairwise\n"
      "particles: {from: fcc, cells: [20, 20, 20], density: 0.8442, temperature: 1.44}\n"
      "pairwise: {cutoff: 2.5}\n"
      "end: 0\n";
  struct trial t = {0};
  struct pairwise_totals totals;
  trial_open(&t, text, NULL, pairwise_backends[0]->name, NULL);
  totals = trial_totals(&t);
  const double volume = 32000 / 0.8442, kinetic = 1.5 * 31999 * 1.44;
  near("energy of a pair", totals.potential / 32000, -6.7733681, 7.5e-9);
  near("kinetic energy", totals.kinetic, kinetic, 1e-12);
  near("pressure", (2 * kinetic + totals.virial) / (3 * volume), -5.0197073, 1e-8);
  assert_true(totals.momentum == 0.0);
  trial_close(&t);
}

/* F = -(1/r) dU/dr, and what is shifted ends at 0. */
static void laws(void **state) {
  (void)state;
  static const char *const forms[][3] = {
      {"pairwise.potential=lennard-jones", "pairwise.truncation=truncated", "pairwise.softening=0"},
      {"pairwise.potential=lennard-jones", "pairwise.truncation=shifted", "pairwise.softening=0.3"},
      {"pairwise.potential=lennard-jones", "pairwise.truncation=force-shifted", "pairwise.softening=0"},
      {"pairwise.potential=lennard-jones", "pairwise.truncation=force-shifted", "pairwise.softening=0.4"},
      {"pairwise.potential=low-flop", NULL, NULL},
      {"pairwise.potential=high-flop", "pairwise.softening=0.2", NULL}};
  for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
    struct trial t = {0};
    struct pairwise_law law;
    char *overrides[] = {(char *)(uintptr_t)forms[f][0], (char *)(uintptr_t)forms[f][1],
                         (char *)(uintptr_t)forms[f][2], NULL};
    trial_read(&t, nist, overrides);
    pairwise_law_derive(&law, trial_settings(&t));
    for (double r = 0.8; r < 2.99; r += 0.07) {
      const double h = 1e-5, high = (r + h) * (r + h), low = (r - h) * (r - h);
      const double slope = (pairwise_energy_double(&law, high) - pairwise_energy_double(&law, low)) / (2 * h);
      const double force = pairwise_force_double(&law, r * r) * r,
                   single = (double)pairwise_force_lane(&law, (float)(r * r));
      if (fabs(slope + force) > 1e-7 * (1 + fabs(force)))
        fail_msg("law %zu at %g: %g and %g", f, r, force, -slope);
      if (fabs(single * r - force) > 3e-6 * (1 + fabs(force))) fail_msg("law %zu at %g in single", f, r);
    }
    const double end = 9.0 * (1 - 1e-12);
    if (law.truncation != TRUNCATION_PLAIN) assert_true(fabs(pairwise_energy_double(&law, end)) < 1e-10);
    if (law.truncation == TRUNCATION_FORCE_SHIFTED)
      assert_true(fabs(pairwise_force_double(&law, end)) < 1e-10);
    assert_true(pairwise_force_double(&law, 9.0) == 0.0 && pairwise_energy_double(&law, 9.0) == 0.0);
    assert_true(pairwise_force_lane(&law, 0.0f) == 0.0f);
    trial_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(reference_configurations), cmocka_unit_test(melt),
                                     cmocka_unit_test(laws)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
