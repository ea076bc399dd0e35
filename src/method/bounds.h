/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METHOD_BOUNDS_H
#define METHOD_BOUNDS_H
/* What bounds a stage of a step: the measured peak of the machine that it comes nearest to. */

/* Measured peaks of this machine, with as many threads as the run has. */
struct peaks {
  double interactions;  /* 1/s: force pass, data in the first-level cache, all lanes full */
  double cache, memory; /* B/s, STREAM triad: in second-level caches; over as much as the run has */
};

enum bound { BOUND_ARITHMETIC, BOUND_CACHE, BOUND_MEMORY, BOUNDS };
extern const char *const bound_names[BOUNDS + 1]; /* the last: of none */

struct stage_bound {
  const char *stage;
  double seconds;        /* a step */
  double shares[BOUNDS]; /* of each peak; NaN: not counted */
  enum bound by; /* of the largest share, from half of a peak on; BOUNDS: none, it waits for something else */
};

enum bound bound_of(const double shares[BOUNDS]);

#endif
