/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/image.h"

#include <stdlib.h>

#include "io/hdf.h"
#include "util/error.h"

/* Planes of z, one at a time. */
static herr_t write_planes(hid_t set, const struct image *image, const struct column *column, void *plane) {
  const size_t points = image->n[0] * image->n[1];
  const hsize_t count[3] = {1, image->n[1], image->n[0]};
  AUTO_HID file_space = H5Dget_space(set);
  AUTO_HID memory_space = H5Screate_simple(3, count, NULL);
  if (file_space < 0 || memory_space < 0) return -1;
  for (size_t k = 0; k < image->n[2]; k++) {
    const hsize_t start[3] = {k, 0, 0};
    column->fill(&column->field, k * points, points, plane);
    if (H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, NULL, count, NULL) < 0) return -1;
    if (H5Dwrite(set, hdf_memory_type(column->field.type), memory_space, file_space, H5P_DEFAULT, plane) < 0)
      return -1;
  }
  return 0;
}

static herr_t write_field(hid_t root, const struct image *image, const struct column *column) {
  AUTO_HID group = H5Gcreate2(root, "PointData", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (group < 0) return -1;
  const hsize_t dims[3] = {image->n[2], image->n[1], image->n[0]};
  const struct field *f = &column->field;
  AUTO_HID set = hdf_dataset_create(group, f->name, hdf_file_type(f->type), dims, 3, true);
  void *plane = malloc(image->n[0] * image->n[1] * field_type_size(f->type));
  const herr_t result = set < 0 || !plane ? -1 : write_planes(set, image, column, plane);
  free(plane);
  return result;
}

static herr_t write_extent(hid_t root, const struct image *image) {
  int64_t extent[6] = {0};
  const double direction[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  for (int a = 0; a < 3; a++) extent[2 * a + 1] = (int64_t)image->n[a] - 1;
  if (hdf_attribute_write(root, "WholeExtent", H5T_STD_I64LE, H5T_NATIVE_INT64, 6, extent) < 0) return -1;
  if (hdf_attribute_write(root, "Origin", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 3, image->origin) < 0) return -1;
  if (hdf_attribute_write(root, "Spacing", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 3, image->spacing) < 0)
    return -1;
  return hdf_attribute_write(root, "Direction", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 9, direction);
}

static herr_t write_image(hid_t file, const struct snapshot_moment *moment, const struct image *image,
                          const struct column *column) {
  AUTO_HID root = H5Gcreate2(file, "VTKHDF", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  /* VTK 9.1 takes every array of an image, also in FieldData, for one over its points. */
  if (hdf_attribute_write(root, "time", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, &moment->time) < 0) return -1;
  if (root < 0 || hdf_header_write(root, "ImageData", moment) < 0 || write_extent(root, image) < 0) return -1;
  return write_field(root, image, column);
}

int image_write(const char *path, const struct snapshot_moment *moment, const struct image *image,
                const struct column *column) {
  struct hdf_new new;
  TRY(hdf_create(&new, path, 0));
  TRY(hdf_close(&new, write_image(new.id, moment, image, column)));
  return file_wait(&new.file);
}
