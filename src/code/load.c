/* SPDX-License-Identifier: BSD-3-Clause */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "code/build.h"
#include "code/code.h"
#include "util/error.h"
#include "util/path.h"

enum { LARGEST = 64 << 20 }; /* bytes of an object */

/* ---- where ---- */

static int check_owner(const char *path, const struct stat *info) {
  CHECK(info->st_uid == geteuid(), STATUS_USAGE, "%s belongs to another user: remove it", path);
  CHECK(!(info->st_mode & (S_IWGRP | S_IWOTH)), STATUS_USAGE,
        "%s can be written by other users: remove it, or, if none of them changed it, chmod go-w it", path);
  return STATUS_OK;
}

int code_folder(char folder[PATH_MAX], int make) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  char above[PATH_MAX];
  struct stat info;
  *folder = 0;
  if (cache && *cache == '/') {
    CHECK(strlen(cache) < sizeof above, STATUS_USAGE, "XDG_CACHE_HOME: name too long");
    strcpy(above, cache);
  } else {
    CHECK(home && *home == '/', STATUS_USAGE, "neither XDG_CACHE_HOME nor HOME says where a cache can be");
    TRY(path_join(above, home, ".cache"));
  }
  TRY(path_join(folder, above, "amphi"));
  if (make) {
    TRY(path_make_folder(above));
    CHECK(!mkdir(folder, 0700) || errno == EEXIST, STATUS_FAILED, "%s: cannot create the folder: %s", folder,
          strerror(errno));
  }
  if (lstat(folder, &info)) return make ? error_set(STATUS_FAILED, "%s: %s", folder, strerror(errno)) : 0;
  CHECK(S_ISDIR(info.st_mode), STATUS_USAGE, "%s is no folder: remove it", folder);
  return check_owner(folder, &info);
}

/* Builds that compile otherwise have objects side by side. */
static int name_object(struct code *code) {
  char folder[PATH_MAX], name[NAME_MAX];
  uint64_t how = XXH64(CODE_COMPILER CODE_COMPILER_VERSION, strlen(CODE_COMPILER CODE_COMPILER_VERSION), 0);
  const char *const *flags = code_flags(code->target);
  CHECK(flags, STATUS_USAGE, "this amphi compiles nothing for %s", code->target);
  for (; *flags; flags++) how = XXH64(*flags, strlen(*flags), how);
  TRY(code_folder(folder, 0));
  snprintf(name, sizeof name, "%s.%s-%08x.so", code->name, code->target, (unsigned)how);
  return path_join(code->path, folder, name);
}

/* ---- what an object says of itself ---- */

int code_stamp(char stamp[CODE_STAMP], const struct code *code, uint64_t bytes, uint64_t hash) {
  memset(stamp, 0, CODE_STAMP);
  int used = snprintf(stamp, CODE_STAMP, "amphi code 1\ncombination %s\ntarget %s\ncompiler %s %s\nflags",
                      code->name, code->target, CODE_COMPILER, CODE_COMPILER_VERSION);
  for (const char *const *flag = code_flags(code->target); *flag && used < CODE_STAMP; flag++)
    used += snprintf(stamp + used, (size_t)(CODE_STAMP - used), " %s", *flag);
  if (used < CODE_STAMP)
    used += snprintf(stamp + used, (size_t)(CODE_STAMP - used),
                     "\nsources %016" PRIx64 "\nbytes %" PRIu64 "\nhash %016" PRIx64 "\n",
                     code_sources_digest(), bytes, hash);
  CHECK(used < CODE_STAMP, STATUS_FAILED, "the compiler's flags are too long to be kept");
  return STATUS_OK;
}

/* The first line in which what is found is not what is expected. */
static int compare_stamps(const char *path, char *found, char *expected) {
  char *f, *e;
  const char *theirs = strtok_r(found, "\n", &f), *mine = strtok_r(expected, "\n", &e);
  for (; mine; theirs = strtok_r(NULL, "\n", &f), mine = strtok_r(NULL, "\n", &e)) {
    CHECK(theirs && *theirs, STATUS_USAGE, "%s is no code of amphi's, or a part of it is missing", path);
    if (!strcmp(theirs, mine)) continue;
    CHECK(strncmp(mine, "bytes", 5) && strncmp(mine, "hash", 4), STATUS_USAGE,
          "%s is damaged: its contents are not those that were written", path);
    return error_set(STATUS_USAGE, "%s is stale: it says '%.80s', this amphi '%.80s'", path, theirs, mine);
  }
  return STATUS_OK;
}

/* Whether the bytes of an object are as they were written, by this build, for this combination. */
static int check_bytes(const struct code *code, const char *data, size_t size) {
  static char found[CODE_STAMP + 1], expected[CODE_STAMP];
  CHECK(size > CODE_STAMP, STATUS_USAGE, "%s is no code of amphi's, or a part of it is missing", code->path);
  const size_t bytes = size - CODE_STAMP;
  memcpy(found, data + bytes, CODE_STAMP);
  CHECK(!strncmp(found, "amphi code ", 11), STATUS_USAGE,
        "%s is no code of amphi's, or a part of it is missing", code->path);
  TRY(code_stamp(expected, code, bytes, XXH64(data, bytes, 0)));
  return compare_stamps(code->path, found, expected);
}

static int check_object(const struct code *code, int fd) {
  struct stat info;
  CHECK(!fstat(fd, &info) && S_ISREG(info.st_mode), STATUS_USAGE, "%s is no file: remove it", code->path);
  TRY(check_owner(code->path, &info));
  CHECK(info.st_size > 0 && info.st_size <= LARGEST, STATUS_USAGE, "%s is no code of amphi's: remove it",
        code->path);
  const size_t size = (size_t)info.st_size;
  char *data = malloc(size);
  CHECK(data, STATUS_FAILED, "no memory");
  const ssize_t got = pread(fd, data, size, 0);
  int status = got == info.st_size ? check_bytes(code, data, size)
                                   : error_set(STATUS_FAILED, "%s: cannot be read", code->path);
  free(data);
  return status;
}

/* ---- loaded ---- */

/* By the descriptor whose contents were looked at; never closed again, since runs execute it. */
static int load_object(struct code *code, int fd) {
  char path[64];
  TRY(check_object(code, fd));
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  CHECK(object, STATUS_USAGE, "%s cannot be loaded: %s", code->path, dlerror());
  code->function = dlsym(object, code->symbol);
  CHECK(code->function, STATUS_USAGE, "%s has no function %s", code->path, code->symbol);
  code->kind = CODE_CACHED;
  return STATUS_OK;
}

static int open_object(const char *path) {
  int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    error_set(STATUS_USAGE, "%s cannot be opened: %s", path,
              errno == ELOOP ? "it is a link; remove it" : strerror(errno));
  return fd;
}

static int look_at_object(struct code *code) {
  struct stat info;
  TRY(name_object(code));
  if (lstat(code->path, &info)) return STATUS_OK; /* none there */
  int fd = open_object(code->path);
  if (fd < 0) return STATUS_USAGE;
  int status = load_object(code, fd);
  close(fd);
  return status;
}

void code_load(struct code *code) {
  *code->why = *code->path = 0;
  if (look_at_object(code) != STATUS_OK) snprintf(code->why, sizeof code->why, "%s", error_text());
}

int code_list(char folder[PATH_MAX], void (*tell)(void *context, const char *name, const char *why),
              void *context) {
  TRY(code_folder(folder, 0));
  DIR *there = opendir(folder);
  if (!there) *folder = 0;
  for (struct dirent *entry; there && (entry = readdir(there));) {
    struct code code = {0};
    char *dot, *dash;
    if (strlen(entry->d_name) >= CODE_NAME || !strstr(entry->d_name, ".so")) continue;
    strcpy(code.name, entry->d_name);
    if (!(dot = strchr(code.name, '.')) || !(dash = strchr(dot, '-'))) continue;
    *dot = *dash = 0;
    code.target = dot + 1;
    const char *why = "made by another build of amphi";
    if (name_object(&code) == STATUS_OK && !strcmp(strrchr(code.path, '/') + 1, entry->d_name)) {
      int fd = open_object(code.path);
      why = fd >= 0 && check_object(&code, fd) == STATUS_OK ? "" : error_text();
      if (fd >= 0) close(fd);
    }
    tell(context, entry->d_name, why);
  }
  if (there) closedir(there);
  return STATUS_OK;
}
