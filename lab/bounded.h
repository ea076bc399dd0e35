/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LAB_BOUNDED_H
#define LAB_BOUNDED_H
#include <stdint.h>

/* How many of all numbers that lane_bounded_sqrt is for, or of every n-th, have a root on a device that
 * is not lane_sqrt's to the bit; OpenMP's number. */
uint64_t bounded_roots_apart(int device, uint32_t every);

/* The same of lane_bounded_quotient: all mantissas of divisors, or every n-th, `each` dividends a
 * divisor, both between 2^-most and 2^(most + 1). */
uint64_t bounded_quotients_apart(int device, uint32_t every, uint32_t each, uint32_t most);

#endif
