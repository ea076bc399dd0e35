/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/store.h"

#include <stdlib.h>
#include <string.h>

#include "case/inputs.h"
#include "io/file.h"
#include "util/digest.h"
#include "util/error.h"
#include "util/json.h"
#include "util/path.h"

enum { FORMAT = 1 };

/* NULL with status OK: there is none. */
static int read_store(json_t **store, const char *folder) {
  char path[PATH_MAX];
  json_error_t error;
  *store = NULL;
  TRY(path_join(path, folder, STORE_NAME));
  if (!path_exists(path)) return STATUS_OK;
  *store = json_load_file(path, 0, &error);
  CHECK(*store, STATUS_USAGE, "%s:%d: %s", path, error.line, error.text);
  if (json_integer_value(json_object_get(*store, "format")) == FORMAT) return STATUS_OK;
  json_decref(*store);
  *store = NULL;
  return error_set(STATUS_USAGE, "%s: of another version of amphi", path);
}

/* Digests of the case file and of the files that it names. */
static int put_case(json_t *to, const struct study_plan *p) {
  char digest[DIGEST_TEXT];
  struct amphi_case c = {0};
  struct case_inputs inputs = {0};
  TRY(digest_file(p->case_path, digest));
  json_object_set_new(to, "case_digest", json_string(digest));
  int status = study_plan_read(&c, p, &p->runs[0]);
  if (!status) status = case_inputs_read(&inputs, &c);
  json_t *files = json_object();
  for (size_t i = 0; !status && i < inputs.count; i++)
    json_object_set_new(files, inputs.items[i].key, json_string(inputs.items[i].digest));
  json_object_set_new(to, "files", files);
  case_inputs_free(&inputs);
  case_free(&c);
  return status;
}

static int make_identity(json_t **made, const struct study_plan *p, const struct study_identity *id) {
  *made = json_pack("{s:s, s:o, s:o, s:o, s:i}", "build", id->build, "backend", json_name(id->backend), "isa",
                    json_name(id->isa), "launch", json_name(id->launch), "threads", id->threads);
  CHECK(*made, STATUS_FAILED, "no memory for " STORE_NAME);
  const int status = put_case(*made, p);
  if (status) json_decref(*made), *made = NULL;
  return status;
}

static json_t *settings_json(const struct study_run *run) {
  json_t *list = json_array();
  for (size_t i = 0; i < run->count; i++) json_array_append_new(list, json_name(run->settings[i]));
  return list;
}

int study_store_threads(int *threads, const char *folder) {
  json_t *store;
  TRY(read_store(&store, folder));
  const json_t *found = json_object_get(json_object_get(store, "identity"), "threads");
  if (found) *threads = (int)json_integer_value(found);
  json_decref(store);
  return STATUS_OK;
}

static int refuse_file(const char *folder, const char *what, const char *name) {
  return error_set(
      STATUS_USAGE,
      "%s: holds a study that was begun with another %s%s%s: begin anew in another folder (--out "
      "FOLDER), or remove this one",
      folder, what, *name ? " of run " : "", name);
}

static int check_identity(const json_t *there, const json_t *now, bool waits, const char *folder) {
  static const char *const keys[][2] = {{"case_digest", "case file"},
                                        {"files", "content of the files that the case names"},
                                        {"build", "build of amphi"},
                                        {"backend", "--backend"},
                                        {"isa", "--isa"},
                                        {"launch", "--launch"},
                                        {"threads", "--threads"}};
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    if ((waits || strcmp(keys[k][0], "build")) &&
        !json_equal(json_object_get(there, keys[k][0]), json_object_get(now, keys[k][0])))
      return refuse_file(folder, keys[k][1], "");
  return STATUS_OK;
}

static int check_run(struct study_run *run, const json_t *there, const char *folder) {
  json_t *settings = settings_json(run);
  const bool same = !there || json_equal(settings, json_object_get(there, "settings"));
  json_decref(settings);
  if (!same) return refuse_file(folder, "set of settings", run->name);
  run->seconds = json_number_value(json_object_get(there, "seconds"));
  run->bytes = json_number_value(json_object_get(there, "bytes"));
  return STATUS_OK;
}

int study_store_check(struct study_plan *p, const struct study_identity *id, const char *folder) {
  json_t *store, *identity = NULL;
  TRY(read_store(&store, folder));
  if (!store) return STATUS_OK;
  int status = make_identity(&identity, p, id);
  if (!status)
    status = check_identity(json_object_get(store, "identity"), identity, study_plan_waits(p), folder);
  const json_t *runs = json_object_get(store, "runs");
  for (size_t i = 0; i < p->run_count && !status; i++)
    status = check_run(&p->runs[i], json_object_get(runs, p->runs[i].name), folder);
  json_decref(identity);
  json_decref(store);
  return status;
}

int study_store_write(const struct study_plan *p, const struct study_identity *id, const char *folder) {
  char path[PATH_MAX];
  json_t *store, *identity;
  TRY(path_join(path, folder, STORE_NAME));
  TRY(read_store(&store, folder));
  if (!store) store = json_pack("{s:i, s:{}}", "format", FORMAT, "runs");
  int status = make_identity(&identity, p, id);
  if (!status) json_object_set_new(store, "identity", identity);
  json_t *runs = json_object_get(store, "runs");
  for (size_t i = 0; i < p->run_count; i++) {
    const struct study_run *run = &p->runs[i];
    json_t *one = json_pack("{s:o, s:f, s:f}", "settings", settings_json(run), "seconds", run->seconds,
                            "bytes", run->bytes);
    json_object_set_new(runs, run->name, one);
  }
  char *text = status ? NULL : json_text(store, JSON_INDENT(1));
  if (!status && !text) status = error_set(STATUS_FAILED, "no memory for " STORE_NAME);
  if (!status) status = file_replace(path, text, strlen(text));
  free(text);
  json_decref(store);
  return status;
}
