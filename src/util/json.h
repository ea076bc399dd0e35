/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_JSON_H
#define UTIL_JSON_H
/* What jansson leaves open. */
#include <jansson.h>
#include <math.h>

/* JSON has no word for NaN and infinity: they are null. */
static inline json_t *json_number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

/* json_dumps for the caller to free, but NULL without memory: jansson's own (2.14) then may lack a part in
 * the middle. */
char *json_text(const json_t *json, size_t flags);

/* A text that may be any bytes, as the name of a file may: JSON is UTF-8, and in what is not the bytes beyond
 * ASCII become \xE9 and the like, and a backslash two. NULL is null. */
json_t *json_name(const char *text);

#endif
