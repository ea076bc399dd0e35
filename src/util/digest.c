/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "util/error.h"

enum { READ_PART = 1 << 20 };

static int digest_rest(int fd, const char *path, char *part, XXH3_state_t *state) {
  struct stat info;
  ssize_t n;
  CHECK(part && state, STATUS_FAILED, "%s: out of memory", path);
  CHECK(fstat(fd, &info) == 0, STATUS_FAILED, "%s: cannot read: %s", path, strerror(errno));
  CHECK(S_ISREG(info.st_mode), STATUS_USAGE, "%s: not a regular file", path);
  XXH3_128bits_reset(state);
  while ((n = read(fd, part, READ_PART)) != 0) {
    CHECK(n > 0 || errno == EINTR, STATUS_FAILED, "%s: cannot read: %s", path, strerror(errno));
    if (n > 0) XXH3_128bits_update(state, part, (size_t)n);
  }
  return STATUS_OK;
}

int digest_file(const char *path, char digest[DIGEST_TEXT]) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe is refused, not waited for */
  CHECK(fd >= 0, errno == ENOENT || errno == ENOTDIR ? STATUS_USAGE : STATUS_FAILED, "%s: cannot read: %s",
        path, strerror(errno));
  char *part = malloc(READ_PART);
  XXH3_state_t *state = XXH3_createState();
  const int status = digest_rest(fd, path, part, state);
  if (status == STATUS_OK) {
    const XXH128_hash_t hash = XXH3_128bits_digest(state);
    snprintf(digest, DIGEST_TEXT, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
  }
  XXH3_freeState(state);
  free(part);
  close(fd);
  return status;
}
