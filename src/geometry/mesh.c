/* SPDX-License-Identifier: BSD-3-Clause */
/* Corners on the lattice, joined; and whether the facets close a surface. */
#include "geometry/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lane/sine.h"
#include "util/error.h"

/* Farther out than any case reaches; products of three coordinates fit 128 bits. */
static const double units_most = 0x1p34;

void mesh_place(double x[3], const struct lattice *l, const int64_t v[3]) {
  for (int a = 0; a < 3; a++) x[a] = l->low[a] + ((double)v[a] / MESH_UNITS + 0.5) * l->dp;
}

/* Rows of the matrix that turns about x, then y, then z. */
static void turn_matrix(double r[3][3], const double degrees[3]) {
  double s[3], c[3];
  for (int a = 0; a < 3; a++) {
    s[a] = sine_of_turns(degrees[a] / 360.0);
    c[a] = cosine_of_turns(degrees[a] / 360.0);
  }
  const double turned[3][3] = {
      {c[2] * c[1], c[2] * s[1] * s[0] - s[2] * c[0], c[2] * s[1] * c[0] + s[2] * s[0]},
      {s[2] * c[1], s[2] * s[1] * s[0] + c[2] * c[0], s[2] * s[1] * c[0] - c[2] * s[0]},
      {-s[1], c[1] * s[0], c[1] * c[0]}};
  memcpy(r, turned, sizeof turned);
}

static int put_on_lattice(int64_t (*v)[3], const struct surface *s, const struct placement *p,
                          const struct lattice *l) {
  double r[3][3];
  turn_matrix(r, p->turn);
  for (size_t i = 0; i < s->vertices; i++)
    for (int a = 0; a < 3; a++) {
      const double *f = s->vertex[i];
      const double x = p->scale * (r[a][0] * f[0] + r[a][1] * f[1] + r[a][2] * f[2]) + p->move[a];
      const double units = ((x - l->low[a]) / l->dp - 0.5) * MESH_UNITS;
      CHECK(fabs(units) < units_most, STATUS_USAGE,
            "the surface reaches to %g m along %c, too far from the domain; scale or move it", x, "xyz"[a]);
      v[i][a] = llrint(units);
    }
  return STATUS_OK;
}

static size_t mix(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t h = a * 0x9e3779b97f4a7c15u ^ b * 0xc2b2ae3d27d4eb4fu ^ c * 0x165667b19e3779f9u;
  h ^= h >> 29;
  h *= 0xbf58476d1ce4e5b9u;
  return (size_t)(h ^ h >> 32);
}

/* A power of two above twice `count`. */
static size_t table_size(size_t count) {
  size_t size = 16;
  while (size < 2 * count) size *= 2;
  return size;
}

/* One vertex for each place, in the order in which they come; `joined` says which each became. */
static int join_vertices(struct mesh *m, uint32_t *joined, size_t count) {
  const size_t size = table_size(count);
  uint32_t *table = malloc(size * sizeof *table);
  CHECK(table, STATUS_FAILED, "not enough memory for a surface of %zu vertices", count);
  memset(table, 0xff, size * sizeof *table);
  for (size_t i = 0; i < count; i++) {
    const int64_t *v = m->vertex[i];
    size_t at = mix((uint64_t)v[0], (uint64_t)v[1], (uint64_t)v[2]) & (size - 1);
    while (table[at] != UINT32_MAX && memcmp(m->vertex[table[at]], v, sizeof m->vertex[0]) != 0)
      at = (at + 1) & (size - 1);
    if (table[at] == UINT32_MAX) {
      table[at] = (uint32_t)m->vertices;
      memmove(m->vertex[m->vertices++], v, sizeof m->vertex[0]);
    }
    joined[i] = table[at];
  }
  free(table);
  return STATUS_OK;
}

static void take_facets(struct mesh *m, const struct surface *s, const uint32_t *joined) {
  for (size_t i = 0; i < s->facets; i++) {
    const uint32_t a = joined[s->facet[i][0]], b = joined[s->facet[i][1]], c = joined[s->facet[i][2]];
    if (a == b || b == c || c == a) continue;
    m->facet[m->facets][0] = a, m->facet[m->facets][1] = b, m->facet[m->facets][2] = c;
    m->face[m->facets++] = s->face[i];
  }
}

/* An edge and the facets that go along it, towards its upper vertex or its lower one. */
struct edge {
  uint32_t low, high, uses, facet[2];
  int32_t net;
};

static struct edge *find_edge(struct edge *table, size_t size, uint32_t low, uint32_t high) {
  size_t at = mix(low, high, 0) & (size - 1);
  while (table[at].uses && (table[at].low != low || table[at].high != high)) at = (at + 1) & (size - 1);
  return &table[at];
}

static void count_edges(struct edge *table, size_t size, const struct mesh *m) {
  for (size_t i = 0; i < m->facets; i++)
    for (int k = 0; k < 3; k++) {
      const uint32_t from = m->facet[i][k], to = m->facet[i][(k + 1) % 3];
      struct edge *e = find_edge(table, size, from < to ? from : to, from < to ? to : from);
      e->low = from < to ? from : to;
      e->high = from < to ? to : from;
      if (e->uses < 2) e->facet[e->uses] = (uint32_t)i;
      e->uses++;
      e->net += from < to ? 1 : -1;
    }
}

static int fault_edge(const struct mesh *m, const struct lattice *l, const struct edge *e, size_t holes,
                      size_t turned) {
  double p[3], q[3];
  mesh_place(p, l, m->vertex[e->low]);
  mesh_place(q, l, m->vertex[e->high]);
  if (holes)
    return error_set(
        STATUS_USAGE,
        "the surface is not closed: %zu edge%s no facet on one side, the first that of facet %u from (%.6g, "
        "%.6g, %.6g) to (%.6g, %.6g, %.6g) m; expected a closed one",
        holes, holes == 1 ? " has" : "s have", m->face[e->facet[0]], p[0], p[1], p[2], q[0], q[1], q[2]);
  return error_set(
      STATUS_USAGE,
      "the surface has facets turned over: facets %u and %u, which meet from (%.6g, %.6g, %.6g) to (%.6g, "
      "%.6g, %.6g) m, have their outer sides on different sides of it, and so have those at %zu more "
      "edges; expected all outer sides outside",
      m->face[e->facet[0]], m->face[e->facet[1]], p[0], p[1], p[2], q[0], q[1], q[2], turned - 1);
}

/* A surface is closed, and has two sides, where along each edge as many facets go one way as the other. */
static int check_edges(const struct mesh *m, const struct lattice *l) {
  const size_t size = table_size(2 * m->facets);
  struct edge *table = calloc(size, sizeof *table), *hole = NULL, *turn = NULL;
  size_t holes = 0, turned = 0;
  CHECK(table, STATUS_FAILED, "not enough memory for the edges of %zu facets", m->facets);
  count_edges(table, size, m);
  for (size_t i = 0; i < size; i++) {
    struct edge *e = &table[i];
    if (e->net == 0) continue;
    struct edge **first = e->uses % 2 ? &hole : &turn;
    *(e->uses % 2 ? &holes : &turned) += 1;
    if (!*first || e->facet[0] < (*first)->facet[0] ||
        (e->facet[0] == (*first)->facet[0] && e->facet[1] < (*first)->facet[1]))
      *first = e;
  }
  int status = holes || turned ? fault_edge(m, l, holes ? hole : turn, holes, turned) : STATUS_OK;
  free(table);
  return status;
}

/* Which side is out, by the sign of the volume. */
static int find_side(struct mesh *m) {
  double volume = 0, box = 1;
  for (int a = 0; a < 3; a++) {
    m->low[a] = INT64_MAX, m->high[a] = INT64_MIN;
    for (size_t i = 0; i < m->vertices; i++) {
      if (m->vertex[i][a] < m->low[a]) m->low[a] = m->vertex[i][a];
      if (m->vertex[i][a] > m->high[a]) m->high[a] = m->vertex[i][a];
    }
    box *= (double)(m->high[a] - m->low[a]);
  }
  for (size_t i = 0; i < m->facets; i++) {
    double v[3][3];
    for (int k = 0; k < 3; k++)
      for (int a = 0; a < 3; a++) v[k][a] = (double)(m->vertex[m->facet[i][k]][a] - m->low[a]);
    volume += v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) +
              v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
              v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
  }
  CHECK(m->facets && fabs(volume) > 1e-9 * box, STATUS_USAGE,
        "the surface encloses no volume: is it flat, or in another unit (scale)?");
  m->side = volume > 0 ? 1 : -1;
  m->volume = fabs(volume) / 6 / MESH_UNITS / MESH_UNITS / MESH_UNITS;
  return STATUS_OK;
}

int mesh_make(struct mesh *m, const struct surface *s, const struct placement *p, const struct lattice *l) {
  *m = (struct mesh){.vertex = malloc((s->vertices + 1) * sizeof *m->vertex),
                     .facet = malloc((s->facets + 1) * sizeof *m->facet),
                     .face = malloc((s->facets + 1) * sizeof *m->face)};
  uint32_t *joined = malloc((s->vertices + 1) * sizeof *joined);
  int status = m->vertex && m->facet && m->face && joined
                   ? STATUS_OK
                   : error_set(STATUS_FAILED, "not enough memory for a surface of %zu facets", s->facets);
  if (status == STATUS_OK) status = put_on_lattice(m->vertex, s, p, l);
  if (status == STATUS_OK) status = join_vertices(m, joined, s->vertices);
  if (status == STATUS_OK) take_facets(m, s, joined);
  free(joined);
  TRY(status);
  TRY(check_edges(m, l));
  return find_side(m);
}

void mesh_free(struct mesh *m) {
  free(m->vertex);
  free(m->facet);
  free(m->face);
  *m = (struct mesh){0};
}
