/* SPDX-License-Identifier: BSD-3-Clause */
/* <mlayerpistons>: walls that move along x as another program says that water moves, by height, and by y. As
 * the peer moves each particle by its own height, a wall becomes one for each row of nodes, or for each node
 * across x; with one layer of speeds it stays whole. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/layered.h"
#include "import/parts.h"
#include "util/error.h"

enum { PIECES_MOST = 20000 };

/* Speeds at heights along time, at one y. */
struct column {
  double y, offset; /* m; s of the file at which the run begins */
  struct layered speeds;
};

struct piston {
  struct xml_node *element;
  struct column *columns; /* their y grow */
  size_t count;
  double lift; /* m, of heights */
  bool across; /* there is a speed for each y */
};

/* Of the piston, or of a <veldata>. */
static int read_column(struct import *m, struct xml_node *n, struct column *c) {
  struct xml_node *file = xml_child(n, "filevelx");
  if (!file) return import_fault(m, n, "<filevelx> is missing");
  TRY(import_child_value(m, n, "timedataini", &c->offset));
  TRY(import_child_value(m, n, "posy", &c->y));
  return layered_read(m, file, "value", &c->speeds);
}

static int compare_columns(const void *a, const void *b) {
  const struct column *p = a, *q = b;
  return (p->y > q->y) - (p->y < q->y);
}

static int read_columns(struct import *m, struct piston *p) {
  struct xml_node *first = xml_child(p->element, "veldata");
  size_t count = 0;
  for (struct xml_node *n = first; n; n = xml_next(n)) count++;
  if (p->across && count == 0) return import_fault(m, p->element, "has no <veldata>");
  p->columns = calloc(p->across ? count : 1, sizeof *p->columns);
  CHECK(p->columns, STATUS_FAILED, "not enough memory for a piston");
  if (!p->across) return read_column(m, p->element, &p->columns[p->count++]);
  for (struct xml_node *n = first; n; n = xml_next(n)) {
    n->used = true;
    TRY(read_column(m, n, &p->columns[p->count++]));
  }
  qsort(p->columns, p->count, sizeof *p->columns, compare_columns);
  for (size_t i = 1; i < p->count; i++)
    if (p->columns[i].y == p->columns[i - 1].y)
      return import_fault(m, first, "two <veldata> at a posy of %g m", p->columns[i].y);
  return STATUS_OK;
}

static void close_piston(struct piston *p) {
  for (size_t i = 0; i < p->count; i++) layered_free(&p->columns[i].speeds);
  free(p->columns);
}

/* ---- speeds ---- */

/* At a time of the run. */
static double column_speed(const struct column *c, double time, double z) {
  return layered_at(&c->speeds, time + c->offset, z);
}

static double piston_speed(const struct piston *p, double time, double y, double z) {
  size_t above = 0;
  z -= p->lift;
  while (above < p->count && p->columns[above].y < y) above++;
  if (above == p->count || above == 0 || !p->across)
    return column_speed(&p->columns[above == p->count ? p->count - 1 : above], time, z);
  const struct column *a = &p->columns[above - 1], *b = &p->columns[above];
  const double before = column_speed(a, time, z);
  return before + (y - a->y) / (b->y - a->y) * (column_speed(b, time, z) - before);
}

/* ---- walls ---- */

/* The rows of the first column that a run needs, from its begin to its end. */
static int write_speeds(struct import *m, const struct piston *p, double y, double z, FILE *f, double *last) {
  const struct column *c = &p->columns[0];
  double speed = piston_speed(p, 0, y, z);
  *last = 0;
  fprintf(f, "0 %.12g 0%s\n", speed, m->sketch.dimensions == 3 ? " 0" : "");
  for (size_t i = 0; i < c->speeds.times && *last < m->end; i++) {
    const double time = layered_time(&c->speeds, i) - c->offset;
    if (!(time > 0)) continue;
    speed = piston_speed(p, time, y, z);
    fprintf(f, "%.12g %.12g 0%s\n", time, speed, m->sketch.dimensions == 3 ? " 0" : "");
    *last = time;
  }
  return *last > 0 ? STATUS_OK : import_fault(m, p->element, "its file has no time behind the run's begin");
}

static int write_motion(struct import *m, const struct piston *p, const char *wall, double y, double z) {
  struct import_writing w;
  char name[80];
  double last;
  TRY(import_begin_file(&w));
  const int status = write_speeds(m, p, y, z, w.out, &last);
  snprintf(name, sizeof name, "piston_%s.txt", wall);
  TRY(import_end_file(m, &w, status, name));
  if (last < m->end)
    import_note(m, NOTE_CHANGED, p->element,
                "its file ends at %.6g s of the run, and the piston stands from there on", last);
  fprintf(m->yaml, "    motion:\n      - {type: file, from: 0, to: %.10g, moves: velocity, file: %s}\n",
          fmin(m->end, last), name);
  return STATUS_OK;
}

static int node_of(const struct import *m, size_t i, int axis) {
  return (int)floor((m->place[i][axis] - m->sketch.low[axis]) / m->spacing + 0.5);
}

/* Rows of nodes that the wall has: which piece each particle is of, and how many there are. */
static int find_pieces(struct import *m, const struct piston *p, const struct group *g, int *piece,
                       int low[2], int count[2]) {
  const size_t index = (size_t)(g - m->sketch.groups);
  int high[2] = {INT_MIN, INT_MIN};
  low[0] = low[1] = INT_MAX;
  for (size_t i = m->first[index]; i < m->first[index + 1]; i++)
    for (int k = 0; k < 2; k++) {
      const int at = k == 0 ? node_of(m, i, 2) : p->across ? node_of(m, i, 1) : 0;
      if (at < low[k]) low[k] = at;
      if (at > high[k]) high[k] = at;
    }
  for (int k = 0; k < 2; k++) count[k] = high[k] - low[k] + 1;
  if ((double)count[0] * count[1] > PIECES_MOST)
    return import_fault(m, p->element, "a piston of %d by %d rows; expected %d pieces at most", count[0],
                        count[1], PIECES_MOST);
  for (size_t i = m->first[index]; i < m->first[index + 1]; i++)
    piece[i - m->first[index]] =
        (p->across ? node_of(m, i, 1) - low[1] : 0) * count[0] + node_of(m, i, 2) - low[0];
  return STATUS_OK;
}

static int write_piece(struct import *m, const struct piston *p, const struct group *g, const int *piece,
                       int number, double y, double z) {
  const size_t index = (size_t)(g - m->sketch.groups);
  size_t particles = 0;
  char name[64], wall[32];
  for (size_t i = m->first[index]; i < m->first[index + 1]; i++)
    particles += piece[i - m->first[index]] == number;
  if (particles == 0) return STATUS_OK;
  snprintf(name, sizeof name, "%s_%d", import_name(g, wall), number);
  fprintf(m->yaml, "  - name: %s       # %zu particles\n    shapes: [{add: points, file: %s.csv}]\n", name,
          particles, name);
  TRY(particles_piece(m, g, name, piece, number));
  return write_motion(m, p, name, y, z);
}

static int write_pieces(struct import *m, const struct piston *p, const struct group *g, int *piece) {
  int low[2], count[2];
  TRY(find_pieces(m, p, g, piece, low, count));
  for (int k = 0; k < count[0] * count[1]; k++)
    TRY(write_piece(m, p, g, piece, k, m->sketch.low[1] + (low[1] + k / count[0]) * m->spacing,
                    m->sketch.low[2] + (low[0] + k % count[0]) * m->spacing));
  import_note(m, NOTE_CHANGED, p->element,
              "a wall for each %s, whose speed is on a straight line between those of the layers",
              p->across ? "node across x" : "row of nodes");
  return STATUS_OK;
}

static int write_layers(struct import *m, struct piston *p, const struct group *g, bool *layered) {
  TRY(read_columns(m, p));
  *layered = p->count > 1 || p->columns[0].speeds.layers > 1;
  if (!*layered) return STATUS_OK;
  int *piece = calloc(g->nodes + 1, sizeof *piece);
  CHECK(piece, STATUS_FAILED, "not enough memory for a piston");
  const int status = write_pieces(m, p, g, piece);
  m->sketch.groups[g - m->sketch.groups].pieces = true;
  free(piece);
  return status;
}

/* The piston that a wall is, or NULL. */
static int find_piston(struct import *m, struct xml_node *special, const struct group *g,
                       struct xml_node **found) {
  struct xml_node *list = xml_child(special, "mlayerpistons");
  *found = NULL;
  if (!list) return STATUS_OK;
  list->used = true;
  for (struct xml_node *n = list->first; n; n = n->next) {
    double mk = -1;
    if (strcmp(n->name, "piston1d") != 0 && strcmp(n->name, "piston2d") != 0) continue;
    TRY(import_child_value(m, n, "mkbound", &mk));
    if (mk != g->mk) continue;
    n->used = true;
    *found = n;
  }
  return STATUS_OK;
}

static int read_piston(struct import *m, struct piston *p) {
  static const char *const smooth[] = {"smooth", "smoothz", "smoothy", NULL}; /* how layers are joined */
  for (int i = 0; smooth[i]; i++)
    if (xml_child(p->element, smooth[i])) xml_know(xml_child(p->element, smooth[i]));
  p->across = strcmp(p->element->name, "piston2d") == 0;
  if (p->across && m->sketch.dimensions == 2) return import_fault(m, p->element, "a piston by y in 2-D");
  return import_child_value(m, p->element, "incz", &p->lift);
}

int pistons_layers(struct import *m, struct xml_node *special, const struct group *g, bool *layered) {
  struct piston p = {0};
  *layered = false;
  TRY(find_piston(m, special, g, &p.element));
  if (!p.element) return STATUS_OK;
  int status = read_piston(m, &p);
  if (status == STATUS_OK) status = write_layers(m, &p, g, layered);
  close_piston(&p);
  return status;
}

int pistons_keys(struct import *m, struct xml_node *special, const struct group *g, bool *piston) {
  struct piston p = {0};
  char wall[32];
  TRY(find_piston(m, special, g, &p.element));
  *piston = p.element;
  if (!p.element) return STATUS_OK;
  int status = read_piston(m, &p);
  if (status == STATUS_OK) status = read_columns(m, &p);
  if (status == STATUS_OK) status = write_motion(m, &p, import_name(g, wall), 0, 0);
  close_piston(&p);
  return status;
}
