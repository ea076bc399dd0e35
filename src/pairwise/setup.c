/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs from particles or from a checkpoint, and what is written of them. */
#include <endian.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "pairwise/evolution.h"
#include "util/error.h"
#include "util/words.h"

struct position pairwise_to_position(const struct pairwise_state *s, const double x[3]) {
  uint32_t q[3];
  for (int a = 0; a < 3; a++) {
    double along = x[a] - s->origin[a];
    if (s->periodic[a]) along -= s->size[a] * floor(along / s->size[a]);
    q[a] = (uint32_t)(int64_t)llrint(along / s->quantum[a]); /* the end of a periodic axis is its beginning */
  }
  return (struct position){.x = q[0], .y = q[1], .z = q[2]};
}

/* Velocities in whole numbers, those that rounding has left a momentum given back one by one: it is zero to
 * the last bit where it was zero. */
static int place_velocities(struct pairwise_state *s, const struct pairwise_source *source) {
  int64_t(*v)[3] = calloc(s->count, sizeof *v);
  int64_t total[3] = {0};
  CHECK(v, STATUS_FAILED, "no memory for %u particles", s->count);
  for (uint32_t i = 0; i < s->count; i++)
    for (int a = 0; a < 3; a++) {
      v[i][a] = llrint(source->velocity[i][a] / s->unit);
      total[a] += v[i][a];
    }
  for (int a = 0; a < 3 && !source->moves; a++)
    for (uint32_t i = 0; total[a] != 0; i = i + 1 == s->count ? 0 : i + 1) {
      const int64_t back = total[a] > 0 ? 1 : -1;
      v[i][a] -= back;
      total[a] -= back;
    }
  for (uint32_t i = 0; i < s->count; i++) s->vel[i] = (struct wide4){v[i][0], v[i][1], v[i][2], 0};
  free(v);
  return STATUS_OK;
}

static int place_particles(struct pairwise_state *s, const struct pairwise_source *source) {
  for (uint32_t i = 0; i < s->count; i++) {
    s->pos[i] = pairwise_to_position(s, source->position[i]);
    s->id[i] = i;
  }
  return place_velocities(s, source);
}

/* ---- checkpoints ---- */

static int take_scalar(double *value, const struct checkpoint *from, const char *name) {
  const struct scalar *s = checkpoint_scalar(from, name);
  CHECK(s, STATUS_USAGE, "the checkpoint has no '%s'", name);
  *value = s->value;
  return STATUS_OK;
}

static int take_checkpoint(struct pairwise_run *r, struct checkpoint *from) {
  double step = 0.0, distance2 = 0.0, interactions = 0.0;
  TRY(rows_take(&pairwise_rows, &r->state, r->state.count, from));
  TRY(take_scalar(&step, from, "step"));
  TRY(take_scalar(&distance2, from, "distance2"));
  TRY(take_scalar(&interactions, from, "interactions"));
  r->step = (uint64_t)step;
  r->interactions = (uint64_t)interactions;
  r->motion.distance2 = (float)distance2;
  checkpoint_drop_buffers(from);
  return STATUS_OK;
}

int pairwise_run_checkpoint(struct pairwise_run *r, struct checkpoint *out) {
  uint64_t hash = 0;
  *out = (struct checkpoint){.scalars = calloc(3, sizeof *out->scalars)};
  int status =
      out->scalars ? pairwise_run_hash(r, &hash) : error_set(STATUS_FAILED, "no memory for a checkpoint");
  if (status == STATUS_OK) status = rows_save(&pairwise_rows, &r->state, r->state.count, out);
  if (status != STATUS_OK) {
    checkpoint_release(out);
    return status;
  }
  hash_text(out->state_hash, hash);
  out->scalars[out->scalar_count++] = (struct scalar){"step", (double)r->step, false};
  out->scalars[out->scalar_count++] = (struct scalar){"distance2", (double)r->motion.distance2, true};
  out->scalars[out->scalar_count++] = (struct scalar){"interactions", (double)r->interactions, true};
  return STATUS_OK;
}

/* ---- a run ---- */

static int start_pairwise(struct pairwise_run *r, struct checkpoint *from) {
  TRY(r->backend->send(r->self));
  r->fetched = true;
  if (!from) return pairwise_run_begin(r);
  r->listed = true;
  return r->backend->rebuild(r->self, true);
}

/* What was read is what was written. */
static int check_hash(struct pairwise_run *r, const char *written) {
  uint64_t hash;
  char text[HASH_TEXT];
  TRY(pairwise_run_hash(r, &hash));
  hash_text(text, hash);
  CHECK(!*written || !strcmp(text, written), STATUS_USAGE,
        "the checkpoint says that the hash of its state is %s, but it is %s", written, text);
  return STATUS_OK;
}

static int open_run(struct pairwise_run *r, const struct pairwise_source *source, struct checkpoint *from,
                    const struct execution_options *options) {
  TRY(pairwise_state_allocate(&r->state, (uint32_t)source->count, r->law.summation == SUM_PLAIN));
  r->fetched = true;
  if (from) {
    TRY(take_checkpoint(r, from));
    TRY(check_hash(r, from->state_hash));
  } else {
    TRY(place_particles(&r->state, source));
  }
  struct execution_options chosen = *options;
  if (chosen.pairwise == PAIRWISE_AUTO) chosen.pairwise = r->config->pairwise.strategy;
  TRY(r->backend->open(&r->self, &r->state, &r->law, &chosen));
  return start_pairwise(r, from);
}

int pairwise_run_open(struct pairwise_run *r, const struct pairwise_settings *c,
                      const struct pairwise_source *source, struct checkpoint *from,
                      const struct pairwise_backend *backend, const struct execution_options *options) {
  *r = (struct pairwise_run){.config = c, .backend = backend};
  r->state.count = (uint32_t)source->count;
  pairwise_law_derive(&r->law, c);
  pairwise_geometry_derive(&r->law, &r->state, c, source);
  return open_run(r, source, from, options);
}

void pairwise_run_close(struct pairwise_run *r) {
  if (r->self) r->backend->close(r->self);
  pairwise_state_free(&r->state);
  *r = (struct pairwise_run){0};
}

/* ---- hash ---- */

int pairwise_run_hash(struct pairwise_run *r, uint64_t *hash) {
  const struct pairwise_state *s = &r->state;
  uint64_t whole[3];
  TRY(pairwise_run_fetch(r));
  whole[0] = htole64(rows_hash(&pairwise_rows, s, s->count));
  whole[1] = htole64(s->count);
  whole[2] = htole64(r->step);
  *hash = XXH3_64bits(whole, sizeof whole);
  return STATUS_OK;
}
