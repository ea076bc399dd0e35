/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_LAW_H
#define OFFLOAD_WCSPH_LAW_H
/* The constants of the laws as values of their own, which kernels keep in registers or constant memory; a
 * struct would travel as a pointer. LLVM's runtime aborts a kernel that takes more than 64 values ("Too many
 * arguments in kmp_invoke_microtask").
 *
 * Force passes take those that they read, rows marked PAIR, one by one: OFFLOAD_PAIR_CAPTURE(law) stands
 * outside a kernel, and in it a law begins with OFFLOAD_PAIR_CAPTURED. The integrator takes rows marked STEP,
 * two to a word: OFFLOAD_STEP_CAPTURE(law) outside, OFFLOAD_STEP_CONSTANTS and OFFLOAD_STEP_CAPTURED inside.
 * Force passes do not: the fourth neighbour that clang 19 dropped (loop.h) was first seen with packed
 * constants. What was not taken along is NaN in both: a formula that reads it shows at once. Other passes
 * read the law in the device's memory. */
#include "wcsph/law.h"

#define OFFLOAD_NONE         __builtin_nanf("")
#define OFFLOAD_NONE_3(name) OFFLOAD_NONE, OFFLOAD_NONE, OFFLOAD_NONE
#define OFFLOAD_NONE_7(name) OFFLOAD_NONE_3(name), OFFLOAD_NONE_3(name), OFFLOAD_NONE

/* ---- for the integrator ---- */
#define OFFLOAD_STEPS_STEP(...) __VA_ARGS__
#define OFFLOAD_STEPS_PAIR(...)
#define OFFLOAD_STEPS_HOST(...)

struct offload_constants {
#define ONE(where, name, value)         OFFLOAD_STEPS_##where(float name;)
#define MANY(where, name, count, value) OFFLOAD_STEPS_##where(float name[count];)
  LAW_CONSTANTS(ONE, MANY)
#undef ONE
#undef MANY
};

/* The words they are packed into: X(number) of each. */
#define OFFLOAD_WORDS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)
struct offload_words {
  uint64_t of[12];
};
_Static_assert(sizeof(struct offload_constants) <= sizeof(struct offload_words),
               "more constants for a step than words: add some to OFFLOAD_WORDS");

static inline struct offload_words offload_pack(const struct wcsph_law *law) {
  struct offload_constants constants;
  struct offload_words words = {{0}};
#define ONE(where, name, value) OFFLOAD_STEPS_##where(constants.name = law->name;)
#define MANY(where, name, count, value)                                                                      \
  OFFLOAD_STEPS_##where(__builtin_memcpy(constants.name, law->name, sizeof constants.name);)
  LAW_CONSTANTS(ONE, MANY)
#undef ONE
#undef MANY
  __builtin_memcpy(&words, &constants, sizeof constants);
  return words;
}

#define OFFLOAD_CAPTURE_WORD(k) const uint64_t law_word_##k = law_words.of[k];
#define OFFLOAD_STEP_CAPTURE(law)                                                                            \
  const struct offload_words law_words = offload_pack(law);                                                  \
  OFFLOAD_WORDS(OFFLOAD_CAPTURE_WORD)

#define OFFLOAD_CAPTURED_WORD(k) law_word_##k,
#define OFFLOAD_STEP_CONSTANTS                                                                               \
  const struct offload_words captured_words = {{OFFLOAD_WORDS(OFFLOAD_CAPTURED_WORD)}};                      \
  struct offload_constants captured;                                                                         \
  __builtin_memcpy(&captured, &captured_words, sizeof captured);

#define OFFLOAD_STEPPED_3(name) captured.name[0], captured.name[1], captured.name[2]
#define OFFLOAD_STEPPED_7(name)                                                                              \
  OFFLOAD_STEPPED_3(name), captured.name[3], captured.name[4], captured.name[5], captured.name[6]
#define OFFLOAD_STEP_PICK_STEP(taken, none)  taken
#define OFFLOAD_STEP_PICK_PAIR(taken, none)  none
#define OFFLOAD_STEP_PICK_HOST(taken, none)  none
#define OFFLOAD_STEP_ONE(where, name, value) .name = OFFLOAD_STEP_PICK_##where(captured.name, OFFLOAD_NONE),
#define OFFLOAD_STEP_MANY(where, name, count, value)                                                         \
  .name = {OFFLOAD_STEP_PICK_##where(OFFLOAD_STEPPED_##count, OFFLOAD_NONE_##count)(name)},
#define OFFLOAD_STEP_CAPTURED LAW_CONSTANTS(OFFLOAD_STEP_ONE, OFFLOAD_STEP_MANY)

/* ---- for force passes ---- */
#define OFFLOAD_PAIR(...) __VA_ARGS__
#define OFFLOAD_STEP(...)
#define OFFLOAD_HOST(...)
#define OFFLOAD_PAIR_DECLARE_3(name)                                                                         \
  const float law_##name##_0 = from->name[0], law_##name##_1 = from->name[1], law_##name##_2 = from->name[2];
#define OFFLOAD_PAIR_CAPTURE_ONE(where, name, value) OFFLOAD_##where(const float law_##name = from->name;)
#define OFFLOAD_PAIR_CAPTURE_MANY(where, name, count, value)                                                 \
  OFFLOAD_##where(OFFLOAD_PAIR_DECLARE_##count(name))
#define OFFLOAD_PAIR_CAPTURE(law)                                                                            \
  const struct wcsph_law *const from = (law);                                                                \
  LAW_CONSTANTS(OFFLOAD_PAIR_CAPTURE_ONE, OFFLOAD_PAIR_CAPTURE_MANY)

#define OFFLOAD_TAKEN_3(name)                law_##name##_0, law_##name##_1, law_##name##_2
#define OFFLOAD_PICK_PAIR(taken, none)       taken
#define OFFLOAD_PICK_STEP(taken, none)       none
#define OFFLOAD_PICK_HOST(taken, none)       none
#define OFFLOAD_PAIR_ONE(where, name, value) .name = OFFLOAD_PICK_##where(law_##name, OFFLOAD_NONE),
#define OFFLOAD_PAIR_MANY(where, name, count, value)                                                         \
  .name = {OFFLOAD_PICK_##where(OFFLOAD_TAKEN_##count, OFFLOAD_NONE_##count)(name)},
/* How many those are. */
#define OFFLOAD_COUNT_ONE(where, name, value)         OFFLOAD_##where(+1)
#define OFFLOAD_COUNT_MANY(where, name, count, value) OFFLOAD_##where(+count)
enum { OFFLOAD_PAIR_VALUES = 0 LAW_CONSTANTS(OFFLOAD_COUNT_ONE, OFFLOAD_COUNT_MANY) };
_Static_assert(OFFLOAD_PAIR_VALUES <= 46,
               "a kernel takes 64 values, and force passes 18 that are no constants");
#define OFFLOAD_PAIR_CAPTURED LAW_CONSTANTS(OFFLOAD_PAIR_ONE, OFFLOAD_PAIR_MANY)

#endif
