/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LAB_LAB_H
#define LAB_LAB_H
/* The ladders that lab.c lists. */
#include "method/backend.h"
#include "registry/ladders.h"

int wcsph_climb(const struct ladder_request *request);
int schemes_climb(const struct ladder_request *request);
int pairwise_climb(const struct ladder_request *request);
int swarm_climb(const struct ladder_request *request);
int transport_climb(const struct ladder_request *request);
int arithmetic_climb(const struct ladder_request *request);
int axes_climb(const struct ladder_request *request);
int basin_climb(const struct ladder_request *request);
int cores_climb(const struct ladder_request *request);
int commands_climb(const struct ladder_request *request);
int density_climb(const struct ladder_request *request);
int energy_climb(const struct ladder_request *request);
int explosion_climb(const struct ladder_request *request);
int frequency_climb(const struct ladder_request *request);
int memory_climb(const struct ladder_request *request);
int occupancy_climb(const struct ladder_request *request);
int order_climb(const struct ladder_request *request);
int options_climb(const struct ladder_request *request);
int races_climb(const struct ladder_request *request);
int table4_climb(const struct ladder_request *request);
int transfers_climb(const struct ladder_request *request);

#endif
