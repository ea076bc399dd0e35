/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/gauge.h"

#include <stdio.h>
#include <string.h>

const struct gauge_row gauge_rows[GAUGE_KINDS] = {
#define X(kind, word, stand, needs, flat, deep, exported, meaning)                                           \
  [GAUGE_##kind] = {word, stand, needs, {flat, deep}, exported, meaning},
    GAUGES(X)
#undef X
};

bool gauge_is_spread(enum gauge_kind kind) {
  return strchr(gauge_rows[kind].columns[0], '#');
}

static const char *columns_of(const struct gauge *g, int dimensions) {
  return gauge_rows[g->kind].columns[dimensions == 3];
}

/* Columns of one place; of a gauge without places all of them. */
static int columns_each(const struct gauge *g, int dimensions) {
  int count = 1;
  for (const char *at = columns_of(g, dimensions); *at; at++) count += *at == ',';
  return count;
}

int gauge_columns(const struct gauge *g, int dimensions) {
  const int each = columns_each(g, dimensions);
  return (gauge_is_spread(g->kind) ? g->places * each : each) + (g->moves ? dimensions : 0);
}

void gauge_column(const struct gauge *g, int dimensions, int k, char text[GAUGE_COLUMN]) {
  const int each = columns_each(g, dimensions);
  if (g->moves && k >= each) {
    snprintf(text, GAUGE_COLUMN, ".at.%c [m]", "xyz"[k - each]);
    return;
  }
  const char *from = columns_of(g, dimensions);
  for (int skip = k % each; skip > 0; skip--) from = strchr(from, ',') + 1;
  const int length = (int)strcspn(from, ","), before = (int)strcspn(from, "#");
  if (before < length)
    snprintf(text, GAUGE_COLUMN, "%.*s%d%.*s", before, from, k / each + 1, length - before - 1,
             from + before + 1);
  else
    snprintf(text, GAUGE_COLUMN, "%.*s", length, from);
}
