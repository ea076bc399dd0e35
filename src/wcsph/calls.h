/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_CALLS_H
#define WCSPH_CALLS_H
/* Calls to a backend by name: each function makes the entry that `run`, `rows` or `transfer` takes. Errors
 * are the backend's. */
#include "util/error.h"
#include "wcsph/backend.h"

static inline bool wcsph_takes(const struct wcsph_backend *b, enum wcsph_work work) {
  return b->takes >> work & 1u;
}

/* The error of `run` for an entry whose bit `takes` lacks. */
static inline int wcsph_not_taken(const struct wcsph_backend *b, const struct wcsph_entry *entry) {
  return error_set(STATUS_FAILED, "backend '%s' does not take work %d of a step", b->about.name,
                   (int)entry->work);
}

static inline int wcsph_rebuild(const struct wcsph_backend *b, void *self, bool keep_order) {
  return b->run(self, &(struct wcsph_entry){.work = WORK_REBUILD, .keep_order = keep_order});
}

static inline int wcsph_forces(const struct wcsph_backend *b, void *self, struct wcsph_limits *limits) {
  return b->run(self, &(struct wcsph_entry){.work = WORK_FORCES, .limits = limits});
}

static inline int wcsph_pass(const struct wcsph_backend *b, void *self, enum pass_id pass,
                             struct pass_found *found) {
  return b->run(self, &(struct wcsph_entry){.work = WORK_PASS, .pass = pass, .found = found});
}

static inline int wcsph_sweep(const struct wcsph_backend *b, void *self, enum sweep_id sweep,
                              const struct sweep_given *given, struct sweep_found *found) {
  return b->run(self,
                &(struct wcsph_entry){.work = WORK_SWEEP, .sweep = sweep, .given = given, .swept = found});
}

static inline int wcsph_law(const struct wcsph_backend *b, void *self, const struct wcsph_law *law) {
  return b->run(self, &(struct wcsph_entry){.work = WORK_LAW, .law = law});
}

static inline int wcsph_body_force(const struct wcsph_backend *b, void *self,
                                   const struct wcsph_body_force *force) {
  return b->run(self, &(struct wcsph_entry){.work = WORK_BODY_FORCE, .force = force});
}

static inline int wcsph_move_walls(const struct wcsph_backend *b, void *self, const struct wall_pose *poses,
                                   size_t count) {
  return b->run(self, &(struct wcsph_entry){.work = WORK_MOVE_WALLS, .poses = poses, .pose_count = count});
}

static inline int wcsph_wall_loads(const struct wcsph_backend *b, void *self, const struct wall_pose *poses,
                                   size_t count, int64_t (*sums)[LOAD_SUMS]) {
  return b->run(self, &(struct wcsph_entry){
                          .work = WORK_WALL_LOADS, .poses = poses, .pose_count = count, .loads = sums});
}

static inline int wcsph_structures(const struct wcsph_backend *b, void *self,
                                   const struct structure_step *step, const struct wall_pose *poses,
                                   size_t count, struct wcsph_motion *motion) {
  return b->run(
      self,
      &(struct wcsph_entry){
          .work = WORK_STRUCTURES, .bending = step, .poses = poses, .pose_count = count, .motion = motion});
}

static inline int wcsph_collect_faces(const struct wcsph_backend *b, void *self,
                                      const struct opening_table *faces) {
  return b->run(self, &(struct wcsph_entry){.work = WORK_COLLECT_FACES, .faces = faces});
}

static inline int wcsph_look_at_faces(const struct wcsph_backend *b, void *self,
                                      const struct opening_table *faces, bool sample, float *fastest2) {
  return b->run(self,
                &(struct wcsph_entry){
                    .work = WORK_LOOK_AT_FACES, .faces = faces, .sample = sample, .fastest2 = fastest2});
}

static inline int wcsph_show_faces(const struct wcsph_backend *b, void *self,
                                   const struct opening_table *faces) {
  return b->run(self, &(struct wcsph_entry){.work = WORK_SHOW_FACES, .faces = faces});
}

static inline int wcsph_steps(const struct wcsph_backend *b, void *self, struct wcsph_ahead *ahead) {
  return b->run(self, &(struct wcsph_entry){.work = WORK_STEPS, .ahead = ahead});
}

static inline int wcsph_peak(const struct wcsph_backend *b, void *self, double *peak) {
  return b->run(self, &(struct wcsph_entry){.work = WORK_PEAK, .peak = peak});
}

static inline int wcsph_append(const struct wcsph_backend *b, void *self, const struct wcsph_state *from,
                               uint32_t count) {
  return b->rows(self, &(struct wcsph_rows_change){.kind = ROWS_APPEND, .from = from, .count = count});
}

static inline int wcsph_remove(const struct wcsph_backend *b, void *self, const uint64_t *ids, uint32_t count,
                               uint32_t *found) {
  return b->rows(
      self, &(struct wcsph_rows_change){.kind = ROWS_REMOVE, .ids = ids, .count = count, .found = found});
}

static inline int wcsph_replace(const struct wcsph_backend *b, void *self, bool walls) {
  return b->rows(self, &(struct wcsph_rows_change){.kind = ROWS_REPLACE, .walls = walls});
}

static inline int wcsph_fetch(const struct wcsph_backend *b, void *self, row_mask mask) {
  return b->transfer(self, &(struct wcsph_transfer){.direction = TRANSFER_FETCH, .mask = mask});
}

static inline int wcsph_send(const struct wcsph_backend *b, void *self, row_mask mask) {
  return b->transfer(self, &(struct wcsph_transfer){.direction = TRANSFER_SEND, .mask = mask});
}

static inline int wcsph_keep(const struct wcsph_backend *b, void *self, row_mask mask, bool *kept) {
  *kept = false;
  return b->transfer(self, &(struct wcsph_transfer){.direction = TRANSFER_KEEP, .mask = mask, .kept = kept});
}

static inline int wcsph_bring(const struct wcsph_backend *b, void *self, struct wcsph_state *to) {
  return b->transfer(self, &(struct wcsph_transfer){.direction = TRANSFER_BRING, .to = to});
}

/* Whether an open backend makes lists for paths (wcsph/models/path.h). */
static inline bool wcsph_foresees(const struct wcsph_backend *b, void *self) {
  struct wcsph_counters c = {0};
  b->count(self, &c);
  return c.foresees;
}

#endif
