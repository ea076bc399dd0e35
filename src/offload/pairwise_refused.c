/* SPDX-License-Identifier: BSD-3-Clause */
/* In place of pairwise's kernels where GCC compiles for a GPU: GCC 12 crashes on them. */
#include "offload/pairwise.h"
#include "reference/pairwise.h"
#include "util/error.h"

static bool refused_way(int number, struct execution_options *options) {
  (void)number, (void)options;
  return false;
}

static int refused_open(void **self, struct pairwise_state *state, const struct pairwise_law *law,
                        const struct execution_options *options) {
  (void)self, (void)state, (void)law, (void)options;
  return error_set(
      STATUS_USAGE,
      "method 'pairwise' is not in an offload backend that GCC compiled for a GPU; clang's has it");
}

static size_t refused_estimate(size_t count, double neighbours, int threads) {
  (void)count, (void)neighbours, (void)threads;
  return 0;
}

const struct pairwise_backend pairwise_offload = {
    .about =
        {
            .name = "offload",
            .title = "not in this build: GCC 12 cannot compile it for a GPU, clang can",
            .judge = &pairwise_reference.about,
            .deterministic = "with fixed sums everywhere",
            .way = refused_way,
        },
    .open = refused_open,
    .estimate = refused_estimate,
};
