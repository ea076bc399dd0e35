/* SPDX-License-Identifier: BSD-3-Clause */
#include "lab/lab.h"

#include "lab/has.h"
#include "pairwise/method.h"
#include "swarm/method.h"
#include "transport/method.h"
#include "util/error.h"
#include "wcsph/method.h"

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

const struct ladder lab_ladders[] = {
    {&method_wcsph, wcsph_ladders, wcsph_climb},
    {&method_wcsph,
     NAMES("schemes", "schemes-rest", "schemes-vortices", "schemes-wave", "schemes-dam", "schemes-patch",
           "schemes-drop", "schemes-gresho"),
     schemes_climb},
    {&method_transport, NAMES("004-transport"), transport_climb},
    {&method_swarm, NAMES("000-swarm"), swarm_climb},
    {&method_pairwise, NAMES("001-pairwise"), pairwise_climb},
    {0},
};

int lab_has(const char *option) {
  (void)option;
  return STATUS_OK;
}
