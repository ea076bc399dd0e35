/* SPDX-License-Identifier: BSD-3-Clause */
/* How HDF5 writes a new file: through a driver of its own, for HDF5 cannot give up cleanly on a file whose
 * disk is full (it tries again when the program ends). This one remembers the first error, takes what
 * comes after it without writing, and lets HDF5 close in peace; the caller then asks what happened. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/hdf.h"
#include "io/hdf_guard.h"
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif
#include "util/error.h"

/* Where a new file goes; outlives HDF5's use of it. */
struct hdf_target {
  int fd;
  int reason; /* errno of the first failure */
};

/* HDF5's file; `base` comes first, by contract. */
struct driver_file {
  H5FD_t base;
  struct hdf_target *target;
  haddr_t end;     /* of what HDF5 allocated */
  haddr_t written; /* end of what reached the file */
};

static struct driver_file *own(H5FD_t *file) {
  return (struct driver_file *)(void *)file;
}
static const struct driver_file *own_const(const H5FD_t *file) {
  return (const struct driver_file *)(const void *)file;
}

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t access, haddr_t most) {
  (void)name, (void)most;
  if (!(flags & H5F_ACC_CREAT)) return NULL; /* H5Fcreate first looks whether there is a file */
  struct hdf_target *const *info = H5Pget_driver_info(access);
  struct driver_file *f = info ? calloc(1, sizeof *f) : NULL;
  if (!f) return NULL;
  f->target = *info;
  return &f->base;
}

static herr_t driver_close(H5FD_t *file) {
  free(own(file));
  return 0;
}

static herr_t driver_query(const H5FD_t *file, unsigned long *features) {
  (void)file;
  *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
              H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

static haddr_t driver_get_eoa(const H5FD_t *file, H5FD_mem_t type) {
  (void)type;
  return own_const(file)->end;
}

static herr_t driver_set_eoa(H5FD_t *file, H5FD_mem_t type, haddr_t address) {
  (void)type;
  own(file)->end = address;
  return 0;
}

static haddr_t driver_get_eof(const H5FD_t *file, H5FD_mem_t type) {
  (void)type;
  return own_const(file)->written;
}

/* What was never written reads as zeros. */
static herr_t driver_read(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t address, size_t size,
                          void *buffer) {
  (void)type, (void)transfer;
  struct hdf_target *t = own(file)->target;
  char *to = buffer;
  while (size > 0) {
    ssize_t n = pread(t->fd, to, size, (off_t)address);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      if (!t->reason) t->reason = errno;
      return -1;
    }
    if (n == 0) break;
    to += n, size -= (size_t)n, address += (haddr_t)n;
  }
  memset(to, 0, size);
  return 0;
}

static herr_t driver_write(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t address, size_t size,
                           const void *buffer) {
  (void)type, (void)transfer;
  struct driver_file *f = own(file);
  struct hdf_target *t = f->target;
  const char *from = buffer;
  while (size > 0 && !t->reason) {
    ssize_t n = pwrite(t->fd, from, size, (off_t)address);
    if (n < 0 && errno != EINTR) t->reason = errno;
    if (n > 0) from += n, size -= (size_t)n, address += (haddr_t)n;
    if (address > f->written) f->written = address;
  }
  return 0;
}

static herr_t driver_truncate(H5FD_t *file, hid_t transfer, hbool_t closing) {
  (void)transfer, (void)closing;
  struct driver_file *f = own(file);
  if (f->target->reason || f->end == f->written) return 0;
  if (ftruncate(f->target->fd, (off_t)f->end) != 0)
    f->target->reason = errno;
  else
    f->written = f->end;
  return 0;
}

static const H5FD_class_t driver = {
#if H5_VERSION_GE(1, 13, 0)
    .version = H5FD_CLASS_VERSION,
    .value = 511, /* for programs of their own */
#endif
    .name = "amphi",
    .maxaddr = ((haddr_t)1 << 62) - 1,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(struct hdf_target *),
    .open = driver_open,
    .close = driver_close,
    .query = driver_query,
    .get_eoa = driver_get_eoa,
    .set_eoa = driver_set_eoa,
    .get_eof = driver_get_eof,
    .read = driver_read,
    .write = driver_write,
    .truncate = driver_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

/* Registered once: H5Fclose calls through the class after it gave the file's hold on it back. */
static hid_t driver_id(void) {
  static hid_t id = H5I_INVALID_HID;
  if (id < 0) id = H5FDregister(&driver);
  return id;
}

static hid_t create_file(struct hdf_target *target, size_t user_block) {
  const hid_t id = driver_id();
  AUTO_HID access = H5Pcreate(H5P_FILE_ACCESS);
  AUTO_HID creation = H5Pcreate(H5P_FILE_CREATE);
  if (id < 0 || access < 0 || creation < 0) return -1;
  if (H5Pset_driver(access, id, &target) < 0 || H5Pset_userblock(creation, user_block) < 0) return -1;
  return H5Fcreate("new", H5F_ACC_TRUNC, creation, access);
}

int hdf_create(struct hdf_new *n, const char *path, size_t user_block) {
  TRY(file_create(&n->file, path));
  hdf_guard_begin("write", path, n->file.temporary);
  hdf_silence();
  n->target = calloc(1, sizeof *n->target);
  if (n->target) n->target->fd = n->file.fd;
  n->id = n->target ? create_file(n->target, user_block) : -1;
  if (n->id >= 0) return STATUS_OK;
  hdf_guard_end(true);
  int status = error_set(STATUS_FAILED, "%s: cannot write: %s", path, hdf_reason());
  free(n->target);
  file_abandon(&n->file);
  return status;
}

/* HDF5 keeps a file that it could not close, and calls its driver once more at the end of the program. */
static void let_go(struct hdf_target *target, bool closed) {
  target->fd = -1;
  if (!target->reason) target->reason = EBADF;
  if (closed) free(target);
}

int hdf_close(struct hdf_new *n, herr_t written) {
  const char *path = n->file.path;
  int status = STATUS_OK;
  if (written < 0 || H5Fflush(n->id, H5F_SCOPE_LOCAL) < 0)
    status = error_set(STATUS_FAILED, "%s: cannot write: %s", path, hdf_reason());
  bool closed = H5Fclose(n->id) >= 0;
  hdf_guard_end((status != STATUS_OK || !closed) && !n->target->reason);
  if (!closed && status == STATUS_OK)
    status = error_set(STATUS_FAILED, "%s: cannot write: %s", path, hdf_reason());
  if (n->target->reason)
    status = error_set(STATUS_FAILED, "%s: cannot write: %s", path, strerror(n->target->reason));
  let_go(n->target, closed);
  if (status != STATUS_OK) file_abandon(&n->file);
  return status;
}
