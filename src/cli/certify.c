/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi certify: the record of a finished run. amphi audit compares it with the run's files, and with parts
 * of the run that it computes again. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/part.h"
#include "cli/provenance.h"
#include "cli/record.h"
#include "cli/results.h"
#include "io/file.h"
#include "util/error.h"
#include "util/json.h"
#include "util/path.h"

enum { KEY_KEY = 0x100, KEY_NEW };

struct arguments {
  const char *folder, *file, *key, *new_key;
};

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0, "The record; default: record.json in the folder", 0},
    {"key", KEY_KEY, "FILE", 0, "Sign it with the secret key in FILE", 0},
    {"new-key", KEY_NEW, "FILE", 0,
     "Make a key: the secret half in FILE, which you alone may read, the public half in FILE.pub; no run is "
     "certified",
     0},
    {0}};

static error_t parse_certify(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
  case 'o':
    a->file = argument;
    return 0;
  case KEY_KEY:
    a->key = argument;
    return 0;
  case KEY_NEW:
    a->new_key = argument;
    return 0;
  case ARGP_KEY_END:
    return a->new_key ? 0 : results_parse_folder(key, argument, state, &a->folder);
  case ARGP_KEY_SUCCESS:
    if (a->new_key && (a->folder || a->key || a->file))
      argp_error(state, "--new-key makes a key and does nothing else");
    return 0;
  default:
    return results_parse_folder(key, argument, state, &a->folder);
  }
}

/* ---- files ---- */

static int add_file(json_t *files, const char *key, const char *name, const char *path) {
  char digest[SEAL_TEXT];
  uint64_t bytes;
  TRY(seal_file(digest, &bytes, path));
  json_t *item =
      json_pack("{s:o,s:I,s:s}", key, json_name(name), "bytes", (json_int_t)bytes, "digest", digest);
  CHECK(!json_array_append_new(files, item), STATUS_FAILED, "no memory for a record");
  return STATUS_OK;
}

static int is_output(const struct dirent *entry) {
  return folder_is_output(entry->d_name);
}

static int add_outputs(json_t *files, const char *folder) {
  struct dirent **entries = NULL;
  char path[PATH_MAX];
  const int count = scandir(folder, &entries, is_output, alphasort);
  CHECK(count >= 0, STATUS_FAILED, "%s: cannot read: %s", folder, strerror(errno));
  int status = STATUS_OK;
  for (int i = 0; i < count; i++) {
    if (!status) status = path_join(path, folder, entries[i]->d_name);
    if (!status) status = add_file(files, "name", entries[i]->d_name, path);
    free(entries[i]);
  }
  free(entries);
  return status;
}

static int add_inputs(json_t *inputs, const struct job *j) {
  for (size_t i = 0; i < j->setup.inputs.count; i++) {
    const struct case_input *input = &j->setup.inputs.items[i];
    TRY(add_file(inputs, "path", input->path, input->path));
    json_object_set_new(json_array_get(inputs, i), "key", json_name(input->key));
  }
  return STATUS_OK;
}

/* ---- the chain ---- */

static int print_chain(json_t *chain, const struct chain *c, const char *text, const json_t *inputs) {
  char link[SEAL_TEXT];
  json_t *links = json_array();
  TRY(record_begin_chain(link, text, inputs));
  json_object_set_new(chain, "begins", json_string(link));
  json_object_set_new(chain, "links", links);
  for (size_t i = 0; i < c->count; i++) {
    const struct link *l = &c->links[i];
    TRY(record_link(link, link, l));
    json_t *item = json_pack("{s:I,s:f,s:s,s:s}", "step", (json_int_t)l->step, "time", l->time, "state_hash",
                             l->hash, "link", link);
    CHECK(!json_array_append_new(links, item), STATUS_FAILED, "no memory for a record");
  }
  return STATUS_OK;
}

/* ---- the record ---- */

/* How the run was made, as its last checkpoint has it. */
static int print_run(json_t *run, const struct job *j, const struct part_end *end) {
  char path[PATH_MAX];
  struct checkpoint last = {0};
  json_t *build = json_object();
  TRY(path_join(path, j->folder, end->name));
  TRY(checkpoint_read_head(&last, path));
  for (const struct note *n = provenance(); n->name; n++) {
    char name[64];
    snprintf(name, sizeof name, "build %s", n->name);
    json_object_set_new(build, n->name, json_name(checkpoint_note(&last, name)));
  }
  json_object_set_new(run, "build", build);
  json_object_set_new(run, "one_build", json_boolean(!checkpoint_note(&last, "mixed")));
  json_object_set_new(run, "execution", json_name(checkpoint_note(&last, "execution")));
  json_object_set_new(run, "steps", json_integer((json_int_t)end->step));
  json_object_set_new(run, "time", json_real(end->time));
  json_object_set_new(run, "state_hash", json_string(end->hash));
  checkpoint_free(&last);
  return STATUS_OK;
}

static void print_head(json_t *body, const struct job *j, const char *used, const char *digest) {
  json_t *by = json_object();
  for (const struct note *n = provenance(); n->name; n++)
    json_object_set_new(by, n->name, json_name(n->text));
  json_object_set_new(body, "format", json_string(RECORD_FORMAT));
  json_object_set_new(body, "certified_by", by);
  json_object_set_new(body, "case",
                      json_pack("{s:s,s:s,s:s,s:s}", "method", j->setup.method->name, "summation",
                                part_summation(j), "digest", digest, "text", used));
}

enum { MEMBERS = 7 }; /* of a record without its seal */

static int print_record(json_t *body, const struct job *j, const char *used, const struct chain *chain,
                        const struct part_end *end) {
  char digest[DIGEST_TEXT];
  json_t *run = json_object(), *inputs = json_array(), *files = json_array(), *links = json_object();
  TRY(case_digest(&j->setup.config, &j->setup.inputs, digest));
  print_head(body, j, used, digest);
  json_object_set_new(body, "run", run);
  json_object_set_new(body, "inputs", inputs);
  json_object_set_new(body, "files", files);
  json_object_set_new(body, "chain", links);
  CHECK(json_object_size(body) == MEMBERS, STATUS_FAILED,
        "no memory for a record, or text of the case that is not UTF-8");
  TRY(print_run(run, j, end));
  TRY(add_inputs(inputs, j));
  TRY(add_outputs(files, j->folder));
  return print_chain(links, chain, used, inputs);
}

/* That the run came to its end, and what its checkpoints say goes together. */
static int check_run(struct chain *chain, struct part_end *end, const struct job *j) {
  char summary[PATH_MAX];
  strcpy(end->name, "checkpoint.h5");
  TRY(part_read_end(end, j));
  TRY(part_chain(chain, j));
  CHECK(chain->links[chain->count - 1].step == end->step, STATUS_USAGE,
        "%s: cannot be certified: the chain goes beyond the end, step %llu", j->folder,
        (unsigned long long)end->step);
  TRY(path_join(summary, j->folder, "summary.json"));
  CHECK(summary_is_complete(summary, end->step), STATUS_USAGE,
        "%s: holds no run that came to its end (its summary.json would say so): amphi run --resume %s",
        j->folder, j->folder);
  return STATUS_OK;
}

static int say_record(const struct job *j, const char *path, const char *digest, const char *public_key) {
  printf("%s: %s, digest %s\n", path, *public_key ? "signed" : "not signed", digest);
  if (*public_key) printf("public key %s\n", public_key);
  if (strcmp(part_summation(j), "fixed"))
    printf(
        "summation is %s, not fixed: amphi audit computes parts again with the same bits only where build, "
        "backend, instruction set and threads are those of the run\n",
        part_summation(j));
  return STATUS_OK;
}

static int write_record(struct job *j, const struct arguments *a, const char *path) {
  char used_path[PATH_MAX], digest[SEAL_TEXT], public_key[SEAL_TEXT], *used = NULL;
  size_t size;
  struct chain chain = {0};
  struct part_end end = {0};
  json_t *body = json_object();
  int status = check_run(&chain, &end, j);
  if (!status) status = path_join(used_path, j->folder, "used.yaml");
  if (!status) status = file_read(used_path, STATUS_USAGE, &used, &size);
  if (!status) status = print_record(body, j, used, &chain, &end);
  if (!status) status = record_write(body, path, a->key, digest, public_key);
  json_decref(body);
  chain_free(&chain);
  free(used);
  return status ? status : say_record(j, path, digest, public_key);
}

static int certify(struct job *j, const struct arguments *a) {
  char path[PATH_MAX];
  TRY(part_load(j, a->folder, NULL, NULL));
  TRY(folder_lock(j->folder));
  TRY(path_join(path, j->folder, "record.json"));
  const char *to = a->file ? a->file : path;
  CHECK(!path_exists(to), STATUS_USAGE, "%s: is there already; -o FILE writes another record", to);
  return write_record(j, a, to);
}

static int make_key(const char *path) {
  char public_key[SEAL_TEXT];
  TRY(seal_make_key(path, public_key));
  printf("%s: the secret key; keep it to yourself\n%s.pub: the public key %s\n", path, path, public_key);
  return STATUS_OK;
}

int certify_main(int argc, char **argv) {
  const struct argp program = {
      .options = options,
      .parser = parse_certify,
      .args_doc = "OUT\n--new-key FILE",
      .doc =
          "Write the record of a finished run: the case, digests of all that the run read and wrote, how it "
          "was computed, and a chain of the hashes of its state.\v"
          "amphi audit holds the record against the files and computes parts of the run again. Without "
          "--key nobody signs: the record then shows damage, and not who wrote it. Exit status: 0 "
          "written, 1 the system failed, 2 wrong usage, or the folder holds no finished run."};
  struct arguments arguments = {0};
  if (cli_parse(&program, argc, argv, 0, &arguments)) return STATUS_FAILED;
  struct job job = {0};
  const int status = arguments.new_key ? make_key(arguments.new_key) : certify(&job, &arguments);
  if (status) cli_fail(status);
  job_close(&job);
  return status;
}
