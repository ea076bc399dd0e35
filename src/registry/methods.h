/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REGISTRY_METHODS_H
#define REGISTRY_METHODS_H
/* The methods of this build, and the backends that each has. */
#include "method/method.h"

/* By enum method_kind; NULL at the end. */
extern const struct method *const methods[];

/* The one that runs a case: of WCSPH another where it has several spacings. */
struct amphi_case;
const struct method *method_of(const struct amphi_case *c);

/* NULL at the end; the first is the default. */
const struct backend *const *method_backends(const struct method *m);

#endif
