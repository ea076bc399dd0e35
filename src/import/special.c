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
                {"mlayerpistons", "waves from other programs are not taken"}};

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
    if (strcmp(n->name, "initialize") == 0) {
      n->used = true;
      know_initialize(m, n);
    } else if (strcmp(n->name, "shifting") == 0) {
      know_all(n);
      import_note(m, NOTE_CHANGED, n, "where particles are shifted they are in all of the fluid");
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
