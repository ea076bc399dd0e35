/* SPDX-License-Identifier: BSD-3-Clause */
/* Speeds of an inlet by place and time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/meshdata.h"
#include "import/parts.h"
#include "util/error.h"
#include "util/text.h"

/* Heights from below a face to above it, near enough to each other for any curve. */
static size_t find_heights(const struct import *m, const struct import_face *f, double *low, double *step) {
  double half = f->half[0] * fabs(f->side[0][2]) + f->half[1] * fabs(f->side[1][2]) + m->spacing;
  const double count = fmin(2000, ceil(8 * half / m->spacing));
  *low = f->centre[2] - half, *step = 2 * half / count;
  return (size_t)count + 1;
}

/* Two or three speeds and their heights, of a time: v, v2, v3, z, z2, z3. */
static int put_profile(struct import *m, struct xml_node *n, const struct import_face *f, const double *row,
                       int points, FILE *out) {
  struct profile p = {.points = points};
  double low, step;
  const size_t count = find_heights(m, f, &low, &step);
  for (int i = 0; i < points; i++) {
    p.v[i] = row[1 + i], p.z[i] = row[1 + points + i];
    m->velocity_most = fmax(m->velocity_most, fabs(p.v[i]));
    for (int k = 0; k < i; k++)
      if (p.z[i] == p.z[k]) return import_fault(m, n, "has two speeds at a height of %g", p.z[i]);
  }
  fprintf(out, "%.12g", row[0]);
  for (size_t k = 0; k < count; k++) fprintf(out, " %.9g", profile_speed(&p, low + (double)k * step));
  fputc('\n', out);
  return STATUS_OK;
}

/* <velocitytimes2>, <velocityfile2> and those with 3: rows of profiles. */
static int put_profiles(struct import *m, struct xml_node *n, const struct import_face *f, FILE *out) {
  static const char *const names[2][7] = {{"time", "v", "v2", "z", "z2"},
                                          {"time", "v", "v2", "v3", "z", "z2", "z3"}};
  static const int columns[] = {0, 1, 2, 3, 4, 5, 6};
  const int points = n->name[strlen(n->name) - 1] - '0', numbers = 2 * points + 1;
  char *text = NULL;
  size_t length, rows = 0;
  double low, step, row[7];
  const size_t count = find_heights(m, f, &low, &step);
  fprintf(out, "0");
  for (size_t k = 0; k < count; k++) fprintf(out, " %.9g", low + (double)k * step);
  fputc('\n', out);
  if (strncmp(n->name, "velocitytimes", 13) == 0) {
    for (struct xml_node *t = xml_child(n, "timevalue"); t; t = xml_next(t), rows++) {
      for (int k = 0; k < numbers; k++) TRY(import_number(m, t, names[points - 2][k], &row[k]));
      TRY(put_profile(m, t, f, row, points, out));
    }
    return rows ? STATUS_OK : import_fault(m, n, "has no <timevalue>");
  }
  FILE *g = open_memstream(&text, &length);
  CHECK(g, STATUS_FAILED, "not enough memory for an inlet");
  int status = columns_copy(m, n, "file", columns, numbers, 1, g);
  fclose(g);
  struct text t = {.next = text};
  for (char *line = text_line(&t); line && status == STATUS_OK; line = text_line(&t))
    if (text_numbers(line, 0, row, numbers)) status = put_profile(m, n, f, row, points, out);
  free(text);
  return status;
}

/* Numbers, and whatever follows. */
static bool begins_with(char *line, double *values, int count) {
  for (int k = 0; k < count; k++)
    if (!text_next_number(&line, &values[k])) return false;
  return true;
}

/* <gridveldata>: speeds along x at heights, of which the first column counts. */
static int put_grid(struct import *m, struct xml_node *n, const struct import_face *f, FILE *out) {
  struct xml_node *grid = xml_child(n, "gridveldata"), *origin = xml_child(n, "gridposzero");
  double head[5], zero[3] = {0};
  char *text;
  if (origin) TRY(import_vector(m, origin, true, zero));
  if (xml_child(n, "gridresetvelz")) xml_know(xml_child(n, "gridresetvelz"));
  if (fabs(f->normal[0]) < 1 - 1e-9) {
    import_note(m, NOTE_REFUSED, grid, "speeds along x through a face that is not across x");
    return STATUS_OK;
  }
  TRY(columns_text(m, grid, "file", &text));
  struct text t = {.path = xml_value(grid, "file"), .next = text};
  char *line = text_line(&t);
  int status = line && strncmp(line, "fmtversion", 10) == 0
                   ? STATUS_OK
                   : import_fault(m, grid, "%.100s: does not begin with fmtversion", t.path);
  line = status == STATUS_OK ? text_line(&t) : NULL;
  columns_plain(line);
  if (line && !begins_with(line, head, 5))
    status = import_fault(m, grid, "%.100s:2: expected a version, two spacings and two counts", t.path);
  else if (line && !(head[2] > 0 && head[3] >= 1 && head[3] <= 30 && head[4] >= 1 && head[4] <= 1000))
    status = import_fault(m, grid, "%.100s:2: %g by %g places, %g m apart; expected 30 by 1000 at most",
                          t.path, head[3], head[4], head[2]);
  const int places = status == STATUS_OK && line ? (int)head[4] : 0;
  fprintf(out, "0");
  for (int k = 0; k < places; k++) fprintf(out, " %.9g", zero[2] + k * head[2]);
  fputc('\n', out);
  double *row = calloc((size_t)places + 2, sizeof *row);
  if (!row) status = error_set(STATUS_FAILED, "not enough memory for an inlet");
  size_t rows = 0;
  for (line = text_line(&t); line && status == STATUS_OK && places; line = text_line(&t)) {
    char *at = line;
    columns_plain(line);
    if (text_is_blank(line) || (rows == 0 && !text_next_number(&at, row))) continue;
    if (!begins_with(line, row, places + 1)) {
      status = import_fault(m, grid, "%.100s:%zu: expected a time and %d speeds", t.path, t.line, places);
      break;
    }
    fprintf(out, "%.12g", row[0]);
    for (int k = 1; k <= places; k++) {
      fprintf(out, " %.9g", f->normal[0] * row[k]);
      m->velocity_most = fmax(m->velocity_most, fabs(row[k]));
    }
    fputc('\n', out);
    rows++;
  }
  free(row);
  free(text);
  if (status == STATUS_OK && rows == 0) status = import_fault(m, grid, "has no row of speeds");
  if (status == STATUS_OK)
    import_note(m, NOTE_CHANGED, grid, "speeds across the face, by height: those upwards are left out%s",
                head[3] > 1 ? ", and those at other places along x" : "");
  return status;
}

/* ---- <meshdata> ---- */

/* The speed through the face at a place: the number itself, or what the three are along its normal. */
static double mesh_speed(const struct meshdata *mesh, const struct meshdata_change *c, size_t row,
                         const double place[3], const double normal[3]) {
  double speed = 0;
  for (int k = 0; k < mesh->components; k++) {
    speed += meshdata_changed(mesh, c, row, place, k) * (mesh->components == 1 ? 1 : normal[k]);
  }
  return speed;
}

/* Places along an axis of the case, which grow, and how many there are; 1: the mesh is none along it. */
static int mesh_places(const struct import *m, const struct meshdata *mesh, const int axis[3], int along,
                       double *low, double *step) {
  const int of = import_axis(m, along);
  for (int w = 0; w < 3; w++) {
    if (axis[w] != of) continue;
    const double last = (mesh->count[w] - 1) * mesh->way[w][of];
    *low = mesh->first[of] + fmin(0, last), *step = fabs(mesh->way[w][of]);
    return mesh->count[w];
  }
  *low = mesh->first[of], *step = 0;
  return 1;
}

static int put_mesh(struct import *m, struct xml_node *n, const struct import_face *f,
                    const struct meshdata *mesh, const struct meshdata_change *change, FILE *out) {
  int axis[3], count[3] = {1, 1, 1};
  double low[3] = {0}, step[3] = {0};
  if (change->magnitude != (mesh->components == 1))
    return import_fault(m, n, "its file has %d numbers a place; expected %s", mesh->components,
                        change->magnitude ? "one, the speed" : "three, a velocity");
  TRY(meshdata_axes(m, n, mesh, axis));
  for (int a = 0; a < m->sketch.dimensions; a++) {
    count[a] = mesh_places(m, mesh, axis, a, &low[a], &step[a]);
    if (count[a] == 1 && a > 0) continue; /* the same everywhere; one row of places says that it is a mesh */
    fprintf(out, "%c", "xyz"[a]);
    for (int k = 0; k < count[a]; k++) fprintf(out, " %.12g", low[a] + k * step[a]);
    fputc('\n', out);
  }
  for (size_t i = 0; i < mesh->times; i++) {
    fprintf(out, "%.12g", mesh->time[i]);
    for (int z = 0; z < count[2]; z++)
      for (int y = 0; y < count[1]; y++)
        for (int x = 0; x < count[0]; x++) {
          const int at[3] = {x, y, z};
          double place[3] = {0, m->sketch.low[1], 0};
          for (int a = 0; a < m->sketch.dimensions; a++) place[import_axis(m, a)] = low[a] + at[a] * step[a];
          const double speed = mesh_speed(mesh, change, i, place, f->normal);
          m->velocity_most = fmax(m->velocity_most, fabs(speed));
          fprintf(out, " %.9g", speed);
        }
    fputc('\n', out);
  }
  if (mesh->components == 3)
    import_note(m, NOTE_CHANGED, n, "speeds across the face: velocities along it are left out");
  return STATUS_OK;
}

static int put_meshdata(struct import *m, struct xml_node *n, const struct import_face *f, FILE *out) {
  struct meshdata mesh;
  struct meshdata_change change;
  TRY(meshdata_change(m, n, &change));
  int status = meshdata_read(m, n, change.magnitude ? "VelDir" : "Vel", &mesh);
  if (status == STATUS_OK) status = put_mesh(m, n, f, &mesh, &change, out);
  meshdata_free(&mesh);
  return status;
}

int speeds_profiles(struct import *m, struct xml_node *n, const struct import_face *f, size_t number,
                    enum speeds_source source) {
  struct import_writing w;
  char name[80];
  TRY(import_begin_file(&w));
  const int status = source == SPEEDS_GRID   ? put_grid(m, n, f, w.out)
                     : source == SPEEDS_MESH ? put_meshdata(m, n, f, w.out)
                                             : put_profiles(m, n, f, w.out);
  snprintf(name, sizeof name, "inlet%zu_profiles.txt", number);
  if (status == STATUS_OK) fprintf(m->yaml, "    velocity: {model: profiles, profiles: %s}\n", name);
  return import_end_file(m, &w, status, name);
}
