/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_METHOD_H
#define TRANSPORT_METHOD_H
#include "method/method.h"

extern const struct method method_transport;

/* `amphi bench 004-transport` (ladder.c). */
int transport_climb(const struct ladder_request *request);

#endif
