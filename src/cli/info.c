/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi info: what this build and this machine can do. */
#include <argp.h>
#include <jansson.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/execution.h"
#include "cli/provenance.h"
#include "code/code.h"
#include "cpu/isa.h"
#include "offload/device.h"
#include "parts/parts.h"
#include "registry/backends.h"
#include "registry/methods.h"
#include "util/error.h"
#include "wcsph/variant.h"

static error_t parse_info(int key, char *argument, struct argp_state *state) {
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

/* Title and promise are those of the first method that has the backend; `methods` says them of each. */
static json_t *gather_backends(void) {
  json_t *backends = json_array();
  const char *const *names = execution_backends();
  for (int i = 0; names[i]; i++) {
    json_t *entry = json_object(), *each = json_object();
    for (int m = 0; methods[m]; m++) {
      const struct backend *b = backend_find(method_backends(methods[m]), names[i]);
      if (!b) continue;
      json_t *about = json_pack("{s:s, s:s}", "title", b->title, "deterministic", b->deterministic);
      if (!json_object_size(entry)) json_object_update(entry, about);
      json_object_set_new(each, methods[m]->name, about);
    }
    json_object_set_new(entry, "name", json_string(names[i]));
    json_object_set_new(entry, "methods", each);
    json_array_append_new(backends, entry);
  }
  return backends;
}

/* Where offload code runs: GPUs by number, the host, and why there is no GPU if there is none. */
static json_t *gather_offload(void) {
  json_t *devices = json_array();
  for (int number = 0; number < device_count(); number++) {
    struct device d = device_look(number);
    json_array_append_new(devices,
                          json_pack("{s:i, s:s, s:I, s:I}", "number", number, "name", d.name, "memory",
                                    (json_int_t)d.memory, "free_memory", (json_int_t)d.free_memory));
  }
  char why[256];
  device_absence(why, sizeof why);
  return json_pack("{s:s, s:o, s:s}", "compiled_for", *device_target ? device_target : "host", "gpus",
                   devices, "why_no_gpu", why);
}

/* An object of the cache: its name, and why it would be refused. */
static void tell_object(void *objects, const char *name, const char *why) {
  json_array_append_new(objects, json_pack("{s:s, s:s}", "name", name, "refused", why));
}

/* Specialised code that amphi specialise made. */
static json_t *gather_cache(void) {
  char folder[PATH_MAX] = "";
  json_t *objects = json_array();
  const char *why = code_list(folder, tell_object, objects) ? error_text() : "";
  return json_pack("{s:s, s:s, s:o}", "folder", folder, "refused", why, "objects", objects);
}

/* Combinations of models whose force pass has specialised code in this build. */
static json_t *gather_variants(void) {
  json_t *names = json_array();
  for (const char *const *name = variant_names; *name; name++)
    json_array_append_new(names, json_string(*name));
  return names;
}

static json_t *gather_build(void) {
  json_t *build = json_object();
  for (const struct note *n = provenance(); n->name; n++)
    json_object_set_new(build, n->name, json_string(n->text));
  return build;
}

static json_t *gather_info(void) {
  return json_pack("{s:s, s:o, s:o, s:o, s:s?, s:i, s:i, s:o, s:o, s:o, s:o}", "version", AMPHI_VERSION,
                   "build", gather_build(), "isa_compiled", isa_names(false), "isa_runs", isa_names(true),
                   "mpi", parts_library(), "processors", omp_get_num_procs(), "threads",
                   omp_get_max_threads(), "offload", gather_offload(), "backends", gather_backends(),
                   "variants", gather_variants(), "cache", gather_cache());
}

static void print_list(const char *title, const json_t *list) {
  printf("%-24s", title);
  for (size_t i = 0; i < json_array_size(list); i++)
    printf("%s%s", i ? ", " : "", json_string_value(json_array_get(list, i)));
  puts("");
}

static void print_code(const json_t *info) {
  const json_t *names = json_object_get(info, "variants"), *cache = json_object_get(info, "cache"), *object;
  size_t k;
  for (k = 0; k < json_array_size(names); k++)
    printf("%-24s%s\n", k ? "" : "specialised code for", json_string_value(json_array_get(names, k)));
  const char *refused = json_string_value(json_object_get(cache, "refused"));
  printf("%-24s%s\n", "specialised code in",
         *refused ? refused : json_string_value(json_object_get(cache, "folder")));
  json_array_foreach(json_object_get(cache, "objects"), k, object) {
    const char *why = json_string_value(json_object_get(object, "refused"));
    printf("  %s%s%s\n", json_string_value(json_object_get(object, "name")), *why ? ": refused: " : "", why);
  }
}

static void print_text(const json_t *info) {
  for (const struct note *n = provenance(); n->name; n++) printf("%-24s%s\n", n->name, n->text);
  print_list("instruction sets built", json_object_get(info, "isa_compiled"));
  print_list("this CPU runs", json_object_get(info, "isa_runs"));
  printf("%-24s%s\n", "MPI", parts_library() ? parts_library() : "none: one part alone");
  printf("%-24s%d (%d processors)\n", "threads", omp_get_max_threads(), omp_get_num_procs());
  print_code(info);
  const json_t *offload = json_object_get(info, "offload");
  const char *why = json_string_value(json_object_get(offload, "why_no_gpu"));
  printf("%-24s%s\n", "offload code for", json_string_value(json_object_get(offload, "compiled_for")));
  if (*why) printf("%-24snone: %s\n", "GPU", why);
  size_t k;
  const json_t *gpu;
  json_array_foreach(json_object_get(offload, "gpus"), k, gpu) {
    printf("GPU %-20d%s, %.1f GiB, %.1f GiB free\n", (int)json_integer_value(json_object_get(gpu, "number")),
           json_string_value(json_object_get(gpu, "name")),
           (double)json_integer_value(json_object_get(gpu, "memory")) / (1 << 30),
           (double)json_integer_value(json_object_get(gpu, "free_memory")) / (1 << 30));
  }
  for (int m = 0; methods[m]; m++) {
    printf("method %-17s%s\n", methods[m]->name, methods[m]->title);
    for (int i = 0; method_backends(methods[m])[i]; i++) {
      const struct backend *b = method_backends(methods[m])[i];
      printf("  backend %-14s%s; deterministic: %s\n", b->name, b->title, b->deterministic);
    }
  }
}

int info_main(int argc, char **argv) {
  static const struct argp_option options[] = {{"json", 'j', NULL, 0, "Print JSON", 0}, {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_info,
      .doc = "Say what this build and this machine can do: version, compiler, instruction "
             "sets, threads, GPUs with their memory, backends."};
  bool as_json = false;
  if (cli_parse(&program, argc, argv, 0, &as_json)) return STATUS_FAILED;
  json_t *info = gather_info();
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
