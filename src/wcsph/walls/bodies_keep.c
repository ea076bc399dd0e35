/* SPDX-License-Identifier: BSD-3-Clause */
/* What a checkpoint has of bodies. */
#include <string.h>

#include "util/error.h"
#include "wcsph/walls/bodies.h"
#include "wcsph/walls/drives.h"

_Static_assert(sizeof(struct body_state) == BODY_LISTED * sizeof(double), "numbers alone");

int bodies_save(struct wcsph_run *r, struct checkpoint *to) {
  if (!r->body_count) return STATUS_OK;
  double *listed = r->body_numbers + r->body_count * BODY_NUMBERS;
  for (size_t k = 0; k < r->body_count; k++) {
    const struct rigid_body *b = &r->bodies[k];
    memcpy(r->body_numbers + k * BODY_NUMBERS, &b->now, sizeof b->now);
    memcpy(r->body_numbers + k * BODY_NUMBERS + BODY_LISTED, &b->saved, sizeof b->saved);
    memcpy(listed + k * BODY_LISTED, &b->listed, sizeof b->listed);
  }
  to->rows[to->buffer_count] = r->body_count; /* the buffers that are not saved leave room */
  to->buffers[to->buffer_count++] = (struct field){"bodies", FIELD_F64, BODY_NUMBERS, r->body_numbers};
  to->bookkeeping |= 1ull << to->buffer_count;
  to->rows[to->buffer_count] = r->body_count;
  to->buffers[to->buffer_count++] = (struct field){"bodies_listed", FIELD_F64, BODY_LISTED, listed};
  return STATUS_OK;
}

int bodies_take(struct wcsph_run *r, const struct checkpoint *from) {
  size_t rows = 0, listed_rows = 0;
  if (!r->body_count) return STATUS_OK;
  const struct field *f = checkpoint_buffer(from, "bodies", &rows);
  const struct field *l = checkpoint_buffer(from, "bodies_listed", &listed_rows);
  CHECK(f && l && rows == r->body_count && listed_rows == rows && f->type == FIELD_F64 &&
            l->type == FIELD_F64 && f->components == BODY_NUMBERS && l->components == BODY_LISTED,
        STATUS_USAGE, "the checkpoint's buffer 'bodies' is missing or does not fit the case");
  for (size_t k = 0; k < rows; k++) {
    struct rigid_body *b = &r->bodies[k];
    memcpy(&b->now, (const double *)f->data + k * BODY_NUMBERS, sizeof b->now);
    memcpy(&b->saved, (const double *)f->data + k * BODY_NUMBERS + BODY_LISTED, sizeof b->saved);
    memcpy(&b->listed, (const double *)l->data + k * BODY_LISTED, sizeof b->listed);
    drives_find(r, b);
  }
  return STATUS_OK;
}
