/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/provenance.h"

#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <hdf5.h>
#include <muParserDLL.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "cli/cli.h"
#include "code/build.h"
#include "offload/device.h"
#include "util/path.h"

enum { TEXT = 1024, WORD = 64 };

static void write_flags(char text[TEXT]) {
  static const char *const words[] = {CODE_FLAGS NULL};
  size_t used = 0;
  for (int i = 0; words[i] && used < TEXT; i++)
    used += (size_t)snprintf(text + used, TEXT - used, "%s%s", i ? " " : "", words[i]);
  if (*device_target && used < TEXT) snprintf(text + used, TEXT - used, "; device: %s", device_target);
}

/* The file of the library that has a function, for those with no call that says their version (OpenMP), or
 * none that leaves alone a program that is out of memory (muParser): libgomp.so.1.0.0. */
static void write_file_of(char text[WORD], void *function) {
  char path[PATH_MAX];
  Dl_info found;
  const bool known = dladdr(function, &found) && realpath(found.dli_fname, path);
  snprintf(text, WORD, "%s", known ? strrchr(path, '/') + 1 : "?");
}

static void write_libraries(char text[TEXT]) {
  char openmp[WORD], muparser[WORD];
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  write_file_of(openmp, (void *)(uintptr_t)omp_get_num_procs);
  write_file_of(muparser, (void *)(uintptr_t)mupCreate);
  snprintf(text, TEXT, "glibc %s, %s, HDF5 %u.%u.%u, zlib %s, %s", gnu_get_libc_version(), openmp, major,
           minor, release, zlibVersion(), muparser);
}

const struct note *provenance(void) {
  static char flags[TEXT], libraries[TEXT];
  static const struct note notes[] = {{"version", AMPHI_VERSION},   {"sources", provenance_sources},
                                      {"compiler", AMPHI_COMPILER}, {"flags", flags},
                                      {"libraries", libraries},     {0}};
  if (!*flags) {
    write_flags(flags);
    write_libraries(libraries);
  }
  return notes;
}

const char *provenance_of(const char *name) {
  for (const struct note *n = provenance(); n->name; n++)
    if (!strcmp(n->name, name)) return n->text;
  return "";
}
