/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_STATE_H
#define PAIRWISE_STATE_H
/* The particles of a pairwise run: a structure of arrays. Positions are 32-bit fractions of the axis, as
 * those of wcsph (wcsph/state.h); velocities and forces are 64-bit whole numbers (pairwise/models/motion.h).
 */
#include "pairwise/law.h"
#include "particles/grid.h"
#include "particles/rows.h"

/* Where particles may be, in quanta, and quanta a metre. */
struct pairwise_bounds {
  uint32_t low[3], high[3];
  float inv_quantum[3];
};

/* Four whole numbers of 64 bits; w is 0. */
struct wide4 {
  _Alignas(32) int64_t x;
  int64_t y, z, w;
};
_Static_assert(sizeof(struct wide4) == 32, "a row is 32 bytes");

/* buffer name, C type, member, field type, components, uses (particles/rows.h). All are transferred together.
 */
#define PAIRWISE_BUFFERS(X)                                                                                  \
  X(POSITION, struct position, pos, FIELD_U32, 4, ROW_STATE) /* quanta */                                    \
  X(COMPENSATION, struct vec4, pos_compensation, FIELD_F32, 4,                                               \
    ROW_STATE) /* what pos could not hold, quanta; not if plain */                                           \
  X(VELOCITY, struct wide4, vel, FIELD_U64, 4, ROW_STATE) /* quanta of force in half a step */               \
  X(FORCE, struct wide4, force, FIELD_U64, 4, ROW_STATE)  /* quanta */                                       \
  X(LISTED, struct position, listed_pos, FIELD_U32, 4,                                                       \
    ROW_KEPT | ROW_BOOKKEEPING)                /* pos when neighbours were last looked for */                \
  X(ID, uint64_t, id, FIELD_U64, 1, ROW_STATE) /* from 0 on, constant */

enum pairwise_buffer {
#define X(NAME, type, member, ft, c, uses) PAIRWISE_BUFFER_##NAME,
  PAIRWISE_BUFFERS(X)
#undef X
      PAIRWISE_BUFFER_COUNT
};

struct pairwise_state {
  uint32_t count;
#define X(NAME, type, member, ft, c, uses) type *member;
  PAIRWISE_BUFFERS(X)
#undef X

  double origin[3];  /* m; position of integer 0 */
  double quantum[3]; /* m */
  bool periodic[3];
  struct pairwise_bounds bounds; /* where particles may be */
  double size[3];                /* m, of the domain */
  float reach;                   /* m, cutoff and skin */
  float skin;                    /* m */
  double unit;                   /* m/s of a velocity of 1: what a quantum of force adds in half a step */
};

extern const struct buffer_info pairwise_buffer_info[PAIRWISE_BUFFER_COUNT];
extern const struct row_table pairwise_rows;
static inline void *pairwise_state_buffer(const struct pairwise_state *s, int buffer) {
  return rows_buffer(&pairwise_rows, s, buffer);
}
static inline void pairwise_state_set_buffer(struct pairwise_state *s, int buffer, void *data) {
  rows_set_buffer(&pairwise_rows, s, buffer, data);
}

/* Buffers for `count` particles, zeroed, 64-byte aligned; without the rests if sums are plain. */
int pairwise_state_allocate(struct pairwise_state *s, uint32_t count, bool plain);
void pairwise_state_free(struct pairwise_state *s);
size_t pairwise_state_row_bytes(bool plain); /* of a particle */

/* Cells that are, together with those within `reach` of them along each axis, wide enough for cutoff and
 * skin; an axis too short for that has one. The arrays of the grid are not allocated. */
void pairwise_grid_make(struct grid *g, const struct pairwise_state *s, const int reach[3]);

/* Cells along the faces of which a domain is cut in parts, four a reach: halos are wider than what finer ones
 * would gain. */
void pairwise_cells(const struct pairwise_state *s, uint32_t cells[3]);

static inline double pairwise_coordinate(const struct pairwise_state *s, uint32_t quanta, int axis) {
  return s->origin[axis] + s->quantum[axis] * (double)quanta;
}

#endif
