/* SPDX-License-Identifier: BSD-3-Clause */
/* Materials that fluids are linked to: several of them are phases. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

enum { MATERIALS_MOST = 16 };

static struct xml_node *find_property(struct xml_node *properties, const char *name) {
  struct xml_node *n = xml_child(properties, "property");
  while (n && (!xml_value(n, "name") || strcmp(xml_value(n, "name"), name) != 0)) n = xml_next(n);
  return n;
}

static int read_material(struct import *m, struct xml_node *n, struct import_material *p) {
  const char *given = xml_value(n, "name");
  double kind = 0;
  size_t used = 0;
  *p = (struct import_material){.node = n, .density = m->rho0, .gamma = m->gamma, .exponent = 1};
  for (; *given && used + 1 < sizeof p->name; given++)
    p->name[used++] = isalnum((unsigned char)*given) || *given == '_' ? *given : '_';
  TRY(import_child_value(m, n, "rhop0", &p->density));
  TRY(import_child_value(m, n, "gamma", &p->gamma));
  TRY(import_child_value(m, n, "cs0", &p->sound));
  TRY(import_child_value(m, n, "visco", &p->alpha));
  TRY(import_child_value(m, n, "phasetype", &kind));
  TRY(import_child_value(m, n, "surfcoef", &p->tension));
  if (!(p->density > 0 && p->sound > 0 && p->gamma > 0 && p->alpha >= 0 && p->tension >= 0))
    return import_fault(m, n, "expected rhop0, gamma and cs0 above 0, visco and surfcoef not below");
  const double gamma = fmin(7, fmax(1, round(p->gamma)));
  if (gamma != p->gamma)
    import_note(m, NOTE_CHANGED, xml_child(n, "gamma"), "%g: %g, for amphi has whole numbers from 1 to 7",
                p->gamma, gamma);
  p->gamma = gamma;
  return STATUS_OK;
}

/* The densest first. */
static int compare_phases(const void *a, const void *b) {
  const struct import_material *p = a, *q = b;
  if (p->density != q->density) return p->density < q->density ? 1 : -1;
  return p->node->line < q->node->line ? -1 : p->node->line > q->node->line;
}

static int keep(struct import *m, struct import_material *found, size_t count) {
  qsort(found, count, sizeof *found, compare_phases);
  m->materials = calloc(count, sizeof *m->materials);
  CHECK(m->materials, STATUS_FAILED, "not enough memory for materials");
  memcpy(m->materials, found, count * sizeof *found);
  m->material_count = count;
  m->rho0 = found[0].density, m->gamma = found[0].gamma, m->sound = found[0].sound;
  return STATUS_OK;
}

/* A phase with a yield stress or a power of its own. */
static int read_constitutive(struct import *m, struct xml_node *n, size_t number, struct import_material *p) {
  double kind = 0, most = 0, sound = 0, gamma = 7;
  *p = (struct import_material){.node = n, .density = m->rho0, .gamma = m->gamma, .exponent = 1};
  snprintf(p->name, sizeof p->name, "phase%zu", number);
  TRY(import_child_value(m, n, "tau_max", &most));
  TRY(import_child_value(m, n, "Bi_multi", &p->multiple));
  TRY(import_child_value(m, n, "csound", &sound));
  TRY(import_child_value(m, n, "gamma", &gamma));
  TRY(import_child_value(m, n, "rhop", &p->density));
  TRY(import_child_value(m, n, "visco", &p->nu));
  TRY(import_child_value(m, n, "tau_yield", &p->yield));
  TRY(import_child_value(m, n, "HBP_m", &p->growth));
  TRY(import_child_value(m, n, "HBP_n", &p->exponent));
  TRY(import_child_value(m, n, "phasetype", &kind));
  if (!(p->density > 0 && p->nu >= 0 && p->yield >= 0 && p->growth >= 0 && p->exponent > 0))
    return import_fault(m, n, "expected rhop and HBP_n above 0, visco, tau_yield and HBP_m not below");
  if (most > 0) {
    if (!(p->multiple > 0)) return import_fault(m, n, "tau_max without Bi_multi above 0");
    p->yield = most, p->growth = 0; /* the peer leaves tau_yield and HBP_m out then */
  } else {
    p->multiple = 0;
  }
  if (xml_child(n, "csound") || xml_child(n, "gamma"))
    import_note(m, NOTE_CHANGED, n, "csound and gamma: all phases have those of the case");
  if (kind != 0) import_note(m, NOTE_REFUSED, n, "phasetype %g is not known here; expected 0", kind);
  return STATUS_OK;
}

static bool is_like(const struct import_material *a, const struct import_material *b) {
  return a->density == b->density && a->nu == b->nu && a->yield == b->yield && a->growth == b->growth &&
         a->multiple == b->multiple && a->exponent == b->exponent;
}

/* <nnphases>: those that are alike are one. */
static int find_constitutive(struct import *m, struct xml_node *list) {
  struct import_material found[MATERIALS_MOST];
  size_t count = 0;
  bool differ = false;
  list->used = true;
  for (struct xml_node *n = xml_child(list, "phase"); n; n = xml_next(n)) {
    if (count == MATERIALS_MOST) return import_fault(m, n, "more than %d materials", MATERIALS_MOST);
    if (!xml_value(n, "mkfluid")) return import_fault(m, n, "attribute 'mkfluid' is missing");
    TRY(read_constitutive(m, n, count, &found[count]));
    differ |= !is_like(&found[count++], &found[0]);
  }
  if (count == 0) return import_fault(m, list, "has no <phase>");
  m->constitutive = true;
  return keep(m, found, differ ? count : 1);
}

/* What phases there are, which the standard scheme does not go with. */
static int find_phases(struct import *m, struct xml_node *casedef, struct xml_node *special) {
  struct xml_node *constitutive = xml_child(special, "nnphases");
  if (constitutive) return find_constitutive(m, constitutive);
  struct xml_node *properties = xml_child(casedef, "properties"), *links = xml_child(properties, "links");
  struct import_material found[MATERIALS_MOST];
  size_t count = 0;
  for (struct xml_node *n = xml_child(links, "link"); n; n = xml_next(n)) {
    const char *name = xml_value(n, "property");
    if (!xml_value(n, "mkfluid")) continue;
    struct xml_node *p = name ? find_property(properties, name) : NULL;
    size_t k = 0;
    if (!p) return import_fault(m, n, "there is no property '%.60s'", name ? name : "");
    while (k < count && found[k].node != p) k++;
    if (k < count) continue;
    if (count == MATERIALS_MOST) return import_fault(m, n, "more than %d materials", MATERIALS_MOST);
    TRY(read_material(m, p, &found[count++]));
  }
  return count ? keep(m, found, count) : STATUS_OK;
}

int phases_find(struct import *m, struct xml_node *casedef, struct xml_node *special) {
  TRY(find_phases(m, casedef, special));
  if (m->standard && m->material_count)
    import_note(m, NOTE_REFUSED, m->materials[0].node,
                "--scheme standard is for one fluid, of one viscosity; expected no --scheme");
  return STATUS_OK;
}

/* "{model: ...}": thinning has no bound at rest, and is given 1000 times its consistency; thickening that of
 * a shear rate that no flow of this speed of sound has. Empty for Newton's. */
static void write_rheology(const struct import *m, const struct import_material *p, char text[200]) {
  const double rate = p->exponent > 1 ? 0.1 * m->sound / m->spacing : 0;
  const double ceiling = (rate > 1 ? pow(rate, p->exponent - 1) : 1000) * p->nu + p->yield * p->growth;
  *text = 0;
  if (p->multiple > 0 && p->exponent != 1)
    snprintf(text, 200, "{model: herschel_bulkley, yield: %.10g, exponent: %.10g, ceiling: %.10g}",
             p->yield * p->density, p->exponent, (1 + p->multiple) * p->nu);
  else if (p->multiple > 0)
    snprintf(text, 200, "{model: bingham, yield: %.10g, ceiling: %.10g}", p->yield * p->density,
             (1 + p->multiple) * p->nu);
  else if (p->growth > 0 && p->yield > 0) /* the document has stress over density */
    snprintf(text, 200, "{model: alexandrou, yield: %.10g, growth: %.10g, exponent: %.10g, ceiling: %.10g}",
             p->yield * p->density, p->growth, p->exponent, ceiling);
  else if (p->exponent != 1)
    snprintf(text, 200, "{model: power_law, exponent: %.10g, ceiling: %.10g}", p->exponent, ceiling);
}

/* The kinematic viscosity; that which the artificial one has (Monaghan 2005). */
static double viscosity_of(const struct import *m, const struct import_material *p) {
  if (m->constitutive) return p->nu;
  return p->alpha * m->ratio * m->spacing * p->sound / (2 * (m->sketch.dimensions + 2));
}

int phases_keys(struct import *m) {
  double tension = 0;
  if (!m->material_count) return STATUS_OK;
  fprintf(m->yaml, "viscosity: {model: laminar, nu: %.10g}\n", viscosity_of(m, &m->materials[0]));
  char text[200];
  write_rheology(m, &m->materials[0], text);
  if (*text) fprintf(m->yaml, "rheology: %s\n", text);
  if (!m->constitutive)
    import_note(m, NOTE_CHANGED, m->materials[0].node,
                "visco: laminar viscosities alpha h c0/(%d) instead of artificial ones",
                2 * (m->sketch.dimensions + 2));
  if (m->material_count == 1) return STATUS_OK;
  fprintf(m->yaml, "formulation: volume\nphases:\n");
  for (size_t k = 0; k < m->material_count; k++) {
    const struct import_material *p = &m->materials[k];
    tension = fmax(tension, p->tension);
    if (k == 0) continue;
    write_rheology(m, p, text);
    fprintf(m->yaml, "  - {name: %s, density: %.10g, gamma: %g, speed_of_sound: %.10g, nu: %.10g%s%s}\n",
            p->name, p->density, p->gamma, p->sound, viscosity_of(m, p), *text ? ", rheology: " : "", text);
  }
  if (tension > 0 && m->material_count > 2)
    import_note(m, NOTE_REFUSED, m->materials[0].node, "surface tension of more than two phases");
  else if (tension > 0)
    fprintf(m->yaml, "interface: {model: stress, tension: %.10g}\n", tension);
  return STATUS_OK;
}

int phases_of(struct import *m, struct xml_node *casedef, const struct group *g, const char **name) {
  struct xml_node *properties = xml_child(casedef, "properties"), *links = xml_child(properties, "links");
  *name = NULL;
  if (m->material_count < 2) return STATUS_OK;
  for (size_t k = 0; k < m->material_count && m->constitutive; k++) {
    bool in = false;
    TRY(import_in_list(m, m->materials[k].node, "mkfluid", g->mk, &in));
    if (in && k) *name = m->materials[k].name;
  }
  if (m->constitutive) return STATUS_OK;
  for (struct xml_node *n = xml_child(links, "link"); n; n = xml_next(n)) {
    bool in = false;
    if (xml_value(n, "mkfluid")) TRY(import_in_list(m, n, "mkfluid", g->mk, &in));
    for (size_t k = 0; in && k < m->material_count; k++)
      if (m->materials[k].node == find_property(properties, xml_value(n, "property")))
        *name = k ? m->materials[k].name : NULL;
  }
  return STATUS_OK;
}
