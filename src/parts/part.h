/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTS_PART_H
#define PARTS_PART_H
/* One part of a run of WCSPH: its own rows, and copies of others' around its box, halo rows, which are marked
 * MARK_HALO and stand among its own. Its backend works on all of them alike; what it finds for halo rows is
 * not used, and what passes read of them comes from their owners first. */
#include "pairwise/backend.h"
#include "parts/cut.h"
#include "parts/order.h"
#include "parts/parts.h"
#include "util/clock.h"
#include "wcsph/calls.h"
#include "wcsph/far.h"
#include "wcsph/openings/opening.h"
#include "wcsph/window.h"

/* The backend that has all parts work with `b`, where there are several. */
const struct wcsph_backend *parts_wcsph(const struct wcsph_backend *b);
const struct pairwise_backend *parts_pairwise(const struct pairwise_backend *b);

/* Rows of kinds from the parts that have them: behind: as new rows from `first` on. */
struct part_travel {
  row_mask mask;
  unsigned kinds;
  bool behind;
  uint32_t first;
};

/* Rows in transit: packed and sent, but not received yet. */
struct part_way {
  struct part_travel what; /* kinds: 0: none are */
  bool spoiled;            /* what was packed has changed since */
  int messages, status;
  uint64_t number; /* of travels so far */
};

/* Rows by the other part that they go to or come from: [at[part], at[part + 1]). */
struct part_rows {
  uint32_t *rows, room;
  uint32_t *at; /* [parts + 1] */
};

/* Memory that grows. */
struct part_bytes {
  char *data;
  size_t room;
};

/* Shared memory of the parts of one host: each packs rows into its own, from which the others copy. */
struct part_window {
  bool is_open, is_shared; /* else it is this part's alone */
  int *slot;               /* [parts] a part's number on this host; -1: it is elsewhere */
  char **of;               /* [parts] its memory; NULL: what it sends comes by message */
  char **there;            /* [parts] its device's, as this one's reaches it; all NULL unless all parts do */
  bool afar;               /* some part is on another host */
  size_t room;             /* bytes */
};

/* Where a part's rows for this one begin among all that it sends of a kind, and how many there are. */
struct part_share_of {
  uint32_t count, begin, all;
};

/* Own rows that are written, and where windows of all that are begin among them. */
struct part_shown {
  uint32_t *order, count;
  uint32_t *at; /* [windows + 1], by part: of each kind */
  size_t windows;
  bool by_id;                /* else by part */
  struct wcsph_found *found; /* by rows of the part */
};

struct part {
  int number, parts;
  const struct wcsph_backend *backend; /* this part's */
  const struct wcsph_far *far;         /* its, where its rows are not in the host's buffers; else NULL */
  void (*beside)(void *self, int (*come)(void *of), void *of); /* its, or NULL */
  bool borders;                                                /* all parts have one */
  bool foresees;                                               /* all parts' backends do */
  void *self;
  struct wcsph_state here; /* with buffers of its own */
  struct wcsph_law law;
  struct execution_options options;
  char isa[32], device[32];          /* its words */
  const char *mixed;                 /* part 0: the backends in turn, where they are several */
  struct wcsph_state *into;          /* part 0: where a window's rows go */
  struct wcsph_found *into_found;    /* likewise what was found of them */
  struct wcsph_state *whole;         /* part 0: all rows, as the host's copy is for a device; else NULL */
  uint32_t held[WCSPH_BUFFER_COUNT]; /* part 0: room for so many of them, where parts placed their own */
  struct cut *cut;                   /* NULL: not cut yet */
  bool unsent;                       /* the host has the rows, the backend does not yet */
  bool walls_shared;                 /* walls are where they belong, and need not be shared again */
  struct part_rows out[ROW_KINDS], in[ROW_KINDS]; /* the halo's */
  row_mask stale[ROW_KINDS];                      /* buffers whose halo rows are not as their owners' */
  uint32_t (*owned)[ROW_KINDS];                   /* [parts] */
  struct part_share_of *theirs[ROW_KINDS];        /* [parts] */
  struct part_window window;
  struct part_shown shown;
  struct part_bytes send, receive;
  struct part_bytes faces; /* of open boundaries, in `imposed` */
  struct opening_table imposed;
  struct part_bytes sources, requests, messages; /* of one exchange: kept, so that none allocates */
  struct part_way way;
  struct wcsph_counters counters;  /* of all parts, since the list was built */
  double busy;                     /* s, in the backend */
  double sharing, exchanging;      /* s, making halos, and bringing them up to date, but for waiting */
  uint64_t sent, cuts;             /* bytes to other parts each step, and cuts so far */
  double busy_at_cut, cut_seconds; /* s, at the last cut; that it took */
};

/* ---- message.c ---- */

/* This part's number among those of its host that count; all parts call it. */
int part_number_on_host(bool counts);

/* Seconds that this process has waited for other parts and for messages. */
double part_waited(void);
void part_note_waited(double since);

/* Do something that waits for other parts. */
#define WAITING(call)                                                                                        \
  do {                                                                                                       \
    const double start_ = clock_now();                                                                       \
    (call);                                                                                                  \
    part_note_waited(start_);                                                                                \
  } while (0)

/* Measures working time: the time since its start without waiting. */
struct part_watch {
  double start, waited;
};
struct part_watch part_watch(void);
double part_worked(const struct part_watch *since);

/* ---- launch.c ---- */

void part_note_command(int argc, char **argv);

/* The same status for all parts: the first that failed gives its own and its text; else the largest of each
 * of `count` numbers. */
int part_agree(const struct part *p, int status, double *most, int count);

/* The fault with the lowest id of all parts' (0: none). */
void part_lowest(int *fault, uint64_t *id);

int part_reserve(struct part_bytes *b, size_t bytes);

/* `rounds` times a message to each part and one from it: of round r and part k bytes to_at[n] .. to_at[n +
 * 1], n = parts r + k, and such of `from`. */
void part_trade(struct part *p, int rounds, const char *to, const size_t *to_at, char *from,
                const size_t *from_at);

/* ---- rows.c ---- */

/* Give every row of `from`, this part's own state or the whole one, to the part that owns it, and copies to
 * those that need it, if `halo`. Walls stay where they are unless `walls`. Where a row is says listed_pos if
 * `listed`, else pos. Rows that a sort would drop go nowhere. */
struct part_sharing {
  bool walls, halo, listed;
};
int part_share(struct part *p, const struct wcsph_state *from, struct part_sharing how);

/* How many rows each part has, of which halo[] are others'; part 0's whole state gets their number. */
void part_count(struct part *p, const uint32_t halo[ROW_KINDS]);

row_mask part_kept(const struct part *p); /* the buffers that a row takes along */

/* Fluid that comes, as records of part_record bytes, of which each part takes its own; and that goes. */
size_t part_record(const struct part *p);
void part_record_rows(const struct part *p, const struct wcsph_state *from, uint32_t begin, uint32_t end,
                      char *to);
int part_room(struct part *p, uint32_t more); /* for rows behind the last */
int part_append(struct part *p, const char *records, uint32_t count, bool choose); /* else all */
int part_remove(struct part *p, const uint64_t *ids, uint32_t count, uint32_t *found);

/* ---- window.c ---- */

/* Reserve room for a number of bytes to send; all parts call it with the same number. */
int part_window_reserve(struct part *p, size_t bytes);
void part_window_close(struct part *p);
char *part_window_send(struct part *p);
void part_window_pack(struct part *p, uint64_t number);           /* what part has packed can be read, */
void part_window_wait(struct part *p, int part, uint64_t number); /* and it is waited for */

/* ---- fluid.c ---- */

/* As part_share with the halo, of fluid alone, whose walls are where they belong: leaves what goes marked and
 * what comes behind the last row. The backend's rows are looked at, not the host's. */
int part_share_fluid(struct part *p);

/* ---- border.c: the same where all backends know the lists ---- */

int part_share_border(struct part *p,
                      uint32_t *first);          /* before a rebuild; those that come are from `first` on */
int part_settle(struct part *p, uint32_t first); /* after it */

/* ---- reach.c: a backend's rows, wherever they are ---- */

void part_filter(const struct part *p, struct row_filter *f, bool drops); /* what is not deep in the box */
int part_select(struct part *p, enum row_kind kind, const struct row_filter *f, uint32_t **rows,
                uint32_t *count);
int part_take(struct part *p, row_mask mask, const uint32_t *rows, uint32_t count, char *to);
int part_pack(struct part *p, row_mask mask, unsigned kinds, char *to);
int part_unpack(struct part *p, row_mask mask, unsigned kinds, const struct row_source *from, int count);
int part_discard(struct part *p, const uint32_t *rows, uint32_t count);

/* ---- halo.c ---- */

/* Which rows travel; after a sort. Of walls only if `walls`: else they are where they were. */
int part_find_halo(struct part *p, bool walls, bool listed);
void part_free_halo(struct part *p);
int part_exchange(struct part *p, row_mask mask); /* makes the stale ones of these buffers good */

/* The same in two halves, of which the second waits. Between them what is under way may be spoiled, and must
 * then be dropped: the other parts do that, too. */
int part_send_off(struct part *p, row_mask mask);
int part_take_in(struct part *p);
void part_drop_way(struct part *p);

/* Receive the rows that the backend's next pass reads: while it computes rows that need no halo, or before
 * the pass if the backend cannot separate these. */
int part_bring(struct part *p, row_mask mask);

/* Rows that may travel: their numbers, places and ids. */
struct part_found {
  uint32_t *rows, count;
  struct position *now, *places; /* as they are; by which they belong to a part */
  uint64_t *ids;
};

/* Which of them go to and come from each part, by id, to p->out and p->in. next: [2 * parts], to work with */
int part_make_lists(struct part *p, enum row_kind kind, const struct part_found *f, uint32_t *next);

/* Exchange the counts of rows: p->out[kind].at is given; p->in[kind].at is received, or only checked. */
int part_learn(struct part *p, enum row_kind kind, bool checks);

/* Rows from the parts that have them. All parts call it, and agree on something before the next. */
int part_travel(struct part *p, const struct part_travel *t);

/* ---- place.c ---- */

/* The rows of a case, each where it belongs; *most: the square of the largest speed. */
int part_place(struct part *p, const struct order_place *given, float *most);

/* ---- resume.c ---- */

/* Rows of a checkpoint, of which each part reads as many as the others, each where it belongs. */
int part_resume(struct part *p, const struct order_resume *given);

/* ---- gather.c ---- */

/* Own rows of these buffers to part 0's whole state: by part in each range, and in the order of memory. */
int part_gather(struct part *p, row_mask mask);

/* The sum of the hashes of all parts' own rows. */
int part_hash(struct part *p, uint64_t *sum);

/* Turn over a bit of a particle's row, in the part whose it is. */
int part_turn(struct part *p, int buffer, uint64_t id, unsigned bit);

/* ---- show.c ---- */

/* As the backend's show and window have it. */
int part_show(struct part *p, row_mask mask, const struct row_choice *choice, uint64_t counts[ROW_KINDS]);
int part_show_window(struct part *p, row_mask mask, size_t window, struct wcsph_state *to);
int part_look_around(struct part *p);
int part_window_around(struct part *p, size_t window, struct wcsph_found *to);
void part_show_end(struct part *p);

/* ---- measure.c ---- */

struct exchange_times;
int part_measure(struct part *p, const char *backend, const char *device, struct exchange_times *times);

/* ---- execution.c ---- */

/* The options with `name`, unless they have a list of backends, as parts get them; and this part's of it:
 * p->options, and the name of its backend. All parts call the latter. */
int part_give_execution(struct order_execution *to, const char *name,
                        const struct execution_options *options);
void part_take_execution(struct part *p, const struct order_execution *from, char *backend, size_t size);
void part_describe(const struct part *p, const char *own, char *text, size_t size);

/* ---- pairwise.c: a run of that method, of which a part has cut and halo alone ---- */

int part_pairwise(struct part *p, void *data);
void part_free_pairwise(struct part *p);

/* ---- openings.c ---- */

int parts_collect_faces(void *self, const struct opening_table *t); /* the backend's member, on part 0 */
int parts_impose_faces(void *self, const struct opening_table *t);  /* before an advance, likewise */
int part_open_faces(struct part *p, void *data);                    /* what the order brings */

/* ---- wcsph.c ---- */

/* Part 0: all parts carry out an order, with o->bytes of data that goes with it. */
int part_give(struct part *p, struct order *o, void *data);
struct part *part_of_process(void); /* there is one run at a time */

/* ---- work.c ---- */

/* Carry out an order together with all other parts. `data`: what goes with it, and room for what comes back
 * on part 0. */
int part_work(struct part *p, struct order *o, void *data);
int part_allocate(struct part *p); /* arrays of a size given by the number of parts */
int part_cut(struct part *p, const struct wcsph_state *geometry, float support,
             const struct cut_rows rows[ROW_KINDS]);
int part_cut_rows(struct part *p, const struct wcsph_state *from); /* by the rows that there are */
void part_free(struct part *p);

#endif
