/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFERENCE_WCSPH_H
#define REFERENCE_WCSPH_H
/* The reference backend's parts, one file each. The cpu backend reuses what it need not do faster. */
#include "particles/grid.h"
#include "wcsph/backend.h"

struct reference {
  struct wcsph_state *state;
  const struct wcsph_law *law;
  struct grid grid;
  struct wcsph_counters counters;
};

/* wcsph_sort.c */
int reference_rebuild(void *self, bool keep_order);
/* wcsph_forces.c */
int reference_forces(void *self, struct wcsph_limits *limits);
/* wcsph_advance.c */
int reference_advance(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion);
void reference_advance_range(struct wcsph_state *s, const struct wcsph_law *law,
                             const struct wcsph_stage *stage, uint32_t begin, uint32_t end,
                             struct wcsph_motion *motion);
void reference_collect_faces_of(struct wcsph_state *s, const struct wcsph_law *law,
                                const struct opening_table *t, uint32_t begin, uint32_t end);
void reference_impose_faces_of(struct wcsph_state *s, const struct wcsph_law *law,
                               const struct wcsph_stage *stage, uint32_t begin, uint32_t end);
void reference_body_force_of(struct wcsph_state *s, const struct wcsph_law *law,
                             const struct wcsph_body_force *force);
void reference_move_walls_of(struct wcsph_state *s, const struct wall_pose *poses);
/* wcsph_structures.c */
int reference_structures(void *self, const struct wcsph_entry *e);
/* wcsph_wall_loads.c */
int reference_wall_loads(void *self, const struct wall_pose *poses, size_t count, int64_t (*sums)[LOAD_SUMS]);

extern const struct wcsph_backend wcsph_reference;

#endif
