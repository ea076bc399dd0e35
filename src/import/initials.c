/* SPDX-License-Identifier: BSD-3-Clause */
/* <velmesh>, <densitymesh> and <velwave> of <initials>: what fluid begins with, by its place. */
#include <math.h>
#include <string.h>

#include "case/waves.h"
#include "import/meshdata.h"
#include "import/parts.h"
#include "util/error.h"

static int open_mesh(struct import *m, struct xml_node *n, const char *wanted, int components,
                     struct meshdata *mesh) {
  TRY(meshdata_read(m, n, wanted, mesh));
  if (mesh->components == components) return STATUS_OK;
  return import_fault(m, n, "its file has %d numbers a place; expected %d", mesh->components, components);
}

/* As the peer takes such files for inlets (JMeshTDatasDsVel.cpp): a speed is along <direction>, three numbers
 * are the velocity. */
static int put_mesh(struct import *m, struct xml_node *n, size_t g, double (*velocity)[3]) {
  struct xml_node *of = xml_child(n, "meshdata"), *way = xml_child(n, "direction");
  struct meshdata_change change;
  struct meshdata mesh = {0};
  double direction[3] = {0}, length = 0;
  size_t row = 0;
  if (!of) return import_fault(m, n, "<meshdata> is missing");
  TRY(meshdata_change(m, of, &change));
  if (way) TRY(import_vector(m, way, true, direction));
  for (int a = 0; a < 3; a++) length += direction[a] * direction[a];
  if (change.magnitude && !(length > 0)) return import_fault(m, n, "<direction> is missing or has no length");
  const int status = open_mesh(m, of, change.magnitude ? "VelDir" : "Vel", change.magnitude ? 1 : 3, &mesh);
  const double share = status == STATUS_OK ? meshdata_begin(&mesh, &row) : 0;
  for (size_t i = m->first[g]; i < m->first[g + 1] && status == STATUS_OK; i++)
    for (int a = 0; a < 3; a++) {
      const int k = change.magnitude ? 0 : a;
      double v = meshdata_changed(&mesh, &change, row, m->place[i], k);
      if (share > 0) v += share * (meshdata_changed(&mesh, &change, row + 1, m->place[i], k) - v);
      velocity[i - m->first[g]][a] = v = change.magnitude ? v * direction[a] / sqrt(length) : v;
      m->velocity_most = fmax(m->velocity_most, fabs(v));
    }
  meshdata_free(&mesh);
  return status;
}

/* Along x c eta/(d + eta), upwards what keeps the volume, from the bed, the lowest of the fluid, on. */
static int put_wave(struct import *m, struct xml_node *n, size_t g, double (*velocity)[3]) {
  struct waves w = {.gravity = fabs(m->gravity[2]), .solution = SOLITARY_BOUSSINESQ};
  double x0 = 0, bed = INFINITY, number, celerity, stroke;
  bool negative = false;
  TRY(import_number(m, n, "depth", &w.depth));
  TRY(import_number(m, n, "hmaxwave", &w.height));
  TRY(import_number(m, n, "x0", &x0));
  TRY(import_bool(m, n, "negative", &negative));
  if (!(w.depth > 0 && w.height > 0 && w.gravity > 0))
    return import_fault(m, n, "depth, hmaxwave or gravity is not above 0");
  solitary_shape(&w, &number, &celerity, &stroke);
  if (negative) celerity = -celerity;
  for (size_t i = m->first[g]; i < m->first[g + 1]; i++) bed = fmin(bed, m->place[i][2] - 0.5 * m->spacing);
  for (size_t i = m->first[g]; i < m->first[g + 1]; i++) {
    const double z = number * (m->place[i][0] - x0), eta = w.height / pow(cosh(z), 2), wet = w.depth + eta;
    double *v = velocity[i - m->first[g]];
    v[0] = celerity * eta / wet;
    v[1] = 0;
    v[2] = (m->place[i][2] - bed) * celerity * w.depth * 2 * number * eta * tanh(z) / (wet * wet);
    m->velocity_most = fmax(m->velocity_most, fmax(fabs(v[0]), fabs(v[2])));
  }
  import_note(m, NOTE_CHANGED, n,
              "velocities under Boussinesq's solitary wave by amphi's own formula, over a bed at the lowest "
              "of the fluid; negative: it runs towards -x");
  return STATUS_OK;
}

int initials_velocity(struct import *m, struct xml_node *n, size_t g, double (*velocity)[3]) {
  return strcmp(n->name, "velwave") == 0 ? put_wave(m, n, g, velocity) : put_mesh(m, n, g, velocity);
}

int initials_density(struct import *m, struct xml_node *n, size_t g, double *density) {
  struct xml_node *of = xml_child(n, "meshdata");
  struct meshdata mesh = {0};
  size_t row = 0;
  if (!of) return import_fault(m, n, "<meshdata> is missing");
  int status = open_mesh(m, of, "Rhop", 1, &mesh);
  const double share = status == STATUS_OK ? meshdata_begin(&mesh, &row) : 0;
  for (size_t i = m->first[g]; i < m->first[g + 1] && status == STATUS_OK; i++) {
    double value = meshdata_at(&mesh, row, m->place[i], 0);
    if (share > 0) value += share * (meshdata_at(&mesh, row + 1, m->place[i], 0) - value);
    if (!(value > 0)) status = import_fault(m, of, "%g kg/m^3; expected a density above 0", value);
    density[i - m->first[g]] = value;
  }
  meshdata_free(&mesh);
  return status;
}
