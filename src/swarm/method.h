/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SWARM_METHOD_H
#define SWARM_METHOD_H
/* Particle swarm optimisation as one of the methods. */
#include "method/method.h"

extern const struct method method_swarm;

#endif
