/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_CONTACT_LAW_H
#define WCSPH_WALLS_CONTACT_LAW_H
/* Friction and damping of two walls that touch: what the case says of the pair, else of their materials, else
 * of all. */
#include <stdbool.h>
#include <stddef.h>

#include "wcsph/settings.h"

/* Friction and damping of two that touch. */
struct law {
  double friction;
  double damping; /* over the critical one */
  bool parts;     /* damping is of a restitution: that of the mass where they touch */
};

/* Those of a case, in its order. */
struct laws {
  struct law all, *pairs, *materials;
  int (*named)[2]; /* of `materials`, and of walls: which material; -1: none */
  int *material;
};

/* STATUS_FAILED without memory; laws_free also after that. */
int laws_make(struct laws *l, const struct wcsph_settings *c);
void laws_free(struct laws *l);
struct law laws_find(const struct laws *l, const struct touching *c, size_t of, size_t on);

#endif
