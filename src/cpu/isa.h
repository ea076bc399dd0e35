/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CPU_ISA_H
#define CPU_ISA_H
/* Instruction sets of the cpu backend: compiled in once each (cmake/isa.cmake), chosen at run time. */
#include <stdbool.h>
#include <stddef.h>

#include "method/backend.h"

/* Those of this build, best first: name, floats a vector. avx512vl has the registers and masks of AVX-512 for
 * vectors of half its width: less of them is wasted, and many processors are as fast with two halves. */
#ifdef AMPHI_ISA_AVX512VL
#define CPU_ISA_AVX512VL(X) X(avx512vl, 8)
#else
#define CPU_ISA_AVX512VL(X)
#endif
#ifdef AMPHI_ISA_AVX512
#define CPU_ISA_AVX512(X) X(avx512, 16)
#else
#define CPU_ISA_AVX512(X)
#endif
#ifdef AMPHI_ISA_AVX2
#define CPU_ISA_AVX2(X) X(avx2, 8)
#else
#define CPU_ISA_AVX2(X)
#endif
#ifdef AMPHI_ISA_SSE2
#define CPU_ISA_SSE2(X) X(sse2, 4)
#else
#define CPU_ISA_SSE2(X)
#endif
#ifdef AMPHI_ISA_NEON
#define CPU_ISA_NEON(X) X(neon, 4)
#else
#define CPU_ISA_NEON(X)
#endif
#define CPU_ISAS(X) CPU_ISA_AVX512VL(X) CPU_ISA_AVX512(X) CPU_ISA_AVX2(X) CPU_ISA_SSE2(X) CPU_ISA_NEON(X)

struct isa {
  const char *name;
  int lanes;   /* floats a vector */
  bool usable; /* this processor runs it */
};

/* All compiled in, best first; *count of them. */
const struct isa *isa_list(size_t *count);

/* Names of those this processor runs, best first, NULL at the end. */
extern const char *const *const cpu_isa_names;

/* By name, or the best usable one for NULL. Returns STATUS_USAGE with a text that names what there is. */
int isa_choose(const struct isa **chosen, const char *name);

/* The ways of the cpu backend: every instruction set with one thread, and with numbers that divide the work
 * evenly, unevenly, and among more threads than small machines have. */
bool cpu_way(int number, struct execution_options *options);

#endif
