/* SPDX-License-Identifier: BSD-3-Clause */
/* Climbing a ladder: every rung is the same case with other options, other threads or other particles. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/sheet.h"
#include "lab/wcsph_rungs.h"
#include "lab/wcsph_sum_error.h"
#include "lab/wcsph_testbed.h"
#include "util/bandwidth.h"
#include "util/error.h"
#include "util/json.h"
#include "util/log.h"
#include "util/words.h"
#include "wcsph/hash.h"
#include "wcsph/results/figures.h"

/* What a rung gave. */
struct found {
  struct figures of;
  char device[128];
  uint64_t hash;
  struct sum_error error, positions[POSITION_FORMS]; /* of 000-sums; of its last rung */
};

/* The memory's bandwidth by so many threads, B/s; measured once for each number of them. */
struct memory {
  int threads;
  double bandwidth;
};

static double bandwidth_of(struct memory *m, int threads) {
  if (m->threads != threads) *m = (struct memory){threads, bandwidth_measure(threads, BANDWIDTH_MEMORY)};
  return m->bandwidth;
}

static int find_errors(struct found *f, struct wcsph_run *r, bool last) {
  TRY(sum_error_find(&f->error, r));
  for (int k = 0; k < POSITION_FORMS && last; k++)
    TRY(position_error_find(&f->positions[k], r, &position_forms[k]));
  return STATUS_OK;
}

static int measure_wcsph_ladder(const struct ladder_request *q, const struct wcsph_ladder *l,
                                const struct wcsph_rung *rung, struct wcsph_run *r, double bandwidth,
                                struct found *f) {
  const uint64_t steps = q->steps ? q->steps : l->steps;
  r->backend->describe(r->self, f->device, sizeof f->device);
  for (uint64_t k = 0; k < l->warm_up && k < 10 * steps; k++) TRY(wcsph_run_step(r, 0));
  TRY(figures_measure(&f->of, r, steps, bandwidth));
  TRY(wcsph_run_hash(r, &f->hash));
  return strcmp(l->name, "000-sums") ? STATUS_OK : find_errors(f, r, !rung[1].name);
}

static int climb_rung(const struct ladder_request *q, const struct wcsph_ladder *l,
                      const struct wcsph_rung *rung, uint64_t particles, struct memory *memory,
                      struct found *f) {
  const struct wcsph_backend *backend = (const struct wcsph_backend *)q->backend;
  struct testbed_run t;
  struct execution_options options = *q->options;
  if (rung->threads) options.threads = rung->threads;
  const double bandwidth =
      wcsph_takes(backend, WORK_PEAK) ? bandwidth_of(memory, options.threads) : (double)NAN;
  int status = testbed_open(&t, q, l->testbed, (double)particles, rung->settings, backend, &options);
  if (status == STATUS_OK) status = measure_wcsph_ladder(q, l, rung, &t.r, bandwidth, f);
  testbed_close(&t);
  return status;
}

/* Seconds that a particle's step takes. */
static double cost(const struct found *f) {
  return f->of.step / (double)f->of.particles;
}

static int add_json(const struct ladder_request *q, const struct wcsph_rung *rung, const struct found *f,
                    const struct found *first, const struct found *before) {
  const struct figures *g = &f->of;
  json_t *row = json_pack("{s:s, s:s, s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:s}", "ladder", q->name,
                          "rung", rung->name, "particles", (json_int_t)g->particles, "seconds_per_step",
                          g->step, "particle_steps_per_second", 1.0 / cost(f), "interactions_per_second",
                          g->interactions, "bytes_per_particle", g->bytes, "rebuild_share", g->builds,
                          "steps_per_list", g->every, "speedup_over_first", cost(first) / cost(f),
                          "speedup_over_previous", cost(before) / cost(f), "published", rung->published);
  CHECK(row, STATUS_FAILED, "no memory");
  sheet_tell(row, f->device, f->hash);
  const struct {
    const char *name;
    double value;
  } counted[] = {{"inside_of_checked", g->inside},          {"lanes_used", g->full},
                 {"bytes_per_particle_step", g->moved},     {"share_of_bandwidth", g->of_memory},
                 {"peak_interactions_per_second", g->peak}, {"share_of_peak", g->of_peak}};
  for (size_t k = 0; k < sizeof counted / sizeof *counted; k++)
    json_object_set_new(row, counted[k].name, json_number(counted[k].value));
  if (f->error.counted) {
    json_object_set_new(row, "error_rms", json_number(f->error.rms));
    json_object_set_new(row, "error_largest", json_number(f->error.largest));
  }
  for (int k = 0; k < POSITION_FORMS && f->positions[k].counted; k++) {
    json_t *errors =
        json_pack("{s:f, s:f}", "error_rms", f->positions[k].rms, "error_largest", f->positions[k].largest);
    json_t *forms = json_object_get(row, "positions");
    if (!forms) json_object_set_new(row, "positions", forms = json_object());
    json_object_set_new(forms, position_forms[k].name, errors);
  }
  CHECK(json_array_append_new(q->rows, row) == 0, STATUS_FAILED, "no memory");
  return STATUS_OK;
}

static void say_head(const struct wcsph_ladder *l, uint64_t particles) {
  log_say("%s; %llu particles; published: %s", l->title, (unsigned long long)particles, l->published);
  log_say("  %-22s %9s %10s %10s %7s %6s %6s %6s %6s %6s %6s %7s %7s  %s", "", "ms a step", "M p-steps/s",
          "M pairs/s", "bytes", "lists", "every", "inside", "lanes", "peak", "memory", "x first", "x last",
          "published");
}

/* A share in percent, or nothing where it was not counted. */
static const char *share_wcsph_ladder(char out[16], double x) {
  snprintf(out, 16, isfinite(x) ? "%.0f %%" : "-", 100.0 * x);
  return out;
}

static void say_rung(const struct wcsph_rung *rung, const struct found *f, const struct found *first,
                     const struct found *before) {
  const struct figures *g = &f->of;
  char lists[16], every[16], inside[16], full[16], peak[16], memory[16];
  char state[HASH_TEXT];
  hash_text(state, f->hash);
  snprintf(every, sizeof every, g->every > 0.0 ? "%.1f" : "-", g->every);
  log_say("  %-22s %9.3f %10.3f %10.1f %7.0f %6s %6s %6s %6s %6s %6s %7.2f %7.2f  %-4s %s, state %s",
          rung->name, 1e3 * g->step, 1e-6 / cost(f), 1e-6 * g->interactions, g->bytes,
          share_wcsph_ladder(lists, g->builds), every, share_wcsph_ladder(inside, g->inside),
          share_wcsph_ladder(full, g->full), share_wcsph_ladder(peak, g->of_peak),
          share_wcsph_ladder(memory, g->of_memory), cost(first) / cost(f), cost(before) / cost(f),
          rung->published, f->device, state);
  if (f->error.counted)
    log_say("  %-22s error of a rate against exact sums: %.2g rms, %.2g at most, of the rms rate", "",
            f->error.rms, f->error.largest);
  for (int k = 0; k < POSITION_FORMS && f->positions[k].counted; k++)
    log_say("  positions as %-22s the same error: %.2g rms, %.2g at most", position_forms[k].name,
            f->positions[k].rms, f->positions[k].largest);
}

/* What --particles and --threads say is the most, where rungs are numbers of particles or of threads. */
static bool is_beyond(const struct ladder_request *q, const struct wcsph_ladder *l,
                      const struct wcsph_rung *rung) {
  const uint64_t most = q->particles ? q->particles : l->particles;
  return rung->particles > most || (rung->threads > 1 && rung->threads > q->options->threads);
}

static int climb(const struct ladder_request *q, const struct wcsph_ladder *l, uint64_t particles,
                 struct memory *memory) {
  struct found first = {0}, before = {0};
  bool begun = false;
  for (int i = 0; i < MOST_RUNGS && l->rungs[i].name; i++) {
    const struct wcsph_rung *rung = &l->rungs[i];
    struct found f = {0};
    if (is_beyond(q, l, rung)) continue;
    TRY(climb_rung(q, l, rung, rung->particles ? rung->particles : particles, memory, &f));
    if (!begun) first = before = f;
    if (!begun && q->prints) say_head(l, f.of.particles);
    if (q->prints) say_rung(rung, &f, &first, &before);
    TRY(add_json(q, rung, &f, &first, &before));
    before = f;
    begun = true;
  }
  return STATUS_OK;
}

/* What the paper has of a rung, at its size. */
static int publish_rungs(const struct ladder_request *q, const struct wcsph_ladder *l) {
  for (int i = 0; i < MOST_RUNGS && l->rungs[i].name && l->published_particles; i++) {
    char *end;
    const double published = strtod(l->rungs[i].published, &end);
    if (end == l->rungs[i].published) continue;
    TRY(sheet_publish(q, json_pack("{s:s, s:s, s:I, s:f}", "ladder", q->name, "rung", l->rungs[i].name,
                                   "particles", (json_int_t)l->published_particles, "published_speedup",
                                   published)));
  }
  return STATUS_OK;
}

/* The whole ladder for each of a series of numbers of particles, three to a decade up to the one asked for.
 */
static int climb_series(const struct ladder_request *q, const struct wcsph_ladder *l, struct memory *memory) {
  static const uint64_t three[] = {1, 2, 5};
  const uint64_t most = q->particles ? q->particles : l->particles;
  for (uint64_t decade = 1000; decade < most; decade *= 10)
    for (int k = 0; k < 3 && three[k] * decade < most; k++) TRY(climb(q, l, three[k] * decade, memory));
  TRY(climb(q, l, most, memory));
  return publish_rungs(q, l);
}

/* A series is named as its ladder, and "-sizes". */
static const struct wcsph_ladder *find_wcsph_ladder(const char *name, bool *series) {
  for (const struct wcsph_ladder *l = wcsph_ladder_table;; l++) {
    const size_t length = strlen(l->name);
    if (strncmp(l->name, name, length)) continue;
    *series = !strcmp(name + length, "-sizes");
    if (*series || !name[length]) return l;
  }
}

int wcsph_climb(const struct ladder_request *q) {
  struct memory memory = {0};
  bool series;
  const struct wcsph_ladder *l = find_wcsph_ladder(q->name, &series);
  if (l->backend) TRY(sheet_needs(q, l->backend));
  if (series)
    TRY(climb_series(q, l, &memory));
  else
    TRY(climb(q, l, q->particles ? q->particles : l->particles, &memory));
  if (q->prints && memory.threads)
    log_say("  peak: pair interactions with all data in the first cache, lanes full; memory: %.3g GB/s, "
            "STREAM triad, "
            "%d thread%s",
            1e-9 * memory.bandwidth, memory.threads, memory.threads == 1 ? "" : "s");
  return STATUS_OK;
}
