/* SPDX-License-Identifier: BSD-3-Clause */
#include "fields/isosurface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

/* Corners of a cell and nodes of an edge are bits: 1 is +x, 2 is +y, 4 is +z. A tetrahedron goes from corner
 * 0 to corner 7 along the three axes in some order. */
enum { TETRAHEDRA = 6, CORNERS = 8 };
static const uint8_t tetrahedra[TETRAHEDRA][4] = {{0, 1, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7},
                                                  {0, 1, 5, 7}, {0, 2, 3, 7}, {0, 4, 6, 7}};
enum { FIRST_TURNED = 3 }; /* the others are turned inside out */

/* For each set of corners inside, an even order of the four that has them first, or, of three inside, the one
 * outside first. */
static const uint8_t orders[16][4] = {{0, 0, 0, 0}, {0, 1, 2, 3}, {1, 0, 3, 2}, {0, 1, 2, 3},
                                      {2, 3, 0, 1}, {0, 2, 3, 1}, {1, 2, 0, 3}, {3, 2, 1, 0},
                                      {3, 2, 1, 0}, {0, 3, 1, 2}, {1, 3, 2, 0}, {2, 3, 0, 1},
                                      {2, 3, 0, 1}, {1, 0, 3, 2}, {0, 1, 2, 3}, {0, 0, 0, 0}};

static float value_at(const struct block *b, int x, int y, int z, int corner) {
  return b->value[z + (corner >> 2)][y + (corner >> 1 & 1)][x + (corner & 1)];
}

/* The corners of a cell that are inside, as bits. */
static unsigned take_cell(const struct block *b, int x, int y, int z, float level, float value[CORNERS]) {
  unsigned inside = 0;
  for (int k = 0; k < CORNERS; k++) {
    value[k] = value_at(b, x, y, z, k);
    inside |= (unsigned)(value[k] >= level) << k;
  }
  return inside;
}

/* Of a tetrahedron, and how many. */
static unsigned take_tetrahedron(unsigned inside, int tetrahedron, int *count) {
  unsigned mask = 0;
  for (int k = 0; k < 4; k++) mask |= (inside >> tetrahedra[tetrahedron][k] & 1) << k;
  *count = __builtin_popcount(mask);
  return mask;
}

/* ---- volume ---- */

/* How far from a to b the level is, of the way. */
static double way(const float value[CORNERS], float level, int a, int b) {
  return ((double)level - (double)value[a]) / ((double)value[b] - (double)value[a]);
}

/* The share of a tetrahedron that is inside. */
static double inside_share(const float value[CORNERS], float level, unsigned inside, int tetrahedron) {
  int count, c[4];
  const unsigned mask = take_tetrahedron(inside, tetrahedron, &count);
  if (count % 4 == 0) return count / 4;
  for (int k = 0; k < 4; k++) c[k] = tetrahedra[tetrahedron][orders[mask][k]];
  if (count == 2) {
    const double ac = way(value, level, c[0], c[2]), ad = way(value, level, c[0], c[3]);
    const double bc = way(value, level, c[1], c[2]), bd = way(value, level, c[1], c[3]);
    return ac * ad + ac * (1 - ad) * bd + (1 - ac) * bc * bd;
  }
  const double tip =
      way(value, level, c[0], c[1]) * way(value, level, c[0], c[2]) * way(value, level, c[0], c[3]);
  return count == 1 ? tip : 1 - tip;
}

/* In cells. */
static double block_volume(const struct block *b, float level) {
  if (b->most < level) return 0;
  if (b->least >= level) return BLOCK_CELLS * BLOCK_CELLS * BLOCK_CELLS;
  double volume = 0;
  for (int z = 0; z < BLOCK_CELLS; z++)
    for (int y = 0; y < BLOCK_CELLS; y++)
      for (int x = 0; x < BLOCK_CELLS; x++) {
        float value[CORNERS];
        const unsigned inside = take_cell(b, x, y, z, level, value);
        if (inside == 0 || inside == 0xff) {
          volume += inside ? 1 : 0;
          continue;
        }
        for (int k = 0; k < TETRAHEDRA; k++) volume += inside_share(value, level, inside, k) / TETRAHEDRA;
      }
  return volume;
}

/* Blocks are summed in one order, whatever the number of threads. */
static double find_volume(const struct lattice *l, float level, double *of_block) {
  double sum = 0;
#pragma omp parallel for schedule(dynamic, 16)
  for (size_t i = 0; i < l->count; i++) of_block[i] = block_volume(&l->blocks[i], level);
  for (size_t i = 0; i < l->count; i++) sum += of_block[i];
  return sum * l->spacing * l->spacing * l->spacing;
}

enum { ROUNDS = 40 };

/* Bisection: the volume falls as the level grows. */
static double search_level(const struct lattice *l, double volume, double *of_block) {
  double low = 0, high = 0;
  for (size_t i = 0; i < l->count; i++) high = fmax(high, (double)l->blocks[i].most);
  for (int i = 0; i < ROUNDS; i++) {
    const double middle = (low + high) / 2, found = find_volume(l, (float)middle, of_block);
    if (fabs(found - volume) <= 1e-4 * volume) return middle;
    if (found > volume)
      low = middle;
    else
      high = middle;
  }
  return (low + high) / 2;
}

double isosurface_find_level(const struct lattice *l, double volume) {
  double *of_block = malloc((l->count + 1) * sizeof *of_block);
  const double level = of_block ? search_level(l, volume, of_block) : 0.5;
  free(of_block);
  return level;
}

/* ---- triangles ---- */

/* What a block has of the surface. A vertex lies on an edge of the grid, which is named by its lower node and
 * where it goes from there; the block that owns the node has the vertex. */
struct part {
  uint32_t vertices, triangles;
  uint32_t first_vertex, first_triangle;
  uint16_t *edges; /* [vertices] node * 8 + direction, ascending */
};

enum { NODES = BLOCK_CELLS * BLOCK_CELLS * BLOCK_CELLS };

static bool has_surface(const struct block *b, float level) {
  return b->least < level && b->most >= level;
}

static void put_vertex(struct isosurface *s, const struct lattice *l, const struct block *b, int node,
                       int direction, float level, size_t index) {
  const int cell[3] = {node % BLOCK_CELLS, node / BLOCK_CELLS % BLOCK_CELLS,
                       node / BLOCK_CELLS / BLOCK_CELLS};
  const double low = (double)value_at(b, cell[0], cell[1], cell[2], 0);
  const double high = (double)value_at(b, cell[0], cell[1], cell[2], direction);
  const double along = ((double)level - low) / (high - low);
  int64_t origin[3];
  cloud_cell(b->key, origin);
  for (int a = 0; a < 3; a++)
    s->at[index][a] =
        ((double)(origin[a] * BLOCK_CELLS + cell[a]) + (direction >> a & 1 ? along : 0)) * l->spacing;
}

/* The crossed edges that a block owns: counted, or with `edges` there, written down with their vertices. */
static void find_vertices(struct isosurface *s, const struct lattice *l, const struct block *b, float level,
                          struct part *part) {
  uint32_t count = 0;
  for (int node = 0; node < NODES; node++) {
    const int x = node % BLOCK_CELLS, y = node / BLOCK_CELLS % BLOCK_CELLS,
              z = node / BLOCK_CELLS / BLOCK_CELLS;
    float value[CORNERS];
    const unsigned inside = take_cell(b, x, y, z, level, value);
    if (inside == 0 || inside == 0xff) continue;
    for (int direction = 1; direction < CORNERS; direction++) {
      if ((inside >> direction & 1) == (inside & 1)) continue;
      if (part->edges) {
        part->edges[count] = (uint16_t)(node * 8 + direction);
        put_vertex(s, l, b, node, direction, level, part->first_vertex + count);
      }
      count++;
    }
  }
  part->vertices = count;
}

/* A block with its parts and those of its seven upper neighbours, which own vertices on its far faces. */
struct neighbourhood {
  const struct block *block;
  const struct part *parts[CORNERS];
};

static void find_neighbours(struct neighbourhood *n, const struct lattice *l, const struct part *parts,
                            size_t i) {
  int64_t cell[3];
  cloud_cell(l->key[i], cell);
  n->block = &l->blocks[i];
  for (int k = 0; k < CORNERS; k++) {
    const int64_t other[3] = {cell[0] + (k & 1), cell[1] + (k >> 1 & 1), cell[2] + (k >> 2)};
    const size_t at = cloud_find(l->key, l->count, cloud_key(other));
    n->parts[k] = at < l->count ? &parts[at] : NULL;
  }
}

/* The vertex between two corners of a cell. */
static uint32_t find_vertex(const struct neighbourhood *n, const int cell[3], int a, int b) {
  const int low = a & b,
            direction = a ^ b; /* of two corners of a tetrahedron one has all bits of the other */
  int node = 0, neighbour = 0;
  for (int axis = 2; axis >= 0; axis--) {
    int at = cell[axis] + (low >> axis & 1);
    if (at == BLOCK_CELLS) at = 0, neighbour |= 1 << axis;
    node = node * BLOCK_CELLS + at;
  }
  const struct part *part = n->parts[neighbour];
  const uint16_t edge = (uint16_t)(node * 8 + direction);
  uint32_t from = 0, to = part->vertices;
  while (to - from > 1) {
    const uint32_t middle = from + (to - from) / 2;
    if (part->edges[middle] <= edge)
      from = middle;
    else
      to = middle;
  }
  return part->first_vertex + from;
}

static void put_triangle(uint32_t out[3], const struct neighbourhood *n, const int cell[3],
                         const int corners[3][2], bool turned) {
  for (int k = 0; k < 3; k++) out[turned ? 2 - k : k] = find_vertex(n, cell, corners[k][0], corners[k][1]);
}

/* The triangles of a tetrahedron, one or two: counted, or with `out` there, written down. */
static int take_triangles(uint32_t (*out)[3], const struct neighbourhood *n, const int cell[3],
                          unsigned inside, int tetrahedron) {
  int count, c[4];
  const unsigned mask = take_tetrahedron(inside, tetrahedron, &count);
  if (count % 4 == 0) return 0;
  if (!out) return count == 2 ? 2 : 1;
  for (int k = 0; k < 4; k++) c[k] = tetrahedra[tetrahedron][orders[mask][k]];
  const bool turned = tetrahedron >= FIRST_TURNED;
  if (count != 2) {
    const int tip[3][2] = {{c[0], c[1]}, {c[0], c[2]}, {c[0], c[3]}};
    put_triangle(out[0], n, cell, tip, turned != (count == 3));
    return 1;
  }
  const int one[3][2] = {{c[0], c[2]}, {c[0], c[3]}, {c[1], c[3]}},
            two[3][2] = {{c[0], c[2]}, {c[1], c[3]}, {c[1], c[2]}};
  put_triangle(out[0], n, cell, one, turned);
  put_triangle(out[1], n, cell, two, turned);
  return 2;
}

static uint32_t find_triangles(uint32_t (*out)[3], const struct neighbourhood *n, float level) {
  uint32_t count = 0;
  for (int z = 0; z < BLOCK_CELLS; z++)
    for (int y = 0; y < BLOCK_CELLS; y++)
      for (int x = 0; x < BLOCK_CELLS; x++) {
        const int cell[3] = {x, y, z};
        float value[CORNERS];
        const unsigned inside = take_cell(n->block, x, y, z, level, value);
        if (inside == 0 || inside == 0xff) continue;
        for (int k = 0; k < TETRAHEDRA; k++)
          count += (uint32_t)take_triangles(out ? out + count : NULL, n, cell, inside, k);
      }
  return count;
}

static void count_parts(const struct lattice *l, float level, struct part *parts) {
#pragma omp parallel for schedule(dynamic, 16)
  for (size_t i = 0; i < l->count; i++) {
    if (!has_surface(&l->blocks[i], level)) continue;
    const struct neighbourhood n = {.block = &l->blocks[i]};
    find_vertices(NULL, l, &l->blocks[i], level, &parts[i]);
    parts[i].triangles = find_triangles(NULL, &n, level);
  }
}

static int number_parts(struct isosurface *s, const struct lattice *l, struct part *parts) {
  for (size_t i = 0; i < l->count; i++) {
    parts[i].first_vertex = (uint32_t)s->vertices, parts[i].first_triangle = (uint32_t)s->triangles;
    s->vertices += parts[i].vertices, s->triangles += parts[i].triangles;
    CHECK(s->vertices < INT32_MAX && s->triangles < INT32_MAX, STATUS_USAGE,
          "a surface of too many triangles");
    if (parts[i].vertices == 0) continue;
    parts[i].edges = malloc(parts[i].vertices * sizeof *parts[i].edges);
    CHECK(parts[i].edges, STATUS_FAILED, "out of memory");
  }
  s->at = malloc((s->vertices + 1) * sizeof *s->at);
  s->normal = calloc(s->vertices + 1, sizeof *s->normal);
  s->corner = malloc((s->triangles + 1) * sizeof *s->corner);
  CHECK(s->at && s->normal && s->corner, STATUS_FAILED, "no memory for %zu triangles", s->triangles);
  return STATUS_OK;
}

static void fill_parts(struct isosurface *s, const struct lattice *l, float level, struct part *parts) {
#pragma omp parallel for schedule(dynamic, 16)
  for (size_t i = 0; i < l->count; i++)
    if (parts[i].edges) find_vertices(s, l, &l->blocks[i], level, &parts[i]);
#pragma omp parallel for schedule(dynamic, 16)
  for (size_t i = 0; i < l->count; i++) {
    struct neighbourhood n;
    if (parts[i].triangles == 0) continue;
    find_neighbours(&n, l, parts, i);
    find_triangles(s->corner + parts[i].first_triangle, &n, level);
  }
}

/* Normals of vertices, from the triangles by area; and the volume, by the divergence theorem. */
static void finish_isosurface(struct isosurface *s) {
  for (size_t i = 0; i < s->triangles; i++) {
    const double *p[3];
    double n[3];
    for (int k = 0; k < 3; k++) p[k] = s->at[s->corner[i][k]];
    for (int a = 0; a < 3; a++) {
      const int b = (a + 1) % 3, c = (a + 2) % 3;
      n[a] = (p[1][b] - p[0][b]) * (p[2][c] - p[0][c]) - (p[1][c] - p[0][c]) * (p[2][b] - p[0][b]);
      s->volume += n[a] * p[0][a] / 6;
    }
    for (int k = 0; k < 3; k++)
      for (int a = 0; a < 3; a++) s->normal[s->corner[i][k]][a] += (float)n[a];
  }
  for (size_t i = 0; i < s->vertices; i++) {
    float *n = s->normal[i];
    const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int a = 0; a < 3; a++) n[a] = length > 0 ? n[a] / length : a == 2 ? 1.0F : 0.0F;
  }
}

int isosurface_make(struct isosurface *s, const struct lattice *l, double level) {
  *s = (struct isosurface){.level = level};
  struct part *parts = calloc(l->count + 1, sizeof *parts);
  CHECK(parts, STATUS_FAILED, "out of memory");
  count_parts(l, (float)level, parts);
  int status = number_parts(s, l, parts);
  if (!status) fill_parts(s, l, (float)level, parts);
  if (!status) finish_isosurface(s);
  for (size_t i = 0; i < l->count; i++) free(parts[i].edges);
  free(parts);
  return status;
}

void isosurface_free(struct isosurface *s) {
  free(s->at);
  free(s->normal);
  free(s->corner);
}
