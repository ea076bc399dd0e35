/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_METHOD_H
#define TRANSPORT_METHOD_H
#include "method/method.h"

extern const struct method method_transport;

/* `amphi bench 004-transport` (ladder.c). */
int transport_climb(const struct backend *b, const struct execution_options *options, char *const settings[],
                    size_t count, uint64_t steps);

#endif
