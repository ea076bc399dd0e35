/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_METHOD_H
#define PAIRWISE_METHOD_H
#include "method/method.h"

extern const struct method method_pairwise;

/* `amphi bench 001-pairwise` (ladder.c). */
int pairwise_climb(const struct ladder_request *request);

#endif
