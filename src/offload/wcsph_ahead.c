/* SPDX-License-Identifier: BSD-3-Clause */
/* Several steps in one kernel, on the host's side: how many teams can be resident at a time, and the kernel's
 * arguments and results. The kernel is the force pass's own code's (wcsph_variant.c). */
#include "offload/wcsph_ahead.h"

#include <stdlib.h>

#include "offload/share.h"
#include "util/error.h"

void offload_release_ahead(struct offload *o) {
  struct offload_steps *s = &o->ahead;
  offload_release(o, s->there, sizeof *s->there);
  offload_release_twin(o, s->it_there, s->it, sizeof *s->it);
  s->there = NULL, s->it = s->it_there = NULL;
}

/* As before any kernel. */
static int make_new(struct offload *o) {
  struct offload_ahead *new = calloc(1, sizeof *new);
  CHECK(new, STATUS_FAILED, "no memory for the offload backend");
  for (int a = 0; a < 3; a++) new->inv_quantum[a] = (float)(1.0 / o->state->quantum[a]);
  for (int k = 0; k < OFFLOAD_FINDINGS; k++) new->advance_found[k].fault = UINT64_MAX;
  const int status = offload_copy(o->device, o->ahead.there, new, sizeof *new, false);
  free(new);
  return status;
}

static int launch(struct offload *o, bool *lost) {
  uint32_t is_lost = 0;
  o->own(o, NULL, NULL);
  TRY(offload_copy(o->device, &is_lost, &o->ahead.there->lost, sizeof is_lost, true));
  *lost = is_lost != 0;
  return STATUS_OK;
}

static uint32_t processors(const struct offload *o) {
  return o->room / OFFLOAD_SHARE_ROOM;
}

/* How many teams run at a time is what a kernel's registers and the GPU allow: tried, for more would wait for
 * each other forever. */
static int find_teams(struct offload *o) {
  struct offload_steps *s = &o->ahead;
  void *here;
  s->there = offload_allocate(o, sizeof *s->there);
  s->it_there = offload_allocate_twin(o, sizeof *s->it, &here);
  s->it = here;
  s->is_off = !s->there || !s->it;
  s->tries = true;
  for (uint32_t each = AHEAD_TEAMS_MOST; each > 0 && !s->is_off && !s->teams; each--) {
    bool lost = true;
    s->teams = each * processors(o);
    *s->it = (struct wcsph_ahead){0};
    TRY(make_new(o));
    TRY(launch(o, &lost));
    if (lost || !s->it->taken) s->teams = 0;
  }
  s->tries = false;
  s->is_off = s->is_off || !s->teams;
  return s->is_off ? STATUS_OK : make_new(o);
}

bool offload_may_go_ahead(const struct offload *o) {
#ifdef OFFLOAD_GOES_AHEAD
  return o->device != omp_get_initial_device() && offload_passes_as_ever(o);
#else
  (void)o;
  return false;
#endif
}

/* Runs with more than two particles a thread compute longer than they wait, and loops of their own, which
 * take fewer registers, have more of them at a time (docs/speed.md). */
static bool is_small(const struct offload *o, uint32_t teams) {
  return o->state->count <= 2 * teams * AHEAD_TEAM;
}

int offload_go_ahead(void *self, struct wcsph_ahead *a) {
  struct offload *o = self;
  struct offload_steps *s = &o->ahead;
  const uint32_t most = AHEAD_TEAMS_MOST * processors(o);
  if (s->is_off || !o->view.list || o->come || !is_small(o, most)) return STATUS_OK;
  if (!s->teams) TRY(find_teams(o));
  if (s->is_off || !is_small(o, s->teams)) return STATUS_OK;
  if (o->records_are_stale) offload_pack_records(o);
  bool lost;
  *s->it = *a;
  TRY(launch(o, &lost));
  CHECK(!lost, STATUS_FAILED,
        "the GPU has stopped running this program's teams of threads beside each other");
  *a = *s->it;
  return STATUS_OK;
}
