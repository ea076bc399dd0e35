/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/signals.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t stop_signal, checkpoint_wanted;

static void on_stop(int signal) {
  stop_signal = signal;
}

static void on_checkpoint(int signal) {
  (void)signal;
  checkpoint_wanted = 1;
}

static void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

void signals_listen(void) {
  handle(SIGTERM, on_stop);
  handle(SIGINT, on_stop);
  struct sigaction hangup;
  if (!sigaction(SIGHUP, NULL, &hangup) && hangup.sa_handler != SIG_IGN) handle(SIGHUP, on_stop); /* nohup */
  handle(SIGUSR1, on_checkpoint);
}

int signals_stop(void) {
  return stop_signal;
}

bool signals_checkpoint(void) {
  bool wanted = checkpoint_wanted;
  checkpoint_wanted = 0;
  return wanted;
}
