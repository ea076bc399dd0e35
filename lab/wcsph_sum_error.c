/* SPDX-License-Identifier: BSD-3-Clause */
#include "lab/wcsph_sum_error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "registry/backends.h"
#include "util/error.h"

/* The rates of the run's particles, as they are sorted now, by the reference with fixed sums. The judge keeps
 * the order: no particle left, or it finds neighbours where they were when it last did (`listed`). */
static int exact_rates(struct wcsph_run *r, struct vec4 *rates, bool listed) {
  const struct wcsph_backend *judge = wcsph_backend_find("reference");
  struct wcsph_law law = r->law;
  struct wcsph_limits limits;
  void *self;
  law.summation = SUM_FIXED;
  TRY(judge->open(&self, &r->state, &law, &(struct execution_options){0}));
  int status = wcsph_rebuild(judge, self, listed);
  if (status == STATUS_OK) status = wcsph_forces(judge, self, &limits);
  judge->close(self);
  r->listed = false; /* the judge has changed what the backend keeps of its list */
  memcpy(rates, r->state.rate, r->state.count * sizeof *rates);
  return status;
}

/* The wrong ones against the right ones, of fluid. */
static struct sum_error difference(const struct wcsph_run *r, const struct vec4 *found,
                                   const struct vec4 *exact) {
  const struct wcsph_state *s = &r->state;
  double squares = 0.0, errors = 0.0, largest = 0.0;
  const struct range fluid = state_range(s, KIND_FLUID);
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    const float *a = &found[i].x, *b = &exact[i].x;
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
      const double rate = (double)b[k] - (double)r->law.gravity[k], wrong = (double)a[k] - (double)b[k];
      squares += rate * rate;
      square += wrong * wrong;
    }
    errors += square;
    largest = fmax(largest, square);
  }
  const double n = (double)state_count(s, KIND_FLUID), scale = sqrt(squares / n);
  return (struct sum_error){true, sqrt(errors / n) / scale, sqrt(largest) / scale};
}

static int fetch_all(struct wcsph_run *r) {
  return wcsph_fetch(r->backend, r->self, BUFFER_POSITION | BUFFER_VELOCITY | BUFFER_RATE);
}

int sum_error_find(struct sum_error *error, struct wcsph_run *r) {
  const struct wcsph_state *s = &r->state;
  struct wcsph_limits limits;
  TRY(wcsph_run_rebuild(r));
  TRY(wcsph_forces(r->backend, r->self, &limits));
  TRY(fetch_all(r));
  struct vec4 *found = malloc(2 * s->count * sizeof *found);
  CHECK(found, STATUS_FAILED, "no memory");
  struct vec4 *exact = found + s->count;
  memcpy(found, s->rate, s->count * sizeof *found);
  int status = exact_rates(r, exact, false);
  if (status == STATUS_OK) *error = difference(r, found, exact);
  free(found);
  return status;
}

const struct position_form position_forms[POSITION_FORMS] = {
    {"floats of cells", true, 0.0},       {"floats, at the origin", false, 0.0},
    {"floats, 10 m away", false, 10.0},   {"floats, 100 m away", false, 100.0},
    {"floats, 1 km away", false, 1000.0},
};

/* The whole number nearest to a coordinate that was rounded to a float. */
static uint32_t rounded(const struct wcsph_run *r, const struct position_form *form, uint32_t quanta,
                        int axis) {
  const struct wcsph_state *s = &r->state;
  const double side = (double)r->law.support, x = state_coordinate(s, quanta, axis);
  const double base = form->relative ? (floor(x / side) + 0.5) * side : -form->distance;
  const double error = (double)(float)(x - base) - (x - base);
  return quanta + (uint32_t)(int64_t)llrint(error / s->quantum[axis]);
}

void position_round(struct wcsph_run *r, const struct position_form *form) {
  struct wcsph_state *s = &r->state;
  for (uint32_t i = 0; i < s->count; i++) {
    struct position *p = &s->pos[i];
    p->x = rounded(r, form, p->x, 0), p->y = rounded(r, form, p->y, 1);
    if (r->law.dimensions == 3) p->z = rounded(r, form, p->z, 2);
  }
}

int position_error_find(struct sum_error *error, struct wcsph_run *r, const struct position_form *form) {
  struct wcsph_state *s = &r->state;
  TRY(fetch_all(r));
  struct vec4 *found = malloc(2 * s->count * sizeof *found);
  struct position *kept = malloc(s->count * sizeof *kept);
  int status = found && kept ? STATUS_OK : error_set(STATUS_FAILED, "no memory");
  if (status == STATUS_OK) status = exact_rates(r, found + s->count, false);
  if (status == STATUS_OK) {
    memcpy(kept, s->pos, s->count * sizeof *kept);
    position_round(r, form);
    status = exact_rates(r, found, true);
    memcpy(s->pos, kept, s->count * sizeof *kept);
  }
  if (status == STATUS_OK) *error = difference(r, found, found + s->count);
  free(kept);
  free(found);
  return status;
}
