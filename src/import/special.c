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
  static const char *const stored[] = {"savedata", "schemescale", NULL}, *const drawn[] = {"savevtk", NULL};
  list->used = true;
  know_children(list, stored);
  for (struct xml_node *n = list->first; n; n = n->next) {
    if (strncmp(n->name, "link_", 5) == 0) know_children(n, drawn);
    if (strcmp(n->name, "bodyfixed") != 0 && strcmp(n->name, "bodyfloating") != 0) continue;
    n->used = true;
    for (const char *const *a = (const char *const[]){"id", "mkbound", "modelfile", "modelnormal", NULL}; *a;
         a++)
      xml_value(n, *a);
  }
  import_note(m, NOTE_CHANGED, list, "joints and springs are amphi's own");
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
  } else if (strcmp(n->name, "shifting") == 0) {
    xml_know(n);
    import_note(m, NOTE_CHANGED, n, "where particles are shifted they are in all of the fluid");
  } else if (strcmp(n->name, "chrono") == 0) {
    know_chrono(m, n);
  } else if (strcmp(n->name, "moorings") == 0) {
    xml_know(n); /* moorings.c reads lines */
  } else if (strcmp(n->name, "wavepaddles") == 0) {
    xml_know(n);
  }
}

int special_keys(struct import *m, struct xml_node *special) {
  for (struct xml_node *n = special ? special->first : NULL; n; n = n->next) {
    if (*n->name == '_') continue;
    if (import_active(m, n))
      know_one(m, n);
    else
      xml_know(n);
  }
  return STATUS_OK;
}
