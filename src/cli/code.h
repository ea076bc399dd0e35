/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_CODE_H
#define CLI_CODE_H
/* Which code a case's models run on (enum code_kind), and compiling it. */
#include <stdbool.h>

#include "cli/setup.h"

/* The code of the plan on the chosen backend; code->backend NULL: the backend has one code for all models. */
int code_find(struct code *code, const struct setup *s, const struct execution *e);

/* "compiled in", "cache", "joined" or "general"; NULL where there is one for all. */
const char *code_word(const struct code *code);

/* What a user may want to know of general code: why, what it costs, how to get specialised code; "" if it is
 * not general. */
enum { CODE_ADVICE = CODE_WHY + 256 };
void code_advise(char advice[CODE_ADVICE], const struct code *code);

/* A line of a header through log_say, or none. */
void code_say(const struct code *code);

/* Compile it into the cache if it is neither compiled in nor there. */
int code_specialise(const struct setup *s, const struct execution *e);

#endif
