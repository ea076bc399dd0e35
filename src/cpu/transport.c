/* SPDX-License-Identifier: BSD-3-Clause */
#include "cpu/transport.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

/* Lines that are turned together: 64 bytes of floats side by side. */
enum { CPU_PANEL = 16 };

/* One thread's arrays. */
struct worker {
  void *lines;  /* [CPU_PANEL][pitch] particles of a panel, a line after another */
  void *points; /* [CPU_PANEL][pitch] what they become */
  void *move;   /* [pitch] displacements on one line */
};

struct cpu_transport {
  struct transport_state *state;
  const struct isa *isa;
  const struct cpu_transport_lanes *lanes;
  int threads;
  int32_t pitch;     /* elements between lines of a panel: not a power of two, which caches do not like */
  void *velocity[3]; /* [line][point] of the axis' own lines */
  struct worker *workers;
  size_t bytes;
  struct transport_finding finding;
};

static const struct cpu_transport_lanes *lanes_of(const struct isa *isa) {
#define X(n, lanes)                                                                                          \
  if (strcmp(isa->name, #n) == 0) return &cpu_transport_lanes_##n;
  CPU_ISAS(X)
#undef X
  return NULL;
}

static void cpu_close(void *self) {
  struct cpu_transport *c = self;
  if (!c) return;
  for (int t = 0; c->workers && t < c->threads; t++) {
    free(c->workers[t].lines);
    free(c->workers[t].points);
    free(c->workers[t].move);
  }
  for (int a = 0; a < 3; a++) free(c->velocity[a]);
  free(c->workers);
  free(c);
}

static void *allocate_bytes(struct cpu_transport *c, size_t count) {
  size_t bytes = (count + CPU_OVERHANG) * values_bytes(c->state->values);
  bytes = (bytes + 63) / 64 * 64;
  void *data = aligned_alloc(64, bytes);
  if (data) memset(data, 0, bytes);
  c->bytes += bytes;
  return data;
}

static int allocate_transport(struct cpu_transport *c) {
  const struct transport_grid *g = &c->state->grid;
  int32_t longest = 0;
  bool complete = (c->workers = calloc((size_t)c->threads, sizeof *c->workers));
  for (int a = 0; a < g->dimensions; a++) {
    longest = g->n[a] > longest ? g->n[a] : longest;
    complete = (c->velocity[a] = allocate_bytes(c, grid_size(g))) && complete;
  }
  c->pitch = (longest + 31) / 16 * 16;
  for (int t = 0; complete && t < c->threads; t++) {
    struct worker *w = &c->workers[t];
    complete = (w->lines = allocate_bytes(c, (size_t)CPU_PANEL * (size_t)c->pitch)) && complete;
    complete = (w->points = allocate_bytes(c, (size_t)CPU_PANEL * (size_t)c->pitch)) && complete;
    complete = (w->move = allocate_bytes(c, (size_t)c->pitch)) && complete;
  }
  CHECK(complete, STATUS_FAILED, "no memory for %zu grid points in the cpu backend", grid_size(g));
  return STATUS_OK;
}

static int cpu_open(void **self, struct transport_state *state, const struct execution_options *options) {
  struct cpu_transport *c = calloc(1, sizeof *c);
  CHECK(c, STATUS_FAILED, "no memory for the cpu backend");
  c->state = state;
  c->threads = options->threads > 0 ? options->threads : omp_get_num_procs();
  int status = isa_choose(&c->isa, options->isa);
  if (status == STATUS_OK) {
    c->lanes = lanes_of(c->isa);
    status = allocate_transport(c);
  }
  if (status == STATUS_OK)
    *self = c;
  else
    cpu_close(c);
  return status;
}

/* A panel is up to `most` lines whose first points are side by side. */
struct panels {
  struct transport_lines lines;
  int32_t most, in_row, count;
};

static struct panels panels_of(const struct cpu_transport *c, int axis) {
  struct panels p = {.lines = grid_lines(&c->state->grid, axis)};
  p.most = c->state->walk == ORDER_AS_THEY_LIE ? 1 : CPU_PANEL;
  p.in_row = (p.lines.stride + p.most - 1) / p.most;
  p.count = p.lines.count / p.lines.stride * p.in_row;
  return p;
}

static int32_t panel_first(const struct panels *p, int32_t panel, int32_t *width) {
  const int32_t row = panel / p->in_row, column = panel % p->in_row * p->most, stride = p->lines.stride;
  *width = stride - column < p->most ? stride - column : p->most;
  return row * stride + column;
}

/* Turn a panel of the grid into lines of `pitch` elements, or back. Blocks of CPU_PANEL points stay in the
 * nearest cache between reading them along one axis and writing them along the other. */
#define TURN(name, type)                                                                                     \
  static void turn_##name(const type *restrict grid, int32_t stride, int32_t width, int32_t n,               \
                          type *restrict lines, int32_t pitch) {                                             \
    for (int32_t first = 0; first < n; first += CPU_PANEL)                                                   \
      for (int32_t l = 0; l < width; l++)                                                                    \
        for (int32_t i = first; i < n && i < first + CPU_PANEL; i++)                                         \
          lines[(size_t)l * (size_t)pitch + (size_t)i] = grid[(size_t)i * (size_t)stride + (size_t)l];       \
  }                                                                                                          \
  static void turn_back_##name(type *restrict grid, int32_t stride, int32_t width, int32_t n,                \
                               const type *restrict lines, int32_t pitch) {                                  \
    for (int32_t first = 0; first < n; first += CPU_PANEL)                                                   \
      for (int32_t i = first; i < n && i < first + CPU_PANEL; i++)                                           \
        for (int32_t l = 0; l < width; l++)                                                                  \
          grid[(size_t)i * (size_t)stride + (size_t)l] = lines[(size_t)l * (size_t)pitch + (size_t)i];       \
  }
TURN(4, uint32_t)
TURN(8, uint64_t)

static void turn_transport(size_t each, const void *grid, size_t start, int32_t stride, int32_t width,
                           int32_t n, void *lines, int32_t pitch) {
  if (each == 4)
    turn_4((const uint32_t *)grid + start, stride, width, n, lines, pitch);
  else
    turn_8((const uint64_t *)grid + start, stride, width, n, lines, pitch);
}
static void turn_back(size_t each, void *grid, size_t start, int32_t stride, int32_t width, int32_t n,
                      const void *lines, int32_t pitch) {
  if (each == 4)
    turn_back_4((uint32_t *)grid + start, stride, width, n, lines, pitch);
  else
    turn_back_8((uint64_t *)grid + start, stride, width, n, lines, pitch);
}

static int cpu_velocity(void *self, int axis, const void *component) {
  struct cpu_transport *c = self;
  const struct panels panels = panels_of(c, axis);
  const struct transport_lines lines = panels.lines;
  const size_t each = values_bytes(c->state->values);
#pragma omp parallel for num_threads(c->threads) schedule(static)
  for (int32_t p = 0; p < panels.count; p++) {
    int32_t width, first = panel_first(&panels, p, &width);
    char *to = (char *)c->velocity[axis] + (size_t)first * (size_t)lines.n * each;
    turn_transport(each, component, (size_t)line_start(&lines, first), lines.stride, width, lines.n, to,
                   lines.n);
  }
  return STATUS_OK;
}

/* Of faults in one pass the one on the first line, whichever thread found it. */
static void note_fault(struct cpu_transport *c, enum transport_fault fault, int axis, int32_t line) {
#pragma omp critical(transport_fault)
  {
    struct transport_finding *f = &c->finding;
    bool earlier = line < f->line || (line == f->line && fault < f->fault);
    if (f->fault == TRANSPORT_FINE || earlier) *f = (struct transport_finding){fault, axis, line};
  }
}

static void pass_panel(struct cpu_transport *c, const struct transport_pass *pass,
                       const struct panels *panels, int32_t panel) {
  const struct transport_lines *lines = &panels->lines;
  const struct transport_state *s = c->state;
  const struct worker *w = &c->workers[omp_get_thread_num()];
  const size_t each = values_bytes(s->values), line_bytes = (size_t)c->pitch * each;
  int32_t width, first = panel_first(panels, panel, &width);
  size_t start = (size_t)line_start(lines, first);
  if (!pass->move_only)
    turn_transport(each, s->scalar, start, lines->stride, width, lines->n, w->lines, c->pitch);
  for (int32_t l = 0; l < width; l++) {
    const char *velocity = (char *)c->velocity[pass->axis] + (size_t)(first + l) * (size_t)lines->n * each;
    if (c->lanes->move(s->values, s->order, pass->speed, velocity, lines->n, w->move))
      note_fault(c, TRANSPORT_CROSSING, pass->axis, first + l);
    if (pass->move_only) continue;
    if (c->lanes->remesh(s->values, s->kernel, w->move, (char *)w->lines + (size_t)l * line_bytes, lines->n,
                         (char *)w->points + (size_t)l * line_bytes))
      note_fault(c, TRANSPORT_OVERFLOW, pass->axis, first + l);
  }
  if (!pass->move_only)
    turn_back(each, s->scalar, start, lines->stride, width, lines->n, w->points, c->pitch);
}

static int cpu_pass(void *self, const struct transport_pass *pass) {
  struct cpu_transport *c = self;
  const struct panels panels = panels_of(c, pass->axis);
  if (c->finding.fault != TRANSPORT_FINE) return STATUS_OK;
#pragma omp parallel for num_threads(c->threads) schedule(monotonic : dynamic, 4)
  for (int32_t p = 0; p < panels.count; p++) pass_panel(c, pass, &panels, p);
  return STATUS_OK;
}

static int cpu_settle(void *self, struct transport_finding *finding) {
  struct cpu_transport *c = self;
  *finding = c->finding;
  c->finding = (struct transport_finding){TRANSPORT_FINE, 0, 0};
  return STATUS_OK;
}

/* The state is in host memory already. */
static int cpu_transfer(void *self) {
  (void)self;
  return STATUS_OK;
}

static int cpu_copy(void *self, size_t *bytes) {
  struct cpu_transport *c = self;
  const size_t size = grid_size(&c->state->grid) * values_bytes(c->state->values);
  const char *from = c->state->scalar;
  char *to = c->velocity[0];
#pragma omp parallel for num_threads(c->threads) schedule(static)
  for (int t = 0; t < c->threads; t++) {
    const size_t begin = size / (size_t)c->threads * (size_t)t;
    const size_t end = t + 1 == c->threads ? size : size / (size_t)c->threads * (size_t)(t + 1);
    memcpy(to + begin, from + begin, end - begin);
  }
  *bytes = 2 * size;
  return STATUS_OK;
}

static size_t cpu_bytes(void *self) {
  return ((struct cpu_transport *)self)->bytes;
}

static void cpu_describe(void *self, char *text, size_t size) {
  const struct cpu_transport *c = self;
  snprintf(text, size, "cpu: %s, %d lanes, %d thread%s", c->isa->name, c->isa->lanes, c->threads,
           c->threads == 1 ? "" : "s");
}

static size_t cpu_estimate(const struct transport_state *state, int threads) {
  const struct transport_grid *g = &state->grid;
  size_t longest = 0, each = values_bytes(state->values);
  if (threads < 1) threads = omp_get_num_procs();
  for (int a = 0; a < 3; a++) longest = (size_t)g->n[a] > longest ? (size_t)g->n[a] : longest;
  return ((size_t)g->dimensions * grid_size(g) + (size_t)threads * (2 * CPU_PANEL + 1) * (longest + 16)) *
         each;
}

const struct transport_backend transport_cpu = {
    .about = {.name = "cpu",
              .title = "explicit SIMD over the particles of a line, one thread per bundle of lines",
              .deterministic = "yes: the same bits on every machine, and on every backend",
              .way = cpu_way},
    .open = cpu_open,
    .close = cpu_close,
    .velocity = cpu_velocity,
    .pass = cpu_pass,
    .settle = cpu_settle,
    .fetch = cpu_transfer,
    .send = cpu_transfer,
    .copy = cpu_copy,
    .bytes = cpu_bytes,
    .describe = cpu_describe,
    .estimate = cpu_estimate,
};
