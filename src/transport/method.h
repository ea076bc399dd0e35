/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_METHOD_H
#define TRANSPORT_METHOD_H
#include "method/method.h"

extern const struct method method_transport;

#endif
