/* SPDX-License-Identifier: BSD-3-Clause */
/* Neighbour lists as paper 002 compares them, beside the one that measured best (wcsph_list.c): particle by
 * particle in memory, walls and fluid as they come, and searched by a team a cell, whose threads load the
 * candidates for each other. */
#include "offload/neighbours.h"
#include "offload/wcsph.h"
#include "offload/wcsph_seek.h"

#pragma omp declare target

/* A particle that looks for neighbours, and its column. */
struct entrant {
  struct seeker q;
  struct packing fluid, walls; /* all goes to the first where types are mixed */
  uint32_t wall_inside;        /* of what a mixed column has, the walls inside the support */
};

static inline void entrant_begin(struct entrant *s, const struct offload_view *v, uint32_t i) {
  const float reach = v->law.support + v->state.skin, unit = state_path_unit(&v->state);
  const enum row_kind kind = state_kind(&v->state, i);
  const struct offload_columns *c = &v->columns[kind];
  s->q = (struct seeker){.at = v->state.listed_pos[i],
                         .self = i,
                         .rows = c->rows,
                         .quantum = {v->law.quantum[0], v->law.quantum[1], v->law.quantum[2]},
                         .meet2 = reach * reach,
                         .support2 = v->law.support * v->law.support,
                         .unit2 = unit * unit};
  s->fluid = (struct packing){.next = offload_front(v, kind, i), .step = (ptrdiff_t)c->along};
  s->walls = (struct packing){.next = offload_back(v, kind, i), .step = -(ptrdiff_t)c->along};
  s->wall_inside = 0;
}

/* Candidates [begin, end), whose positions are pos[0] to pos[end - begin - 1]. */
static inline void look_at(struct entrant *s, const struct offload_view *v, const struct position *pos,
                           uint32_t begin, uint32_t end, bool walls, bool mixed) {
  struct packing *to = walls && !mixed ? &s->walls : &s->fluid;
  const uint32_t before = to->inside;
  if (walls && state_kind(&v->state, s->q.self) == KIND_WALL) return; /* walls meet fluid alone */
  for (uint32_t j = begin; j < end; j++, pos++) seeker_try(to, &s->q, pos, j);
  if (walls && mixed) s->wall_inside += to->inside - before;
}

static inline void entrant_end(struct entrant *s, const struct offload_view *v,
                               struct offload_finding *found) {
  const uint32_t i = s->q.self, fluid_rows = pack_end(&s->fluid, s->q.rows);
  const uint32_t wall_rows = pack_end(&s->walls, s->q.rows);
  v->fluid_count[i] = fluid_rows;
  v->wall_count[i] = wall_rows;
  struct offload_finding *f = offload_finding_of(found, i);
  const bool wall = state_kind(&v->state, i) == KIND_WALL;
  offload_raise_bits(wall ? &f->most_of_walls : &f->most, fluid_rows + wall_rows);
  if (wall) return;
  const uint64_t met_fluid = s->fluid.inside - s->wall_inside, met_walls = s->walls.inside + s->wall_inside;
#pragma omp atomic update
  f->met[0] += met_fluid;
#pragma omp atomic update
  f->met[1] += met_walls;
}

static OFFLOAD_CALL void fill_alone(const struct offload_view *v, uint32_t i, bool mixed,
                                    struct offload_finding *found) {
  struct entrant s;
  entrant_begin(&s, v, i);
  const struct position *pos = v->state.listed_pos;
  const uint32_t *fluid = v->grid.start[KIND_FLUID], *walls = v->grid.start[KIND_WALL];
  struct offload_rows around;
  uint32_t begin, end;
  const float far = seeker_reach(&s.q.at, v->law.support + v->state.skin, state_path_unit(&v->state));
  rows_around(&around, &v->grid, s.q.quantum, far, &s.q.at);
  while (rows_next(&around, &begin, &end)) {
    look_at(&s, v, pos + fluid[begin], fluid[begin], fluid[end], false, mixed);
    look_at(&s, v, pos + walls[begin], walls[begin], walls[end], true, mixed);
  }
  entrant_end(&s, v, found);
}

#ifdef OFFLOAD_TEAM_MEMORY
/* Threads of a team: a cell has about fifty particles. And how many it loads at a time, of three cells. */
enum { LAYOUTS_CREW = 64, LAYOUTS_TILE = 256 };

/* A thread's particle looks through cells [from, to], which follow each other in memory; the team loads their
 * particles together. */
static inline void seek_in_cells(struct entrant *s, bool active, const struct offload_view *v,
                                 const uint32_t *start, uint32_t from, uint32_t to, bool walls, bool mixed) {
  OFFLOAD_SHARED(struct position, tile, LAYOUTS_TILE)
  const uint32_t thread = (uint32_t)omp_get_thread_num(), threads = (uint32_t)omp_get_num_threads();
  const uint32_t end = start[to + 1];
  for (uint32_t begin = start[from]; begin < end; begin += LAYOUTS_TILE) {
    const uint32_t some = end - begin < LAYOUTS_TILE ? end - begin : LAYOUTS_TILE;
#pragma omp barrier
    for (uint32_t k = thread; k < some; k += threads) tile[k] = v->state.listed_pos[begin + k];
#pragma omp barrier
    if (active) look_at(s, v, tile, begin, begin + some, walls, mixed);
  }
}

/* By all threads of a team, one thread per particle of the cell; a thread without one only loads. */
static void fill_cell(const struct offload_view *v, uint32_t cell, bool mixed,
                      struct offload_finding *found) {
  const struct grid *g = &v->grid;
  const uint32_t thread = (uint32_t)omp_get_thread_num(), threads = (uint32_t)omp_get_num_threads();
  const uint32_t walls = g->start[KIND_WALL][cell + 1] - g->start[KIND_WALL][cell];
  const uint32_t count = walls + g->start[KIND_FLUID][cell + 1] - g->start[KIND_FLUID][cell];
  const uint32_t home[3] = {cell % g->cells[0], cell / g->cells[0] % g->cells[1],
                            cell / g->cells[0] / g->cells[1]};
  for (uint32_t first = 0; first < count; first += threads) {
    const bool active = first + thread < count;
    const uint32_t m = active ? first + thread : first;
    struct entrant s;
    entrant_begin(&s, v, m < walls ? g->start[KIND_WALL][cell] + m : g->start[KIND_FLUID][cell] + m - walls);
    const int cells = (int)g->cells[0], low = (int)home[0] - g->reach[0], high = (int)home[0] + g->reach[0];
    uint32_t y, z;
    for (int dz = -g->reach[2]; dz <= g->reach[2]; dz++)
      for (int dy = -g->reach[1]; dy <= g->reach[1]; dy++) {
        if (!grid_step(g, 2, home[2], dz, &z) || !grid_step(g, 1, home[1], dy, &y)) continue;
        for (int part = 0; part < (g->periodic[0] ? 2 : 1); part++) { /* the second is what wraps */
          const int from = part == 0 ? (low > 0 ? low : 0) : low < 0 ? low + cells : 0;
          const int to = part == 0 ? (high < cells ? high : cells - 1) : low < 0 ? cells - 1 : high - cells;
          const uint32_t row = (z * g->cells[1] + y) * g->cells[0];
          if (from > to) continue;
          seek_in_cells(&s, active, v, g->start[KIND_FLUID], row + (uint32_t)from, row + (uint32_t)to, false,
                        mixed);
          seek_in_cells(&s, active, v, g->start[KIND_WALL], row + (uint32_t)from, row + (uint32_t)to, true,
                        mixed);
        }
      }
    if (active) entrant_end(&s, v, found);
  }
}

static void fill_cells(const struct offload_view *v, bool mixed, struct offload_finding *found) {
  const uint32_t teams = (uint32_t)omp_get_num_teams();
  for (uint32_t cell = (uint32_t)omp_get_team_num(); cell < v->grid.total; cell += teams)
    fill_cell(v, cell, mixed, found);
}
#endif
#pragma omp end declare target

static void offload_fill_otherwise(struct offload *o, struct offload_finding *found) {
  const struct offload_view *v = o->there;
  const uint32_t n = o->view.state.count;
  const bool mixed = o->options.types == OFFLOAD_MIXED;
  const int device = o->device;
#ifdef OFFLOAD_TEAM_MEMORY
  if (o->options.search == OFFLOAD_SEARCH_CELL) {
    const uint32_t teams = o->view.grid.total;
    const int threads = omp_get_max_threads();
    (void)threads;
    OFFLOAD_TEAMS_OF(LAYOUTS_CREW, teams, firstprivate(v, mixed, found), is_device_ptr(v, found)) {
      fill_cells(v, mixed, found);
    }
    return;
  }
#endif
  OFFLOAD_LOOP(n, is_device_ptr(v, found))
  for (uint32_t i = 0; i < n; i++) fill_alone(v, i, mixed, found);
}
