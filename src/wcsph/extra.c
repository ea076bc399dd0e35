/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/extra.h"

#include "wcsph/state.h"

const struct extra wcsph_extras[] = {
    {.pass = PASS_COUNT},
};
