/* SPDX-License-Identifier: BSD-3-Clause */
#include "view/request.h"

#include <stdint.h>
#include <string.h>

static const char name_characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

bool request_is_name(const char *text) {
  const size_t length = strlen(text);
  return length > 0 && length <= NAME_MAX && *text != '.' && strspn(text, name_characters) == length;
}

/* A file's name: no folder, nothing hidden. */
static bool take_name(char out[NAME_MAX + 1], const char *text) {
  if (!request_is_name(text)) return false;
  strcpy(out, text);
  return true;
}

static const char *after(const char *text, const char *start) {
  const size_t length = strlen(start);
  return strncmp(text, start, length) == 0 ? text + length : NULL;
}

/* "runs", "runs/K", "runs/K/NAME" */
static void take_run(struct request *r, const char *text, size_t run_count) {
  size_t run = 0, digits = strspn(text, "0123456789");
  if (digits == 0 || digits > 4 || (digits > 1 && *text == '0')) return;
  for (size_t i = 0; i < digits; i++) run = 10 * run + (size_t)(text[i] - '0');
  if (run >= run_count) return;
  r->run = run;
  text += digits;
  if (!*text)
    r->kind = REQUEST_RUN;
  else if (*text == '/' && take_name(r->name, text + 1))
    r->kind = REQUEST_FILE;
}

/* "WORD", "WORD/NAME" */
static void take_studio(struct request *r, const char *text) {
  const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz");
  if (length == 0 || length >= sizeof r->word) return;
  memcpy(r->word, text, length);
  text += length;
  if (!*text || (*text == '/' && take_name(r->name, text + 1))) r->kind = REQUEST_STUDIO;
}

/* In a time that does not tell how much of the key is right. */
static bool is_key(const char *text, const char *key) {
  if (strnlen(text, VIEW_KEY) != VIEW_KEY) return false;
  unsigned char differs = 0;
  for (int i = 0; i < VIEW_KEY; i++) differs |= (unsigned char)(text[i] ^ key[i]);
  return !differs;
}

struct request request_parse(const char *target, const char key[VIEW_KEY + 1], size_t run_count) {
  struct request r = {.kind = REQUEST_NOTHING};
  if (*target != '/' || !is_key(target + 1, key) || target[1 + VIEW_KEY] != '/') return r;
  const char *rest = target + VIEW_KEY + 2, *more;
  if (!*rest) {
    r.kind = REQUEST_FRONT;
  } else if (strcmp(rest, "results") == 0) {
    r.kind = REQUEST_RESULTS;
  } else if ((more = after(rest, "studio/"))) {
    take_studio(&r, more);
  } else if ((more = after(rest, "assets/"))) {
    if (take_name(r.name, more)) r.kind = REQUEST_PAGE;
  } else if (strcmp(rest, "runs") == 0) {
    r.kind = REQUEST_RUNS;
  } else if ((more = after(rest, "runs/"))) {
    take_run(&r, more, run_count);
  }
  return r;
}

bool request_host_is_here(const char *host) {
  static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
  for (size_t i = 0; host && i < sizeof names / sizeof *names; i++) {
    const char *rest = after(host, names[i]);
    if (rest && !*rest) return true;
    if (rest && *rest == ':' && rest[1] && strlen(rest) <= 6 && rest[1 + strspn(rest + 1, "0123456789")] == 0)
      return true;
  }
  return false;
}

bool request_origin_is_ours(const char *origin, const char *host) {
  const char *rest = after(origin, "http://");
  return rest && strcmp(rest, host) == 0;
}
