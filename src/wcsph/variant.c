/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/variant.h"

#include <stdio.h>

#include "case/schema.h"

void variant_name(const struct wcsph_law *law, char name[VARIANT_NAME]) {
  const enum slip slip = law->boundary == BOUNDARY_DUMMY ? law->slip : SLIP_NO; /* of dummy walls only */
  snprintf(name, VARIANT_NAME, "%s_%s_%s_%s_%s_%s_%s", words_kernel[law->kernel],
           words_formulation[law->formulation], words_viscosity[law->viscosity],
           words_diffusion[law->diffusion], words_boundary[law->boundary], words_slip[slip],
           words_summation[law->summation]);
}
