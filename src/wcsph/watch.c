/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/watch.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "util/error.h"

/* A bit to turn over. */
struct plant {
  uint64_t step, id;
  char entry[TRACE_NAME], field[32], way[128];
  unsigned bit; /* of the row */
  bool waits;
};

struct wcsph_watch {
  struct wcsph_backend table; /* the run's: what the inner one has, through here */
  const struct wcsph_backend *inner;
  void *self; /* the inner one's */
  struct wcsph_run *run;
  struct trace *trace; /* NULL: nothing is noted */
  struct plant plant;
  uint64_t step; /* the number of the one that is under way; 0: before the first */
};

enum { FOUND = TRACE_FIELDS - 1 }; /* beside the rows: what an entry gives back */
static_assert((int)WCSPH_BUFFER_COUNT <= (int)FOUND, "a trace has room for all buffers");

/* ---- behind an entry ---- */

static uint64_t hash_rows(const struct wcsph_state *s, int buffer) {
  const struct buffer_info *info = &wcsph_buffer_info[buffer];
  const char *rows = state_buffer(s, buffer);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < s->count; i++)
    sum += XXH3_64bits_withSeed(rows + i * info->row_bytes, info->row_bytes, s->id[i]);
  return sum;
}

/* What is compared: books are kept by backends in ways of their own. */
static bool is_compared(const struct wcsph_state *s, int buffer) {
  return state_buffer(s, buffer) && !(wcsph_buffer_info[buffer].uses & ROW_BOOKKEEPING);
}

static int keep_rows(struct frame *f, const struct wcsph_state *s) {
  *f = (struct frame){.name = strdup("particle"), .count = s->count};
  f->ids = malloc((s->count + 1) * sizeof *f->ids);
  f->points = calloc(s->count + 1, sizeof *f->points);
  f->fields = calloc(WCSPH_BUFFER_COUNT, sizeof *f->fields);
  CHECK(f->name && f->ids && f->points && f->fields, STATUS_FAILED, "no memory for %u particles", s->count);
  memcpy(f->ids, s->id, s->count * sizeof *f->ids);
  for (uint32_t i = 0; i < s->count; i++) {
    const uint32_t x[3] = {s->pos[i].x, s->pos[i].y, s->pos[i].z};
    for (int a = 0; a < 3; a++) f->points[i][a] = state_coordinate(s, x[a], a);
  }
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) {
    const struct buffer_info *info = &wcsph_buffer_info[b];
    if (!is_compared(s, b) || b == BUFFER_INDEX_ID) continue;
    struct field *to = &f->fields[f->field_count++];
    void *data = malloc((size_t)s->count * info->row_bytes + 1);
    *to = (struct field){.name = strdup(info->name),
                         .type = (enum field_type)info->field_type,
                         .components = info->components};
    to->data = data;
    CHECK(to->name && data, STATUS_FAILED, "no memory for %u particles", s->count);
    memcpy(data, state_buffer(s, b), (size_t)s->count * info->row_bytes);
  }
  return STATUS_OK;
}

static int note(struct wcsph_watch *w, const char *entry, const void *found, size_t size) {
  struct trace *t = w->trace;
  const struct wcsph_state *s = &w->run->state;
  struct trace_entry *more = reallocarray(t->entries, t->count + 1, sizeof *more);
  CHECK(more, STATUS_FAILED, "no memory for a trace");
  t->entries = more;
  struct trace_entry *e = &t->entries[t->count];
  *e = (struct trace_entry){0};
  snprintf(e->name, sizeof e->name, "%s", entry);
  TRY(w->inner->fetch(w->self, s->buffers));
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) {
    if (!is_compared(s, b)) continue;
    t->fields[b] = wcsph_buffer_info[b].name;
    e->hashes[b] = hash_rows(s, b);
  }
  t->fields[FOUND] = "what it found";
  if (size) e->hashes[FOUND] = XXH3_64bits(found, size);
  if (t->count == t->wanted) TRY(keep_rows(&t->rows, s));
  t->count++;
  return STATUS_OK;
}

static int turn_bit(struct wcsph_watch *w) {
  const struct wcsph_state *s = &w->run->state;
  const struct plant *p = &w->plant;
  const int b = rows_named(&wcsph_rows, p->field);
  const row_mask mask = row_bit(b) | BUFFER_ID;
  TRY(w->inner->fetch(w->self, mask));
  for (uint32_t i = 0; i < s->count; i++) {
    if (s->id[i] != p->id) continue;
    unsigned char *row = (unsigned char *)state_buffer(s, b) + i * wcsph_buffer_info[b].row_bytes;
    row[p->bit / 8] ^= (unsigned char)(1u << p->bit % 8);
    w->plant.waits = false;
  }
  return w->inner->send(w->self, row_bit(b));
}

static int behind(struct wcsph_watch *w, const char *entry, const void *found, size_t size) {
  if (w->plant.waits && w->step == w->plant.step && !strcmp(entry, w->plant.entry)) TRY(turn_bit(w));
  return w->trace ? note(w, entry, found, size) : STATUS_OK;
}

/* ---- the table ---- */

#define NAME(name) #name,
static const char *const pass_words[] = {PASSES(NAME)}, *const point_words[] = {POINT_PASSES(NAME)},
                         *const sweep_words[] = {SWEEPS(NAME)};
#undef NAME

static int behind_named(struct wcsph_watch *w, const char *kind, const char *word) {
  char entry[TRACE_NAME];
  snprintf(entry, sizeof entry, "%s %s", kind, word);
  return behind(w, entry, NULL, 0);
}

/* Entries that change what particles have. */
static int on_rebuild(void *self, bool keep_order) {
  struct wcsph_watch *w = self;
  TRY(w->inner->rebuild(w->self, keep_order));
  return behind(w, "rebuild", NULL, 0);
}

static int on_forces(void *self, struct wcsph_limits *limits) {
  struct wcsph_watch *w = self;
  TRY(w->inner->forces(w->self, limits));
  const float found[] = {limits->max_acceleration, limits->max_mu, limits->max_viscosity};
  return behind(w, "forces", found, sizeof found);
}

static int on_pass(void *self, enum pass_id pass, struct pass_found *found) {
  struct wcsph_watch *w = self;
  TRY(w->inner->pass(w->self, pass, found));
  return behind_named(w, "pass", pass_words[pass]);
}

static int on_pass_at(void *self, enum point_pass_id pass, uint32_t count, const struct position *points,
                      struct vec4 *out) {
  struct wcsph_watch *w = self;
  TRY(w->inner->pass_at(w->self, pass, count, points, out));
  return behind_named(w, "pass", point_words[pass]);
}

static int on_advance(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion) {
  struct wcsph_watch *w = self;
  TRY(w->inner->advance(w->self, stage, motion));
  return behind(w, "advance", NULL, 0);
}

static int on_sweep(void *self, enum sweep_id sweep, const struct sweep_given *given,
                    struct sweep_found *found) {
  struct wcsph_watch *w = self;
  TRY(w->inner->sweep(w->self, sweep, given, found));
  return behind_named(w, "sweep", sweep_words[sweep]);
}

static int on_move_walls(void *self, const struct wall_pose *poses, size_t count) {
  struct wcsph_watch *w = self;
  TRY(w->inner->move_walls(w->self, poses, count));
  return behind(w, "move_walls", NULL, 0);
}

static int on_push(void *self, const struct wcsph_push *push) {
  struct wcsph_watch *w = self;
  TRY(w->inner->push(w->self, push));
  return behind(w, "push", NULL, 0);
}

static int on_wall_loads(void *self, const struct wall_pose *poses, size_t count,
                         int64_t (*sums)[LOAD_SUMS]) {
  struct wcsph_watch *w = self;
  TRY(w->inner->wall_loads(w->self, poses, count, sums));
  return behind(w, "wall_loads", sums, w->run->body_count * sizeof *sums);
}

static int on_collect_faces(void *self, const struct opening_table *table) {
  struct wcsph_watch *w = self;
  TRY(w->inner->collect_faces(w->self, table));
  return behind(w, "collect_faces", NULL, 0);
}

static void on_describe(void *self, char *text, size_t size) {
  const struct wcsph_watch *w = self;
  w->inner->describe(w->self, text, size);
  const size_t used = strlen(text);
  if (*w->plant.entry) snprintf(text + used, size - used, ", with a fault that AMPHI_PLANT asks for");
}

/* The others go on as they are. */
#define ON(type, name, parameters, ...)                                                                      \
  static type on_##name parameters {                                                                         \
    const struct wcsph_watch *w = self;                                                                      \
    return w->inner->name(w->self __VA_OPT__(, ) __VA_ARGS__);                                               \
  }
ON(void, close, (void *self))
ON(int, hash, (void *self, uint64_t *sum), sum)
ON(int, show, (void *self, row_mask mask, const struct row_choice *choice, uint64_t counts[ROW_KINDS]), mask,
   choice, counts)
ON(int, window, (void *self, row_mask mask, size_t window, struct wcsph_state *to), mask, window, to)
ON(int, keep, (void *self, row_mask mask, bool *kept), mask, kept)
ON(int, bring, (void *self, struct wcsph_state *to), to)
ON(int, look_around, (void *self))
ON(int, window_around, (void *self, size_t window, struct wcsph_found *to), window, to)
ON(int, append, (void *self, const struct wcsph_state *from, uint32_t count), from, count)
ON(int, remove, (void *self, const uint64_t *ids, uint32_t count, uint32_t *found), ids, count, found)
ON(int, replace, (void *self, bool walls), walls)
ON(int, select,
   (void *self, enum row_kind kind, const struct row_filter *filter, uint32_t **rows, uint32_t *count), kind,
   filter, rows, count)
ON(int, take, (void *self, row_mask mask, const uint32_t *rows, uint32_t count, void *to), mask, rows, count,
   to)
ON(int, discard, (void *self, const uint32_t *rows, uint32_t count), rows, count)
ON(int, most_rate, (void *self, float *most), most)
ON(bool, foresees, (void *self))
ON(void, beside, (void *self, int (*come)(void *of), void *of), come, of)
ON(int, look_at_faces, (void *self, const struct opening_table *table, bool sample, float *fastest2), table,
   sample, fastest2)
ON(int, show_faces, (void *self, const struct opening_table *table), table)
ON(int, fetch, (void *self, row_mask mask), mask)
ON(int, send, (void *self, row_mask mask), mask)
ON(void, count, (void *self, struct wcsph_counters *out), out)
ON(int, peak, (void *self, double *interactions), interactions)
#undef ON

/* What the inner table lacks, this lacks too. A run that is watched takes no steps by itself (`ahead`). */
static void fill_table(struct wcsph_backend *t) {
#define SET(name)                                                                                            \
  if (t->name) t->name = on_##name
  SET(close);
  SET(hash);
  SET(show);
  SET(window);
  SET(keep);
  SET(bring);
  SET(look_around);
  SET(window_around);
  SET(append);
  SET(remove);
  SET(replace);
  SET(select);
  SET(take);
  SET(discard);
  SET(most_rate);
  SET(rebuild);
  SET(foresees);
  SET(beside);
  SET(forces);
  SET(pass);
  SET(pass_at);
  SET(advance);
  SET(sweep);
  SET(move_walls);
  SET(push);
  SET(collect_faces);
  SET(look_at_faces);
  SET(show_faces);
  SET(wall_loads);
  SET(fetch);
  SET(send);
  SET(count);
  SET(peak);
  SET(describe);
  t->ahead = NULL;
#undef SET
}

static struct wcsph_watch *watch(struct wcsph_run *r) {
  struct wcsph_watch *w = r->watch;
  if (w) return w;
  w = r->watch = calloc(1, sizeof *w);
  if (!w) return NULL;
  *w = (struct wcsph_watch){.table = *r->backend, .inner = r->backend, .self = r->self, .run = r};
  fill_table(&w->table);
  r->backend = &w->table;
  r->self = w;
  return w;
}

void wcsph_watch_step(struct wcsph_run *r) {
  if (r->watch) r->watch->step = r->step + 1;
}

void wcsph_watch_free(struct wcsph_run *r) {
  free(r->watch);
  r->watch = NULL;
}

int wcsph_watch_trace(struct wcsph_run *r, struct trace *t) {
  struct wcsph_watch *w = watch(r);
  CHECK(w, STATUS_FAILED, "no memory for a trace");
  w->trace = t;
  return STATUS_OK;
}

/* ---- a planted fault ---- */

static int read_plant(struct plant *p, const char *text) {
  const int found =
      sscanf(text, "step=%" SCNu64 ",entry=%47[^,],id=%" SCNu64 ",field=%31[^,],bit=%u,way=%127[^\n]",
             &p->step, p->entry, &p->id, p->field, &p->bit, p->way);
  const int b = found >= 5 ? rows_named(&wcsph_rows, p->field) : -1;
  CHECK(b >= 0 && p->bit < 8 * wcsph_buffer_info[b].row_bytes, STATUS_USAGE,
        "AMPHI_PLANT='%s': expected step=N,entry=NAME,id=N,field=NAME,bit=N[,way=WORDS]", text);
  return STATUS_OK;
}

int wcsph_watch_plant(struct wcsph_run *r) {
  const char *text = getenv("AMPHI_PLANT");
  struct plant p = {.waits = true};
  char way[256];
  if (!text) return STATUS_OK;
  TRY(read_plant(&p, text));
  r->backend->describe(r->self, way, sizeof way);
  if (!strstr(way, p.way)) return STATUS_OK;
  const int b = rows_named(&wcsph_rows, p.field);
  CHECK(state_buffer(&r->state, b), STATUS_USAGE, "AMPHI_PLANT: this run has no field '%s'", p.field);
  struct wcsph_watch *w = watch(r);
  CHECK(w, STATUS_FAILED, "no memory for a fault");
  w->plant = p;
  return STATUS_OK;
}
