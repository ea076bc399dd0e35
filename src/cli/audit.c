/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi audit: compares a record of a run (amphi certify) with its files and with parts computed again. */
#include "cli/audit.h"

#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/folder.h"
#include "util/error.h"
#include "util/log.h"
#include "util/path.h"

enum { EXIT_HOLDS = 0, EXIT_FAILS = 1, EXIT_CANNOT = 2 };
enum { KEY_FOLDER = 0x100, KEY_INTERVAL, KEY_RANDOM, KEY_ALL, KEY_PUBLIC };

struct arguments {
  const char *file, *folder, *public_key;
  struct audit_parts parts;
  struct execution execution;
};

static const struct argp_option options[] = {
    {"folder", KEY_FOLDER, "OUT", 0, "The run's folder; default: the one that FILE is in", 0},
    {"interval", KEY_INTERVAL, "K", 0,
     "Compute the K-th part again; a part is from one checkpoint that stayed to the next", 0},
    {"random", KEY_RANDOM, "N", 0, "Compute N parts again, chosen at random", 0},
    {"all", KEY_ALL, NULL, 0, "Compute all parts again", 0},
    {"public", KEY_PUBLIC, "KEY", 0,
     "The key that must have signed: a file with a public key, or its 64 hexadecimal digits", 0},
    {0}};

static error_t parse_audit(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &a->execution;
    return 0;
  case KEY_FOLDER:
    a->folder = argument;
    return 0;
  case KEY_INTERVAL:
    a->parts.number = parse_count(state, "--interval", argument, 1u << 30);
    return 0;
  case KEY_RANDOM:
    a->parts.random = parse_count(state, "--random", argument, 1u << 30);
    return 0;
  case KEY_ALL:
    a->parts.all = true;
    return 0;
  case KEY_PUBLIC:
    a->public_key = argument;
    return 0;
  case ARGP_KEY_ARG:
    if (a->file) argp_error(state, "one record at a time; '%s' is too many", argument);
    a->file = argument;
    return 0;
  case ARGP_KEY_END:
    if (!a->file) argp_error(state, "which record?");
    if ((a->parts.number > 0) + (a->parts.random > 0) + a->parts.all > 1)
      argp_error(state, "--interval, --random and --all exclude each other");
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/* ---- findings ---- */

static void print_finding(const char *word, const char *format, va_list arguments) {
  printf("%-12s ", word);
  vprintf(format, arguments);
  puts("");
}

#define FINDING(name, word, counter)                                                                         \
  void name(struct audit *a, const char *format, ...) {                                                      \
    va_list arguments;                                                                                       \
    va_start(arguments, format);                                                                             \
    print_finding(word, format, arguments);                                                                  \
    va_end(arguments);                                                                                       \
    a->counter++;                                                                                            \
  }
FINDING(audit_holds, "holds", held)
FINDING(audit_fails, "FAILS", failed)
FINDING(audit_leaves, "not checked", unchecked)

/* ---- the record itself ---- */

static int check_signature(struct audit *a, const char *wanted) {
  const struct record *r = &a->record;
  char key[SEAL_TEXT] = "";
  if (wanted) TRY(seal_public_key(key, wanted));
  if (!r->public_key && wanted)
    audit_fails(a, "signature: nobody signed, and %s should have", key);
  else if (!r->public_key)
    audit_leaves(a, "signature: nobody signed, so the record may be anybody's");
  else if (!r->signature_is_right)
    audit_fails(a, "signature: not one of this record by the key %s", r->public_key);
  else if (wanted && strcmp(key, r->public_key))
    audit_fails(a, "signature: by the key %s, not by %s", r->public_key, key);
  else if (wanted)
    audit_holds(a, "signature: by the key %s", key);
  else
    audit_leaves(a, "signature: by the key %s; --public KEY checks whose it is", r->public_key);
  return STATUS_OK;
}

static const json_t *find_file(const struct audit *a, const char *name) {
  size_t i;
  json_t *item;
  json_array_foreach(json_object_get(a->record.all, "files"), i,
                     item) if (!strcmp(record_text(item, "name"), name)) return item;
  return NULL;
}

/* What is computed again is the used.yaml of the folder, which must be the case that the record shows. */
static int check_case(struct audit *a) {
  char digest[SEAL_TEXT];
  const char *text = record_text(json_object_get(a->record.all, "case"), "text");
  TRY(seal_text(digest, text, strlen(text)));
  if (strcmp(digest, record_text(find_file(a, "used.yaml"), "digest")))
    audit_fails(a, "case: the record's text is not its used.yaml");
  return STATUS_OK;
}

static int check_record(struct audit *a, const char *wanted) {
  size_t broken;
  if (*a->record.damage)
    audit_fails(a, "record: %s", a->record.damage);
  else
    audit_holds(a, "record: as it was written, digest %s", a->record.digest);
  TRY(check_signature(a, wanted));
  TRY(check_case(a));
  TRY(record_chain(&a->chain, &broken, &a->record));
  const json_t *run = json_object_get(a->record.all, "run");
  const struct link *last = a->chain.count ? &a->chain.links[a->chain.count - 1] : NULL;
  if (broken < a->chain.count || !last)
    audit_fails(a, "chain: broken at link %zu of %zu", broken + 1, a->chain.count);
  else if (strcmp(last->hash, record_text(run, "state_hash")) || last->step != record_number(run, "steps") ||
           last->time != json_number_value(json_object_get(run, "time")))
    audit_fails(a, "chain: it does not end with the run's last state");
  else
    audit_holds(a, "chain: %zu link%s, from step %llu to step %llu", a->chain.count,
                a->chain.count == 1 ? "" : "s", (unsigned long long)a->chain.links[0].step,
                (unsigned long long)last->step);
  return STATUS_OK;
}

/* ---- files ---- */

/* How a file is not what the record says; "" if it is. */
static void compare_file(char text[256], const json_t *item, const char *path) {
  char digest[SEAL_TEXT];
  uint64_t bytes = 0;
  *text = 0;
  if (!path_exists(path))
    snprintf(text, 256, "it is not there");
  else if (seal_file(digest, &bytes, path))
    snprintf(text, 256, "%.250s", error_text());
  else if (bytes != record_number(item, "bytes"))
    snprintf(text, 256, "it has %llu bytes, and had %llu", (unsigned long long)bytes,
             (unsigned long long)record_number(item, "bytes"));
  else if (strcmp(digest, record_text(item, "digest")))
    snprintf(text, 256, "its content has changed");
}

static int check_items(struct audit *a, const char *list, const char *key, const char *folder) {
  const json_t *items = json_object_get(a->record.all, list);
  char path[PATH_MAX], text[256];
  size_t i, right = 0;
  json_t *item;
  json_array_foreach((json_t *)(uintptr_t)items, i, item) {
    const char *name = record_text(item, key);
    CHECK(strlen(name) < PATH_MAX, STATUS_USAGE, "%s: a name in it is too long", a->record.path);
    if (folder)
      TRY(path_join(path, folder, name));
    else
      strcpy(path, name);
    compare_file(text, item, path);
    right += !*text;
    if (*text) audit_fails(a, "%s: %s: %s", list, path, text);
  }
  const size_t count = json_array_size(items);
  if (count && right == count) audit_holds(a, "%s: all %zu are as they were", list, count);
  return STATUS_OK;
}

/* Files of a run that the record knows nothing of. */
static int check_others(struct audit *a) {
  DIR *entries = opendir(a->folder);
  CHECK(entries, STATUS_USAGE, "%s: cannot read: %s", a->folder, strerror(errno));
  for (struct dirent *entry; (entry = readdir(entries));)
    if (folder_is_output(entry->d_name) && !find_file(a, entry->d_name))
      audit_fails(a, "files: %s/%s: the record does not have it", a->folder, entry->d_name);
  closedir(entries);
  return STATUS_OK;
}

/* The folder that is named, or the record's own where that holds a run. */
static int find_folder(char folder[PATH_MAX], const struct arguments *a) {
  char path[PATH_MAX];
  const char *named = a->folder ? a->folder : a->file;
  CHECK(strlen(named) < PATH_MAX, STATUS_USAGE, "%s: name too long", named);
  strcpy(path, named);
  strcpy(folder, a->folder ? path : dirname(path));
  CHECK(path_is_folder(folder), STATUS_USAGE, "%s: no such folder", folder);
  TRY(path_join(path, folder, "used.yaml"));
  CHECK(a->folder || path_exists(path), STATUS_USAGE,
        "%s: holds no run (no used.yaml): --folder OUT says where that of the record is", folder);
  return STATUS_OK;
}

static int audit(struct audit *a, const struct arguments *arguments) {
  char folder[PATH_MAX];
  TRY(find_folder(folder, arguments));
  a->folder = folder;
  TRY(record_read(&a->record, arguments->file));
  TRY(check_record(a, arguments->public_key));
  TRY(check_items(a, "inputs", "path", NULL));
  TRY(check_items(a, "files", "name", folder));
  TRY(check_others(a));
  TRY(audit_claims(a));
  TRY(audit_again(a, &arguments->parts));
  if (a->failed)
    printf("%zu of %zu checks failed", a->failed, a->failed + a->held);
  else
    printf("All %zu checks passed", a->held);
  printf("; %zu not made\n", a->unchecked);
  return STATUS_OK;
}

int audit_main(int argc, char **argv) {
  static const struct argp_child children[] = {{&execution_argp, 0, NULL, 0}, {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_audit,
      .args_doc = "FILE",
      .doc = "Check the record of a run (amphi certify) against its files, and compute parts of it again.\v"
             "The record's seal, signature and chain are checked, and the digest of each file. With "
             "--interval, --random or --all parts of the run are computed again here, from one checkpoint "
             "that stayed to the next: hashes of the state, gauges and snapshots must be those of the run. "
             "Exit status: 0 what was checked holds, 1 something does not, 2 cannot audit.",
      .children = children};
  struct arguments arguments = {0};
  argp_err_exit_status = EXIT_CANNOT;
  if (cli_parse(&program, argc, argv, 0, &arguments)) return EXIT_CANNOT;
  struct audit a = {.execution = arguments.execution};
  log_quiet(true);
  const int status = audit(&a, &arguments);
  if (status) cli_fail(status);
  chain_free(&a.chain);
  record_free(&a.record);
  return status ? EXIT_CANNOT : a.failed ? EXIT_FAILS : EXIT_HOLDS;
}
