/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "code/code.h"
#include "code_sources.h" /* by cmake/code.cmake: the files' contents, and CODE_SOURCES(X): X(number, name) */
#include "util/error.h"
#include "util/path.h"

#define DECLARE(number, name) extern const char code_source_##number[], code_source_end_##number[];
#define ROW(number, name)     {name, code_source_##number, code_source_end_##number},

// clang-format off
CODE_SOURCES(DECLARE)
static const struct {
  const char *name, *begin, *end;
} sources[] = {CODE_SOURCES(ROW)};
// clang-format on
enum { SOURCES = sizeof sources / sizeof *sources };

uint64_t code_sources_digest(void) {
  uint64_t digest = 0;
  for (int i = 0; i < SOURCES; i++) {
    digest = XXH64(sources[i].name, strlen(sources[i].name), digest);
    digest = XXH64(sources[i].begin, (size_t)(sources[i].end - sources[i].begin), digest);
  }
  return digest;
}

int code_sources_write(const char *folder) {
  for (int i = 0; i < SOURCES; i++) {
    char path[PATH_MAX], above[PATH_MAX];
    TRY(path_join(path, folder, sources[i].name));
    strcpy(above, path);
    *strrchr(above, '/') = 0;
    TRY(path_make_folder(above));
    FILE *file = fopen(path, "wx");
    CHECK(file, STATUS_FAILED, "%s: cannot be written", path);
    const size_t size = (size_t)(sources[i].end - sources[i].begin);
    const size_t written = fwrite(sources[i].begin, 1, size, file);
    const int failed = fclose(file);
    CHECK(written == size && !failed, STATUS_FAILED, "%s: cannot be written: is the disk full?", path);
  }
  return STATUS_OK;
}
