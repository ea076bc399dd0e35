/* SPDX-License-Identifier: BSD-3-Clause */
/* A sweep, particle by particle: compiled once for each row of wcsph/sweeps/list.h, with its name as SWEEP.
 */
#include <string.h>

#include "reference/wcsph.h"
#include "wcsph/sweeps/says.h"
#include "wcsph/sweeps/sweep.h"

#include SWEEP_HEADER

static void load_wcsph_sweep(const struct wcsph_state *s, uint32_t i, struct sweep_row *row) {
#define LOAD(NAME, type, member, field, components, uses) LOAD_##field(NAME, member)
#define LOAD_FIELD_F32(NAME, member)                                                                         \
  if (S_ROWS(NAME)) memcpy(row->member, &s->member[i], sizeof row->member);
#define LOAD_FIELD_U32(NAME, member) LOAD_FIELD_F32(NAME, member)
#define LOAD_FIELD_U16(NAME, member)
#define LOAD_FIELD_U64(NAME, member)
  WCSPH_BUFFERS(LOAD)
}

static void store(struct wcsph_state *s, uint32_t i, const struct sweep_row *row) {
#define STORE(NAME, type, member, field, components, uses) STORE_##field(NAME, member)
#define STORE_FIELD_F32(NAME, member)                                                                        \
  if (S_WRITES(NAME)) memcpy(&s->member[i], row->member, sizeof row->member);
#define STORE_FIELD_U32(NAME, member) STORE_FIELD_F32(NAME, member)
#define STORE_FIELD_U16(NAME, member)
#define STORE_FIELD_U64(NAME, member)
  WCSPH_BUFFERS(STORE)
}

void SWEEP_JOIN(reference_sweep, SWEEP)(struct wcsph_state *s, const struct wcsph_law *law,
                                        const struct sweep_given *given, struct sweep_found *found) {
  *found = (struct sweep_found){0};
  for (uint32_t i = 0; i < s->count; i++) {
    struct sweep_row row;
    real_t terms[SWEEP_SUMS_MOST];
    if (!((int)S(OVER) & 1 << state_kind(s, i)) || (given->body >= 0 && s->body[i] != given->body)) continue;
    load_wcsph_sweep(s, i, &row);
    S(act)(law, given, &row, terms);
    store(s, i, &row);
    if (s->pos[i].mark == MARK_HALO) continue;
    for (int k = 0; k < S(SUMS); k++) found->sums[k] += lane_round(terms[k]);
  }
}

/* What the header says, once for all backends. */
extern const struct sweep_says SWEEP_JOIN(sweep_says, SWEEP);
const struct sweep_says SWEEP_JOIN(sweep_says, SWEEP) = {S(READS), S(WRITES), S(OVER)};
