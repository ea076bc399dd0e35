/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char text[2048];

int error_set(enum status code, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return code;
}

int error_prefix(int code, const char *format, ...) {
  char whole[sizeof text];
  va_list args;
  va_start(args, format);
  int used = vsnprintf(whole, sizeof whole, format, args);
  va_end(args);
  if (used >= 0 && (size_t)used + 2 < sizeof whole) {
    size_t room = sizeof whole - (size_t)used - 3; /* beside ": " and the end */
    snprintf(whole + used, sizeof whole - (size_t)used, ": %.*s", (int)room, text);
  }
  memcpy(text, whole, sizeof text);
  return code;
}

const char *error_text(void) {
  return text;
}
