/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/variant.h"

#include <ctype.h>
#include <stdio.h>

#include "wcsph/listing.h"
#include "wcsph/variant_choice.h"
#include "wcsph_variants.h"

bool variant_general = false;
double listing_spent[LISTINGS];

#define NAME(a, name) #name,
const char *const variant_names[] = {WCSPH_VARIANTS(NAME, ) NULL};

void variant_of(struct code *code, const struct wcsph_law *law) {
  struct wcsph_law chosen = *law;
  if (law->boundary != BOUNDARY_DUMMY) chosen.slip = SLIP_NO; /* of dummy walls only */
  const struct {
    const char *kind, *word;
  } choices[] = {
#define X(KIND, name, type, key) {#KIND, words_##name[chosen.name]},
      LAW_AXES(X)
#undef X
          {"SUM", words_summation[chosen.summation]},
  };
  enum { CHOICES = sizeof choices / sizeof *choices };
  _Static_assert((int)CHOICES < (int)CODE_CHOICES, "and the name");
  int used = 0;
  for (int k = 0; k < CHOICES; k++) {
    char *at = code->choices[k + 1];
    used +=
        snprintf(code->name + used, sizeof code->name - (size_t)used, "%s%s", k ? "_" : "", choices[k].word);
    at += snprintf(at, CODE_NAME, "VARIANT_%s=%s_", choices[k].kind, choices[k].kind);
    for (const char *letter = choices[k].word; *letter; letter++) *at++ = (char)toupper(*letter);
    *at = 0;
  }
  snprintf(code->choices[0], CODE_NAME, "VARIANT=%.110s", code->name);
}
