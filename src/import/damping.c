/* SPDX-License-Identifier: BSD-3-Clause */
/* <damping>: where waves die away. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "import/parts.h"
#include "util/error.h"

/* How much, beyond what, and along which axes. */
struct strength {
  double most, over, factor[3];
};

static int read_strength(struct import *m, struct xml_node *n, struct strength *s) {
  struct xml_node *factor = xml_child(n, "factorxyz");
  static const char *const axes[] = {"x", "y", "z"};
  *s = (struct strength){.most = 10, .factor = {1, 1, 1}};
  TRY(import_child_value(m, n, "redumax", &s->most));
  TRY(import_child_value(m, n, "overlimit", &s->over));
  for (int a = 0; a < 3 && factor; a++) TRY(import_optional(m, factor, axes[a], &s->factor[a]));
  if (!(s->most >= 0 && s->over >= 0)) return import_fault(m, n, "redumax or overlimit is below 0");
  return STATUS_OK;
}

/* From where to where a zone grows. */
static const char *write_form(const struct import *m, const double from[3], const double to[3],
                              char form[300]) {
  char text[2][128];
  snprintf(form, 300, "from: %s, to: %s", import_text(m, from, text[0]), import_text(m, to, text[1]));
  return form;
}

/* One zone, with the bounds that are not infinite. */
static void write_zone(struct import *m, struct xml_node *n, const char *form, const double low[3],
                       const double high[3], const struct strength *s, int *count) {
  static const char *const axes[] = {"x", "y", "z"};
  char text[2][128], kept[32] = "";
  double most = 0, bound[2][3];
  bool uneven = false;
  int on = 0;
  for (int k = 0; k < m->sketch.dimensions; k++) most = fmax(most, s->factor[import_axis(m, k)]);
  for (int k = 0; k < m->sketch.dimensions; k++) {
    const double part = s->factor[import_axis(m, k)];
    if (part > 0.5 * most) snprintf(kept + strlen(kept), 8, "%s%s", on++ ? ", " : "", axes[k]);
    uneven |= part != most && part != 0;
  }
  if (uneven)
    import_note(m, NOTE_CHANGED, n,
                "factorxyz: velocities along %s are damped by the largest factor, others not", kept);
  if (!(most > 0)) return;
  if ((*count)++ == 0) fprintf(m->yaml, "damping_zones:\n");
  fprintf(m->yaml, "  - {name: damping%d, %s, strength: %.10g", *count, form, s->most * most);
  bool bounded[2] = {false, false};
  for (int a = 0; a < 3; a++) {
    bounded[0] |= isfinite(low[a]), bounded[1] |= isfinite(high[a]);
    bound[0][a] = isfinite(low[a]) ? low[a] : -1e9;
    bound[1][a] = isfinite(high[a]) ? high[a] : 1e9;
  }
  if (bounded[0]) fprintf(m->yaml, ", low: %s", import_text(m, bound[0], text[0]));
  if (bounded[1]) fprintf(m->yaml, ", high: %s", import_text(m, bound[1], text[1]));
  if (on < m->sketch.dimensions) fprintf(m->yaml, ", axes: [%s]", kept);
  fprintf(m->yaml, "}\n");
}

/* <domain>: heights and four corners, along the axes. */
static int read_domain(struct import *m, struct xml_node *n, double low[3], double high[3]) {
  static const char *const names[] = {"point1", "point2", "point3", "point4"}, *const axes[] = {"x", "y"};
  double x[4][2], on = 0;
  TRY(import_optional(m, n, "zmin", &low[2]));
  TRY(import_optional(m, n, "zmax", &high[2]));
  for (int k = 0; k < 4; k++) {
    struct xml_node *p = xml_child(n, names[k]);
    if (!p) return import_fault(m, n, "<%s> is missing", names[k]);
    for (int a = 0; a < 2; a++) TRY(import_number(m, p, axes[a], &x[k][a]));
  }
  for (int a = 0; a < 2; a++) {
    low[a] = fmin(fmin(x[0][a], x[1][a]), fmin(x[2][a], x[3][a]));
    high[a] = fmax(fmax(x[0][a], x[1][a]), fmax(x[2][a], x[3][a]));
    for (int k = 0; k < 4; k++) on += x[k][a] == low[a] || x[k][a] == high[a];
  }
  if (on != 8) import_note(m, NOTE_CHANGED, n, "the zone has the rectangle around the four corners");
  return STATUS_OK;
}

static int read_plane(struct import *m, struct xml_node *n, int *count) {
  struct xml_node *a = xml_child(n, "limitmin"), *b = xml_child(n, "limitmax"),
                  *domain = xml_child(n, "domain");
  double from[3], to[3], way[3], low[3] = {-INFINITY, -INFINITY, -INFINITY},
                                 high[3] = {INFINITY, INFINITY, INFINITY}, length = 0;
  char form[400];
  struct strength s;
  if (!a || !b) return import_fault(m, n, "<limitmin> or <limitmax> is missing");
  TRY(import_vector(m, a, true, from));
  TRY(import_vector(m, b, true, to));
  TRY(read_strength(m, n, &s));
  if (domain) TRY(read_domain(m, domain, low, high));
  for (int k = 0; k < 3; k++) way[k] = to[k] - from[k], length += way[k] * way[k];
  if (!(length > 0)) return import_fault(m, n, "<limitmin> and <limitmax> are one place");
  write_form(m, from, to, form);
  snprintf(form + strlen(form), 40, ", beyond: %.10g", s.over);
  write_zone(m, n, form, low, high, &s, count);
  return STATUS_OK;
}

/* <dampingcylinder>: by the distance from an axis, which in 2-D is in the plane or across it. */
static int read_cylinder(struct import *m, struct xml_node *n, int *count) {
  static const double none[3] = {-INFINITY, -INFINITY, -INFINITY}, all[3] = {INFINITY, INFINITY, INFINITY};
  struct xml_node *a = xml_child(n, "point1"), *b = xml_child(n, "point2"), *least = xml_child(n, "limitmin"),
                  *most = xml_child(n, "limitmax");
  double from[3], to[3], axis[3], across[3], begin, end;
  char form[400], text[2][128];
  struct strength s;
  if (!a || !b || !least || !most)
    return import_fault(m, n, "<point1>, <point2>, <limitmin> or <limitmax> is missing");
  TRY(import_vector(m, a, true, from));
  TRY(import_vector(m, b, true, to));
  TRY(import_number(m, least, "radius", &begin));
  TRY(import_number(m, most, "radius", &end));
  TRY(read_strength(m, n, &s));
  for (int k = 0; k < 3; k++) axis[k] = to[k] - from[k];
  if (axis[0] == 0 && axis[1] == 0 && axis[2] == 0)
    return import_fault(m, n, "<point1> and <point2> are one place");
  if (!(begin >= 0 && end > begin)) return import_fault(m, most, "expected 0 <= limitmin < limitmax");
  const bool flat = m->sketch.dimensions == 2, point = flat && axis[0] == 0 && axis[2] == 0;
  if (flat && !point && (axis[1] != 0 || (m->count && fabs(from[1] - m->place[0][1]) > 1e-9)))
    return import_fault(m, n, "in 2-D its axis has to be in the plane, or across it");
  /* a direction across the axis */
  const int first = fabs(axis[2]) >= fmax(fabs(axis[0]), fabs(axis[1])) || point ? 0 : 2;
  const double along[3] = {point ? 0 : axis[0], point ? 1 : axis[1], point ? 0 : axis[2]};
  double length2 = 0, size = 0;
  for (int k = 0; k < 3; k++) length2 += along[k] * along[k];
  for (int k = 0; k < 3; k++) across[k] = (k == first) - along[first] * along[k] / length2;
  for (int k = 0; k < 3; k++) size += across[k] * across[k];
  for (int k = 0; k < 3; k++) across[k] /= sqrt(size);
  for (int k = 0; k < 3; k++) to[k] = from[k] + begin * across[k], across[k] = from[k] + end * across[k];
  write_form(m, to, across, form);
  snprintf(form + strlen(form), 100, ", beyond: %.10g, through: %.60s", s.over,
           import_text(m, from, text[0]));
  if (!point) snprintf(form + strlen(form), 100, ", axis: %.60s", import_text(m, axis, text[1]));
  write_zone(m, n, form, none, all, &s, count);
  return STATUS_OK;
}

/* "all,-top": bits left, right, front, back, bottom, top; 0 where a word is none of these. */
static unsigned read_sides(const char *text) {
  static const char *const words[] = {"left", "right", "front", "back", "bottom", "top", "all"};
  unsigned sides = text && *text ? 0 : 63;
  for (const char *at = text ? text : ""; *at;) {
    at += strspn(at, " ,|");
    if (*at == '+') at++;
    const bool without = *at == '-';
    at += without;
    const size_t length = strcspn(at, " ,|");
    int i = 0;
    while (i < 7 && (strlen(words[i]) != length || strncasecmp(at, words[i], length) != 0)) i++;
    if (i == 7 && length) return 0;
    const unsigned bits = i == 7 ? 0 : i == 6 ? 63 : 1u << i;
    sides = without ? sides & ~bits : sides | bits;
    at += length;
  }
  return sides;
}

/* <dampingbox>: from an inner box to an outer one, a zone a side. */
static int read_box(struct import *m, struct xml_node *n, int *count) {
  static const char *const tags[] = {"limitmin", "limitmax"};
  struct xml_node *sides = xml_child(n, "directions");
  double low[2][3], high[2][3];
  char form[400];
  struct strength s;
  for (int k = 0; k < 2; k++) {
    struct xml_node *limit = xml_child(n, tags[k]), *a = xml_child(limit, "pointini"),
                    *b = xml_child(limit, "pointend");
    if (!a || !b) return import_fault(m, n, "<%s> with <pointini> and <pointend> is missing", tags[k]);
    TRY(import_vector(m, a, true, low[k]));
    TRY(import_vector(m, b, true, high[k]));
  }
  TRY(read_strength(m, n, &s));
  const unsigned on = read_sides(sides ? xml_value(sides, "value") : NULL);
  if (!on) return import_fault(m, sides, "expected some of left, right, front, back, bottom, top and all");
  double least[3], most[3]; /* a side that is not damped ends the zones of the others */
  for (int a = 0; a < 3; a++) {
    least[a] = on & 1u << 2 * a ? low[1][a] - s.over : low[0][a];
    most[a] = on & 2u << 2 * a ? high[1][a] + s.over : high[0][a];
  }
  for (int k = 0; k < 6; k++) {
    const int a = k / 2;
    double from[3] = {0}, to[3] = {0};
    if (!(on & 1u << k) || (m->sketch.dimensions == 2 && a == 1)) continue;
    from[a] = k % 2 ? high[0][a] : low[0][a];
    to[a] = k % 2 ? high[1][a] : low[1][a];
    if (from[a] != to[a]) write_zone(m, n, write_form(m, from, to, form), least, most, &s, count);
  }
  import_note(m, NOTE_CHANGED, n, "a zone a side; where two meet, both damp");
  return STATUS_OK;
}

int damping_keys(struct import *m, struct xml_node *special) {
  struct xml_node *list = xml_child(special, "damping");
  int count = 0;
  for (struct xml_node *n = list ? list->first : NULL; n; n = n->next) {
    n->used = true;
    if (strcmp(n->name, "dampingzone") == 0)
      TRY(read_plane(m, n, &count));
    else if (strcmp(n->name, "dampingbox") == 0)
      TRY(read_box(m, n, &count));
    else if (strcmp(n->name, "dampingcylinder") == 0)
      TRY(read_cylinder(m, n, &count));
    else
      import_note(m, NOTE_REFUSED, n, "this zone of damping is not known here");
  }
  return STATUS_OK;
}
