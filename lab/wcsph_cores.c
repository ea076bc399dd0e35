/* SPDX-License-Identifier: BSD-3-Clause */
/* Paper 003, section 5: what a second thread on every core is worth (hyper-threading, 20 %). */
#include <string.h>

#include "lab/sheet.h"
#include "lab/wcsph_testbed.h"
#include "util/clock.h"
#include "util/cores.h"
#include "util/error.h"
#include "util/log.h"
#include "wcsph/hash.h"

static const struct sheet_column columns[] = {{"version", "", NULL, 0},
                                              {"threads", "threads", "%.0f", 0},
                                              {"particles", "particles", "%.0f", 0},
                                              {"milliseconds", "ms a step", "%.3f", 0},
                                              {"speedup_over_one", "x one", "%.2f", 0},
                                              {"published_over_one", "published", "%.1f", 0},
                                              {"speedup_over_cores", "x a thread a core", "%.2f", 0},
                                              {"published_over_cores", "published", "%.1f", 0},
                                              SHEET_STATE,
                                              {0}};

struct measured {
  double seconds; /* a step */
  uint64_t particles, hash;
  char device[128];
};

/* With so many threads on these processors. */
static int measure_wcsph_cores(const struct ladder_request *q, int threads, const cpu_set_t *on,
                               struct measured *found) {
  enum { WARM_UP = 3 };
  const uint64_t steps = q->steps ? q->steps : LADDER_STEPS;
  struct execution_options options = *q->options;
  struct testbed_run t;
  options.threads = threads;
  TRY(cores_bind(on));
  int status = testbed_open(&t, q, &testbed_dam_break, (double)(q->particles ? q->particles : 300000), NULL,
                            (const struct wcsph_backend *)q->backend, &options);
  for (int k = 0; k < WARM_UP && status == STATUS_OK; k++) status = wcsph_run_step(&t.r, 0);
  const double began = clock_now();
  for (uint64_t k = 0; k < steps && status == STATUS_OK; k++) status = wcsph_run_step(&t.r, 0);
  found->seconds = (clock_now() - began) / (double)steps;
  found->particles = t.r.state.count;
  if (status == STATUS_OK) status = wcsph_run_hash(&t.r, &found->hash);
  if (status == STATUS_OK) t.r.backend->describe(t.r.self, found->device, sizeof found->device);
  testbed_close(&t);
  return status;
}

static int climb(const struct ladder_request *q, const cpu_set_t *allowed) {
  cpu_set_t one;
  const int processors = CPU_COUNT(allowed), cores = cores_pick(&one, allowed, CORES_FOLDER);
  const struct {
    const char *name;
    int threads;
    double over_one, over_cores;
  } ways[] = {{"one thread", 1, 1.0, 0.0},
              {"a thread a core", cores, 0.0, 1.0},
              {"a thread a processor", processors, 4.5, 1.2}};
  struct measured found[3];
  if (q->prints && processors == cores)
    log_say("A core has one thread here (%d of both), so hyper-threading cannot be measured", cores);
  sheet_head(q, columns);
  for (int k = 0; k < (processors == cores ? 2 : 3); k++) {
    TRY(measure_wcsph_cores(q, ways[k].threads, k == 2 ? allowed : &one, &found[k]));
    json_t *row = json_pack("{s:s, s:i, s:I, s:f, s:f, s:f}", "version", ways[k].name, "threads",
                            ways[k].threads, "particles", (json_int_t)found[k].particles, "milliseconds",
                            1e3 * found[k].seconds, "speedup_over_one", found[0].seconds / found[k].seconds,
                            "threads_a_core", (double)processors / cores);
    if (row && k > 0)
      json_object_set_new(row, "speedup_over_cores", json_real(found[1].seconds / found[k].seconds));
    if (row) sheet_tell(row, found[k].device, found[k].hash);
    if (row && ways[k].over_one > 0.0)
      json_object_set_new(row, "published_over_one", json_real(ways[k].over_one));
    if (row && ways[k].over_cores > 0.0)
      json_object_set_new(row, "published_over_cores", json_real(ways[k].over_cores));
    TRY(sheet_add(q, columns, row));
  }
  return STATUS_OK;
}

int cores_climb(const struct ladder_request *q) {
  cpu_set_t allowed;
  TRY(sheet_needs(q, "cpu"));
  CHECK(sched_getaffinity(0, sizeof allowed, &allowed) == 0, STATUS_FAILED, "no list of processors");
  if (q->prints)
    log_say("Paper 003, section 5: Core i7 940, 8 threads on 4 cores: 4.5 over one, of which "
            "hyper-threading is 20 %% from 150 000 particles on");
  const int status = climb(q, &allowed);
  TRY(cores_bind(&allowed));
  return status;
}
