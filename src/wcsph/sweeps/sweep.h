/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_SWEEP_H
#define WCSPH_SWEEPS_SWEEP_H
/* What headers of sweeps declare, and their executors read (README.md here). */
#ifndef LANES
#define LANES 1 /* a file that is compiled once an instruction set has more */
#endif
#include "lane/sum.h"
#include "wcsph/law.h"
#include "wcsph/state.h"
#include "wcsph/sweeps/list.h"

enum sweep_over { OVER_WALLS = 1 << KIND_WALL, OVER_FLUID = 1 << KIND_FLUID };

/* A particle's rows of 16 bytes by their buffers' names, of those that the sweep reads or writes; of
 * positions the fourth word is whatever stands there. */
struct sweep_row {
#define SWEEP_FIELD_F32(member) real_t member[4];
#define SWEEP_FIELD_U32(member) int_t member[4];
#define SWEEP_FIELD_U16(member)
#define SWEEP_FIELD_U64(member)
#define SWEEP_MEMBER(NAME, type, member, field, components, uses) SWEEP_##field(member)
  WCSPH_BUFFERS(SWEEP_MEMBER)
#undef SWEEP_FIELD_F32
#undef SWEEP_FIELD_U32
#undef SWEEP_FIELD_U16
#undef SWEEP_FIELD_U64
#undef SWEEP_MEMBER
};

#define SWEEP_INLINE static inline __attribute__((always_inline))

/* From the place that `given` has in quanta, along an axis, m: of halves, whose difference has a sign
 * wherever the two are. */
SWEEP_INLINE real_t sweep_apart(const struct wcsph_law *law, const struct sweep_given *given,
                                const struct sweep_row *row, int a) {
  const int_t apart = (int_t)((uint_t)row->pos[a] >> 1) - (int32_t)(given->quanta[a] >> 1);
  return (2.0f * law->quantum[a]) * lane_from_int(apart);
}

#define SWEEP_JOIN_(sweep, name) sweep##_##name
#define SWEEP_JOIN(sweep, name)  SWEEP_JOIN_(sweep, name)
/* In an executor: of the sweep that it is compiled for, SWEEP, and its header. */
#define S(name)           SWEEP_JOIN(SWEEP, name)
#define SWEEP_TEXT_(text) #text
#define SWEEP_TEXT(text)  SWEEP_TEXT_(text)
// clang-format off
#define SWEEP_HEADER SWEEP_TEXT(wcsph/sweeps/SWEEP.h)
// clang-format on
#define S_ROWS(NAME)   ((((row_mask)S(READS) | (row_mask)S(WRITES)) & BUFFER_##NAME) != 0)
#define S_WRITES(NAME) (((row_mask)S(WRITES) & BUFFER_##NAME) != 0)

#endif
