/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "io/checkpoint.h"
#include "io/checkpoint_front.h"
#include "io/hdf.h"
#include "io/hdf_guard.h"
#include "util/error.h"
#include "util/path.h"

/* Whether the file's front has this hash of the body; the caller's part has verified the body itself. */
static int check_same(const char *path, uint64_t body) {
  struct checkpoint_front front = {.version = 0};
  size_t size;
  int fd;
  TRY(path_open_input(&fd, path, STATUS_USAGE, &size));
  const ssize_t n = read(fd, &front, sizeof front);
  close(fd);
  CHECK(n == (ssize_t)sizeof front && !strcmp(front.magic, CHECKPOINT_MAGIC) && front.body_hash == body,
        STATUS_USAGE, "%s: not the checkpoint that part 0 has there", path);
  return STATUS_OK;
}

static int read_slab(hid_t group, const char *path, const struct checkpoint_slab *s) {
  const hsize_t start[2] = {s->first, 0}, block[2] = {s->count, (hsize_t)s->components};
  if (s->count == 0) return STATUS_OK;
  AUTO_HID set = H5Dopen2(group, s->name, H5P_DEFAULT);
  AUTO_HID space = set < 0 ? -1 : H5Dget_space(set);
  AUTO_HID memory = H5Screate_simple(2, block, NULL);
  const bool read = space >= 0 && memory >= 0 &&
                    H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, block, NULL) >= 0 &&
                    H5Dread(set, hdf_memory_type(s->type), memory, space, H5P_DEFAULT, s->to) >= 0;
  CHECK(read, STATUS_USAGE, "%s: cannot read '%s': %s", path, s->name, hdf_reason());
  return STATUS_OK;
}

static int read_slabs(const char *path, const struct checkpoint_slab *slabs, size_t count) {
  AUTO_HID file = hdf_open(path);
  CHECK(file >= 0, STATUS_USAGE, "%s: cannot read: %s", path, hdf_reason());
  AUTO_HID group = H5Gopen2(file, "buffers", H5P_DEFAULT);
  CHECK(group >= 0, STATUS_USAGE, "%s: no buffers in it", path);
  for (size_t k = 0; k < count; k++) TRY(read_slab(group, path, &slabs[k]));
  return STATUS_OK;
}

int checkpoint_read_slabs(const char *path, uint64_t body, const struct checkpoint_slab *slabs,
                          size_t count) {
  TRY(check_same(path, body));
  hdf_guard_begin("read", path, NULL);
  const int status = read_slabs(path, slabs, count);
  hdf_guard_end(status != STATUS_OK);
  return status;
}
