/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/writer.h"
#include "util/error.h"
#include "util/path.h"

enum {
  WRITE_MOST = 1 << 30, /* Linux writes at most 2 GiB - 4 KiB in one call */
  WAITING_MOST = 32
};

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

/* Files that are whole but for the sync and the name. */
static struct file_new waiting[WAITING_MOST];
static int waiting_count;
static bool named; /* by file_settle, since their folder was synced */

int file_create(struct file_new *f, const char *path) {
  f->path = path;
  TRY(writer_wait());
  CHECK(asprintf(&f->temporary, "%s.tmp", path) >= 0, STATUS_FAILED, "%s: out of memory", path);
  /* What an earlier process left half written goes, and a link with it; nothing is followed. */
  if (unlink(f->temporary) == 0 || errno == ENOENT)
    f->fd = open(f->temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  else
    f->fd = -1;
  if (f->fd >= 0) return STATUS_OK;
  int status = cannot_write(path);
  free(f->temporary);
  return status;
}

/* Its contents are on the disk before its name is. */
static int name(struct file_new *f) {
  int status = fsync(f->fd) == 0 ? STATUS_OK : cannot_write(f->path);
  if (close(f->fd) != 0 && status == STATUS_OK) status = cannot_write(f->path);
  if (status == STATUS_OK && rename(f->temporary, f->path) != 0) status = cannot_write(f->path);
  if (status != STATUS_OK) unlink(f->temporary);
  free(f->temporary);
  return status;
}

int file_commit(struct file_new *f) {
  const char *path = f->path;
  int status = STATUS_OK;
  if (waiting_count > 0) status = file_settle();
  if (status == STATUS_OK && named) status = path_sync_folder_of(path); /* what it may count on comes first */
  named = false;
  if (status == STATUS_OK)
    status = name(f);
  else
    file_abandon(f);
  TRY(status);
  return path_sync_folder_of(path); /* a rename is on the disk once its folder is */
}

int file_wait(struct file_new *f) {
  int status = waiting_count < WAITING_MOST ? STATUS_OK : file_settle();
  char *path = strdup(f->path);
  if (!path) status = error_set(STATUS_FAILED, "%s: out of memory", f->path);
  if (status != STATUS_OK) {
    free(path);
    file_abandon(f);
    return status;
  }
  /* The disk begins now, so that the sync finds little left to do; where it cannot, the sync does it all. */
  sync_file_range(f->fd, 0, 0, SYNC_FILE_RANGE_WRITE);
  waiting[waiting_count] = *f;
  waiting[waiting_count++].path = path;
  return STATUS_OK;
}

int file_settle(void) {
  int first = STATUS_OK;
  char text[1024];
  TRY(writer_wait());
  for (int i = 0; i < waiting_count; i++) {
    const int status = name(&waiting[i]);
    if (status != STATUS_OK && first == STATUS_OK) {
      first = status;
      snprintf(text, sizeof text, "%s", error_text());
    }
    free((char *)waiting[i].path);
    named = true;
  }
  waiting_count = 0;
  return first == STATUS_OK ? first : error_set(first, "%s", text);
}

void file_abandon(struct file_new *f) {
  close(f->fd);
  unlink(f->temporary);
  free(f->temporary);
}

static int replace_file(const char *path, const void *data, size_t size, int (*end)(struct file_new *)) {
  struct file_new file;
  TRY(file_create(&file, path));
  int status = file_write_all(file.fd, path, data, size, NULL);
  if (status == STATUS_OK) return end(&file);
  file_abandon(&file);
  return status;
}

/* The same left to the writer, with data and path behind it. */
struct replacement {
  int (*end)(struct file_new *);
  size_t size;
  char bytes[];
};

static int replace_now(void *what) {
  const struct replacement *r = what;
  return replace_file(r->bytes + r->size, r->bytes, r->size, r->end);
}

static int replace_later(const char *path, const void *data, size_t size, int (*end)(struct file_new *)) {
  if (!writer_is_on()) return replace_file(path, data, size, end);
  TRY(writer_room());
  struct replacement *r = malloc(sizeof *r + size + strlen(path) + 1);
  CHECK(r, STATUS_FAILED, "%s: out of memory", path);
  *r = (struct replacement){end, size};
  memcpy(r->bytes, data, size);
  strcpy(r->bytes + size, path);
  return writer_do((struct writer_work){replace_now, free, r, true});
}

int file_replace(const char *path, const void *data, size_t size) {
  return replace_later(path, data, size, file_commit);
}

int file_replace_soon(const char *path, const void *data, size_t size) {
  return replace_later(path, data, size, file_wait);
}

/* What is there of `size` bytes, counted in *done. */
static int read_all(int fd, const char *path, char *bytes, size_t size, size_t *done) {
  for (*done = 0; *done < size;) {
    ssize_t n = read(fd, bytes + *done, size - *done);
    if (n == 0) break;
    if (n > 0)
      *done += (size_t)n;
    else
      CHECK(errno == EINTR, STATUS_FAILED, "%s: cannot read: %s", path, strerror(errno));
  }
  return STATUS_OK;
}

/* Closes it. */
static int read_whole(int fd, const char *path, char **data, size_t *size) {
  char *bytes = malloc(*size + 1);
  int status = bytes ? read_all(fd, path, bytes, *size, size)
                     : error_set(STATUS_FAILED, "%s: out of memory for its %zu bytes", path, *size);
  close(fd);
  if (status == STATUS_OK) {
    bytes[*size] = 0;
    *data = bytes;
  } else {
    free(bytes);
  }
  return status;
}

int file_read(const char *path, int missing, char **data, size_t *size) {
  int fd;
  TRY(path_open_input(&fd, path, missing, size));
  return read_whole(fd, path, data, size);
}

int file_read_unlinked(const char *path, char **data, size_t *size, unsigned *mode) {
  int fd;
  TRY(path_open_unlinked(&fd, path, size, mode));
  return read_whole(fd, path, data, size);
}
