/* SPDX-License-Identifier: BSD-3-Clause */
/* What bodies touch each other and walls with: RigidAlgorithm, <collision> of <chrono>, and the materials of
 * <properties>. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

enum { RIGID_NONE, RIGID_FLUID, RIGID_DEM, RIGID_CHRONO };

/* What walls are of: `imposed`: its friction holds whatever it touches. */
struct material {
  char name[64];
  double friction, bounce;
  bool imposed, floats;
};

enum { MATERIALS = 64 };
struct materials {
  struct xml_node *own;
  struct xml file; /* of <propertyfile> */
  struct material items[MATERIALS];
  int count;
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

/* A name that a case may have. */
static void write_name(const char *names, bool imposed, char *to, size_t size) {
  while (*names && strchr(" +-@", *names)) names++;
  snprintf(to, size, "%.40s%s", names, imposed ? " imposed" : "");
  for (char *c = to; *c; c++)
    if (strchr(",\"[].=\\", *c) || *c < ' ') *c = '_';
  for (size_t n = strlen(to); n && to[n - 1] == ' ';) to[--n] = 0;
}

/* The material of a group of particles: *index, or -1 where it has none that says a friction. */
static int add_material(struct import *m, struct materials *s, struct xml_node *n, const char *names,
                        bool imposed, bool floats, int *index) {
  struct material add = {.friction = NAN, .bounce = NAN, .imposed = imposed};
  *index = -1;
  TRY(read_names(m, s, n, names, &add.friction, &add.bounce));
  if (isnan(add.friction)) return STATUS_OK;
  if (!(add.friction >= 0)) return import_fault(m, n, "Kfric=%g is below 0", add.friction);
  if (isnan(add.bounce)) add.bounce = 0.5;
  write_name(names, imposed, add.name, sizeof add.name);
  for (*index = 0; *index < s->count; ++*index)
    if (strcmp(s->items[*index].name, add.name) == 0) break;
  if (*index == MATERIALS) return import_fault(m, n, "more than %d materials", MATERIALS);
  if (*index == s->count) s->items[s->count++] = add;
  s->items[*index].floats |= floats;
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

/* Whether <bodyfixed>, <bodymoving> or <bodyfloating> says imposefric of a wall. */
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

static int find_material(struct import *m, struct materials *s, struct xml_node *floatings,
                         struct xml_node *chrono, const struct group *group, int *index) {
  const char *names = NULL;
  struct xml_node *at = s->own;
  bool in = false, floats = false, imposed;
  *index = -1;
  TRY(find_link(m, s->own, group->mk, &names));
  for (struct xml_node *n = xml_child(floatings, "floating"); n; n = xml_next(n)) {
    TRY(import_in_list(m, n, "mkbound", group->mk, &in));
    floats |= in;
    if (in && xml_value(n, "property")) names = xml_value(n, "property"), at = n;
  }
  TRY(is_imposed(m, chrono, group->mk, &imposed));
  return names && at ? add_material(m, s, at, names, imposed, floats, index) : STATUS_OK;
}

/* Those of all walls, and which one that of a group is. */
static int gather(struct import *m, struct xml_node *casedef, struct xml_node *chrono,
                  const struct group *group, struct materials *s, int *index) {
  struct xml_node *file = xml_child(s->own, "propertyfile");
  char path[PATH_MAX];
  int status = STATUS_OK;
  *index = -1;
  if (file) TRY(import_file(m, file, "file", path));
  if (file) status = xml_read(&s->file, path);
  for (size_t g = 0; g < m->sketch.group_count && status == STATUS_OK; g++) {
    const struct group *one = &m->sketch.groups[g];
    int own = -1;
    if (one->bound && one->nodes)
      status = find_material(m, s, xml_child(casedef, "floatings"), chrono, one, &own);
    if (one == group) *index = own;
  }
  xml_free(&s->file);
  return status;
}

/* Of two that touch the peer takes the mean, but for a friction that is imposed. */
static double friction_of(const struct material *a, const struct material *b) {
  const double imposed = fmax(a->imposed ? a->friction : 0, b->imposed ? b->friction : 0);
  return fmin(10, a->imposed || b->imposed ? imposed : 0.5 * (a->friction + b->friction));
}

static double bounce_of(const struct material *a, const struct material *b) {
  return fmin(1, fmax(0, 0.5 * (a->bounce + b->bounce)));
}

/* What walls that have no material do: as the middle of those that have. */
static void write_common(struct import *m, const struct materials *s) {
  const struct material *soft = s->items, *hard = s->items, *dull = s->items, *lively = s->items;
  for (const struct material *i = s->items; i < s->items + s->count; i++) {
    if (i->friction < soft->friction) soft = i;
    if (i->friction > hard->friction) hard = i;
    if (i->bounce < dull->bounce) dull = i;
    if (i->bounce > lively->bounce) lively = i;
  }
  fprintf(m->yaml, "  friction: %.4g      # of Kfric and Restitution_Coefficient\n  restitution: %.4g\n",
          friction_of(soft, hard), bounce_of(dull, lively));
}

static void write(struct import *m, const struct materials *s, struct xml_node *at, double rigid) {
  bool any = false;
  if (!s->count) {
    fprintf(m->yaml, "contact: {}      # friction and damping are amphi's own\n");
    import_note(m, NOTE_CHANGED, at, "bodies touch by amphi's contacts, with its own friction and damping%s",
                rigid == RIGID_FLUID ? "; the peer's fluid forces keep them apart" : "");
    return;
  }
  fprintf(m->yaml, "contact:\n");
  write_common(m, s);
  for (int i = 0; i < s->count && s->count > 1; i++)
    for (int k = i; k < s->count; k++) {
      const struct material *a = &s->items[i], *b = &s->items[k];
      if (!a->floats && !b->floats) continue;
      if (!any) fprintf(m->yaml, "  materials:\n");
      any = true;
      fprintf(m->yaml, "    - {of: \"%s\", with: \"%s\", friction: %.4g, restitution: %.4g}\n", a->name,
              b->name, friction_of(a, b), bounce_of(a, b));
    }
}

/* `material` of a wall, where there are several. */
int contact_wall(struct import *m, struct xml_node *casedef, struct xml_node *special,
                 const struct group *group) {
  struct materials s = {.own = xml_child(casedef, "properties")};
  struct xml_node *chrono = xml_child(special, "chrono");
  int index;
  TRY(gather(m, casedef, chrono, group, &s, &index));
  if (index >= 0 && s.count > 1) fprintf(m->yaml, "    material: \"%s\"\n", s.items[index].name);
  return STATUS_OK;
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

/* Whether <chrono> has a surface of a wall, without which it touches nothing there. */
static int has_model(struct import *m, struct xml_node *chrono, int mk, bool *model) {
  *model = false;
  for (struct xml_node *n = chrono->first; n; n = n->next) {
    const char *file = strncmp(n->name, "body", 4) == 0 ? xml_value(n, "modelfile") : NULL;
    bool in = false;
    if (!file || !*file || !xml_value(n, "mkbound")) continue;
    TRY(import_in_list(m, n, "mkbound", mk, &in));
    *model |= in;
  }
  return STATUS_OK;
}

/* *any: a body that floats has a surface. Those that have none, and walls, touch here all the same. */
static int read_models(struct import *m, struct xml_node *casedef, struct xml_node *chrono, bool *any) {
  char without[200] = "";
  *any = false;
  for (size_t g = 0; g < m->sketch.group_count; g++) {
    const struct group *group = &m->sketch.groups[g];
    struct xml_node *floats;
    bool model;
    if (!group->bound || !group->nodes) continue;
    TRY(has_model(m, chrono, group->mk, &model));
    TRY(body_find(m, casedef, group->mk, &floats));
    *any |= floats && model;
    const size_t used = strlen(without);
    if (!model && used < 150)
      snprintf(without + used, sizeof without - used, "%s%d", used ? ", " : "", group->mk);
  }
  if (*any && *without)
    import_note(m, NOTE_CHANGED, chrono,
                "mkbound %s: no modelfile, so that nothing touches it there; here all walls touch bodies",
                without);
  if (!*any)
    import_note(m, NOTE_CHANGED, chrono, "no body has a modelfile, so that none touches anything, as there");
  return STATUS_OK;
}

static int read_materials(struct import *m, struct xml_node *casedef, struct xml_node *chrono, double rigid,
                          struct xml_node *at) {
  struct materials s = {.own = xml_child(casedef, "properties")};
  int index;
  TRY(gather(m, casedef, chrono, NULL, &s, &index));
  write(m, &s, at, rigid);
  return STATUS_OK;
}

int contact_keys(struct import *m, struct xml_node *casedef, struct xml_node *execution, bool floats) {
  struct xml_node *chrono = xml_child(xml_child(execution, "special"), "chrono"),
                  *at = xml_child(casedef, "floatings");
  double rigid = RIGID_FLUID;
  bool on = true;
  struct xml_node *p = import_parameter(xml_child(execution, "parameters"), "RigidAlgorithm");
  if (p) TRY(import_number(m, p, "value", &rigid));
  if (chrono) TRY(read_collision(m, chrono, &on));
  if (rigid == RIGID_CHRONO ? !chrono || !on : rigid == RIGID_NONE) return STATUS_OK;
  bool any = true;
  if (floats && rigid == RIGID_CHRONO) TRY(read_models(m, casedef, chrono, &any));
  if (!any) return STATUS_OK;
  if (floats && m->tilt.turned)
    import_note(
        m, NOTE_REFUSED, m->shifted,
        "bodies that touch, beside sides that are displaced: they would be turned, and what touches is "
        "found along the axes");
  return floats ? read_materials(m, casedef, chrono, rigid, chrono && rigid == RIGID_CHRONO ? chrono : at)
                : STATUS_OK;
}
