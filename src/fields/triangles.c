/* SPDX-License-Identifier: BSD-3-Clause */
#include "fields/triangles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "io/polydata.h"
#include "util/error.h"

const char *const triangles_endings[] = {"vtp", "ply", "glb", NULL};

static float (*make_points(const struct isosurface *s))[3] {
  float(*points)[3] = malloc((s->vertices + 1) * sizeof *points);
  for (size_t i = 0; points && i < s->vertices; i++)
    for (int a = 0; a < 3; a++) points[i][a] = (float)s->at[i][a];
  return points;
}

static int write_vtp(const char *path, const struct isosurface *s, const float (*points)[3], double time,
                     const struct field *fields, size_t field_count) {
  struct field *all = malloc((field_count + 1) * sizeof *all);
  CHECK(all, STATUS_FAILED, "%s: out of memory", path);
  all[0] = (struct field){"normal", FIELD_F32, 3, s->normal};
  for (size_t i = 0; i < field_count; i++) all[i + 1] = fields[i];
  const struct polydata p = {.points = s->vertices,
                             .at = points,
                             .corners = 3,
                             .cells = s->triangles,
                             .corner = &s->corner[0][0],
                             .time = time,
                             .fields = all,
                             .field_count = field_count + 1};
  int status = polydata_write(path, &p);
  free(all);
  return status;
}

/* Names of a field's components as PLY has them: one word each. */
static void put_properties(FILE *out, const struct field *f) {
  for (int k = 0; k < f->components; k++) {
    fputs("property float ", out);
    for (const char *c = f->name; *c; c++) fputc(*c == ' ' ? '_' : *c, out);
    if (f->components > 1) fprintf(out, "_%c", "xyzw"[k % 4]);
    fputc('\n', out);
  }
}

/* G. Turk, The PLY polygon file format, 1994. */
static void put_ply(FILE *out, const struct isosurface *s, const float (*points)[3], double time,
                    const struct field *fields, size_t field_count) {
  fprintf(
      out,
      "ply\nformat binary_little_endian 1.0\ncomment free surface by amphi, t = %.9g s, lengths in "
      "m\nelement "
      "vertex %zu\nproperty float x\nproperty float y\nproperty float z\nproperty float nx\nproperty float "
      "ny\nproperty float nz\n",
      time, s->vertices);
  for (size_t i = 0; i < field_count; i++) put_properties(out, &fields[i]);
  fprintf(out, "element face %zu\nproperty list uchar int vertex_indices\nend_header\n", s->triangles);
  for (size_t i = 0; i < s->vertices; i++) {
    fwrite(points[i], 1, sizeof points[i], out);
    fwrite(s->normal[i], 1, sizeof s->normal[i], out);
    for (size_t k = 0; k < field_count; k++) {
      const size_t n = (size_t)fields[k].components;
      fwrite((const float *)fields[k].data + n * i, sizeof(float), n, out);
    }
  }
  for (size_t i = 0; i < s->triangles; i++) {
    fputc(3, out);
    fwrite(s->corner[i], 1, sizeof s->corner[i], out);
  }
}

/* What a viewer needs to know of the points without reading them. */
static void find_box(const struct isosurface *s, const float (*points)[3], float low[3], float high[3]) {
  for (int a = 0; a < 3; a++) {
    low[a] = s->vertices ? INFINITY : 0, high[a] = s->vertices ? -INFINITY : 0;
    for (size_t i = 0; i < s->vertices; i++)
      low[a] = fminf(low[a], points[i][a]), high[a] = fmaxf(high[a], points[i][a]);
  }
}

static void put_gltf(FILE *out, const struct isosurface *s, const float (*points)[3], double time,
                     bool z_up) {
  const size_t vectors = s->vertices * 3 * sizeof(float), indices = s->triangles * 3 * sizeof(uint32_t);
  float low[3], high[3];
  find_box(s, points, low, high);
  fprintf(out,
          "{\"asset\":{\"version\":\"2.0\",\"generator\":\"amphi\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
          "\"nodes\":[{\"name\":\"free surface, t = %.9g s\",\"mesh\":0%s}],",
          time, z_up ? ",\"rotation\":[-0.70710678,0,0,0.70710678]" : "");
  fputs("\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1},\"indices\":2,"
        "\"material\":0}]}],"
        "\"materials\":[{\"name\":\"water\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.13,0.42,0.68,1],"
        "\"metallicFactor\":0,\"roughnessFactor\":0.15}}],",
        out);
  fprintf(out,
          "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":%zu,\"type\":\"VEC3\",\"min\":[%"
          ".9g,%.9g,"
          "%.9g],\"max\":[%.9g,%.9g,%.9g]},{\"bufferView\":1,\"componentType\":5126,\"count\":%zu,\"type\":"
          "\"VEC3\"},"
          "{\"bufferView\":2,\"componentType\":5125,\"count\":%zu,\"type\":\"SCALAR\"}],",
          s->vertices, (double)low[0], (double)low[1], (double)low[2], (double)high[0], (double)high[1],
          (double)high[2], s->vertices, 3 * s->triangles);
  fprintf(
      out,
      "\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":%zu,\"target\":34962},{\"buffer\":0,"
      "\"byteOffset\":%zu,\"byteLength\":%zu,\"target\":34962},{\"buffer\":0,\"byteOffset\":%zu,"
      "\"byteLength\":%zu,"
      "\"target\":34963}],\"buffers\":[{\"byteLength\":%zu}]}",
      vectors, vectors, vectors, 2 * vectors, indices, 2 * vectors + indices);
}

static void put_word(FILE *out, size_t value) {
  const uint32_t word = (uint32_t)value;
  fwrite(&word, 1, sizeof word, out);
}

/* glTF 2.0, section 4.4: a header, the JSON and the data, each by four bytes. */
static int put_glb(FILE *out, const struct isosurface *s, const float (*points)[3], double time, bool z_up) {
  char *json = NULL;
  size_t length;
  FILE *text = open_memstream(&json, &length);
  CHECK(text, STATUS_FAILED, "out of memory");
  put_gltf(text, s, points, time, z_up);
  if (fclose(text)) {
    free(json);
    return error_set(STATUS_FAILED, "out of memory");
  }
  const size_t padded = (length + 3) & ~(size_t)3, data = 24 * s->vertices + 12 * s->triangles;
  if (28 + padded + data <= UINT32_MAX) {
    fwrite("glTF", 1, 4, out);
    put_word(out, 2), put_word(out, 28 + padded + data);
    put_word(out, padded), put_word(out, 0x4E4F534A);
    fprintf(out, "%-*s", (int)padded, json);
    put_word(out, data), put_word(out, 0x004E4942);
    fwrite(points, 1, s->vertices * sizeof *points, out);
    fwrite(s->normal, 1, s->vertices * sizeof *s->normal, out);
    fwrite(s->corner, 1, s->triangles * sizeof *s->corner, out);
  }
  free(json);
  CHECK(28 + padded + data <= UINT32_MAX, STATUS_USAGE, "too many triangles for glTF");
  return STATUS_OK;
}

int triangles_write(const char *path, enum triangles_format format, const struct isosurface *s, double time,
                    bool z_up, const struct field *fields, size_t field_count) {
  char *data = NULL;
  size_t size;
  float(*points)[3] = make_points(s);
  FILE *out = points && format != TRIANGLES_VTP ? open_memstream(&data, &size) : NULL;
  int status = STATUS_OK;
  if (!points || (!out && format != TRIANGLES_VTP))
    status = error_set(STATUS_FAILED, "%s: out of memory", path);
  if (!status && format == TRIANGLES_VTP) status = write_vtp(path, s, points, time, fields, field_count);
  if (!status && format == TRIANGLES_PLY) put_ply(out, s, points, time, fields, field_count);
  if (!status && format == TRIANGLES_GLB) status = put_glb(out, s, points, time, z_up);
  if (out && (ferror(out) | fclose(out)) && !status)
    status = error_set(STATUS_FAILED, "%s: out of memory", path);
  if (out && !status) status = file_replace(path, data, size);
  free(data);
  free(points);
  return status;
}
