/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTS_ORDER_H
#define PARTS_ORDER_H
/* The orders of part 0 to all parts, itself among them: the members of struct wcsph_backend. */
#include "wcsph/backend.h"

enum order_kind {
  ORDER_OPEN,
  ORDER_CLOSE,
  ORDER_APPEND,
  ORDER_REMOVE,
  ORDER_REBUILD,
  ORDER_FORCES,
  ORDER_PASS,
  ORDER_PASS_AT,
  ORDER_ADVANCE,
  ORDER_SWEEP,
  ORDER_MOVE_WALLS,
  ORDER_LAW,
  ORDER_BODY_FORCE,
  ORDER_OPEN_FACES,
  ORDER_WALL_LOADS,
  ORDER_ACCOUNT,
  ORDER_FETCH,
  ORDER_SEND,
  ORDER_PLACE,
  ORDER_RESUME,
  ORDER_HASH,
  ORDER_SHOW,
  ORDER_WINDOW,
  ORDER_LOOK_AROUND,
  ORDER_WINDOW_AROUND,
  ORDER_TURN,
  ORDER_MEASURE,
  ORDER_PAIRWISE,
  ORDER_END
};

struct order {
  enum order_kind kind;
  int which;          /* pass or sweep */
  uint32_t count;     /* of what is in the data */
  row_mask mask;      /* of buffers */
  bool flag;          /* rebuild: keep_order; pass_at: the points are those opposite to walls */
  size_t bytes, room; /* of the data: that all parts get, and in all */
  bool shedding;      /* the state's, for a rebuild */
  float life;
  union {
    struct wcsph_stage stage;
    struct sweep_given given;
    struct wcsph_body_force force;
  };
  union {
    struct wcsph_limits limits;
    struct pass_found found;
    struct wcsph_motion motion; /* also given */
    struct sweep_found swept;
    uint64_t hash;
    uint64_t shown[ROW_KINDS]; /* rows of each kind */
  };
};

/* Data of ORDER_MEASURE; its results follow them. */
struct order_measure {
  char backend[16], device[32];
};

/* Data of ORDER_PLACE: a case as text, its name before it, both with their ends, and where walls are.
 */
struct order_place {
  char digest[33];
  size_t name_bytes, text_bytes, pose_count; /* text_bytes: without its end, which poses follow */
  char words[];
};

/* Data of ORDER_RESUME: the rows of each kind in a checkpoint, and its path. */
struct order_resume {
  uint64_t body, rows[ROW_KINDS];
  char path[];
};

/* The execution options: backends and devices are lists, of which each part takes its item. */
struct order_execution {
  struct execution_options options;
  char backends[64], isa[32], device[32];
};

/* Data of ORDER_OPEN. */
struct order_open {
  struct wcsph_law law;
  struct wcsph_state geometry;
  struct order_execution execution;
  uint32_t site_count;
  struct position sites[];
};

#endif
