/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/sum_error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

/* The rates of the run's particles, as they are sorted now, by the reference with fixed sums. */
static int exact_rates(struct wcsph_run *r, struct vec4 *rates) {
  const struct wcsph_backend *judge = wcsph_backend_find("reference");
  struct wcsph_law law = r->law;
  struct wcsph_limits limits;
  void *self;
  law.summation = SUM_FIXED;
  TRY(judge->open(&self, &r->state, &law, &(struct execution_options){0}));
  int status = judge->rebuild(self, false); /* which leaves the order: nobody left */
  if (status == STATUS_OK) status = judge->forces(self, &limits);
  judge->close(self);
  memcpy(rates, r->state.rate, r->state.count * sizeof *rates);
  return status;
}

int sum_error_find(struct sum_error *error, struct wcsph_run *r) {
  struct wcsph_state *s = &r->state;
  struct wcsph_limits limits;
  TRY(wcsph_run_rebuild(r));
  TRY(r->backend->forces(r->self, &limits));
  TRY(r->backend->fetch(r->self, BUFFER_POSITION | BUFFER_VELOCITY | BUFFER_RATE));
  struct vec4 *found = malloc(2 * s->count * sizeof *found);
  CHECK(found, STATUS_FAILED, "no memory");
  struct vec4 *exact = found + s->count;
  memcpy(found, s->rate, s->count * sizeof *found);
  int status = exact_rates(r, exact);
  r->listed = false; /* the judge has changed what the backend keeps of its list */
  double squares = 0.0, errors = 0.0, largest = 0.0;
  for (uint32_t i = s->wall_count; i < s->count && status == STATUS_OK; i++) {
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
  free(found);
  const double n = (double)(s->count - s->wall_count), scale = sqrt(squares / n);
  *error = (struct sum_error){true, sqrt(errors / n) / scale, sqrt(largest) / scale};
  return status;
}
