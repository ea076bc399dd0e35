/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that the parts of a host share. A message through an MPI library takes several times as long as its
 * copies. Here no message is sent: each part publishes that it has packed, and the others copy their rows. */
#include <mpi.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "parts/part.h"
#include "util/error.h"

enum { PAGE = 4096, ROW_ALIGNMENT = 64, PATIENCE = 1000 };

/* Before the rows: which travel they are of. */
struct window_head {
  _Alignas(ROW_ALIGNMENT) uint64_t packed;
};

static struct window_head *head_of(const struct part *p, int part) {
  return (struct window_head *)(void *)p->window.of[part] - 1;
}

/* Of the run that is open: there is one at a time. */
static MPI_Comm host;
static MPI_Win shared;

/* AMPHI_HALO=messages: as if every part were on a host of its own. */
static bool wants_messages(void) {
  const char *how = getenv("AMPHI_HALO");
  return how && !strcmp(how, "messages");
}

static int find_host(struct part *p) {
  struct part_window *w = &p->window;
  const size_t parts = (size_t)p->parts;
  w->slot = malloc(parts * sizeof *w->slot);
  w->of = calloc(parts, sizeof *w->of);
  w->there = calloc(parts, sizeof *w->there);
  int status = w->slot && w->of && w->there ? STATUS_OK : error_set(STATUS_FAILED, "no memory for a part");
  TRY(part_agree(p, status, NULL, 0));
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  MPI_Comm_set_errhandler(host, MPI_ERRORS_RETURN);
  MPI_Group here, all;
  MPI_Comm_group(host, &here);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  for (int k = 0; k < p->parts; k++) {
    MPI_Group_translate_ranks(all, 1, &k, here, &w->slot[k]);
    if (w->slot[k] == MPI_UNDEFINED || (k != p->number && wants_messages())) w->slot[k] = -1;
    w->afar = w->afar || w->slot[k] < 0;
  }
  MPI_Group_free(&here);
  MPI_Group_free(&all);
  w->is_open = true;
  return STATUS_OK;
}

/* ---- memory of devices ---- */

/* What the others have joined is given back when they have left. */
static void part_from_devices(struct part *p) {
  struct part_window *w = &p->window;
  for (int k = 0; k < p->parts; k++) {
    if (k != p->number && w->there[k]) p->far->leave(p->self, w->there[k]);
    if (k != p->number) w->there[k] = NULL;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (w->there[p->number]) p->far->unshare(p->self, w->there[p->number]);
  w->there[p->number] = NULL;
}

/* Rows go from device to device where every part of every host has one that can: one path for all is less to
 * go wrong. Whether it does changes no bit. */
static int join_devices(struct part *p, size_t bytes) {
  struct part_window *w = &p->window;
  struct offer {
    char handle[FAR_HANDLE];
    int can;
  } mine = {.can = 0}, *all = calloc((size_t)p->parts, sizeof *all);
  int status = all ? STATUS_OK : error_set(STATUS_FAILED, "no memory for a part");
  double lacks;
  TRY(part_agree(p, status, NULL, 0));
  if (p->far && p->self) w->there[p->number] = p->far->share(p->self, bytes, mine.handle);
  mine.can = w->there[p->number] != NULL;
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, MPI_COMM_WORLD);
  bool can = true;
  for (int k = 0; k < p->parts; k++) can = can && all[k].can;
  for (int k = 0; k < p->parts && can; k++) {
    if (k == p->number || w->slot[k] < 0) continue;
    w->there[k] = p->far->join(p->self, all[k].handle);
    can = w->there[k] != NULL;
  }
  free(all);
  lacks = !can;
  TRY(part_agree(p, STATUS_OK, &lacks, 1));
  if (lacks != 0.0) part_from_devices(p);
  return STATUS_OK;
}

static void release(struct part *p) {
  struct part_window *w = &p->window;
  if (!w->room) return;
  part_from_devices(p);
  if (p->far && p->self) p->far->reach(p->self, NULL, 0);
  if (w->is_shared) {
    MPI_Win_unlock_all(shared);
    MPI_Win_free(&shared);
  } else {
    free(head_of(p, p->number));
  }
  for (int k = 0; k < p->parts; k++) w->of[k] = NULL;
  w->room = 0;
}

static bool share_window(struct part *p, size_t bytes) {
  struct part_window *w = &p->window;
  void *mine;
  int failed = MPI_Win_allocate_shared((MPI_Aint)bytes + PAGE, 1, MPI_INFO_NULL, host, &mine, &shared) != 0;
  if (failed) return false;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, shared);
  for (int k = 0; k < p->parts; k++) {
    MPI_Aint size;
    int unit;
    if (w->slot[k] < 0) continue;
    MPI_Win_shared_query(shared, w->slot[k], &size, &unit, &w->of[k]);
    w->of[k] +=
        sizeof(struct window_head) + -(uintptr_t)w->of[k] % ROW_ALIGNMENT; /* a library's is smaller */
  }
  return true;
}

/* The host's memory from its first part's to its last part's. */
static void let_reach(struct part *p, size_t bytes) {
  const struct part_window *w = &p->window;
  char *low = w->of[p->number], *high = low;
  for (int k = 0; k < p->parts; k++) {
    if (w->of[k] && w->of[k] < low) low = w->of[k];
    if (w->of[k] && w->of[k] > high) high = w->of[k];
  }
  if (p->far && p->self) p->far->reach(p->self, low, (size_t)(high - low) + bytes);
}

int part_window_reserve(struct part *p, size_t bytes) {
  struct part_window *w = &p->window;
  struct window_head *alone;
  if (bytes <= w->room) return STATUS_OK;
  if (!w->is_open) TRY(find_host(p));
  release(p);
  const size_t room = (bytes + bytes / 4 + PAGE) / PAGE * PAGE;
  w->is_shared = share_window(p, room);
  if (!w->is_shared && (alone = aligned_alloc(ROW_ALIGNMENT, sizeof *alone + room)))
    w->of[p->number] = (char *)(alone + 1);
  int status =
      w->of[p->number] ? STATUS_OK : error_set(STATUS_FAILED, "no memory for %zu bytes between parts", room);
  w->room = w->of[p->number] ? room : 0;
  if (w->room) head_of(p, p->number)->packed = 0;
  TRY(part_agree(p, status, NULL, 0));
  let_reach(p, room);
  return join_devices(p, room);
}

void part_window_close(struct part *p) {
  struct part_window *w = &p->window;
  release(p);
  if (w->is_open) MPI_Comm_free(&host);
  free(w->slot);
  free(w->of);
  free(w->there);
  *w = (struct part_window){0};
}

char *part_window_send(struct part *p) {
  return p->window.of[p->number];
}

void part_window_pack(struct part *p, uint64_t number) {
  if (!p->window.is_shared) return;
  MPI_Win_sync(shared);
  __atomic_store_n(&head_of(p, p->number)->packed, number, __ATOMIC_RELEASE);
}

void part_window_wait(struct part *p, int part, uint64_t number) {
  if (!p->window.of[part]) return;
  const double start = clock_now();
  for (int turn = 0; __atomic_load_n(&head_of(p, part)->packed, __ATOMIC_ACQUIRE) < number; turn++)
    if (turn > PATIENCE) sched_yield(); /* parts may share a processor */
  part_note_waited(start);
  MPI_Win_sync(shared);
}
