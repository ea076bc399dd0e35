/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/bench_bounds.h"

#include <math.h>
#include <stdio.h>

#include "cli/execution.h"
#include "parts/parts.h"
#include "util/error.h"
#include "util/log.h"

int bounds_find(struct bench_bounds *b, struct job *j) {
  const struct method *m = j->setup.method;
  CHECK(m->bounds, STATUS_USAGE, "--bounds: only for method wcsph, not for %s", m->name);
  CHECK(parts_count() == 1, STATUS_USAGE, "--bounds: not for a run in parts");
  const int threads = execution_threads(j->execution.backend, &j->execution.options);
  return m->bounds(j->run, b->steps, threads, &b->peaks, b->stages);
}

json_t *bounds_json(const struct bench_bounds *b, const struct method *m) {
  json_t *stages = json_array();
  for (int k = 0; m->stages[k]; k++) {
    const struct stage_bound *s = &b->stages[k];
    json_t *row = json_pack("{s:s, s:f, s:s}", "stage", s->stage, "seconds_per_step", s->seconds, "bound_by",
                            bound_names[s->by]);
    for (int p = 0; p < BOUNDS; p++) {
      char key[32];
      snprintf(key, sizeof key, "share_of_%s", bound_names[p]);
      if (isfinite(s->shares[p])) json_object_set_new(row, key, json_real(s->shares[p]));
    }
    json_array_append_new(stages, row);
  }
  return json_pack("{s:f, s:f, s:f, s:o}", "interactions_per_second", b->peaks.interactions,
                   "cache_bandwidth", b->peaks.cache, "memory_bandwidth", b->peaks.memory, "stages", stages);
}

void bounds_say(const struct bench_bounds *b, const struct method *m) {
  log_say("  bounds      of %.3g G interactions/s, caches of %.3g GB/s, memory of %.3g GB/s",
          1e-9 * b->peaks.interactions, 1e-9 * b->peaks.cache, 1e-9 * b->peaks.memory);
  for (int k = 0; m->stages[k]; k++) {
    const struct stage_bound *s = &b->stages[k];
    char line[200];
    if (!(s->seconds > 0.0)) continue;
    size_t used =
        (size_t)snprintf(line, sizeof line, "    %-9s %9.3f ms a step: ", s->stage, 1e3 * s->seconds);
    for (int p = 0; p < BOUNDS; p++)
      if (isfinite(s->shares[p]))
        used += (size_t)snprintf(line + used, sizeof line - used, "%s %.0f %%, ", bound_names[p],
                                 100.0 * s->shares[p]);
    log_say("%s%s%s", line, s->by < BOUNDS ? "bound by " : "", bound_names[s->by]);
  }
}
