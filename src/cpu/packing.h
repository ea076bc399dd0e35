/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CPU_PACKING_H
#define CPU_PACKING_H
/* The neighbours of a cluster, put into vectors so that its particles meet few that they are not near; for
 * the files that are compiled once an instruction set. */
#include <limits.h>

#include "cpu/search.h"

/* What a search found: entries, and for each the members of the cluster that it is near, a bit each. */
struct found {
  uint32_t *entries, *groups, count;
};

/* Neighbours that are near the same members of a cluster are a group. */
enum { GROUPS = 1 << CPU_CLUSTER, GROUP_OF_ALL = GROUPS - 1 };

/* Neighbours by groups, from which vectors are filled. */
struct packing {
  uint32_t sorted[(CPU_VECTORS + 1) * LANES], next[GROUPS], left[GROUPS];
  uint32_t partial; /* the groups with some beyond whole vectors, a bit each */
  uint32_t *out, end;
  uint64_t *reach; /* the vectors that each member of the cluster is near */
};

/* Sort `count` neighbours by group. */
static inline void packing_begin(struct packing *p, const uint32_t *entries, const uint32_t *groups,
                                 uint32_t count) {
  uint32_t at = 0;
  memset(p->left, 0, sizeof p->left);
  for (uint32_t k = 0; k < count; k++) p->left[groups[k]]++;
  for (uint32_t group = 0; group < GROUPS; group++) p->next[group] = at, at += p->left[group];
  for (uint32_t k = 0; k < count; k++) p->sorted[p->next[groups[k]]++] = entries[k];
  p->partial = 0;
  for (uint32_t group = 0; group < GROUPS; group++) {
    p->next[group] -= p->left[group];
    p->partial |= (uint32_t)(p->left[group] % LANES > 0) << group;
  }
}

/* So many of a group. */
static inline void packing_take(struct packing *p, uint32_t group, uint32_t count) {
  if (count == 0) return;
  for (uint32_t k = 0; k < count; k += LANES) /* whole vectors: what follows is written later */
    memcpy(p->out + p->end + k, p->sorted + p->next[group] + k, LANES * sizeof *p->out);
  const uint64_t vectors = (2ull << (p->end + count - 1) / LANES) - (1ull << p->end / LANES);
  for (uint32_t c = 0; c < CPU_CLUSTER; c++)
    if (group >> c & 1) p->reach[c] |= vectors;
  p->next[group] += count, p->left[group] -= count, p->end += count;
}

/* The group that belongs best into a vector that some members of the cluster are near already: fewest others
 * are near it, and most of these; 0 if none is left. */
static inline uint32_t packing_choose(const struct packing *p, uint32_t members) {
  uint32_t best = 0;
  int least = INT_MAX;
  for (uint32_t some = p->partial; some; some &= some - 1) {
    const uint32_t group = (uint32_t)__builtin_ctz(some);
    const int cost = 2 * CPU_CLUSTER * __builtin_popcount(group & ~members) - __builtin_popcount(group);
    if (cost < least) best = group, least = cost;
  }
  return best;
}

/* What of the groups does not fill vectors, so that few members meet a vector for the sake of few lanes. */
static inline void packing_mix(struct packing *p) {
  uint32_t members = GROUP_OF_ALL, group;
  while ((group = packing_choose(p, members)) != 0) {
    const uint32_t begun = p->end % LANES, some = p->left[group] % LANES, room = LANES - begun;
    packing_take(p, group, some < room ? some : room);
    if (some <= room) p->partial &= ~(1u << group);
    members = p->end % LANES == 0 ? GROUP_OF_ALL : begun == 0 ? group : members | group;
  }
}

/* Put neighbours of those found, from the given one on and as many as a cluster can hold, into groups at out;
 * reach gets the vectors that each member is near. Adds to the slice's counts, and returns the vectors. Those
 * that all are near are first, in the order they are found. */
static inline uint16_t packing_arrange(struct cpu_slice *slice, const struct found *found, uint32_t from,
                                       uint32_t *out, uint64_t reach[CPU_CLUSTER]) {
  struct packing p;
  uint32_t count = found->count - from;
  if (found->count <= from) return 0;
  if (count > CPU_VECTORS * LANES) count = CPU_VECTORS * LANES;
  p.out = out, p.end = 0, p.reach = reach;
  packing_begin(&p, found->entries + from, found->groups + from, count);
  packing_take(&p, GROUP_OF_ALL, p.left[GROUP_OF_ALL] / LANES * LANES);
  packing_mix(&p);
  const uint32_t unfilled = (LANES - p.end % LANES) % LANES;
  const uint64_t last = unfilled ? 1ull << p.end / LANES : 0;
  for (uint32_t k = 0; k < unfilled; k++) out[p.end++] = slice->filler * CPU_ENTRY;
  for (uint32_t group = 0; group < GROUPS; group++) packing_take(&p, group, p.left[group]);
  for (uint32_t c = 0; c < CPU_CLUSTER; c++) {
    const uint64_t lanes = LANES * (uint64_t)__builtin_popcountll(reach[c]);
    slice->lanes += lanes;
    slice->checked += lanes - (reach[c] & last ? unfilled : 0);
  }
  return (uint16_t)(p.end / LANES);
}

/* Append the particles that the rows hold. */
static inline void packing_find(struct search *q, const struct row *rows, int count, uint32_t touched[2],
                                struct found *found) {
  for (int r = 0; r < count; r++)
    found->count +=
        search_row(q, rows[r], found->entries + found->count, found->groups + found->count, touched);
}

/* The cluster itself comes first, near all; what the search counted as inside is itself and each pair twice.
 */
static inline void packing_find_own(struct search *q, uint32_t first, uint32_t size, uint32_t touched[2],
                                    struct found *found) {
  packing_find(q, &(struct row){first, first + size}, 1, touched, found);
  q->inside = (q->inside - size) / 2;
  for (found->count = 0; found->count < size; found->count++) {
    found->entries[found->count] = (first + found->count) * CPU_ENTRY;
    found->groups[found->count] = GROUP_OF_ALL;
  }
}

#endif
