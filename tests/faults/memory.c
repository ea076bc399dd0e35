/* SPDX-License-Identifier: BSD-3-Clause */
/* The allocations of a program and of its libraries: one of them fails, or all from it on. */
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

#include "fault.h"

/* glibc's own, under the names by which a program may wrap them. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static bool fails(void) {
  if (fault_kind != FAULT_MEMORY && fault_kind != FAULT_STARVE) return false;
  if (!fault_now()) return false;
  errno = ENOMEM;
  return true;
}

void *malloc(size_t size) {
  return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  return fails() ? NULL : __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  return fails() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *made = fails() ? NULL : __libc_memalign(alignment, size);
  if (made) *memory = made;
  return made ? 0 : ENOMEM;
}
