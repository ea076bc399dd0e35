/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_LAW_H
#define OFFLOAD_WCSPH_LAW_H
/* The constants of the laws as scalars of their own, which kernels keep in registers or constant memory; a
 * struct would travel as a pointer. OFFLOAD_CAPTURE(law) stands outside a kernel; in it, a law begins with
 * OFFLOAD_CAPTURED, and its choices are the variant's. What no formula of the kernel reads costs it nothing.
 */
#include "wcsph/law.h"

#define OFFLOAD_CAPTURE_ONE(name, value)         const float law_##name = from->name;
#define OFFLOAD_CAPTURE_MANY(name, count, value) OFFLOAD_CAPTURE_##count(name)
#define OFFLOAD_CAPTURE_3(name)                                                                              \
  const float law_##name##_0 = from->name[0], law_##name##_1 = from->name[1], law_##name##_2 = from->name[2];
#define OFFLOAD_CAPTURE_7(name)                                                                              \
  OFFLOAD_CAPTURE_3(name)                                                                                    \
  const float law_##name##_3 = from->name[3], law_##name##_4 = from->name[4],                                \
              law_##name##_5 = from->name[5], law_##name##_6 = from->name[6];
#define OFFLOAD_CAPTURE(law)                                                                                 \
  const struct wcsph_law *const from = (law);                                                                \
  LAW_CONSTANTS(OFFLOAD_CAPTURE_ONE, OFFLOAD_CAPTURE_MANY)

#define OFFLOAD_CAPTURED_ONE(name, value)         .name = law_##name,
#define OFFLOAD_CAPTURED_MANY(name, count, value) .name = {OFFLOAD_CAPTURED_##count(name)},
#define OFFLOAD_CAPTURED_3(name)                  law_##name##_0, law_##name##_1, law_##name##_2
#define OFFLOAD_CAPTURED_7(name)                                                                             \
  OFFLOAD_CAPTURED_3(name), law_##name##_3, law_##name##_4, law_##name##_5, law_##name##_6
#define OFFLOAD_CAPTURED LAW_CONSTANTS(OFFLOAD_CAPTURED_ONE, OFFLOAD_CAPTURED_MANY)

#endif
