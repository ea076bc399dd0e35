/* SPDX-License-Identifier: BSD-3-Clause */
/* <floatings>, and what holds bodies: the links of <chrono>. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

static int find_floating(struct import *m, struct xml_node *casedef, int mk, struct xml_node **out) {
  *out = NULL;
  struct xml_node *n = xml_child(xml_child(casedef, "floatings"), "floating");
  for (; n; n = xml_next(n)) {
    bool in;
    TRY(import_in_list(m, n, "mkbound", mk, &in));
    if (in) *out = n;
  }
  return STATUS_OK;
}

static int write_mass(struct import *m, struct xml_node *n, const struct group *g, double *kilograms) {
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
  *kilograms = mass > 0 ? mass : density * (double)g->nodes * pow(m->spacing, m->sketch.dimensions);
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
  struct xml_node *p = import_parameter(m, parameters, "FtPause");
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

/* ---- <chrono> ---- */

static struct xml_node *chrono_of(const struct import *m, struct xml_node *special) {
  struct xml_node *n = xml_child(special, "chrono");
  return n && import_active(m, n) ? n : NULL;
}

/* The wall of an id: of "arm" with mkbound 0-3 there are arm0 to arm3. -1: fixed; -2: none. */
static int find_body(struct import *m, struct xml_node *chrono, const char *id, int *mk) {
  static const char *const tags[] = {"bodyfloating", "bodyfixed"};
  *mk = -2;
  for (int fixed = 0; fixed < 2; fixed++)
    for (struct xml_node *n = xml_child(chrono, tags[fixed]); n; n = xml_next(n)) {
      if (!import_active(m, n)) continue;
      const char *own = xml_value(n, "id");
      const size_t length = own ? strlen(own) : 0;
      if (!own || strncmp(own, id, length) != 0) continue;
      char *end;
      const long number = strtol(id + length, &end, 10);
      bool in;
      if (!id[length]) {
        for (size_t g = 0; g < m->sketch.group_count && *mk < 0; g++) {
          TRY(import_in_list(m, n, "mkbound", m->sketch.groups[g].mk, &in));
          if (in && m->sketch.groups[g].bound) *mk = fixed ? -1 : m->sketch.groups[g].mk;
          if (*mk == -1) return STATUS_OK;
        }
        if (*mk >= 0) return STATUS_OK;
      } else if (!*end && number >= 0 && number < 65000) {
        TRY(import_in_list(m, n, "mkbound", (int)number, &in));
        if (in) *mk = fixed ? -1 : (int)number;
        if (in) return STATUS_OK;
      }
    }
  return STATUS_OK;
}

/* Both bodies of a link; there is none of a second one that is fixed or missing. */
static int link_bodies(struct import *m, struct xml_node *chrono, struct xml_node *n, int *first,
                       int *second) {
  const char *a = xml_value(n, "idbody1"), *b = xml_value(n, "idbody2");
  *second = -1;
  if (!a) return import_fault(m, n, "attribute 'idbody1' is missing");
  TRY(find_body(m, chrono, a, first));
  if (b && strcmp(b, "NULL") != 0) TRY(find_body(m, chrono, b, second));
  if (*first == -2 || *second == -2)
    return import_fault(m, n, "there is no body '%.60s'", *first == -2 ? a : b);
  return STATUS_OK;
}

/* Along time they are not taken. */
static int write_spring_values(struct import *m, struct xml_node *n) {
  static const char *const names[] = {"stiffness", "damping", "rest_length"};
  static const char *const keys[] = {"stiffness", "damping", "length"};
  const bool coulomb = strcmp(n->name, "link_coulombdamping") == 0;
  for (int k = 0; k < 3; k++) {
    struct xml_node *own = xml_child(n, names[k]);
    double value = NAN;
    if (own && !xml_value(own, "value")) {
      xml_know(own);
      import_note(m, NOTE_REFUSED, own, "a spring that changes along time");
      continue;
    }
    TRY(import_child_value(m, n, names[k], &value));
    if (!isnan(value)) fprintf(m->yaml, ", %s: %.10g", coulomb && k == 1 ? "friction" : keys[k], value);
  }
  return STATUS_OK;
}

/* <link_linearspring> between a body and a fixed one. */
static int write_spring(struct import *m, struct xml_node *n, int first, int *count) {
  double on[3], to[3];
  char text[2][128];
  struct xml_node *a = xml_child(n, "point_fb1"), *b = xml_child(n, "point_fb2");
  if (!a || !b) return import_fault(m, n, "<point_fb1> or <point_fb2> is missing");
  TRY(import_vector(m, first >= 0 ? a : b, false, on));
  TRY(import_vector(m, first >= 0 ? b : a, false, to));
  if ((*count)++ == 0) fprintf(m->yaml, "      springs:\n");
  fprintf(m->yaml, "        - {on: %s, to: %s", import_text(m, on, text[0]), import_text(m, to, text[1]));
  TRY(write_spring_values(m, n));
  fprintf(m->yaml, "}\n");
  return STATUS_OK;
}

static int write_springs(struct import *m, struct xml_node *special, int mk) {
  struct xml_node *chrono = chrono_of(m, special);
  int count = 0;
  for (struct xml_node *n = chrono ? chrono->first : NULL; n; n = n->next) {
    int first, second;
    if (strcmp(n->name, "link_linearspring") != 0 && strcmp(n->name, "link_coulombdamping") != 0) continue;
    if (!import_active(m, n)) continue;
    n->used = true;
    TRY(link_bodies(m, chrono, n, &first, &second));
    if ((first == mk || second == mk) && (first < 0 || second < 0)) TRY(write_spring(m, n, first, &count));
  }
  return STATUS_OK;
}

/* Bodies of numbers that nothing is drawn with. */
static int know_absent(struct import *m, struct xml_node *casedef) {
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
  double mass = 0;
  TRY(find_floating(m, casedef, g->mk, &n));
  *floats = n;
  if (!n) return STATUS_OK;
  xml_value(n, "property");
  FILE *whole = m->yaml;
  char *text = NULL;
  size_t size;
  m->yaml = open_memstream(&text, &size); /* a body that cannot move at all is a wall */
  int status = m->yaml ? STATUS_OK : error_set(STATUS_FAILED, "not enough memory");
  if (status == STATUS_OK) status = write_mass(m, n, g, &mass);
  if (status == STATUS_OK) status = write_places(m, n);
  if (status == STATUS_OK)
    status = write_start(m, n, xml_child(special ? special->parent : NULL, "parameters"));
  if (status == STATUS_OK) status = write_locks(m, n, locked, &all);
  if (status == STATUS_OK && !all) status = histories_keys(m, n, special, g, mass, locked);
  if (status == STATUS_OK) status = write_springs(m, special, g->mk);
  if (m->yaml) fclose(m->yaml);
  m->yaml = whole;
  if (status == STATUS_OK && !all) fprintf(m->yaml, "    body:\n%s", text);
  free(text);
  return status;
}

/* ---- joints ---- */

static int write_joint(struct import *m, struct xml_node *chrono, struct xml_node *n, const char *type,
                       int *count) {
  int first, second;
  double at[3], axis[3], damping = 0, stiffness = 0;
  char text[128];
  struct xml_node *point = xml_child(n, "rotpoint"), *turn = xml_child(n, "rotvector"),
                  *slide = xml_child(n, "slidingvector");
  TRY(link_bodies(m, chrono, n, &first, &second));
  if (first < 0) {
    const int other = first;
    first = second, second = other;
  }
  if (first < 0) return import_fault(m, n, "neither of its bodies moves");
  if (!point) return import_fault(m, n, "<rotpoint> is missing");
  TRY(import_vector(m, point, false, at));
  TRY(import_child_value(m, n, "damping", &damping));
  TRY(import_child_value(m, n, "stiffness", &stiffness));
  const bool twists = strcmp(type, "hinge") == 0 || strcmp(type, "ball") == 0 || strcmp(type, "swivel") == 0;
  if ((*count)++ == 0) fprintf(m->yaml, "joints:\n");
  fprintf(m->yaml, "  - {name: %s%d, type: %s, of: bound%d", type, *count, type, first);
  if (second >= 0) fprintf(m->yaml, ", with: bound%d", second);
  fprintf(m->yaml, ", at: %s", import_text(m, at, text));
  const bool slides = strcmp(type, "slider") == 0 || strcmp(type, "track") == 0;
  struct xml_node *direction = slides ? slide : turn;
  if (strcmp(type, "ball") != 0) {
    if (!direction) return import_fault(m, n, "its axis is missing");
    TRY(import_vector(m, direction, false, axis));
    if (m->sketch.dimensions == 3 || slides) fprintf(m->yaml, ", axis: %s", import_text(m, axis, text));
  }
  if (damping != 0 && twists) fprintf(m->yaml, ", damping: %.10g", damping);
  if (stiffness != 0 && twists) fprintf(m->yaml, ", stiffness: %.10g", stiffness);
  fprintf(m->yaml, "}\n");
  return STATUS_OK;
}

/* A spring between two bodies that move. */
static int write_coil(struct import *m, struct xml_node *chrono, struct xml_node *n, int *count) {
  int first, second;
  double at[3], to[3];
  char text[2][128];
  struct xml_node *a = xml_child(n, "point_fb1"), *b = xml_child(n, "point_fb2");
  TRY(link_bodies(m, chrono, n, &first, &second));
  if (first < 0 || second < 0) return STATUS_OK; /* a key of the body that moves */
  if (!a || !b) return import_fault(m, n, "<point_fb1> or <point_fb2> is missing");
  TRY(import_vector(m, a, false, at));
  TRY(import_vector(m, b, false, to));
  if ((*count)++ == 0) fprintf(m->yaml, "joints:\n");
  fprintf(m->yaml, "  - {name: spring%d, type: spring, of: bound%d, with: bound%d, at: %s, to: %s", *count,
          first, second, import_text(m, at, text[0]), import_text(m, to, text[1]));
  TRY(write_spring_values(m, n));
  fprintf(m->yaml, "}\n");
  return STATUS_OK;
}

/* Two wheels with a belt round them, of which the first has the smaller turns where it is larger. */
static int write_pulley(struct import *m, struct xml_node *chrono, struct xml_node *n, int *count) {
  int first, second;
  double axis[3], radius = 0, radius2 = 0;
  char text[128];
  struct xml_node *turn = xml_child(n, "rotvector");
  TRY(link_bodies(m, chrono, n, &first, &second));
  if (first < 0 || second < 0) return import_fault(m, n, "expected two bodies that move");
  if (!turn) return import_fault(m, n, "<rotvector> is missing");
  TRY(import_vector(m, turn, false, axis));
  TRY(import_child_value(m, n, "radius", &radius));
  TRY(import_child_value(m, n, "radius2", &radius2));
  if (!(radius > 0 && radius2 > 0)) return import_fault(m, n, "expected <radius> and <radius2> above 0");
  if (xml_child(n, "rotpoint")) xml_know(xml_child(n, "rotpoint"));
  if ((*count)++ == 0) fprintf(m->yaml, "joints:\n");
  fprintf(m->yaml, "  - {name: pulley%d, type: gear, of: bound%d, with: bound%d, ratio: %.10g", *count, first,
          second, radius2 / radius);
  if (m->sketch.dimensions == 3) fprintf(m->yaml, ", axis: %s", import_text(m, axis, text));
  fprintf(m->yaml, "}\n");
  import_note(m, NOTE_CHANGED, n, "the belt keeps the wheels in proportion; it does not pull at them");
  return STATUS_OK;
}

/* Whether a vector is given, and not (0, 0, 0), which stands for none. */
static int has_length(struct import *m, struct xml_node *n, bool *length) {
  double v[3] = {0};
  if (n) TRY(import_vector(m, n, true, v));
  *length = v[0] != 0 || v[1] != 0 || v[2] != 0;
  return STATUS_OK;
}

/* A point of a body on a line: with two axes about which it may not turn a slider, with one about which alone
 * it turns a track and a swivel. */
static int write_pointline(struct import *m, struct xml_node *chrono, struct xml_node *n, int *count) {
  bool one, two;
  double damping = 0, stiffness = 0; /* against turns, which a slider has none of */
  TRY(has_length(m, xml_child(n, "rotvector"), &one));
  TRY(has_length(m, xml_child(n, "rotvector2"), &two));
  TRY(import_child_value(m, n, "damping", &damping));
  TRY(import_child_value(m, n, "stiffness", &stiffness));
  if (one && two) return write_joint(m, chrono, n, "slider", count);
  TRY(write_joint(m, chrono, n, "track", count));
  const bool turns = one && m->sketch.dimensions == 3; /* in 2-D there is one axis to turn about */
  if (!turns && (damping != 0 || stiffness != 0))
    import_note(m, NOTE_REFUSED, n, "torques against turns about a point that slides");
  return turns ? write_joint(m, chrono, n, "swivel", count) : STATUS_OK;
}

int body_joints(struct import *m, struct xml_node *casedef, struct xml_node *special) {
  struct xml_node *chrono = chrono_of(m, special);
  int count = 0;
  TRY(know_absent(m, casedef));
  for (struct xml_node *n = chrono ? chrono->first : NULL; n; n = n->next) {
    if (!import_active(m, n)) continue;
    const bool hinge = strcmp(n->name, "link_hinge") == 0, ball = strcmp(n->name, "link_spheric") == 0;
    if (strcmp(n->name, "link_linearspring") == 0) TRY(write_coil(m, chrono, n, &count));
    if (strcmp(n->name, "link_coulombdamping") == 0) {
      int first, second;
      n->used = true;
      TRY(link_bodies(m, chrono, n, &first, &second));
      if (first >= 0 && second >= 0)
        import_note(m, NOTE_REFUSED, n,
                    "Coulomb's friction between two bodies that move; expected a fixed one");
    }
    if (strcmp(n->name, "link_pulley") == 0) {
      n->used = true;
      TRY(write_pulley(m, chrono, n, &count));
    }
    if (!hinge && !ball && strcmp(n->name, "link_pointline") != 0) continue;
    n->used = true;
    TRY(hinge || ball ? write_joint(m, chrono, n, hinge ? "hinge" : "ball", &count)
                      : write_pointline(m, chrono, n, &count));
  }
  return STATUS_OK;
}
