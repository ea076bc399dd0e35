/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFERENCE_TRANSPORT_H
#define REFERENCE_TRANSPORT_H
#include "transport/backend.h"

extern const struct transport_backend transport_reference;

#endif
