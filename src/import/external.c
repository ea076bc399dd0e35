/* SPDX-License-Identifier: BSD-3-Clause */
/* <rzwaves_external_1d>: a relaxation zone of velocities from another program, as that left them at places
 * along x. */
#include <math.h>
#include <stdlib.h>

#include "import/layered.h"
#include "import/parts.h"
#include "util/error.h"

enum { PLACES_MOST = 32, HEIGHTS_MOST = 24 };

struct external {
  struct xml_node *element;
  int count; /* places */
  struct layered along[PLACES_MOST], up[PLACES_MOST];
  bool upward;       /* there are files of those */
  int components;    /* numbers a place in the case: upward velocities are made, or left to the water */
  double by[3];      /* m, added to places */
  double start, end; /* s of the run at which the file's time is 0, and the zone ends; 0: with the run */
  double low, step;  /* m: heights of the case's mesh, ... */
  int heights;       /* ... so many */
};

/* NAME_velx_x02_y00.csv, of the place with this number. */
static int read_one(struct import *m, struct xml_node *n, const char *base, const char *what, int number,
                    struct layered *l) {
  char name[300];
  snprintf(name, sizeof name, "%.200s_%s_x%02d_y00.csv", base, what, number);
  struct xml_attribute attribute = {.name = "value", .value = name};
  struct xml_node file = {.name = n->name, .line = n->line, .attributes = &attribute, .attribute_count = 1};
  TRY(layered_read(m, &file, "value", l));
  return isnan(l->place[0]) ? import_fault(m, n, "%s: does not say where it is, px:;X;py:;Y", name)
                            : STATUS_OK;
}

static int read_files(struct import *m, struct external *e) {
  struct xml_node *n = xml_child(e->element, "filesvel"), *which = xml_child(e->element, "filesvelx");
  double first = 0, count = 1;
  const char *base = n ? xml_value(n, "value") : NULL;
  if (!base || !which) return import_fault(m, e->element, "<filesvel> or <filesvelx> is missing");
  TRY(import_number(m, which, "initial", &first));
  TRY(import_number(m, which, "count", &count));
  if (!(first >= 0 && first <= 999 && count >= 1 && count <= PLACES_MOST && count == floor(count)))
    return import_fault(m, which, "%g files from %g on; expected at most %d", count, first, PLACES_MOST);
  for (; e->count < (int)count; e->count++) {
    const int number = (int)first + e->count;
    TRY(read_one(m, n, base, "velx", number, &e->along[e->count]));
    if (e->count && !(e->along[e->count].place[0] > e->along[e->count - 1].place[0]))
      return import_fault(m, n, "file %d is at x = %g m, not behind %g m", number,
                          e->along[e->count].place[0], e->along[e->count - 1].place[0]);
    if (e->upward) TRY(read_one(m, n, base, "velz", number, &e->up[e->count]));
  }
  return STATUS_OK;
}

/* Heights of the mesh: those of all layers, as near to each other as the document says, or two spacings. */
static int find_heights(struct import *m, struct external *e) {
  struct xml_node *n = xml_child(e->element, "dpz");
  double low = INFINITY, high = -INFINITY, step = 2, metres = 0;
  if (n) TRY(import_optional(m, n, "valuedp", &step));
  step *= m->spacing;
  if (n) TRY(import_optional(m, n, "value", &metres));
  if (metres > 0) step = metres;
  if (!(step > 0)) return import_fault(m, n, "%g m between heights", step);
  for (int i = 0; i < e->count; i++) layered_heights(&e->along[i], &low, &high);
  e->heights = (int)fmin(ceil((high - low) / step), HEIGHTS_MOST - 1) + 1;
  e->low = low + e->by[2];
  e->step = e->heights > 1 ? (high - low) / (e->heights - 1) : 0;
  return STATUS_OK;
}

static int read_choices(struct import *m, struct external *e) {
  static const char *const own[] = {"coefdt",           "function", "driftcorrection",
                                    "driftinitialramp", "smooth",   NULL};
  struct xml_node *by = xml_child(e->element, "movedata"), *velz = xml_child(e->element, "usevelz"),
                  *ways = xml_child(e->element, "coefdir");
  double duration = 0, way[3] = {1, 0, 0};
  for (int i = 0; own[i]; i++)
    if (xml_child(e->element, own[i])) xml_know(xml_child(e->element, own[i]));
  if (by) TRY(import_vector(m, by, true, e->by));
  if (velz) TRY(import_bool(m, velz, "value", &e->upward));
  if (ways) TRY(import_vector(m, ways, true, way));
  if (!(way[0] > 0) || way[1] != 0)
    return import_fault(m, ways, "(%g, %g, %g): velocities along x; expected 1 for x and 0 for y", way[0],
                        way[1], way[2]);
  e->components = way[2] != 0 ? 2 : 1;
  e->upward = e->upward && e->components == 2;
  TRY(import_child_value(m, e->element, "start", &e->start));
  TRY(import_child_value(m, e->element, "duration", &duration));
  if (duration > 0) e->end = e->start + duration;
  return STATUS_OK;
}

/* All places at a time of the first file; x fastest. */
static void write_row(struct import *m, const struct external *e, double time, FILE *f) {
  fprintf(f, "%.12g", time + e->start);
  for (int k = 0; k < e->heights; k++)
    for (int i = 0; i < e->count; i++) {
      const double z = e->low + k * e->step - e->by[2], along = layered_at(&e->along[i], time, z);
      m->velocity_most = fmax(m->velocity_most, fabs(along));
      fprintf(f, " %.9g", along);
      if (e->components == 2) fprintf(f, " %.9g", e->upward ? layered_at(&e->up[i], time, z) : 0);
    }
  fputc('\n', f);
}

static int write_mesh(struct import *m, const struct external *e, int number, char name[80]) {
  struct import_writing w;
  TRY(import_begin_file(&w));
  FILE *f = w.out;
  fprintf(f, "x");
  for (int i = 0; i < e->count; i++) fprintf(f, " %.12g", e->along[i].place[0] + e->by[0]);
  fprintf(f, "\n%c", m->sketch.dimensions == 2 ? 'y' : 'z');
  for (int k = 0; k < e->heights; k++) fprintf(f, " %.12g", e->low + k * e->step);
  fputc('\n', f);
  for (size_t i = 0; i < e->along[0].times; i++) {
    write_row(m, e, layered_time(&e->along[0], i), f);
    if (layered_time(&e->along[0], i) + e->start >= m->end) break;
  }
  snprintf(name, 80, "zone%d.txt", number);
  return import_end_file(m, &w, STATUS_OK, name);
}

static int write_zone(struct import *m, struct external *e, int number) {
  double depth = 0;
  char name[80];
  TRY(read_choices(m, e));
  TRY(read_files(m, e));
  TRY(find_heights(m, e));
  TRY(import_child_value(m, e->element, "depth", &depth));
  fprintf(m->yaml, "%s  - name: zone%d\n", number > 1 ? "" : "relaxation_zones:\n", number);
  TRY(waves_ends(m, e->element, depth));
  TRY(write_mesh(m, e, number, name));
  fprintf(m->yaml, "    velocities: %s\n", name);
  waves_times(m, e->start, e->end);
  import_note(m, NOTE_CHANGED, e->element,
              "a zone of amphi's strength and shape, without a correction of drift; speeds on straight lines "
              "between layers");
  return STATUS_OK;
}

int external_zone(struct import *m, struct xml_node *n, int number) {
  struct external *e = calloc(1, sizeof *e);
  CHECK(e, STATUS_FAILED, "not enough memory for a zone");
  e->element = n;
  const int status = write_zone(m, e, number + 1);
  for (int i = 0; i < PLACES_MOST; i++) {
    layered_free(&e->along[i]);
    layered_free(&e->up[i]);
  }
  free(e);
  return status;
}
