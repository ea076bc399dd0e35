/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys of checkpoints that stay. */
#include "case/schema.h"

// clang-format off
#define AT(member) .offset = offsetof(struct amphi_case, member)

static const struct schema_row rows[] = {
  {.key = "interval", .type = VALUE_NUMBER, .unit = "s", AT(output.keep.interval), .fallback = "0", .low = 0,
   .high = SCHEMA_LIMIT, .meaning = "Simulated time from one to the next; 0: none are kept"},
  {.key = "count", .type = VALUE_INTEGER, AT(output.keep.count), .fallback = "100", .low = 2, .high = 100000,
   .meaning = "How many at most: before there are more, every other one goes, and the time between them doubles"},
  {.key = "disk", .type = VALUE_NUMBER, .unit = "MiB", AT(output.keep.disk), .fallback = "0", .low = 0,
   .high = SCHEMA_LIMIT, .meaning = "How much space they may take, likewise; 0: without bound"},
};
const struct schema_table schema_keep = {"output.keep", 0, sizeof rows / sizeof *rows, rows};
