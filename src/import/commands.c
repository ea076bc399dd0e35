/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/commands.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/error.h"

enum { CALLS_DEEP = 32, EXECUTED_MOST = 200000 };

int commands_at(const struct drawing *d, const struct xml_node *n, int status) {
  if (status != STATUS_USAGE || strncmp(error_text(), d->m->xml.path, strlen(d->m->xml.path)) == 0)
    return status;
  char text[1024];
  snprintf(text, sizeof text, "%s", error_text());
  return import_fault(d->m, n, "%s", text);
}

static int run_all(struct drawing *d, struct xml_node *first);

static int choose_group(struct drawing *d, bool bound, int mk) {
  d->bound = bound;
  d->mk = mk;
  d->pen.group = 0;
  return mk < 0 ? STATUS_OK : sketch_group(d->pen.sketch, bound, mk, &d->pen.group);
}

/* ---- what sets how to draw ---- */

static int set_mk(struct drawing *d, struct xml_node *n) {
  int mk = -1;
  if (strcmp(n->name, "setmkvoid") == 0) return choose_group(d, false, -1);
  if (!xml_value(n, "mk")) return import_fault(d->m, n, "attribute 'mk' is missing");
  TRY(drawing_mk(d, n, "mk", &mk));
  xml_value(n, "name");
  if (xml_value(n, "normallayers"))
    import_note(d->m, NOTE_LEFT_OUT, n, "normallayers: which way is out follows from the sites of walls");
  return choose_group(d, strcmp(n->name, "setmkbound") == 0, mk);
}

static int set_next(struct drawing *d, struct xml_node *n) {
  bool next = true;
  TRY(import_bool(d->m, n, "next", &next));
  const bool bound = strcmp(n->name, "setmknextbound") == 0;
  if (!next || d->mk < 0 || d->bound != bound) return STATUS_OK;
  return choose_group(d, bound, d->mk + 1);
}

static int set_mode(struct drawing *d, struct xml_node *n) {
  static const char *const words[] = {"wire", "face", "solid", "full"};
  const char *mode = xml_value(n, "mode");
  for (int i = 0; i < 4 && mode; i++)
    if (strcasecmp(mode, words[i]) == 0) {
      d->pen.mode = (enum pen_mode)i;
      return STATUS_OK;
    }
  return import_fault(d->m, n, "mode=\"%.60s\"; expected wire, face, solid or full", mode ? mode : "");
}

static int set_active(struct drawing *d, struct xml_node *n) {
  bool on = !d->pen.off;
  TRY(import_bool(d->m, n, "drawpoints", &on));
  xml_value(n, "drawshapes"); /* of files to look at */
  xml_value(n, "vtkout");
  d->pen.off = !on;
  return STATUS_OK;
}

static int set_free(struct drawing *d, struct xml_node *n) {
  d->pen.loose = true;
  return import_bool(d->m, n, "auto", &d->pen.loose);
}

static void begin_commands(struct drawing *d) {
  pen_reset(&d->pen);
  d->pen.mode = PEN_SOLID;
  d->pen.off = d->pen.loose = false;
  d->pen.grounds = d->pen.halves = 0;
  d->box = BOX_LIMIT_NONE;
  d->pen.group = 0;
  d->mk = -1;
}

/* Patterns leave nodes out; the one that leaves none is "solid". */
static int set_pattern(struct drawing *d, struct xml_node *n) {
  const char *name = xml_value(n, "name");
  if (name && strcasecmp(name, "solid") == 0) return STATUS_OK;
  return import_fault(d->m, n, "name=\"%.60s\": patterns that leave nodes out are not drawn; expected solid",
                      name ? name : "");
}

static int set_automatic(struct drawing *d, struct xml_node *n) {
  bool on = true;
  TRY(import_bool(d->m, n, "auto", &on));
  return on ? import_fault(
                  d->m, n,
                  "a number mk of its own for each command is not known here; expected auto=\"false\"")
            : STATUS_OK;
}

/* The mk drawn with, or that and all that says how to draw: <mksave>, <statesave> and what gets them back. */
static int keep_state(struct drawing *d, struct xml_node *n) {
  const bool all = *n->name == 's';
  struct drawing_state *stack = all ? d->states : d->marks;
  int *count = all ? &d->state_count : &d->mark_count;
  if (strstr(n->name, "save")) {
    if (*count == DRAWING_STATES)
      return import_fault(d->m, n, "more than %d states are saved", DRAWING_STATES);
    stack[(*count)++] = (struct drawing_state){d->pen, d->bound, d->mk};
    return STATUS_OK;
  }
  if (*count == 0) return import_fault(d->m, n, "no state is saved");
  const struct drawing_state *s = &stack[--*count];
  if (all) d->pen = s->pen;
  d->pen.group = s->pen.group, d->bound = s->bound, d->mk = s->mk;
  return STATUS_OK;
}

static int set_limits_of_boxes(struct drawing *d, struct xml_node *n) {
  const char *mode = xml_value(n, "mode");
  const bool inner = mode && strcasecmp(mode, "inner") == 0;
  if (!inner && (!mode || strcasecmp(mode, "full") != 0))
    return import_fault(d->m, n, "mode=\"%.60s\"; expected inner or full", mode ? mode : "");
  d->box = inner ? BOX_LIMIT_INNER : BOX_LIMIT_FULL;
  import_note(d->m, NOTE_CHANGED, n, "%s: taken for %s", mode,
              inner ? "the nodes within a box" : "the nodes nearest to its sides, filled with them");
  return STATUS_OK;
}

/* <setmkbackvoid> and its kin: over what the pen may draw, each one more kind. */
static int set_ground(struct drawing *d, struct xml_node *n) {
  struct pen *p = &d->pen;
  int mk = -1;
  if (strcmp(n->name, "setmkbackclear") == 0) {
    p->grounds = 0;
    return STATUS_OK;
  }
  if (p->grounds == PEN_GROUNDS_MOST)
    return import_fault(d->m, n, "more than %d kinds to draw over", PEN_GROUNDS_MOST);
  TRY(drawing_mk(d, n, "mk", &mk));
  p->ground[p->grounds++] = (struct target){.empty = strcmp(n->name, "setmkbackvoid") == 0,
                                            .fluid = strcmp(n->name, "setmkbackfluid") == 0,
                                            .bound = strcmp(n->name, "setmkbackbound") == 0,
                                            .mk_fluid = mk,
                                            .mk_bound = mk};
  return STATUS_OK;
}

static int keep_variables(struct drawing *d, struct xml_node *n) {
  if (strcmp(n->name, "varsload") == 0) {
    if (d->kept_count == 0) return import_fault(d->m, n, "no variables are saved");
    variables_free(&d->m->variables);
    d->m->variables = d->kept[--d->kept_count];
    return STATUS_OK;
  }
  if (d->kept_count == DRAWING_STATES)
    return import_fault(d->m, n, "variables are saved more than %d times", DRAWING_STATES);
  return variables_copy(&d->m->variables, &d->kept[d->kept_count++]);
}

static int reset(struct drawing *d, struct xml_node *n) {
  (void)n;
  begin_commands(d);
  return STATUS_OK;
}

static int matrix(struct drawing *d, struct xml_node *n) {
  if (strcmp(n->name, "matrixreset") == 0) {
    pen_reset(&d->pen);
  } else if (strcmp(n->name, "matrixsave") == 0) {
    if (d->stacked == 32) return import_fault(d->m, n, "more than 32 matrices are saved");
    memcpy(d->stack[d->stacked++], d->pen.matrix, sizeof d->pen.matrix);
  } else {
    if (d->stacked == 0) return import_fault(d->m, n, "no matrix is saved");
    memcpy(d->pen.matrix, d->stack[--d->stacked], sizeof d->pen.matrix);
  }
  return STATUS_OK;
}

/* <rotateadv>: three turns one after the other. */
static int turn_commands(struct drawing *d, struct xml_node *n) {
  struct xml_node *centre = xml_child(n, "center");
  const char *axes = xml_value(n, "axes");
  double angles[3] = {0}, through[3] = {0};
  bool intrinsic = false;
  for (int k = 0; k < 3; k++)
    TRY(import_optional(d->m, n, (const char *[]){"ang1", "ang2", "ang3"}[k], &angles[k]));
  TRY(import_bool(d->m, n, "intrinsic", &intrinsic));
  if (centre) TRY(import_vector(d->m, centre, true, through));
  return pen_turn(&d->pen, angles, axes ? axes : "XYZ", intrinsic, through);
}

static int transform(struct drawing *d, struct xml_node *n) {
  static const double origin[3] = {0};
  double v[3], angle = 0, x[2][3];
  int count;
  if (strcmp(n->name, "rotateline") == 0) {
    TRY(import_number(d->m, n, "ang", &angle));
    TRY(drawing_points(d, n, x, 2, 2, &count));
    for (int a = 0; a < 3; a++) v[a] = x[1][a] - x[0][a];
    return pen_rotate(&d->pen, angle, x[0], v);
  }
  TRY(import_vector(d->m, n, false, v));
  if (strcmp(n->name, "rotate") == 0) {
    TRY(import_number(d->m, n, "ang", &angle));
    return pen_rotate(&d->pen, angle, origin, v);
  }
  if (strcmp(n->name, "move") == 0)
    pen_move(&d->pen, v);
  else
    pen_scale(&d->pen, v);
  return STATUS_OK;
}

/* newvar and the like: a variable for each attribute. */
static int set_variables(struct drawing *d, struct xml_node *n) {
  const bool text = strstr(n->name, "str");
  char whole[VARIABLE_TEXT];
  for (size_t i = 0; i < n->attribute_count; i++) {
    struct xml_attribute *a = &n->attributes[i];
    double value;
    a->used = true;
    if (*a->name == '_' || strcmp(a->name, "if") == 0) continue;
    int status;
    if (text) {
      status = variables_expand(&d->m->variables, a->value, whole);
      if (status == STATUS_OK) status = variables_set_text(&d->m->variables, a->name, whole);
    } else {
      status = expression_evaluate(&d->m->variables, a->value + (*a->value == '#'), &value);
      if (status == STATUS_OK) status = variables_set(&d->m->variables, a->name, value);
    }
    if (status == STATUS_USAGE) return import_fault(d->m, n, "%.60s: %s", a->name, error_text());
    TRY(status);
  }
  return STATUS_OK;
}

static int abort_if(struct drawing *d, struct xml_node *n) {
  const char *text = xml_value(n, "text");
  return import_fault(d->m, n, "the case says that it cannot be: %.200s", text ? text : "");
}

static int run_list(struct drawing *d, struct xml_node *n) {
  const char *name = xml_value(n, "name");
  double times = 1;
  if (!name) return import_fault(d->m, n, "attribute 'name' is missing");
  TRY(import_optional(d->m, n, "times", &times));
  if (!(times >= 0 && times <= EXECUTED_MOST))
    return import_fault(d->m, n, "times=%g; expected 0 to %d", times, EXECUTED_MOST);
  struct xml_node *list = xml_child(d->lists, "list");
  while (list && (!xml_value(list, "name") || strcasecmp(xml_value(list, "name"), name) != 0))
    list = xml_next(list);
  if (!list) return import_fault(d->m, n, "there is no <list name=\"%.60s\">", name);
  if (d->calls == CALLS_DEEP) return import_fault(d->m, n, "lists call lists, more than %d deep", CALLS_DEEP);
  d->calls++;
  for (int i = 0; i < (int)times; i++) TRY(run_all(d, list->first));
  d->calls--;
  return STATUS_OK;
}

static int nothing(struct drawing *d, struct xml_node *n) {
  (void)d;
  xml_know(n);
  return STATUS_OK;
}

static const struct drawing_command commands[] = {{"abort", abort_if},
                                                  {"cellsout", nothing},
                                                  {"clipdomain", nothing},
                                                  {"clipreset", clip},
                                                  {"debugout", nothing},
                                                  {"delvar", nothing},
                                                  {"dpctesload", nothing},
                                                  {"dpctesreset", nothing},
                                                  {"dpctessave", nothing},
                                                  {"exportvar", nothing},
                                                  {"matrixload", matrix},
                                                  {"matrixreset", matrix},
                                                  {"matrixsave", matrix},
                                                  {"mkload", keep_state},
                                                  {"mksave", keep_state},
                                                  {"move", transform},
                                                  {"newvar", set_variables},
                                                  {"newvarcte", set_variables},
                                                  {"newvarstr", set_variables},
                                                  {"newvarstrcte", set_variables},
                                                  {"pointsmkout", nothing},
                                                  {"printf", nothing},
                                                  {"resetdraw", reset},
                                                  {"rotate", transform},
                                                  {"rotateadv", turn_commands},
                                                  {"rotateline", transform},
                                                  {"runlist", run_list},
                                                  {"scale", transform},
                                                  {"setactive", set_active},
                                                  {"setdpctes", nothing},
                                                  {"setdrawmode", set_mode},
                                                  {"setfrdrawmode", set_free},
                                                  {"setboxlimitmode", set_limits_of_boxes},
                                                  {"setmkbackbound", set_ground},
                                                  {"setmkbackclear", set_ground},
                                                  {"setmkbackfluid", set_ground},
                                                  {"setmkbackvoid", set_ground},
                                                  {"clipbox", clip},
                                                  {"clipplane", clip},
                                                  {"varsload", keep_variables},
                                                  {"varssave", keep_variables},
                                                  {"setmkbound", set_mk},
                                                  {"setmkfluid", set_mk},
                                                  {"setmknextauto", set_automatic},
                                                  {"setmknextbound", set_next},
                                                  {"setmknextfluid", set_next},
                                                  {"setmkvoid", set_mk},
                                                  {"setnormalinvert", nothing},
                                                  {"setpattern", set_pattern},
                                                  {"setshapemode", nothing},
                                                  {"setvar", set_variables},
                                                  {"setvarstr", set_variables},
                                                  {"shapeout", nothing},
                                                  {"stateload", keep_state},
                                                  {"statesave", keep_state}};

/* Whether "if" says that the command is to run. */
static int is_wanted(struct drawing *d, struct xml_node *n, bool *wanted) {
  const char *condition = xml_value(n, "if");
  double value = 1;
  if (condition) {
    const int status = expression_evaluate(&d->m->variables, condition + (*condition == '#'), &value);
    if (status == STATUS_USAGE) return import_fault(d->m, n, "if=%s", error_text());
    TRY(status);
  }
  *wanted = value != 0;
  return STATUS_OK;
}

static int run_one(struct drawing *d, struct xml_node *n) {
  bool wanted = true;
  if (++d->executed > EXECUTED_MOST)
    return import_fault(d->m, n, "more than %d commands are run", EXECUTED_MOST);
  const char *prefix = strstr(n->name, "var");
  if (!d->pen.sketch && (!prefix || prefix - n->name > 3) && strcmp(n->name, "printf") != 0)
    return import_fault(d->m, n, "in <predefinition>; expected variables alone");
  if (!import_active(d->m, n)) return import_fault(d->m, n, "active is not of commands; expected if");
  TRY(is_wanted(d, n, &wanted));
  if (!wanted) xml_know(n);
  if (!wanted) return STATUS_OK;
  const struct drawing_command *c = drawing_find(n->name);
  for (size_t i = 0; i < sizeof commands / sizeof *commands && !c; i++)
    if (strcmp(n->name, commands[i].name) == 0) c = &commands[i];
  if (c) return commands_at(d, n, c->run(d, n));
  import_note(d->m, NOTE_REFUSED, n, "this way to draw is not known here");
  return STATUS_OK;
}

static int run_all(struct drawing *d, struct xml_node *first) {
  for (struct xml_node *n = first; n; n = n->next) {
    n->used = true;
    if (*n->name == '_') continue;
    TRY(run_one(d, n));
  }
  return STATUS_OK;
}

static int set_vector(struct import *m, const char *format, const double v[3]) {
  for (int a = 0; a < 3; a++) {
    char name[16];
    snprintf(name, sizeof name, format, "xyz"[a]);
    TRY(variables_set(&m->variables, name, v[a]));
  }
  return STATUS_OK;
}

/* Variables that documents may count on: before the definition is read, and with it. */
static int set_gravity(struct import *m) {
  TRY(set_vector(m, "Gravity_%c", m->gravity));
  return variables_set(&m->variables, "Rhop0", m->rho0);
}

static int set_limits(struct import *m, const double low[3], const double high[3]) {
  TRY(set_vector(m, "PosMin_%c", low));
  TRY(set_vector(m, "PosMax_%c", high));
  return variables_set(&m->variables, "Data2D", low[1] == high[1]);
}

static int find_part(struct import *m, struct xml_node *n, const char *name, struct xml_node **out) {
  *out = xml_child(n, name);
  return *out ? STATUS_OK : import_fault(m, n, "<%s> is missing", name);
}

static int run_commands(struct import *m, struct xml_node *casedef, double dp, struct drawing *d) {
  struct xml_node *geometry, *definition, *at, *main_list, *lists;
  double low[3], high[3], reference[3];
  TRY(find_part(m, casedef, "geometry", &geometry));
  TRY(find_part(m, geometry, "definition", &definition));
  double given = 0;
  const char *spacing = xml_value(definition, "dp");
  const bool known = spacing && *spacing != '#'; /* else <predefinition> may say how large it is */
  TRY(set_gravity(m));
  if (known) TRY(import_number(m, definition, "dp", &given));
  if (dp > 0 || known) TRY(variables_set(&m->variables, "Dp", dp > 0 ? dp : given));
  if ((at = xml_child(geometry, "predefinition"))) TRY(run_all(d, at->first));
  TRY(import_number(m, definition, "dp", &given));
  if (!(given > 0)) return import_fault(m, definition, "dp=%g; expected a number > 0", given);
  m->spacing = dp > 0 ? dp : given;
  TRY(variables_set(&m->variables, "Dp", m->spacing));
  TRY(find_part(m, definition, "pointmin", &at));
  TRY(import_vector(m, at, false, low));
  TRY(find_part(m, definition, "pointmax", &at));
  TRY(import_vector(m, at, false, high));
  struct xml_node *through = xml_child(definition, "pointref");
  if (through) TRY(import_vector(m, through, true, reference));
  TRY(set_limits(m, low, high));
  TRY(commands_at(d, definition, sketch_open(&m->sketch, low, high, through ? reference : NULL, m->spacing)));
  TRY(find_part(m, geometry, "commands", &lists));
  TRY(find_part(m, lists, "mainlist", &main_list));
  d->lists = lists;
  d->pen.sketch = &m->sketch;
  begin_commands(d);
  for (struct xml_node *l = xml_child(lists, "list"); l; l = xml_next(l))
    l->used = true, xml_value(l, "printcall");
  TRY(run_all(d, main_list->first));
  TRY(sketch_thin_loose(&m->sketch));
  sketch_count(&m->sketch);
  return STATUS_OK;
}

int commands_run(struct import *m, struct xml_node *casedef, double dp) {
  struct drawing d = {.m = m};
  const int status = run_commands(m, casedef, dp, &d);
  while (d.kept_count) variables_free(&d.kept[--d.kept_count]);
  return status;
}
