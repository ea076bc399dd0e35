/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_HASH_H
#define WCSPH_HASH_H
/* One number that stands for the whole state of a run: two runs whose hashes are equal will go on to the same
 * bits. */
#include <stdint.h>

#include "util/words.h"
#include "wcsph/evolution.h"

/* Hash of the particles on the host: position, velocity, density, what compensated sums carry, and the
 * velocity and density that Verlet's leapfrog starts from, by particle id. It does not depend on the order in
 * memory, on the number of threads or on the machine's byte order. */
uint64_t wcsph_state_hash(const struct wcsph_state *s);

/* The same with time and step number; fetches the rows that it needs from the backend. */
int wcsph_run_hash(struct wcsph_run *r, uint64_t *hash);

#endif
