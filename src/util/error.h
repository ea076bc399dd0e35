/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_ERROR_H
#define UTIL_ERROR_H
/* Errors: a function that can fail returns a status; the text of the last failure is kept
 * per thread until the command line prints it. Callers pass a failure on with TRY. */

/* The values are amphi's exit statuses. */
enum status {
  STATUS_OK = 0,
  STATUS_FAILED = 1,   /* the system said no: disk full, no memory, unreadable file */
  STATUS_USAGE = 2,    /* the user's input is wrong: case file, option, foreign checkpoint */
  STATUS_DIVERGED = 3, /* the simulation itself broke down */
};

/* Record the text (printf style) and return `code`, so that callers write `return error_set(...)`. */
int error_set(enum status code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Put `context: ` before the recorded text; returns `code`. */
int error_prefix(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The last recorded text of this thread, "" if none; valid until the next error_set. */
const char *error_text(void);

#define TRY(call)                                                                                            \
  do {                                                                                                       \
    int status_ = (call);                                                                                    \
    if (status_ != STATUS_OK) return status_;                                                                \
  } while (0)

#define CHECK(condition, code, ...)                                                                          \
  do {                                                                                                       \
    if (!(condition)) return error_set(code, __VA_ARGS__);                                                   \
  } while (0)

#endif
