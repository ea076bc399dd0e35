/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_SWARM_H
#define OFFLOAD_SWARM_H
/* The offload backend of swarms: a device thread a particle. */
#include "swarm/backend.h"

extern const struct swarm_backend swarm_offload;

#endif
