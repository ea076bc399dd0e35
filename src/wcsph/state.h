/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_STATE_H
#define WCSPH_STATE_H
/* The particles of a WCSPH run: a structure of arrays of 16-byte records, those of a kind side by side. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "particles/rows.h"
#include "wcsph/law.h"

/* buffer name, C type, member, field type, components, uses (particles/rows.h). What is hashed is so in this
 * order, positions first; buffers of a mask are transferred together. */
#define WCSPH_BUFFERS(X)                                                                                     \
  X(POSITION, struct position, pos, FIELD_U32, 4, ROW_STATE)                                                 \
  X(VELOCITY, struct vec4, vel, FIELD_F32, 4, ROW_STATE) /* m/s; w: rho/rho0 - 1 */                          \
  X(POSITION_COMPENSATION, struct vec4, pos_compensation, FIELD_F32, 4,                                      \
    ROW_STATE) /* kahan: what pos could not hold, quanta */                                                  \
  X(VELOCITY_COMPENSATION, struct vec4, vel_compensation, FIELD_F32, 4,                                      \
    ROW_STATE)                                                          /* kahan: compensation of vel */     \
  X(SAVED_POSITION, struct position, saved_pos, FIELD_U32, 4, ROW_KEPT) /* what the integrator keeps */      \
  X(SAVED_VELOCITY, struct vec4, saved_vel, FIELD_F32, 4, ROW_STATE)                                         \
  X(SAVED_POSITION_COMPENSATION, struct vec4, saved_pos_compensation, FIELD_F32, 4, ROW_KEPT)                \
  X(SAVED_VELOCITY_COMPENSATION, struct vec4, saved_vel_compensation, FIELD_F32, 4, ROW_STATE)               \
  X(LISTED_POSITION, struct position, listed_pos, FIELD_U32, 4,                                              \
    ROW_KEPT | ROW_BOOKKEEPING)                        /* where the last list expects it, with the path */   \
  X(RATE, struct vec4, rate, FIELD_F32, 4, ROW_SORTED) /* acceleration, m/s^2; w: d(rho/rho0)/dt, 1/s;       \
                                                          sorted for gauges that read it after a shift */    \
  X(PHASE, struct vec4, phase, FIELD_F32, 4,                                                                 \
    ROW_KEPT) /* of several: models/phase.h; behind the rate, for passes/phases.h reads both */              \
  X(INTERFACE, struct vec4, interface, FIELD_F32, 4, 0) /* gradient of the colour, 1/m; passes/colour.h */   \
  X(GRADIENT, struct vec4, gradient, FIELD_F32, 4, 0)   /* of d, 1/m; passes/gradient.h */                   \
  X(FLOW, struct vec4, flow, FIELD_F32, 4,                                                                   \
    ROW_KEPT | ROW_BOOKKEEPING) /* shear rate, 1/s, viscosity, m^2/s, and its root; kept for snapshots */    \
  X(VISCOUS_RATE, struct vec4, viscous_rate, FIELD_F32, 4,                                                   \
    0) /* acceleration by viscosity, m/s^2; passes/viscous_rate.h */                                         \
  X(INCREMENT, struct vec4, increment, FIELD_F32, 4,                                                         \
    0) /* of velocity so far, m/s; w: 1, fluid; sweeps/substep.h */                                          \
  X(INCREMENT_BEFORE, struct vec4, increment_before, FIELD_F32, 4, 0) /* a sub-step ago */                   \
  X(STRAIN, struct vec4, strain, FIELD_F32, 4, ROW_KEPT) /* of the velocity, 1/s; passes/strain.h */         \
  X(STRAIN_MORE, struct vec4, strain_more, FIELD_F32, 4, ROW_KEPT)                                           \
  X(CORRECTION, struct vec4, correction, FIELD_F32, 4,                                                       \
    ROW_KEPT) /* of the kernel's gradient; passes/correction.h */                                            \
  X(CORRECTION_MORE, struct vec4, correction_more, FIELD_F32, 4, ROW_KEPT)                                   \
  X(CROWDING, struct vec4, crowding, FIELD_F32, 4,                                                           \
    ROW_KEPT) /* gradient of the concentration, 1/m; passes/crowding.h */                                    \
  X(WALL_VELOCITY, struct vec4, wall_velocity, FIELD_F32, 4, 0) /* of dummy walls, m/s; w: 1, it can move */ \
  X(WALL_ACCELERATION, struct vec4, wall_acceleration, FIELD_F32, 4,                                         \
    0) /* likewise, m/s^2; before the damping, for passes/moving_pressed.h reads both */                     \
  X(DAMPING, struct vec4, damping, FIELD_F32, 4,                                                             \
    ROW_STATE | ROW_RARE) /* w: pressure beside d's, Pa; sweeps/damp.h, sweeps/press.h */                    \
  X(HEAT, struct vec4, heat, FIELD_F32, 4, ROW_STATE | ROW_RARE) /* temperature, K: heat.h */                \
  X(WARMING, struct vec4, warming, FIELD_F32, 4, ROW_SORTED)     /* K/s; passes/conduct.h; as the rate */    \
  X(EDDIES, struct vec4, eddies, FIELD_F32, 4, ROW_STATE | ROW_RARE) /* k, epsilon: eddies.h */              \
  X(EDDY_RATE, struct vec4, eddy_rate, FIELD_F32, 4, 0)              /* passes/eddies.h */                   \
  X(EDDY_WALL, struct vec4, eddy_wall, FIELD_F32, 4, 0)              /* likewise */                          \
  X(CARRIED, struct vec4, carried, FIELD_F32, 4,                                                             \
    0) /* what a shift owes to velocity and d; passes/carry.h */                                             \
  X(MIRROR, struct position, mirror, FIELD_U32, 4,                                                           \
    ROW_KEPT) /* of mdbc walls: the point opposite, in the fluid; mark: there is one */                      \
  X(SEGMENT, struct vec4, segment, FIELD_F32, 4,                                                             \
    ROW_KEPT) /* of semi-analytical walls: the normal into the fluid, and the length, h; passes/bounded.h.   \
                 Or half of what a facet is along, h, and its taper, ... */                                  \
  X(SEGMENT_MORE, struct vec4, segment_more, FIELD_F32, 4,                                                   \
    ROW_KEPT)                                     /* ... and half of what it is across, h; models/facet.h */ \
  X(BODY, uint16_t, body, FIELD_U16, 1, ROW_KEPT) /* index into the case's walls or fluids */                \
  X(ID, uint64_t, id, FIELD_U64, 1, ROW_STATE)    /* unique, constant, never used again */

enum wcsph_buffer_index {
#define X(NAME, type, member, ft, c, uses) BUFFER_INDEX_##NAME,
  WCSPH_BUFFERS(X)
#undef X
      WCSPH_BUFFER_COUNT
};
enum wcsph_buffer {
#define X(NAME, type, member, ft, c, uses) BUFFER_##NAME = (row_mask)1 << BUFFER_INDEX_##NAME,
  WCSPH_BUFFERS(X)
#undef X
};

/* Kinds of rows that pair laws and searches distinguish, each in a range of its own, sorted by cell. Other
 * distinctions (the body) are in buffers. */
enum row_kind { KIND_WALL, KIND_FLUID, ROW_KINDS };
struct range {
  uint32_t begin, end;
};

struct structures;
struct wcsph_state {
  uint32_t count;                 /* particles now, in all ranges */
  struct range ranges[ROW_KINDS]; /* they follow each other from 0 on, fluid last, for it comes and goes */
  uint32_t capacity;              /* rows allocated */
  row_mask buffers;               /* which buffers this run has */
#define X(NAME, type, member, ft, c, uses) type *member;
  WCSPH_BUFFERS(X)
#undef X

  struct position
      *sites; /* [site_count] by id: where wall particles began, and, of mdbc walls, in a second
               * half the points opposite to them, of semi-analytical ones the first directions
               * of their `segment` and `segment_more` (wcsph/walls/pose.h); NULL where no wall moves */
  uint32_t site_count;
  uint32_t bodies;         /* walls that are bodies: wall_loads adds up what the fluid does to them */
  struct structures *bent; /* walls that bend (wcsph/walls/structure.h); NULL: none does */

  double origin[3];  /* m; position of integer 0 */
  double quantum[3]; /* m */
  uint32_t cells[3]; /* the grid: cells an axis */
  bool periodic[3];
  uint32_t fluid_low[3],
      fluid_high[3]; /* quanta; where fluid may be: the case's domain and `past` around it */
  uint32_t past[3];  /* quanta; how far past a face fluid may be, a support radius */
  unsigned open;     /* faces through which fluid may leave, and the bits below */
  bool along_y;      /* particles reach farther along y than along z: a cut across y has the smaller face */
  bool shared;       /* one part of several: rows marked MARK_HALO are others' */
  bool shedding;     /* fluid outside is dropped when particles are sorted */
  float skin;        /* m; the list holds pairs nearer than support + skin */
  float path;        /* m; and those that come so near on paths no longer than this (wcsph/models/path.h) */
  float life;        /* s; that the list is made for; 0: for ever, and no particle is expected to move */
};

/* A buffer by index, for code that handles sets of buffers; NULL data if the run lacks it. */
extern const struct buffer_info wcsph_buffer_info[WCSPH_BUFFER_COUNT];
extern const struct row_table wcsph_rows;
static inline void *state_buffer(const struct wcsph_state *s, int index) {
  return rows_buffer(&wcsph_rows, s, index);
}
static inline void state_set_buffer(struct wcsph_state *s, int index, void *data) {
  rows_set_buffer(&wcsph_rows, s, index, data);
}

/* Allocate `buffers` for `capacity` particles, zeroed, 64-byte aligned. */
int state_allocate(struct wcsph_state *s, uint32_t capacity, row_mask buffers);
void state_free(struct wcsph_state *s);

/* Grow to room for `capacity` particles, if there is less; rows stay. */
int state_reserve(struct wcsph_state *s, uint32_t capacity);

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

/* The part of a range that lies in [begin, end); an empty range at one of its ends where none does. */
static inline struct range range_cut(struct range r, uint32_t begin, uint32_t end) {
  const uint32_t low = r.begin < begin ? begin : r.begin, high = r.end < begin ? begin : r.end;
  return (struct range){low > end ? end : low, high > end ? end : high};
}

/* Set the number of fluid rows. */
static inline void state_resize_fluid(struct wcsph_state *s, uint32_t count) {
  s->count = s->ranges[KIND_FLUID].end = s->ranges[KIND_FLUID].begin + count;
}

/* Set the number of rows of each kind. */
static inline void state_set_counts(struct wcsph_state *s, const uint32_t counts[ROW_KINDS]) {
  s->count = 0;
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    s->ranges[kind] = (struct range){s->count, s->count + counts[kind]};
    s->count += counts[kind];
  }
}

/* A buffer of rows of four floats by index, for passes; a constant index costs nothing. */
static inline struct vec4 *state_rows(const struct wcsph_state *s, int index) {
  switch (index) {
#define X(NAME, type, member, ft, c, uses)                                                                   \
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

/* The position at a place, m. */
struct position state_position(const struct wcsph_state *s, const double place[3]);

/* Whether an id is among `count` ids in ascending order. */
static inline bool state_is_among(const uint64_t *ids, uint32_t count, uint64_t id) {
  uint32_t low = 0, high = count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (ids[middle] < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && ids[low] == id;
}

/* Mark the fluid with these ids, in ascending order, as gone; returns how many were found. In the host's
 * memory alone. */
uint32_t state_mark_gone(struct wcsph_state *s, const uint64_t *ids, uint32_t count);

/* Bits of a path along an axis, and the longest path, in units. */
enum { PATH_BITS = 10, PATH_MOST = (1 << (PATH_BITS - 1)) - 1 };

/* Where a fluid particle is with respect to the domain. Fluid beyond the plane of an open face has left
 * through it, even if it is beyond other faces too: spray falls over the rim of a tank. */
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

/* The bits after those of faces: fluid that breaks a limit of the run leaves it, too; or that alone which
 * gets out of the domain elsewhere, as a drop through a slit. */
enum { STATE_OPEN_LIMITS = 1 << 6, STATE_OPEN_ELSEWHERE = 1 << 7 };

/* Whether sorting drops a fluid particle. */
static inline bool state_drops(const struct wcsph_state *s, const struct position *p) {
  return p->mark == MARK_GONE || (s->shedding && state_locate(s, p) != INSIDE);
}

/* Rows that other parts may want: those that are marked or outside [low, high), and with `drops` those that a
 * sort drops. */
struct row_filter {
  uint32_t low[3], high[3]; /* quanta; the last one belongs to an axis that reaches so far */
  bool drops;
};
static inline bool row_is_selected(const struct wcsph_state *s, const struct row_filter *f,
                                   const struct position *p) {
  const uint32_t x[3] = {p->x, p->y, p->z};
  bool out = p->mark != MARK_NONE;
  for (int a = 0; a < 3; a++) out |= x[a] < f->low[a] || (x[a] >= f->high[a] && f->high[a] != UINT32_MAX);
  return out || (f->drops && state_drops(s, p));
}

/* Whether a position is more than half a support radius beyond where fluid may be: farther out it could
 * interact across the end of the axis, where positions wrap. */
static inline bool state_is_far(const struct wcsph_state *s, const struct position *p) {
  const uint32_t x[3] = {p->x, p->y, p->z};
  bool far = false;
  for (int a = 0; a < 3; a++)
    far |= x[a] < s->fluid_low[a] - s->past[a] / 2 || x[a] > s->fluid_high[a] + s->past[a] / 2;
  return far;
}

/* Unit of paths, m; 0: no particle is expected to move. */
static inline float state_path_unit(const struct wcsph_state *s) {
  return s->life > 0.0f ? s->path / PATH_MOST : 0.0f;
}

/* Cells along an axis such that `reach` of them span the support of lists for paths (wcsph/models/path.h). */
uint32_t state_wide_cells(const struct wcsph_state *s, float support, int axis, int reach);

#endif
