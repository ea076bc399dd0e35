/* SPDX-License-Identifier: BSD-3-Clause */
/* The strategies that papers 000 and 003 measured, again: each a rung, which is the same case with other
 * options. docs/ladders.md explains them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"
#include "wcsph/evolution.h"
#include "wcsph/method.h"
#include "wcsph/sum_error.h"

/* Paper 003's testbed, in its kernel and viscosity: a dam break with a building in the way. */
static const char text[] =
    "method: wcsph\n"
    "dimensions: 3\n"
    "dp: 0.01\n"
    "domain: {low: [0, 0, 0], high: [1.6, 0.67, 0.8], open: [-x, +x, -y, +y, +z]}\n"
    "gravity: [0, 0, -9.81]\n"
    "material: {speed_of_sound: 34.31}\n"
    "fluids:\n"
    "  - {name: water, shapes: [{add: box, low: [0, 0, 0], high: [0.4, 0.67, 0.3]}]}\n"
    "walls:\n"
    "  - name: tank\n"
    "    shapes:\n"
    "      - {add: box, low: [0, 0, 0], high: [1.6, 0.67, 0.4], fill: shell-outside, layers: 1, open: [+z]}\n"
    "  - name: building\n"
    "    shapes:\n"
    "      - {add: box, low: [0.9, 0.24, 0], high: [1.02, 0.36, 0.45], fill: shell-inside, layers: 1, open: "
    "[-z]}\n"
    "kernel: cubic\n"
    "viscosity: {model: artificial, alpha: 0.25}\n"
    "end: 1.5\n";

/* The number of particles grows as dp^-3, nearly. */
static const double TEXT_PARTICLES = 173531, TEXT_DP = 0.0085;

enum { MOST_OVERRIDES = 32, MOST_RUNGS = 9 };

struct rung {
  const char *name;
  char *settings[2]; /* of the case */
  bool single;       /* with one thread, whatever was asked for */
  const char *published;
};

struct ladder {
  const char *name, *backend; /* backend NULL: any */
  const char *title, *published;
  uint64_t particles, warm_up, steps; /* steps before those that are measured, and these */
  struct rung rungs[MOST_RUNGS];
};

#define CELLS "neighbours={skin: 0, path: 0}"
static const struct ladder ladders[] = {
    {"003-cpu",
     "cpu",
     "Paper 003, section 3: strategies on a CPU",
     "speed-up, 300,000 particles, Core i7 940 (figs 13 to 15)",
     100000,
     3,
     LADDER_STEPS,
     {{"basic", {"cpu={strategy: cells, cells: whole, pairs: twice, lanes: scalar}", CELLS}, true, "1"},
      {"A symmetry", {"cpu={strategy: cells, cells: whole, lanes: scalar}", CELLS}, true, ""},
      {"B half cells", {"cpu={strategy: cells, cells: half, lanes: scalar}", CELLS}, true, ""},
      {"C lanes", {"cpu={strategy: cells, cells: half}", CELLS}, true, "2.3"},
      {"D Asymmetric",
       {"cpu={strategy: cells, cells: half, pairs: twice, share: dynamic}", CELLS},
       false,
       ""},
      {"D Symmetric", {"cpu={strategy: cells, cells: half, share: dynamic}", CELLS}, false, "10.3"},
      {"D Slices", {"cpu={strategy: cells, cells: half, share: timed}", CELLS}, false, ""},
      {"default: a list", {"cpu={strategy: list}"}, false, ""}}},
    {"003-gpu",
     "offload",
     "Paper 003, section 4: strategies on a GPU",
     "speed-up of all over interaction only, 1.8 million particles, GTX 480 (fig. 16)",
     1000000,
     3,
     5 * LADDER_STEPS,
     {{"SlowCells(h)", {"offload.strategy=cells"}, false, ""},
      {"FastCells(h/2)", {"offload.strategy=fine_cells"}, false, "2.6"},
      {"default: a list", {"offload.strategy=list"}, false, ""}}},
    {"000-list",
     "cpu",
     "Paper 000, section 5.5: lists of neighbours, in moving water",
     "no figures of a CPU",
     30000,
     400,
     10 * LADDER_STEPS,
     {{"none: just in time", {"cpu={strategy: cells}", CELLS}, false, ""},
      {"each step, whole cells", {"cpu={cells: whole}", CELLS}, false, ""},
      {"each step, half cells", {"cpu={cells: half}", CELLS}, false, ""},
      {"each step", {CELLS}, false, ""},
      {"skin 0.02", {"neighbours={skin: 0.02, path: 0}"}, false, ""},
      {"skin 0.04", {"neighbours={skin: 0.04, path: 0}"}, false, ""},
      {"skin 0.07", {"neighbours={skin: 0.07, path: 0}"}, false, ""},
      {"skin 0.14", {"neighbours={skin: 0.14, path: 0}"}, false, ""},
      {"default: paths", {"neighbours={skin: 0.03, path: 0.15}"}, false, ""}}},
    {"000-sums",
     NULL,
     "Paper 000, section 5.2: sums",
     "no times; errors of energy up to four orders of magnitude",
     100000,
     3,
     LADDER_STEPS,
     {{"plain", {"summation=plain"}, false, ""},
      {"kahan", {"summation=kahan"}, false, ""},
      {"fixed", {"summation=fixed"}, false, ""}}},
};
enum { LADDERS = sizeof ladders / sizeof *ladders };

const char *const wcsph_ladders[] = {"003-cpu", "003-gpu", "000-list", "000-sums", NULL};

struct figures {
  uint64_t particles;
  double step;         /* s */
  double interactions; /* 1/s, both directions */
  double bytes;        /* a particle */
  double builds;       /* share of the time */
  double every;        /* steps from one list to the next; 0: none was built */
  double inside;       /* of the pairs whose distance is found, those inside the support; NaN: not counted */
  double full;         /* of the lanes, those with such a pair */
  struct sum_error error;
};

static double bytes_of(const struct wcsph_run *r, const struct wcsph_counters *counters) {
  size_t row = 0;
  for (int i = 0; i < WCSPH_BUFFER_COUNT; i++)
    if (state_buffer(&r->state, i)) row += wcsph_buffer_info[i].row_bytes;
  return (double)(row * r->state.capacity + counters->bytes) / (double)r->state.count;
}

static int measure(struct wcsph_run *r, const struct ladder *l, uint64_t steps, struct figures *f) {
  struct wcsph_counters counters = {0}, before = {0};
  for (uint64_t k = 0; k < l->warm_up; k++) TRY(wcsph_run_step(r, 0));
  r->backend->count(r->self, &before);
  const uint64_t met = r->pair_interactions;
  const double built = r->seconds[TIMER_REBUILD], began = clock_now();
  for (uint64_t k = 0; k < steps; k++) TRY(wcsph_run_step(r, 0));
  const double seconds = clock_now() - began;
  r->backend->count(r->self, &counters);
  const uint64_t rebuilds = counters.rebuilds - before.rebuilds;
  /* Where each of two fluid particles computes their pair, it is inside twice; one with a wall is once. */
  const bool twice = strcmp(r->backend->about.name, "cpu") == 0 && r->config->cpu.pairs == CPU_PAIRS_TWICE;
  const double inside =
      twice ? counters.mean_neighbours * (r->state.count - r->state.wall_count) : (double)counters.pairs;
  *f = (struct figures){
      .particles = r->state.count,
      .step = seconds / (double)steps,
      .interactions = (double)(r->pair_interactions - met) / seconds,
      .bytes = bytes_of(r, &counters),
      .builds = (r->seconds[TIMER_REBUILD] - built) / seconds,
      .every = rebuilds ? (double)steps / (double)rebuilds : 0.0,
      .inside = counters.checked ? inside / (double)counters.checked : (double)NAN,
      .full = counters.lanes ? inside / (double)counters.lanes : (double)NAN,
  };
  return STATUS_OK;
}

/* By Newton's method from above, since the library's last digit is its own and this reaches the state. */
static double cube_root(double x) {
  double root = fmax(x, 1.0);
  for (int k = 0; k < 100; k++) root -= (root - x / (root * root)) / 3.0;
  return root;
}

/* The rung's own options come first, so that --set prevails. */
static int read_case(struct amphi_case *c, const struct ladder_request *q, const struct ladder *l,
                     const struct rung *rung) {
  char spacing[32], *all[MOST_OVERRIDES + 3];
  size_t n = 0;
  CHECK(q->setting_count <= MOST_OVERRIDES, STATUS_USAGE, "--set: at most %d for a ladder", MOST_OVERRIDES);
  const double particles = (double)(q->particles ? q->particles : l->particles);
  snprintf(spacing, sizeof spacing, "dp=%.6g", TEXT_DP * cube_root(TEXT_PARTICLES / particles));
  all[n++] = spacing;
  for (int k = 0; k < 2 && rung->settings[k]; k++) all[n++] = rung->settings[k];
  for (size_t k = 0; k < q->setting_count; k++) all[n++] = q->settings[k];
  return case_read_text(c, l->name, text, sizeof text - 1, all, n);
}

static int climb_rung(const struct ladder_request *q, const struct ladder *l, const struct rung *rung,
                      struct figures *f, char device[128]) {
  struct amphi_case c = {0};
  struct particles p = {0};
  struct wcsph_run r = {0};
  struct execution_options options = *q->options;
  if (rung->single) options.threads = 1;
  int status = read_case(&c, q, l, rung);
  if (status == STATUS_OK) status = particles_fill(&p, &c);
  if (status == STATUS_OK)
    status = wcsph_run_open(&r, &c, &p, (const struct wcsph_backend *)q->backend, &options);
  if (status == STATUS_OK) r.backend->describe(r.self, device, 128);
  if (status == STATUS_OK) status = measure(&r, l, q->steps ? q->steps : l->steps, f);
  if (status == STATUS_OK && !strcmp(l->name, "000-sums")) status = sum_error_find(&f->error, &r);
  wcsph_run_close(&r);
  particles_free(&p);
  case_free(&c);
  return status;
}

static int add_json(json_t *array, const struct ladder *l, const struct rung *rung, const struct figures *f,
                    const struct figures *first, const struct figures *before, const char *device) {
  json_t *row =
      json_pack("{s:s, s:s, s:s, s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:s}", "ladder", l->name,
                "rung", rung->name, "execution", device, "particles", (json_int_t)f->particles,
                "seconds_per_step", f->step, "particle_steps_per_second", (double)f->particles / f->step,
                "interactions_per_second", f->interactions, "bytes_per_particle", f->bytes, "rebuild_share",
                f->builds, "steps_per_list", f->every, "speedup_over_first", first->step / f->step,
                "speedup_over_previous", before->step / f->step, "published", rung->published);
  CHECK(row, STATUS_FAILED, "no memory");
  json_object_set_new(row, "inside_of_checked", json_number(f->inside));
  json_object_set_new(row, "lanes_used", json_number(f->full));
  if (f->error.counted) {
    json_object_set_new(row, "error_rms", json_number(f->error.rms));
    json_object_set_new(row, "error_largest", json_number(f->error.largest));
  }
  CHECK(json_array_append_new(array, row) == 0, STATUS_FAILED, "no memory");
  return STATUS_OK;
}

static void say_head(const struct ladder *l, uint64_t particles) {
  log_say("%s; %llu particles; published: %s", l->title, (unsigned long long)particles, l->published);
  log_say("  %-22s %9s %10s %10s %7s %6s %6s %6s %6s %7s %7s  %s", "", "ms a step", "M p-steps/s",
          "M pairs/s", "bytes", "lists", "every", "inside", "lanes", "x first", "x last", "published");
}

/* A share in percent, or nothing where it was not counted. */
static const char *share(char out[16], double x) {
  snprintf(out, 16, isfinite(x) ? "%.0f %%" : "-", 100.0 * x);
  return out;
}

static void say_rung(const struct rung *rung, const struct figures *f, const struct figures *first,
                     const struct figures *before, const char *device) {
  char lists[16], every[16], inside[16], full[16];
  snprintf(every, sizeof every, f->every > 0.0 ? "%.1f" : "-", f->every);
  log_say("  %-22s %9.3f %10.3f %10.1f %7.0f %6s %6s %6s %6s %7.2f %7.2f  %-4s %s", rung->name, 1e3 * f->step,
          1e-6 * (double)f->particles / f->step, 1e-6 * f->interactions, f->bytes, share(lists, f->builds),
          every, share(inside, f->inside), share(full, f->full), first->step / f->step,
          before->step / f->step, rung->published, device);
  if (f->error.counted)
    log_say("  %-22s error of a rate against exact sums: %.2g rms, %.2g at most, of the rms rate", "",
            f->error.rms, f->error.largest);
}

int wcsph_climb(const struct ladder_request *q) {
  const struct ladder *l = ladders;
  while (strcmp(l->name, q->name)) l++;
  CHECK(!l->backend || !strcmp(l->backend, q->backend->name), STATUS_USAGE,
        "%s: is of the %s backend: --backend %s", l->name, l->backend, l->backend);
  struct figures first = {0}, before = {0};
  for (int i = 0; i < MOST_RUNGS && l->rungs[i].name; i++) {
    struct figures f = {0};
    char device[128];
    TRY(climb_rung(q, l, &l->rungs[i], &f, device));
    if (i == 0) first = before = f;
    if (i == 0 && !q->json) say_head(l, f.particles);
    if (q->json)
      TRY(add_json(q->json, l, &l->rungs[i], &f, &first, &before, device));
    else
      say_rung(&l->rungs[i], &f, &first, &before, device);
    before = f;
  }
  return STATUS_OK;
}
