/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/structures.h"

#include <endian.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "util/error.h"
#include "wcsph/walls/structure_bend.h"
#include "wcsph/walls/structure_start.h"

bool structures_any(const struct wcsph_settings *c) {
  for (size_t k = 0; k < c->wall_count; k++)
    if (c->walls[k].flexible.given) return true;
  return false;
}

int structures_in_parts(const struct wcsph_settings *c) {
  char place[CASE_PLACE];
  for (size_t k = 0; k < c->wall_count; k++)
    CHECK(
        !c->walls[k].flexible.given, STATUS_USAGE,
        "%s: walls.%s.flexible: a wall that bends is not implemented in several parts; expected one process",
        scene_place(place, &c->scene, c->walls[k].line), c->walls[k].name);
  return STATUS_OK;
}

/* ---- a step ---- */

int structures_advance(struct wcsph_run *r, struct step *s) {
  struct bending *b = r->bending;
  struct structure_step step = {.duration = s->time - b->time};
  if (!(step.duration > 0.0)) return STATUS_OK; /* a shift of fluid, which takes no time */
  step.substeps = (uint32_t)fmax(1.0, ceil(step.duration / b->longest));
  step.dt = step.duration / step.substeps;
  TRY(wcsph_structures(r->backend, r->self, &step, r->poses, r->config->wall_count, &r->motion));
  b->time = s->time;
  return r->motion.fault != FAULT_NONE ? wcsph_run_diverge(r) : STATUS_OK;
}

/* ---- checkpoints ---- */

enum { ROW_NUMBERS = sizeof(struct structure_row) / sizeof(double) };

int structures_save(struct wcsph_run *r, struct checkpoint *to) {
  if (!r->bending) return STATUS_OK;
  TRY(wcsph_fetch(r->backend, r->self, BUFFER_POSITION));
  to->rows[to->buffer_count] = r->bending->all.count;
  to->buffers[to->buffer_count++] =
      (struct field){"structures", FIELD_F64, ROW_NUMBERS, r->bending->all.rows};
  return STATUS_OK;
}

int structures_take(struct wcsph_run *r, const struct checkpoint *from) {
  size_t rows = 0;
  if (!r->bending) return STATUS_OK;
  const struct field *f = checkpoint_buffer(from, "structures", &rows);
  CHECK(f && rows == r->bending->all.count && f->type == FIELD_F64 && f->components == ROW_NUMBERS,
        STATUS_USAGE, "the checkpoint's buffer 'structures' is missing or does not fit the case");
  memcpy(r->bending->all.rows, f->data, rows * sizeof *r->bending->all.rows);
  r->bending->time = r->time;
  return STATUS_OK;
}

uint64_t structures_hash(const struct wcsph_run *r) {
  uint64_t sum = 0;
  if (!r->bending) return 0;
  for (uint32_t k = 0; k < r->bending->all.count; k++) {
    uint64_t words[ROW_NUMBERS];
    memcpy(words, &r->bending->all.rows[k], sizeof words);
    for (int w = 0; w < ROW_NUMBERS; w++) words[w] = htole64(words[w]);
    sum += XXH3_64bits_withSeed(words, sizeof words, k);
  }
  return sum;
}

/* ---- what is read of them ---- */

static const struct structure_law *law_of(const struct structures *b, uint32_t k) {
  return &b->laws[b->of[k] & ~STRUCTURE_CLAMPED];
}

static void gradient_of(const struct structures *b, uint32_t k, double h[9]) {
  double rate[9];
  if (b->dimensions == 2)
    structure_gradient(b, 2, b->rows, k, h, rate);
  else
    structure_gradient(b, 3, b->rows, k, h, rate);
}

void structures_displacement(const struct wcsph_run *r, size_t wall, const double at[3], double u[3]) {
  const struct bending *all = r->bending;
  const struct structures *b = &all->all;
  const struct bent_wall *w = &all->walls[wall];
  double least = INFINITY, h[9], arm[3] = {0};
  uint32_t nearest = w->first;
  for (uint32_t k = w->first; k < w->end; k++) {
    double d2 = 0.0;
    for (int a = 0; a < b->dimensions; a++) d2 += (at[a] - all->place[k][a]) * (at[a] - all->place[k][a]);
    if (d2 < least) least = d2, nearest = k;
  }
  gradient_of(b, nearest, h);
  for (int a = 0; a < b->dimensions; a++) arm[a] = at[a] - all->place[nearest][a];
  for (int a = 0; a < b->dimensions; a++) {
    u[a] = b->rows[nearest].u[a];
    for (int e = 0; e < b->dimensions; e++) u[a] += h[a * b->dimensions + e] * arm[e];
  }
}

void structures_energy(const struct wcsph_run *r, size_t wall, double *strain, double *kinetic) {
  const struct structures *b = &r->bending->all;
  const struct bent_wall *w = &r->bending->walls[wall];
  *strain = *kinetic = 0.0;
  for (uint32_t k = w->first; k < w->end; k++) {
    const struct structure_law *law = law_of(b, k);
    const double *v = b->rows[k].v;
    double h[9];
    gradient_of(b, k, h);
    *strain += r->bending->volume * elastic_energy(b->dimensions, law->model, law->lambda, law->mu, h);
    *kinetic += 0.5 * r->bending->volume / law->per_density * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  }
}

double structures_mises(const struct wcsph_run *r, uint16_t wall, uint64_t id) {
  if (!r->bending || !r->poses[wall].bends) return 0.0;
  const struct structures *b = &r->bending->all;
  const uint32_t k = (uint32_t)id - r->poses[wall].before;
  const struct structure_law *law = law_of(b, k);
  double h[9];
  gradient_of(b, k, h);
  return elastic_mises(b->dimensions, law->model, law->lambda, law->mu, h);
}

void structures_end(struct wcsph_run *r) {
  bending_free(r->bending);
  r->bending = NULL;
  r->state.bent = NULL;
}
