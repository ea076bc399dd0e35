/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_SETUP_H
#define CLI_SETUP_H
/* A case made ready to run: file read, particles filled, constants derived; nothing opened yet. */
#include <limits.h>

#include "case/case.h"
#include "case/particles.h"
#include "cli/execution.h"
#include "wcsph/law.h"
#include "wcsph/state.h"

struct setup {
  struct amphi_case config;
  struct particles particles;
  struct wcsph_law law;
  struct wcsph_state geometry; /* no buffers allocated */
  size_t *members;             /* particles of each wall, then of each fluid */
  double neighbours;           /* expected, a fluid particle at the start */
  double first_step;           /* s */
};

/* The case file that an argument means: itself, or case.yaml in the folder it names. */
int setup_locate(char path[PATH_MAX], const char *argument);

/* What the case is called: its folder if the file is case.yaml, else the file without suffix. */
int setup_name(char name[NAME_MAX + 1], const char *path);

/* The caller frees with setup_free, also after a failure. */
int setup_load(struct setup *s, const char *path, const struct overrides *overrides);
void setup_free(struct setup *s);

/* Bytes of the particles themselves, before what a backend adds. */
size_t setup_state_bytes(const struct setup *s);

/* Lines of a header through log_say: case, particles, neighbours, sound, time step. */
void setup_say(const struct setup *s);

#endif
