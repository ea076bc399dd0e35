/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/watch.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "util/error.h"

/* A bit to turn over: of a particle, once; or from that step on of a block of the fluid's rows, as a thread
 * has that errs. */
struct plant {
  uint64_t step, id;
  unsigned block, blocks; /* blocks 0: of the particle */
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

/* The state that is compared: backends keep their own bookkeeping in different ways. */
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

static int note_entry(struct wcsph_watch *w, const char *entry, const void *found, size_t size) {
  struct trace *t = w->trace;
  const struct wcsph_state *s = &w->run->state;
  struct trace_entry *more = reallocarray(t->entries, t->count + 1, sizeof *more);
  CHECK(more, STATUS_FAILED, "no memory for a trace");
  t->entries = more;
  struct trace_entry *e = &t->entries[t->count];
  *e = (struct trace_entry){0};
  snprintf(e->name, sizeof e->name, "%s", entry);
  TRY(wcsph_fetch(w->inner, w->self, s->buffers));
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

void wcsph_turn_bit(const struct wcsph_state *s, int buffer, uint32_t row, unsigned bit) {
  unsigned char *bytes = (unsigned char *)state_buffer(s, buffer) + row * wcsph_buffer_info[buffer].row_bytes;
  bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
}

static bool is_struck(const struct plant *p, const struct wcsph_state *s, uint32_t i) {
  const struct range fluid = state_range(s, KIND_FLUID);
  if (!p->blocks) return s->id[i] == p->id;
  const uint64_t all = fluid.end - fluid.begin, first = fluid.begin + all * (p->block - 1) / p->blocks,
                 end = fluid.begin + all * p->block / p->blocks;
  return i >= first && i < end;
}

static int turn_bit(struct wcsph_watch *w) {
  const struct wcsph_state *s = &w->run->state;
  const struct plant *p = &w->plant;
  const int b = rows_named(&wcsph_rows, p->field);
  w->plant.waits = p->blocks > 0;
  if (w->inner->elsewhere) return w->inner->elsewhere->turn(w->self, b, p->id, p->bit);
  TRY(wcsph_fetch(w->inner, w->self, row_bit(b) | BUFFER_ID));
  for (uint32_t i = 0; i < s->count; i++)
    if (is_struck(p, s, i)) wcsph_turn_bit(s, b, i, p->bit);
  return wcsph_send(w->inner, w->self, row_bit(b));
}

static int behind(struct wcsph_watch *w, const char *entry, const void *found, size_t size) {
  const struct plant *p = &w->plant;
  if (p->waits && (p->blocks ? w->step >= p->step : w->step == p->step) && !strcmp(entry, p->entry))
    TRY(turn_bit(w));
  return w->trace ? note_entry(w, entry, found, size) : STATUS_OK;
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

static int behind_forces(struct wcsph_watch *w, const struct wcsph_limits *l) {
  const float found[] = {l->max_acceleration, l->max_mu, l->max_viscosity};
  return behind(w, "forces", found, sizeof found);
}

/* What an entry says besides what it does to particles. Of two in one loop both are noted behind it. */
static int behind_entry(struct wcsph_watch *w, const struct wcsph_entry *e) {
  switch (e->work) {
  case WORK_REBUILD:
    return behind(w, "rebuild", NULL, 0);
  case WORK_FORCES:
    return behind_forces(w, e->limits);
  case WORK_JOINED:
    TRY(behind_forces(w, e->limits));
    return behind_named(w, "pass", pass_words[e->pass]);
  case WORK_PASS:
    return behind_named(w, "pass", pass_words[e->pass]);
  case WORK_SWEEP:
    return behind_named(w, "sweep", sweep_words[e->sweep]);
  case WORK_BODY_FORCE:
    return behind(w, "body_force", NULL, 0);
  case WORK_MOVE_WALLS:
    return behind(w, "move_walls", NULL, 0);
  case WORK_WALL_LOADS:
    return behind(w, "wall_loads", e->loads, w->run->body_count * sizeof *e->loads);
  case WORK_STRUCTURES:
    return behind(w, "structures", NULL, 0);
  case WORK_COLLECT_FACES:
    return behind(w, "collect_faces", NULL, 0);
  default:
    return STATUS_OK;
  }
}

static int on_run(void *self, const struct wcsph_entry *e) {
  struct wcsph_watch *w = self;
  TRY(w->inner->run(w->self, e));
  return behind_entry(w, e);
}

static int on_points(void *self, enum point_pass_id pass, uint32_t count, const struct position *points,
                     struct vec4 *out) {
  struct wcsph_watch *w = self;
  TRY(w->inner->points(w->self, pass, count, points, out));
  return behind_named(w, "pass", point_words[pass]);
}

static int on_advance(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion) {
  struct wcsph_watch *w = self;
  TRY(w->inner->advance(w->self, stage, motion));
  return behind(w, "advance", NULL, 0);
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
ON(int, rows, (void *self, const struct wcsph_rows_change *change), change)
ON(int, transfer, (void *self, const struct wcsph_transfer *transfer), transfer)
ON(void, count, (void *self, struct wcsph_counters *out), out)
#undef ON

/* The table with rows elsewhere, member by member likewise. */
#define ON(name, parameters, ...)                                                                            \
  static int on_##name parameters {                                                                          \
    const struct wcsph_watch *w = self;                                                                      \
    return w->inner->elsewhere->name(w->self __VA_OPT__(, ) __VA_ARGS__);                                    \
  }
ON(hash, (void *self, uint64_t *sum), sum)
ON(show, (void *self, row_mask mask, const struct row_choice *choice, uint64_t counts[ROW_KINDS]), mask,
   choice, counts)
ON(window, (void *self, row_mask mask, size_t window, struct wcsph_state *to), mask, window, to)
ON(look_around, (void *self))
ON(window_around, (void *self, size_t window, struct wcsph_found *to), window, to)
ON(turn, (void *self, int buffer, uint64_t id, unsigned bit), buffer, id, bit)
#undef ON

static const struct wcsph_elsewhere on_elsewhere = {.hash = on_hash,
                                                    .show = on_show,
                                                    .window = on_window,
                                                    .look_around = on_look_around,
                                                    .window_around = on_window_around,
                                                    .turn = on_turn};

/* The run is open already, and while watched no entry takes whole steps. */
static void fill_table(struct wcsph_backend *t) {
  t->close = on_close;
  t->run = on_run;
  t->points = on_points;
  t->advance = on_advance;
  t->rows = on_rows;
  t->transfer = on_transfer;
  t->count = on_count;
  t->describe = on_describe;
  if (t->elsewhere) t->elsewhere = &on_elsewhere;
  t->takes &= ~(1u << WORK_STEPS);
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
  char rows[32] = "";
  const int found = sscanf(text, "step=%" SCNu64 ",entry=%47[^,],%31[^,],field=%31[^,],bit=%u,way=%127[^\n]",
                           &p->step, p->entry, rows, p->field, &p->bit, p->way);
  const int b = found >= 5 ? rows_named(&wcsph_rows, p->field) : -1;
  const bool placed =
      sscanf(rows, "id=%" SCNu64, &p->id) == 1 ||
      (sscanf(rows, "thread=%u/%u", &p->block, &p->blocks) == 2 && p->block >= 1 && p->block <= p->blocks);
  CHECK(b >= 0 && placed && p->bit < 8 * wcsph_buffer_info[b].row_bytes, STATUS_USAGE,
        "AMPHI_PLANT='%s': expected step=N,entry=NAME,id=N,field=NAME,bit=N[,way=WORDS], or thread=K/N for "
        "id=N",
        text);
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
  CHECK(!p.blocks || !r->backend->elsewhere, STATUS_USAGE,
        "AMPHI_PLANT: thread=%u/%u: a run in parts has no rows here; expected id=N", p.block, p.blocks);
  struct wcsph_watch *w = watch(r);
  CHECK(w, STATUS_FAILED, "no memory for a fault");
  w->plant = p;
  return STATUS_OK;
}
