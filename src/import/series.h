/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_SERIES_H
#define IMPORT_SERIES_H
/* Values along time, of a document's elements or of a file beside it, joined by straight lines. */
#include "import/context.h"

enum { SERIES_VALUES = 6 };
struct series {
  size_t count;
  double (*row)[1 + SERIES_VALUES]; /* s, which do not fall, and values; NaN: "none" */
};

/* What `tag` elements of `n` say in attributes `time` and `names` (ended by NULL), or the file that attribute
 * `file` of `n` names. A missing attribute is `missing`. The caller frees, also after a failure. */
int series_read(struct import *m, struct xml_node *n, const char *tag, const char *const *names,
                const char *file, double missing, struct series *s);
void series_free(struct series *s);

/* A row more; a time before the last one is a fault. */
int series_add(struct import *m, struct xml_node *n, struct series *s, const double row[1 + SERIES_VALUES]);

/* The values at a time; before the first row and behind the last one, those. Where a row has none there is
 * none until the next, and before such a row the value stays. */
void series_at(const struct series *s, double time, double v[SERIES_VALUES]);

/* Times of all rows of several series, ascending, each once: with a moment before each jump, and one behind
 * the last, so that rows at these times, joined by straight lines, are the series. The caller frees *times.
 */
int series_times(const struct series *s, int several, double **times, size_t *count);

/* For qsort: of two times, doubles, which is the earlier. */
int series_by_time(const void *a, const void *b);

/* One value, that was none, is another number at some time. */
bool series_any(const struct series *s, int column);

#endif
