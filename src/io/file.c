/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"
#include "util/path.h"

enum { WRITE_MOST = 1 << 30 }; /* Linux writes at most 2 GiB - 4 KiB in one call */

int file_write_all(int fd, const char *path, const void *data, size_t size, size_t *written) {
  const char *bytes = data;
  size_t done = 0;
  int status = STATUS_OK;
  while (done < size && status == STATUS_OK) {
    size_t part = size - done < WRITE_MOST ? size - done : WRITE_MOST;
    ssize_t n = write(fd, bytes + done, part);
    if (n >= 0)
      done += (size_t)n;
    else if (errno != EINTR)
      status = error_set(STATUS_FAILED, "%s: cannot write: %s", path, strerror(errno));
  }
  if (written) *written = done;
  return status;
}

static int cannot_write(const char *path) {
  return error_set(STATUS_FAILED, "%s: cannot write: %s", path, strerror(errno));
}

int file_create(struct file_new *f, const char *path) {
  f->path = path;
  CHECK(asprintf(&f->temporary, "%s.tmp", path) >= 0, STATUS_FAILED, "%s: out of memory", path);
  f->fd = open(f->temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (f->fd >= 0) return STATUS_OK;
  int status = cannot_write(path);
  free(f->temporary);
  return status;
}

int file_commit(struct file_new *f) {
  int status = fsync(f->fd) == 0 ? STATUS_OK : cannot_write(f->path);
  if (close(f->fd) != 0 && status == STATUS_OK) status = cannot_write(f->path);
  if (status == STATUS_OK && rename(f->temporary, f->path) != 0) status = cannot_write(f->path);
  if (status != STATUS_OK) unlink(f->temporary);
  free(f->temporary);
  TRY(status);
  return path_sync_folder_of(f->path); /* a rename is on the disk once its folder is */
}

void file_abandon(struct file_new *f) {
  close(f->fd);
  unlink(f->temporary);
  free(f->temporary);
}

int file_replace(const char *path, const void *data, size_t size) {
  struct file_new file;
  TRY(file_create(&file, path));
  int status = file_write_all(file.fd, path, data, size, NULL);
  if (status == STATUS_OK) return file_commit(&file);
  file_abandon(&file);
  return status;
}

static int read_open_file(FILE *f, const char *path, char **data, size_t *size) {
  struct stat info;
  CHECK(fstat(fileno(f), &info) == 0, STATUS_FAILED, "%s: cannot read: %s", path, strerror(errno));
  CHECK(S_ISREG(info.st_mode), STATUS_USAGE, "%s: not a regular file", path);
  char *bytes = malloc((size_t)info.st_size + 1);
  CHECK(bytes, STATUS_FAILED, "%s: out of memory for its %lld bytes", path, (long long)info.st_size);
  *size = fread(bytes, 1, (size_t)info.st_size, f);
  if (ferror(f)) {
    int reason = errno;
    free(bytes);
    return error_set(STATUS_FAILED, "%s: cannot read: %s", path, strerror(reason));
  }
  bytes[*size] = 0;
  *data = bytes;
  return STATUS_OK;
}

int file_read(const char *path, int missing, char **data, size_t *size) {
  FILE *f = fopen(path, "rbe");
  if (!f)
    return error_set(errno == ENOENT ? missing : STATUS_FAILED, "%s: cannot read: %s", path, strerror(errno));
  int status = read_open_file(f, path, data, size);
  fclose(f);
  return status;
}
