/* SPDX-License-Identifier: BSD-3-Clause */
#include "lab/sheet.h"

#include <stdio.h>
#include <string.h>

#include "offload/device.h"
#include "util/error.h"
#include "util/log.h"
#include "util/words.h"

enum { WORDS = 24, NUMBERS = 10, LINE = 400 };

static int width_of(const struct sheet_column *c) {
  const int least = c->form ? NUMBERS : WORDS, title = (int)strlen(c->title);
  return title > least ? title : least;
}

static void put_sheet(char line[LINE], const struct sheet_column *c, const char *text) {
  const size_t used = strlen(line);
  snprintf(line + used, LINE - used, c->form ? " %*s" : " %-*s", width_of(c), text);
}

void sheet_head(const struct ladder_request *q, const struct sheet_column *columns) {
  char line[LINE] = " ";
  for (const struct sheet_column *c = columns; c->key; c++) put_sheet(line, c, c->title);
  if (q->prints) log_say("%s", line);
}

static const char *show_value(char text[64], const struct sheet_column *c, const json_t *value) {
  if (json_is_string(value)) return json_string_value(value);
  if (!json_is_number(value) || !c->form) return "-";
  snprintf(text, 64, c->form, (c->unit > 0.0 ? c->unit : 1.0) * json_number_value(value));
  return text;
}

void sheet_tell(json_t *row, const char *execution, uint64_t hash) {
  char text[HASH_TEXT];
  hash_text(text, hash);
  json_object_set_new(row, "execution", json_string(execution));
  json_object_set_new(row, "state_hash", json_string(text));
}

int sheet_publish(const struct ladder_request *q, json_t *row) {
  CHECK(row && json_array_append_new(q->rows, row) == 0, STATUS_FAILED, "no memory for a row");
  return STATUS_OK;
}

double sheet_first_size(uint64_t most, double times) {
  double first = (double)most;
  while (first >= 1000.0 * times) first /= times;
  return first;
}

int sheet_needs(const struct ladder_request *q, const char *backend) {
  const bool absent = !strcmp(backend, "offload") && device_count() == 0;
  CHECK(!strcmp(q->backend->name, backend), STATUS_USAGE, "%s: only on the %s backend: --backend %s%s",
        q->name, backend, backend,
        absent ? " --device host, which runs a GPU's code on this processor, for no GPU is here" : "");
  return STATUS_OK;
}

int sheet_add(const struct ladder_request *q, const struct sheet_column *columns, json_t *row) {
  char line[LINE] = " ", text[64];
  CHECK(row, STATUS_FAILED, "no memory for a row");
  for (const struct sheet_column *c = columns; c->key; c++)
    put_sheet(line, c, show_value(text, c, json_object_get(row, c->key)));
  if (q->prints) log_say("%s", line);
  CHECK(json_array_append_new(q->rows, row) == 0, STATUS_FAILED, "no memory for a row");
  return STATUS_OK;
}
