/* SPDX-License-Identifier: BSD-3-Clause */
/* <floatings>: what floats, as keys of its wall. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

int body_find(const struct import *m, struct xml_node *casedef, int mk, struct xml_node **out) {
  *out = NULL;
  struct xml_node *n = xml_child(xml_child(casedef, "floatings"), "floating");
  for (; n; n = xml_next(n)) {
    bool in;
    TRY(import_in_list(m, n, "mkbound", mk, &in));
    if (in && *out) return import_fault(m, n, "a second one of mkbound=%d", mk);
    if (in) *out = n;
  }
  return STATUS_OK;
}

static int write_mass(struct import *m, struct xml_node *n, const struct group *g) {
  struct xml_node *body = xml_child(n, "massbody"), *part = xml_child(n, "masspart");
  double mass = 0, density = m->rho0;
  if (xml_value(n, "rhopbody")) TRY(import_number(m, n, "rhopbody", &density));
  if (xml_value(n, "relativeweight")) {
    TRY(import_number(m, n, "relativeweight", &density));
    density *= m->rho0;
  }
  if (body) {
    TRY(import_number(m, body, "value", &mass));
  } else if (part &&
             strcmp(xml_value(part, "value") ? xml_value(part, "value") : "", "distributed_bodymass") != 0) {
    TRY(import_number(m, part, "value", &mass));
    mass *= (double)g->nodes;
  }
  if (part) xml_value(part, "value");
  if (!(mass > 0) && !(density > 0)) return import_fault(m, n, "a body without mass");
  if (mass > 0)
    fprintf(m->yaml, "      mass: %.10g\n", mass);
  else
    fprintf(m->yaml, "      density: %.10g\n", density);
  return STATUS_OK;
}

/* <values v11= v12= v13=/> and two more rows. */
static int read_tensor(struct import *m, struct xml_node *n, double full[3][3]) {
  bool given[3][3] = {{false}};
  for (struct xml_node *row = xml_child(n, "values"); row; row = xml_next(row))
    for (int i = 0; i < 9; i++) {
      const char name[] = {'v', (char)('1' + i / 3), (char)('1' + i % 3), 0};
      given[i / 3][i % 3] |= xml_value(row, name) != NULL;
      TRY(import_optional(m, row, name, &full[i / 3][i % 3]));
    }
  if (!given[0][0] || !given[1][1] || !given[2][2]) return import_fault(m, n, "v11, v22 or v33 is missing");
  for (int i = 0; i < 3; i++) {
    const int next = (i + 1) % 3, last = (i + 2) % 3;
    if (!given[next][last]) full[next][last] = full[last][next]; /* a half of it says all */
    if (!given[last][next]) full[last][next] = full[next][last];
    if (fabs(full[next][last] - full[last][next]) > 1e-6 * (full[next][next] + full[last][last]))
      return import_fault(m, n, "v%d%d=%g is not v%d%d=%g", next + 1, last + 1, full[next][last], last + 1,
                          next + 1, full[last][next]);
  }
  return STATUS_OK;
}

/* In the axes of the case; in 2-D about y. */
static void write_tensor(const struct import *m, const double full[3][3]) {
  double half[3][3], out[3][3], products[3], most = 0;
  bool beside = false;
  if (m->sketch.dimensions == 2) {
    fprintf(m->yaml, "      inertia: %.10g\n", full[1][1]);
    return;
  }
  /* R I R': the columns turned, and then the rows. */
  for (int k = 0; k < 3; k++) {
    const double column[3] = {full[0][k], full[1][k], full[2][k]};
    import_turned(m, column, half[k]);
  }
  for (int i = 0; i < 3; i++) {
    const double row[3] = {half[0][i], half[1][i], half[2][i]};
    import_turned(m, row, out[i]);
    most = fmax(most, out[i][i]);
  }
  fprintf(m->yaml, "      inertia: [%.10g, %.10g, %.10g]\n", out[0][0], out[1][1], out[2][2]);
  for (int a = 0; a < 3; a++) {
    products[a] = out[(a + 1) % 3][(a + 2) % 3];
    beside |= fabs(products[a]) > 1e-6 * most;
  }
  if (beside)
    fprintf(m->yaml, "      products: [%.10g, %.10g, %.10g]\n", products[0], products[1], products[2]);
}

static int write_places(struct import *m, struct xml_node *n) {
  struct xml_node *centre = xml_child(n, "center"), *inertia = xml_child(n, "inertia"),
                  *whole = xml_child(n, "inertiafull");
  double v[3], full[3][3] = {{0}};
  char text[128];
  if (centre) {
    TRY(import_vector(m, centre, true, v));
    fprintf(m->yaml, "      centre: %s\n", import_text(m, v, text));
  }
  if (!whole && inertia && xml_child(inertia, "values")) whole = inertia;
  if (whole) {
    TRY(read_tensor(m, whole, full));
  } else if (inertia) {
    TRY(import_vector(m, inertia, true, v));
    for (int a = 0; a < 3; a++) full[a][a] = v[a];
  }
  if (whole || inertia) write_tensor(m, full);
  return STATUS_OK;
}

/* Turns of the document's axes; in 2-D that about y, which is against x to z. */
static const char *spin_text(const struct import *m, const double v[3], char text[128]) {
  if (m->sketch.dimensions == 3) return import_text(m, v, text);
  snprintf(text, 128, "%.10g", v[1] == 0 ? 0 : -v[1]);
  return text;
}

/* A child by its name, or by that which older documents have. */
static struct xml_node *child_of(struct xml_node *n, const char *name, const char *older) {
  struct xml_node *c = xml_child(n, name);
  return c ? c : xml_child(n, older);
}

/* 0: a way that is not free, of the document's axes: three of moves and three of turns. */
static int read_free(struct import *m, struct xml_node *n, double freedom[6]) {
  struct xml_node *moves = child_of(n, "translationDOF", "translation"),
                  *turns = child_of(n, "rotationDOF", "rotation");
  for (int a = 0; a < 6; a++) freedom[a] = 1;
  if (moves) TRY(import_vector(m, moves, false, freedom));
  return turns ? import_vector(m, turns, false, freedom + 3) : STATUS_OK;
}

/* The peer's bodies have no velocity along ways that are not free. */
static int write_start(struct import *m, struct xml_node *n, struct xml_node *parameters) {
  struct xml_node *linear = child_of(n, "linearvelini", "velini"),
                  *angular = child_of(n, "angularvelini", "omegaini");
  double v[3], pause = 0, freedom[6];
  char text[128];
  TRY(read_free(m, n, freedom));
  if (linear) {
    TRY(import_vector(m, linear, true, v));
    for (int a = 0; a < 3; a++) v[a] = freedom[a] == 0 ? 0 : v[a];
    fprintf(m->yaml, "      velocity: %s\n", import_text(m, v, text));
  }
  if (angular) {
    TRY(import_vector(m, angular, true, v));
    for (int a = 0; a < 3; a++) v[a] *= freedom[3 + a] == 0 ? 0 : 180 / M_PI;
    fprintf(m->yaml, "      angular_velocity: %s\n", spin_text(m, v, text));
  }
  struct xml_node *p = import_parameter(parameters, "FtPause");
  if (p) TRY(import_number(m, p, "value", &pause));
  if (pause > 0) fprintf(m->yaml, "      from: %.10g\n", pause);
  return STATUS_OK;
}

/* Ways that are not free, by the document's axes; *all if that is every one. */
static int write_locks(struct import *m, struct xml_node *n, bool locked[6], bool *all) {
  struct xml_node *moves = child_of(n, "translationDOF", "translation"),
                  *turns = child_of(n, "rotationDOF", "rotation");
  double freedom[6];
  const double *free_move = freedom, *free_turn = freedom + 3;
  static const char *const words[] = {"x", "y", "z"};
  const bool flat = m->sketch.dimensions == 2;
  char locks[64] = "";
  int free_ways = 0;
  TRY(read_free(m, n, freedom));
  for (int a = 0; a < 3; a++) locked[a] = free_move[a] == 0, locked[3 + a] = free_turn[a] == 0;
  for (int a = 0; a < m->sketch.dimensions; a++) {
    free_ways += free_move[import_axis(m, a)] != 0;
    if (free_move[import_axis(m, a)] == 0)
      snprintf(locks + strlen(locks), 8, "%s%s", *locks ? ", " : "", words[a]);
  }
  for (int a = 0; a < 3; a++) {
    const int from = flat ? 1 : a;
    if (flat && a != 2) continue;
    free_ways += free_turn[from] != 0;
    if (free_turn[from] == 0) snprintf(locks + strlen(locks), 8, "%sr%s", *locks ? ", " : "", words[a]);
  }
  *all = free_ways == 0;
  if (*locks && !*all && m->tilt.turned)
    import_note(m, NOTE_REFUSED, moves ? moves : turns,
                "ways that are not free, beside periodic sides that are displaced");
  if (*locks && !*all) fprintf(m->yaml, "      locked: [%s]\n", locks);
  return STATUS_OK;
}

/* Bodies of numbers that nothing is drawn with. */
int body_know_absent(struct import *m, struct xml_node *casedef) {
  for (struct xml_node *n = xml_child(xml_child(casedef, "floatings"), "floating"); n; n = xml_next(n)) {
    bool any = false, in;
    for (size_t g = 0; g < m->sketch.group_count && !any; g++) {
      TRY(import_in_list(m, n, "mkbound", m->sketch.groups[g].mk, &in));
      any = in && m->sketch.groups[g].bound && m->sketch.groups[g].nodes;
    }
    if (any) continue;
    xml_know(n);
    import_note(m, NOTE_LEFT_OUT, n, "mkbound=\"%.60s\" has no particles", xml_value(n, "mkbound"));
  }
  return STATUS_OK;
}

int body_keys(struct import *m, struct xml_node *casedef, struct xml_node *special, const struct group *g,
              bool *floats) {
  struct xml_node *n;
  bool all = false, locked[6];
  TRY(body_find(m, casedef, g->mk, &n));
  *floats = n;
  if (!n) return STATUS_OK;
  xml_value(n, "property");
  FILE *whole = m->yaml;
  char *text = NULL;
  size_t size;
  m->yaml = open_memstream(&text, &size); /* a body that cannot move at all is a wall */
  int status = m->yaml ? STATUS_OK : error_set(STATUS_FAILED, "not enough memory");
  if (status == STATUS_OK) status = write_mass(m, n, g);
  if (status == STATUS_OK) status = write_places(m, n);
  if (status == STATUS_OK)
    status = write_start(m, n, xml_child(special ? special->parent : NULL, "parameters"));
  if (status == STATUS_OK) status = write_locks(m, n, locked, &all);
  if (status == STATUS_OK && !all) status = histories_keys(m, n, special, g, locked);
  if (status == STATUS_OK) status = links_springs(m, special, g->mk);
  if (m->yaml) fclose(m->yaml);
  m->yaml = whole;
  if (status == STATUS_OK && !all) fprintf(m->yaml, "    body:\n%s", text);
  free(text);
  return status;
}
