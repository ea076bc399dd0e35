/* SPDX-License-Identifier: BSD-3-Clause */
/* Fluid that is added and removed while a run goes on. */
#include <string.h>

#include "util/error.h"
#include "wcsph/evolution.h"
#include "wcsph/fluids/heat.h"

uint32_t wcsph_rows_reserved(uint32_t count) {
  const uint32_t most = CASE_PARTICLES_MOST, more = count / 4 + 64;
  return more < most - count ? count + more : most;
}

static int reserve_rows(struct wcsph_state *s, uint32_t count) {
  return count <= s->capacity ? STATUS_OK : state_reserve(s, wcsph_rows_reserved(count));
}

/* A newcomer as row i, in all buffers. */
static void place_rows(const struct wcsph_law *law, struct wcsph_state *s, uint32_t i,
                       const struct wcsph_newcomer *n, uint64_t id) {
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) {
    const size_t size = wcsph_buffer_info[b].row_bytes;
    char *data = state_buffer(s, b);
    if (data) memset(data + i * size, 0, size);
  }
  s->pos[i] = state_position(s, n->place);
  s->vel[i] = (struct vec4){n->velocity[0], n->velocity[1], n->velocity[2], n->d};
  if (!law->keeps_rate) s->saved_vel[i] = s->vel[i];
  if (s->saved_pos) s->saved_pos[i] = s->pos[i];
  if (s->phase) s->phase[i] = n->phase, s->damping[i] = n->damping;
  if (s->heat) s->heat[i] = n->heat;
  if (s->eddies) s->eddies[i] = n->eddies;
  s->body[i] = n->body;
  s->id[i] = id;
}

static int check(const struct wcsph_run *r, const struct wcsph_change *c) {
  const struct wcsph_state *s = &r->state;
  CHECK(c->come_count <= CASE_PARTICLES_MOST - s->count, STATUS_USAGE,
        "%u particles and %u newcomers are more than %d", s->count, c->come_count, CASE_PARTICLES_MOST);
  CHECK(c->gone_count <= state_count(s, KIND_FLUID), STATUS_USAGE, "%u particles to remove, of %u",
        c->gone_count, state_count(s, KIND_FLUID));
  for (uint32_t k = 0; k < c->come_count; k++) {
    const double *x = c->come[k].place;
    const struct position p = state_position(s, x);
    bool there = state_locate(s, &p) == INSIDE;
    for (int a = 0; a < 3; a++) { /* a position wraps: is it on the axis at all? */
      const double quanta = (x[a] - s->origin[a]) / s->quantum[a];
      there &= quanta >= 0.0 && quanta < 0x1p32;
    }
    CHECK(there, STATUS_USAGE, "a new particle at (%.6g, %.6g, %.6g) m is outside the domain", x[0], x[1],
          x[2]);
  }
  return STATUS_OK;
}

static int come(struct wcsph_run *r, const struct wcsph_change *c, struct wcsph_state *to) {
  TRY(reserve_rows(to, to->count + c->come_count));
  for (uint32_t k = 0; k < c->come_count; k++)
    place_rows(&r->law, to, to->count + k, &c->come[k], r->next_id++);
  return wcsph_append(r->backend, r->self, to, c->come_count);
}

/* With parts no process has room for all rows: newcomers pass through a state of their own. */
static int come_apart(struct wcsph_run *r, const struct wcsph_change *c) {
  struct wcsph_state alone = r->state;
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) state_set_buffer(&alone, b, NULL);
  state_set_counts(&alone, (const uint32_t[ROW_KINDS]){0});
  int status = state_allocate(&alone, c->come_count, r->state.buffers);
  if (status == STATUS_OK) status = come(r, c, &alone);
  state_free(&alone);
  return status;
}

/* Of newcomers. */
static void note_heat(struct wcsph_run *r, const struct wcsph_change *c) {
  for (uint32_t k = 0; k < c->come_count && r->state.buffers & BUFFER_HEAT; k++)
    r->heat.come += heat_capacity(r->config, &r->law, c->come[k].body) *
                    ((double)c->come[k].heat.x - r->config->heat.reference);
}

int wcsph_run_change(struct wcsph_run *r, const struct wcsph_change *c) {
  struct wcsph_state *s = &r->state;
  uint32_t found = 0;
  if (c->gone_count == 0 && c->come_count == 0 && c->marked == 0) return STATUS_OK;
  TRY(check(r, c));
  if (c->gone_count > 0) TRY(wcsph_remove(r->backend, r->self, c->gone, c->gone_count, &found));
  CHECK(found == c->gone_count, STATUS_USAGE, "of %u particles to remove, %u are there", c->gone_count,
        found);
  note_heat(r, c);
  if (c->come_count > 0) TRY(r->backend->elsewhere ? come_apart(r, c) : come(r, c, s));
  r->left -= c->gone_count + c->marked; /* the list drops them, but they do not leave through a face */
  return wcsph_run_drop(r);
}
