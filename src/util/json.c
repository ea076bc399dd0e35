/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/json.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct output {
  FILE *file;
  bool failed;
};

/* jansson ignores a first failure in the middle of an object, so all that follow fail too. */
static int put_json(const char *part, size_t size, void *data) {
  struct output *out = data;
  out->failed = out->failed || fwrite(part, 1, size, out->file) != size;
  return out->failed ? -1 : 0;
}

char *json_text(const json_t *json, size_t flags) {
  char *text = NULL;
  size_t size = 0;
  struct output out = {.file = open_memstream(&text, &size)};
  if (!out.file) return NULL;
  bool failed = json_dump_callback(json, put_json, &out, flags) != 0 || out.failed;
  failed = fclose(out.file) != 0 || failed;
  if (!failed) return text;
  free(text);
  return NULL;
}

json_t *json_name(const char *text) {
  json_t *whole = text ? json_string(text) : json_null();
  char *escaped = whole ? NULL : malloc(4 * strlen(text) + 1), *end = escaped;
  if (!escaped) return whole;
  for (const char *t = text; *t; t++) {
    const unsigned char byte = (unsigned char)*t;
    end += sprintf(end, byte >= 0x80 ? "\\x%02X" : byte == '\\' ? "\\\\" : "%c", byte);
  }
  *end = 0;
  whole = json_string(escaped);
  free(escaped);
  return whole;
}
