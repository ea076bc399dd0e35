/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "util/words.h"

/* Where: "FILE:LINE: KEY: ", "--set KEY: ", or "--set KEY: PART: " for a part of what KEY was set to. */
static int print_place(struct faults *f, const struct node *n, const char *key) {
  if (!n->override) {
    if (!*key) return snprintf(f->text, sizeof f->text, "%s:%zu: ", f->file, n->line);
    return snprintf(f->text, sizeof f->text, "%s:%zu: %s: ", f->file, n->line, key);
  }
  int length = (int)strcspn(n->override, "=");
  if (strlen(key) == (size_t)length && strncmp(key, n->override, (size_t)length) == 0)
    return snprintf(f->text, sizeof f->text, "--set %s: ", key);
  return snprintf(f->text, sizeof f->text, "--set %.*s: %s: ", length, n->override, key);
}

void fault_add(struct faults *f, enum fault_rank rank, const struct node *n, const char *key,
               const char *format, ...) {
  if (f->any && (rank > f->rank || (rank == f->rank && n->order >= f->order))) return;
  f->any = true;
  f->rank = rank;
  f->order = n->order;
  int used = print_place(f, n, key);
  if (used < 0 || (size_t)used >= sizeof f->text) return;
  va_list args;
  va_start(args, format);
  vsnprintf(f->text + used, sizeof f->text - (size_t)used, format, args);
  va_end(args);
}

void nearest_try(struct nearest *n, const char *name) {
  if (n->best && strcasecmp(n->wanted, n->best) == 0) return;
  const char *const pair[] = {n->best ? n->best : name, name, NULL};
  n->best = strcasecmp(n->wanted, name) == 0 ? name : word_nearest(n->wanted, pair);
}

const char *nearest_hint(const struct nearest *n, char hint[FAULT_HINT]) {
  char shown[FAULT_SHOWN];
  hint[0] = 0;
  if (n->best) snprintf(hint, FAULT_HINT, "; did you mean '%s'?", fault_show(shown, n->best));
  return hint;
}

const char *fault_show(char shown[FAULT_SHOWN], const char *text) {
  size_t length = strlen(text);
  bool cut = length > FAULT_SHOWN - 4;
  if (cut) {
    length = FAULT_SHOWN - 4;
    while (length && ((unsigned char)text[length] & 0xc0) == 0x80) length--; /* whole UTF-8 characters */
  }
  for (size_t i = 0; i < length; i++)
    shown[i] = (unsigned char)text[i] < 0x20 || text[i] == 0x7f ? '?' : text[i];
  strcpy(shown + length, cut ? "..." : "");
  return shown;
}
