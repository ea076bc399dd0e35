/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFERENCE_SWARM_H
#define REFERENCE_SWARM_H
/* The scalar backend of swarms. */
#include "swarm/backend.h"

extern const struct swarm_backend swarm_reference;

#endif
