/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_SETTINGS_H
#define PAIRWISE_SETTINGS_H
/* What a case says of a run, as pairwise/start/settings.c takes it: all that a plan and a run read of the
 * case, which owns what this points to. */
#include "case/pairwise.h"
#include "case/scene.h"
#include "lane/summation.h"

struct pairwise_settings {
  struct case_domain domain;
  enum summation summation;
  double end; /* s */
  struct pairwise_config pairwise;
};

#endif
