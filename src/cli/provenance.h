/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_PROVENANCE_H
#define CLI_PROVENANCE_H
/* Which amphi this is: what --version, log.txt, summary.json and checkpoints say of the build. */
#include "io/note.h"

/* sha256, cut to 64 bits, of the list of src/, cmake/ and CMakeLists.txt with the sha256 of each file
 * (cmake/digest.cmake). */
extern const char provenance_sources[];

/* "version", "sources", "compiler", "flags" (of the host's code, and the device there is code for),
 * "libraries" (those that are loaded, with what they say of their version), in this order. A name NULL ends
 * them. */
const struct note *provenance(void);

/* The text of one of them; "" if there is none of that name. */
const char *provenance_of(const char *name);

#endif
