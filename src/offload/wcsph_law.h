/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_LAW_H
#define OFFLOAD_WCSPH_LAW_H
/* The constants of the laws as scalars of their own, which kernels keep in registers or constant memory; a
 * struct would travel as a pointer. OFFLOAD_CAPTURE(law) stands outside a kernel, OFFLOAD_CONSTANTS begins
 * it, and a law in it begins with OFFLOAD_CAPTURED; its choices are the variant's. What no formula of the
 * kernel reads costs it nothing. LLVM's runtime aborts a kernel that takes more than 64 values ("Too many
 * arguments in kmp_invoke_microtask"), so two constants share one. */
#include "wcsph/law.h"

struct offload_constants {
#define ONE(name, value)         float name;
#define MANY(name, count, value) float name[count];
  LAW_CONSTANTS(ONE, MANY)
#undef ONE
#undef MANY
};

/* The words they are packed into: X(number) of each. */
// clang-format off
#define OFFLOAD_WORDS(X) \
  X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) \
  X(14) X(15) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27)
// clang-format on
struct offload_words {
  uint64_t of[28];
};
_Static_assert(sizeof(struct offload_constants) <= sizeof(struct offload_words),
               "more constants than a kernel can take: pass some in memory");

static inline struct offload_words offload_pack(const struct wcsph_law *law) {
  struct offload_constants constants;
  struct offload_words words = {{0}};
#define ONE(name, value)         constants.name = law->name;
#define MANY(name, count, value) __builtin_memcpy(constants.name, law->name, sizeof constants.name);
  LAW_CONSTANTS(ONE, MANY)
#undef ONE
#undef MANY
  __builtin_memcpy(&words, &constants, sizeof constants);
  return words;
}

#define OFFLOAD_CAPTURE_WORD(k) const uint64_t law_word_##k = law_words.of[k];
#define OFFLOAD_CAPTURE(law)                                                                                 \
  const struct offload_words law_words = offload_pack(law);                                                  \
  OFFLOAD_WORDS(OFFLOAD_CAPTURE_WORD)

#define OFFLOAD_CAPTURED_WORD(k) law_word_##k,
#define OFFLOAD_CONSTANTS                                                                                    \
  const struct offload_words captured_words = {{OFFLOAD_WORDS(OFFLOAD_CAPTURED_WORD)}};                      \
  struct offload_constants captured;                                                                         \
  __builtin_memcpy(&captured, &captured_words, sizeof captured);

#define OFFLOAD_CAPTURED_ONE(name, value)         .name = captured.name,
#define OFFLOAD_CAPTURED_MANY(name, count, value) .name = {OFFLOAD_CAPTURED_##count(name)},
#define OFFLOAD_CAPTURED_3(name)                  captured.name[0], captured.name[1], captured.name[2]
#define OFFLOAD_CAPTURED_7(name)                                                                             \
  OFFLOAD_CAPTURED_3(name), captured.name[3], captured.name[4], captured.name[5], captured.name[6]
#define OFFLOAD_CAPTURED LAW_CONSTANTS(OFFLOAD_CAPTURED_ONE, OFFLOAD_CAPTURED_MANY)

#endif
