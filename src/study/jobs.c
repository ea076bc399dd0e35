/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/error.h"
#include "util/path.h"

enum { POLL = 50000 }; /* microseconds */

/* A process at work. */
struct slot {
  struct study_run *run; /* NULL: none */
  pid_t child;
  double began, share; /* clock_now; of the run's work that was done before */
};

/* ---- what is there ---- */

static int look_at(struct study_run *run, const char *folder) {
  char path[PATH_MAX], file[PATH_MAX];
  TRY(path_join(path, folder, run->name));
  TRY(path_join(file, path, "summary.json"));
  json_t *summary = json_load_file(file, 0, NULL);
  const char *outcome = json_string_value(json_object_get(summary, "outcome"));
  run->state = RUN_WAITING;
  if (outcome && !strcmp(outcome, "finished")) run->state = RUN_FINISHED;
  if (outcome && !strcmp(outcome, "diverged")) run->state = RUN_DIVERGED;
  json_decref(summary);
  return STATUS_OK;
}

int study_jobs_look(struct study_plan *p, const char *folder) {
  for (size_t i = 0; i < p->run_count; i++) TRY(look_at(&p->runs[i], folder));
  return STATUS_OK;
}

/* What the process says, beside its folder. */
static int said_path(char path[PATH_MAX], const char *folder, const char *name) {
  char file[NAME_MAX + 1];
  snprintf(file, sizeof file, "%s.txt", name);
  return path_join(path, folder, file);
}

/* The end of what a run said. */
static size_t read_said(char *text, size_t size, const char *folder, const char *name) {
  char path[PATH_MAX];
  *text = 0;
  if (said_path(path, folder, name)) return 0;
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  const off_t length = lseek(fd, 0, SEEK_END), most = (off_t)size - 1;
  const ssize_t got = pread(fd, text, size - 1, length > most ? length - most : 0);
  close(fd);
  text[got > 0 ? got : 0] = 0;
  return got > 0 ? (size_t)got : 0;
}

void study_jobs_said(char said[JOB_SAID], const char *folder, const char *name) {
  char text[8 * JOB_SAID], *rest = text;
  bool fault = false;
  *said = 0;
  read_said(text, sizeof text, folder, name);
  for (char *line; (line = strsep(&rest, "\n"));) {
    const bool is_fault = !strncmp(line, "amphi: ", 7);
    if (!*line || (fault && !is_fault)) continue;
    fault = is_fault;
    snprintf(said, JOB_SAID, "%s", line);
  }
}

/* How far a run is by its last line of progress, " 37 %, ..."; `before` where there is none. */
static double read_share(const char *folder, const char *name, double before) {
  char text[JOB_SAID], *rest = text;
  int percent;
  read_said(text, sizeof text, folder, name);
  for (char *line; (line = strsep(&rest, "\n"));)
    if (sscanf(line, " %d %%,", &percent) == 1 && percent >= 0 && percent <= 100) before = percent / 100.0;
  return before;
}

/* ---- a process ---- */

/* Its command, NULL at the end; options are of `run`. The caller frees the list. */
static char **make_command(const struct study_plan *p, const struct study_launch *l,
                           const struct study_run *run, char *into, const char *device, char *steps) {
  static char threads[16];
  char checkpoint[PATH_MAX];
  char **words = calloc(l->prefix_count + 2 * run->count + 24, sizeof *words);
  const bool resumes = !steps && !path_join(checkpoint, into, "checkpoint.h5") && path_exists(checkpoint);
  size_t n = 0;
  if (!words) return NULL;
  for (size_t i = 0; i < l->prefix_count; i++) words[n++] = l->prefix[i];
  words[n++] = (char *)l->program;
  words[n++] = "run";
  if (resumes) {
    words[n++] = "--resume";
    words[n++] = into;
  } else {
    words[n++] = (char *)p->case_path;
    words[n++] = "--force"; /* there may be the beginning of a run that has no checkpoint yet */
    words[n++] = "--output";
    words[n++] = into;
    for (size_t i = 0; i < run->count; i++) words[n++] = "--set", words[n++] = run->settings[i];
  }
  snprintf(threads, sizeof threads, "%d", l->threads);
  if (l->threads > 0) words[n++] = "--threads", words[n++] = threads;
  if (l->backend) words[n++] = "--backend", words[n++] = (char *)l->backend;
  if (l->isa) words[n++] = "--isa", words[n++] = (char *)l->isa;
  if (device) words[n++] = "--device", words[n++] = (char *)device;
  if (steps) words[n++] = "--steps", words[n++] = steps;
  return words;
}

/* In the child: a process group of its own, so that Ctrl-C of the terminal reaches it by the study alone,
 * once; and a word to stop, should the study be killed. */
static void become(char **words, int said, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(128 + SIGTERM);
  const int none = open("/dev/null", O_RDONLY);
  dup2(none, STDIN_FILENO);
  dup2(said, STDOUT_FILENO);
  dup2(said, STDERR_FILENO);
  execvp(words[0], words);
  dprintf(STDERR_FILENO, "amphi: %s: cannot be started: %s\n", words[0], strerror(errno));
  _exit(STATUS_USAGE);
}

static int start_job(pid_t *child, const struct study_plan *p, const struct study_launch *l,
                     const struct study_run *run, const char *name, const char *device, char *steps) {
  char path[PATH_MAX], into[PATH_MAX];
  TRY(path_join(into, l->folder, name));
  TRY(said_path(path, l->folder, name));
  char **words = make_command(p, l, run, into, device, steps);
  CHECK(words, STATUS_FAILED, "no memory to start a run");
  const int said = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  const pid_t parent = getpid();
  *child = said < 0 ? -1 : fork();
  if (*child == 0) become(words, said, parent);
  const int error = errno;
  free(words);
  if (said >= 0) close(said);
  CHECK(said >= 0, STATUS_FAILED, "%s: cannot write: %s", path, strerror(error));
  CHECK(*child > 0, STATUS_FAILED, "cannot start a run: %s", strerror(error));
  return STATUS_OK;
}

/* Whether a process still writes there: a run that a killed study left, and that is about to stop. */
static bool is_busy(const struct study_launch *l, const struct study_run *run) {
  char path[PATH_MAX];
  if (path_join(path, l->folder, run->name)) return false;
  const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool busy = flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
  close(fd);
  return busy;
}

/* ---- all of them ---- */

/* What lasts longest first, so that at the end no processor waits for one of them. */
static struct study_run *next_run(struct study_plan *p, const struct study_launch *l) {
  struct study_run *best = NULL;
  for (size_t i = 0; i < p->run_count; i++) {
    struct study_run *run = &p->runs[i];
    if (run->state == RUN_WAITING && (!best || run->seconds > best->seconds) && !is_busy(l, run)) best = run;
  }
  return best;
}

static int fill_slot(struct slot *s, size_t number, struct study_plan *p, const struct study_launch *l) {
  struct study_run *run = next_run(p, l);
  if (!run) return STATUS_OK;
  TRY(start_job(&s->child, p, l, run, run->name, l->devices ? l->devices[number] : NULL, NULL));
  run->state = RUN_RUNNING;
  *s = (struct slot){.run = run, .child = s->child, .began = clock_now()};
  return STATUS_OK;
}

/* What a run says is in its log.txt too, unless it failed. */
static int end_slot(struct slot *s, const struct study_launch *l, bool stopping) {
  struct study_run *run = s->run;
  char path[PATH_MAX];
  s->run = NULL;
  TRY(look_at(run, l->folder));
  if (run->state == RUN_WAITING && !stopping) run->state = RUN_FAILED;
  TRY(said_path(path, l->folder, run->name));
  if (run->state == RUN_FINISHED || run->state == RUN_WAITING) unlink(path);
  return STATUS_OK;
}

static void look_around(struct study_progress *progress, const struct study_plan *p,
                        const struct study_launch *l, struct slot *slots, double began, double *done_first) {
  double all = 0, done = 0;
  *progress = (struct study_progress){.count = p->run_count, .left = NAN};
  for (size_t i = 0; i < p->run_count; i++) {
    const struct study_run *run = &p->runs[i];
    const double work = run->seconds > 0 ? run->seconds : 1;
    progress->finished += run->state == RUN_FINISHED;
    progress->failed += run->state == RUN_FAILED || run->state == RUN_DIVERGED;
    progress->running += run->state == RUN_RUNNING;
    all += work;
    if (run->state != RUN_WAITING && run->state != RUN_RUNNING) done += work;
  }
  for (int k = 0; k < l->side; k++) {
    struct slot *s = &slots[k];
    if (!s->run) continue;
    s->share = read_share(l->folder, s->run->name, s->share);
    done += s->share * (s->run->seconds > 0 ? s->run->seconds : 1);
  }
  if (*done_first < 0) *done_first = done;
  progress->share = all > 0 ? done / all : 1;
  if (done > *done_first) progress->left = (clock_now() - began) * (all - done) / (done - *done_first);
}

static int turn_jobs(struct study_plan *p, const struct study_launch *l, struct slot *slots, bool stopping,
                     int *running) {
  *running = 0;
  for (int k = 0; k < l->side; k++) {
    int state;
    if (slots[k].run && waitpid(slots[k].child, &state, WNOHANG) == slots[k].child)
      TRY(end_slot(&slots[k], l, stopping));
    if (!slots[k].run && !stopping) TRY(fill_slot(&slots[k], (size_t)k, p, l));
    *running += slots[k].run != NULL;
  }
  return STATUS_OK;
}

static void ask_to_stop(const struct slot *slots, int count) {
  for (int k = 0; k < count; k++)
    if (slots[k].run) kill(slots[k].child, SIGTERM);
}

int study_jobs_run(struct study_plan *p, const struct study_launch *l,
                   void (*tell)(const struct study_progress *progress), bool *stopped) {
  struct slot *slots = calloc((size_t)l->side, sizeof *slots);
  struct study_progress progress;
  const double began = clock_now();
  double done_first = -1;
  int running = 0, status = STATUS_OK;
  CHECK(slots, STATUS_FAILED, "no memory to start runs");
  *stopped = false;
  for (;;) {
    if (!*stopped && (l->stop() || status)) *stopped = true, ask_to_stop(slots, l->side);
    const int turned = turn_jobs(p, l, slots, *stopped, &running);
    if (!status) status = turned;
    if (running == 0 && (*stopped || status || !study_plan_waits(p))) break;
    look_around(&progress, p, l, slots, began, &done_first);
    tell(&progress);
    usleep(POLL);
  }
  free(slots);
  return status;
}

int study_jobs_measure(const struct study_plan *p, const struct study_launch *l, const struct study_run *run,
                       const char *name, int steps, bool *stopped) {
  char number[16], said[JOB_SAID];
  pid_t child;
  int state;
  snprintf(number, sizeof number, "%d", steps);
  TRY(start_job(&child, p, l, run, name, l->devices ? l->devices[0] : NULL, number));
  while (waitpid(child, &state, WNOHANG) != child) {
    if (!*stopped && l->stop()) *stopped = true, kill(child, SIGTERM);
    usleep(POLL / 10);
  }
  if (*stopped || (WIFEXITED(state) && WEXITSTATUS(state) == 0)) return STATUS_OK;
  study_jobs_said(said, l->folder, name);
  const bool spoke = !strncmp(said, "amphi: ", 7);
  return error_set(WIFEXITED(state) && WEXITSTATUS(state) <= STATUS_DIVERGED ? WEXITSTATUS(state)
                                                                             : STATUS_FAILED,
                   "%s: %s", run->name,
                   spoke   ? said + 7
                   : *said ? said
                           : "ended without a word");
}
