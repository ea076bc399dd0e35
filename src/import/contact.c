/* SPDX-License-Identifier: BSD-3-Clause */
/* What bodies touch each other and walls with: RigidAlgorithm, <collision> of <chrono>, and the materials of
 * <properties>. amphi has one friction and one damping for all. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

enum { RIGID_NONE, RIGID_FLUID, RIGID_DEM, RIGID_CHRONO };

/* Of the bodies so far; `imposed` counts those whose friction holds whatever they touch. */
struct materials {
  struct xml_node *own;
  struct xml file; /* of <propertyfile> */
  double friction[2], bounce[2], imposed;
  int bodies, known;
};

/* The <property> of a name of `length` letters, anywhere in a document. */
static struct xml_node *find_property(struct xml_node *n, const char *name, size_t length) {
  for (struct xml_node *c = n ? n->first : NULL; c; c = c->next) {
    const char *own = strcmp(c->name, "property") == 0 ? xml_value(c, "name") : NULL;
    if (own && strlen(own) == length && strncmp(own, name, length) == 0) return c;
    struct xml_node *deeper = find_property(c, name, length);
    if (deeper) return deeper;
  }
  return NULL;
}

/* <tag value=> of a property, or what a user puts over it as attribute tag_User. */
static int read_value(const struct import *m, struct xml_node *n, const char *tag, double *value) {
  char user[64];
  snprintf(user, sizeof user, "%s_User", tag);
  TRY(import_child_value(m, n, tag, value));
  return import_optional(m, n, user, value);
}

/* "steel + mine": one after the other. */
static int read_names(struct import *m, struct materials *s, struct xml_node *n, const char *names,
                      double *friction, double *bounce) {
  for (const char *at = names; *at;) {
    at += strspn(at, " +");
    size_t length = strcspn(at, "+");
    const char *next = at + length;
    while (length && at[length - 1] == ' ') length--;
    if (!length) break;
    struct xml_node *p = find_property(s->own, at, length);
    if (!p) p = find_property(s->file.root, at, length);
    if (!p) return import_fault(m, n, "there is no property '%.*s'", (int)(length < 60 ? length : 60), at);
    TRY(read_value(m, p, "Kfric", friction));
    TRY(read_value(m, p, "Restitution_Coefficient", bounce));
    at = next;
  }
  return STATUS_OK;
}

static int add_body(struct import *m, struct materials *s, struct xml_node *n, const char *names,
                    bool imposed) {
  double friction = NAN, bounce = NAN;
  s->bodies++;
  TRY(read_names(m, s, n, names, &friction, &bounce));
  if (isnan(friction)) return STATUS_OK;
  if (!(friction >= 0)) return import_fault(m, n, "Kfric=%g is below 0", friction);
  if (isnan(bounce)) bounce = 0.5;
  if (imposed) s->imposed = isnan(s->imposed) ? friction : fmax(s->imposed, friction);
  for (int k = 0; k < 2; k++) { /* the least and the greatest */
    const bool first = s->known == 0, beyond = k ? friction > s->friction[k] : friction < s->friction[k];
    if (first || beyond) s->friction[k] = friction;
    if (first || (k ? bounce > s->bounce[k] : bounce < s->bounce[k])) s->bounce[k] = bounce;
  }
  s->known++;
  return STATUS_OK;
}

/* <link mkbound= property=> of a wall or body, or NULL. */
static int find_link(struct import *m, struct xml_node *properties, int mk, const char **names) {
  for (struct xml_node *l = xml_child(xml_child(properties, "links"), "link"); l; l = xml_next(l)) {
    bool in = false;
    if (xml_value(l, "mkbound")) TRY(import_in_list(m, l, "mkbound", mk, &in));
    if (in) *names = xml_value(l, "property");
  }
  return STATUS_OK;
}

/* Whether <bodyfixed> or <bodyfloating> says imposefric of a wall. */
static int is_imposed(struct import *m, struct xml_node *chrono, int mk, bool *imposed) {
  *imposed = false;
  for (struct xml_node *n = chrono ? chrono->first : NULL; n; n = n->next) {
    bool in = false, on = false;
    if (strncmp(n->name, "body", 4) != 0 || !xml_value(n, "mkbound")) continue;
    TRY(import_in_list(m, n, "mkbound", mk, &in));
    TRY(import_bool(m, n, "imposefric", &on));
    *imposed |= in && on;
  }
  return STATUS_OK;
}

static int gather_contact(struct import *m, struct materials *s, struct xml_node *floatings,
                          struct xml_node *chrono) {
  for (size_t g = 0; g < m->sketch.group_count; g++) {
    const struct group *group = &m->sketch.groups[g];
    const char *names = NULL;
    struct xml_node *at = s->own;
    bool in = false, imposed;
    if (!group->bound || !group->nodes) continue;
    TRY(find_link(m, s->own, group->mk, &names));
    for (struct xml_node *n = xml_child(floatings, "floating"); n; n = xml_next(n)) {
      TRY(import_in_list(m, n, "mkbound", group->mk, &in));
      if (in && xml_value(n, "property")) names = xml_value(n, "property"), at = n;
    }
    TRY(is_imposed(m, chrono, group->mk, &imposed));
    if (names && at) TRY(add_body(m, s, at, names, imposed));
  }
  return STATUS_OK;
}

/* The part of the critical damping behind which two part at `bounce` of the speed at which they met. */
static double damping_of(double bounce) {
  const double log_of = log(fmin(1, fmax(0.01, bounce)));
  return -log_of / sqrt(M_PI * M_PI + log_of * log_of);
}

static void write(struct import *m, const struct materials *s, struct xml_node *at, double rigid) {
  if (!s->known) {
    fprintf(m->yaml, "contact: {}      # friction and damping are amphi's own\n");
    import_note(m, NOTE_CHANGED, at, "bodies touch by amphi's contacts, with its own friction and damping%s",
                rigid == RIGID_FLUID ? "; the peer's fluid forces keep them apart" : "");
    return;
  }
  /* Of two that touch the peer takes the mean. */
  const double friction = isnan(s->imposed) ? 0.5 * (s->friction[0] + s->friction[1]) : s->imposed;
  const double bounce = 0.5 * (s->bounce[0] + s->bounce[1]);
  fprintf(m->yaml, "contact: {friction: %.4g, damping: %.4g}      # of Kfric and Restitution_Coefficient\n",
          fmin(10, friction), damping_of(bounce));
  if (s->friction[0] < s->friction[1] || s->bounce[0] < s->bounce[1])
    import_note(
        m, NOTE_CHANGED, at,
        "contacts have one friction, %.4g, and one restitution, %.4g, in place of Kfric %.4g to %.4g and "
        "%.4g to %.4g",
        friction, bounce, s->friction[0], s->friction[1], s->bounce[0], s->bounce[1]);
}

/* What <collision> says; *on: whether Chrono is to look for contacts. */
static int read_collision(struct import *m, struct xml_node *chrono, bool *on) {
  struct xml_node *n = xml_child(chrono, "collision");
  *on = false;
  if (xml_child(chrono, "distancedp")) xml_know(xml_child(chrono, "distancedp")); /* of older documents */
  if (!n) return STATUS_OK;
  *on = true;
  TRY(import_bool(m, n, "activate", on));
  for (const char *const *t = (const char *const[]){"distancedp", "contactmethod", NULL}; *t; t++)
    if (xml_child(n, *t)) xml_know(xml_child(n, *t));
  return STATUS_OK;
}

static int read_materials(struct import *m, struct xml_node *casedef, struct xml_node *chrono, double rigid,
                          struct xml_node *at) {
  struct materials s = {.own = xml_child(casedef, "properties"), .imposed = NAN};
  struct xml_node *file = xml_child(s.own, "propertyfile");
  char path[PATH_MAX];
  int status = STATUS_OK;
  if (file) TRY(import_file(m, file, "file", path));
  if (file) status = xml_read(&s.file, path);
  if (status == STATUS_OK) status = gather_contact(m, &s, xml_child(casedef, "floatings"), chrono);
  if (status == STATUS_OK) write(m, &s, at, rigid);
  xml_free(&s.file);
  return status;
}

int contact_keys(struct import *m, struct xml_node *casedef, struct xml_node *execution, bool floats) {
  struct xml_node *chrono = xml_child(xml_child(execution, "special"), "chrono"),
                  *at = xml_child(casedef, "floatings");
  double rigid = RIGID_FLUID;
  bool on = true;
  if (chrono && !import_active(m, chrono)) chrono = NULL;
  struct xml_node *p = import_parameter(m, xml_child(execution, "parameters"), "RigidAlgorithm");
  if (p) TRY(import_number(m, p, "value", &rigid));
  if (chrono) TRY(read_collision(m, chrono, &on));
  if (rigid == RIGID_CHRONO ? !chrono || !on : rigid == RIGID_NONE) return STATUS_OK;
  if (floats && m->tilt.turned)
    import_note(
        m, NOTE_REFUSED, m->shifted,
        "bodies that touch, beside sides that are displaced: they would be turned, and what touches is "
        "found along the axes");
  return floats ? read_materials(m, casedef, chrono, rigid, chrono && rigid == RIGID_CHRONO ? chrono : at)
                : STATUS_OK;
}
