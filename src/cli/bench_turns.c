/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/bench_turns.h"

#include <errno.h>
#include <jansson.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/error.h"
#include "util/sort.h"

/* Its standard output and standard error go to files in memory. *code: its exit status. */
static int start_program(char *const *words, const int output[2], int *code) {
  posix_spawn_file_actions_t actions;
  pid_t child;
  int state;
  CHECK(!posix_spawn_file_actions_init(&actions), STATUS_FAILED, "no memory");
  int failed = posix_spawn_file_actions_adddup2(&actions, output[0], 1);
  if (!failed) failed = posix_spawn_file_actions_adddup2(&actions, output[1], 2);
  if (!failed) failed = posix_spawn(&child, words[0], &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  CHECK(!failed, STATUS_USAGE, "%s cannot be started: %s", words[0], strerror(failed));
  while (waitpid(child, &state, 0) < 0)
    CHECK(errno == EINTR, STATUS_FAILED, "%s: %s", words[0], strerror(errno));
  *code = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  return STATUS_OK;
}

/* The last line that is in a file, in `said`. */
static void read_last(int fd, char said[TURNS_SAID]) {
  char text[4096];
  const off_t length = lseek(fd, 0, SEEK_END), room = (off_t)sizeof text - 1;
  const ssize_t got = pread(fd, text, sizeof text - 1, length > room ? length - room : 0);
  text[got > 0 ? got : 0] = 0;
  for (size_t n = strlen(text); n && text[n - 1] == '\n';) text[--n] = 0;
  const char *line = strrchr(text, '\n') ? strrchr(text, '\n') + 1 : text;
  snprintf(said, TURNS_SAID, "%.*s", TURNS_SAID - 1, strncmp(line, "amphi: ", 7) ? line : line + 7);
}

static double number(const json_t *o, const char *name) {
  const json_t *value = json_object_get(o, name);
  return json_is_number(value) ? json_number_value(value) : -1.0;
}

static void read_result(int fd, struct turn *found) {
  json_error_t error;
  lseek(fd, 0, SEEK_SET);
  json_t *o = json_loadfd(fd, JSON_DISABLE_EOF_CHECK, &error);
  const char *hash = json_string_value(json_object_get(o, "state_hash")),
             *execution = json_string_value(json_object_get(o, "execution"));
  found->processor = number(o, "processor_time");
  found->wall = number(o, "wall_time");
  found->pairs = number(o, "pair_interactions");
  found->particle_steps = number(o, "particle_steps");
  found->particles = number(json_object_get(o, "particles"), "total");
  snprintf(found->hash, sizeof found->hash, "%s", hash ? hash : "");
  snprintf(found->execution, sizeof found->execution, "%s", execution ? execution : "");
  if (!(found->wall > 0.0 && found->particle_steps > 0.0))
    snprintf(found->said, sizeof found->said, "it prints no such result as amphi bench --json does");
  json_decref(o);
}

/* The words of a process; the caller frees. */
static const char **words_of(const struct turns *t, const char *program, const char *const *settings,
                             char steps[32]) {
  size_t count = 0, n = 0;
  while (t->words[count]) count++;
  const char **words = malloc((count + 2 * TURNS_SETTINGS + 8) * sizeof *words);
  if (!words) return NULL;
  words[n++] = program ? program : "/proc/self/exe", words[n++] = "bench", words[n++] = "--json";
  for (size_t i = 0; i < count; i++) words[n++] = t->words[i];
  for (; *settings; settings++) words[n++] = "--set", words[n++] = *settings;
  snprintf(steps, 32, "%llu", (unsigned long long)t->steps);
  words[n++] = "--steps", words[n++] = steps, words[n] = NULL;
  return words;
}

int turn_take(const struct turns *t, const char *program, const char *const *settings, struct turn *found) {
  char steps[32];
  int code = 0, status = STATUS_OK;
  const char **words = words_of(t, program, settings, steps);
  const int output[2] = {memfd_create("result", MFD_CLOEXEC), memfd_create("said", MFD_CLOEXEC)};
  *found = (struct turn){0};
  if (!words || output[0] < 0 || output[1] < 0) status = error_set(STATUS_FAILED, "no memory");
  if (status == STATUS_OK) status = start_program((char *const *)words, output, &code);
  if (status == STATUS_OK && code == 0) read_result(output[0], found);
  if (status == STATUS_OK && code != 0) {
    read_last(output[1], found->said);
    if (!*found->said) snprintf(found->said, sizeof found->said, "exit status %d", code);
  }
  for (int k = 0; k < 2; k++)
    if (output[k] >= 0) close(output[k]);
  free(words);
  return status;
}

double turn_seconds(const struct turn *t, bool processor) {
  return processor ? t->processor : t->wall;
}

double turns_median(double *values, size_t count) {
  sort_doubles(values, count);
  return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

size_t turns_outside(size_t count) {
  double chance = 1.0, below = 0.0; /* that `outside` of them are on one side; that at most so many are */
  for (size_t i = 0; i < count; i++) chance *= 0.5;
  for (size_t outside = 0; outside < count / 2; outside++) {
    below += chance;
    if (2.0 * below > 0.05) return outside;
    chance *= (double)(count - outside) / (double)(outside + 1);
  }
  return count / 2;
}
