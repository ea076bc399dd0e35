/* SPDX-License-Identifier: BSD-3-Clause */
/* One checkpoint of all levels: the rows and scalars of each, by names that begin with the level's number. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "util/words.h"
#include "wcsph/levels/method.h"
#include "wcsph/levels/results.h"
#include "wcsph/method.h"

enum { NUMBERS_OF_RUN = 3, NUMBERS_OF_LEVEL = 4 };

size_t levels_number_count(const struct levels_run *r) {
  size_t n = NUMBERS_OF_RUN + NUMBERS_OF_LEVEL * LEVELS_MOST + r->gate_count / 2;
  for (size_t g = 0; g < r->gate_count; g++) n += 2 + (size_t)r->gates[g].count;
  return n;
}

void levels_numbers(struct levels_run *r) {
  double *to = r->numbers;
  *to++ = r->flowed, *to++ = r->mass, *to++ = (double)r->came;
  for (int k = 0; k < LEVELS_MOST; k++) {
    *to++ = (double)r->own[k], *to++ = (double)r->left[k];
    *to++ = (double)r->newest[k], *to++ = (double)r->ringed_count[k];
  }
  for (size_t g = 0; g < r->gate_count; g++) {
    *to++ = (double)r->gates[g].came, *to++ = (double)r->gates[g].went;
    for (uint32_t i = 0; i < r->gates[g].count; i++) *to++ = r->gates[g].squares[i].due;
  }
  for (size_t f = 0; f < r->gate_count / 2; f++) *to++ = (double)r->faces[f].carried;
}

static int take_rings(struct levels_run *r, const struct checkpoint *from) {
  size_t rows = 0, all = 0;
  const struct field *rings = checkpoint_buffer(from, "rings", &rows);
  for (int k = 0; k < LEVELS_MOST; k++) all += r->ringed_count[k];
  CHECK(rings && rows == all && rings->type == FIELD_U64 && rings->components == 1, STATUS_USAGE,
        "the checkpoint's list of particles in rings is missing or does not fit the case");
  const uint64_t *at = rings->data;
  for (int k = 0; k < LEVELS_MOST; k++) {
    r->ringed[k] = malloc((r->ringed_count[k] + 1) * sizeof *at);
    CHECK(r->ringed[k], STATUS_FAILED, "no memory for rings");
    if (r->ringed_count[k]) memcpy(r->ringed[k], at, r->ringed_count[k] * sizeof *at);
    at += r->ringed_count[k];
  }
  return STATUS_OK;
}

int levels_take(struct levels_run *r, const struct checkpoint *from) {
  size_t rows = 0;
  const struct field *numbers = checkpoint_buffer(from, "gates", &rows);
  CHECK(numbers && rows == levels_number_count(r) && numbers->type == FIELD_F64 && numbers->components == 1,
        STATUS_USAGE, "the checkpoint's scalars of levels are missing or do not fit the case");
  const double *at = numbers->data;
  r->flowed = *at++, r->mass = *at++;
  CHECK(fabs(*at) < 0x1p53, STATUS_USAGE, "the checkpoint's scalars of levels are damaged");
  r->came = (int64_t)*at++;
  for (int k = 0; k < LEVELS_MOST; k++) {
    for (int i = 0; i < NUMBERS_OF_LEVEL; i++)
      CHECK(at[i] >= 0.0 && at[i] < 0x1p53, STATUS_USAGE, "the checkpoint's scalars of levels are damaged");
    r->own[k] = (uint64_t)*at++, r->left[k] = (int64_t)*at++;
    r->newest[k] = (uint64_t)*at++, r->ringed_count[k] = (size_t)*at++;
  }
  for (size_t g = 0; g < r->gate_count; g++) {
    r->gates[g].came = (uint64_t)*at++, r->gates[g].went = (uint64_t)*at++;
    for (uint32_t i = 0; i < r->gates[g].count; i++) r->gates[g].squares[i].due = *at++;
  }
  for (size_t f = 0; f < r->gate_count / 2; f++) {
    CHECK(fabs(*at) < 0x1p53, STATUS_USAGE, "the checkpoint's scalars of levels are damaged");
    r->faces[f].carried = (int64_t)*at++;
  }
  return take_rings(r, from);
}

static int join_rings(struct levels_run *r, size_t *count) {
  *count = 0;
  for (int k = 0; k < r->count; k++) *count += r->ringed_count[k];
  free(r->rings);
  r->rings = malloc((*count + 1) * sizeof *r->rings);
  CHECK(r->rings, STATUS_FAILED, "no memory for a checkpoint");
  for (size_t k = 0, at = 0; k < (size_t)r->count; at += r->ringed_count[k++])
    memcpy(r->rings + at, r->ringed[k], r->ringed_count[k] * sizeof *r->rings);
  return STATUS_OK;
}

/* ---- writing ---- */

static int join_parts(struct levels_run *r, struct checkpoint *out, const struct checkpoint *parts) {
  size_t buffers = 2, rings, scalars = 0, name = 0, b = 0, s = 0;
  for (int k = 0; k < r->count; k++) buffers += parts[k].buffer_count, scalars += parts[k].scalar_count;
  free(r->names);
  r->names = calloc(buffers + scalars, sizeof *r->names);
  out->buffers = calloc(buffers, sizeof *out->buffers);
  out->rows = calloc(buffers, sizeof *out->rows);
  out->scalars = calloc(scalars + 1, sizeof *out->scalars);
  CHECK(r->names && out->buffers && out->rows && out->scalars, STATUS_FAILED, "no memory for a checkpoint");
  for (int k = 0; k < r->count; k++) {
    for (size_t i = 0; i < parts[k].buffer_count; i++, b++) {
      out->buffers[b] = parts[k].buffers[i];
      out->rows[b] = parts[k].rows[i];
      if (i < 64 && b < 64 && parts[k].bookkeeping >> i & 1) out->bookkeeping |= 1ull << b;
      snprintf(r->names[name], sizeof *r->names, "level%u_%.48s", (unsigned)k % 10u,
               parts[k].buffers[i].name);
      out->buffers[b].name = r->names[name++];
    }
    for (size_t i = 0; i < parts[k].scalar_count; i++, s++) {
      out->scalars[s] = parts[k].scalars[i];
      snprintf(r->names[name], sizeof *r->names, "level%u_%.48s", (unsigned)k % 10u,
               parts[k].scalars[i].name);
      out->scalars[s].name = r->names[name++];
    }
  }
  levels_numbers(r);
  out->buffers[b] = (struct field){"gates", FIELD_F64, 1, r->numbers};
  out->rows[b++] = levels_number_count(r);
  TRY(join_rings(r, &rings));
  out->buffers[b] = (struct field){"rings", FIELD_U64, 1, r->rings};
  out->rows[b] = rings;
  out->buffer_count = buffers, out->scalar_count = scalars;
  return STATUS_OK;
}

int levels_checkpoint(void *run, struct checkpoint *out) {
  struct levels_run *r = run;
  struct checkpoint parts[LEVELS_MOST];
  uint64_t hash;
  int status = STATUS_OK;
  memset(parts, 0, sizeof parts);
  memset(out, 0, sizeof *out);
  strcpy(out->method, "wcsph");
  for (int k = 0; k < r->count && status == STATUS_OK; k++)
    status = wcsph_run_checkpoint(r->runs[k], &parts[k]);
  if (status == STATUS_OK) status = join_parts(r, out, parts);
  for (int k = 0; k < r->count; k++)
    if (parts[k].buffers || parts[k].scalars) checkpoint_release(&parts[k]);
  if (status == STATUS_OK) status = method_levels.hash(r, &hash);
  if (status == STATUS_OK)
    hash_text(out->state_hash, hash);
  else
    checkpoint_release(out);
  return status;
}

/* ---- reading ---- */

int levels_part(struct checkpoint *part, struct checkpoint *from, int k) {
  char prefix[16];
  const int length = snprintf(prefix, sizeof prefix, "level%d_", k);
  memset(part, 0, sizeof *part);
  strcpy(part->method, from->method);
  part->buffers = calloc(from->buffer_count + 1, sizeof *part->buffers);
  part->rows = calloc(from->buffer_count + 1, sizeof *part->rows);
  part->scalars = calloc(from->scalar_count + 1, sizeof *part->scalars);
  CHECK(part->buffers && part->rows && part->scalars, STATUS_FAILED, "no memory for a checkpoint");
  for (size_t i = 0; i < from->buffer_count; i++) {
    struct field *b = &from->buffers[i];
    if (strncmp(b->name, prefix, (size_t)length) != 0) continue;
    struct field *mine = &part->buffers[part->buffer_count];
    part->rows[part->buffer_count++] = from->rows[i];
    *mine = (struct field){strdup(b->name + length), b->type, b->components, b->data};
    b->data = NULL;
    CHECK(mine->name, STATUS_FAILED, "no memory for a checkpoint");
  }
  for (size_t i = 0; i < from->scalar_count; i++) {
    const struct scalar *s = &from->scalars[i];
    if (strncmp(s->name, prefix, (size_t)length) != 0) continue;
    struct scalar *mine = &part->scalars[part->scalar_count++];
    *mine = (struct scalar){strdup(s->name + length), s->value, s->bookkeeping};
    CHECK(mine->name, STATUS_FAILED, "no memory for a checkpoint");
  }
  return STATUS_OK;
}
