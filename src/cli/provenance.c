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

/* The file of the OpenMP runtime, which has no call that says its version: libgomp.so.1.0.0. */
static const char *openmp_file(char path[PATH_MAX]) {
  Dl_info found;
  if (!dladdr((void *)(uintptr_t)omp_get_num_procs, &found) || !realpath(found.dli_fname, path))
    return "OpenMP ?";
  return strrchr(path, '/') + 1;
}

/* muParser says "2.3.3 (20220110; RELEASE; ...)" through a parser. */
static void write_muparser(char text[WORD]) {
  muParserHandle_t parser = mupCreate(muBASETYPE_FLOAT);
  const char *said = parser ? mupGetVersion(parser) : "?";
  snprintf(text, WORD, "%.*s", (int)strcspn(said, " "), said);
  if (parser) mupRelease(parser);
}

static void write_libraries(char text[TEXT]) {
  char path[PATH_MAX], muparser[WORD];
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  write_muparser(muparser);
  snprintf(text, TEXT, "glibc %s, %s, HDF5 %u.%u.%u, zlib %s, muParser %s", gnu_get_libc_version(),
           openmp_file(path), major, minor, release, zlibVersion(), muparser);
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
