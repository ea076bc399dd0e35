/* SPDX-License-Identifier: BSD-3-Clause */
/* What <special> has beside bodies and gauges: taken, left out, or refused by its name. */
#include <math.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

static void know_all(struct xml_node *n) {
  n->used = true;
  for (struct xml_node *c = n->first; c; c = c->next) know_all(c);
}

/* <nnphases>: one fluid with a yield stress; several that differ are several phases. */
struct phase {
  double density, viscosity, yield, growth, exponent, type;
};

static int read_phase(struct import *m, struct xml_node *n, struct phase *p) {
  *p = (struct phase){.density = m->rho0, .exponent = 1};
  TRY(import_child_value(m, n, "rhop", &p->density));
  TRY(import_child_value(m, n, "visco", &p->viscosity));
  TRY(import_child_value(m, n, "tau_yield", &p->yield));
  TRY(import_child_value(m, n, "HBP_m", &p->growth));
  TRY(import_child_value(m, n, "HBP_n", &p->exponent));
  return import_child_value(m, n, "phasetype", &p->type);
}

static int write_phases(struct import *m, struct xml_node *list) {
  struct phase first = {0}, p;
  int count = 0;
  for (struct xml_node *n = xml_child(list, "phase"); n; n = xml_next(n)) {
    TRY(read_phase(m, n, &p));
    if (count++ == 0) first = p;
    if (memcmp(&p, &first, sizeof p) != 0)
      import_note(m, NOTE_REFUSED, n, "a phase that is not like the first; amphi has one fluid here");
  }
  if (count == 0) return import_fault(m, list, "has no <phase>");
  fprintf(m->yaml, "viscosity: {model: laminar, nu: %.10g}\n", first.viscosity);
  if (first.density != m->rho0)
    import_note(m, NOTE_REFUSED, list, "a density of %g beside rhop0 %g", first.density, m->rho0);
  const double yield = first.yield * first.density; /* the document has it over density */
  if (first.growth == 0 && first.exponent != 1)
    fprintf(m->yaml, "rheology: {model: power_law, exponent: %.10g, ceiling: %.10g}\n", first.exponent,
            1000 * first.viscosity);
  else if (first.growth > 0 && yield > 0)
    fprintf(m->yaml,
            "rheology: {model: alexandrou, yield: %.10g, growth: %.10g, exponent: %.10g, ceiling: %.10g}\n",
            yield, first.growth, first.exponent,
            1000 * first.viscosity + yield * first.growth / first.density);
  else if (first.exponent != 1)
    fprintf(m->yaml, "rheology: {model: power_law, exponent: %.10g, ceiling: %.10g}\n", first.exponent,
            1000 * first.viscosity);
  return STATUS_OK;
}

/* <initialize>: velocities of fluid are taken elsewhere; normals of walls need not be given. */
static void know_initialize(struct import *m, struct xml_node *list) {
  for (struct xml_node *n = list->first; n; n = n->next) {
    if (strncmp(n->name, "boundnormal_", 12) == 0) {
      know_all(n);
      import_note(m, NOTE_LEFT_OUT, n, "which way is out follows from the sites of walls");
    }
  }
}

/* A subject that amphi does not take. */
static const struct refusal {
  const char *tag, *why;
} refusals[] = {{"flexstrucs", "flexible structures are not part of amphi"},
                {"mlayerpistons", "waves from other programs are not taken"},
                {"shifting", "zones of shifting are not taken"}};

int special_keys(struct import *m, struct xml_node *special) {
  for (struct xml_node *n = special ? special->first : NULL; n; n = n->next) {
    if (*n->name == '_') continue;
    if (!import_active(m, n)) {
      know_all(n);
      continue;
    }
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
      if (strcmp(n->name, refusals[i].tag) != 0) continue;
      know_all(n);
      import_note(m, NOTE_REFUSED, n, "%s", refusals[i].why);
    }
    if (strcmp(n->name, "nnphases") == 0) {
      n->used = true;
      TRY(write_phases(m, n));
    } else if (strcmp(n->name, "initialize") == 0) {
      n->used = true;
      know_initialize(m, n);
    } else if (strcmp(n->name, "savedt") == 0) {
      know_all(n);
      import_note(m, NOTE_LEFT_OUT, n, "records of time steps; log.txt and summary.json have them");
    } else if (strcmp(n->name, "chrono") == 0 || strcmp(n->name, "moorings") == 0 ||
               strcmp(n->name, "wavepaddles") == 0) {
      know_all(n);
      if (*n->name != 'w') import_note(m, NOTE_CHANGED, n, "contacts, joints and lines are amphi's own");
    }
  }
  return STATUS_OK;
}
