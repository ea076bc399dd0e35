/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_EXPRESSION_H
#define UTIL_EXPRESSION_H
/* Formulas that users write in case files, such as "sin(2*pi*x) + y^2", read and computed in double precision
 * by muParser. The last digit of sin, exp and the like is the mathematics library's. */
#include <stdbool.h>

struct expression;

/* Read `text`, in which names[i] (NULL at the end) stands for values[i]; names and values outlive the
 * expression. On failure STATUS_USAGE, with what is wrong and at which character. */
int expression_open(struct expression **e, const char *text, const char *const names[], double *values);

/* Its value for what `values` holds now. One thread at a time; threads have an expression each. */
double expression_value(struct expression *e);

/* Whether a name occurs in it. */
bool expression_uses(struct expression *e, const char *name);

/* e may be NULL. */
void expression_close(struct expression *e);

#endif
