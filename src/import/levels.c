/* SPDX-License-Identifier: BSD-3-Clause */
/* Levels of the water before an inlet, from a mesh. */
#include <stdlib.h>

#include "import/meshdata.h"
#include "import/parts.h"
#include "util/error.h"

/* The level in the middle of the face along time, from a mesh of levels. */
static int put_levels(struct import *m, struct xml_node *n, const struct import_face *f,
                      const struct meshdata *mesh, FILE *out) {
  if (mesh->components != 1) return import_fault(m, n, "its file has 3 numbers a place; expected a level");
  for (size_t i = 0; i < mesh->times; i++)
    fprintf(out, "%.12g %.9g\n", mesh->time[i], meshdata_at(mesh, i, f->centre, 0));
  if (mesh->times == 1) fprintf(out, "%.12g %.9g\n", mesh->time[0] + 1, meshdata_at(mesh, 0, f->centre, 0));
  if (m->sketch.dimensions == 3 && mesh->count[0] * mesh->count[1] * mesh->count[2] > 1)
    import_note(m, NOTE_CHANGED, n, "one level along the face, that in its middle");
  return STATUS_OK;
}

int levels_file(struct import *m, struct xml_node *n, const struct import_face *f, size_t number,
                char name[80]) {
  struct meshdata mesh;
  struct import_writing w;
  TRY(import_begin_file(&w));
  int status = meshdata_read(m, n, "Zsurf", &mesh);
  if (status == STATUS_OK) status = put_levels(m, n, f, &mesh, w.out);
  meshdata_free(&mesh);
  snprintf(name, 80, "inlet%zu_surface.txt", number);
  return import_end_file(m, &w, status, name);
}
