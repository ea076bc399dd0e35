/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_TEXT_H
#define UTIL_TEXT_H
/* Files of numbers as text, line by line or word by word. What cannot be understood is an error with its
 * line. */
#include <stdbool.h>
#include <stddef.h>

/* Over a text that ends with a 0; reading writes into it. */
struct text {
  const char *path;
  char *next;  /* what is still to be read */
  size_t line; /* number of the line of what was read last */
  bool inside; /* `next` is behind a word in that line */
};

/* Behind the mark of UTF-8 (EF BB BF) that spreadsheets begin a text with. */
char *text_behind_mark(char *text);

/* The next line without its end, or what is left of one; NULL behind the last. */
char *text_line(struct text *t);

/* The next word between blanks and line ends, or NULL at the end. */
char *text_word(struct text *t);

/* The next word as a number, or as a whole one from `least` to `most`. STATUS_USAGE, "PATH:LINE: 'WORD';
 * expected WHAT". */
int text_number(struct text *t, const char *what, double *value);
int text_whole(struct text *t, const char *what, double least, double most, double *value);

/* Whether a line has nothing but blanks and commas. */
bool text_is_blank(const char *line);

/* The next number of a line behind blanks and commas; false if there is none that is finite. */
bool text_next_number(char **at, double *value);

/* `count` numbers and nothing more, behind as many words as `skip` says. */
bool text_numbers(char *line, int skip, double *values, int count);

/* STATUS_USAGE: "PATH:LINE: 'what stands there'; expected WHAT"; of a line that is NULL that the file ends.
 */
int text_fault(const struct text *t, const char *line, const char *expected);

#endif
