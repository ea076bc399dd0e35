/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTS_MEASURE_H
#define PARTS_MEASURE_H
/* Measures how long rows take from one part to another: amphi bench exchange. */
#include <stddef.h>

enum { EXCHANGE_SIZES = 7, EXCHANGE_MOST = 16 << 20 };

/* 4 KiB, 16 KiB and so on. */
static inline size_t exchange_bytes(int k) {
  return (size_t)4096 << 2 * k;
}

/* Seconds, the best of several: for all parts to agree on a few numbers; and by size for a loop that writes
 * so much to the host's memory, for one that reads it from there, and for a message each way at once between
 * the first part and the last (NaN: there is one part). */
struct exchange_times {
  double agreement;
  double write[EXCHANGE_SIZES], read[EXCHANGE_SIZES], message[EXCHANGE_SIZES];
};

/* Of all parts together, with --backend and --device; part 0 calls it. */
int parts_measure(const char *backend, const char *device, struct exchange_times *times);

#endif
