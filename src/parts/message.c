/* SPDX-License-Identifier: BSD-3-Clause */
/* Joining the other parts, and messages between them. */
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parts/launched.h"
#include "parts/part.h"
#include "util/error.h"

static int count = 1, number, on_host = 1;
static bool alone;
static MPI_Comm host;
static pid_t joined; /* a child that this process forks is no part */

int parts_count(void) {
  return alone ? 1 : count;
}

void parts_stay_alone(bool is_alone) {
  alone = is_alone;
}

int parts_number(void) {
  return number;
}

int parts_threads(int most) {
  cpu_set_t mine;
  const bool bound =
      !sched_getaffinity(0, sizeof mine, &mine) && CPU_COUNT(&mine) < (int)sysconf(_SC_NPROCESSORS_ONLN);
  if (bound || getenv("OMP_NUM_THREADS")) return most;
  return most / on_host > 1 ? most / on_host : 1;
}

int part_number_on_host(bool counts) {
  int one = counts, before = 0;
  if (count > 1) MPI_Exscan(&one, &before, 1, MPI_INT, MPI_SUM, host);
  return before;
}

const char *parts_library(void) {
  static char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  MPI_Get_library_version(text, &length);
  text[strcspn(text, ",\n")] = '\0';
  return text;
}

/* Part 0 ends, and the others with it. */
static void leave(void) {
  struct order end = {.kind = ORDER_END};
  if (joined != getpid()) return;
  if (number == 0 && count > 1) MPI_Bcast(&end, sizeof end, MPI_BYTE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}

int parts_begin(int *argc, char ***argv) {
  const int launched = parts_launched();
  static const int its[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU};
  int level;
  part_note_command(*argc, *argv);
  if (launched <= 1) return STATUS_OK;
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  MPI_Comm_size(host, &on_host);
  joined = getpid();
  /* Part 0 ends the run as it does alone, and then the others. */
  for (size_t k = 0; k < sizeof its / sizeof *its && number > 0; k++) signal(its[k], SIG_IGN);
  atexit(leave);
  CHECK(count == launched, STATUS_USAGE,
        "started as one of %d processes by another MPI's mpirun than the %s that amphi was built with",
        launched, parts_library());
  return STATUS_OK;
}

static double waited;

double part_waited(void) {
  return waited;
}

void part_note_waited(double since) {
  waited += clock_now() - since;
}

struct part_watch part_watch(void) {
  return (struct part_watch){clock_now(), waited};
}

double part_worked(const struct part_watch *since) {
  return clock_now() - since->start - (waited - since->waited);
}

int part_agree(const struct part *p, int status, double *most, int numbers) {
  enum { NUMBERS_MOST = 16, TEXT = 512 };
  double all[NUMBERS_MOST + 1] = {status};
  if (numbers > 0) memcpy(all + 1, most, (size_t)numbers * sizeof *most);
  WAITING(MPI_Allreduce(MPI_IN_PLACE, all, numbers + 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
  if (numbers > 0) memcpy(most, all + 1, (size_t)numbers * sizeof *most);
  if (all[0] == 0.0) return STATUS_OK;
  int first = status ? p->number : INT_MAX, its = status;
  char text[TEXT];
  snprintf(text, sizeof text, "%s", error_text());
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  MPI_Bcast(&its, 1, MPI_INT, first, MPI_COMM_WORLD);
  MPI_Bcast(text, sizeof text, MPI_CHAR, first, MPI_COMM_WORLD);
  return first == 0 ? error_set((enum status)its, "%s", text)
                    : error_set((enum status)its, "part %d of %d: %s", first, p->parts, text);
}

/* Signed, for MPICH 4.0 finds the least of unsigned numbers as if they were. */
void part_lowest(int *fault, uint64_t *id) {
  int64_t word = *fault ? (int64_t)(*id << 8 | (uint64_t)*fault) : INT64_MAX;
  MPI_Allreduce(MPI_IN_PLACE, &word, 1, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
  *fault = word == INT64_MAX ? 0 : (int)(word & 0xff);
  *id = word == INT64_MAX ? 0 : (uint64_t)word >> 8;
}

int part_reserve(struct part_bytes *b, size_t bytes) {
  if (bytes <= b->room && b->data) return STATUS_OK;
  free(b->data);
  b->room = bytes + bytes / 4 + 16;
  b->data = malloc(b->room);
  if (!b->data) b->room = 0;
  CHECK(b->data, STATUS_FAILED, "no memory for %zu bytes between parts", bytes);
  return STATUS_OK;
}

/* MPI counts in ints, so bytes go in pieces. On a failure MPI ends all processes. */
enum { PIECE = 1 << 28 };

static size_t pieces(size_t bytes) {
  return (bytes + PIECE - 1) / PIECE;
}

static void no_memory(const struct part *p) {
  fprintf(stderr, "amphi: part %d of %d: no memory for messages\n", p->number, p->parts);
  MPI_Abort(MPI_COMM_WORLD, STATUS_FAILED);
}

void part_trade(struct part *p, int rounds, const char *to, const size_t *to_at, char *from,
                const size_t *from_at) {
  const int messages = rounds * p->parts;
  size_t room = 1;
  int n = 0;
  for (int k = 0; k < messages; k++)
    room += pieces(to_at[k + 1] - to_at[k]) + pieces(from_at[k + 1] - from_at[k]);
  if (part_reserve(&p->requests, room * sizeof(MPI_Request)) != STATUS_OK) no_memory(p);
  MPI_Request *requests = (MPI_Request *)p->requests.data;
  for (int k = 0; k < messages; k++)
    for (size_t at = from_at[k]; at < from_at[k + 1]; at += PIECE)
      MPI_Irecv(from + at, (int)(from_at[k + 1] - at < PIECE ? from_at[k + 1] - at : PIECE), MPI_BYTE,
                k % p->parts, 0, MPI_COMM_WORLD, &requests[n++]);
  for (int k = 0; k < messages; k++)
    for (size_t at = to_at[k]; at < to_at[k + 1]; at += PIECE)
      MPI_Isend(to + at, (int)(to_at[k + 1] - at < PIECE ? to_at[k + 1] - at : PIECE), MPI_BYTE, k % p->parts,
                0, MPI_COMM_WORLD, &requests[n++]);
  WAITING(MPI_Waitall(n, requests, MPI_STATUSES_IGNORE));
}
