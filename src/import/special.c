/* SPDX-License-Identifier: BSD-3-Clause */
/* What <special> has beside bodies and gauges: taken, left out, or refused by its name. */
#include <math.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

/* <initialize>: velocities of fluid are taken elsewhere; normals of walls need not be given. */
static void know_initialize(struct import *m, struct xml_node *list) {
  for (struct xml_node *n = list->first; n; n = n->next) {
    if (strncmp(n->name, "boundnormal_", 12) == 0) {
      xml_know(n);
      import_note(m, NOTE_LEFT_OUT, n, "which way is out follows from the sites of walls");
    }
  }
}

static void know_children(struct xml_node *n, const char *const *tags) {
  for (struct xml_node *c = n->first; c; c = c->next)
    for (int i = 0; tags[i]; i++)
      if (strcmp(c->name, tags[i]) == 0) xml_know(c);
}

/* Links are read in body.c, contacts in contact.c; attributes of how they are stored are ignored. */
static void know_chrono(struct import *m, struct xml_node *list) {
  static const char *const stored[] = {"savedata", "schemescale", "ompthreads", "timestepper", NULL},
                           *const drawn[] = {"savevtk", "values", NULL};
  list->used = true;
  know_children(list, stored);
  for (struct xml_node *n = list->first; n; n = n->next) {
    if (strncmp(n->name, "link_", 5) == 0) know_children(n, drawn);
    if (strcmp(n->name, "bodyfixed") != 0 && strcmp(n->name, "bodyfloating") != 0 &&
        strcmp(n->name, "bodymoving") != 0)
      continue;
    n->used = true;
    know_children(n, drawn);
    for (const char *const *a =
             (const char *const[]){"id", "mkbound", "modelfile", "modelnormal", "massbody", NULL};
         *a; a++)
      xml_value(n, *a); /* what moves as <motion> says moves so whatever its mass */
  }
  import_note(m, NOTE_CHANGED, list, "joints and springs are amphi's own");
}

/* moorings.c reads lines and <solverOptions>; which bodies have lines follows from these. */
static void know_moorings(struct xml_node *list) {
  static const char *const own[] = {"savevtk_lines",  "savevtk_moorings", "savecsv_points",
                                    "savevtk_points", "mooredfloatings",  NULL},
                           *const solver[] = {"solverOptions", "bodies", "savedata", NULL},
                           *const stored[] = {"outputFlags", NULL};
  list->used = true;
  know_children(list, own);
  for (struct xml_node *n = list->first; n; n = n->next) {
    if (strncmp(n->name, "moordyn", 7) != 0) continue;
    know_children(n, solver);
    for (struct xml_node *line = xml_child(n, "lines") ? xml_child(n, "lines")->first : NULL; line;
         line = line->next) {
      know_children(line, stored);
      xml_value(line, "savedata");
    }
  }
}

/* waves.c reads paddles; here is what they store, and how a series is drawn, which amphi does its own way. */
static void know_paddles(struct import *m, struct xml_node *list) {
  static const char *const stored[] = {"savemotion", "saveserie",      "saveseriewaves", "calcserielength",
                                       "serieini",   "discretization", "awas_zsurf",     NULL};
  list->used = true;
  for (struct xml_node *n = list->first; n; n = n->next) {
    struct xml_node *target = xml_child(n, "mkbound");
    double mk = -1;
    know_children(n, stored);
    if (!target || import_optional(m, target, "value", &mk) != STATUS_OK) continue;
    if (import_group(m, true, mk)) continue;
    xml_know(n);
    import_note(m, NOTE_LEFT_OUT, n, "mkbound=%g has no particles", mk);
  }
}

/* What is only stored or looked at. */
static const struct left_out {
  const char *tag, *why;
} outputs[] = {
    {"savedt", "records of time steps; log.txt and summary.json have them"},
    {"outputparts", "which particles are written; amphi writes all, output.low and output.high bound them"}};

static void know_one(struct import *m, struct xml_node *n) {
  for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
    if (strcmp(n->name, outputs[i].tag) != 0) continue;
    xml_know(n);
    import_note(m, NOTE_LEFT_OUT, n, "%s", outputs[i].why);
  }
  if (strcmp(n->name, "initialize") == 0) {
    n->used = true;
    know_initialize(m, n);
  } else if (strcmp(n->name, "boundcorr") == 0) {
    xml_know(n);
    import_note(
        m, NOTE_CHANGED, n,
        "walls have densities of their own here, not those of the fluid before them; the peer's later law of "
        "this kind is mDBC, Boundary 2");
  } else if (strcmp(n->name, "chrono") == 0) {
    know_chrono(m, n);
  } else if (strcmp(n->name, "moorings") == 0) {
    know_moorings(n);
  } else if (strcmp(n->name, "wavepaddles") == 0) {
    know_paddles(m, n);
  }
}

int special_keys(struct import *m, struct xml_node *special) {
  for (struct xml_node *n = special ? special->first : NULL; n; n = n->next) know_one(m, n);
  return STATUS_OK;
}
