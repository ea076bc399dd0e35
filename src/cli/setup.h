/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_SETUP_H
#define CLI_SETUP_H
/* A case made ready to run: file read, and the method's plan made from it; nothing opened yet. */
#include <limits.h>

#include "case/case.h"
#include "case/inputs.h"
#include "cli/execution.h"
#include "method/method.h"

struct setup {
  struct amphi_case config;
  struct case_inputs inputs;   /* empty until they are read */
  const struct method *method; /* NULL until the case is read */
  void *plan;                  /* the method's */
  struct particle_kind kinds[SUMMARY_KINDS];
  int kind_count;
  uint64_t particles; /* of all kinds */
};

/* The folder of the cases that come with amphi; STATUS_USAGE if there is none. */
int setup_shipped_folder(char path[PATH_MAX]);

/* The case file that an argument means: itself, or case.yaml in the folder it names. What is not there is a
 * case that comes with amphi, by its path below cases/, or with cases/ where there is no such folder. */
int setup_locate(char path[PATH_MAX], const char *argument);

/* The name of the case: its folder's if the file is case.yaml, else the file's without suffix. */
int setup_name(char name[NAME_MAX + 1], const char *path);

/* The caller frees with setup_free, also after a failure. */
int setup_load(struct setup *s, const char *path, const struct overrides *overrides);
void setup_free(struct setup *s);

/* Lines of a header through log_say; details: also those that only `amphi check` prints. */
int setup_say(const struct setup *s, bool details);

#endif
