/* SPDX-License-Identifier: BSD-3-Clause */
#include "pairwise/method.h"

#include <stdlib.h>

#include "case/wcsph.h"
#include "pairwise/deviation.h"
#include "pairwise/gauges.h"
#include "pairwise/start/plan.h"
#include "util/error.h"
#include "util/log.h"

/* The energy of the particles at the start, in double precision, to compare with reference values. */
static void say_energy(const struct pairwise_plan *p) {
  struct pairwise_totals t;
  if (pairwise_configuration_totals(&t, &p->settings, &p->source) != STATUS_OK) return;
  const struct pairwise_tail tail =
      pairwise_tail(&p->settings, (double)p->source.count, pairwise_source_volume(&p->source));
  log_say("  potential   %.13g J, virial %.13g J; %llu pairs", t.potential, t.virial,
          (unsigned long long)t.pairs);
  if (tail.energy != 0.0)
    log_say("  tail        %.13g J, virial %.13g J, of pairs beyond the cutoff", tail.energy, tail.virial);
}

static void plan_describe(const void *plan, bool details) {
  const struct pairwise_plan *p = plan;
  const struct pairwise_source *s = &p->source;
  const struct pairwise_config *config = &p->settings.pairwise;
  log_say("  method      pairwise, %s%s%s, cutoff %g m, softening %g m",
          case_word_potential(config->potential), config->potential == POTENTIAL_LJ ? ", " : "",
          config->potential == POTENTIAL_LJ ? case_word_truncation(config->truncation) : "", config->cutoff,
          config->softening);
  log_say("  particles   %zu in %.6g x %.6g x %.6g m; %.1f neighbours where they are spread evenly", s->count,
          s->high[0] - s->low[0], s->high[1] - s->low[1], s->high[2] - s->low[2], p->neighbours);
  log_say("  time step   %g s, velocity Verlet; %s sums; skin %g m", config->step,
          case_word_summation(p->settings.summation), config->skin);
  if (details) say_energy(p);
}

static int plan_kinds(const void *plan, struct particle_kind kinds[SUMMARY_KINDS]) {
  kinds[0] = (struct particle_kind){NULL, ((const struct pairwise_plan *)plan)->source.count};
  return 1;
}

static size_t plan_estimate(const void *plan, const struct backend *b, int threads) {
  const struct pairwise_plan *p = plan;
  return p->source.count * pairwise_state_row_bytes(p->settings.summation == SUM_PLAIN) +
         ((const struct pairwise_backend *)b)->estimate(p->source.count, p->neighbours, threads);
}

enum { SNAPSHOT_ROW = 96 }; /* bytes of a particle in a snapshot */

static size_t plan_copies(const void *plan) {
  const struct pairwise_plan *p = plan;
  return p->source.count * (pairwise_state_row_bytes(p->settings.summation == SUM_PLAIN) + SNAPSHOT_ROW);
}

static void plan_cite(const void *plan) {
  if (((const struct pairwise_plan *)plan)->settings.pairwise.potential == POTENTIAL_LJ)
    log_say("  Lennard-Jones potential: Jones 1924, Proc. R. Soc. A 106, 463-477");
  else
    log_say("  test kernel: paper 001 (Algis, Bramas, Darles & Aveneau), figure 8");
  log_say("  velocity Verlet: Swope, Andersen, Berens & Wilson 1982, J. Chem. Phys. 76, 637-649");
}

static enum summation plan_summation(const void *plan) {
  return ((const struct pairwise_plan *)plan)->settings.summation;
}

static char **plan_gauges(const void *plan, size_t *dues) {
  return pairwise_gauge_names(&((const struct pairwise_plan *)plan)->settings, dues);
}

static int plan_places(const void *plan, struct plan_places *to) {
  const struct pairwise_plan *p = plan;
  struct pairwise_law law;
  struct pairwise_state s = {0};
  pairwise_law_derive(&law, &p->settings);
  pairwise_geometry_derive(&law, &s, &p->settings, &p->source);
  *to = (struct plan_places){.count = (uint32_t)p->source.count, .support = s.reach - s.skin, .skin = s.skin};
  pairwise_cells(&s, to->cells);
  for (int a = 0; a < 3; a++) to->quantum[a] = s.quantum[a];
  to->at = malloc(((size_t)to->count + 1) * sizeof *to->at);
  CHECK(to->at, STATUS_FAILED, "no memory to cut the domain");
  for (uint32_t i = 0; i < to->count; i++) to->at[i] = pairwise_to_position(&s, p->source.position[i]);
  return STATUS_OK;
}

static int run_open(void **run, void *plan, struct checkpoint *from, const struct backend *b,
                    const struct execution_options *options) {
  struct pairwise_plan *p = plan;
  struct pairwise_run *r = *run = calloc(1, sizeof *r);
  CHECK(r, STATUS_FAILED, "no memory");
  const struct pairwise_backend *backend = (const struct pairwise_backend *)b;
  const int status = pairwise_run_open(r, &p->settings, &p->source, from, backend, options);
  if (status == STATUS_OK) return status;
  pairwise_run_close(r);
  free(r);
  *run = NULL;
  return status;
}

static void run_close(void *run) {
  pairwise_run_close(run);
  free(run);
}

static int run_step(void *run, const struct horizon *h) {
  (void)h;
  return pairwise_run_step(run);
}

static void run_account(void *run, struct run_account *a) {
  const struct pairwise_run *r = run;
  const double dt = r->config->pairwise.step;
  struct pairwise_counters counters = {0};
  r->backend->count(r->self, &counters);
  *a = (struct run_account){
      .time = pairwise_run_time(r),
      .step = r->step,
      .dt = dt,
      .finished = pairwise_run_time(r) >= r->config->end - 1e-9 * dt, /* a product, rounded */
      .particle_steps = r->step * r->state.count,
      .interactions = r->interactions,
      .neighbours = (double)counters.inside / r->state.count,
      .bytes = r->state.count * pairwise_state_row_bytes(r->law.summation == SUM_PLAIN) + counters.bytes,
      .diverged = r->diverged,
  };
  for (int i = 0; i < PAIRWISE_TIMERS; i++) a->seconds[i] = r->seconds[i];
}

static void run_execution(void *run, char *text, size_t size) {
  const struct pairwise_run *r = run;
  r->backend->describe(r->self, text, size);
}

static int run_hash(void *run, uint64_t *hash) {
  return pairwise_run_hash(run, hash);
}

static int run_checkpoint(void *run, struct checkpoint *out) {
  return pairwise_run_checkpoint(run, out);
}

static int run_snapshot(void *run, const char *path, const struct snapshot_moment *moment) {
  return pairwise_run_snapshot(run, path, moment);
}

static int run_record(void **record, void *run) {
  struct pairwise_record *m = *record = calloc(1, sizeof *m);
  CHECK(m, STATUS_FAILED, "no memory");
  return pairwise_record_take(m, run);
}

static void record_free(void *record) {
  if (record) pairwise_record_free(record);
  free(record);
}

static int run_deviation(const void *record, void *run, double *largest) {
  return pairwise_deviation_find(largest, record, run);
}

const struct method method_pairwise = {
    .name = "pairwise",
    .title = "particles that interact in pairs up to a cutoff",
    .stages = pairwise_timer_names,
    .plan = pairwise_plan_make,
    .plan_free = pairwise_plan_free,
    .describe = plan_describe,
    .kinds = plan_kinds,
    .estimate = plan_estimate,
    .copies = plan_copies,
    .cite = plan_cite,
    .summation = plan_summation,
    .places = plan_places,
    .open = run_open,
    .close = run_close,
    .step = run_step,
    .account = run_account,
    .execution = run_execution,
    .hash = run_hash,
    .checkpoint = run_checkpoint,
    .snapshot = run_snapshot,
    .gauges = plan_gauges,
    .sample = pairwise_gauges_sample,
    .record = run_record,
    .record_free = record_free,
    .deviation = run_deviation,
};
