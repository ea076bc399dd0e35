/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_SCHEME_H
#define CASE_SCHEME_H
/* Schemes: sets of defaults for the keys that a case leaves out (docs/schemes.md). */
#include "case/case.h"
#include "case/node.h"

/* That of a case that is being read: its key `scheme`, else `standard`, or `classic` where the case has
 * models that the standard scheme does not go with (phases, heat, ...). */
enum case_scheme scheme_of(const struct node *root);

/* The default of a dotted key, as YAML, where the case's scheme has one of its own; else NULL. Keys above it
 * in the schema have been read. */
const char *scheme_default(const struct amphi_case *c, const char *key);

/* Apply the scheme to the keys that are given, after all have been read. */
void scheme_resolve(struct amphi_case *c);

/* The default of a key in one scheme in 2-D or 3-D, whatever else a case says. */
const char *scheme_says(enum case_scheme s, const char *key, int dimensions);

/* The keys that it has defaults of its own for, by number from 0; NULL beyond the last. */
const char *scheme_key(enum case_scheme s, size_t number);

#endif
