/* SPDX-License-Identifier: BSD-3-Clause */
/* Structures: a thread has particles of its own, and waits for the others twice a sub-step. */
#include "cpu/wcsph.h"
#include "util/error.h"
#include "wcsph/particle.h"
#include "wcsph/walls/structure_bend.h"

/* Fewer particles are done sooner by one thread than others are waited for. */
enum { FEW = 2048 };

int cpu_structures(struct cpu_run *run, const struct wcsph_entry *e) {
  const struct wcsph_state *s = run->state;
  const struct structures *b = s->bent;
  const struct range walls = state_range(s, KIND_WALL);
  const struct structure_step *t = e->bending;
  const int threads = b->count < FEW ? 1 : run->threads;
#pragma omp parallel num_threads(threads)
  {
    struct wcsph_motion mine = {.fault = FAULT_NONE};
#pragma omp for schedule(static)
    for (uint32_t i = walls.begin; i < walls.end; i++)
      if (e->poses[s->body[i]].bends) pose_begin_bending(s, &e->poses[s->body[i]], t, i);
    for (uint32_t step = 0; step < t->substeps; step++) {
#pragma omp for schedule(static)
      for (uint32_t k = 0; k < b->count; k++) structure_strain(b, structure_from(b, t, step), k);
#pragma omp for schedule(static)
      for (uint32_t k = 0; k < b->count; k++) structure_kick(b, t, step, k);
    }
#pragma omp for schedule(static) nowait
    for (uint32_t i = walls.begin; i < walls.end; i++)
      if (e->poses[s->body[i]].bends) particle_bend(s, run->law, e->poses, i, &mine);
#pragma omp critical(cpu_structures)
    {
      wcsph_spread_merge(&e->motion->spread, &mine.spread);
      if (mine.fault != FAULT_NONE) motion_note_fault(e->motion, mine.fault, mine.fault_id);
    }
  }
  cpu_age_records(run, true, false);
  run->walls_sorted = false;
  return STATUS_OK;
}
