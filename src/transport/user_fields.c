/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/user_fields.h"

#include <stdlib.h>
#include <string.h>

#include "case/formula.h"
#include "util/error.h"

/* ---- expressions ---- */

static void fill_row(const struct transport_grid *g, struct expression *e, double at[], int32_t row,
                     double *values) {
  const int32_t index[3] = {0, row % g->n[1], row / g->n[1]};
  for (int a = 1; a < g->dimensions; a++) at[a] = grid_coordinate(g, a, index[a]);
  for (int32_t i = 0; i < g->n[0]; i++) {
    at[0] = grid_coordinate(g, 0, i);
    values[(size_t)row * (size_t)g->n[0] + (size_t)i] = expression_value(e);
  }
}

int user_expression_fill(const struct transport_grid *g, const char *text, bool timed, double time,
                         double *values) {
  const char *names[FORMULA_PLACE_NAMES];
  const int32_t rows = g->n[1] * g->n[2];
  bool complete = true;
  formula_place_names(names, g->dimensions, timed);
#pragma omp parallel reduction(&& : complete)
  {
    double at[FORMULA_PLACE_NAMES] = {0};
    struct expression *e;
    at[g->dimensions] = time; /* no name if it is not timed */
    complete = expression_open(&e, text, names, at) == STATUS_OK;
#pragma omp for schedule(static)
    for (int32_t row = 0; row < rows; row++)
      if (complete) fill_row(g, e, at, row, values);
    expression_close(e);
  }
  CHECK(complete, STATUS_FAILED, "no memory to compute '%s' on the grid", text);
  return STATUS_OK;
}

/* ---- files ---- */

static const char *const components[] = {"u", "v", "w"};

/* A component at one of the file's times. */
struct level {
  size_t at;
  double *values; /* NULL: none yet */
};

struct user_flow {
  const struct transport_grid *grid;
  struct grid_file *file;
  size_t count;             /* of times */
  double *times;            /* s */
  struct level level[3][2]; /* by axis, the two that are in use */
};

static int read_times(struct user_flow *u, const char *path, double end) {
  u->times = calloc(u->count, sizeof *u->times);
  CHECK(u->times, STATUS_FAILED, "no memory for %zu times", u->count);
  TRY(grid_file_numbers(u->file, "time", u->count, u->times));
  const double first = u->times[0], last = u->times[u->count - 1];
  CHECK(first <= 0.0 && last >= end * (1.0 - 1e-9), STATUS_USAGE,
        "%s: dataset 'time' goes from %g s to %g s; expected all of 0 s to %g s, the end", path, first, last,
        end);
  return STATUS_OK;
}

static int open_flow(struct user_flow *u, const char *path, double end) {
  const struct transport_grid *g = u->grid;
  size_t count[3] = {0};
  TRY(grid_file_open(&u->file, path));
  for (int a = 0; a < g->dimensions; a++) {
    TRY(grid_file_check(u->file, components[a], g->dimensions, g->n, &count[a]));
    CHECK(count[a] == count[0], STATUS_USAGE,
          "%s: dataset '%s' has %zu times and 'u' has %zu; expected as many in both", path, components[a],
          count[a], count[0]);
  }
  u->count = count[0];
  return u->count ? read_times(u, path, end) : STATUS_OK;
}

int user_flow_open(struct user_flow **u, const struct transport_grid *g, const char *path, double end) {
  *u = NULL;
  struct user_flow *made = calloc(1, sizeof *made);
  CHECK(made, STATUS_FAILED, "no memory for a velocity");
  made->grid = g;
  const int status = open_flow(made, path, end);
  if (status == STATUS_OK)
    *u = made;
  else
    user_flow_close(made);
  return status;
}

void user_flow_close(struct user_flow *u) {
  if (!u) return;
  for (int a = 0; a < 3; a++)
    for (int k = 0; k < 2; k++) free(u->level[a][k].values);
  free(u->times);
  grid_file_close(u->file);
  free(u);
}

size_t user_flow_times(const struct user_flow *u) {
  return u->count;
}

double user_flow_time(const struct user_flow *u, size_t k) {
  return u->times[k];
}

/* The values at time k, read unless one of the two levels has them; `keep` is the time whose level stays. */
static int find_level(struct user_flow *u, int axis, size_t k, size_t keep, const double **values) {
  struct level *pair = u->level[axis];
  struct level *l = pair[1].values && pair[1].at == k ? &pair[1] : &pair[0];
  if (l->values && l->at == k) {
    *values = l->values;
    return STATUS_OK;
  }
  if (pair[0].values && pair[0].at == keep) l = &pair[1];
  if (!l->values) l->values = malloc(grid_size(u->grid) * sizeof *l->values);
  CHECK(l->values, STATUS_FAILED, "no memory for the velocity at %zu grid points", grid_size(u->grid));
  TRY(grid_file_read(u->file, components[axis], k, grid_size(u->grid), l->values));
  l->at = k;
  *values = l->values;
  return STATUS_OK;
}

int user_flow_fill(struct user_flow *u, int axis, double time, double *values) {
  const size_t points = grid_size(u->grid);
  const double *before, *after;
  size_t k = 0;
  if (u->count == 0) return grid_file_read(u->file, components[axis], GRID_FILE_WHOLE, points, values);
  while (k + 2 < u->count && u->times[k + 1] <= time) k++;
  if (u->count == 1) return grid_file_read(u->file, components[axis], 0, points, values);
  TRY(find_level(u, axis, k, k + 1, &before));
  TRY(find_level(u, axis, k + 1, k, &after));
  const double share = (time - u->times[k]) / (u->times[k + 1] - u->times[k]);
#pragma omp parallel for schedule(static)
  for (size_t p = 0; p < points; p++) values[p] = before[p] + share * (after[p] - before[p]);
  return STATUS_OK;
}
