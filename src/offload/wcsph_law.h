/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_LAW_H
#define OFFLOAD_WCSPH_LAW_H
/* The constants of the laws as values of their own, which kernels keep in registers or constant memory; a
 * struct would travel as a pointer. LLVM's runtime aborts a kernel that takes more than 64 values ("Too many
 * arguments in kmp_invoke_microtask"), so two travel in a word.
 *
 * Passes take all: OFFLOAD_LAW_CAPTURE(law) stands outside a kernel, in it OFFLOAD_LAW_CONSTANTS, and a law
 * begins with OFFLOAD_LAW_CAPTURED. The integrator, which takes so many buffers along, has room for rows
 * marked STEP only: OFFLOAD_STEP_CAPTURE and so on. The others are NaN in it: a formula that reads one shows
 * at once. */
#include "wcsph/law.h"

/* ---- for passes ---- */
struct offload_law {
#define ONE(where, name, value)         float name;
#define MANY(where, name, count, value) float name[count];
  LAW_CONSTANTS(ONE, MANY)
#undef ONE
#undef MANY
};

/* The words they are packed into: X(number) of each. */
// clang-format off
#define OFFLOAD_LAW_WORDS(X) \
  X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) \
  X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31) X(32) X(33) X(34) X(35) X(36) X(37)
// clang-format on
struct offload_law_words {
  uint64_t of[38];
};
_Static_assert(sizeof(struct offload_law) <= sizeof(struct offload_law_words),
               "more constants than words: add some to OFFLOAD_LAW_WORDS, of which a kernel takes 40");

static inline struct offload_law_words offload_pack_law(const struct wcsph_law *law) {
  struct offload_law constants;
  struct offload_law_words words = {{0}};
#define ONE(where, name, value)         constants.name = law->name;
#define MANY(where, name, count, value) __builtin_memcpy(constants.name, law->name, sizeof constants.name);
  LAW_CONSTANTS(ONE, MANY)
#undef ONE
#undef MANY
  __builtin_memcpy(&words, &constants, sizeof constants);
  return words;
}

#define OFFLOAD_CAPTURE_WORD(k) const uint64_t law_word_##k = law_words.of[k];
#define OFFLOAD_LAW_CAPTURE(law)                                                                             \
  const struct offload_law_words law_words = offload_pack_law(law);                                          \
  OFFLOAD_LAW_WORDS(OFFLOAD_CAPTURE_WORD)

#define OFFLOAD_CAPTURED_WORD(k) law_word_##k,
#define OFFLOAD_LAW_CONSTANTS                                                                                \
  const struct offload_law_words captured_words = {{OFFLOAD_LAW_WORDS(OFFLOAD_CAPTURED_WORD)}};              \
  struct offload_law captured;                                                                               \
  __builtin_memcpy(&captured, &captured_words, sizeof captured);

#define OFFLOAD_ALL_3(name) captured.name[0], captured.name[1], captured.name[2]
#define OFFLOAD_ALL_7(name)                                                                                  \
  OFFLOAD_ALL_3(name), captured.name[3], captured.name[4], captured.name[5], captured.name[6]
#define OFFLOAD_LAW_ONE(where, name, value)         .name = captured.name,
#define OFFLOAD_LAW_MANY(where, name, count, value) .name = {OFFLOAD_ALL_##count(name)},
#define OFFLOAD_LAW_CAPTURED                        LAW_CONSTANTS(OFFLOAD_LAW_ONE, OFFLOAD_LAW_MANY)

/* ---- for the integrator ---- */
#define OFFLOAD_STEPS_STEP(...) __VA_ARGS__
#define OFFLOAD_STEPS_PAIR(...)
#define OFFLOAD_STEPS_HOST(...)

struct offload_step {
#define ONE(where, name, value)         OFFLOAD_STEPS_##where(float name;)
#define MANY(where, name, count, value) OFFLOAD_STEPS_##where(float name[count];)
  LAW_CONSTANTS(ONE, MANY)
#undef ONE
#undef MANY
};

#define OFFLOAD_STEP_WORDS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)
struct offload_step_words {
  uint64_t of[12];
};
_Static_assert(sizeof(struct offload_step) <= sizeof(struct offload_step_words),
               "more constants for a step than words: add some to OFFLOAD_STEP_WORDS");

static inline struct offload_step_words offload_pack_step(const struct wcsph_law *law) {
  struct offload_step constants;
  struct offload_step_words words = {{0}};
#define ONE(where, name, value) OFFLOAD_STEPS_##where(constants.name = law->name;)
#define MANY(where, name, count, value)                                                                      \
  OFFLOAD_STEPS_##where(__builtin_memcpy(constants.name, law->name, sizeof constants.name);)
  LAW_CONSTANTS(ONE, MANY)
#undef ONE
#undef MANY
  __builtin_memcpy(&words, &constants, sizeof constants);
  return words;
}

#define OFFLOAD_STEP_CAPTURE(law)                                                                            \
  const struct offload_step_words law_words = offload_pack_step(law);                                        \
  OFFLOAD_STEP_WORDS(OFFLOAD_CAPTURE_WORD)

#define OFFLOAD_STEP_CONSTANTS                                                                               \
  const struct offload_step_words captured_words = {{OFFLOAD_STEP_WORDS(OFFLOAD_CAPTURED_WORD)}};            \
  struct offload_step captured;                                                                              \
  __builtin_memcpy(&captured, &captured_words, sizeof captured);

#define OFFLOAD_NONE                         __builtin_nanf("")
#define OFFLOAD_NONE_3(name)                 OFFLOAD_NONE, OFFLOAD_NONE, OFFLOAD_NONE
#define OFFLOAD_NONE_7(name)                 OFFLOAD_NONE_3(name), OFFLOAD_NONE_3(name), OFFLOAD_NONE
#define OFFLOAD_STEP_PICK_STEP(taken, none)  taken
#define OFFLOAD_STEP_PICK_PAIR(taken, none)  none
#define OFFLOAD_STEP_PICK_HOST(taken, none)  none
#define OFFLOAD_STEP_ONE(where, name, value) .name = OFFLOAD_STEP_PICK_##where(captured.name, OFFLOAD_NONE),
#define OFFLOAD_STEP_MANY(where, name, count, value)                                                         \
  .name = {OFFLOAD_STEP_PICK_##where(OFFLOAD_ALL_##count, OFFLOAD_NONE_##count)(name)},
#define OFFLOAD_STEP_CAPTURED LAW_CONSTANTS(OFFLOAD_STEP_ONE, OFFLOAD_STEP_MANY)

#endif
