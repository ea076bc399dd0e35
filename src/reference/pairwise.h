/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFERENCE_PAIRWISE_H
#define REFERENCE_PAIRWISE_H
#include "pairwise/backend.h"

extern const struct pairwise_backend pairwise_reference;

#endif
