/* SPDX-License-Identifier: BSD-3-Clause */
#include "pairwise/method.h"
#include "parts/part.h"
#include "wcsph/method.h"

const struct backend *parts_backend(const struct method *m, const struct backend *b) {
  if (parts_count() == 1) return b;
  if (m == &method_wcsph) return &parts_wcsph((const struct wcsph_backend *)b)->about;
  if (m == &method_pairwise) return &parts_pairwise((const struct pairwise_backend *)b)->about;
  return b;
}
