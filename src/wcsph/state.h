/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_STATE_H
#define WCSPH_STATE_H
/* The particles of a WCSPH run: a structure of arrays of 16-byte records, those of a kind side by side.
 *
 * Positions are integers. An axis of extent L is 2^32 quanta of L / 2^32 long, so a position needs
 * one 32-bit word, its cell is the product (x * cells) >> 32, its place inside the cell the
 * remainder, and the difference of two positions, int32_t(xi - xj), is exact everywhere: as precise
 * far from the origin as near it, antisymmetric to the last bit, right across a periodic face (the
 * words wrap as space does), and untouched by a change of cell. Axes that are not periodic are
 * padded, so nothing ever meets across the wrap. See docs/numerics.md. */
#include <stddef.h>
#include <stdint.h>

#include "wcsph/law.h"

/* Rows are 16 bytes on a 16-byte boundary: one load. */
struct position {
  _Alignas(16) uint32_t x; /* quanta */
  uint32_t y, z;           /* quanta */
  uint32_t id;             /* unique, constant */
};

struct vec4 {
  _Alignas(16) float x;
  float y, z, w;
};
_Static_assert(sizeof(struct position) == 16 && sizeof(struct vec4) == 16, "a row is 16 bytes");

/* buffer name, C type, member, field type, components, whether the state's hash has it (rows of 16 bytes, in
 * this order; the others are found anew, or are constants of the case): buffers of a mask are sorted, saved
 * and transferred together. */
#define WCSPH_BUFFERS(X)                                                                                     \
  X(POSITION, struct position, pos, FIELD_U32, 4, true)                                                      \
  X(VELOCITY, struct vec4, vel, FIELD_F32, 4, true)           /* m/s; w: rho/rho0 - 1 */                     \
  X(POSITION_REST, struct vec4, pos_rest, FIELD_F32, 4, true) /* kahan: what pos could not hold, quanta */   \
  X(VELOCITY_REST, struct vec4, vel_rest, FIELD_F32, 4, true) /* kahan: compensation of vel */               \
  X(SAVED_POSITION, struct position, saved_pos, FIELD_U32, 4, false) /* what the integrator keeps */         \
  X(SAVED_VELOCITY, struct vec4, saved_vel, FIELD_F32, 4, true)                                              \
  X(SAVED_POSITION_REST, struct vec4, saved_pos_rest, FIELD_F32, 4, false)                                   \
  X(SAVED_VELOCITY_REST, struct vec4, saved_vel_rest, FIELD_F32, 4, true)                                    \
  X(LISTED_POSITION, struct position, listed_pos, FIELD_U32, 4,                                              \
    false)                                                /* in the last list, with the path as id */        \
  X(RATE, struct vec4, rate, FIELD_F32, 4, false)         /* acceleration, m/s^2; w: d(rho/rho0)/dt, 1/s */  \
  X(GRADIENT, struct vec4, gradient, FIELD_F32, 4, false) /* of d, 1/m; passes/gradient.h */                 \
  X(BODY, uint16_t, body, FIELD_U16, 1, false)            /* index into the case's walls or fluids */

enum wcsph_buffer_index {
#define X(NAME, type, member, ft, c, hashed) BUFFER_INDEX_##NAME,
  WCSPH_BUFFERS(X)
#undef X
      WCSPH_BUFFER_COUNT
};
enum wcsph_buffer {
#define X(NAME, type, member, ft, c, hashed) BUFFER_##NAME = 1 << BUFFER_INDEX_##NAME,
  WCSPH_BUFFERS(X)
#undef X
};

/* What passes write, every time anew: neither sorted nor saved. */
enum { BUFFERS_FOUND_ANEW = BUFFER_RATE | BUFFER_GRADIENT };

/* Rows that a pair law or a search tells apart stand in a range of their own, each sorted by cell. What else
 * tells particles apart (their body) is in a buffer. */
enum row_kind { KIND_WALL, KIND_FLUID, ROW_KINDS };
struct range {
  uint32_t begin, end;
};

struct wcsph_state {
  uint32_t count;                 /* particles now, in all ranges */
  struct range ranges[ROW_KINDS]; /* they follow each other from 0 on, fluid last, for it comes and goes */
  uint32_t capacity;              /* rows allocated */
  unsigned buffers;               /* which buffers this run has */
#define X(NAME, type, member, ft, c, hashed) type *member;
  WCSPH_BUFFERS(X)
#undef X

  double origin[3];  /* m; position of integer 0 */
  double quantum[3]; /* m */
  uint32_t cells[3]; /* the grid: cells an axis */
  bool periodic[3];
  uint32_t fluid_low[3],
      fluid_high[3]; /* quanta; where fluid may be: the case's domain and `past` around it */
  uint32_t past[3];  /* quanta; how far past a face fluid may be, a support radius */
  unsigned open;     /* faces through which fluid may leave */
  bool along_y;      /* particles reach farther along y than along z: a cut across y has the smaller face */
  bool shedding;     /* who is outside is dropped when particles are sorted */
  float skin;        /* m; the list holds pairs nearer than support + skin */
  float path;        /* m; and those that come so near on paths no longer than this (wcsph/models/path.h) */
  float life;        /* s; that the list is made for; 0: for ever, and nobody is expected to move */
};

/* Allocate `buffers` for `capacity` particles, zeroed, 64-byte aligned. */
int state_allocate(struct wcsph_state *s, uint32_t capacity, unsigned buffers);
void state_free(struct wcsph_state *s);

/* Zeroed rows, 64-byte aligned, readable a vector beyond the end; NULL without memory. */
void *state_allocate_rows(uint32_t capacity, size_t row_bytes);

/* A buffer by index, for code that handles sets of buffers; NULL data if the run lacks it. */
struct buffer_info {
  const char *name;
  size_t row_bytes;
  int field_type, components;
  bool hashed; /* what the next step starts from (wcsph/hash.h) */
};
extern const struct buffer_info wcsph_buffer_info[WCSPH_BUFFER_COUNT];
void *state_buffer(const struct wcsph_state *s, int index);
void state_set_buffer(struct wcsph_state *s, int index, void *data);

/* The rows of a kind, how many they are, and the kind of a row. */
static inline struct range state_range(const struct wcsph_state *s, enum row_kind kind) {
  return s->ranges[kind];
}
static inline uint32_t state_count(const struct wcsph_state *s, enum row_kind kind) {
  return s->ranges[kind].end - s->ranges[kind].begin;
}
static inline enum row_kind state_kind(const struct wcsph_state *s, uint32_t i) {
  return i < s->ranges[KIND_FLUID].begin ? KIND_WALL : KIND_FLUID;
}

/* What of a range lies in [begin, end); nothing at one of its ends where none does. */
static inline struct range range_cut(struct range r, uint32_t begin, uint32_t end) {
  const uint32_t low = r.begin < begin ? begin : r.begin, high = r.end < begin ? begin : r.end;
  return (struct range){low > end ? end : low, high > end ? end : high};
}

/* The fluid has become so many, or fewer. */
static inline void state_resize_fluid(struct wcsph_state *s, uint32_t count) {
  s->count = s->ranges[KIND_FLUID].end = s->ranges[KIND_FLUID].begin + count;
}

/* So many of each kind. */
static inline void state_set_counts(struct wcsph_state *s, const uint32_t counts[ROW_KINDS]) {
  s->count = 0;
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    s->ranges[kind] = (struct range){s->count, s->count + counts[kind]};
    s->count += counts[kind];
  }
}

/* One of rows of four floats, for passes; a constant index costs nothing. */
static inline struct vec4 *state_rows(const struct wcsph_state *s, int index) {
  switch (index) {
#define X(NAME, type, member, ft, c, hashed)                                                                 \
  case BUFFER_INDEX_##NAME:                                                                                  \
    return (void *)s->member;
    WCSPH_BUFFERS(X)
#undef X
  }
  return 0;
}

/* Absolute position in m. */
static inline double state_coordinate(const struct wcsph_state *s, uint32_t quanta, int axis) {
  return s->origin[axis] + s->quantum[axis] * (double)quanta;
}

/* Bits of a path along an axis, and the longest path, in units. */
enum { PATH_BITS = 10, PATH_MOST = (1 << (PATH_BITS - 1)) - 1 };

/* Where a fluid particle is with respect to the domain. What is beyond the plane of an open face has left
 * through it, wherever else it then is: spray falls over the rim of a tank. */
enum whereabouts { INSIDE, OUT_THROUGH_OPEN_FACE, OUT_ELSEWHERE };
static inline enum whereabouts state_locate(const struct wcsph_state *s, const struct position *p) {
  const uint32_t x[3] = {p->x, p->y, p->z};
  bool out = false, through = false;
  for (int a = 0; a < 3; a++) {
    const unsigned face = 1u << (2 * a);
    out |= x[a] < s->fluid_low[a] || x[a] > s->fluid_high[a];
    through |= (s->open & face) && x[a] < s->fluid_low[a] + s->past[a];
    through |= (s->open & face << 1) && x[a] > s->fluid_high[a] - s->past[a];
  }
  return !out ? INSIDE : through ? OUT_THROUGH_OPEN_FACE : OUT_ELSEWHERE;
}

/* Half a support radius farther out than fluid may be; from there on it could meet what is at the other end
 * of the axis, where positions wrap. */
static inline bool state_is_far(const struct wcsph_state *s, const struct position *p) {
  const uint32_t x[3] = {p->x, p->y, p->z};
  bool far = false;
  for (int a = 0; a < 3; a++)
    far |= x[a] < s->fluid_low[a] - s->past[a] / 2 || x[a] > s->fluid_high[a] + s->past[a] / 2;
  return far;
}

/* What paths are counted in, m; 0: nobody is expected to move. */
static inline float state_path_unit(const struct wcsph_state *s) {
  return s->life > 0.0f ? s->path / PATH_MOST : 0.0f;
}

/* Cell coordinate along an axis; exact for every backend. */
static inline uint32_t state_cell(uint32_t quanta, uint32_t cells) {
  return (uint32_t)(((uint64_t)quanta * cells) >> 32);
}

#endif
