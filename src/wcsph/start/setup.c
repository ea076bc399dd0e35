/* SPDX-License-Identifier: BSD-3-Clause */
/* Opening and closing a run: initial state, or the state of a checkpoint. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "method/lab.h"
#include "util/error.h"
#include "util/log.h"
#include "wcsph/evolution.h"
#include "wcsph/fluids/phases.h"
#include "wcsph/gauges/sensor.h"
#include "wcsph/hash.h"
#include "wcsph/openings/openings.h"
#include "wcsph/results/kept.h"
#include "wcsph/results/surfaces.h"
#include "wcsph/scalar.h"
#include "wcsph/start/hydrostatic.h"
#include "wcsph/start/place.h"
#include "wcsph/start/schedule.h"
#include "wcsph/walls/bodies.h"
#include "wcsph/walls/cables.h"
#include "wcsph/walls/motion.h"
#include "wcsph/walls/structures.h"
#include "wcsph/waves/paddles.h"

row_mask wcsph_buffers_needed(const struct wcsph_settings *c, const struct schedule *schedule) {
  row_mask mask = BUFFER_POSITION | BUFFER_VELOCITY | BUFFER_SAVED_VELOCITY | BUFFER_LISTED_POSITION |
                  BUFFER_RATE | BUFFER_BODY | BUFFER_ID | schedule->buffers;
  if (c->integrator.scheme == INTEGRATOR_SYMPLECTIC) mask |= BUFFER_SAVED_POSITION;
  if (c->summation != SUM_PLAIN) {
    mask |= BUFFER_POSITION_COMPENSATION | BUFFER_VELOCITY_COMPENSATION;
    if (c->integrator.scheme != INTEGRATOR_ADAMS_BASHFORTH) mask |= BUFFER_SAVED_VELOCITY_COMPENSATION;
    if (mask & BUFFER_SAVED_POSITION) mask |= BUFFER_SAVED_POSITION_COMPENSATION;
  }
  return mask;
}

static int begin_setup(struct wcsph_run *r, const struct wcsph_settings *c, const struct particles *p,
                       bool resumes, const struct wcsph_backend *backend) {
  memset(r, 0, sizeof *r);
  r->config = c;
  r->backend = backend;
  r->lost = (struct wcsph_lost){NAN, {NAN, NAN, NAN}};
  if (backend->about.forces_only && c->offload.stages == OFFLOAD_FORCES_ONLY) {
    TRY(lab_has("offload.stages"));
    r->backend = (const struct wcsph_backend *)backend->about.forces_only;
  }
  struct wcsph_state geometry;
  TRY(wcsph_derive(&r->law, &geometry, c, p));
  size_t count = p->wall_count + p->fluid_count;
  CHECK(count <= CASE_PARTICLES_MOST, STATUS_USAGE, "%s: dp: %zu particles; expected at most %d", c->path,
        count, CASE_PARTICLES_MOST);
  const uint32_t rows = !p->apart || (resumes && !backend->elsewhere) ? (uint32_t)count : 0;
  r->state = geometry;
  schedule_make(&r->schedule, c, p->wall_count);
  TRY(state_allocate(&r->state, rows, wcsph_buffers_needed(c, &r->schedule)));
  state_set_counts(&r->state, (const uint32_t[]){(uint32_t)p->wall_count, (uint32_t)p->fluid_count});
  TRY(sensors_open(r));
  TRY(motion_prepare(r, p));
  TRY(cables_prepare(r, resumes));
  TRY(openings_open(r, p));
  return surfaces_prepare(r, p);
}

void wcsph_run_options(struct execution_options *options, const struct wcsph_settings *c) {
  if (options->strategy == OFFLOAD_AUTO) options->strategy = c->offload.strategy;
  options->cpu = c->cpu;
  options->offload = c->offload;
}

/* The rows of the case, or where parts place them, none. */
static int place_setup(struct wcsph_run *r, struct particles *p) {
  const struct wcsph_whole whole = {.particles = p->whole ? p->whole : p,
                                    .sites = p->whole ? p->sites : NULL};
  int32_t *levels = NULL;
  if (p->apart) return STATUS_OK;
  int status = p->whole ? hydrostatic_levels_of(&levels, r->config, p, p->whole, p->sites)
                        : hydrostatic_levels(&levels, r->config, p);
  if (status == STATUS_OK) status = wcsph_place(r, p, &whole, levels);
  free(levels);
  return status;
}

static int open_backend(struct wcsph_run *r, bool apart, const struct execution_options *options) {
  struct execution_options chosen = *options;
  wcsph_run_options(&chosen, r->config);
  TRY(r->backend->open(&r->self, &r->state, &r->law, &chosen));
  return apart ? r->backend->elsewhere->place(r->self, r->config, r->poses, &r->motion.max_speed2)
               : wcsph_send(r->backend, r->self, r->state.buffers);
}

int wcsph_run_open(struct wcsph_run *r, const struct wcsph_settings *c, struct particles *p,
                   const struct wcsph_backend *backend, const struct execution_options *options) {
  int status = begin_setup(r, c, p, false, backend);
  if (status == STATUS_OK) status = motion_begin(r);
  if (status == STATUS_OK) status = place_setup(r, p);
  const bool apart = p->apart;
  r->next_id = p->whole ? p->whole->wall_count + p->whole->fluid_count : r->state.count;
  particles_drop(p);
  if (status == STATUS_OK) status = open_backend(r, apart, options);
  r->motion.left = LEFT_FAR; /* what is outside at the start is dropped */
  /* The list, so that gauges and counters work before the first step. */
  if (status == STATUS_OK) status = wcsph_run_rebuild(r);
  if (status == STATUS_OK) status = wcsph_run_begin(r);
  r->begun = r->left + state_count(&r->state, KIND_FLUID);
  if (status == STATUS_OK && settings_has_phases(c)) status = wcsph_run_count_phases(r, r->begun_of);
  if (status == STATUS_OK && r->state.buffers & BUFFER_HEAT) status = wcsph_run_heat(r, &r->heat.begun);
  if (status != STATUS_OK) wcsph_run_close(r);
  return status;
}

/* Scalars of a checkpoint, with the members of the run they are, and whether they are bookkeeping. */
#define RUN_SCALARS(X)                                                                                       \
  X(time, double, false)                                                                                     \
  X(step, uint64_t, false)                                                                                   \
  X(dt, double, false)                                                                                       \
  X(begun, uint64_t, false)                                                                                  \
  X(begun_of[0], uint64_t, false)                                                                            \
  X(begun_of[1], uint64_t, false)                                                                            \
  X(begun_of[2], uint64_t, false)                                                                            \
  X(begun_of[3], uint64_t, false)                                                                            \
  X(begun_of[4], uint64_t, false)                                                                            \
  X(begun_of[5], uint64_t, false)                                                                            \
  X(begun_of[6], uint64_t, false)                                                                            \
  X(begun_of[7], uint64_t, false)                                                                            \
  X(begun_of[8], uint64_t, false)                                                                            \
  X(begun_of[9], uint64_t, false)                                                                            \
  X(begun_of[10], uint64_t, false)                                                                           \
  X(begun_of[11], uint64_t, false)                                                                           \
  X(begun_of[12], uint64_t, false)                                                                           \
  X(begun_of[13], uint64_t, false)                                                                           \
  X(begun_of[14], uint64_t, false)                                                                           \
  X(begun_of[15], uint64_t, false)                                                                           \
  X(left, uint64_t, false)                                                                                   \
  X(over, uint64_t, true)                                                                                    \
  X(particle_steps, uint64_t, true)                                                                          \
  X(pair_interactions, uint64_t, true) /* backends count at different times */                               \
  X(state.count, uint32_t, false)                                                                            \
  X(next_id, uint64_t, false)                                                                                \
  X(motion.spread.distance2, float, true) /* the spread follows from positions, now and when listed */       \
  X(motion.spread.back[0], float, true)                                                                      \
  X(motion.spread.back[1], float, true)                                                                      \
  X(motion.spread.back[2], float, true)                                                                      \
  X(motion.spread.forth[0], float, true)                                                                     \
  X(motion.spread.forth[1], float, true)                                                                     \
  X(motion.spread.forth[2], float, true)                                                                     \
  X(motion.max_speed2, float, true)                                                                          \
  X(fastest2, float, true)                                                                                   \
  X(motion.left, uint32_t, true)                                                                             \
  X(lost.time, double, true)                                                                                 \
  X(lost.at[0], double, true)                                                                                \
  X(lost.at[1], double, true)                                                                                \
  X(lost.at[2], double, true)                                                                                \
  X(heat.begun, double, true)                                                                                \
  X(heat.given, double, true)                                                                                \
  X(heat.gone, double, true)                                                                                 \
  X(heat.come, double, true)                                                                                 \
  X(state.life, float, true)                                                                                 \
  X(listed_time, double, true)                                                                               \
  X(law.c0, float, true)

static int rows_of(void *run, const struct field *buffer, size_t first, size_t count, const void **data) {
  const struct wcsph_run *r = run;
  const int b = rows_named(&wcsph_rows, buffer->name);
  (void)count; /* a window, or what is left */
  *data = state_buffer(r->window, b);
  return r->backend->elsewhere->window(r->self, row_bit(b), first / ROWS_WINDOW, r->window);
}

/* Of the rows windows are written, which come when they are. */
static int show_rows(struct wcsph_run *r, struct checkpoint *out) {
  uint64_t counts[ROW_KINDS];
  TRY(wcsph_run_window(r));
  TRY(r->backend->elsewhere->show(r->self, rows_mask(&wcsph_rows, ROW_SAVED), NULL, counts));
  for (size_t k = 0; k < out->buffer_count; k++) out->buffers[k].data = NULL;
  out->rows_of = rows_of;
  out->from = r;
  return STATUS_OK;
}

/* And their hash. */
static int fetch_rows(struct wcsph_run *r, struct checkpoint *out) {
  uint64_t hash;
  if (!r->backend->elsewhere)
    TRY(wcsph_fetch(r->backend, r->self, r->state.buffers & rows_mask(&wcsph_rows, ROW_SAVED)));
  TRY(wcsph_run_hash(r, &hash));
  hash_text(out->state_hash, hash);
  return STATUS_OK;
}

int wcsph_run_checkpoint(struct wcsph_run *r, struct checkpoint *out) {
  memset(out, 0, sizeof *out);
  strcpy(out->method, "wcsph");
  TRY(kept_leave_rows(r, out));
  if (!out->begin) TRY(fetch_rows(r, out));
#define X(member, type, bookkeeping) out->scalar_count++;
  RUN_SCALARS(X)
#undef X
  out->scalars = calloc(out->scalar_count, sizeof *out->scalars);
  int status = out->scalars ? rows_save(&wcsph_rows, &r->state, r->state.count, out)
                            : error_set(STATUS_FAILED, "no memory for a checkpoint");
  for (size_t k = 0; k < out->buffer_count && out->begin; k++)
    out->buffers[k].data = NULL; /* they come later */
  if (status == STATUS_OK && r->backend->elsewhere) status = show_rows(r, out);
  if (status == STATUS_OK) status = bodies_save(r, out);
  if (status == STATUS_OK) status = structures_save(r, out);
  if (status == STATUS_OK) status = cables_save(r, out);
  if (status == STATUS_OK) status = sensors_save(r, out);
  if (status == STATUS_OK) status = openings_save(r, out);
  if (status == STATUS_OK) status = paddles_save(r, out);
  if (status != STATUS_OK) {
    checkpoint_release(out);
    return status;
  }
  size_t n = 0;
#define X(member, type, bookkeeping)                                                                         \
  out->scalars[n++] = (struct scalar){#member, (double)r->member, bookkeeping};
  RUN_SCALARS(X)
#undef X
  return STATUS_OK;
}

static bool is_of_no_rows(const struct field *buffer) {
  return rows_named(&wcsph_rows, buffer->name) < 0;
}

/* What is foreseen follows from how long a run goes on, and the speed of sound from that. */
static int check_sound(const struct wcsph_run *r, float planned) {
  CHECK(r->law.c0 == planned, STATUS_USAGE,
        "the run began with a speed of sound of %.4g m/s, and to end at %.6g s it has to be %.4g: what moves "
        "gets another speed by then. Begin a run with that 'end', or give 'material.speed_of_sound'",
        (double)r->law.c0, r->config->end, (double)planned);
  return STATUS_OK;
}

/* Read all but rows, of which only presence is checked. */
static int take_scalars(struct wcsph_run *r, struct checkpoint *from) {
  CHECK(strcmp(from->method, "wcsph") == 0, STATUS_USAGE, "the checkpoint is of method '%s', not wcsph",
        from->method);
  const struct scalar *value;
  struct wcsph_state *s = &r->state;
  const uint32_t walls = state_count(s, KIND_WALL); /* those of the case: they stay */
  const float planned = r->law.c0;
#define X(member, type, bookkeeping)                                                                         \
  value = checkpoint_scalar(from, #member);                                                                  \
  CHECK(value, STATUS_USAGE, "the checkpoint has no '%s'", #member);                                         \
  r->member = (type)value->value;
  RUN_SCALARS(X)
#undef X
  TRY(check_sound(r, planned));
  r->moved_time = r->time; /* before anything asks whether a body is still held */
  const uint32_t count = s->count;
  CHECK(walls <= count && count <= CASE_PARTICLES_MOST, STATUS_USAGE,
        "the checkpoint has %u particles, of which the case has %u in walls", count, walls);
  state_resize_fluid(s, count - walls);
  TRY(rows_fit(&wcsph_rows, s, count, from));
  TRY(checkpoint_fill(from, is_of_no_rows));
  TRY(bodies_take(r, from));
  TRY(structures_take(r, from));
  TRY(cables_take(r, from));
  TRY(sensors_take(r, from));
  TRY(openings_take(r, from));
  return paddles_take(r, from);
}

/* A run may have more particles than it began with; what the rows were is not kept. */
static int take_rows(struct wcsph_run *r, struct checkpoint *from) {
  struct wcsph_state *s = &r->state;
  const uint32_t counts[ROW_KINDS] =
      {[KIND_WALL] = state_count(s, KIND_WALL), [KIND_FLUID] = state_count(s, KIND_FLUID)},
                 count = s->count;
  TRY(checkpoint_fill(from, NULL));
  state_set_counts(s, (const uint32_t[ROW_KINDS]){0});
  TRY(state_reserve(s, count));
  state_set_counts(s, counts);
  return rows_take(&wcsph_rows, s, count, from);
}

/* Open the backend with the rows: with parts each reads its own, where it can, else this process all. */
static int open_again(struct wcsph_run *r, bool apart, struct checkpoint *from,
                      const struct execution_options *options) {
  struct execution_options chosen = *options;
  wcsph_run_options(&chosen, r->config);
  int status = apart ? STATUS_OK : take_rows(r, from);
  if (!apart) checkpoint_drop_buffers(from);
  if (status == STATUS_OK) status = motion_begin(r);
  TRY(status);
  TRY(r->backend->open(&r->self, &r->state, &r->law, &chosen));
  if (apart && r->backend->elsewhere->resume(r->self, from) == STATUS_OK) return STATUS_OK;
  if (apart) log_say("Part 0 reads the checkpoint for all: %s", error_text());
  if (apart) status = take_rows(r, from);
  checkpoint_drop_buffers(from);
  TRY(status);
  return wcsph_send(r->backend, r->self, r->state.buffers);
}

/* Check that the rows read are those written, whatever lies between. */
static int check_hash(struct wcsph_run *r, const char *written) {
  uint64_t hash;
  char text[HASH_TEXT];
  TRY(wcsph_run_hash(r, &hash));
  hash_text(text, hash);
  CHECK(!*written || !strcmp(text, written), STATUS_USAGE,
        "the checkpoint says that the hash of its state is %s, but it is %s", written, text);
  return STATUS_OK;
}

/* Build the list that the run had; another one where this backend makes none for paths. */
static int list_again(struct wcsph_run *r) {
  if (r->state.life > 0.0f && !wcsph_foresees(r->backend, r->self)) return wcsph_run_rebuild(r);
  TRY(wcsph_rebuild(r->backend, r->self, true));
  r->listed = true;
  return motion_refresh(r);
}

int wcsph_run_resume(struct wcsph_run *r, const struct wcsph_settings *c, struct particles *p,
                     struct checkpoint *from, const struct wcsph_backend *backend,
                     const struct execution_options *options) {
  int status = begin_setup(r, c, p, true, backend);
  const bool apart = p->apart && from->path && backend->elsewhere;
  particles_drop(p);
  if (status == STATUS_OK) status = take_scalars(r, from);
  if (status == STATUS_OK) status = open_again(r, apart, from, options);
  if (status == STATUS_OK) status = check_hash(r, from->state_hash);
  if (status == STATUS_OK) status = list_again(r);
  if (status != STATUS_OK) wcsph_run_close(r);
  return status;
}

void wcsph_run_close(struct wcsph_run *r) {
  if (r->self) r->backend->close(r->self);
  r->self = NULL;
  state_free(&r->state);
  if (r->window) state_free(r->window);
  free(r->window);
  r->window = NULL;
  kept_end(r);
  surfaces_end(r);
  sensors_close(r);
  openings_close(r);
  cables_end(r);
  motion_end(r);
}
