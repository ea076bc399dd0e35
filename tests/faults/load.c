/* SPDX-License-Identifier: BSD-3-Clause */
/* What a library made with fast-math does to a process when it is loaded. FAULTS_ARITHMETIC: upward
 * (rounding), results or operands (subnormal ones are zero). */
#include <dlfcn.h>
#include <fenv.h>
#include <gnu/libc-version.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

__attribute__((constructor)) static void spoil(void) {
  const char *how = getenv("FAULTS_ARITHMETIC");
  if (!how) return;
  if (!strcmp(how, "upward")) fesetround(FE_UPWARD);
#if defined(__x86_64__)
  if (!strcmp(how, "results")) _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  if (!strcmp(how, "operands")) _mm_setcsr(_mm_getcsr() | 0x40);
#endif
}

const char *gnu_get_libc_version(void) {
  const char *said = getenv("FAULTS_LIBC");
  const char *(*real)(void) = (const char *(*)(void))dlsym(RTLD_NEXT, "gnu_get_libc_version");
  return said ? said : real();
}
