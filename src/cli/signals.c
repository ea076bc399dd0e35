/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/signals.h"

#include <signal.h>
#include <stddef.h>

#include "util/clock.h"

static volatile sig_atomic_t stop_signal, checkpoint_wanted;

static double stop_time;

/* A stop was asked for already: Ctrl-C then ends the program at once. The system may send one signal twice,
 * to the program and to its group (as timeout(1) does), but at one moment. */
static void on_stop(int number) {
  const bool again = stop_signal && number == SIGINT && clock_now() > stop_time + 0.1;
  if (again) {
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
  }
  if (!stop_signal) stop_time = clock_now();
  stop_signal = number;
}

static void on_checkpoint(int signal) {
  (void)signal;
  checkpoint_wanted = 1;
}

static void handle_signal(int signal, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

void signals_listen(void) {
  handle_signal(SIGTERM, on_stop);
  handle_signal(SIGINT, on_stop);
  handle_signal(SIGXCPU, on_stop); /* the limit of the shell, or of a batch system */
  handle_signal(SIGUSR2, on_stop); /* what batch systems send before they kill */
  struct sigaction hangup;
  if (!sigaction(SIGHUP, NULL, &hangup) && hangup.sa_handler != SIG_IGN)
    handle_signal(SIGHUP, on_stop); /* nohup */
  handle_signal(SIGUSR1, on_checkpoint);
}

int signals_stop(void) {
  return stop_signal;
}

bool signals_checkpoint(void) {
  bool wanted = checkpoint_wanted;
  checkpoint_wanted = 0;
  return wanted;
}
