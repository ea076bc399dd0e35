/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

#include "code/build.h"
#include "code/code.h"
#include "io/file.h"
#include "util/error.h"
#include "util/path.h"

extern char **environ;

const char *const *code_flags(const char *target) {
  static const struct {
    const char *name;
    const char *flags[64];
  } targets[] = {
#define X(name, ...) {name, {CODE_FLAGS __VA_ARGS__ NULL}},
      CODE_TARGETS(X)
#undef X
  };
  for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
    if (!strcmp(targets[i].name, target)) return targets[i].flags;
  return NULL;
}

/* ---- a command ---- */

enum { WORDS = 128 };
struct command {
  const char *words[WORDS + 1];
  int count;
};

static void add_make(struct command *c, const char *word) {
  if (c->count < WORDS) c->words[c->count++] = word;
}

static void add_all(struct command *c, const char *const *words) {
  while (*words) add_make(c, *words++);
}

/* The end of what a command said, in `said` of that size. */
static void read_end(int fd, char *said, size_t size) {
  const off_t length = lseek(fd, 0, SEEK_END);
  const off_t begin = length > (off_t)size - 1 ? length - (off_t)size + 1 : 0;
  const ssize_t got = pread(fd, said, size - 1, begin);
  said[got > 0 ? got : 0] = 0;
}

/* Run it in a folder; *code is its exit status. What it says goes to the file `said` there. */
static int run_compiler(struct command *c, const char *folder, int *code, char *said, size_t size) {
  char path[PATH_MAX];
  pid_t child;
  int state;
  posix_spawn_file_actions_t actions;
  TRY(path_join(path, folder, "said"));
  CHECK(c->count < WORDS, STATUS_FAILED, "the compiler's command is too long");
  int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  CHECK(fd >= 0, STATUS_FAILED, "%s: cannot be written: %s", path, strerror(errno));
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fd, 1);
  posix_spawn_file_actions_adddup2(&actions, fd, 2);
  posix_spawn_file_actions_addchdir_np(&actions, folder);
  int failed = posix_spawn(&child, c->words[0], &actions, NULL, (char *const *)c->words, environ);
  posix_spawn_file_actions_destroy(&actions);
  while (!failed && waitpid(child, &state, 0) < 0 && errno == EINTR) continue;
  read_end(fd, said, size);
  close(fd);
  CHECK(!failed, STATUS_USAGE, "%s cannot be started: %s", c->words[0], strerror(failed));
  *code = WIFEXITED(state) ? WEXITSTATUS(state) : 128;
  return STATUS_OK;
}

static int run_well(struct command *c, const char *folder) {
  char said[1024];
  int code = 128;
  TRY(run_compiler(c, folder, &code, said, sizeof said));
  CHECK(code == 0, STATUS_FAILED, "%s failed (status %d) and said:\n%s", c->words[0], code, said);
  return STATUS_OK;
}

/* ---- the compiler ---- */

/* Another version may compile other bits than a test has seen. */
static int check_compiler(const char *folder) {
  char said[256];
  int code = 128;
  struct command ask = {{CODE_COMPILER, CODE_ASK_VERSION}, 2};
  CHECK(!access(CODE_COMPILER, X_OK), STATUS_USAGE,
        "%s is not here, the compiler that built this amphi (%s %s): install it (on Debian and Ubuntu: "
        "apt-get install %s); until then the case runs on general code",
        CODE_COMPILER, CODE_COMPILER_ID, CODE_COMPILER_VERSION, CODE_PACKAGE);
  TRY(run_compiler(&ask, folder, &code, said, sizeof said));
  said[strcspn(said, "\n")] = 0;
  CHECK(code == 0 && !strcmp(said, CODE_COMPILER_VERSION), STATUS_USAGE,
        "%s is version %s here, and %s built this amphi: install that, or build amphi again", CODE_COMPILER,
        said, CODE_COMPILER_VERSION);
  return STATUS_OK;
}

static int compile(const struct code *code, const char *folder) {
  struct command c = {{CODE_COMPILER}, 1};
  char choices[CODE_CHOICES][CODE_NAME + 2];
  add_all(&c, code_flags(code->target));
  for (int i = 0; i < CODE_CHOICES && *code->choices[i]; i++) {
    snprintf(choices[i], sizeof choices[i], "-D%s", code->choices[i]);
    add_make(&c, choices[i]);
  }
  add_all(&c, (const char *const[]){"-fPIC", "-Isrc", "-w", "-c", "-o", "code.o", NULL});
  char source[PATH_MAX];
  TRY(path_join(source, "src", code->source));
  add_make(&c, source);
  return run_well(&c, folder);
}

static int link_object(const struct code *code, const char *folder) {
  struct command c = {{CODE_COMPILER, "-shared", "-fPIC"}, 3};
#ifdef CODE_PACKAGER
  static const char *const archs[] = {CODE_ARCHS};
  enum { ARCHS = sizeof archs / sizeof *archs };
  char overrides[ARCHS][64];
  for (int i = 0; i < ARCHS && !strcmp(code->backend, "offload"); i++) {
    char image[128];
    snprintf(image, sizeof image, "--image=file=%s.cubin,triple=nvptx64-nvidia-cuda,arch=%s", archs[i],
             archs[i]);
    snprintf(overrides[i], sizeof overrides[i], "-Wl,--override-image=openmp=%s.cubin", archs[i]);
    struct command pack = {{CODE_PACKAGER, "code.o", image}, 3};
    TRY(run_well(&pack, folder));
    add_make(&c, overrides[i]);
  }
#endif
  if (!strcmp(code->backend, "offload")) add_all(&c, (const char *const[]){CODE_OFFLOAD_LINK NULL});
  add_all(&c, (const char *const[]){"code.o", "-o", "code.so", NULL});
  return run_well(&c, folder);
}

/* Stamped, and under its name. */
static int put_make(const struct code *code, const char *folder) {
  static char stamp[CODE_STAMP];
  char path[PATH_MAX], *data;
  size_t size;
  TRY(path_join(path, folder, "code.so"));
  TRY(file_read(path, STATUS_FAILED, &data, &size));
  int status = code_stamp(stamp, code, size, XXH64(data, size, 0));
  free(data);
  int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (!status && fd < 0) status = error_set(STATUS_FAILED, "%s: %s", path, strerror(errno));
  if (!status) status = file_write_all(fd, path, stamp, sizeof stamp, NULL);
  if (!status && (fchmod(fd, 0700) || fsync(fd) || rename(path, code->path)))
    status = error_set(STATUS_FAILED, "%s: cannot be written: %s", code->path, strerror(errno));
  if (fd >= 0) close(fd);
  return status ? status : path_sync_folder_of(code->path);
}

static int forget(const char *path, const struct stat *info, int kind, struct FTW *walk) {
  (void)info, (void)kind, (void)walk;
  return remove(path);
}

static int make_in(const struct code *code, const char *folder) {
  char sources[PATH_MAX];
  TRY(check_compiler(folder));
  TRY(path_join(sources, folder, "src"));
  TRY(code_sources_write(sources));
  TRY(compile(code, folder));
  TRY(link_object(code, folder));
  return put_make(code, folder);
}

int code_make(struct code *code) {
  char cache[PATH_MAX], folder[PATH_MAX];
  CHECK(code_flags(code->target), STATUS_USAGE, "this amphi compiles nothing for %s", code->target);
  TRY(code_folder(cache, 1));
  CHECK(*code->path, STATUS_FAILED, "%s", *code->why ? code->why : "the cache was not looked at");
  TRY(path_join(folder, cache, "making-XXXXXX"));
  CHECK(mkdtemp(folder), STATUS_FAILED, "%s: cannot create a folder: %s", folder, strerror(errno));
  int status = make_in(code, folder);
  char text[2048];
  snprintf(text, sizeof text, "%s", error_text());
  nftw(folder, forget, 16, FTW_DEPTH | FTW_PHYS);
  return status ? error_set((enum status)status, "%s", text) : STATUS_OK;
}
