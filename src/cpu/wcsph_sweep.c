/* SPDX-License-Identifier: BSD-3-Clause */
/* A sweep, a vector of particles at a time: compiled once for each row of wcsph/sweeps/list.h and each
 * instruction set, with the row's name as SWEEP. */
#include "cpu/lanes.h"
#include "cpu/react.h"
#include "wcsph/sweeps/sweep.h"

#include SWEEP_HEADER

/* Rows of LANES particles as four vectors, and back; of the last of a range through what holds them alone. */
INLINE void load(const void *rows, uint32_t i, uint32_t count, real_t out[4]) {
  struct vec4 part[LANES] = {{0}};
  const struct vec4 *from = (const struct vec4 *)rows + i;
  if (count < LANES) from = memcpy(part, from, count * sizeof *from);
  lane_load4(from, &out[0], &out[1], &out[2], &out[3]);
}

INLINE void store(void *rows, uint32_t i, uint32_t count, const real_t in[4]) {
  struct vec4 part[LANES], *to = (struct vec4 *)rows + i;
  lane_store4(count < LANES ? part : to, 16, 0, in[0], in[1], in[2], in[3]);
  if (count < LANES) memcpy(to, part, count * sizeof *to);
}

/* Which of them the sweep is for. */
INLINE mask_t chosen(const struct wcsph_state *s, uint32_t i, uint32_t count, int body) {
  mask_t mask = lane_count() < (int32_t)count;
  for (uint32_t l = 0; body >= 0 && l < count; l++) mask[l] = s->body[i + l] == body ? -1 : 0;
  for (uint32_t l = 0; s->shared && l < count; l++)
    if (s->pos[i + l].mark == MARK_HALO) mask[l] = 0;
  return mask;
}

INLINE void of_vector(struct wcsph_state *s, const struct wcsph_law *law, const struct sweep_given *given,
                      uint32_t i, uint32_t count, wide_t sums[]) {
  const mask_t mine = chosen(s, i, count, given->body);
  struct sweep_row row, before;
  real_t terms[SWEEP_SUMS_MOST];
  if (!lane_bits(mine)) return;
#define LOAD(NAME, type, member, field, components, uses) LOAD_##field(NAME, member)
#define LOAD_FIELD_F32(NAME, member)                                                                         \
  if (S_ROWS(NAME)) load(s->member, i, count, row.member);
#define LOAD_FIELD_U32(NAME, member)                                                                         \
  if (S_ROWS(NAME)) {                                                                                        \
    real_t bits[4];                                                                                          \
    load(s->member, i, count, bits);                                                                         \
    for (int c = 0; c < 4; c++) row.member[c] = lane_real_to_bits(bits[c]);                                  \
  }
#define LOAD_FIELD_U16(NAME, member)
#define LOAD_FIELD_U64(NAME, member)
  WCSPH_BUFFERS(LOAD)
  before = row;
  S(act)(law, given, &row, terms);
#define STORE(NAME, type, member, field, components, uses) STORE_##field(NAME, member)
#define STORE_FIELD_F32(NAME, member)                                                                        \
  if (S_WRITES(NAME)) {                                                                                      \
    for (int c = 0; c < 4; c++) row.member[c] = lane_select(mine, row.member[c], before.member[c]);          \
    store(s->member, i, count, row.member);                                                                  \
  }
#define STORE_FIELD_U32(NAME, member)                                                                        \
  if (S_WRITES(NAME)) {                                                                                      \
    real_t bits[4];                                                                                          \
    for (int c = 0; c < 4; c++)                                                                              \
      bits[c] = lane_bits_to_real((mine & row.member[c]) | (~mine & before.member[c]));                      \
    store(s->member, i, count, bits);                                                                        \
  }
#define STORE_FIELD_U16(NAME, member)
#define STORE_FIELD_U64(NAME, member)
  WCSPH_BUFFERS(STORE)
  for (int k = 0; k < S(SUMS); k++)
    sums[k] = lane_wide_add(sums[k], lane_round(lane_select(mine, terms[k], lane_set(0.0f))));
}

static FLATTEN void sweep(struct cpu_run *run, uint32_t begin, uint32_t end, const struct sweep_given *given,
                          struct sweep_found *found) {
  const struct wcsph_law law = *run->law;
  wide_t sums[SWEEP_SUMS_MOST] = {0};
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    if (!((int)S(OVER) & 1 << kind)) continue;
    const struct range rows = range_cut(state_range(run->state, (enum row_kind)kind), begin, end);
    for (uint32_t i = rows.begin; i < rows.end; i += LANES)
      of_vector(run->state, &law, given, i, rows.end - i < LANES ? rows.end - i : LANES, sums);
  }
  for (int k = 0; k < S(SUMS); k++) found->sums[k] = lane_wide_total(sums[k]);
}

cpu_sweep_range *const LANES_NAME(SWEEP_JOIN(cpu_sweep, SWEEP)) = sweep;
