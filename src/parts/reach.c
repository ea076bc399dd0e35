/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading and writing some rows of a backend: by its own functions, or directly if its rows are in the host's
 * buffers. */
#include <stdlib.h>
#include <string.h>

#include "parts/part.h"
#include "util/error.h"

void part_filter(const struct part *p, struct row_filter *f, bool drops) {
  *f = (struct row_filter){.drops = drops};
  cut_inside(p->cut, p->number, f->low, f->high);
}

int part_select(struct part *p, enum row_kind kind, const struct row_filter *f, uint32_t **rows,
                uint32_t *count) {
  const struct wcsph_state *s = &p->here;
  const struct range r = state_range(s, kind);
  if (p->far) return p->far->select(p->self, kind, f, rows, count);
  uint32_t n = 0;
  for (uint32_t i = r.begin; i < r.end; i++) n += row_is_selected(s, f, &s->pos[i]);
  *count = n;
  *rows = malloc(((size_t)n + 1) * sizeof **rows);
  CHECK(*rows, STATUS_FAILED, "no memory for %u rows", n);
  n = 0;
  for (uint32_t i = r.begin; i < r.end; i++)
    if (row_is_selected(s, f, &s->pos[i])) (*rows)[n++] = i;
  return STATUS_OK;
}

int part_take(struct part *p, row_mask mask, const uint32_t *rows, uint32_t count, char *to) {
  if (count == 0 || !mask) return STATUS_OK;
  if (p->far) return p->far->take(p->self, mask, rows, count, to);
  for (uint32_t k = 0; k < count; k++)
    for (row_mask left = mask; left; left &= left - 1) {
      const int b = row_first(left);
      const size_t size = wcsph_buffer_info[b].row_bytes;
      memcpy(to, (const char *)state_buffer(&p->here, b) + rows[k] * size, size);
      to += size;
    }
  return STATUS_OK;
}

/* Where rows of kinds begin and end among those of both, [kind][part]. */
static const struct part_rows *rows_of(const struct part_rows rows[ROW_KINDS], unsigned kinds, int kind) {
  return kinds & 1u << kind ? &rows[kind] : NULL;
}

int part_pack(struct part *p, row_mask mask, unsigned kinds, char *to) {
  char *there = p->window.there ? p->window.there[p->number] : NULL;
  if (p->far) return p->far->pack(p->self, mask, kinds, there && !p->window.afar ? NULL : to, there);
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    const struct part_rows *out = rows_of(p->out, kinds, kind);
    for (uint32_t k = 0; out && k < out->at[p->parts]; k++)
      for (row_mask left = mask; left; left &= left - 1, to += sizeof(struct vec4))
        memcpy(to, (const struct vec4 *)state_buffer(&p->here, row_first(left)) + out->rows[k],
               sizeof(struct vec4));
  }
  return STATUS_OK;
}

int part_unpack(struct part *p, row_mask mask, unsigned kinds, const struct row_source *from, int count) {
  if (p->far) return p->far->unpack(p->self, mask, kinds, from, count);
  uint32_t row = 0;
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    const struct part_rows *in = rows_of(p->in, kinds, kind);
    for (uint32_t k = 0; in && k < in->at[p->parts]; k++, row++) {
      while (row >= from->end) from++, count--;
      const char *at =
          (const char *)from->data + (size_t)(row - from->begin) * halo_words(mask) * sizeof(struct vec4);
      for (row_mask left = mask; left; left &= left - 1, at += sizeof(struct vec4))
        memcpy((struct vec4 *)state_buffer(&p->here, row_first(left)) + in->rows[k], at, sizeof(struct vec4));
      if (mask & BUFFER_POSITION) p->here.pos[in->rows[k]].mark = MARK_HALO;
    }
  }
  return row > 0 ? wcsph_send(p->backend, p->self, mask) : STATUS_OK;
}

int part_discard(struct part *p, const uint32_t *rows, uint32_t count) {
  if (p->far) return p->far->discard(p->self, rows, count);
  for (uint32_t k = 0; k < count; k++) p->here.pos[rows[k]].mark = MARK_GONE;
  return STATUS_OK;
}
