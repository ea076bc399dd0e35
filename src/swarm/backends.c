/* SPDX-License-Identifier: BSD-3-Clause */
/* The backends of this build. */
#include <stddef.h>

#include "cpu/swarm.h"
#include "offload/swarm.h"
#include "reference/swarm.h"
#include "swarm/backend.h"

const struct backend *const swarm_backends[] = {&swarm_cpu.about, &swarm_offload.about,
                                                &swarm_reference.about, NULL};
