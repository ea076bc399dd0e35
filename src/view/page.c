/* SPDX-License-Identifier: BSD-3-Clause */
#include "view/page.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "util/error.h"
#include "util/path.h"

static const struct {
  const char *end, *type;
} types[] = {{".html", "text/html; charset=utf-8"},
             {".js", "text/javascript; charset=utf-8"},
             {".css", "text/css; charset=utf-8"},
             {".svg", "image/svg+xml"},
             {".wasm", "application/wasm"}};

static const char *type_of(const char *name) {
  const char *end = strrchr(name, '.');
  for (size_t i = 0; end && i < sizeof types / sizeof *types; i++)
    if (strcmp(end, types[i].end) == 0) return types[i].type;
  return NULL;
}

static int add_file(struct page *page, const char *folder, const char *name) {
  char path[PATH_MAX];
  struct page_file file = {.type = type_of(name)};
  TRY(path_join(path, folder, name));
  struct page_file *grown = realloc(page->files, (page->count + 1) * sizeof *grown);
  CHECK(grown, STATUS_FAILED, "%s: out of memory", path);
  page->files = grown;
  TRY(file_read(path, STATUS_USAGE, &file.data, &file.size));
  file.name = strdup(name);
  if (!file.name) free(file.data);
  CHECK(file.name, STATUS_FAILED, "%s: out of memory", path);
  page->files[page->count++] = file;
  return STATUS_OK;
}

static int add_assets(struct page *page, const char *folder) {
  DIR *entries = opendir(folder);
  if (!entries && errno == ENOENT) return STATUS_OK; /* a page in one file */
  CHECK(entries, STATUS_USAGE, "%s: cannot read: %s", folder, strerror(errno));
  int status = STATUS_OK;
  for (struct dirent *entry; !status && (entry = readdir(entries));)
    if (type_of(entry->d_name)) status = add_file(page, folder, entry->d_name);
  closedir(entries);
  return status;
}

static int find_folder(char out[PATH_MAX]) {
  static const char *const places[] = {"page", "../share/amphi/page"};
  char program[PATH_MAX], index[PATH_MAX];
  path_program_folder(program);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    TRY(path_join(out, program, places[i]));
    TRY(path_join(index, out, "index.html"));
    if (path_exists(index)) return STATUS_OK;
  }
  return error_set(
      STATUS_USAGE,
      "the page to show is not built. In amphi's sources, tools/setup view installs what that takes "
      "(node and npm) and tools/page BUILD-FOLDER builds it; then install again, or start "
      "BUILD-FOLDER/amphi. Until then ParaView shows particles.hdf.series");
}

int page_read(struct page *page, const char *folder) {
  char found[PATH_MAX], assets[PATH_MAX], studio[PATH_MAX];
  *page = (struct page){0};
  if (!folder) {
    TRY(find_folder(found));
    folder = found;
  }
  TRY(path_join(assets, folder, "assets"));
  TRY(add_file(page, folder, "index.html"));
  TRY(path_join(studio, folder, "studio.html"));
  if (path_exists(studio)) TRY(add_file(page, folder, "studio.html"));
  return add_assets(page, assets);
}

void page_free(struct page *page) {
  for (size_t i = 0; i < page->count; i++) {
    free(page->files[i].name);
    free(page->files[i].data);
  }
  free(page->files);
}

const struct page_file *page_find(const struct page *page, const char *name) {
  for (size_t i = 0; i < page->count; i++)
    if (strcmp(page->files[i].name, name) == 0) return &page->files[i];
  return NULL;
}
