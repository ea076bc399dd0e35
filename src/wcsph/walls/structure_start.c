/* SPDX-License-Identifier: BSD-3-Clause */
/* Structures as they begin: neighbours, corrections of the kernel's gradient, and what is clamped. */
#include "wcsph/walls/structure_start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/shape.h"
#include "lane/sine.h"
#include "util/error.h"
#include "wcsph/models/elastic.h"
#include "wcsph/walls/structures.h"

/* Support of the kernel between a structure's particles, spacings: 8 neighbours in 2-D, 18 in 3-D. A wider
 * one smooths the strain of thin structures, which are softer then: of 4 particles across, a beam's largest
 * deflection is 10 % over that of thin beams with this one, 18 % with 1.8 and 45 % with 2.6. */
#define SUPPORT 1.6

/* The sub-step over the time of a pressure wave for a spacing: a beam's is stable up to 1.0, and not at 1.3.
 */
#define COURANT 0.6

static void lame(const struct flexible *f, double *lambda, double *mu) {
  *lambda = f->young * f->poisson / ((1.0 + f->poisson) * (1.0 - 2.0 * f->poisson));
  *mu = 0.5 * f->young / (1.0 + f->poisson);
}

double structures_sound(const struct wcsph_settings *c, size_t wall) {
  const struct flexible *f = &c->walls[wall].flexible;
  double lambda, mu;
  lame(f, &lambda, &mu);
  return sqrt((lambda + 2.0 * mu + f->zero_energy * f->young) / f->density);
}

double structures_substep(const struct wcsph_settings *c, size_t wall) {
  return COURANT * c->dp / structures_sound(c, wall);
}

/* ---- memory ---- */

void bending_free(struct bending *b) {
  if (!b) return;
  const struct structures *s = &b->all;
  const void *const all[] = {s->laws, s->of,    s->neighbours, s->near, s->pair,  s->correction,
                             s->rows, s->other, s->stress,     s->load, b->walls, b->place};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) free((void *)(uintptr_t)all[k]);
  free(b);
}

size_t structures_bytes(int dimensions, size_t particles) {
  const size_t neighbours = dimensions == 2 ? 8 : 18;
  const size_t pairs = neighbours * (sizeof(struct structure_pair) + sizeof(uint32_t));
  const size_t each =
      2 * sizeof(struct structure_row) + sizeof(struct structure_stress) + 15 * sizeof(double);
  return particles * (pairs + each + 2 * sizeof(uint16_t));
}

/* Particles of structures, whose numbers ascend with their ids, and the walls' shares of them. */
static int count_particles(struct wcsph_run *r, const struct particles *p) {
  struct bending *b = r->bending;
  b->walls = calloc(r->config->wall_count + 1, sizeof *b->walls);
  CHECK(b->walls, STATUS_FAILED, "no memory for structures");
  uint32_t count = 0;
  size_t begin, end = 0;
  for (size_t k = 0; k < r->config->wall_count; k++) {
    for (begin = end; end < p->wall_count && p->body[end] == k;) end++;
    if (!r->config->walls[k].flexible.given) continue;
    r->poses[k].bends = true;
    r->poses[k].before = (uint32_t)begin - count;
    b->walls[k] = (struct bent_wall){count, count + (uint32_t)(end - begin)};
    count += (uint32_t)(end - begin);
    b->all.law_count++;
  }
  b->all.count = count;
  return STATUS_OK;
}

/* ---- neighbours ---- */

/* A particle by the cell of a support's width that it is in. */
struct celled {
  uint64_t key;
  uint32_t number;
};

static int compare_celled(const void *a, const void *b) {
  const struct celled *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

static int compare_numbers(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

struct search {
  const struct wcsph_state *s;
  const struct bending *b;
  const struct position *site; /* of number 0 of the wall, whose ids follow each other */
  uint32_t first, count;       /* numbers */
  uint64_t cells[3];
  double support2;
  struct celled *sorted;
};

static uint64_t cell_of(const struct search *q, uint32_t quanta, int a) {
  return (uint64_t)quanta * q->cells[a] >> 32;
}

static uint64_t key_of(const struct search *q, uint64_t x, uint64_t y, uint64_t z) {
  return (z * q->cells[1] + y) * q->cells[0] + x;
}

static int sort_cells(struct search *q) {
  q->sorted = malloc(((size_t)q->count + 1) * sizeof *q->sorted);
  CHECK(q->sorted, STATUS_FAILED, "no memory for structures");
  for (int a = 0; a < 3; a++) {
    const double cells = floor(0x1p32 * q->s->quantum[a] / sqrt(q->support2));
    q->cells[a] = cells < 1.0 ? 1 : cells > 65536.0 ? 65536 : (uint64_t)cells;
  }
  for (uint32_t k = 0; k < q->count; k++) {
    const struct position *x = &q->site[k];
    q->sorted[k] =
        (struct celled){key_of(q, cell_of(q, x->x, 0), cell_of(q, x->y, 1), cell_of(q, x->z, 2)), k};
  }
  qsort(q->sorted, q->count, sizeof *q->sorted, compare_celled);
  return STATUS_OK;
}

/* The way from one site to another, m. */
static void way_of(const struct search *q, uint32_t k, uint32_t j, double x[3]) {
  const struct position *p = &q->site[k], *o = &q->site[j];
  x[0] = q->s->quantum[0] * (double)(int32_t)(p->x - o->x);
  x[1] = q->s->quantum[1] * (double)(int32_t)(p->y - o->y);
  x[2] = q->s->quantum[2] * (double)(int32_t)(p->z - o->z);
}

/* Those of a cell that are neighbours of k, if there is room. */
static uint32_t look_into(const struct search *q, uint64_t key, uint32_t k, uint32_t *found, uint32_t count,
                          uint32_t most) {
  uint32_t low = 0, high = q->count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (q->sorted[middle].key < key)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < q->count && q->sorted[low].key == key; low++) {
    const uint32_t j = q->sorted[low].number;
    double x[3];
    way_of(q, k, j, x);
    if (j == k || !(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] < q->support2)) continue;
    if (count < most) found[count] = j;
    count++;
  }
  return count;
}

/* Neighbours of k, in the order of ids. */
static uint32_t find_neighbours(const struct search *q, uint32_t k, uint32_t *found, uint32_t most) {
  uint64_t around[3][3];
  int ways[3];
  const uint32_t x[3] = {q->site[k].x, q->site[k].y, q->site[k].z};
  for (int a = 0; a < 3; a++) {
    const uint64_t n = q->cells[a], at = cell_of(q, x[a], a);
    ways[a] = n < 3 ? (int)n : 3;
    for (int d = 0; d < ways[a]; d++) around[a][d] = (at + n + (uint64_t)d - (n > 1)) % n;
  }
  uint32_t count = 0;
  for (int c = 0; c < ways[2]; c++)
    for (int b = 0; b < ways[1]; b++)
      for (int a = 0; a < ways[0]; a++)
        count = look_into(q, key_of(q, around[0][a], around[1][b], around[2][c]), k, found, count, most);
  if (count <= most) qsort(found, count, sizeof *found, compare_numbers);
  return count;
}

/* V W'(r) / r of Wendland's kernel, 1/m^2. */
static double kernel_slope(const struct wcsph_settings *c, double volume, double r) {
  const double pi = 3.14159265358979323846, h = 0.5 * SUPPORT * c->dp, rest = 1.0 - 0.5 * r / h;
  const double norm = c->dimensions == 2 ? 7.0 / (4.0 * pi * h * h) : 21.0 / (16.0 * pi * h * h * h);
  return -5.0 * volume * norm * (rest * rest * rest) / (h * h);
}

enum { MOST_NEIGHBOURS = 64 };

static int list_pairs(const struct wcsph_run *r, struct search *q, uint16_t *many, uint32_t *near,
                      struct structure_pair *pair, uint32_t slots) {
  uint32_t found[MOST_NEIGHBOURS];
  for (uint32_t k = 0; k < q->count; k++) {
    const uint32_t count = find_neighbours(q, k, found, MOST_NEIGHBOURS), number = q->first + k;
    many[number] = (uint16_t)count;
    for (uint32_t s = 0; near && s < slots; s++) {
      const size_t at = (size_t)number * slots + s;
      near[at] = number;
      if (s >= count) continue;
      struct structure_pair *to = &pair[at];
      near[at] = q->first + found[s];
      way_of(q, k, found[s], to->x);
      const double r2 = to->x[0] * to->x[0] + to->x[1] * to->x[1] + to->x[2] * to->x[2];
      to->w = kernel_slope(r->config, r->bending->volume, sqrt(r2));
    }
  }
  return STATUS_OK;
}

/* Adds V (-W'/r) X X of a neighbour. */
static void add_moment(double m[9], int n, double w, const double x[3]) {
  for (int a = 0; a < n; a++)
    for (int e = 0; e < n; e++) m[a * n + e] -= w * x[a] * x[e];
}

/* The inverse of their sum, by cofactors. False where it is singular. */
static bool invert_moment(const double m[9], int n, double out[9]) {
  double c[9];
  const double det = elastic_cofactors(n, m, c);
  if (!(det > 1e-3)) return false;
  for (int a = 0; a < n; a++)
    for (int e = 0; e < n; e++) out[a * n + e] = c[e * n + a] / det;
  return true;
}

static bool correct(const struct structures *b, uint32_t k, double out[9]) {
  double m[9] = {0};
  for (uint32_t s = 0; s < b->neighbours[k]; s++) {
    const struct structure_pair *p = &b->pair[(size_t)k * b->across + s];
    add_moment(m, b->dimensions, p->w, p->x);
  }
  return invert_moment(m, b->dimensions, out);
}

static int fault_thin(const struct wcsph_settings *c, const double x[3]) {
  return error_set(
      STATUS_USAGE,
      "%s: a structure is so thin at (%.6g, %.6g, %.6g) m that its particles show no gradient; expected at "
      "least two across, better four",
      c->path, x[0], x[1], x[2]);
}

static int for_each_wall(struct wcsph_run *r,
                         int (*act)(const struct wcsph_run *r, struct search *q, uint16_t *, uint32_t *,
                                    struct structure_pair *, uint32_t),
                         uint16_t *many, uint32_t *near, struct structure_pair *pair, uint32_t slots) {
  for (size_t k = 0; k < r->config->wall_count; k++) {
    const struct bent_wall *w = &r->bending->walls[k];
    const double support = SUPPORT * r->config->dp;
    struct search q = {.s = &r->state,
                       .b = r->bending,
                       .site = r->state.sites + (uint32_t)(w->first + r->poses[k].before),
                       .first = w->first,
                       .count = w->end - w->first,
                       .support2 = support * support};
    if (!q.count) continue;
    int status = sort_cells(&q);
    if (status == STATUS_OK) status = act(r, &q, many, near, pair, slots);
    free(q.sorted);
    TRY(status);
  }
  return STATUS_OK;
}

static int make_neighbours(struct wcsph_run *r) {
  struct structures *b = &r->bending->all;
  const size_t n = b->count;
  uint16_t *many = calloc(n + 1, sizeof *many);
  uint32_t slots = 1;
  b->neighbours = many;
  CHECK(many, STATUS_FAILED, "no memory for structures");
  TRY(for_each_wall(r, list_pairs, many, NULL, NULL, 0));
  for (size_t k = 0; k < n; k++)
    if (many[k] > slots) slots = many[k];
  CHECK(slots <= MOST_NEIGHBOURS, STATUS_USAGE,
        "%s: a structure has particles with %u neighbours; expected "
        "particles a spacing apart",
        r->config->path, slots);
  uint32_t *near = calloc(n * slots + 1, sizeof *near);
  struct structure_pair *pair = calloc(n * slots + 1, sizeof *pair);
  double *correction = calloc(9 * n + 1, sizeof *correction);
  b->near = near, b->pair = pair, b->correction = correction;
  b->across = slots, b->along = 1;
  CHECK(near && pair && correction, STATUS_FAILED, "no memory for structures");
  TRY(for_each_wall(r, list_pairs, many, near, pair, slots));
  for (uint32_t k = 0; k < b->count; k++) {
    if (!correct(b, k, correction + 9 * (size_t)k)) return fault_thin(r->config, r->bending->place[k]);
  }
  return STATUS_OK;
}

/* ---- clamped ---- */

/* Marks those of the wall's particles, which are at `places`, that are clamped. */
static int clamp_wall(const struct wcsph_settings *c, size_t wall, const double (*places)[3], size_t count,
                      uint16_t *of) {
  const struct body *body = &c->walls[wall];
  struct lattice l;
  char thin[SHAPE_NOTE], place[CASE_PLACE];
  uint32_t clamped = 0;
  lattice_set(&l, &c->scene);
  for (size_t i = 0; i < body->flexible.clamped_count; i++) {
    const struct shape *s = &body->flexible.clamped[i];
    struct runs runs = {0};
    const int status = shape_sites(&runs, s, &l, s->layers > 0 ? s->layers : 1, thin);
    for (size_t k = 0; status == STATUS_OK && k < count; k++) {
      int32_t site[3];
      shape_site(site, &l, places[k]);
      if (!runs_hold(&runs, runs_row(site[1], site[2]), site[0])) continue;
      of[k] = (uint16_t)(s->cut ? of[k] & ~STRUCTURE_CLAMPED : of[k] | STRUCTURE_CLAMPED);
    }
    runs_free(&runs);
    TRY(status);
  }
  for (size_t k = 0; k < count; k++) clamped += (of[k] & STRUCTURE_CLAMPED) != 0;
  CHECK(clamped > 0 || body->flexible.clamped_count == 0, STATUS_USAGE,
        "%s: walls.%s.flexible.clamped: no particle of the wall is in it",
        scene_place(place, &c->scene, body->line), body->name);
  return STATUS_OK;
}

/* ---- what is refused before a run ---- */

/* The first of so many places whose neighbours show no gradient, or -1. Structures are of whole sites. */
static int find_thin(ptrdiff_t *thin, const struct wcsph_settings *c, const double (*places)[3],
                     size_t count) {
  const int n = c->dimensions;
  const double volume = n == 2 ? c->dp * c->dp : c->dp * c->dp * c->dp;
  struct lattice l;
  struct runs all = {0};
  int status = STATUS_OK;
  lattice_set(&l, &c->scene);
  *thin = -1;
  for (size_t k = 0; k < count && status == STATUS_OK; k++) {
    int32_t s[3];
    shape_site(s, &l, places[k]);
    status = runs_append(&all, runs_row(s[1], s[2]), s[0], s[0] + 1);
  }
  for (size_t k = 0; k < count && status == STATUS_OK && *thin < 0; k++) {
    double m[9] = {0}, inverse[9];
    int32_t s[3];
    shape_site(s, &l, places[k]);
    for (int w = 0; w < 27; w++) {
      const int way[3] = {w % 3 - 1, w / 3 % 3 - 1, w / 9 - 1};
      const double x[3] = {way[0] * c->dp, way[1] * c->dp, way[2] * c->dp};
      const double far = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
      if (!(far > 0.0) || !(far < SUPPORT * c->dp) || (n == 2 && way[2])) continue;
      int32_t at[3];
      for (int a = 0; a < 3; a++) {
        const int32_t sites = (int32_t)l.count[a];
        at[a] = s[a] + way[a];
        if (l.periodic[a]) at[a] = (at[a] % sites + sites) % sites;
      }
      if (runs_hold(&all, runs_row(at[1], at[2]), at[0])) add_moment(m, n, kernel_slope(c, volume, far), x);
    }
    if (!invert_moment(m, n, inverse)) *thin = (ptrdiff_t)k;
  }
  runs_free(&all);
  return status;
}

int structures_check(const struct wcsph_settings *c, const struct particles *p) {
  double(*places)[3] = calloc(p->wall_count + 1, sizeof *places);
  uint16_t *of = calloc(p->wall_count + 1, sizeof *of);
  int status = places && of ? STATUS_OK : error_set(STATUS_FAILED, "no memory for structures");
  for (int thin = 0; thin < 2; thin++) /* in the order of structures_prepare */
    for (size_t k = 0; k < c->wall_count && status == STATUS_OK; k++) {
      size_t count = 0;
      ptrdiff_t found = -1;
      if (!c->walls[k].flexible.given) continue;
      for (size_t i = 0; i < p->wall_count; i++)
        if (p->body[i] == k) memcpy(places[count++], p->position[i], sizeof places[0]);
      status = thin ? find_thin(&found, c, (const double(*)[3])places, count)
                    : clamp_wall(c, k, (const double(*)[3])places, count, of);
      if (status == STATUS_OK && found >= 0) status = fault_thin(c, places[found]);
    }
  free(places);
  free(of);
  return status;
}

/* ---- laws and rows ---- */

static void make_law(const struct wcsph_run *r, size_t wall, struct structure_law *law) {
  const struct flexible *f = &r->config->walls[wall].flexible;
  *law = (struct structure_law){.model = f->model, .per_density = 1.0 / f->density, .damping = f->damping};
  lame(f, &law->lambda, &law->mu);
  law->viscous = f->viscosity * r->config->dp / structures_sound(r->config, wall);
  law->zero = f->zero_energy * f->young / f->density;
  law->per_rate = (double)r->law.mass / (f->density * r->bending->volume);
  memcpy(law->gravity, r->config->gravity, sizeof law->gravity);
}

/* As the case has it move at first. */
static void set_moving(const struct wcsph_run *r, size_t wall) {
  const struct flexible *f = &r->config->walls[wall].flexible;
  const struct bent_wall *w = &r->bending->walls[wall];
  double mean[3] = {0}, spin[3];
  for (uint32_t k = w->first; k < w->end; k++)
    for (int a = 0; a < 3; a++) mean[a] += r->bending->place[k][a] / (double)(w->end - w->first);
  for (int a = 0; a < 3; a++) spin[a] = f->turning[a] * RADIANS;
  for (uint32_t k = w->first; k < w->end; k++) {
    double arm[3], turned[3];
    if (r->bending->all.of[k] & STRUCTURE_CLAMPED) continue;
    for (int a = 0; a < 3; a++) arm[a] = r->bending->place[k][a] - mean[a];
    cross3(spin, arm, turned);
    for (int a = 0; a < r->config->dimensions; a++) r->bending->all.rows[k].v[a] = f->velocity[a] + turned[a];
  }
}

/* Particles may be in the domain and where they begin; along periodic axes they come round. */
static void set_bounds(const struct wcsph_run *r, struct structures *b) {
  const struct wcsph_settings *c = r->config;
  for (int a = 0; a < 3; a++) {
    b->quantum[a] = r->state.quantum[a];
    b->per_quantum[a] = 1.0 / r->state.quantum[a];
    b->low[a] = (c->domain.low[a] - r->state.origin[a]) / r->state.quantum[a];
    b->high[a] = (c->domain.high[a] - r->state.origin[a]) / r->state.quantum[a];
    if (c->domain.periodic[a]) b->low[a] = -INFINITY, b->high[a] = INFINITY;
  }
  for (uint32_t k = 0; k < b->count; k++) {
    const struct position x = state_position(&r->state, r->bending->place[k]);
    const double at[3] = {(double)x.x, (double)x.y, (double)x.z};
    for (int a = 0; a < 3; a++) b->low[a] = fmin(b->low[a], at[a]), b->high[a] = fmax(b->high[a], at[a]);
  }
}

static int make_rows(struct wcsph_run *r, const struct particles *p) {
  struct bending *b = r->bending;
  struct structures *s = &b->all;
  const size_t n = s->count;
  struct structure_law *laws = calloc(s->law_count, sizeof *laws);
  uint16_t *of = calloc(n + 1, sizeof *of);
  s->laws = laws, s->of = of;
  s->rows = calloc(n + 1, sizeof *s->rows);
  s->other = calloc(n + 1, sizeof *s->other);
  s->stress = calloc(n + 1, sizeof *s->stress);
  s->load = calloc(3 * n + 1, sizeof *s->load);
  b->place = calloc(n + 1, sizeof *b->place);
  CHECK(laws && of && s->rows && s->other && s->stress && s->load && b->place, STATUS_FAILED,
        "no memory for structures");
  uint16_t number = 0;
  b->longest = INFINITY;
  for (size_t k = 0; k < r->config->wall_count; k++) {
    const struct bent_wall *w = &b->walls[k];
    if (!r->config->walls[k].flexible.given) continue;
    for (uint32_t i = w->first; i < w->end; i++) {
      memcpy(b->place[i], p->position[(uint32_t)(i + r->poses[k].before)], sizeof b->place[i]);
      of[i] = number;
    }
    make_law(r, k, &laws[number++]);
    TRY(clamp_wall(r->config, k, (const double(*)[3])b->place + w->first, w->end - w->first, of + w->first));
    set_moving(r, k);
    b->longest = fmin(b->longest, structures_substep(r->config, k));
  }
  set_bounds(r, s);
  return STATUS_OK;
}

int structures_prepare(struct wcsph_run *r, const struct particles *p) {
  const struct wcsph_settings *c = r->config;
  if (!structures_any(c)) return STATUS_OK;
  struct bending *b = r->bending = calloc(1, sizeof *b);
  CHECK(b, STATUS_FAILED, "no memory for structures");
  r->state.bent = &b->all;
  b->all.dimensions = c->dimensions;
  b->volume = c->dimensions == 2 ? c->dp * c->dp : c->dp * c->dp * c->dp;
  TRY(count_particles(r, p));
  TRY(make_rows(r, p));
  return make_neighbours(r);
}
