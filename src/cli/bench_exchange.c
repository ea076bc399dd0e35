/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi bench exchange: how long rows take from one part of a run to another. */
#include "cli/bench_exchange.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

#include "case/case.h"
#include "method/method.h"
#include "parts/measure.h"
#include "parts/parts.h"
#include "registry/methods.h"
#include "util/error.h"
#include "util/log.h"
#include "util/words.h"

static json_t *microseconds(double seconds) {
  return isfinite(seconds) ? json_real(1e6 * seconds) : json_null();
}

int bench_exchange_read(const char *path, struct exchange_times *t, int *parts) {
  json_error_t why;
  json_t *all = json_load_file(path, 0, &why);
  const json_t *sizes = json_object_get(all, "sizes");
  CHECK(all, STATUS_USAGE, "%s: %s", path, why.text);
  *parts = (int)json_integer_value(json_object_get(all, "parts"));
  t->agreement = 1e-6 * json_number_value(json_object_get(all, "agreement_us"));
  bool complete = *parts > 0 && json_array_size(sizes) == EXCHANGE_SIZES;
  for (int k = 0; k < EXCHANGE_SIZES; k++) {
    const json_t *size = json_array_get(sizes, (size_t)k);
    t->write[k] = 1e-6 * json_number_value(json_object_get(size, "write_us"));
    t->read[k] = 1e-6 * json_number_value(json_object_get(size, "read_us"));
    t->message[k] = 1e-6 * json_number_value(json_object_get(size, "message_us"));
    complete = complete && t->write[k] > 0.0 && t->read[k] > 0.0;
  }
  json_decref(all);
  CHECK(complete, STATUS_USAGE, "%s: expected what 'amphi bench exchange --json' prints", path);
  return STATUS_OK;
}

int bench_exchange(struct execution *e, bool has_keys, bool as_json) {
  struct exchange_times t;
  char text[16];
  CHECK(!has_keys, STATUS_USAGE, "bench exchange has no case, and no keys to set");
  TRY(execution_choose(e, methods[METHOD_WCSPH]));
  TRY(parts_measure(e->backend->name, e->options.device, &t));
  json_t *sizes = json_array(), *all = json_object();
  CHECK(sizes && all, STATUS_FAILED, "no memory");
  if (!as_json)
    log_say("%d part%s, %s, %s\n  to agree    %.1f us\n  bytes       written us   read us   message us",
            parts_count(), parts_count() == 1 ? "" : "s", e->backend->name, parts_library(),
            1e6 * t.agreement);
  for (int k = 0; k < EXCHANGE_SIZES; k++) {
    const size_t bytes = exchange_bytes(k);
    if (!as_json)
      log_say("  %-9s %11.1f %9.1f %12.1f", text_bytes(text, (double)bytes), 1e6 * t.write[k],
              1e6 * t.read[k], 1e6 * t.message[k]);
    json_array_append_new(sizes, json_pack("{s:I, s:o, s:o, s:o}", "bytes", (json_int_t)bytes, "write_us",
                                           microseconds(t.write[k]), "read_us", microseconds(t.read[k]),
                                           "message_us", microseconds(t.message[k])));
  }
  json_object_set_new(all, "parts", json_integer(parts_count()));
  json_object_set_new(all, "backend", json_string(e->backend->name));
  json_object_set_new(all, "mpi", json_string(parts_library()));
  json_object_set_new(all, "agreement_us", microseconds(t.agreement));
  json_object_set_new(all, "sizes", sizes);
  if (as_json) json_dumpf(all, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
  if (as_json) puts("");
  json_decref(all);
  return STATUS_OK;
}
