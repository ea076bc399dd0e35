/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_CPU_LANE_CHECKS_H
#define TESTS_CPU_LANE_CHECKS_H
/* The checks of lane_checks.c as one instruction set compiled them. */

struct lane_check {
  const char *name;         /* NULL at the end of a table */
  const char *(*run)(void); /* what is wrong; NULL: nothing. The text is good until the next call */
};

#define LANE_CHECKS_(isa) lane_checks_##isa
#define LANE_CHECKS(isa)  LANE_CHECKS_(isa)

#endif
