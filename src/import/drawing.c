/* SPDX-License-Identifier: BSD-3-Clause */
/* The commands that draw and fill. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "import/commands.h"
#include "import/forms.h"
#include "util/error.h"

enum { LAYERS_MOST = 100 };

/* Reads an attribute that is an mk number; *mk stays as it is if there is none. */
int drawing_mk(struct drawing *d, struct xml_node *n, const char *name, int *mk) {
  double value = -1;
  TRY(import_optional(d->m, n, name, &value));
  if (!xml_value(n, name)) return STATUS_OK;
  if (!(value >= 0 && value <= 65000 && value == floor(value)))
    return import_fault(d->m, n, "%s=%g; expected a whole number from 0 to 65000", name, value);
  *mk = (int)value;
  return STATUS_OK;
}

int drawing_angles(struct drawing *d, struct xml_node *n, double angles[3]) {
  static const char *const names[2][3] = {{"x", "y", "z"}, {"angx", "angy", "angz"}};
  for (int a = 0; a < 3; a++) {
    angles[a] = 0;
    for (int k = 0; k < 2; k++) TRY(import_optional(d->m, n, names[k][a], &angles[a]));
  }
  return STATUS_OK;
}

/* ---- corners, sizes, layers ---- */

int drawing_points(struct drawing *d, struct xml_node *n, double (*x)[3], int least, int most, int *count) {
  *count = 0;
  for (struct xml_node *p = xml_child(n, "point"); p; p = xml_next(p)) {
    if (*count == most) return import_fault(d->m, n, "more than %d points", most);
    TRY(import_vector(d->m, p, false, x[(*count)++]));
  }
  if (*count < least) return import_fault(d->m, n, "has %d <point>; expected at least %d", *count, least);
  return STATUS_OK;
}

/* <point> and <size> or <endpoint>. */
int drawing_box(struct drawing *d, struct xml_node *n, double low[3], double size[3]) {
  int count;
  TRY(drawing_points(d, n, (double(*)[3])low, 1, 1, &count));
  struct xml_node *end = xml_child(n, "endpoint"), *extent = xml_child(n, "size");
  if (!end && !extent) return import_fault(d->m, n, "neither <size> nor <endpoint>");
  TRY(import_vector(d->m, end ? end : extent, false, size));
  for (int a = 0; a < 3 && end; a++) size[a] -= low[a];
  return STATUS_OK;
}

/* <layers vdp="-1,0.5*">: distances in dp. '*', which trims a layer at corners, is read and ignored. */
static int read_layers(struct drawing *d, struct xml_node *n, double *offset, int *count) {
  struct xml_node *l = xml_child(n, "layers");
  *count = 0;
  if (!l) return STATUS_OK;
  const char *text = xml_value(l, "vdp");
  if (!text) return import_fault(d->m, l, "attribute 'vdp' is missing");
  if (*text == '#') {
    *count = 1;
    TRY(import_number(d->m, l, "vdp", offset));
    *offset *= d->pen.sketch->dp;
    return STATUS_OK;
  }
  for (const char *at = text; *at;) {
    char *end;
    if (*count == LAYERS_MOST) return import_fault(d->m, l, "more than %d layers", LAYERS_MOST);
    const double value = strtod(at, &end);
    if (end == at || !(fabs(value) < 1e6))
      return import_fault(d->m, l, "vdp=\"%.60s\" is no list of numbers", text);
    offset[(*count)++] = value * d->pen.sketch->dp;
    at = end + (*end == '*');
    at += strspn(at, " ");
    if (*at && *at != ',') return import_fault(d->m, l, "vdp=\"%.60s\" is no list of numbers", text);
    at += *at == ',';
  }
  return STATUS_OK;
}

/* mask="1 | 3": numbers of faces, from 1 on. Older documents have one number, the sum of 2^(number - 1) over
 * the faces; a number for which there is no face is read that way. */
static int read_mask(struct drawing *d, struct xml_node *n, int faces, unsigned long *mask) {
  const char *text = xml_value(n, "mask");
  char *rest;
  *mask = 0;
  const unsigned long sum = text ? strtoul(text, &rest, 10) : 0;
  if (sum > (unsigned long)faces && !*rest && *text != '+' && faces < 62 && sum < 1ul << faces) {
    *mask = sum << 1;
    import_note(d->m, NOTE_CHANGED, n,
                "mask=\"%lu\" is taken for a sum of 2 to the number of each face, less 1", sum);
    return STATUS_OK;
  }
  for (const char *at = text ? text : ""; *at;) {
    char *end;
    const unsigned long bit = strtoul(at, &end, 10);
    if (end == at || bit > 62 || strchr("+-", *at))
      return import_fault(d->m, n, "mask=\"%.60s\"; expected numbers of faces, 1 | 2", text);
    *mask |= 1ul << bit;
    at = end + strspn(end, " |,");
  }
  return STATUS_OK;
}

/* Faces of a box, as "all ^ top" or "left | right"; *solid: the word "solid" is among them. */
static int read_faces(struct drawing *d, struct xml_node *n, const char *tag, unsigned *faces, bool *solid) {
  static const struct {
    const char *word;
    unsigned faces;
  } words[] = {{"left", BOX_LEFT},     {"right", BOX_RIGHT}, {"front", BOX_FRONT}, {"back", BOX_BACK},
               {"bottom", BOX_BOTTOM}, {"top", BOX_TOP},     {"all", BOX_ALL},     {"solid", 0}};
  struct xml_node *fill = xml_child(n, tag);
  *faces = 0;
  *solid = !fill;
  bool without = false;
  for (const char *at = fill ? fill->text : ""; *at;) {
    const size_t length = strcspn(at, " \t\r\n|^");
    size_t i = 0;
    while (i < sizeof words / sizeof *words &&
           !(strlen(words[i].word) == length && strncasecmp(words[i].word, at, length) == 0))
      i++;
    if (i == sizeof words / sizeof *words)
      return import_fault(d->m, fill,
                          "'%.60s'; expected solid, or faces: all, left, right, front, back, bottom, top",
                          fill->text);
    if (!words[i].faces) *solid = true;
    *faces = without ? *faces & ~words[i].faces : *faces | words[i].faces;
    at += length;
    for (without = false; *at && strchr(" \t\r\n|^", *at); at++) without |= *at == '^';
  }
  return STATUS_OK;
}

/* ---- what draws ---- */

/* Shrinks a box to the nodes that lie within it, from the first to the last along each axis. */
static int take_inside(struct drawing *d, struct xml_node *n, double low[3], double size[3]) {
  const struct sketch *l = d->pen.sketch;
  for (int a = 0; a < 3; a++) {
    const double begin = fmin(low[a], low[a] + size[a]) + d->pen.matrix[a][3];
    const double end = begin + fabs(size[a]);
    for (int b = 0; b < 3; b++)
      if (d->pen.matrix[a][b] != (a == b))
        return import_fault(d->m, n, "boxes that are turned or scaled are not drawn within inner limits");
    if (l->dimensions == 2 && a == 1) continue;
    const double first = ceil((begin - l->low[a]) / l->dp - 1e-6),
                 last = floor((end - l->low[a]) / l->dp + 1e-6);
    low[a] = l->low[a] + first * l->dp - d->pen.matrix[a][3];
    size[a] = fmax(0, last - first) * l->dp;
  }
  return STATUS_OK;
}

static int draw_box(struct drawing *d, struct xml_node *n) {
  double low[3], size[3], offset[LAYERS_MOST];
  unsigned faces;
  bool solid;
  int layers;
  TRY(drawing_box(d, n, low, size));
  TRY(read_faces(d, n, "boxfill", &faces, &solid));
  TRY(read_layers(d, n, offset, &layers));
  if (d->box == BOX_LIMIT_INNER) TRY(take_inside(d, n, low, size));
  return form_box(&d->pen, low, size, solid, faces, offset, layers);
}

static int draw_prism(struct drawing *d, struct xml_node *n) {
  double x[FORM_CORNERS_MOST][3];
  unsigned long mask;
  int count;
  TRY(drawing_points(d, n, x, 6, FORM_CORNERS_MOST, &count));
  TRY(read_mask(d, n, count / 2 + 2, &mask));
  if (count % 2)
    return import_fault(d->m, n, "has %d points; expected those of two ends, an even number", count);
  return form_prism(&d->pen, (const double(*)[3])x, (const double(*)[3])x + count / 2, count / 2, mask);
}

static int draw_pyramid(struct drawing *d, struct xml_node *n) {
  double x[FORM_CORNERS_MOST][3];
  unsigned long mask;
  int count;
  TRY(drawing_points(d, n, x, 4, FORM_CORNERS_MOST, &count));
  TRY(read_mask(d, n, count, &mask));
  return form_pyramid(&d->pen, (const double(*)[3])x, count, mask);
}

/* A prism between a profile and its projection onto y = 0. */
static int draw_beach(struct drawing *d, struct xml_node *n) {
  double x[FORM_CORNERS_MOST][3], far[FORM_CORNERS_MOST][3];
  unsigned long mask;
  int count;
  TRY(drawing_points(d, n, x, 3, FORM_CORNERS_MOST, &count));
  TRY(read_mask(d, n, count + 2, &mask));
  memcpy(far, x, (size_t)count * sizeof *x);
  for (int i = 0; i < count; i++) far[i][1] = 0;
  return form_prism(&d->pen, (const double(*)[3])x, (const double(*)[3])far, count, mask);
}

static int draw_extrude(struct drawing *d, struct xml_node *n) {
  double x[FORM_CORNERS_MOST + 1][3], far[FORM_CORNERS_MOST][3], along[3], offset[LAYERS_MOST];
  bool closed = true;
  int count, layers;
  struct xml_node *extrude = xml_child(n, "extrude");
  TRY(import_bool(d->m, n, "closed", &closed));
  TRY(drawing_points(d, n, x, 2, FORM_CORNERS_MOST, &count));
  if (!extrude) return import_fault(d->m, n, "<extrude> is missing");
  TRY(import_vector(d->m, extrude, true, along));
  TRY(read_layers(d, n, offset, &layers));
  if (closed && layers == 0 && count > 2) {
    for (int i = 0; i < count; i++)
      for (int a = 0; a < 3; a++) far[i][a] = x[i][a] + along[a];
    return form_prism(&d->pen, (const double(*)[3])x, (const double(*)[3])far, count, 0);
  }
  if (closed) memcpy(x[count++], x[0], sizeof *x);
  return form_sheet(&d->pen, (const double(*)[3])x, count, along, offset, layers);
}

static int draw_cylinder(struct drawing *d, struct xml_node *n) {
  double x[2][3], radius = 0, offset[LAYERS_MOST];
  unsigned long mask;
  int count, layers;
  TRY(read_mask(d, n, 3, &mask));
  TRY(import_number(d->m, n, "radius", &radius));
  TRY(drawing_points(d, n, x, 2, 2, &count));
  TRY(read_layers(d, n, offset, &layers));
  return form_cylinder(&d->pen, x[0], x[1], radius, mask, offset, layers);
}

static int draw_sphere(struct drawing *d, struct xml_node *n) {
  double x[1][3], radius = 0, offset[LAYERS_MOST];
  int count, layers;
  xml_value(n, "mask"); /* a ball has one face */
  TRY(import_number(d->m, n, "radius", &radius));
  TRY(drawing_points(d, n, x, 1, 1, &count));
  TRY(read_layers(d, n, offset, &layers));
  const double half[3] = {radius, radius, radius};
  return form_ellipsoid(&d->pen, x[0], half, offset, layers);
}

/* An ellipsoid by two foci and a radius; DualSPHysics' documents do not define it further. */
static int draw_ellipsoid(struct drawing *d, struct xml_node *n) {
  double x[2][3], radius = 0, offset[LAYERS_MOST];
  int count, layers;
  xml_value(n, "mask");
  TRY(import_number(d->m, n, "radius", &radius));
  TRY(drawing_points(d, n, x, 2, 2, &count));
  TRY(read_layers(d, n, offset, &layers));
  import_note(d->m, NOTE_CHANGED, n,
              "the two points are taken for foci, the radius for half of the long axis");
  return form_spheroid(&d->pen, x[0], x[1], radius, offset, layers);
}

static int begin_line(struct drawing *d, struct xml_node *n) {
  return import_vector(d->m, n, false, d->line);
}

static int draw_line_to(struct drawing *d, struct xml_node *n) {
  double x[3];
  TRY(import_vector(d->m, n, false, x));
  TRY(pen_line(&d->pen, d->line, x));
  memcpy(d->line, x, sizeof x);
  return STATUS_OK;
}

static int draw_line(struct drawing *d, struct xml_node *n) {
  double x[FORM_CORNERS_MOST][3];
  int count;
  TRY(drawing_points(d, n, x, 2, FORM_CORNERS_MOST, &count));
  for (int i = 0; i + 1 < count; i++) TRY(pen_line(&d->pen, x[i], x[i + 1]));
  return STATUS_OK;
}

static int draw_point(struct drawing *d, struct xml_node *n) {
  double x[3];
  TRY(import_vector(d->m, n, false, x));
  return pen_point(&d->pen, x);
}

static int draw_points(struct drawing *d, struct xml_node *n) {
  for (struct xml_node *p = xml_child(n, "point"); p; p = xml_next(p)) TRY(draw_point(d, p));
  return STATUS_OK;
}

static int draw_polygon(struct drawing *d, struct xml_node *n) {
  double x[FORM_CORNERS_MOST][3];
  int count;
  TRY(drawing_points(d, n, x, 3, FORM_CORNERS_MOST, &count));
  return pen_polygon(&d->pen, (const double(*)[3])x, count);
}

static int draw_fan(struct drawing *d, struct xml_node *n) {
  double x[FORM_CORNERS_MOST][3];
  int count;
  TRY(drawing_points(d, n, x, 3, FORM_CORNERS_MOST, &count));
  const bool strip = strcmp(n->name, "drawtrianglesstrip") == 0;
  for (int i = 0; i + 2 < count; i++) TRY(pen_triangle(&d->pen, x[strip ? i : 0], x[i + 1], x[i + 2]));
  return STATUS_OK;
}

static int draw_triangles(struct drawing *d, struct xml_node *n) {
  return commands_triangles(d, n, false);
}

/* ---- what fills ---- */

/* "void | fluid | bound". */
static int read_target(struct drawing *d, struct xml_node *n, struct target *t) {
  struct xml_node *mode = xml_child(n, "modefill");
  *t = (struct target){.empty = !mode, .mk_fluid = -1, .mk_bound = -1};
  for (const char *at = mode ? mode->text : ""; *at;) {
    const size_t length = strcspn(at, " \t|");
    if (length == 4 && strncasecmp(at, "void", 4) == 0)
      t->empty = true;
    else if (length == 5 && strncasecmp(at, "fluid", 5) == 0)
      t->fluid = true;
    else if (length == 5 && strncasecmp(at, "bound", 5) == 0)
      t->bound = true;
    else if (length == 6 && strncasecmp(at, "border", 6) == 0)
      t->border = true;
    else
      return import_fault(d->m, mode, "'%.60s'; expected void, fluid, bound, border", mode->text);
    at += length;
    at += strspn(at, " \t|");
  }
  TRY(drawing_mk(d, n, "mkfluid", &t->mk_fluid));
  TRY(drawing_mk(d, n, "mkbound", &t->mk_bound));
  if (!t->border) return STATUS_OK;
  if (!t->empty && !t->fluid) t->bound = true; /* alone it is that of walls */
  import_note(d->m, NOTE_CHANGED, mode,
              "border: taken for filling over everything, up to nodes of these kinds");
  return STATUS_OK;
}

/* The nodes in a box, after the matrix. With `between`, for filling: the nodes between its sides, each side
 * moved to the nearest node. */
static int box_span(struct drawing *d, struct xml_node *n, bool between, struct span *s) {
  const struct sketch *l = d->pen.sketch;
  double low[3], size[3], a[3], b[3];
  if (!xml_child(n, "point")) {
    sketch_span(l, NULL, NULL, s);
    return STATUS_OK;
  }
  TRY(drawing_box(d, n, low, size));
  for (int k = 0; k < 3; k++) size[k] += low[k];
  pen_place(&d->pen, low, a);
  pen_place(&d->pen, size, b);
  for (int k = 0; k < 3; k++) {
    const double least = fmin(a[k], b[k]), most = fmax(a[k], b[k]);
    a[k] = least, b[k] = most;
    if (!between) continue;
    const double shift = d->box == BOX_LIMIT_FULL ? -0.5 : 0.5; /* with the sides, or without */
    a[k] = l->low[k] + (floor((least - l->low[k]) / l->dp + 0.5 + 1e-7) + shift) * l->dp;
    b[k] = l->low[k] + (floor((most - l->low[k]) / l->dp + 0.5 + 1e-7) - shift) * l->dp;
  }
  sketch_span(l, a, b, s);
  return STATUS_OK;
}

static int fill_drawing(struct drawing *d, struct xml_node *n) {
  struct target t;
  struct span s;
  double seed[3], at[3];
  TRY(import_vector(d->m, n, false, seed));
  TRY(read_target(d, n, &t));
  TRY(box_span(d, n, true, &s));
  pen_place(&d->pen, seed, at);
  return d->pen.off ? STATUS_OK : sketch_fill(d->pen.sketch, at, &s, &t, NULL, d->pen.group);
}

/* Fills from a seed within a prism or triangles, which are first drawn into nodes of their own. */
static int fill_form(struct drawing *d, struct xml_node *n) {
  struct sketch *l = d->pen.sketch;
  struct target t;
  struct span all;
  struct pen pen = d->pen;
  uint16_t *nodes = l->node;
  double seed[3], at[3];
  TRY(import_vector(d->m, n, false, seed));
  TRY(read_target(d, n, &t));
  TRY(sketch_spend(l, (double)sketch_nodes(l)));
  l->node = calloc(sketch_nodes(l), sizeof *l->node);
  if (!l->node) {
    l->node = nodes;
    return error_set(STATUS_FAILED, "not enough memory to fill");
  }
  d->pen.mode = PEN_SOLID, d->pen.group = 1, d->pen.off = d->pen.loose = false;
  int status = strcmp(n->name, "fillprism") == 0 ? draw_prism(d, n) : commands_triangles(d, n, true);
  uint16_t *within = l->node;
  l->node = nodes;
  d->pen = pen;
  pen_place(&d->pen, seed, at);
  sketch_span(l, NULL, NULL, &all);
  if (status == STATUS_OK && !d->pen.off) status = sketch_fill(l, at, &all, &t, within, d->pen.group);
  free(within);
  return status;
}

static int redraw(struct drawing *d, struct xml_node *n) {
  struct target t = {.empty = true, .fluid = true, .bound = true, .mk_fluid = -1, .mk_bound = -1};
  struct span s;
  TRY(drawing_mk(d, n, "mkfluid", &t.mk_fluid));
  TRY(drawing_mk(d, n, "mkbound", &t.mk_bound));
  if (t.mk_fluid >= 0 || t.mk_bound >= 0)
    t.empty = false, t.fluid = t.mk_fluid >= 0, t.bound = t.mk_bound >= 0;
  TRY(box_span(d, n, false, &s));
  return d->pen.off ? STATUS_OK : sketch_redraw(d->pen.sketch, &s, &t, d->pen.group);
}

static int read_kind(struct drawing *d, struct xml_node *n, const char *kind, const char *mk,
                     struct target *t) {
  const char *text = xml_value(n, kind);
  int number = -1;
  if (!text) return import_fault(d->m, n, "attribute '%s' is missing", kind);
  *t = (struct target){.empty = strcasecmp(text, "void") == 0,
                       .fluid = strcasecmp(text, "fluid") == 0,
                       .bound = strcasecmp(text, "bound") == 0};
  if (!t->empty && !t->fluid && !t->bound)
    return import_fault(d->m, n, "%s=\"%.60s\"; expected void, fluid or bound", kind, text);
  TRY(drawing_mk(d, n, mk, &number));
  t->mk_fluid = t->mk_bound = number;
  return STATUS_OK;
}

static int redraw_near(struct drawing *d, struct xml_node *n) {
  struct target t, border;
  struct span s;
  double times = 1;
  bool solid;
  unsigned directions = BOX_ALL;
  TRY(read_kind(d, n, "targettp", "targetmk", &t));
  TRY(read_kind(d, n, "bordertp", "bordermk", &border));
  TRY(import_optional(d->m, n, "times", &times));
  if (!(times >= 0 && times <= 10000)) return import_fault(d->m, n, "times=%g; expected 0 to 10000", times);
  if (xml_child(n, "dirfilter")) TRY(read_faces(d, n, "dirfilter", &directions, &solid));
  /* A node below a border has it above. */
  directions = (directions & 0x15) << 1 | (directions & 0x2A) >> 1;
  TRY(box_span(d, n, false, &s));
  if (d->pen.off) return STATUS_OK;
  return sketch_redraw_near(d->pen.sketch, &s, &t, &border, directions, (int)times, d->pen.group);
}

static const struct drawing_command commands[] = {{"drawbathymetry", commands_bathymetry},
                                                  {"drawbeach", draw_beach},
                                                  {"drawbox", draw_box},
                                                  {"drawcylinder", draw_cylinder},
                                                  {"drawextrude", draw_extrude},
                                                  {"drawellipsoid", draw_ellipsoid},
                                                  {"drawfigure", draw_triangles},
                                                  {"drawfileply", commands_file},
                                                  {"drawfilestl", commands_file},
                                                  {"drawfilecsv", commands_file},
                                                  {"drawfilevtk", commands_file},
                                                  {"drawline", draw_line},
                                                  {"drawlines", draw_line},
                                                  {"drawlineto", draw_line_to},
                                                  {"drawpoint", draw_point},
                                                  {"drawpoints", draw_points},
                                                  {"drawpolygon", draw_polygon},
                                                  {"drawprism", draw_prism},
                                                  {"drawpyramid", draw_pyramid},
                                                  {"drawquadri", draw_polygon},
                                                  {"drawsphere", draw_sphere},
                                                  {"drawtriangle", draw_polygon},
                                                  {"drawtriangles", draw_triangles},
                                                  {"drawtrianglesfan", draw_fan},
                                                  {"drawtrianglesstrip", draw_fan},
                                                  {"drawwave", commands_wave},
                                                  {"fillbox", fill_drawing},
                                                  {"fillfigure", fill_form},
                                                  {"fillpoint", fill_drawing},
                                                  {"fillprism", fill_form},
                                                  {"fillvoidpoint", fill_drawing},
                                                  {"redraw", redraw},
                                                  {"redrawbox", redraw},
                                                  {"redrawnear", redraw_near},
                                                  {"redrawnearbox", redraw_near},
                                                  {"setlinebegin", begin_line}};

const struct drawing_command *drawing_find(const char *name) {
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (strcmp(name, commands[i].name) == 0) return &commands[i];
  return NULL;
}
