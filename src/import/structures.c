/* SPDX-License-Identifier: BSD-3-Clause */
/* <flexstrucs>: walls that bend. The peer's structure is held by the particles of another wall that its
 * kernel reaches; here these become its own, and clamped. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

/* How far a structure's particles see each other, dp (wcsph/walls/structure_start.c). */
#define REACH 1.6

enum { NODE_FREE, NODE_BENDS, NODE_HELD };

static void node_at(const struct sketch *l, size_t i, int at[3]) {
  at[0] = (int)(i % (size_t)l->count[0]);
  at[1] = (int)(i / (size_t)l->count[0] % (size_t)l->count[1]);
  at[2] = (int)(i / (size_t)l->count[0] / (size_t)l->count[1]);
}

/* Nodes of `from` that are within the reach of a node of the structure become its own. */
static size_t take_held(struct sketch *l, uint8_t *held, uint16_t group, uint16_t from) {
  const int reach = (int)REACH;
  size_t taken = 0;
  for (size_t i = 0; i < sketch_nodes(l); i++) {
    int at[3];
    if (l->node[i] != group || held[i] == NODE_HELD) continue;
    held[i] = NODE_BENDS;
    node_at(l, i, at);
    for (int z = -reach; z <= reach; z++)
      for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
          const int near[3] = {at[0] + x, at[1] + y, at[2] + z};
          bool in = x * x + y * y + z * z < REACH * REACH;
          for (int a = 0; a < 3; a++) in &= near[a] >= 0 && near[a] < l->count[a];
          if (!in || l->node[sketch_index(l, near)] != from) continue;
          l->node[sketch_index(l, near)] = group;
          held[sketch_index(l, near)] = NODE_HELD;
          taken++;
        }
  }
  return taken;
}

/* The walls that an attribute names, at most `room`. */
static int find_groups(const struct import *m, struct xml_node *n, const char *attribute, int room,
                       uint16_t *group, int *count) {
  *count = 0;
  for (size_t g = 0; g < m->sketch.group_count; g++) {
    bool in;
    if (!m->sketch.groups[g].bound) continue;
    TRY(import_in_list(m, n, attribute, m->sketch.groups[g].mk, &in));
    if (!in || !m->sketch.groups[g].nodes) continue;
    if (*count == room)
      return import_fault(m, n, "%s names more than %d wall%s", attribute, room, room > 1 ? "s" : "");
    group[(*count)++] = (uint16_t)(g + 1);
  }
  if (!*count) return import_fault(m, n, "%s=\"%.20s\" names no wall", attribute, xml_value(n, attribute));
  return STATUS_OK;
}

bool structures_have(const struct import *m, uint16_t group) {
  for (size_t i = 0; i < m->structure_count; i++)
    if (m->structures[i].group == group) return true;
  return false;
}

static int find_structure(struct import *m, struct xml_node *n) {
  struct import_structure *s = &m->structures[m->structure_count];
  *s = (struct import_structure){.element = n};
  int one;
  TRY(find_groups(m, n, "mkbound", 1, &s->group, &one));
  if (xml_value(n, "mkclamp")) TRY(find_groups(m, n, "mkclamp", IMPORT_CLAMPS_MOST, s->clamp, &s->clamps));
  if (structures_have(m, s->group)) return import_fault(m, n, "the same mkbound twice");
  for (int k = 0; k < s->clamps; k++)
    if (structures_have(m, s->clamp[k]) || s->clamp[k] == s->group)
      return import_fault(m, n, "mkclamp is a structure");
  for (size_t i = 0; i < m->sketch.loose_count; i++) {
    const uint16_t group = m->sketch.loose[i].group;
    if (group == s->group) return import_fault(m, n, "a structure of particles that stand on no node");
    for (int k = 0; k < s->clamps; k++)
      if (group == s->clamp[k])
        return import_fault(m, n,
                            "mkclamp has particles that stand on no node (setfrdrawmode), which cannot hold "
                            "the structure here; expected them on nodes");
  }
  m->structure_count++;
  return STATUS_OK;
}

int structures_find(struct import *m, struct xml_node *special) {
  struct xml_node *list = xml_child(special, "flexstrucs");
  size_t count = 0;
  if (!list) return STATUS_OK;
  list->used = true;
  for (struct xml_node *n = xml_child(list, "flexstrucbody"); n; n = xml_next(n)) count++;
  m->structures = calloc(count + 1, sizeof *m->structures);
  CHECK(m->structures, STATUS_FAILED, "not enough memory for structures");
  for (struct xml_node *n = xml_child(list, "flexstrucbody"); n; n = xml_next(n)) {
    n->used = true;
    TRY(find_structure(m, n));
  }
  if (m->structure_count)
    import_note(
        m, NOTE_CHANGED, list,
        "structures are amphi's own: particles of mkclamp that they reach become theirs, and clamped; "
        "hgfactor is zero_energy");
  return STATUS_OK;
}

int structures_hold(struct import *m) {
  if (!m->structure_count) return STATUS_OK;
  m->held = calloc(sketch_nodes(&m->sketch) + 1, 1);
  CHECK(m->held, STATUS_FAILED, "not enough memory for structures");
  for (size_t i = 0; i < m->structure_count; i++) {
    const struct import_structure *s = &m->structures[i];
    size_t taken = 0;
    for (int k = 0; k < s->clamps; k++) taken += take_held(&m->sketch, m->held, s->group, s->clamp[k]);
    if (s->clamps && !taken)
      return import_fault(
          m, s->element, "nothing of mkclamp is within %g dp of the structure, so that nothing would hold it",
          REACH);
  }
  sketch_count(&m->sketch);
  return STATUS_OK;
}

/* ---- keys ---- */

/* Whether nodes from `at` on, `size` of them along each axis, are all held and not yet written. */
static bool is_block(const struct import *m, const uint8_t *done, uint16_t group, const int at[3],
                     const int size[3]) {
  const struct sketch *l = &m->sketch;
  for (int z = 0; z < size[2]; z++)
    for (int y = 0; y < size[1]; y++)
      for (int x = 0; x < size[0]; x++) {
        const int node[3] = {at[0] + x, at[1] + y, at[2] + z};
        for (int a = 0; a < 3; a++)
          if (node[a] >= l->count[a]) return false;
        const size_t i = sketch_index(l, node);
        if (l->node[i] != group || m->held[i] != NODE_HELD || done[i]) return false;
      }
  return true;
}

/* A box around what is held, as large along x, then y, then z as it gets. */
static void write_box(struct import *m, uint8_t *done, uint16_t group, const int at[3]) {
  const struct sketch *l = &m->sketch;
  double low[3], high[3];
  int size[3] = {1, 1, 1};
  char text[128];
  for (int a = 0; a < 3; a++)
    for (;;) {
      const int more[3] = {size[0] + (a == 0), size[1] + (a == 1), size[2] + (a == 2)};
      if (!is_block(m, done, group, at, more)) break;
      size[a]++;
    }
  for (int z = 0; z < size[2]; z++)
    for (int y = 0; y < size[1]; y++)
      for (int x = 0; x < size[0]; x++)
        done[sketch_index(l, (const int[]){at[0] + x, at[1] + y, at[2] + z})] = 1;
  sketch_place(l, at, low);
  sketch_place(l, (const int[]){at[0] + size[0] - 1, at[1] + size[1] - 1, at[2] + size[2] - 1}, high);
  for (int a = 0; a < 3; a++) low[a] -= 0.5 * l->dp, high[a] += 0.5 * l->dp;
  fprintf(m->yaml, "        - {add: box, low: %s", import_text(m, low, text));
  fprintf(m->yaml, ", high: %s}\n", import_text(m, high, text));
}

static int write_held(struct import *m, uint16_t group) {
  const size_t nodes = sketch_nodes(&m->sketch);
  uint8_t *done = calloc(nodes + 1, 1);
  bool any = false;
  CHECK(done, STATUS_FAILED, "not enough memory for structures");
  for (size_t i = 0; i < nodes; i++) {
    int at[3];
    if (m->sketch.node[i] != group || m->held[i] != NODE_HELD || done[i]) continue;
    if (!any) fprintf(m->yaml, "      clamped:\n");
    any = true;
    node_at(&m->sketch, i, at);
    write_box(m, done, group, at);
  }
  free(done);
  return STATUS_OK;
}

/* A plate in plane stress bends as one in plane strain of other constants (Timoshenko and Goodier 1951). */
static int write_elasticity(struct import *m, struct xml_node *n) {
  double density = 0, young = 0, poisson = 0, model = 0, hourglass = 0;
  const struct {
    const char *tag;
    double *value;
  } all[] = {{"density", &density}, {"youngmod", &young}, {"poissratio", &poisson}, {"constitmodel", &model}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    struct xml_node *c = xml_child(n, all[i].tag);
    if (!c) return import_fault(m, n, "<%s> is missing", all[i].tag);
    c->used = true;
    TRY(import_number(m, c, "value", all[i].value));
  }
  TRY(import_child_value(m, n, "hgfactor", &hourglass));
  if (!(density > 0) || !(young > 0)) return import_fault(m, n, "no density or no stiffness");
  if (m->sketch.dimensions == 2 ? model != 1 && model != 2 : model != 3)
    return import_fault(m, xml_child(n, "constitmodel"), "%g; expected %s", model,
                        m->sketch.dimensions == 2 ? "1 or 2 in 2-D" : "3 in 3-D");
  if (model == 2) {
    young *= (1 + 2 * poisson) / ((1 + poisson) * (1 + poisson));
    poisson /= 1 + poisson;
    import_note(m, NOTE_CHANGED, xml_child(n, "constitmodel"),
                "plane stress becomes plane strain of the constants that are as stiff: %.6g Pa, %.6g", young,
                poisson);
  }
  if (!(poisson >= 0 && poisson <= 0.49))
    return import_fault(m, xml_child(n, "poissratio"), "%g; expected 0 to 0.49", poisson);
  fprintf(m->yaml,
          "    flexible:\n      young: %.10g\n      poisson: %.10g\n      density: %.10g\n      zero_energy: "
          "%.10g\n",
          young, poisson, density, hourglass);
  return STATUS_OK;
}

/* Whether an object that holds the wall is moved by anything. */
static int is_moved(const struct import *m, struct xml_node *parent, int mk, bool inside, bool *moved) {
  static const char *const still[] = {"begin", "mvnull", "wait", "obj", "objreal", NULL};
  for (struct xml_node *n = parent ? parent->first : NULL; n; n = n->next) {
    double ref = -1;
    if (strcmp(n->name, "objreal") != 0 && strcmp(n->name, "obj") != 0) continue;
    TRY(import_optional(m, n, "ref", &ref));
    const bool own = inside || (strcmp(n->name, "objreal") == 0 && ref == mk);
    bool below = own;
    if (!own) TRY(is_moved(m, n, mk, false, &below));
    for (struct xml_node *c = n->first; below && c; c = c->next) {
      bool rests = false;
      for (int i = 0; still[i]; i++) rests |= strcmp(c->name, still[i]) == 0;
      *moved |= !rests;
    }
  }
  return STATUS_OK;
}

/* What moves the walls that hold a structure: NULL if they all rest. */
static int find_carrier(struct import *m, struct xml_node *motion, const struct import_structure *s,
                        const struct group **carrier) {
  int moving = 0;
  *carrier = NULL;
  for (int k = 0; k < s->clamps; k++) {
    const struct group *clamp = &m->sketch.groups[s->clamp[k] - 1];
    bool moved = false;
    TRY(is_moved(m, motion, clamp->mk, false, &moved));
    if (moved) *carrier = clamp, moving++;
  }
  if (moving && s->clamps > 1)
    return import_fault(m, s->element,
                        "mkclamp of %d walls, of which %d move; expected one that moves, or none", s->clamps,
                        moving);
  return STATUS_OK;
}

int structures_keys(struct import *m, struct xml_node *casedef, const struct group *g, bool *bends) {
  *bends = false;
  for (size_t i = 0; i < m->structure_count; i++) {
    const struct import_structure *s = &m->structures[i];
    const struct group *carrier;
    bool own = false;
    char name[32];
    if (&m->sketch.groups[s->group - 1] != g) continue;
    *bends = true;
    if (m->tilt.turned) return import_fault(m, s->element, "structures beside sides that are displaced");
    for (size_t k = m->first[s->group - 1]; k < m->first[s->group]; k++)
      if (m->node[k] == sketch_nodes(&m->sketch))
        return import_fault(m, s->element, "a structure that <initials> move");
    TRY(is_moved(m, xml_child(casedef, "motion"), g->mk, false, &own));
    TRY(find_carrier(m, xml_child(casedef, "motion"), s, &carrier));
    if (own)
      return import_fault(m, s->element, "a structure that is moved itself; expected a motion of mkclamp");
    if (carrier && !carrier->nodes)
      return import_fault(m, s->element, "all of mkclamp is within the structure's reach, and moves");
    if (carrier) fprintf(m->yaml, "    moves_with: %s\n", import_name(carrier, name));
    TRY(write_elasticity(m, s->element));
    TRY(write_held(m, s->group));
    struct xml_node *list = xml_child(xml_child(casedef, "motion"), "objreal");
    for (; list; list = xml_next(list)) {
      double ref = -1;
      TRY(import_optional(m, list, "ref", &ref));
      if (ref == g->mk) xml_know(list);
    }
  }
  return STATUS_OK;
}
