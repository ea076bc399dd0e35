/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/wall_surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/motion.h"
#include "geometry/sites.h"
#include "util/error.h"

struct place {
  int64_t cell;
  uint32_t number;
};

static int compare_places(const void *a, const void *b) {
  const struct place *x = a, *y = b;
  if (x->cell != y->cell) return x->cell < y->cell ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* The sites of a wall around one of them, little more than two spacings away. */
enum { AROUND = 2, ACROSS = 2 * AROUND + 1 };
struct around {
  bool held[ACROSS][ACROSS][ACROSS]; /* z, y, x */
  int count;
  unsigned open; /* sides on which it has no neighbour: bit 2a towards lower coordinates of axis a, 2a + 1 */
  double out[3]; /* unit vector, away from where the wall's sites are; 0: to no side more than to others */
};

static bool is_around(int x, int y, int z) {
  return x * x + y * y + z * z <= 5;
}

static void look_around(const struct sites *s, size_t first, size_t end, int64_t key, int dimensions,
                        struct around *of) {
  const int deep = dimensions == 3 ? AROUND : 0;
  double sum[3] = {0};
  *of = (struct around){0};
  for (int z = -deep; z <= deep; z++)
    for (int y = -AROUND; y <= AROUND; y++)
      for (int x = -AROUND; x <= AROUND; x++) {
        const int64_t beside = key + (z * SITE_STEP(2) + y * SITE_STEP(1) + x);
        if (!is_around(x, y, z) || !sites_hold(s, first, end, beside)) continue;
        of->held[z + AROUND][y + AROUND][x + AROUND] = true;
        of->count++;
        sum[0] -= x, sum[1] -= y, sum[2] -= z;
      }
  const bool(*h)[ACROSS][ACROSS] = (const bool(*)[ACROSS][ACROSS])of->held;
  const bool beside[6] = {h[2][2][1], h[2][2][3], h[2][1][2], h[2][3][2], h[1][2][2], h[3][2][2]};
  for (int k = 0; k < 2 * dimensions; k++) of->open |= beside[k] ? 0 : 1u << k;
  const double length = sqrt(dot3(sum, sum));
  for (int a = 0; a < 3; a++) of->out[a] = length > 0.5 ? sum[a] / length : 0.0;
}

/* Whether a site of a wall has an empty one beside it. */
static bool is_outermost(const struct sites *s, size_t first, size_t end, int64_t key, int dimensions) {
  for (int a = 0; a < dimensions; a++)
    if (!sites_hold(s, first, end, key - SITE_STEP(a)) || !sites_hold(s, first, end, key + SITE_STEP(a)))
      return true;
  return false;
}

/* Whether it is the edge or the corner of a box along the lattice: of the sites around it, no more are there
 * than in a quarter of space; in a slope of steps of 45 degrees there are 34 of 57, in 2-D 12 of 21. */
static bool is_sharp(const struct around *of, int dimensions) {
  int sides = 0;
  for (int a = 0; a < dimensions; a++) {
    const unsigned open = of->open >> 2 * a & 3;
    if (open == 3) return false;
    sides += open != 0;
  }
  return sides > 1 && of->count <= (dimensions == 3 ? 26 : 8);
}

/* Whether it is of a plane face that ends at such an edge nearby. */
static bool is_beside_edge(const struct sites *s, size_t first, size_t end, int64_t key, int dimensions,
                           const struct around *of) {
  int side = 0;
  while (of->open >> side > 1) side++;
  if (of->open != 1u << side) return false;
  const int axis = side / 2, up = side % 2 ? 1 : -1, deep = dimensions == 3 ? AROUND : 0;
  bool found = false;
  for (int z = -deep; z <= deep; z++)
    for (int y = -AROUND; y <= AROUND; y++)
      for (int x = -AROUND; x <= AROUND; x++) {
        const int at[3] = {x, y, z}, height = at[axis] * up;
        struct around other;
        if (height < 0 || !of->held[z + AROUND][y + AROUND][x + AROUND] || !(x || y || z)) continue;
        if (height > 0) return false;
        const int64_t beside = key + (z * SITE_STEP(2) + y * SITE_STEP(1) + x);
        look_around(s, first, end, beside, dimensions, &other);
        if (!(other.open & of->open)) return false;
        found |= is_sharp(&other, dimensions);
      }
  return found;
}

/* In the middle of a plane nothing is missing beside a site, so no edge is near. */
static bool is_whole(const struct around *of, int dimensions) {
  return of->count >= (dimensions == 3 ? 39 : 13);
}

static void cell_at(const struct skin *s, const double x[3], int32_t at[3]) {
  for (int a = 0; a < 3; a++) at[a] = (int32_t)floor(x[a] / s->side);
}

/* By cells: the order of places, and where each cell begins. */
static int sort_cells(struct skin *s) {
  struct place *order = malloc((s->count + 1) * sizeof *order);
  double(*place)[3] = malloc((s->count + 1) * sizeof *place),
  (*out)[3] = malloc((s->count + 1) * sizeof *out);
  uint8_t *faces = malloc((s->count + 1) * sizeof *faces);
  s->key = malloc((s->count + 1) * sizeof *s->key);
  s->begin = malloc((s->count + 1) * sizeof *s->begin);
  const bool good = order && place && out && faces && s->key && s->begin;
  for (uint32_t i = 0; good && i < s->count; i++) {
    int32_t at[3];
    cell_at(s, s->place[i], at);
    order[i] = (struct place){site_key(at), i};
  }
  if (good) qsort(order, s->count, sizeof *order, compare_places);
  for (uint32_t i = 0; good && i < s->count; i++) {
    memcpy(place[i], s->place[order[i].number], sizeof *place);
    memcpy(out[i], s->out[order[i].number], sizeof *out);
    faces[i] = s->faces[order[i].number];
    if (s->cells == 0 || s->key[s->cells - 1] != order[i].cell) {
      s->begin[s->cells] = i;
      s->key[s->cells++] = order[i].cell;
    }
  }
  if (good) {
    s->begin[s->cells] = s->count;
    free(s->place), free(s->out), free(s->faces);
    s->place = place, s->out = out, s->faces = faces;
  } else {
    free(place), free(out), free(faces);
  }
  free(order);
  return good ? STATUS_OK : error_set(STATUS_FAILED, "no memory for the surface of a wall");
}

static int make_surface(struct skin *s, const struct sites *sites, size_t wall, const double middle[3],
                        const struct wcsph_settings *c, const struct particles *p) {
  const size_t first = sites->begin[wall], end = sites->begin[wall + 1];
  for (size_t k = first; k < end; k++)
    s->count += is_outermost(sites, first, end, sites->items[k].key, c->dimensions);
  s->place = malloc((s->count + 1) * sizeof *s->place);
  s->out = malloc((s->count + 1) * sizeof *s->out);
  s->faces = malloc((s->count + 1) * sizeof *s->faces);
  CHECK(s->place && s->out && s->faces, STATUS_FAILED, "no memory for the surface of a wall");
  for (int a = 0; a < 3; a++) s->low[a] = INFINITY, s->high[a] = -INFINITY;
  uint32_t n = 0;
  for (size_t k = first; k < end; k++) {
    const struct site_item *item = &sites->items[k];
    if (!is_outermost(sites, first, end, item->key, c->dimensions)) continue;
    for (int a = 0; a < 3; a++) {
      s->place[n][a] = a < c->dimensions ? p->position[item->particle][a] - middle[a] : 0.0;
      s->low[a] = fmin(s->low[a], s->place[n][a]), s->high[a] = fmax(s->high[a], s->place[n][a]);
    }
    struct around of;
    look_around(sites, first, end, item->key, c->dimensions, &of);
    const bool plain =
        is_sharp(&of, c->dimensions) ||
        (!is_whole(&of, c->dimensions) && is_beside_edge(sites, first, end, item->key, c->dimensions, &of));
    memcpy(s->out[n], of.out, sizeof of.out);
    s->faces[n++] = plain ? (uint8_t)of.open : 0;
  }
  return sort_cells(s);
}

int skins_make(struct skin *skins, const double (*middle)[3], const struct wcsph_settings *c,
               const struct particles *p, double side) {
  struct sites sites = {0};
  int status = sites_make(&sites, &c->scene, p);
  for (size_t k = 0; k < c->wall_count && status == STATUS_OK; k++) {
    if (c->walls[k].flexible.given) continue; /* what touches is rigid */
    skins[k].side = side;
    status = make_surface(&skins[k], &sites, k, middle[k], c, p);
  }
  sites_free(&sites);
  return status;
}

void wall_surface_free(struct skin *s) {
  free(s->place);
  free(s->out);
  free(s->faces);
  free(s->key);
  free(s->begin);
  *s = (struct skin){0};
}

static uint32_t find_cell(const struct skin *s, int64_t key) {
  uint32_t low = 0, high = s->cells;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (s->key[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The places in three cells along x, the middle one at `row` and `column` from that of the point. */
static void find_run(const struct skin *s, const int32_t at[3], int row, int column, uint32_t *from,
                     uint32_t *to) {
  const int64_t first = site_key((const int32_t[3]){at[0] - 1, at[1] + row, at[2] + column});
  uint32_t cell = find_cell(s, first);
  *from = s->begin[cell];
  while (cell < s->cells && s->key[cell] <= first + 2) cell++;
  *to = s->begin[cell];
}

static bool is_outside(const struct skin *s, const double x[3], double reach) {
  for (int a = 0; a < 3; a++)
    if (x[a] < s->low[a] - reach || x[a] > s->high[a] + reach) return true;
  return s->count == 0;
}

bool wall_surface_is_near(const struct skin *s, const double x[3], double reach) {
  int32_t at[3];
  if (is_outside(s, x, reach)) return false;
  cell_at(s, x, at);
  for (int k = 0; k < 9; k++) {
    uint32_t from, to;
    find_run(s, at, k % 3 - 1, k / 3 - 1, &from, &to);
    for (uint32_t j = from; j < to; j++) {
      double d[3];
      for (int a = 0; a < 3; a++) d[a] = x[a] - s->place[j][a];
      if (dot3(d, d) < reach * reach) return true;
    }
  }
  return false;
}

/* The height over a place, d away, and which way it is up; faces: it is that over a box whose corner it is.
 */
static double height_over(const double out[3], unsigned faces, const double d[3], double up[3]) {
  double along[3] = {0}, over[3] = {0}, height = -INFINITY;
  if (!faces) {
    const double r = sqrt(dot3(d, d));
    memcpy(up, out, 3 * sizeof *up);
    if (out[0] == 0.0 && out[1] == 0.0 && out[2] == 0.0) /* a sheet: its particles are spheres */
      for (int a = 0; a < 3; a++) up[a] = r > 0.0 ? d[a] / r : 0.0;
    return dot3(d, up);
  }
  for (int side = 0; side < 6; side++) {
    const int axis = side / 2;
    const double sign = side % 2 ? 1.0 : -1.0, far = sign * d[axis];
    if (!(faces >> side & 1)) continue;
    if (far > 0.0) over[axis] = d[axis];
    if (far > height) {
      height = far;
      for (int a = 0; a < 3; a++) along[a] = a == axis ? sign : 0.0;
    }
  }
  const double r = sqrt(dot3(over, over));
  for (int a = 0; a < 3; a++) up[a] = r > 0.0 ? over[a] / r : along[a];
  return r > 0.0 ? r : height;
}

bool wall_surface_height(const struct skin *s, const double x[3], double reach, double *height,
                         double up[3]) {
  double sum = 0.0, above = 0.0, along[3] = {0};
  int32_t at[3];
  if (is_outside(s, x, reach)) return false;
  cell_at(s, x, at);
  for (int k = 0; k < 9; k++) {
    uint32_t from, to;
    find_run(s, at, k % 3 - 1, k / 3 - 1, &from, &to);
    for (uint32_t j = from; j < to; j++) {
      double d[3], n[3];
      for (int a = 0; a < 3; a++) d[a] = x[a] - s->place[j][a];
      const double r2 = dot3(d, d);
      if (!(r2 < reach * reach)) continue;
      const double u = 1.0 - r2 / (reach * reach), w = u * u;
      sum += w;
      above += w * height_over(s->out[j], s->faces[j], d, n);
      for (int a = 0; a < 3; a++) along[a] += w * n[a];
    }
  }
  const double length = sqrt(dot3(along, along));
  if (!(sum > 0.0 && length > 1e-6 * sum)) return false;
  *height = above / sum;
  for (int a = 0; a < 3; a++) up[a] = along[a] / length;
  return true;
}
