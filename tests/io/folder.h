/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_IO_FOLDER_H
#define TESTS_IO_FOLDER_H
/* A folder of its own for each test, removed behind it. CMocka's headers come first. */
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static int folder_remove_entry(const char *path, const struct stat *info, int kind, struct FTW *place) {
  (void)info, (void)kind, (void)place;
  return remove(path);
}

static int folder_create(void **state) {
  (void)state;
  strcpy(folder, "/tmp/amphi-io-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static int folder_remove(void **state) {
  (void)state;
  return nftw(folder, folder_remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* A path in the folder; good until the fourth call from now. */
static inline const char *in_folder(const char *name) {
  static char paths[4][256];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

static inline int folder_entries(void) {
  int count = 0;
  DIR *d = opendir(folder);
  for (struct dirent *e; (e = readdir(d));) count += e->d_name[0] != '.';
  closedir(d);
  return count;
}

static inline void put_file(const char *path, const void *data, size_t size) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(data, 1, size, f), size);
  assert_int_equal(fclose(f), 0);
}

static inline char *get_file(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  fseek(f, 0, SEEK_END);
  *size = (size_t)ftell(f);
  rewind(f);
  char *data = malloc(*size + 1);
  assert_int_equal(fread(data, 1, *size, f), *size);
  data[*size] = 0;
  fclose(f);
  return data;
}

#endif
