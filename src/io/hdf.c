/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/hdf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/error.h"

enum { MOST_DEFLATED = 1032, MOST_UNWRITTEN = 1 << 26 };

void hdf_release(hid_t *id) {
  if (*id >= 0 && H5Iis_valid(*id) > 0) H5Idec_ref(*id);
}

static _Thread_local char reason[256];

static herr_t keep_innermost(unsigned n, const H5E_error2_t *entry, void *unused) {
  (void)unused;
  if (n == 0 && entry->desc) snprintf(reason, sizeof reason, "%s", entry->desc);
  return 0;
}

/* HDF5 calls this where a call fails; later, the calls that release ids have cleared the stack. */
static herr_t keep_reason(hid_t stack, void *unused) {
  return H5Ewalk2(stack, H5E_WALK_UPWARD, keep_innermost, unused);
}

/* At exit HDF5 would crash or wait for ever on what it could not close when memory or the disk gave out;
 * what amphi opens it closes. */
void hdf_silence(void) {
  reason[0] = 0;
  H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, keep_reason, NULL);
}

const char *hdf_reason(void) {
  return reason[0] ? reason : "out of memory";
}

herr_t hdf_blame(const char *text) {
  snprintf(reason, sizeof reason, "%s", text);
  return -1;
}

hid_t hdf_open(const char *path) {
  hdf_silence();
  AUTO_HID access = H5Pcreate(H5P_FILE_ACCESS);
  if (access < 0) return -1;
  if (H5Pset_file_locking(access, false, true) < 0) return -1; /* network file systems may have no locks */
  return H5Fopen(path, H5F_ACC_RDONLY, access);
}

hid_t hdf_file_type(enum field_type type) {
  switch (type) {
  case FIELD_F32:
    return H5T_IEEE_F32LE;
  case FIELD_F64:
    return H5T_IEEE_F64LE;
  case FIELD_U8:
    return H5T_STD_U8LE;
  case FIELD_U16:
    return H5T_STD_U16LE;
  case FIELD_U32:
    return H5T_STD_U32LE;
  case FIELD_U64:
    return H5T_STD_U64LE;
  case FIELD_I32:
    return H5T_STD_I32LE;
  }
  return -1;
}

hid_t hdf_memory_type(enum field_type type) {
  switch (type) {
  case FIELD_F32:
    return H5T_NATIVE_FLOAT;
  case FIELD_F64:
    return H5T_NATIVE_DOUBLE;
  case FIELD_U8:
    return H5T_NATIVE_UINT8;
  case FIELD_U16:
    return H5T_NATIVE_UINT16;
  case FIELD_U32:
    return H5T_NATIVE_UINT32;
  case FIELD_U64:
    return H5T_NATIVE_UINT64;
  case FIELD_I32:
    return H5T_NATIVE_INT32;
  }
  return -1;
}

int hdf_field_type(hid_t type) {
  H5T_class_t class = H5Tget_class(type);
  size_t size = H5Tget_size(type);
  if (class == H5T_FLOAT) return size == 4 ? (int)FIELD_F32 : size == 8 ? (int)FIELD_F64 : -1;
  if (class != H5T_INTEGER) return -1;
  if (H5Tget_sign(type) == H5T_SGN_2) return size == 4 ? (int)FIELD_I32 : -1;
  switch (size) {
  case 1:
    return FIELD_U8;
  case 2:
    return FIELD_U16;
  case 4:
    return FIELD_U32;
  case 8:
    return FIELD_U64;
  }
  return -1;
}

hid_t hdf_dataset_create(hid_t where, const char *name, hid_t file_type, const hsize_t *dims, int rank,
                         bool compress) {
  AUTO_HID space = H5Screate_simple(rank, dims, NULL);
  AUTO_HID creation = H5Pcreate(H5P_DATASET_CREATE);
  if (space < 0 || creation < 0) return -1;
  /* Without times in it, equal data make equal files. */
  if (H5Pset_obj_track_times(creation, false) < 0) return -1;
  if (compress) {
    hsize_t chunk[3] = {dims[0] < HDF_CHUNK_ROWS ? dims[0] : HDF_CHUNK_ROWS, rank > 1 ? dims[1] : 1,
                        rank > 2 ? dims[2] : 1};
    if (chunk[0] == 0 || rank > 2) chunk[0] = 1; /* of a field on a grid a plane */
    if (H5Pset_chunk(creation, rank, chunk) < 0 || H5Pset_shuffle(creation) < 0) return -1;
    if (H5Pset_deflate(creation, HDF_DEFLATE_LEVEL) < 0) return -1;
  }
  return H5Dcreate2(where, name, file_type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
}

herr_t hdf_write(hid_t where, const char *name, enum field_type type, const hsize_t *dims, int rank,
                 const void *data, bool compress) {
  AUTO_HID set = hdf_dataset_create(where, name, hdf_file_type(type), dims, rank, compress);
  if (set < 0) return -1;
  if (dims[0] == 0) return 0;
  return H5Dwrite(set, hdf_memory_type(type), H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
}

herr_t hdf_attribute_write(hid_t where, const char *name, hid_t file_type, hid_t memory_type, int count,
                           const void *data) {
  hsize_t dims[1] = {(hsize_t)count};
  AUTO_HID space = count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, dims, NULL);
  AUTO_HID attribute = H5Acreate2(where, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT);
  return attribute < 0 ? -1 : H5Awrite(attribute, memory_type, data);
}

herr_t hdf_attribute_write_text(hid_t where, const char *name, const char *text) {
  AUTO_HID type = H5Tcopy(H5T_C_S1);
  size_t length = strlen(text);
  if (H5Tset_size(type, length ? length : 1) < 0 || H5Tset_strpad(type, H5T_STR_NULLPAD) < 0) return -1;
  return hdf_attribute_write(where, name, type, type, 1, text);
}

herr_t hdf_attribute_read_text(hid_t where, const char *name, char *text, size_t size) {
  if (H5Aexists(where, name) <= 0) return -1;
  AUTO_HID attribute = H5Aopen(where, name, H5P_DEFAULT);
  AUTO_HID type = H5Aget_type(attribute);
  AUTO_HID space = H5Aget_space(attribute);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0) return -1;
  if (H5Sget_simple_extent_npoints(space) != 1) return -1;
  AUTO_HID wanted = H5Tcopy(H5T_C_S1);
  if (H5Tset_size(wanted, size) < 0 || H5Tset_strpad(wanted, H5T_STR_NULLTERM) < 0) return -1;
  if (H5Tset_cset(wanted, H5Tget_cset(type)) < 0) return -1;
  memset(text, 0, size);
  return H5Aread(attribute, wanted, text);
}

herr_t hdf_attribute_read(hid_t where, const char *name, hid_t memory_type, int count, void *values) {
  if (H5Aexists(where, name) <= 0) return -1;
  AUTO_HID attribute = H5Aopen(where, name, H5P_DEFAULT);
  AUTO_HID type = H5Aget_type(attribute);
  AUTO_HID space = H5Aget_space(attribute);
  H5T_class_t class = H5Tget_class(type);
  if (class != H5T_INTEGER && class != H5T_FLOAT) return -1;
  if (H5Sget_simple_extent_npoints(space) != count) return -1;
  return H5Aread(attribute, memory_type, values);
}

int hdf_link_name(hid_t group, hsize_t index, const char *path, char name[HDF_NAME]) {
  ssize_t length =
      H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, index, name, HDF_NAME, H5P_DEFAULT);
  CHECK(length > 0 && length < HDF_NAME, STATUS_USAGE, "%s: a field with an unusable name", path);
  return STATUS_OK;
}

/* The shape of a dataset as rows and components. */
static int read_shape(hid_t set, const char *name, const char *path, size_t *rows, int *components) {
  AUTO_HID space = H5Dget_space(set);
  hsize_t dims[3] = {0, 1, 1};
  int rank = H5Sget_simple_extent_ndims(space);
  CHECK(rank >= 1 && rank <= 3, STATUS_USAGE, "%s: '%s' has %d dimensions, expected 1 to 3", path, name,
        rank);
  H5Sget_simple_extent_dims(space, dims, NULL);
  if (rank == 3) {
    CHECK(dims[0] < 65536 && dims[1] < 65536 && dims[2] < 65536, STATUS_USAGE,
          "%s: '%s' has an impossible shape", path, name);
    dims[0] *= dims[1] * dims[2];
    dims[1] = 1;
  }
  CHECK(dims[1] >= 1 && dims[1] <= 4096 && dims[0] < SIZE_MAX / 8 / dims[1], STATUS_USAGE,
        "%s: '%s' has an impossible shape", path, name);
  *rows = (size_t)dims[0];
  *components = (int)dims[1];
  return STATUS_OK;
}

/* Deflate makes 1 byte of at most 1032; beyond that only values that were never written are in no file. */
static bool fits_file(const char *path, size_t bytes) {
  struct stat info;
  return stat(path, &info) == 0 &&
         bytes / MOST_DEFLATED <= (size_t)info.st_size + (MOST_UNWRITTEN / MOST_DEFLATED);
}

int hdf_field_shape(hid_t where, const char *name, const char *path, struct field *field, size_t *rows) {
  AUTO_HID set = H5Dopen2(where, name, H5P_DEFAULT);
  CHECK(set >= 0, STATUS_USAGE, "%s: no readable dataset '%s': %s", path, name, hdf_reason());
  AUTO_HID stored = H5Dget_type(set);
  int type = hdf_field_type(stored), components = 0;
  CHECK(type >= 0, STATUS_USAGE, "%s: '%s' has a type that amphi does not know", path, name);
  TRY(read_shape(set, name, path, rows, &components));
  char *label = strdup(name);
  CHECK(label, STATUS_FAILED, "%s: out of memory for '%s'", path, name);
  *field = (struct field){label, (enum field_type)type, components, NULL};
  return STATUS_OK;
}

int hdf_field_read(hid_t where, const char *name, const char *path, struct field *field, size_t *rows) {
  struct field found;
  TRY(hdf_field_shape(where, name, path, &found, rows));
  const size_t bytes = *rows * (size_t)found.components * field_type_size(found.type);
  AUTO_HID set = H5Dopen2(where, name, H5P_DEFAULT);
  void *data = NULL;
  int status = STATUS_OK;
  if (!fits_file(path, bytes))
    status = error_set(STATUS_USAGE, "%s: damaged: '%s' takes %zu bytes, more than the file can hold", path,
                       name, bytes);
  else if (!(data = malloc(bytes ? bytes : 1)))
    status = error_set(STATUS_FAILED, "%s: out of memory for '%s' (%zu bytes)", path, name, bytes);
  else if (bytes && H5Dread(set, hdf_memory_type(found.type), H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
    status = error_set(STATUS_USAGE, "%s: cannot read '%s': %s", path, name, hdf_reason());
  if (status != STATUS_OK) {
    free((void *)found.name);
    free(data);
    return status;
  }
  *field = found;
  field->data = data;
  return STATUS_OK;
}
