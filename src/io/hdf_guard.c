/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/hdf_guard.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"

static const int deaths[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
enum { DEATHS = sizeof deaths / sizeof *deaths };

static const char *volatile act, *volatile temporary;
static char path[PATH_MAX];
static volatile bool works; /* HDF5 does, now */
static pthread_t whose;     /* in this thread */
static struct sigaction before[DEATHS];

static void say_hdf_guard(const char *text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0) _exit(STATUS_FAILED);
}

/* In a signal handler too: nothing but system calls. */
static void give_up(void) {
  const char *const texts[] = {"amphi: ", path, ": cannot ", act,
                               ": out of memory inside HDF5, which broke down; earlier files are whole\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) say_hdf_guard(texts[i]);
  if (temporary) unlink(temporary);
  _exit(STATUS_FAILED);
}

/* Another thread that ends the program has said why. */
static void at_exit(void) {
  if (works && pthread_equal(whose, pthread_self())) give_up();
  if (!works) return;
  if (temporary) unlink(temporary);
  _exit(STATUS_FAILED);
}

/* What another thread dies of is not HDF5's. */
static void on_death(int number) {
  if (!works || pthread_equal(whose, pthread_self())) give_up();
  signal(number, SIG_DFL);
  raise(number);
}

/* A sanitizer's own handler stays: it says more. HDF5 also calls itself until the stack is used up, so ours
 * has another one. */
static void handle_faults(bool ours) {
  static char room[1 << 14];
  const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
  const struct sigaction action = {.sa_handler = on_death, .sa_flags = SA_ONSTACK};
  stack_t present;
  if (ours && sigaltstack(NULL, &present) == 0 && present.ss_flags & SS_DISABLE) sigaltstack(&stack, NULL);
  for (int i = 0; i < DEATHS; i++) {
    struct sigaction now;
    sigaction(deaths[i], NULL, &now);
    if (ours && now.sa_handler != on_death) before[i] = now;
    if (before[i].sa_handler == SIG_DFL) sigaction(deaths[i], ours ? &action : &before[i], NULL);
  }
}

void hdf_guard_begin(const char *what, const char *file, const char *remove) {
  static bool registered;
  if (!registered) registered = atexit(at_exit) == 0;
  act = what;
  temporary = remove;
  snprintf(path, sizeof path, "%s", file);
  whose = pthread_self();
  works = true;
  handle_faults(true);
}

void hdf_guard_end(bool failed) {
  works = false;
  temporary = NULL;
  if (!failed) handle_faults(false);
}
