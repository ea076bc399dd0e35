/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_METHOD_H
#define PAIRWISE_METHOD_H
#include "method/method.h"

extern const struct method method_pairwise;

#endif
