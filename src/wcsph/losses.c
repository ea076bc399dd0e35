/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/losses.h"

#include <math.h>
#include <stdio.h>

#include "util/error.h"
#include "wcsph/openings/openings.h"

/* Fluid that has passed a face, or that particle_break marked where it broke a limit. What open boundaries
 * mark stands inside of the domain too, but is dropped at once, by a list of its own. */
static bool has_left(const struct wcsph_state *s, enum row_kind kind, const struct position *x, uint64_t id,
                     uint64_t unused) {
  (void)id, (void)unused;
  if (kind != KIND_FLUID) return false;
  return x->mark == MARK_GONE || (x->mark == MARK_NONE && state_locate(s, x) != INSIDE);
}

/* Counts what is about to be dropped above the top of the domain. */
static int note_spray(struct wcsph_run *r) {
  struct sweep_given given = {.body = -1};
  struct sweep_found found = {{0}};
  bool falls = false;
  for (int a = 0; a < r->config->dimensions; a++) {
    const double g = r->config->gravity[a];
    given.quanta[a] = g > 0.0 ? r->state.fluid_low[a] : r->state.fluid_high[a];
    given.value[a] = g > 0.0 ? -1.0f : g < 0.0 ? 1.0f : 0.0f;
    falls |= g != 0.0;
  }
  if (falls) TRY(wcsph_sweep(r->backend, r->self, SWEEP_spray, &given, &found));
  r->over += (uint64_t)found.sums[0];
  return STATUS_OK;
}

int losses_note(struct wcsph_run *r) {
  if (r->motion.left == LEFT_NONE || !r->listed) return STATUS_OK;
  TRY(note_spray(r));
  if (!isnan(r->lost.time)) return STATUS_OK;
  struct position x = {0};
  enum row_kind kind;
  bool found;
  TRY(wcsph_run_find(r, has_left, 0, &x, &kind, &found));
  r->lost.time = r->time;
  const uint32_t at[3] = {x.x, x.y, x.z};
  for (int a = 0; a < 3; a++) r->lost.at[a] = found ? state_coordinate(&r->state, at[a], a) : NAN;
  return STATUS_OK;
}

static uint64_t all_fluid(const struct wcsph_run *r) {
  uint64_t all = r->left + state_count(&r->state, KIND_FLUID);
  for (size_t k = 0; k < r->config->opening_count; k++) all += openings_logged(r, k).out;
  return all;
}

static double share_of(const struct wcsph_run *r, uint64_t count) {
  const uint64_t all = all_fluid(r);
  return all ? (double)count / (double)all : 0.0;
}

double losses_share(const struct wcsph_run *r) {
  return share_of(r, r->left);
}

bool losses_ended(const struct wcsph_run *r) {
  return (double)state_count(&r->state, KIND_FLUID) < r->config->limits.least_fluid * (double)r->begun;
}

int losses_judge(struct wcsph_run *r) {
  const struct case_limits *limits = &r->config->limits;
  const bool spray = share_of(r, r->over) > limits->spray;
  const uint64_t count = spray ? r->over : r->left - r->over;
  const double allowed = spray ? limits->spray : limits->lost, share = share_of(r, count);
  char where[96] = "";
  if (!(share > allowed)) return STATUS_OK;
  if (!isnan(r->lost.at[0]))
    snprintf(where, sizeof where, " at (%.6g, %.6g, %.6g) m", r->lost.at[0], r->lost.at[1], r->lost.at[2]);
  snprintf(
      r->diverged, sizeof r->diverged,
      "at t = %.9g s, step %llu, %.3g %% of the fluid is lost%s (%llu of %llu particles), the first that "
      "left at t = %.6g s%s; limits.%s allows %.3g %%",
      r->time, (unsigned long long)r->step, 100.0 * share,
      spray ? " over the top of the domain, which may be made higher" : "", (unsigned long long)count,
      (unsigned long long)all_fluid(r), r->lost.time, where, spray ? "spray" : "lost", 100.0 * allowed);
  return error_set(STATUS_DIVERGED, "%s", r->diverged);
}
