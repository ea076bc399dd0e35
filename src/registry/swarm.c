/* SPDX-License-Identifier: BSD-3-Clause */
/* The backends of swarm. */
#include <stddef.h>

#include "cpu/swarm.h"
#include "offload/swarm.h"
#include "reference/swarm.h"
#include "registry/backends.h"

const struct backend *const swarm_backends[] = {&swarm_cpu.about, &swarm_offload.about,
                                                &swarm_reference.about, NULL};
