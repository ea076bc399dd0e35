/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METHOD_BOUNDS_H
#define METHOD_BOUNDS_H
/* What bounds a stage of a step: which of the machine's measured peaks it comes nearest to. */

/* What this machine can do, with as many threads as the run has. */
struct peaks {
  double
      interactions; /* 1/s: the force pass's own code with its data in the first cache and all lanes full */
  double cache, memory; /* B/s: STREAM triad in the second-level caches, and over as much as the run has */
};

enum bound { BOUND_ARITHMETIC, BOUND_CACHE, BOUND_MEMORY, BOUNDS };
extern const char *const bound_names[BOUNDS + 1]; /* the last: of none */

struct stage_bound {
  const char *stage;
  double seconds;        /* a step */
  double shares[BOUNDS]; /* of each peak; NaN: not counted */
  enum bound by;         /* the largest, from half of a peak on; BOUNDS: none, it waits for something else */
};

enum bound bound_of(const double shares[BOUNDS]);

#endif
