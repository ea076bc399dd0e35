/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the particles of each group stand, and what fluid begins with. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "import/pen.h"
#include "util/error.h"

/* Rows of all groups, one group behind the other. */
static int gather_particles(struct import *m) {
  struct sketch *l = &m->sketch;
  const size_t nodes = sketch_nodes(l);
  m->first = calloc(l->group_count + 2, sizeof *m->first);
  CHECK(m->first, STATUS_FAILED, "not enough memory for groups");
  for (size_t g = 0; g < l->group_count; g++) m->first[g + 1] = m->first[g] + l->groups[g].nodes;
  m->count = m->first[l->group_count];
  m->place = malloc((m->count + 1) * sizeof *m->place);
  m->node = malloc((m->count + 1) * sizeof *m->node);
  size_t *next = calloc(l->group_count + 1, sizeof *next);
  if (!m->place || !m->node || !next) {
    free(next);
    return error_set(STATUS_FAILED, "not enough memory for %zu particles", m->count);
  }
  memcpy(next, m->first, l->group_count * sizeof *next);
  for (size_t i = 0; i < nodes; i++) {
    if (!l->node[i]) continue;
    const size_t row = next[l->node[i] - 1]++;
    const int at[3] = {(int)(i % (size_t)l->count[0]), (int)(i / (size_t)l->count[0] % (size_t)l->count[1]),
                       (int)(i / (size_t)l->count[0] / (size_t)l->count[1])};
    sketch_place(l, at, m->place[row]);
    m->node[row] = i;
  }
  for (size_t i = 0; i < l->loose_count; i++) {
    const size_t row = next[l->loose[i].group - 1]++;
    memcpy(m->place[row], l->loose[i].x, sizeof *m->place);
    m->node[row] = nodes;
  }
  free(next);
  return STATUS_OK;
}

/* <move> and <rotateaxis> of <initials>: the whole group. */
static int displace(struct import *m, struct xml_node *n, size_t g) {
  struct pen pen;
  double v[3], x[2][3], angle = 0;
  pen_reset(&pen);
  if (strcmp(n->name, "move") == 0) {
    TRY(import_vector(m, n, true, v));
    pen_move(&pen, v);
  } else {
    struct xml_node *a = xml_child(n, "axisp1"), *b = xml_child(n, "axisp2");
    double unit;
    if (!a || !b) return import_fault(m, n, "<axisp1> or <axisp2> is missing");
    TRY(import_number(m, n, "angle", &angle));
    TRY(import_degrees(m, n, &unit));
    TRY(import_vector(m, a, false, x[0]));
    TRY(import_vector(m, b, false, x[1]));
    for (int k = 0; k < 3; k++) v[k] = x[1][k] - x[0][k];
    if (pen_rotate(&pen, angle * unit, x[0], v) != STATUS_OK) return import_fault(m, n, "%s", error_text());
  }
  for (size_t i = m->first[g]; i < m->first[g + 1]; i++) {
    double out[3];
    pen_place(&pen, m->place[i], out);
    memcpy(m->place[i], out, sizeof out);
    m->node[i] = sketch_nodes(&m->sketch);
  }
  return STATUS_OK;
}

static int apply_initials(struct import *m, struct xml_node *initials) {
  for (struct xml_node *n = initials ? initials->first : NULL; n; n = n->next) {
    if (strcmp(n->name, "move") != 0 && strcmp(n->name, "rotateaxis") != 0) continue;
    n->used = true;
    const bool bound = xml_value(n, "mkbound");
    for (size_t g = 0; g < m->sketch.group_count; g++) {
      bool in;
      if (m->sketch.groups[g].bound != bound) continue;
      TRY(import_in_list(m, n, bound ? "mkbound" : "mkfluid", m->sketch.groups[g].mk, &in));
      if (in) TRY(displace(m, n, g));
    }
  }
  return STATUS_OK;
}

/* Without fluid there is nothing to compute: one particle of it, which falls and is gone. */
static int add_drop(struct import *m) {
  struct sketch *l = &m->sketch;
  uint16_t group;
  for (size_t g = 0; g < l->group_count; g++)
    if (!l->groups[g].bound && l->groups[g].nodes) return STATUS_OK;
  TRY(sketch_group(l, false, 0, &group));
  size_t last = 0; /* beside the last particle, so that it is in the domain */
  for (size_t i = 0; i < sketch_nodes(l); i++)
    if (l->node[i]) last = i;
  while (last > 0 && l->node[last]) last--;
  if (!l->node[last]) {
    l->node[last] = group;
    import_note(
        m, NOTE_CHANGED, NULL,
        "there is no fluid, and amphi computes none without: one particle of it stands in the corner");
    sketch_count(l);
    return STATUS_OK;
  }
  return error_set(STATUS_USAGE, "%s: there is no fluid and no room for any", m->xml.path);
}

int particles_place(struct import *m, struct xml_node *casedef) {
  TRY(add_drop(m));
  TRY(gather_particles(m));
  CHECK(m->count > 0, STATUS_USAGE, "%s: draws no particle", m->xml.path);
  return apply_initials(m, xml_child(casedef, "initials"));
}

/* ---- what fluid begins with ---- */

static const char axes[3][2] = {"x", "y", "z"};

/* <onlypos>: a box in which it holds. */
static int read_box(struct import *m, struct xml_node *n, double low[3], double high[3]) {
  struct xml_node *only = xml_child(n, "onlypos"), *least = xml_child(only, "posmin"),
                  *most = xml_child(only, "posmax");
  for (int a = 0; a < 3; a++) {
    low[a] = -INFINITY, high[a] = INFINITY;
    if (least) TRY(import_optional(m, least, axes[a], &low[a]));
    if (most) TRY(import_optional(m, most, axes[a], &high[a]));
  }
  return STATUS_OK;
}

static int add_velocity(struct import *m, struct xml_node *n, size_t g, double (*velocity)[3]) {
  double v[3], low[3], high[3];
  double direction[3] = {0};
  struct profile p = {0};
  struct xml_node *way = xml_child(n, "direction");
  if (way) {
    TRY(import_vector(m, way, true, direction));
    const double length =
        sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    if (!(length > 0)) return import_fault(m, way, "has no length");
    for (int a = 0; a < 3; a++) direction[a] /= length;
    TRY(profile_read(m, n, &p));
  } else {
    TRY(import_vector(m, n, true, v));
  }
  TRY(read_box(m, n, low, high));
  for (size_t i = m->first[g]; i < m->first[g + 1]; i++) {
    const double *x = m->place[i];
    bool in = true;
    for (int a = 0; a < 3; a++) in &= x[a] >= low[a] && x[a] <= high[a];
    if (!in) continue;
    for (int a = 0; a < 3; a++) {
      const double u = way ? direction[a] * profile_speed(&p, x[2]) : v[a];
      velocity[i - m->first[g]][a] = u;
      m->velocity_most = fmax(m->velocity_most, fabs(u));
    }
  }
  return STATUS_OK;
}

/* mkfluid, without which all fluid is meant. */
static int names_fluid(struct import *m, struct xml_node *n, int mk, bool *in) {
  const char *list = xml_value(n, "mkfluid");
  *in = true;
  return list && *list ? import_in_list(m, n, "mkfluid", mk, in) : STATUS_OK;
}

/* Velocities of <initials> and <initialize>, of those that name the group. */
static int find_velocity(struct import *m, struct xml_node *list, size_t g, double (*velocity)[3],
                         bool *any) {
  for (struct xml_node *n = list ? list->first : NULL; n; n = n->next) {
    const bool field = strcmp(n->name, "velmesh") == 0 || strcmp(n->name, "velwave") == 0;
    bool in = false;
    if (!field && strcmp(n->name, "velocity") != 0 && strcmp(n->name, "fluidvelocity") != 0) continue;
    TRY(names_fluid(m, n, m->sketch.groups[g].mk, &in));
    if (!in) continue;
    n->used = true;
    TRY(field ? initials_velocity(m, n, g, velocity) : add_velocity(m, n, g, velocity));
    *any = true;
  }
  return STATUS_OK;
}

/* The surface above each node's column; of all, if it is to be the same everywhere. */
static double *find_tops(const struct import *m, bool same) {
  const struct sketch *l = &m->sketch;
  const size_t columns = (size_t)l->count[0] * (size_t)l->count[1];
  double *top = malloc(columns * sizeof *top), most = -INFINITY;
  if (!top) return NULL;
  for (size_t i = 0; i < columns; i++) top[i] = -INFINITY;
  for (size_t g = 0; g < l->group_count; g++)
    for (size_t i = m->first[g]; i < m->first[g + 1]; i++) {
      if (l->groups[g].bound) continue;
      if (m->node[i] < sketch_nodes(l))
        top[m->node[i] % columns] = fmax(top[m->node[i] % columns], m->place[i][2] + 0.5 * l->dp);
      most = fmax(most, m->place[i][2] + 0.5 * l->dp);
    }
  for (size_t i = 0; i < columns && same; i++) top[i] = most;
  return top;
}

/* By the equation of state, of water at rest. */
static int find_density(struct import *m, size_t g, bool same, double *density) {
  const size_t columns = (size_t)m->sketch.count[0] * (size_t)m->sketch.count[1];
  const double stiffness = m->rho0 * m->sound * m->sound / m->gamma;
  double *top = find_tops(m, same);
  CHECK(top, STATUS_FAILED, "not enough memory");
  for (size_t i = m->first[g]; i < m->first[g + 1]; i++) {
    double depth = 0;
    if (m->node[i] < sketch_nodes(&m->sketch)) depth = fmax(0, top[m->node[i] % columns] - m->place[i][2]);
    density[i - m->first[g]] =
        m->rho0 * pow(1 + m->rho0 * fabs(m->gravity[2]) * depth / stiffness, 1 / m->gamma);
  }
  free(top);
  return STATUS_OK;
}

/* <densityuniform> and <densitygradient>: of one particle where they hold, kg/m^3. */
static int give_density(struct import *m, struct xml_node *n, size_t g, double *density) {
  const bool uniform = strcmp(n->name, "densityuniform") == 0;
  struct xml_node *ends[2] = {n, n};
  double value[2], x[2][3] = {{0}}, low[3], high[3], way[3] = {0}, square = 0;
  if (!uniform) ends[0] = xml_child(n, "pos1"), ends[1] = xml_child(n, "pos2");
  if (!ends[0] || !ends[1]) return import_fault(m, n, "<pos1> or <pos2> is missing");
  for (int k = 0; k < 2; k++) {
    TRY(import_number(m, ends[k], "rhop", &value[k]));
    if (!uniform) TRY(import_vector(m, ends[k], false, x[k]));
    if (!(value[k] > 0)) return import_fault(m, ends[k], "rhop=%g; expected a number > 0", value[k]);
  }
  for (int a = 0; a < 3; a++) way[a] = x[1][a] - x[0][a], square += way[a] * way[a];
  TRY(read_box(m, n, low, high));
  for (size_t i = m->first[g]; i < m->first[g + 1]; i++) {
    double part = 0;
    bool in = true;
    for (int a = 0; a < 3; a++) {
      in &= m->place[i][a] >= low[a] && m->place[i][a] <= high[a];
      if (square > 0) part += (m->place[i][a] - x[0][a]) * way[a] / square;
    }
    part = fmin(1, fmax(0, part));
    if (in) density[i - m->first[g]] = value[0] + part * (value[1] - value[0]);
  }
  return STATUS_OK;
}

/* All of those that name the group, on top of what it has. */
static int find_given(struct import *m, struct xml_node *initials, size_t g, double *density, bool *any) {
  for (struct xml_node *n = initials ? initials->first : NULL; n; n = n->next) {
    bool in = false;
    const bool field = strcmp(n->name, "densitymesh") == 0;
    if (!field && strcmp(n->name, "densityuniform") != 0 && strcmp(n->name, "densitygradient") != 0) continue;
    TRY(names_fluid(m, n, m->sketch.groups[g].mk, &in));
    if (!in) continue;
    n->used = true;
    if (m->material_count > 1)
      import_note(m, NOTE_REFUSED, n, "densities of one of several phases; amphi has their weight");
    TRY(field ? initials_density(m, n, g, density) : give_density(m, n, g, density));
    *any = true;
  }
  return STATUS_OK;
}

/* A row of what a group is written with; NULL: not so. */
struct columns {
  const double (*velocity)[3], *density;
  const int *piece; /* of which those of `number` alone */
  int number;
};

static void write_rows(const struct import *m, size_t index, bool rigid, const struct columns *c, FILE *f) {
  const bool flat = m->sketch.dimensions == 2;
  fprintf(f, "%s%s%s\n", flat ? "x,y" : "x,y,z", c->velocity ? flat ? ",vx,vy" : ",vx,vy,vz" : "",
          c->density ? ",density" : "");
  for (size_t i = m->first[index]; i < m->first[index + 1]; i++) {
    const size_t k = i - m->first[index];
    double place[3], moves[3] = {0};
    if (c->piece && c->piece[k] != c->number) continue;
    memcpy(place, m->place[i], sizeof place);
    if (!rigid) tilt_wrap(m, place);
    import_turned(m, place, place);
    if (c->velocity) import_turned(m, c->velocity[k], moves);
    for (int a = 0; a < m->sketch.dimensions; a++) {
      const double x = place[import_axis(m, a)];
      fprintf(f, "%s%.9g", a ? "," : "", fabs(x) < 1e-9 * m->spacing ? 0 : x);
    }
    for (int a = 0; a < m->sketch.dimensions && c->velocity; a++)
      fprintf(f, ",%.9g", moves[import_axis(m, a)]);
    if (c->density) fprintf(f, ",%.9g", c->density[k]);
    fputc('\n', f);
  }
}

static int write_file(struct import *m, const struct group *g, const char *group, const struct columns *c) {
  struct import_writing w;
  char name[80];
  bool rigid;
  TRY(tilt_is_rigid(m, g, &rigid));
  TRY(import_begin_file(&w));
  write_rows(m, (size_t)(g - m->sketch.groups), rigid, c, w.out);
  snprintf(name, sizeof name, "%s.csv", group);
  return import_end_file(m, &w, STATUS_OK, name);
}

int particles_file(struct import *m, const struct group *g, const double (*velocity)[3],
                   const double *density) {
  char group[32];
  const struct columns c = {.velocity = velocity, .density = density};
  return write_file(m, g, import_name(g, group), &c);
}

int particles_piece(struct import *m, const struct group *g, const char *name, const int *piece, int number) {
  const struct columns c = {.piece = piece, .number = number};
  return write_file(m, g, name, &c);
}

/* What <initials> has beside places and velocities. */
static int read_initials(struct import *m, struct xml_node *initials, const struct group *g, bool *column,
                         double *jitter) {
  for (struct xml_node *n = initials ? initials->first : NULL; n; n = n->next) {
    bool in = false;
    if (xml_value(n, "mkbound")) continue;
    TRY(names_fluid(m, n, g->mk, &in));
    if (!in) continue;
    if (strcmp(n->name, "densitydepth") == 0) {
      n->used = true;
      if (n->first) import_note(m, NOTE_CHANGED, n, "the surface is that of each column of fluid");
      for (struct xml_node *c = n->first; c; c = c->next) c->used = true;
      *column = true;
    } else if (strcmp(n->name, "moverandom") == 0) {
      double most = 0, one = 0;
      static const char *const names[] = {"dpxyz", "dpx", "dpy", "dpz"};
      n->used = true;
      xml_value(n, "randomseed");
      for (int k = 0; k < 4; k++, most = fmax(most, one)) TRY(import_optional(m, n, names[k], &one));
      *jitter = fmin(0.5, most);
      import_note(m, NOTE_CHANGED, n, "by random numbers of amphi, the same along each axis");
    }
  }
  return STATUS_OK;
}

static int write_fluid(struct import *m, struct xml_node *casedef, struct xml_node *special, size_t g) {
  const struct group *group = &m->sketch.groups[g];
  struct xml_node *initials = xml_child(casedef, "initials");
  struct xml_node *gradient = xml_child(xml_child(casedef, "constantsdef"), "rhopgradient");
  double kind = 2, jitter = 0;
  bool moves = false, column = false;
  char name[32];
  double(*velocity)[3] = calloc(group->nodes + 1, sizeof *velocity),
  *density = calloc(group->nodes + 1, sizeof *density);
  int status = velocity && density ? STATUS_OK : error_set(STATUS_FAILED, "not enough memory for particles");
  if (status == STATUS_OK && gradient) status = import_number(m, gradient, "value", &kind);
  if (status == STATUS_OK) status = read_initials(m, initials, group, &column, &jitter);
  const bool upright = m->gravity[0] == 0 && m->gravity[1] == 0 && m->gravity[2] < 0 && !m->periodic[2];
  const bool heavy = upright && (kind == 2 || kind == 3 || column);
  if (status == STATUS_OK) status = find_velocity(m, initials, g, velocity, &moves);
  if (status == STATUS_OK) status = find_velocity(m, xml_child(special, "initialize"), g, velocity, &moves);
  const char *phase = NULL;
  if (status == STATUS_OK) status = phases_of(m, casedef, group, &phase);
  bool filed = heavy && m->material_count < 2; /* amphi itself knows how much several phases weigh */
  for (size_t i = 0; i < group->nodes && status == STATUS_OK; i++) density[i] = m->rho0;
  if (status == STATUS_OK && filed) status = find_density(m, g, kind == 3 && !column, density);
  if (status == STATUS_OK) status = find_given(m, initials, g, density, &filed);
  if (status == STATUS_OK)
    status = particles_file(m, group, moves ? (const double(*)[3])velocity : NULL, filed ? density : NULL);
  free(velocity);
  free(density);
  TRY(status);
  import_name(group, name);
  fprintf(m->yaml, "  - name: %s       # %zu particles%s\n", name, group->nodes,
          heavy ? ", with the pressure of water at rest" : "");
  if (filed || !heavy)
    fprintf(m->yaml, "    hydrostatic: false    # the file says%s\n",
            filed ? " how dense they are" : " where they are, at rest density");
  if (phase) fprintf(m->yaml, "    phase: %s\n", phase);
  if (jitter > 0) fprintf(m->yaml, "    jitter: %.10g\n", jitter);
  fprintf(m->yaml, "    shapes: [{add: points, file: %s.csv", name);
  vres_points(m, name);
  fprintf(m->yaml, "}]\n");
  return forcing_keys(m, special, group);
}

/* What <initials> or <initialize> says of fluids that have no particles. */
static void know_absent(struct import *m, struct xml_node *list) {
  for (struct xml_node *n = list ? list->first : NULL; n; n = n->next) {
    const char *mk = xml_value(n, "mkfluid");
    if (n->used || !mk) continue;
    char *end;
    const long number = strtol(mk, &end, 10);
    if (*end || number < 0 || number > 65000 || import_group(m, false, (int)number)) continue;
    xml_know(n);
    import_note(m, NOTE_LEFT_OUT, n, "there is no fluid %ld", number);
  }
}

int particles_fluids(struct import *m, struct xml_node *casedef, struct xml_node *special) {
  fprintf(m->yaml, "fluids:\n");
  for (size_t g = 0; g < m->sketch.group_count; g++)
    if (!m->sketch.groups[g].bound && m->sketch.groups[g].nodes) TRY(write_fluid(m, casedef, special, g));
  know_absent(m, xml_child(casedef, "initials"));
  know_absent(m, xml_child(special, "initialize"));
  return STATUS_OK;
}
