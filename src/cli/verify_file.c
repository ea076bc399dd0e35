/* SPDX-License-Identifier: BSD-3-Clause */
/* Hash files: the state's hashes from one machine, to compare with on another. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verify.h"
#include "io/file.h"
#include "util/error.h"
#include "util/json.h"

int verify_write(const struct verification *v, const char *path) {
  json_t *json = verify_json(v);
  char *dump = json ? json_text(json, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) : NULL;
  json_decref(json);
  CHECK(dump, STATUS_FAILED, "%s: cannot write: no memory, or text that is not UTF-8", path);
  int status = file_replace(path, dump, strlen(dump));
  free(dump);
  return status;
}

static const char *text_of(const json_t *file, const char *key) {
  const char *text = json_string_value(json_object_get(file, key));
  return text ? text : "";
}

/* The settings of both, where they are all that a person can see of a difference. */
static int refuse_case(const struct verification *v, const char *path, const json_t *file) {
  char *theirs = json_dumps(json_object_get(file, "settings"), JSON_ENCODE_ANY);
  int status =
      error_set(STATUS_USAGE,
                "%s: hashes of another case or of other settings than %s: '%s' with --set %s, digest %s; "
                "here '%s', digest %s",
                path, v->path, text_of(file, "title"), theirs ? theirs : "?", text_of(file, "case_digest"),
                v->title, v->digest);
  free(theirs);
  return status;
}

static int read_hash(uint64_t *hash, const json_t *value, const char *path) {
  const char *text = json_string_value(value);
  size_t digits = text ? strspn(text, "0123456789abcdef") : 0;
  CHECK(digits == HASH_TEXT - 1 && !text[digits], STATUS_USAGE, "%s: '%s' is not a hash", path,
        text ? text : "");
  *hash = strtoull(text, NULL, 16);
  return STATUS_OK;
}

static int read_moments(struct verification *v, const char *path, const json_t *file) {
  const json_t *steps = json_object_get(file, "steps"), *hashes = json_object_get(file, "hashes");
  v->moments = json_array_size(steps);
  CHECK(v->moments > 0 && v->moments <= MOST_MOMENTS && json_array_size(hashes) == v->moments, STATUS_USAGE,
        "%s: %zu steps and %zu hashes", path, v->moments, json_array_size(hashes));
  for (size_t m = 0; m < v->moments; m++) {
    json_int_t step = json_integer_value(json_array_get(steps, m));
    CHECK(step >= 0 && (m == 0 || (uint64_t)step > v->steps[m - 1]), STATUS_USAGE,
          "%s: its steps do not ascend", path);
    v->steps[m] = (uint64_t)step;
    TRY(read_hash(&v->expected[m], json_array_get(hashes, m), path));
  }
  v->reached = v->moments;
  return STATUS_OK;
}

static int take_file(struct verification *v, const char *path, const json_t *file, uint64_t steps) {
  CHECK(!strcmp(text_of(file, "format"), VERIFY_FORMAT), STATUS_USAGE,
        "%s: not a hash file of this amphi (format '%s', wanted '%s')", path, text_of(file, "format"),
        VERIFY_FORMAT);
  if (strcmp(text_of(file, "case_digest"), v->digest)) return refuse_case(v, path, file);
  TRY(read_moments(v, path, file));
  CHECK(!steps || steps == v->steps[v->moments - 1], STATUS_USAGE,
        "%s: it ends at step %llu, not at --steps %llu", path, (unsigned long long)v->steps[v->moments - 1],
        (unsigned long long)steps);
  snprintf(v->against_origin, sizeof v->against_origin, "amphi %s, %s", text_of(file, "version"),
           text_of(file, "compiler"));
  return STATUS_OK;
}

int verify_read(struct verification *v, const char *path, uint64_t steps) {
  json_error_t where;
  json_t *file = json_load_file(path, 0, &where);
  CHECK(file, STATUS_USAGE, "%s:%d: cannot read: %s", path, where.line, where.text);
  int status = take_file(v, path, file, steps);
  json_decref(file);
  return status;
}
