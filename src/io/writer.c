/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/writer.h"

#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/error.h"

struct item {
  struct writer_work work;
  struct item *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static bool is_on, ends; /* the caller's; under the lock */
static _Thread_local bool is_writer;
static int team; /* threads of the work */
static struct item *first, **last;
static int copies;         /* that are there */
static bool works;         /* an item is out of the list and not done */
static atomic_int failure; /* a status */
static char failure_text[2048];

static void keep_failure(int status) {
  snprintf(failure_text, sizeof failure_text, "%s", error_text());
  atomic_store(&failure, status);
}

/* Under the lock, and again at the end. */
static void do_item(struct item *item) {
  works = true;
  pthread_mutex_unlock(&lock);
  const int status = failure ? STATUS_OK : item->work.run(item->work.what);
  item->work.free(item->work.what);
  pthread_mutex_lock(&lock);
  works = false;
  copies -= item->work.copy;
  free(item);
  if (status != STATUS_OK) keep_failure(status);
  pthread_cond_broadcast(&changed);
}

static void *write_all(void *unused) {
  is_writer = true;
  omp_set_num_threads(team);
  pthread_mutex_lock(&lock);
  while (first || !ends) {
    struct item *item = first;
    if (!item) {
      pthread_cond_wait(&changed, &lock);
      continue;
    }
    first = item->next;
    if (!first) last = &first;
    do_item(item);
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

void writer_begin(void) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGTRAP};
  sigset_t all, before;
  team = omp_get_max_threads();
  first = NULL;
  last = &first;
  ends = false;
  copies = 0;
  atomic_store(&failure, STATUS_OK);
  /* Signals are for the thread that computes, but for those of faults (hdf_guard.h). */
  sigfillset(&all);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  is_on = pthread_create(&thread, NULL, write_all, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

bool writer_is_on(void) {
  return is_on && !is_writer;
}

int writer_check(void) {
  const int status = writer_is_on() ? atomic_load(&failure) : STATUS_OK;
  return status == STATUS_OK ? status : error_set((enum status)status, "%s", failure_text);
}

int writer_room(void) {
  if (!writer_is_on()) return STATUS_OK;
  pthread_mutex_lock(&lock);
  while (copies >= WRITER_COPIES) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return writer_check();
}

int writer_wait(void) {
  if (!writer_is_on()) return STATUS_OK;
  pthread_mutex_lock(&lock);
  while (first || works) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return writer_check();
}

static int do_now(struct writer_work work) {
  const int status = work.run(work.what);
  work.free(work.what);
  return status;
}

int writer_do(struct writer_work work) {
  if (!writer_is_on()) return do_now(work);
  struct item *item = malloc(sizeof *item);
  int status = writer_check();
  if (!item && status == STATUS_OK) status = error_set(STATUS_FAILED, "no memory for what is to be written");
  if (status != STATUS_OK) {
    free(item);
    work.free(work.what);
    return status;
  }
  *item = (struct item){work, NULL};
  pthread_mutex_lock(&lock);
  *last = item;
  last = &item->next;
  copies += work.copy;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return STATUS_OK;
}

int writer_end(void) {
  if (!writer_is_on()) return STATUS_OK;
  pthread_mutex_lock(&lock);
  ends = true;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  const int status = writer_check();
  is_on = false;
  return status;
}
