/* SPDX-License-Identifier: BSD-3-Clause */
/* The backends of transport. */
#include <stddef.h>

#include "cpu/transport.h"
#include "offload/transport.h"
#include "reference/transport.h"
#include "registry/backends.h"

const struct backend *const transport_backends[] = {&transport_cpu.about, &transport_offload.about,
                                                    &transport_reference.about, NULL};
