/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_HDF_H
#define IO_HDF_H
/* What snapshots and checkpoints share of HDF5. Only io/ includes this. */
#include <hdf5.h>
#include <stdbool.h>

#include "io/file.h"
#include "io/snapshot.h"

/* An id that is released at the end of its scope. */
#define AUTO_HID __attribute__((cleanup(hdf_release))) hid_t
void hdf_release(hid_t *id);

/* From now on, in this thread, no error stack goes to stderr and hdf_reason() knows. Opening or
 * creating a file does it. */
void hdf_silence(void);

/* The innermost reason of the last failure of HDF5, such as "bad local heap signature". */
const char *hdf_reason(void);

/* Let it be this, of what HDF5 did not do itself; -1. */
herr_t hdf_blame(const char *text);

/* Pass on a failure of an HDF5 call that returned `value`. */
#define HDF_CHECK(value, code, path, what) CHECK((value) >= 0, code, "%s: " what ": %s", path, hdf_reason())

/* Rows in a compressed chunk: what is made, packed and written at a time. */
enum { HDF_CHUNK_ROWS = 1 << 14 };

enum { HDF_DEFLATE_LEVEL = 1 }; /* level 6 takes 4 times as long for 3 % less */

/* A new file, at first under a temporary name. */
struct hdf_new {
  struct file_new file;
  struct hdf_target *target;
  hid_t id; /* HDF5's */
};

/* `user_block` bytes at the front (0 or a power of two >= 512) are the caller's. */
int hdf_create(struct hdf_new *n, const char *path, size_t user_block);

/* End HDF5's part; `written` is negative if its calls failed. On success n->file waits for file_commit or
 * file_abandon; on failure it is abandoned already. */
int hdf_close(struct hdf_new *n, herr_t written);

/* Open a file to read; negative on failure. */
hid_t hdf_open(const char *path);

/* The type in the file (little-endian) and in memory. */
hid_t hdf_file_type(enum field_type type);
hid_t hdf_memory_type(enum field_type type);

/* The field type that a dataset's type corresponds to; -1 if none does. */
int hdf_field_type(hid_t type);

/* Negative on failure, like HDF5's own. `rank` 1 ignores components. */
hid_t hdf_dataset_create(hid_t where, const char *name, hid_t file_type, const hsize_t *dims, int rank,
                         bool compress);
herr_t hdf_write(hid_t where, const char *name, enum field_type type, const hsize_t *dims, int rank,
                 const void *data, bool compress);
herr_t hdf_attribute_write(hid_t where, const char *name, hid_t file_type, hid_t memory_type, int count,
                           const void *data);
herr_t hdf_attribute_write_text(hid_t where, const char *name, const char *text);

/* A fixed-length string attribute, cut at size - 1 bytes. Negative if absent or no such string. */
herr_t hdf_attribute_read_text(hid_t where, const char *name, char *text, size_t size);

/* A numeric attribute of `count` values. Negative if absent or not so many numbers. */
herr_t hdf_attribute_read(hid_t where, const char *name, hid_t memory_type, int count, void *values);

/* The name of the index-th link in a group; STATUS_USAGE if it is unusable. */
enum { HDF_NAME = 256 };
int hdf_link_name(hid_t group, hsize_t index, const char *path, char name[HDF_NAME]);

/* The head of a VTKHDF file: version, type ("ImageData"), and of the moment all but its time. */
herr_t hdf_header_write(hid_t root, const char *type, const struct snapshot_moment *moment);

/* What a dataset is, without data; field->name is malloc'ed. */
int hdf_field_shape(hid_t where, const char *name, const char *path, struct field *field, size_t *rows);

/* Read a dataset whole, one of three dimensions as one row a value: field->name and field->data are
 * malloc'ed. */
int hdf_field_read(hid_t where, const char *name, const char *path, struct field *field, size_t *rows);

#endif
