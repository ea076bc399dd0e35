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

int losses_note(struct wcsph_run *r) {
  if (!isnan(r->lost.time) || r->motion.left == LEFT_NONE || !r->listed) return STATUS_OK;
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

double losses_share(const struct wcsph_run *r) {
  const uint64_t all = all_fluid(r);
  return all ? (double)r->left / (double)all : 0.0;
}

bool losses_ended(const struct wcsph_run *r) {
  return (double)state_count(&r->state, KIND_FLUID) < r->config->limits.least_fluid * (double)r->begun;
}

/* Whether the first to leave flew up and out of the domain. */
static bool flew_over(const struct wcsph_run *r) {
  for (int a = 0; a < 3; a++) {
    const double g = r->config->gravity[a], at = r->lost.at[a];
    if ((g < 0.0 && at > r->config->domain.high[a]) || (g > 0.0 && at < r->config->domain.low[a]))
      return true;
  }
  return false;
}

int losses_judge(struct wcsph_run *r) {
  const double allowed = r->config->limits.lost, share = losses_share(r);
  char where[96] = "";
  if (!(share > allowed)) return STATUS_OK;
  if (!isnan(r->lost.at[0]))
    snprintf(where, sizeof where, " at (%.6g, %.6g, %.6g) m", r->lost.at[0], r->lost.at[1], r->lost.at[2]);
  snprintf(
      r->diverged, sizeof r->diverged,
      "at t = %.9g s, step %llu, %.3g %% of the fluid is lost (%llu of %llu particles), the first at t = "
      "%.6g s%s%s; limits.lost allows %.3g %%",
      r->time, (unsigned long long)r->step, 100.0 * share, (unsigned long long)r->left,
      (unsigned long long)all_fluid(r), r->lost.time, where,
      flew_over(r) ? ", over the top of the domain, which may be made higher" : "", 100.0 * allowed);
  return error_set(STATUS_DIVERGED, "%s", r->diverged);
}
