/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/sites.h"

#include <math.h>
#include <stdlib.h>

#include "util/error.h"

int site_compare(const void *a, const void *b) {
  const struct site_item *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return (x->particle > y->particle) - (x->particle < y->particle);
}

size_t sites_unique(struct site_item *items, size_t count) {
  size_t kept = 0;
  if (count) qsort(items, count, sizeof *items, site_compare);
  for (size_t i = 0; i < count; i++)
    if (i == 0 || items[i].key != items[kept - 1].key) items[kept++] = items[i];
  return kept;
}

int sites_make(struct sites *s, const struct scene *c, const struct particles *p) {
  s->begin = calloc(c->wall_count + 2, sizeof *s->begin);
  s->items = malloc((p->wall_count + 1) * sizeof *s->items);
  CHECK(s->begin && s->items, STATUS_FAILED, "no memory for the surfaces of walls");
  for (size_t i = 0; i < p->wall_count; i++) s->begin[p->body[i] + 2]++;
  for (size_t k = 0; k < c->wall_count; k++) s->begin[k + 2] += s->begin[k + 1];
  for (size_t i = 0; i < p->wall_count; i++) {
    int32_t site[3] = {0};
    for (int a = 0; a < c->dimensions; a++)
      site[a] = (int32_t)floor((p->position[i][a] - c->domain.low[a]) / c->dp);
    s->items[s->begin[p->body[i] + 1]++] = (struct site_item){site_key(site), (uint32_t)i};
  }
  for (size_t k = 0; k < c->wall_count; k++)
    qsort(s->items + s->begin[k], s->begin[k + 1] - s->begin[k], sizeof *s->items, site_compare);
  return STATUS_OK;
}

void sites_free(struct sites *s) {
  free(s->items);
  free(s->begin);
  *s = (struct sites){0};
}

bool sites_hold(const struct sites *s, size_t first, size_t end, int64_t key) {
  while (first < end) {
    const size_t middle = first + (end - first) / 2;
    if (s->items[middle].key == key) return true;
    if (s->items[middle].key < key)
      first = middle + 1;
    else
      end = middle;
  }
  return false;
}
