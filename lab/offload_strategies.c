/* SPDX-License-Identifier: BSD-3-Clause */
/* Force passes as papers 002 and 003 have them, beside the one that measured best (wcsph_forces.c):
 * neighbours from the cells or from a list of another layout, records in one or in several arrays, one pass
 * or one for each pair of types. The laws of the ladders (docs/ladders.md) have specialised code for each,
 * like the default; whatever else a case combines is looked at as the pass goes. */
#include "offload/wcsph.h"
#include "offload/wcsph_forces.h"
#include "offload/wcsph_law.h"
#include "util/error.h"

/* How a pass goes. */
enum finding { IN_CELLS, IN_RANGES, IN_SPLIT_LIST, IN_MIXED_LIST };
enum part { ALL_PAIRS, FLUID_WITH_FLUID, FLUID_WITH_WALLS, WALLS_WITH_FLUID };
struct manner {
  enum finding finding;
  enum offload_records records;
  enum part part;
};

#define STRATEGY_INLINE static inline __attribute__((always_inline))

#pragma omp declare target

STRATEGY_INLINE struct offload_record read_record(const struct offload_view *v, enum offload_records records,
                                                  uint32_t j) {
  if (records == OFFLOAD_PACKED) return offload_record_at(offload_record_rows(v), j);
  const struct offload_apart *a = &v->apart;
  const struct position pos = {a->x[3 * j], a->x[3 * j + 1], a->x[3 * j + 2], {.term = a->term[j]}};
  const struct vec4 vel = {a->v[3 * j], a->v[3 * j + 1], a->v[3 * j + 2], a->d[j]};
  return (struct offload_record){pos, vel};
}

/* By members, as in offload_record_at. */
STRATEGY_INLINE void copy_sums(struct forces_sums *to, const struct forces_sums *from) {
  for (int k = 0; k < forces_SUMS; k++) to->of[k] = from->of[k];
  to->load = from->load, to->most = from->most;
}

/* An entry of a list. A mixed one does not say of which type it is: its number does. */
STRATEGY_INLINE void meet_entry(const struct offload_view *v, const struct wcsph_law *law, struct manner how,
                                enum meeting meeting, const struct offload_record *me, uint32_t j,
                                struct forces_sums *s) {
  const bool mixed = how.finding == IN_MIXED_LIST && meeting != WALL_MEETS_FLUID;
  const bool wall = mixed && state_kind(&v->state, j) == KIND_WALL;
  if (mixed && ((how.part == FLUID_WITH_FLUID && wall) || (how.part == FLUID_WITH_WALLS && !wall))) return;
  const struct offload_record other = read_record(v, how.records, j);
  forces_meet(law, wall ? FLUID_MEETS_WALL : meeting, me, &other, NULL, NULL, s);
}

STRATEGY_INLINE void meet_column(const struct offload_view *v, const struct wcsph_law *law, struct manner how,
                                 enum meeting meeting, const struct offload_record *me, uint32_t i,
                                 const struct offload_pack *row, ptrdiff_t step, uint32_t rows,
                                 struct forces_sums *s) {
  for (; rows > 0; rows--, row += step) {
    const struct offload_pack pack = *row;
    meet_entry(v, law, how, meeting, me, pack.first, s);
    OFFLOAD_UNROLLED
    for (int k = 0; k < 3; k++) { /* as in meet_listed */
      meet_entry(v, law, how, meeting, me, pack_low(pack.first, pack.behind[k], i), s);
      meet_entry(v, law, how, meeting, me, pack_low(pack.first, pack.behind[k] >> 16, i), s);
    }
  }
}

/* Particles [begin, end) of cells nearby. */
STRATEGY_INLINE void meet_run(const struct offload_view *v, const struct wcsph_law *law, struct manner how,
                              enum meeting meeting, uint32_t begin, uint32_t end, uint32_t i,
                              const struct offload_record *me, struct forces_sums *s) {
  for (uint32_t k = begin; k < end; k++) {
    const struct offload_record j = read_record(v, how.records, k);
    if (offload_near(&v->law, &me->pos, &j.pos) && k != i) forces_meet(law, meeting, me, &j, NULL, NULL, s);
  }
}

/* Neighbours from the cells around where particle i was listed, in ranges that it finds or that are stored.
 */
STRATEGY_INLINE void meet_in_cells(const struct offload_view *v, const struct wcsph_law *law,
                                   struct manner how, enum meeting meeting, enum row_kind kind, uint32_t i,
                                   const struct offload_record *me, struct forces_sums *s) {
  const struct position at = v->state.listed_pos[i];
  if (how.finding == IN_RANGES) {
    const struct offload_range *r = v->ranges + (size_t)grid_cell(&v->grid, &at) * v->ranges_a_cell;
    for (uint32_t k = v->ranges_a_cell; k > 0; k--, r++)
      meet_run(v, law, how, meeting, r->begin[kind], r->end[kind], i, me, s);
    return;
  }
  const uint32_t *start = v->grid.start[kind];
  struct offload_rows rows;
  uint32_t begin, end;
  rows_around(&rows, &v->grid, v->law.quantum, v->law.support + v->state.skin, &at);
  while (rows_next(&rows, &begin, &end)) meet_run(v, law, how, meeting, start[begin], start[end], i, me, s);
}

/* All that particle i meets in this pass; a pass for fluid with fluid leaves its sums to the one with walls.
 */
STRATEGY_INLINE void force_on(const struct offload_view *v, const struct wcsph_law *law, struct manner how,
                              uint32_t i, struct offload_finding *f) {
  const struct offload_record me = read_record(v, how.records, i);
  const bool wall =
      how.part == ALL_PAIRS ? state_kind(&v->state, i) == KIND_WALL : how.part == WALLS_WITH_FLUID;
  const bool in_list = how.finding >= IN_SPLIT_LIST;
  const enum row_kind kind = wall ? KIND_WALL : KIND_FLUID;
  const struct offload_pack *front = in_list ? offload_front(v, kind, i) : NULL;
  const ptrdiff_t step = (ptrdiff_t)v->columns[kind].along;
  struct forces_sums s = {0};
  if (how.part == FLUID_WITH_WALLS) copy_sums(&s, &v->sums[i]);
  if (wall && in_list)
    meet_column(v, law, how, WALL_MEETS_FLUID, &me, i, front, step, v->fluid_count[i], &s);
  else if (wall)
    meet_in_cells(v, law, how, WALL_MEETS_FLUID, KIND_FLUID, i, &me, &s);
  else if (in_list) {
    if (how.part != FLUID_WITH_WALLS || how.finding == IN_MIXED_LIST)
      meet_column(v, law, how, FLUID_MEETS_FLUID, &me, i, front, step, v->fluid_count[i], &s);
    if (how.part != FLUID_WITH_FLUID && how.finding != IN_MIXED_LIST)
      meet_column(v, law, how, FLUID_MEETS_WALL, &me, i, offload_back(v, KIND_FLUID, i), -step,
                  v->wall_count[i], &s);
  } else {
    if (how.part != FLUID_WITH_WALLS) meet_in_cells(v, law, how, FLUID_MEETS_FLUID, KIND_FLUID, i, &me, &s);
    if (how.part != FLUID_WITH_FLUID) meet_in_cells(v, law, how, FLUID_MEETS_WALL, KIND_WALL, i, &me, &s);
  }
  if (how.part == FLUID_WITH_FLUID)
    copy_sums(&v->sums[i], &s);
  else
    forces_put_rows(law, &s, wall, i, &me, v->state.rate, NULL, NULL, f);
}

static OFFLOAD_CALL void force_by_any_law(const struct offload_view *v, enum finding finding,
                                          enum offload_records records, enum part part, uint32_t i,
                                          struct offload_finding *f) {
  const struct manner how = {finding, records, part};
  force_on(v, &v->law, how, i, f);
}

/* The particles of cells [from, to] of the row that begins with cell `first`; none if from > to. */
STRATEGY_INLINE void put_range(const struct offload_view *v, struct offload_range *r, int first, int from,
                               int to) {
  for (int kind = 0; kind < GRID_KINDS; kind++) {
    const uint32_t *start = v->grid.start[kind];
    r->begin[kind] = from > to ? 0 : start[first + from];
    r->end[kind] = from > to ? 0 : start[first + to + 1];
  }
}

/* Paper 003, section 4.4: what lies around a cell is so many ranges of particles, one a row of cells. */
static OFFLOAD_CALL void store_ranges(const struct offload_view *v, uint32_t cell) {
  const struct grid *g = &v->grid;
  const uint32_t y = cell / g->cells[0] % g->cells[1], z = cell / g->cells[0] / g->cells[1];
  const int cells = (int)g->cells[0], x = (int)(cell % g->cells[0]),
            tall = g->cells[2] == 1 ? 0 : g->reach[2];
  const int low = x - g->reach[0], high = x + g->reach[0];
  struct offload_range *r = v->ranges + (size_t)cell * v->ranges_a_cell;
  for (int dz = -tall; dz <= tall; dz++)
    for (int dy = -g->reach[1]; dy <= g->reach[1]; dy++) {
      uint32_t row_y = 0, row_z = 0;
      const bool is = grid_step(g, 1, y, dy, &row_y) && grid_step(g, 2, z, dz, &row_z);
      const int first = (int)(row_z * g->cells[1] + row_y) * cells;
      put_range(v, r++, first, is ? (low > 0 ? low : 0) : 1, is ? (high < cells ? high : cells - 1) : 0);
      if (!g->periodic[0]) continue;
      if (low < 0) /* what wraps */
        put_range(v, r++, first, is ? low + cells : 1, is ? cells - 1 : 0);
      else
        put_range(v, r++, first, is ? 0 : 1, is ? high - cells : 0);
    }
}
#pragma omp end declare target

static void offload_store_ranges(struct offload *o) {
  const struct offload_view *v = o->there;
  const uint32_t cells = o->view.grid.total;
  const int device = o->device;
  OFFLOAD_LOOP(cells, is_device_ptr(v))
  for (uint32_t cell = 0; cell < cells; cell++) store_ranges(v, cell);
}

/* Loops over [begin, end) in teams of `team`, which a GPU's threads may be fewer of than its assembler
 * expects. */
#define STRATEGY_LOOP(begin, end, team, ...)                                                                 \
  OFFLOAD_PRAGMA(omp target OFFLOAD_FOR device(device) num_teams(teams) thread_limit(OFFLOAD_LIMIT)          \
                     num_threads(team) __VA_ARGS__)                                                          \
  for (uint32_t i = begin; i < end; i++)

struct span {
  uint32_t begin, end;
};

static void any_law(struct offload *o, struct manner how, struct span span, struct offload_finding *found,
                    struct offload_finding *next) {
  const struct offload_view *v = o->there;
  const uint32_t begin = span.begin, end = span.end;
  const enum finding finding = how.finding;
  const enum offload_records records = how.records;
  const enum part part = how.part;
  const int device = o->device, team = offload_team(o),
            teams = offload_teams_of(device, end - begin, o->options.team);
  STRATEGY_LOOP(begin, end, team, is_device_ptr(v, found, next)) {
    force_by_any_law(v, finding, records, part, i, offload_finding_of(found, i));
    if (part != FLUID_WITH_FLUID && i < OFFLOAD_FINDINGS) offload_forget(&next[i]);
  }
}

/* The law of the ladders, and the manners of their rungs. */
#define STRATEGY_CHOICES                                                                                     \
  .formulation = FORMULATION_MASS, .kernel = KERNEL_CUBIC, .viscosity = VISCOSITY_ARTIFICIAL,                \
  .diffusion = DIFFUSION_FOURTAKAS, .boundary = BOUNDARY_DYNAMIC, .summation = SUM_KAHAN
static bool has_strategies(const struct wcsph_law *law) {
  const struct wcsph_law papers = {STRATEGY_CHOICES}; /* nothing of what is not named: 0 */
  bool same = law->summation == papers.summation;
#define X(KIND, name, type, key) same = same && law->name == papers.name;
  LAW_AXES(X)
#undef X
  return same;
}
#if defined(__clang__) || defined(OFFLOAD_HOST_ONLY)
#define STRATEGIES(X)                                                                                        \
  X(IN_CELLS, OFFLOAD_APART, FLUID_WITH_FLUID)                                                               \
  X(IN_CELLS, OFFLOAD_APART, FLUID_WITH_WALLS)                                                               \
  X(IN_CELLS, OFFLOAD_APART, WALLS_WITH_FLUID)                                                               \
  X(IN_CELLS, OFFLOAD_PACKED, FLUID_WITH_FLUID)                                                              \
  X(IN_CELLS, OFFLOAD_PACKED, FLUID_WITH_WALLS)                                                              \
  X(IN_CELLS, OFFLOAD_PACKED, WALLS_WITH_FLUID)                                                              \
  X(IN_CELLS, OFFLOAD_PACKED, ALL_PAIRS)                                                                     \
  X(IN_RANGES, OFFLOAD_PACKED, FLUID_WITH_FLUID)                                                             \
  X(IN_RANGES, OFFLOAD_PACKED, FLUID_WITH_WALLS)                                                             \
  X(IN_RANGES, OFFLOAD_PACKED, WALLS_WITH_FLUID)                                                             \
  X(IN_RANGES, OFFLOAD_PACKED, ALL_PAIRS)                                                                    \
  X(IN_MIXED_LIST, OFFLOAD_PACKED, ALL_PAIRS)                                                                \
  X(IN_MIXED_LIST, OFFLOAD_PACKED, FLUID_WITH_FLUID)                                                         \
  X(IN_MIXED_LIST, OFFLOAD_PACKED, FLUID_WITH_WALLS)                                                         \
  X(IN_MIXED_LIST, OFFLOAD_PACKED, WALLS_WITH_FLUID)                                                         \
  X(IN_SPLIT_LIST, OFFLOAD_PACKED, FLUID_WITH_FLUID)                                                         \
  X(IN_SPLIT_LIST, OFFLOAD_PACKED, FLUID_WITH_WALLS)                                                         \
  X(IN_SPLIT_LIST, OFFLOAD_PACKED, WALLS_WITH_FLUID)                                                         \
  X(IN_SPLIT_LIST, OFFLOAD_PACKED, ALL_PAIRS)
#else
#define STRATEGIES(X) /* GCC 12 crashes on some of them when it compiles for a GPU */
#endif

#define STRATEGY(FINDING, RECORDS, PART)                                                                     \
  static void pass_##FINDING##_##RECORDS##_##PART(                                                           \
      struct offload *o, struct span span, struct offload_finding *found, struct offload_finding *next) {    \
    OFFLOAD_LAW_CAPTURE(o->law)                                                                              \
    const struct offload_view *v = o->there;                                                                 \
    const uint32_t begin = span.begin, end = span.end;                                                       \
    const int device = o->device, team = offload_team(o),                                                    \
              teams = offload_teams_of(device, end - begin, o->options.team);                                \
    STRATEGY_LOOP(begin, end, team, is_device_ptr(v, found, next)) {                                         \
      OFFLOAD_LAW_CONSTANTS                                                                                  \
      const struct wcsph_law law = {OFFLOAD_LAW_CAPTURED STRATEGY_CHOICES};                                  \
      const struct manner how = {FINDING, RECORDS, PART};                                                    \
      force_on(v, &law, how, i, offload_finding_of(found, i));                                               \
      if (PART != FLUID_WITH_FLUID && i < OFFLOAD_FINDINGS) offload_forget(&next[i]);                        \
    }                                                                                                        \
  }
STRATEGIES(STRATEGY)

static void offload_strategies_pass(struct offload *o, struct manner how, struct offload_finding *found,
                                    struct offload_finding *next) {
  const uint32_t walls = state_range(&o->view.state, KIND_FLUID).begin, n = o->view.state.count;
  const bool of_walls = how.part == WALLS_WITH_FLUID;
  const struct span span = {of_walls || how.part == ALL_PAIRS ? 0 : walls, of_walls ? walls : n};
  if (span.begin == span.end) return;
#define X(FINDING, RECORDS, PART)                                                                            \
  if (has_strategies(o->law) && how.finding == FINDING && how.records == RECORDS && how.part == PART) {      \
    pass_##FINDING##_##RECORDS##_##PART(o, span, found, next);                                               \
    return;                                                                                                  \
  }
  STRATEGIES(X)
#undef X
  any_law(o, how, span, found, next);
}

/* What the packed records hold, in arrays of their own. */
static void take_apart(struct offload *o) {
  const struct offload_view *v = o->there;
  const uint32_t n = o->view.state.count;
  const int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++) {
    const struct offload_record h = offload_record_at(offload_record_rows(v), i);
    const struct offload_apart *a = &v->apart;
    a->x[3 * i] = h.pos.x, a->x[3 * i + 1] = h.pos.y, a->x[3 * i + 2] = h.pos.z;
    a->v[3 * i] = h.vel.x, a->v[3 * i + 1] = h.vel.y, a->v[3 * i + 2] = h.vel.z;
    a->d[i] = h.vel.w;
    const struct pair_side side = forces_side_of(&h);
    a->term[i] = side.term;
  }
}

static bool forces_otherwise(struct offload *o, struct offload_finding *found, struct offload_finding *next) {
  const struct offload_options *options = &o->options;
  struct manner how = {.finding = o->view.ranges                    ? IN_RANGES
                                  : !o->view.list                   ? IN_CELLS
                                  : options->types == OFFLOAD_MIXED ? IN_MIXED_LIST
                                                                    : IN_SPLIT_LIST,
                       .records = options->records,
                       .part = ALL_PAIRS};
  /* The ladders' law has specialised code in cells too. */
  if (offload_passes_as_ever(o) && (o->view.list || !has_strategies(o->law))) return false;
  if (how.records == OFFLOAD_APART) take_apart(o);
  if (options->passes == OFFLOAD_FUSED) {
    offload_strategies_pass(o, how, found, next);
    return true;
  }
  for (how.part = FLUID_WITH_FLUID; how.part <= WALLS_WITH_FLUID; how.part++)
    offload_strategies_pass(o, how, found, next);
  return true;
}

const struct offload_otherwise offload_otherwise = {
    .fill = offload_fill_otherwise, .ranges = offload_store_ranges, .forces = forces_otherwise};
