/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/case.h"

#include <errno.h>
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case/motion.h"
#include "case/read.h"
#include "case/scheme.h"
#include "util/error.h"
#include "util/path.h"

enum { FILE_MAX = 4 << 20 }; /* bytes; the longest case in use is a few thousand */

double case_support_spacings(const struct amphi_case *c) {
  return model_radius(&models_kernel[c->kernel]) * c->smoothing_ratio;
}

double case_support_radius(const struct amphi_case *c) {
  return case_support_spacings(c) * c->dp;
}

int case_support_layers(const struct amphi_case *c) {
  return (int)ceil(case_support_spacings(c) - 1e-9); /* what is taken off: roundings */
}

/* The cpu backend's particles that share a list may be in two cells that follow each other: with those on
 * both sides, they are four. */
double cpu_period_least(const struct cpu_options *options) {
  return options->cells == CPU_CELLS_WHOLE ? 4 : 3.5;
}

const char *scene_place(char place[CASE_PLACE], const struct scene *s, size_t line) {
  const char *path = s->path ? s->path : "case";
  if (line)
    snprintf(place, CASE_PLACE, "%s:%zu", path, line);
  else
    snprintf(place, CASE_PLACE, "%s", path);
  return place;
}

int scene_gravity_axis(const struct scene *s) {
  int axis = -1;
  for (int i = 0; i < 3; i++) {
    if (s->gravity[i] == 0) continue;
    if (axis >= 0) return -1;
    axis = i;
  }
  return axis;
}

size_t case_gauge_count(const struct amphi_case *c) {
  switch (c->method) {
  case METHOD_TRANSPORT:
    return c->transport.gauge_count;
  case METHOD_PAIRWISE:
    return c->pairwise.gauge_count;
  case METHOD_SWARM:
    return c->swarm.history > 0;
  default:
    return c->gauge_count;
  }
}

static bool hydrostatic_by_default(const struct amphi_case *c) {
  bool any = false;
  for (int i = 0; i < 3; i++) {
    if (c->gravity[i] != 0 && c->domain.periodic[i]) return false;
    any |= c->gravity[i] != 0;
  }
  return any;
}

static void resolve_shapes(struct reader *r, const struct body *b) {
  const struct amphi_case *c = r->c;
  for (size_t i = 0; i < b->shape_count; i++) {
    struct shape *s = &b->shapes[i];
    resolve_file(r, &s->file);
    for (size_t k = 0; k < s->finer_count; k++) resolve_file(r, &s->finer[k].file);
    if (s->layers == 0 && (s->fill != FILL_SOLID || s->kind == SHAPE_PLANE || s->kind == SHAPE_TERRAIN))
      s->layers = case_support_layers(c);
  }
}

/* Dynamic walls may be one layer, the holes of which the wider one closes (docs/schemes.md). */
static double contact_by_default(const struct amphi_case *c) {
  if (!(models_boundary[c->boundary.model].takes & TAKES_CONTACT)) return 0.0;
  return c->boundary.model == BOUNDARY_DYNAMIC ? 0.8 : 0.75;
}

static double lost_by_default(const struct amphi_case *c) {
  const bool standard = c->scheme == SCHEME_STANDARD;
  const bool falls = c->gravity[0] != 0.0 || c->gravity[1] != 0.0 || c->gravity[2] != 0.0;
  if (c->domain.open || c->opening_count || (standard && falls)) return 0.01;
  return standard || c->limits.leave ? 0.001 : 0.0;
}

void resolve_wcsph(struct reader *r) {
  struct amphi_case *c = r->c;
  scheme_resolve(c);
  if (isnan(c->boundary.contact)) c->boundary.contact = contact_by_default(c);
  if (isnan(c->limits.lost)) c->limits.lost = lost_by_default(c);
  if (isnan(c->limits.spray)) c->limits.spray = fmax(0.05, c->limits.lost);
  const struct node *fluids = node_child(r->root, "fluids");
  for (size_t i = 0; i < c->fluid_count; i++) {
    resolve_shapes(r, &c->fluids[i]);
    if (!node_child(fluids->items[i], "phase")) c->fluids[i].phase = -1;
    if (!node_child(fluids->items[i], "hydrostatic"))
      c->fluids[i].hydrostatic = hydrostatic_by_default(c) && !c->fluids[i].initial.density &&
                                 c->fluids[i].shapes[0].kind != SHAPE_POINTS;
  }
  for (size_t i = 0; i < c->wall_count; i++) resolve_shapes(r, &c->walls[i]);
  const struct node *walls = node_child(r->root, "walls");
  for (size_t i = 0; i < c->wall_count; i++)
    if (!node_child(walls->items[i], "moves_with")) c->walls[i].carrier = -1;
  const struct node *boxes = node_child(r->root, "resolution");
  for (size_t i = 0; i < c->refinement_count; i++)
    if (!node_child(boxes->items[i], "near")) c->refinements[i].near = -1;
  const struct node *openings = node_child(r->root, "open_boundaries");
  for (size_t i = 0; i < c->opening_count; i++)
    if (!node_child(openings->items[i], "phase")) c->openings[i].phase = -1;
  const struct node *joints = node_child(r->root, "joints");
  for (size_t i = 0; i < c->joint_count; i++)
    if (!node_child(joints->items[i], "with")) c->joints[i].with = -1;
  const struct node *gauges = node_child(r->root, "gauges");
  for (size_t i = 0; i < c->gauge_count; i++) {
    struct gauge *g = &c->gauges[i];
    if (!node_child(gauges->items[i], "on")) g->wall = -1;
    if (!node_child(gauges->items[i], "moves_with")) g->carrier = -1;
    const int wall = gauge_can_stand_on(g->kind) ? gauge_wall(g) : -1;
    g->moves = wall >= 0 && (motion_moves(&c->scene, (size_t)wall) || c->walls[wall].freedom.given);
  }
}

/* What no row can say alone, by method. */
static void (*const checks[])(struct reader *r) = {[METHOD_WCSPH] = check_wcsph,
                                                   [METHOD_TRANSPORT] = check_transport,
                                                   [METHOD_SWARM] = check_swarm,
                                                   [METHOD_PAIRWISE] = check_pairwise};

/* The case is named after its folder. */
static int default_title(struct amphi_case *c) {
  if (c->title) return STATUS_OK;
  char *whole = realpath(c->path, NULL);
  c->title = strdup(whole ? basename(dirname(whole)) : "untitled");
  free(whole);
  CHECK(c->title, STATUS_FAILED, "no memory for the case file");
  /* A folder's name may hold any byte, a title must be text. */
  for (char *t = c->title; *t; t++)
    if (*t < 0x20 || *t > 0x7e) *t = '_';
  if (strlen(c->title) > TEXT_MAX) c->title[TEXT_MAX] = 0;
  return STATUS_OK;
}

/* Which keys there are depends on it, so it is looked at before all others; if it is missing or wrong,
 * reading says so. */
static enum method_kind find_method(const struct node *root) {
  const struct node *n = node_child(root, "method");
  for (int m = 0; n && n->kind == NODE_SCALAR && words_method[m]; m++)
    if (strcmp(words_method[m], n->text) == 0) return (enum method_kind)m;
  return METHOD_WCSPH;
}

static int read_tree(struct amphi_case *c, struct node *root, reader_check *check) {
  struct reader r = {.c = c, .root = root, .faults.file = c->path};
  if (root->kind != NODE_MAP)
    return error_set(STATUS_USAGE, "%s:%zu: not a case: expected keys and values, such as 'method: wcsph'",
                     c->path, root->line);
  c->method = find_method(root);
  if (c->method == METHOD_WCSPH) c->scheme = scheme_of(root);
  if (c->method == METHOD_PAIRWISE) c->dimensions = 3; /* it has no other */
  read_table(&r, &schema_case, root, c);
  if (!r.faults.any && !r.no_memory) checks[c->method](&r);
  if (!r.faults.any && !r.no_memory) check_output(&r);
  if (r.has_lattice) check(&r);
  CHECK(!r.no_memory, STATUS_FAILED, "no memory for the case file");
  CHECK(!r.faults.any, STATUS_USAGE, "%s", r.faults.text);
  return default_title(c);
}

int case_read_text_with(struct amphi_case *c, const char *name, const char *text, size_t size,
                        char *const overrides[], size_t override_count, reader_check *check) {
  *c = (struct amphi_case){.path = strdup(name)};
  CHECK(c->path, STATUS_FAILED, "no memory for the case file");
  struct node *root;
  size_t order = 0;
  TRY(node_parse(&root, name, NULL, text, size, &order));
  CHECK(root, STATUS_USAGE, "%s:1: empty; expected a case, with keys and values such as 'method: wcsph'",
        name);
  int status = STATUS_OK;
  for (size_t i = 0; i < override_count && status == STATUS_OK && root->kind == NODE_MAP; i++)
    status = node_override(root, overrides[i], &order);
  if (status == STATUS_OK) status = read_tree(c, root, check);
  node_free(root);
  return status;
}

static int load_stream(FILE *f, const char *path, char **text, size_t *size) {
  *text = malloc(FILE_MAX + 1);
  CHECK(*text, STATUS_FAILED, "no memory for the case file");
  *size = fread(*text, 1, FILE_MAX + 1, f);
  CHECK(!ferror(f), STATUS_USAGE, "%s: cannot read: %s", path, strerror(errno));
  CHECK(*size <= FILE_MAX, STATUS_USAGE, "%s: too long for a case file; expected at most %d bytes", path,
        FILE_MAX);
  return STATUS_OK;
}

static int load_case(const char *path, char **text, size_t *size) {
  if (path_is_folder(path)) {
    char inside[PATH_MAX];
    if (path_join(inside, path, "case.yaml") == STATUS_OK && path_exists(inside))
      return error_set(STATUS_USAGE, "%s: is a folder; expected a case file; did you mean '%s'?", path,
                       inside);
    return error_set(STATUS_USAGE, "%s: is a folder; expected a case file", path);
  }
  int fd;
  if (path_open_input(&fd, path, STATUS_USAGE, size)) return STATUS_USAGE;
  FILE *f = fdopen(fd, "rb");
  int status = f ? load_stream(f, path, text, size) : error_set(STATUS_FAILED, "no memory for the case file");
  if (f)
    fclose(f);
  else
    close(fd);
  return status;
}

int case_read_with(struct amphi_case *c, const char *path, char *const overrides[], size_t override_count,
                   reader_check *check) {
  *c = (struct amphi_case){0};
  char *text = NULL;
  size_t size = 0;
  int status = load_case(path, &text, &size);
  if (status == STATUS_OK)
    status = case_read_text_with(c, path, text, size, overrides, override_count, check);
  free(text);
  return status;
}

static void free_table(const struct schema_table *table, void *base, enum method_kind method) {
  for (size_t i = 0; i < table->count; i++) {
    const struct schema_row *row = &table->rows[i];
    void **at = (void **)((char *)base + row->offset);
    if (!schema_is_of(row, method)) continue;
    if (row->type == VALUE_MAP) free_table(row->table, at, method);
    if (row->type == VALUE_LIST)
      for (size_t k = 0; k < *(size_t *)((char *)base + row->count_offset); k++)
        free_table(row->table, (char *)*at + k * row->table->size, method);
    if (row->type == VALUE_TEXT || row->type == VALUE_NAME || row->type == VALUE_NUMBERS ||
        row->type == VALUE_VERTICES || row->type == VALUE_LIST)
      free(*at);
  }
}

void case_free(struct amphi_case *c) {
  motion_free(c);
  openings_free(c);
  free_table(&schema_case, c, c->method);
  free(c->path);
  *c = (struct amphi_case){0};
}

bool case_walls_pull(enum boundary_model model) {
  return model != BOUNDARY_SEMI_ANALYTICAL && !(models_boundary[model].takes & TAKES_REPULSION);
}

#define WORD(name, type)                                                                                     \
  const char *case_word_##name(enum type value) {                                                            \
    return words_##name[value];                                                                              \
  }
WORD(kernel, kernel_kind)
WORD(viscosity, viscosity_model)
WORD(diffusion, diffusion_model)
WORD(boundary, boundary_model)
WORD(integrator, integrator)
WORD(summation, summation)
WORD(formulation, formulation)
WORD(objective, objective_kind)
WORD(form, swarm_form)
WORD(neighbourhood, swarm_neighbourhood)
WORD(layout, swarm_arrangement)
WORD(potential, pairwise_potential)
WORD(truncation, pairwise_truncation)
WORD(pairwise, pairwise_strategy)
