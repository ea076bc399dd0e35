/* SPDX-License-Identifier: BSD-3-Clause */
/* A checkpoint in memory: what is in it, and its end. */
#include <stdlib.h>
#include <string.h>

#include "io/checkpoint.h"

const struct field *checkpoint_buffer(const struct checkpoint *c, const char *name, size_t *rows) {
  for (size_t i = 0; i < c->buffer_count; i++)
    if (strcmp(c->buffers[i].name, name) == 0) {
      if (rows) *rows = c->rows[i];
      return &c->buffers[i];
    }
  return NULL;
}

const struct scalar *checkpoint_scalar(const struct checkpoint *c, const char *name) {
  for (size_t i = 0; i < c->scalar_count; i++)
    if (strcmp(c->scalars[i].name, name) == 0) return &c->scalars[i];
  return NULL;
}

const char *checkpoint_note(const struct checkpoint *c, const char *name) {
  for (size_t i = 0; i < c->note_count; i++)
    if (strcmp(c->notes[i].name, name) == 0) return c->notes[i].text;
  return NULL;
}

void checkpoint_drop_buffers(struct checkpoint *c) {
  for (size_t i = 0; i < c->buffer_count; i++) {
    free((void *)c->buffers[i].name);
    free((void *)c->buffers[i].data);
  }
  free(c->buffers);
  free(c->rows);
  c->buffers = NULL;
  c->rows = NULL;
  c->buffer_count = 0;
}

void checkpoint_free(struct checkpoint *c) {
  checkpoint_drop_buffers(c);
  for (size_t i = 0; i < c->scalar_count; i++) free((void *)c->scalars[i].name);
  free(c->scalars);
  for (size_t i = 0; i < c->note_count; i++) {
    free((void *)c->notes[i].name);
    free((void *)c->notes[i].text);
  }
  free(c->notes);
  free(c->path);
  *c = (struct checkpoint){0};
}

void checkpoint_release(struct checkpoint *c) {
  if (c->end) c->end(c->from);
  free(c->scalars);
  free(c->buffers);
  free(c->rows);
  *c = (struct checkpoint){0};
}
