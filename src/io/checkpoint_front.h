/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_CHECKPOINT_FRONT_H
#define IO_CHECKPOINT_FRONT_H
/* What stands before a checkpoint's HDF5, in a block of its own: what it is, its format version, its length
 * and a hash of all that follows. */
#include <assert.h>
#include <stdint.h>

enum { CHECKPOINT_BLOCK = 512 };
static const char CHECKPOINT_MAGIC[] = "amphi checkpoint";

struct checkpoint_front {
  char magic[24];
  uint32_t version, reserved;
  uint64_t file_size;
  uint64_t body_hash;  /* xxh3-64 of the file behind the block */
  uint64_t front_hash; /* xxh3-64 of the members above */
};
static_assert(sizeof(struct checkpoint_front) <= CHECKPOINT_BLOCK, "the front fits in the block");

#endif
