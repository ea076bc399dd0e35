/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/polydata.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "util/error.h"
#include "util/json.h"

/* VTK File Formats, "XML file formats": arrays stand behind the XML, each behind its number of bytes. */
enum { HEAD = sizeof(uint64_t) };

static void put_array(FILE *out, const char *type, const char *name, int components, uint64_t *offset,
                      size_t bytes) {
  fprintf(out,
          "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"%" PRIu64
          "\"/>\n",
          type, name, components, *offset);
  *offset += HEAD + bytes;
}

static void put_fields(FILE *out, const struct field *fields, size_t count, size_t rows, uint64_t *offset) {
  for (size_t i = 0; i < count; i++)
    put_array(out, "Float32", fields[i].name, fields[i].components, offset,
              rows * (size_t)fields[i].components * 4);
}

static void put_xml(FILE *out, const struct polydata *p) {
  static const char *const sorts[] = {NULL, "Verts", "Lines", "Polys", "Polys"};
  const bool points = p->corners == 1, lines = p->corners == 2, faces = p->corners > 2;
  uint64_t offset = 0;
  fprintf(
      out,
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" "
      "NumberOfTuples=\"1\" format=\"ascii\">%.17g</DataArray>\n</FieldData>\n<Piece NumberOfPoints=\"%zu\" "
      "NumberOfVerts=\"%zu\" NumberOfLines=\"%zu\" NumberOfStrips=\"0\" NumberOfPolys=\"%zu\">\n<Points>\n",
      p->time, p->points, points ? p->cells : 0, lines ? p->cells : 0, faces ? p->cells : 0);
  put_array(out, "Float32", "Points", 3, &offset, p->points * sizeof *p->at);
  fprintf(out, "</Points>\n<%s>\n", sorts[p->corners]);
  put_array(out, "Int32", "connectivity", 1, &offset, p->cells * (size_t)p->corners * 4);
  put_array(out, "Int32", "offsets", 1, &offset, p->cells * 4);
  fprintf(out, "</%s>\n<PointData Normals=\"normal\">\n", sorts[p->corners]);
  put_fields(out, p->fields, p->field_count, p->points, &offset);
  fputs("</PointData>\n<CellData>\n", out);
  put_fields(out, p->cell_fields, p->cell_field_count, p->cells, &offset);
  fputs("</CellData>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_", out);
}

static void put_data(FILE *out, const void *data, size_t bytes) {
  const uint64_t size = bytes;
  fwrite(&size, 1, sizeof size, out);
  fwrite(data, 1, bytes, out);
}

/* start + step i for i < count, as a block of data. */
static void put_numbers(FILE *out, size_t count, int32_t start, int32_t step) {
  const uint64_t size = 4 * count;
  fwrite(&size, 1, sizeof size, out);
  for (size_t i = 0; i < count; i++) {
    const int32_t value = start + step * (int32_t)i;
    fwrite(&value, 1, sizeof value, out);
  }
}

static void put_file(FILE *out, const struct polydata *p) {
  const size_t corners = p->cells * (size_t)p->corners;
  put_xml(out, p);
  put_data(out, p->at, p->points * sizeof *p->at);
  if (p->corner)
    put_data(out, p->corner, corners * 4);
  else
    put_numbers(out, corners, 0, 1);
  put_numbers(out, p->cells, p->corners, p->corners);
  for (size_t i = 0; i < p->field_count; i++)
    put_data(out, p->fields[i].data, p->points * (size_t)p->fields[i].components * 4);
  for (size_t i = 0; i < p->cell_field_count; i++)
    put_data(out, p->cell_fields[i].data, p->cells * (size_t)p->cell_fields[i].components * 4);
  fputs("\n</AppendedData>\n</VTKFile>\n", out);
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "files are little-endian");

int polydata_write(const char *path, const struct polydata *p) {
  char *data = NULL;
  size_t size;
  CHECK(p->points < INT32_MAX && p->cells < INT32_MAX / (size_t)p->corners, STATUS_USAGE,
        "%s: too many points", path);
  FILE *out = open_memstream(&data, &size);
  CHECK(out, STATUS_FAILED, "%s: out of memory", path);
  put_file(out, p);
  int status = ferror(out) | fclose(out) ? error_set(STATUS_FAILED, "%s: out of memory", path) : STATUS_OK;
  if (!status) status = file_replace(path, data, size);
  free(data);
  return status;
}

int series_write(const char *path, const struct series_entry *entries, size_t count) {
  json_t *files = json_array();
  for (size_t i = 0; i < count; i++)
    json_array_append_new(files, json_pack("{s:s, s:f}", "name", entries[i].name, "time", entries[i].time));
  json_t *series = json_pack("{s:s, s:o}", "file-series-version", "1.0", "files", files);
  char *text = series ? json_text(series, JSON_INDENT(1)) : NULL;
  json_decref(series);
  CHECK(text, STATUS_FAILED, "%s: out of memory", path);
  int status = file_replace(path, text, strlen(text));
  free(text);
  return status;
}
