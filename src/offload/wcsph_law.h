/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_LAW_H
#define OFFLOAD_WCSPH_LAW_H
/* The constants of the laws as values of their own, which kernels keep in registers or constant memory; a
 * struct would travel as a pointer. LLVM's runtime aborts a kernel that takes more than 64 values ("Too many
 * arguments in kmp_invoke_microtask").
 *
 * Force passes take those that they read, rows marked PAIR, one by one: OFFLOAD_PAIR_CAPTURE(law) stands
 * outside a kernel, and in it a law begins with OFFLOAD_PAIR_CAPTURED. What was not taken along is NaN there:
 * a formula that reads it shows at once.
 *
 * Other kernels take all, two to a word: OFFLOAD_CAPTURE(law) outside, OFFLOAD_CONSTANTS and OFFLOAD_CAPTURED
 * inside. Force passes do not: the fourth neighbour that clang 19 dropped (loop.h)
 * was first seen with packed constants. */
#include "wcsph/law.h"

struct offload_constants {
#define ONE(where, name, value)         float name;
#define MANY(where, name, count, value) float name[count];
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
#define ONE(where, name, value)         constants.name = law->name;
#define MANY(where, name, count, value) __builtin_memcpy(constants.name, law->name, sizeof constants.name);
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

#define OFFLOAD_CAPTURED_ONE(where, name, value)         .name = captured.name,
#define OFFLOAD_CAPTURED_MANY(where, name, count, value) .name = {OFFLOAD_CAPTURED_##count(name)},
#define OFFLOAD_CAPTURED_3(name)                         captured.name[0], captured.name[1], captured.name[2]
#define OFFLOAD_CAPTURED_7(name)                                                                             \
  OFFLOAD_CAPTURED_3(name), captured.name[3], captured.name[4], captured.name[5], captured.name[6]
#define OFFLOAD_CAPTURED LAW_CONSTANTS(OFFLOAD_CAPTURED_ONE, OFFLOAD_CAPTURED_MANY)

/* ---- for force passes ---- */
#define OFFLOAD_PAIR(...) __VA_ARGS__
#define OFFLOAD_HOST(...)
#define OFFLOAD_PAIR_DECLARE_3(name)                                                                         \
  const float law_##name##_0 = from->name[0], law_##name##_1 = from->name[1], law_##name##_2 = from->name[2];
#define OFFLOAD_PAIR_CAPTURE_ONE(where, name, value) OFFLOAD_##where(const float law_##name = from->name;)
#define OFFLOAD_PAIR_CAPTURE_MANY(where, name, count, value)                                                 \
  OFFLOAD_##where(OFFLOAD_PAIR_DECLARE_##count(name))
#define OFFLOAD_PAIR_CAPTURE(law)                                                                            \
  const struct wcsph_law *const from = (law);                                                                \
  LAW_CONSTANTS(OFFLOAD_PAIR_CAPTURE_ONE, OFFLOAD_PAIR_CAPTURE_MANY)

#define OFFLOAD_NONE                         __builtin_nanf("")
#define OFFLOAD_NONE_3(name)                 OFFLOAD_NONE, OFFLOAD_NONE, OFFLOAD_NONE
#define OFFLOAD_NONE_7(name)                 OFFLOAD_NONE_3(name), OFFLOAD_NONE_3(name), OFFLOAD_NONE
#define OFFLOAD_TAKEN_3(name)                law_##name##_0, law_##name##_1, law_##name##_2
#define OFFLOAD_PICK_PAIR(taken, none)       taken
#define OFFLOAD_PICK_HOST(taken, none)       none
#define OFFLOAD_PAIR_ONE(where, name, value) .name = OFFLOAD_PICK_##where(law_##name, OFFLOAD_NONE),
#define OFFLOAD_PAIR_MANY(where, name, count, value)                                                         \
  .name = {OFFLOAD_PICK_##where(OFFLOAD_TAKEN_##count, OFFLOAD_NONE_##count)(name)},
#define OFFLOAD_PAIR_CAPTURED LAW_CONSTANTS(OFFLOAD_PAIR_ONE, OFFLOAD_PAIR_MANY)

#endif
