/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_WORDS_H
#define UTIL_WORDS_H
/* Words that people type: the name they may have meant, quantities as text. */
#include <stddef.h>
#include <stdint.h>

/* Edits (insert, delete, replace a letter, swap two neighbours) that turn a into b. */
size_t word_distance(const char *a, const char *b);

/* The nearest of a NULL-terminated list, or NULL if none is near enough to have been meant. */
const char *word_nearest(const char *word, const char *const words[]);

/* "12.3 MiB", "845 B"; returns text. */
char *text_bytes(char text[16], double bytes);

/* "5.81 M", "734"; returns text. */
char *text_count(char text[16], double count);

/* "2 h 03 min", "1 min 05 s", "3.2 s"; returns text. */
char *text_duration(char text[24], double seconds);

/* A hash as it stands in files: 16 hexadecimal digits. */
enum { HASH_TEXT = 17 };
void hash_text(char text[HASH_TEXT], uint64_t hash);

#endif
