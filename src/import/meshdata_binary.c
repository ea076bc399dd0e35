/* SPDX-License-Identifier: BSD-3-Clause */
/* The binary files of meshes: a heading of 64 bytes, an item with the mesh, and an item a time, or for
 * several. An item has values by name, arrays and items of its own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "import/meshdata.h"
#include "import/parts.h"
#include "io/file.h"
#include "util/error.h"

enum { HEADING = 64, NAME = 64, DEPTH_MOST = 8 };
enum { TYPE_TEXT = 1, TYPE_FLOAT = 11, TYPE_DOUBLE = 12, TYPE_FLOAT3 = 22, TYPE_DOUBLE3 = 23 };

struct bytes {
  const unsigned char *at, *end;
  bool wide, broken; /* counts of 8 bytes; what was read is not whole */
};

struct array {
  int type;
  size_t count;
  const unsigned char *data; /* NULL: there is none */
};

/* What an item says that is of use here. */
struct item {
  double first[3], way[3][3], time;
  uint32_t count[3], times;
  bool has_mesh;
  struct array moments, wanted;
};

static const unsigned char *take(struct bytes *b, size_t size) {
  const unsigned char *at = b->at;
  b->broken |= size > (size_t)(b->end - b->at);
  if (b->broken) return NULL;
  b->at += size;
  return at;
}

static uint64_t take_whole(struct bytes *b, size_t size) {
  const unsigned char *at = take(b, size);
  uint64_t value = 0;
  for (size_t k = 0; at && k < size; k++) value |= (uint64_t)at[k] << 8 * k;
  return value;
}

static uint32_t take_count(struct bytes *b) {
  return (uint32_t)take_whole(b, 4);
}

/* A text, as much of it as there is room for. */
static void take_text(struct bytes *b, char text[NAME]) {
  const uint32_t size = take_count(b);
  const unsigned char *at = take(b, size);
  const size_t kept = size < NAME ? size : NAME - 1;
  if (at) memcpy(text, at, kept);
  text[at ? kept : 0] = 0;
}

static void expect_text(struct bytes *b, const char *expected) {
  char text[NAME];
  take_text(b, text);
  b->broken |= strcmp(text, expected) != 0;
}

static size_t size_of(int type) {
  static const unsigned char single[] = {0, 0, 4, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  if (type >= 2 && type <= 12) return single[type];
  return type == 23 ? 24 : type >= 20 && type <= 22 ? 12 : 0;
}

static double number_of(const unsigned char *at, bool large) {
  float f;
  double d;
  if (large)
    memcpy(&d, at, sizeof d);
  else
    memcpy(&f, at, sizeof f);
  return large ? d : (double)f;
}

static void keep_value(struct item *item, const char *name, int type, const unsigned char *at) {
  static const char *const places[] = {"MeshPtRef", "MeshVdp1", "MeshVdp2", "MeshVdp3"}, *const counts[] = {
                                                                                             "MeshNpt1",
                                                                                             "MeshNpt2",
                                                                                             "MeshNpt3"};
  for (int w = 0; w < 4 && type == TYPE_DOUBLE3; w++)
    for (int a = 0; a < 3 && strcmp(name, places[w]) == 0; a++) {
      *(w ? &item->way[w - 1][a] : &item->first[a]) = number_of(at + 8 * a, true);
      item->has_mesh = true;
    }
  for (int w = 0; w < 3 && size_of(type) == 4; w++)
    if (strcmp(name, counts[w]) == 0) memcpy(&item->count[w], at, sizeof item->count[w]);
  if (strcmp(name, "Ntimes") == 0 && size_of(type) == 4) memcpy(&item->times, at, sizeof item->times);
  if (strcmp(name, "TimeStep") == 0 && type == TYPE_DOUBLE) item->time = number_of(at, true);
}

static void take_values(struct bytes *b, uint32_t size, struct item *item) {
  const unsigned char *at = take(b, size);
  if (!at || size == 0) return;
  struct bytes in = {.at = at, .end = at + size};
  expect_text(&in, "\nVALUES");
  const uint32_t count = take_count(&in);
  for (uint32_t k = 0; k < count && !in.broken; k++) {
    char name[NAME], text[NAME];
    take_text(&in, name);
    const int type = (int)take_count(&in);
    if (type == TYPE_TEXT) {
      take_text(&in, text);
      continue;
    }
    const unsigned char *value = take(&in, size_of(type));
    in.broken |= size_of(type) == 0;
    if (value && !in.broken) keep_value(item, name, type, value);
  }
  b->broken |= in.broken;
}

static void take_array(struct bytes *b, const char *wanted, struct item *item) {
  char name[NAME];
  take_count(b);
  expect_text(b, "\nARRAY");
  take_text(b, name);
  take_count(b);
  struct array a = {.type = (int)take_count(b)};
  a.count = (size_t)take_whole(b, b->wide ? 8 : 4);
  const size_t size = (size_t)take_whole(b, b->wide ? 8 : 4);
  a.data = take(b, size);
  if (!a.data || size_of(a.type) == 0 || size / size_of(a.type) != a.count) return;
  if (strcmp(name, "TimeSteps") == 0 && a.type == TYPE_DOUBLE) item->moments = a;
  if (strcasecmp(name, wanted) == 0) item->wanted = a;
}

/* An item; those within it are passed over. */
static void take_item(struct bytes *b, const char *wanted, int depth, struct item *item) {
  struct item inner = {0};
  char text[NAME];
  *item = (struct item){0};
  take_count(b);
  expect_text(b, "\nITEM\n");
  take_text(b, text);
  take_count(b);
  take_count(b);
  take_text(b, text);
  take_text(b, text);
  const uint32_t arrays = take_count(b), items = take_count(b), values = take_count(b);
  take_values(b, values, item);
  for (uint32_t k = 0; k < arrays && !b->broken; k++) take_array(b, wanted, item);
  b->broken |= depth > DEPTH_MOST;
  for (uint32_t k = 0; k < items && !b->broken; k++) take_item(b, wanted, depth + 1, &inner);
}

/* ---- the mesh ---- */

static int find_mesh(struct import *m, struct xml_node *n, const struct item *item, struct meshdata *mesh) {
  double places = 1;
  if (!item->has_mesh) return import_fault(m, n, "its file has no mesh");
  for (int w = 0; w < 3; w++) {
    places *= item->count[w];
    if (!(places >= 1 && places <= MESHDATA_PLACES))
      return import_fault(m, n, "its file has a mesh of %u by %u by %u places; expected %d at most",
                          item->count[0], item->count[1], item->count[2], MESHDATA_PLACES);
    mesh->count[w] = (int)item->count[w];
    for (int a = 0; a < 3; a++) mesh->first[a] = item->first[a], mesh->way[w][a] = item->way[w][a];
  }
  return STATUS_OK;
}

static int add_item(struct import *m, struct xml_node *n, const struct item *item, const char *wanted,
                    struct meshdata *mesh) {
  const struct array *a = &item->wanted;
  const bool several = item->moments.data, large = a->type == TYPE_DOUBLE || a->type == TYPE_DOUBLE3;
  const size_t times = several ? item->moments.count : 1,
               flat = (size_t)mesh->count[0] * (size_t)mesh->count[1];
  if (!a->data || (!large && a->type != TYPE_FLOAT && a->type != TYPE_FLOAT3))
    return import_fault(m, n, "its file has no %s at a time", wanted);
  if (mesh->times == 0) {
    mesh->components = a->type >= TYPE_FLOAT3 ? 3 : 1;
    if (a->count == times * flat) mesh->count[2] = 1; /* one number for all heights */
  }
  if (a->count != times * flat * (size_t)mesh->count[2] ||
      mesh->components != (a->type >= TYPE_FLOAT3 ? 3 : 1))
    return import_fault(m, n, "its file has %zu numbers of %s at a time; expected one a place", a->count,
                        wanted);
  for (size_t i = 0; i < times; i++) {
    const double time = several ? number_of(item->moments.data + 8 * i, true) : item->time;
    double *row;
    if (!isfinite(time) || (mesh->times && !(time > mesh->time[mesh->times - 1])))
      return import_fault(m, n, "its file has %g s behind %g s", time,
                          mesh->times ? mesh->time[mesh->times - 1] : 0);
    if (meshdata_row(mesh, time, &row) != STATUS_OK) return import_fault(m, n, "%s", error_text());
    const size_t numbers = flat * (size_t)mesh->count[2] * (size_t)mesh->components, size = large ? 8 : 4;
    for (size_t k = 0; k < numbers; k++) {
      row[k] = number_of(a->data + (i * numbers + k) * size, large);
      if (!isfinite(row[k])) return import_fault(m, n, "its file has a number that is none at %g s", time);
    }
  }
  return STATUS_OK;
}

static int read_items(struct import *m, struct xml_node *n, struct bytes *b, const char *wanted,
                      struct meshdata *mesh) {
  struct item item;
  take_item(b, wanted, 0, &item);
  if (b->broken) return import_fault(m, n, "its file is not whole");
  TRY(find_mesh(m, n, &item, mesh));
  while (b->at < b->end) {
    take_item(b, wanted, 0, &item);
    if (b->broken) return import_fault(m, n, "its file is not whole");
    TRY(add_item(m, n, &item, wanted, mesh));
  }
  return mesh->times ? STATUS_OK : import_fault(m, n, "its file has no time");
}

int meshdata_binary(struct import *m, struct xml_node *n, const char *wanted, struct meshdata *mesh) {
  char path[PATH_MAX], *data;
  size_t size;
  TRY(import_file(m, n, "file", path));
  TRY(file_read(path, STATUS_USAGE, &data, &size));
  const unsigned char *at = (const unsigned char *)data;
  int status;
  if (size < HEADING || memcmp(data, "#FileJBD JMeshTDatas", 20) != 0) {
    status = import_fault(m, n, "its file is none of a mesh");
  } else if (at[60] != 0 && at[60] != 10) {
    status = import_fault(m, n, "its file has the bytes of numbers the other way round");
  } else {
    struct bytes b = {.at = at + HEADING, .end = at + size, .wide = at[61] != 0};
    status = read_items(m, n, &b, wanted, mesh);
  }
  free(data);
  return status;
}
