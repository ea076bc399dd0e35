/* SPDX-License-Identifier: BSD-3-Clause */
/* <mlayerpistons>: walls that move as another program says that water moves. With one layer such a wall is
 * rigid; with several it would be one that bends. */
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"
#include "util/text.h"

/* Layers of a file: behind `time` it has the height of each and then the speed of each. */
static int count_layers(struct import *m, struct xml_node *n, int *layers) {
  char *text;
  TRY(columns_text(m, n, "value", &text));
  struct text t = {.next = text};
  double number;
  *layers = 0;
  for (char *line = text_line(&t); line && *layers == 0; line = text_line(&t)) {
    int count = 0;
    columns_plain(line);
    for (char *at = line; text_next_number(&at, &number);) count++;
    if (count > 1) *layers = count / 2;
  }
  free(text);
  return *layers ? STATUS_OK : import_fault(m, n, "its file has no row of numbers");
}

static int write_piston(struct import *m, struct xml_node *n, const struct group *g) {
  static const char *const across[] = {"incz", "smooth", NULL}; /* of the layers of several */
  const int columns[] = {0, 2, -1, -1};
  struct xml_node *file = xml_child(n, "filevelx"), *begin = xml_child(n, "timedataini");
  double offset = 0;
  char *data = NULL, name[80], wall[32];
  size_t size;
  int layers;
  if (!file) return import_fault(m, n, "<filevelx> is missing");
  for (int i = 0; across[i]; i++)
    if (xml_child(n, across[i])) xml_know(xml_child(n, across[i]));
  if (begin) TRY(import_number(m, begin, "value", &offset));
  if (offset != 0) import_note(m, NOTE_REFUSED, begin, "%g; expected 0", offset);
  TRY(count_layers(m, file, &layers));
  if (layers > 1) {
    import_note(m, NOTE_REFUSED, file, "a piston of %d layers, which move apart; walls are rigid here",
                layers);
    return STATUS_OK;
  }
  FILE *f = open_memstream(&data, &size);
  CHECK(f, STATUS_FAILED, "not enough memory for a piston");
  const int status = columns_copy(m, file, "value", columns, m->sketch.dimensions + 1, 1, f);
  const bool whole = !ferror(f);
  if (fclose(f) || !whole || status != STATUS_OK) {
    free(data);
    return status != STATUS_OK ? status : error_set(STATUS_FAILED, "not enough memory for a piston");
  }
  snprintf(name, sizeof name, "piston_%s.txt", import_name(g, wall));
  fprintf(m->yaml, "    motion:\n      - {type: file, from: 0, to: %.10g, moves: velocity, file: %s}\n",
          m->end, name);
  return import_add_file(m, name, data, size);
}

int pistons_keys(struct import *m, struct xml_node *special, const struct group *g, bool *piston) {
  struct xml_node *list = xml_child(special, "mlayerpistons");
  *piston = false;
  for (struct xml_node *n = list && import_active(m, list) ? list->first : NULL; n; n = n->next) {
    double mk = -1;
    if (*n->name == '_' || !import_active(m, n)) continue;
    if (strcmp(n->name, "piston1d") != 0) {
      xml_know(n);
      import_note(m, NOTE_REFUSED, n, "a piston that bends; walls are rigid here");
      continue;
    }
    n->used = true;
    TRY(import_child_value(m, n, "mkbound", &mk));
    if (mk != g->mk) continue;
    *piston = true;
    TRY(write_piston(m, n, g));
  }
  return STATUS_OK;
}
