/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LAB_WCSPH_TESTBED_H
#define LAB_WCSPH_TESTBED_H
/* Cases that can have any number of particles, and opening one as a run. */
#include "case/case.h"
#include "lab/lab.h"
#include "wcsph/evolution.h"

struct wcsph_testbed {
  const char *text;
  double dp, particles; /* at that spacing, m, it has about so many */
  bool whole;           /* a whole number of spacings are a metre */
};

/* Paper 003's dam break with a building in its kernel and viscosity; paper 002's with Lennard-Jones walls,
 * and a basin as its section 7 describes one, a tenth as large: a caisson that makes waves, and a reef; and
 * water everywhere in a periodic box. */
extern const struct wcsph_testbed testbed_dam_break, testbed_lennard_jones, testbed_basin, testbed_box;

struct testbed_run {
  struct amphi_case c;
  struct wcsph_settings settings;
  struct particles p;
  struct wcsph_run r;
};

/* With about so many particles. The settings (NULL at the end, or NULL) come first, so that --set prevails.
 * Is closed in any case. */
int testbed_open(struct testbed_run *t, const struct ladder_request *q, const struct wcsph_testbed *bed,
                 double particles, char *const settings[], const struct wcsph_backend *backend,
                 const struct execution_options *options);
void testbed_close(struct testbed_run *t);

/* Seconds of this process where one thread of the cpu backend computes, for what else the machine does then
 * does not count; else of the wall. */
double testbed_clock(const struct ladder_request *q);

#endif
