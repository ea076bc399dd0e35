/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

char *text_behind_mark(char *text) {
  return strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
}

char *text_line(struct text *t) {
  char *line = t->next;
  if (!line || !*line) return NULL;
  t->next = line + strcspn(line, "\n");
  if (*t->next) *t->next++ = 0;
  t->line += !t->inside;
  t->inside = false;
  const size_t length = strlen(line);
  if (length > 0 && line[length - 1] == '\r') line[length - 1] = 0;
  return line;
}

char *text_word(struct text *t) {
  char *at = t->next;
  for (; at && *at && strchr(" \t\r\n", *at); at++) {
    if (*at != '\n') continue;
    t->line += !t->inside;
    t->inside = false;
  }
  t->next = at;
  if (!at || !*at) return NULL;
  t->line += !t->inside;
  t->inside = true;
  char *word = at;
  while (*at && !strchr(" \t\r\n", *at)) at++;
  t->inside = *at != '\n';
  t->next = *at ? at + 1 : at;
  *at = 0;
  return word;
}

int text_number(struct text *t, const char *what, double *value) {
  char *word = text_word(t), *end;
  if (!word) return text_fault(t, NULL, what);
  *value = strtod(word, &end);
  return end == word || *end || !isfinite(*value) ? text_fault(t, word, what) : STATUS_OK;
}

int text_whole(struct text *t, const char *what, double least, double most, double *value) {
  char *word = text_word(t), *end;
  if (!word) return text_fault(t, NULL, what);
  *value = strtod(word, &end);
  bool good = end != word && !*end && *value >= least && *value <= most && *value == floor(*value);
  return good ? STATUS_OK : text_fault(t, word, what);
}

bool text_is_blank(const char *line) {
  return line[strspn(line, " \t,")] == 0;
}

bool text_next_number(char **at, double *value) {
  char *end;
  *at += strspn(*at, " \t,");
  *value = strtod(*at, &end);
  if (end == *at || (*end && !strchr(" \t,", *end)) || !isfinite(*value)) return false;
  *at = end;
  return true;
}

bool text_numbers(char *line, int skip, double *values, int count) {
  for (; skip > 0; skip--) {
    line += strspn(line, " \t,");
    line += strcspn(line, " \t,");
  }
  for (int k = 0; k < count; k++)
    if (!text_next_number(&line, &values[k])) return false;
  return text_is_blank(line);
}

int text_fault(const struct text *t, const char *line, const char *expected) {
  char shown[41];
  size_t n = 0;
  for (; line && line[n] && n + 1 < sizeof shown; n++) shown[n] = line[n];
  shown[n] = 0;
  for (size_t k = 0; k < n; k++)
    if (!isprint((unsigned char)shown[k])) shown[k] = '?';
  if (!line)
    return error_set(STATUS_USAGE, "%s:%zu: the file ends here; expected %s", t->path, t->line, expected);
  return error_set(STATUS_USAGE, "%s:%zu: '%s'; expected %s", t->path, t->line, shown, expected);
}
