/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi info: what this build and this machine can do. */
#include <argp.h>
#include <hdf5.h>
#include <jansson.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cpu/isa.h"
#include "util/error.h"
#include "wcsph/backend.h"

static error_t parse(int key, char *argument, struct argp_state *state) {
  (void)argument;
  if (key != 'j') return ARGP_ERR_UNKNOWN;
  *(bool *)state->input = true;
  return 0;
}

/* Names of the instruction sets, all that are compiled in or those that this processor runs. */
static json_t *isa_names(bool usable_only) {
  size_t count;
  const struct isa *list = isa_list(&count);
  json_t *array = json_array();
  for (size_t i = 0; i < count; i++)
    if (list[i].usable || !usable_only) json_array_append_new(array, json_string(list[i].name));
  return array;
}

static json_t *gather(void) {
  char hdf5[32];
  unsigned major, minor, release;
  H5get_libversion(&major, &minor, &release);
  snprintf(hdf5, sizeof hdf5, "%u.%u.%u", major, minor, release);
  json_t *backends = json_array();
  for (int i = 0; wcsph_backends[i]; i++)
    json_array_append_new(backends, json_pack("{s:s, s:s, s:s}", "name", wcsph_backends[i]->name, "title",
                                              wcsph_backends[i]->title, "deterministic",
                                              wcsph_backends[i]->deterministic));
  return json_pack("{s:s, s:s, s:o, s:o, s:i, s:i, s:s, s:o}", "version", AMPHI_VERSION, "compiler",
                   AMPHI_COMPILER, "isa_compiled", isa_names(false), "isa_runs", isa_names(true),
                   "processors", omp_get_num_procs(), "threads", omp_get_max_threads(), "hdf5", hdf5,
                   "backends", backends);
}

static void print_list(const char *title, const json_t *list) {
  printf("%-24s", title);
  for (size_t i = 0; i < json_array_size(list); i++)
    printf("%s%s", i ? ", " : "", json_string_value(json_array_get(list, i)));
  puts("");
}

static void print_text(const json_t *info) {
  printf("%-24s%s\n", "version", AMPHI_VERSION);
  printf("%-24s%s\n", "compiler", AMPHI_COMPILER);
  print_list("instruction sets built", json_object_get(info, "isa_compiled"));
  print_list("this CPU runs", json_object_get(info, "isa_runs"));
  printf("%-24s%d (%d processors)\n", "threads", omp_get_max_threads(), omp_get_num_procs());
  printf("%-24s%s\n", "HDF5", json_string_value(json_object_get(info, "hdf5")));
  for (int i = 0; wcsph_backends[i]; i++)
    printf("backend %-16s%s; deterministic: %s\n", wcsph_backends[i]->name, wcsph_backends[i]->title,
           wcsph_backends[i]->deterministic);
}

int info_main(int argc, char **argv) {
  static const struct argp_option options[] = {{"json", 'j', NULL, 0, "Print JSON", 0}, {0}};
  const struct argp program = {
      .options = options,
      .parser = parse,
      .doc = "Say what this build and this machine can do: version, compiler, instruction "
             "sets, threads, backends."};
  bool as_json = false;
  if (argp_parse(&program, argc, argv, 0, NULL, &as_json)) return STATUS_FAILED;
  json_t *info = gather();
  if (!info) {
    error_set(STATUS_FAILED, "no memory");
    return cli_fail(STATUS_FAILED);
  }
  if (as_json) {
    json_dumpf(info, stdout, JSON_INDENT(2));
    puts("");
  } else {
    print_text(info);
  }
  json_decref(info);
  return STATUS_OK;
}
