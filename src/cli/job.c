/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/job.h"

#include <stdlib.h>
#include <string.h>

#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"
#include "util/words.h"

int job_open(struct job *j, struct checkpoint *from) {
  struct setup *s = &j->setup;
  j->open = true; /* also a run that failed half way is closed */
  if (from)
    TRY(wcsph_run_resume(&j->run, &s->config, &s->particles, from, j->execution.backend,
                         &j->execution.options));
  else
    TRY(wcsph_run_open(&j->run, &s->config, &s->particles, j->execution.backend, &j->execution.options));
  j->execution.backend->describe(j->run.self, j->device, sizeof j->device);
  job_mark(j);
  return STATUS_OK;
}

void job_close(struct job *j) {
  if (j->open) wcsph_run_close(&j->run);
  j->open = false;
  free(j->gauge_due);
  free(j->gauge_row);
  setup_free(&j->setup);
}

void job_mark(struct job *j) {
  j->began = clock_now();
  j->first_time = j->run.time;
  j->first_step = j->run.step;
  j->first_particle_steps = j->run.particle_steps;
  j->first_pairs = j->run.pair_interactions;
  memcpy(j->first_seconds, j->run.seconds, sizeof j->first_seconds);
  j->output_seconds = 0;
}

size_t job_bytes(struct job *j) {
  struct wcsph_counters counters = {0};
  j->execution.backend->count(j->run.self, &counters);
  size_t row = 0;
  for (int i = 0; i < WCSPH_BUFFER_COUNT; i++)
    if (state_buffer(&j->run.state, i)) row += wcsph_buffer_info[i].row_bytes;
  return row * j->run.state.capacity + counters.bytes;
}

int job_hash(struct job *j) {
  double began = clock_now();
  uint64_t hash;
  TRY(wcsph_run_hash(&j->run, &hash));
  hash_text(j->state_hash, hash);
  j->output_seconds += clock_now() - began;
  return STATUS_OK;
}

static size_t job_stages(const struct job *j, double wall, struct summary_stage *stages) {
  double accounted = j->output_seconds;
  size_t n = 0;
  for (; n < TIMER_COUNT; n++) {
    stages[n] = (struct summary_stage){wcsph_timer_names[n], j->run.seconds[n] - j->first_seconds[n]};
    accounted += stages[n].seconds;
  }
  stages[n++] = (struct summary_stage){"output", j->output_seconds};
  stages[n++] = (struct summary_stage){"other", wall > accounted ? wall - accounted : 0};
  return n;
}

void job_summarise(struct job *j, struct summary *s, struct summary_stage stages[TIMER_COUNT + 2]) {
  static const char *const outcomes[] = {"finished", "stopped", "interrupted", "diverged", "failed"};
  struct wcsph_counters counters = {0};
  j->execution.backend->count(j->run.self, &counters);
  double wall = clock_now() - j->began;
  *s = (struct summary){
      .version = AMPHI_VERSION,
      .case_path = j->setup.config.path,
      .title = j->setup.config.title,
      .method = "wcsph",
      .outcome = outcomes[j->outcome],
      .reason = *j->reason ? j->reason : NULL,
      .backend = j->execution.backend->name,
      .execution = j->device,
      .isa = execution_isa(&j->execution),
      .threads = execution_threads(j->execution.backend, &j->execution.options),
      .fluid_count = j->setup.particles.fluid_count,
      .wall_count = j->setup.particles.wall_count,
      .left = j->run.left,
      .mean_neighbours = counters.mean_neighbours,
      .steps = j->run.step,
      .first_step = j->first_step,
      .time = j->run.time,
      .state_hash = *j->state_hash ? j->state_hash : NULL,
      .end = j->setup.config.end,
      .wall_time = wall,
      .stages = stages,
      .stage_count = job_stages(j, wall, stages),
      .particle_steps = j->run.particle_steps - j->first_particle_steps,
      .pair_interactions = j->run.pair_interactions - j->first_pairs,
      .peak_memory = summary_peak_memory(),
      .snapshots = j->snapshots,
  };
}

void job_say_summary(const struct summary *s) {
  char a[24], b[16];
  log_say("  particles   %zu: %zu fluid, %zu wall", s->fluid_count + s->wall_count, s->fluid_count,
          s->wall_count);
  if (s->left) log_say("  left        %llu fluid particles through open faces", (unsigned long long)s->left);
  log_say("  neighbours  %.1f a fluid particle", s->mean_neighbours);
  log_say("  steps       %llu in %s of wall time", (unsigned long long)(s->steps - s->first_step),
          text_duration(a, s->wall_time));
  for (size_t i = 0; i < s->stage_count; i++)
    log_say("    %-9s %5.1f %%  %.3f s", s->stages[i].name,
            s->wall_time > 0 ? 100 * s->stages[i].seconds / s->wall_time : 0, s->stages[i].seconds);
  if (s->state_hash) log_say("  state       hash %s", s->state_hash);
  log_say("  speed       %s particle-steps/s, %s pair interactions/s",
          text_count(a, summary_rate(s, s->particle_steps)),
          text_count(b, summary_rate(s, s->pair_interactions)));
  log_say("  memory      %s at most", text_bytes(a, (double)s->peak_memory));
}
