/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METHOD_BACKEND_H
#define METHOD_BACKEND_H
/* What the commands know of a backend, whatever the method. */
#include <stdbool.h>
#include <stddef.h>

#include "case/backends.h"
#include "case/pairwise.h"

struct execution_options {
  int threads;          /* 0: as many as the machine offers */
  const char *isa;      /* NULL: the best that this CPU has */
  const char *device;   /* offload: NULL for the first, "host" for this machine's CPU, or a number */
  const char *backends; /* in parts: what the parts have in turn, "offload,cpu"; NULL: all have the same */
  enum offload_strategy strategy;  /* offload: how to find neighbours; OFFLOAD_AUTO: what the case says */
  struct cpu_options cpu;          /* cpu, wcsph: as the case has them */
  struct offload_options offload;  /* offload, wcsph: as the case has them, but for the strategy */
  enum pairwise_strategy pairwise; /* the same of method: pairwise */
};

/* First member of a method's own table of a backend, which is found from here by a cast. */
struct backend {
  const char *name;
  const char *title;         /* one line for `--backend help` */
  const char *deterministic; /* what it promises about repeating bits */

  /* The backend that finds the particle whose sum has overflowed, so that all backends of a method name the
   * same one. NULL: sums of this method do not overflow. */
  const struct backend *judge;

  /* The one that takes its place where a case has `stages: forces`, for the lab; NULL: there is none. */
  const struct backend *forces_only;

  /* One of the ways in which this backend can execute here (instruction sets, numbers of threads, devices),
   * by number from 0, as options for `open`; false beyond the last. `amphi verify` holds them against each
   * other. */
  bool (*way)(int number, struct execution_options *options);
};

#endif
