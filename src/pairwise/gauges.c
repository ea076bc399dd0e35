/* SPDX-License-Identifier: BSD-3-Clause */
#include "pairwise/gauges.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "case/gauge_units.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/schedule.h"

/* The momentum of the whole takes no part in the temperature: 3 N - 3 degrees of freedom. The pressure is
 * (2 E_kin + virial) / (3 V). */
double pairwise_gauge_value(const struct pairwise_run *r, const struct pairwise_gauge *gauge,
                            const struct pairwise_totals *t) {
  const struct pairwise_state *s = &r->state;
  const double count = (double)s->count, volume = s->size[0] * s->size[1] * s->size[2];
  struct pairwise_tail tail = {0};
  if (gauge->tail) tail = pairwise_tail(r->config, count, volume);
  switch (gauge->kind) {
  case PAIRWISE_ENERGY:
    return t->kinetic + t->potential + tail.energy;
  case PAIRWISE_POTENTIAL:
    return t->potential + tail.energy;
  case PAIRWISE_KINETIC:
    return t->kinetic;
  case PAIRWISE_TEMPERATURE:
    return s->count > 1 ? 2.0 * t->kinetic / (3.0 * (count - 1.0)) : 0.0;
  case PAIRWISE_VIRIAL:
    return t->virial + tail.virial;
  case PAIRWISE_PRESSURE:
    return (2.0 * t->kinetic + t->virial + tail.virial) / (3.0 * volume);
  case PAIRWISE_MOMENTUM:
    return t->momentum;
  }
  return NAN;
}

char **pairwise_gauge_names(const struct pairwise_settings *c, size_t *dues) {
  const struct pairwise_config *p = &c->pairwise;
  char **names = calloc(p->gauge_count + 1, sizeof *names);
  *dues = p->gauge_count;
  for (size_t i = 0; names && i < p->gauge_count; i++) {
    if (asprintf(&names[i], "%s [%s]", p->gauges[i].name, units_pairwise_gauge[p->gauges[i].kind]) >= 0)
      continue;
    for (size_t k = 0; k < i; k++) free(names[k]);
    free(names);
    return NULL;
  }
  return names;
}

int pairwise_gauges_sample(void *run, double *due, double *columns, int *sampled) {
  struct pairwise_run *r = run;
  const struct pairwise_config *p = &r->config->pairwise;
  const double start = clock_now(), time = pairwise_run_time(r), slack = 1e-9 * p->step;
  struct pairwise_totals totals;
  *sampled = 0;
  for (size_t i = 0; i < p->gauge_count; i++) {
    columns[i] = NAN;
    if (due[i] > time + slack) continue;
    if (!*sampled) TRY(pairwise_run_totals(r, &totals));
    columns[i] = pairwise_gauge_value(r, &p->gauges[i], &totals);
    due[i] = schedule_next(p->gauges[i].interval, time + slack, 1e-9);
    *sampled = 1;
  }
  r->seconds[PAIRWISE_TIMER_GAUGES] += clock_now() - start;
  return STATUS_OK;
}
