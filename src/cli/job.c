/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/job.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/provenance.h"
#include "parts/parts.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"

static void look_at_run(struct job *j) {
  j->setup.method->account(j->run, &j->at);
}

int job_open(struct job *j, struct checkpoint *from) {
  struct setup *s = &j->setup;
  TRY(execution_choose(&j->execution, s->method));
  TRY(code_find(&j->code, s, &j->execution));
  code_advise(j->advice, &j->code);
  const struct backend *backend = parts_backend(s->method, j->execution.backend);
  TRY(s->method->open(&j->run, s->plan, from, backend, &j->execution.options));
  s->method->execution(j->run, j->device, sizeof j->device);
  look_at_run(j);
  job_mark(j);
  return STATUS_OK;
}

void job_close(struct job *j) {
  if (j->run) j->setup.method->close(j->run);
  j->run = NULL;
  free(j->gauge_due);
  free(j->gauge_row);
  free(j->parts);
  free(j->parts_first);
  chain_free(&j->chain);
  setup_free(&j->setup);
}

/* What parts did so far is no part of what is summarised. */
static void mark_parts(struct job *j) {
  if (parts_count() == 1 || !j->run) return;
  if (!j->parts_first) j->parts_first = calloc((size_t)parts_count(), sizeof *j->parts_first);
  if (j->parts_first) parts_account(j->parts_first);
}

/* Their accounts now, and since then. */
static int account_parts(struct job *j) {
  const int count = parts_count();
  if (!j->parts) j->parts = calloc((size_t)count, sizeof *j->parts);
  CHECK(j->parts, STATUS_FAILED, "no memory for a summary");
  parts_account(j->parts);
  for (int k = 0; k < count && j->parts_first; k++) {
    struct summary_part *p = &j->parts[k];
    const struct summary_part *first = &j->parts_first[k];
    p->busy -= first->busy, p->waited -= first->waited;
    p->sharing -= first->sharing, p->exchanging -= first->exchanging;
    p->sent -= first->sent, p->cuts -= first->cuts;
  }
  return STATUS_OK;
}

void job_mark(struct job *j) {
  mark_parts(j);
  j->began = clock_now();
  j->first = j->at;
  j->output_seconds = 0;
}

int job_step(struct job *j, uint64_t last) {
  return job_steps(j, &(struct horizon){INFINITY, last});
}

int job_steps(struct job *j, const struct horizon *h) {
  int status = j->setup.method->step(j->run, h);
  look_at_run(j);
  return status == STATUS_DIVERGED ? error_set(status, "%s", j->at.diverged) : status;
}

char *job_moment(char text[MOMENT_TEXT], const struct job *j) {
  if (j->setup.method->timeless)
    snprintf(text, MOMENT_TEXT, "step %llu", (unsigned long long)j->at.step);
  else
    snprintf(text, MOMENT_TEXT, "step %llu, t = %.6g s", (unsigned long long)j->at.step, j->at.time);
  return text;
}

int job_hash(struct job *j) {
  double began = clock_now();
  uint64_t hash;
  TRY(j->setup.method->hash(j->run, &hash));
  hash_text(j->state_hash, hash);
  j->output_seconds += clock_now() - began;
  return STATUS_OK;
}

static void summarise_stages(const struct job *j, struct summary *s) {
  const char *const *names = j->setup.method->stages;
  double accounted = j->output_seconds;
  for (int i = 0; names[i]; i++) {
    s->stages[s->stage_count++] = (struct summary_stage){names[i], j->at.seconds[i] - j->first.seconds[i]};
    accounted += j->at.seconds[i] - j->first.seconds[i];
  }
  s->stages[s->stage_count++] = (struct summary_stage){"output", j->output_seconds};
  s->stages[s->stage_count++] = (struct summary_stage){"other", fmax(s->wall_time - accounted, 0)};
}

int job_summarise(struct job *j, struct summary *s) {
  static const char *const outcomes[] = {"finished", "stopped", "interrupted", "diverged", "failed"};
  const struct method *m = j->setup.method;
  look_at_run(j);
  *s = (struct summary){
      .build = provenance(),
      .one_build = !j->mixed,
      .version = AMPHI_VERSION,
      .case_path = j->setup.config.path,
      .title = j->setup.config.title,
      .method = m->name,
      .timeless = m->timeless,
      .outcome = outcomes[j->outcome],
      .reason = *j->reason ? j->reason : NULL,
      .backend = j->execution.backend->name,
      .execution = j->device,
      .code = code_word(&j->code),
      .combination = j->code.backend ? j->code.name : NULL,
      .advice = *j->advice ? j->advice : NULL,
      .isa = execution_isa(&j->execution),
      .threads = execution_threads(j->execution.backend, &j->execution.options),
      .kinds = j->setup.kinds,
      .kind_count = j->setup.kind_count,
      .particles = j->setup.particles,
      .left = j->at.left,
      .over = j->at.over,
      .lost = j->at.lost,
      .lost_time = j->at.lost_time,
      .lost_at = {j->at.lost_at[0], j->at.lost_at[1], j->at.lost_at[2]},
      .begun = j->at.begun,
      .came_in = j->at.came_in,
      .went_out = j->at.went_out,
      .fluid = j->at.fluid,
      .mean_neighbours = j->at.neighbours,
      .steps = j->at.step,
      .first_step = j->first.step,
      .time = j->at.time,
      .state_hash = *j->state_hash ? j->state_hash : NULL,
      .end = j->setup.config.end,
      .wall_time = clock_now() - j->began,
      .particle_steps = j->at.particle_steps - j->first.particle_steps,
      .pair_interactions = j->at.interactions - j->first.interactions,
      .peak_memory = summary_peak_memory(),
      .snapshots = j->snapshots,
  };
  summarise_stages(j, s);
  if (parts_count() > 1 && j->run) {
    TRY(account_parts(j));
    s->parts = j->parts;
    s->part_count = parts_count();
  }
  return m->results ? m->results(j->run, s->results, &s->result_count) : STATUS_OK;
}

static void say_particles(const struct summary *s) {
  char text[256] = "";
  size_t used = 0;
  for (int k = 0; k < s->kind_count && s->kinds[k].name && used < sizeof text; k++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%llu %s", k ? ", " : ": ",
                             (unsigned long long)s->kinds[k].count, s->kinds[k].name);
  log_say("  particles   %llu%s", (unsigned long long)s->particles, text);
}

/* What left, and the first of it. */
static void say_losses(const struct summary *s) {
  char first[128] = "", over[64] = "";
  if (!isnan(s->lost_time) && !isnan(s->lost_at[0]))
    snprintf(first, sizeof first, "; the first at t = %.6g s at (%.6g, %.6g, %.6g) m", s->lost_time,
             s->lost_at[0], s->lost_at[1], s->lost_at[2]);
  if (s->over)
    snprintf(over, sizeof over, ", %llu of them over the top of the domain", (unsigned long long)s->over);
  log_say("  left        %llu fluid particles, %.3g %% of the fluid, through open faces or beyond limits%s%s",
          (unsigned long long)s->left, 100.0 * s->lost, over, first);
}

void job_say_summary(const struct summary *s) {
  char a[24], b[16];
  say_particles(s);
  if (s->left) say_losses(s);
  if (s->begun || s->fluid)
    log_say("  boundaries  %llu fluid particles were there, %llu came in, %llu went out, %llu are there",
            (unsigned long long)s->begun, (unsigned long long)s->came_in, (unsigned long long)s->went_out,
            (unsigned long long)s->fluid);
  if (!isnan(s->mean_neighbours)) log_say("  neighbours  %.1f a fluid particle", s->mean_neighbours);
  log_say("  steps       %llu in %s of wall time", (unsigned long long)(s->steps - s->first_step),
          text_duration(a, s->wall_time));
  for (size_t i = 0; i < s->stage_count; i++)
    log_say("    %-9s %5.1f %%  %.3f s", s->stages[i].name,
            s->wall_time > 0 ? 100 * s->stages[i].seconds / s->wall_time : 0, s->stages[i].seconds);
  if (s->state_hash) log_say("  state       hash %s", s->state_hash);
  for (int i = 0; i < s->result_count; i++)
    log_say("  %-11s %.7g%s%s", s->results[i].name, s->results[i].value, *s->results[i].unit ? " " : "",
            s->results[i].unit);
  text_count(a, summary_rate(s, s->particle_steps));
  if (s->pair_interactions)
    log_say("  speed       %s particle-steps/s, %s pair interactions/s", a,
            text_count(b, summary_rate(s, s->pair_interactions)));
  else
    log_say("  speed       %s particle-steps/s", a);
  for (int k = 0; k < s->part_count; k++) {
    const struct summary_part *p = &s->parts[k];
    log_say(
        "  part %-6d %llu fluid, %llu walls, %llu of others'; %.3f s at work, %.3f s sharing rows, %.3f s "
        "exchanging them, %.3f s waiting",
        k, (unsigned long long)p->fluid, (unsigned long long)p->walls, (unsigned long long)p->halo, p->busy,
        p->sharing, p->exchanging, p->waited);
  }
  if (s->advice) log_say("  code        %s", s->advice);
  log_say("  memory      %s at most", text_bytes(a, (double)s->peak_memory));
}
