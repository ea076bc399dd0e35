/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 64 }; /* letters that are compared; later ones are ignored */

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

size_t word_distance(const char *a, const char *b) {
  size_t la = strnlen(a, LONGEST), lb = strnlen(b, LONGEST);
  size_t rows[3][LONGEST + 1]; /* the last two rows of the table, and the one being filled */
  size_t *before = rows[0], *last = rows[1], *now = rows[2];
  for (size_t j = 0; j <= lb; j++) last[j] = before[j] = j;
  for (size_t i = 1; i <= la; i++) {
    now[0] = i;
    for (size_t j = 1; j <= lb; j++) {
      size_t best = least(last[j] + 1, now[j - 1] + 1);
      best = least(best, last[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        best = least(best, before[j - 2] + 1);
      now[j] = best;
    }
    size_t *free_row = before;
    before = last;
    last = now;
    now = free_row;
  }
  return last[lb];
}

const char *word_nearest(const char *word, const char *const words[]) {
  const char *nearest = NULL;
  size_t best =
      1 + strnlen(word, LONGEST) / 2; /* beyond this distance it is another word, not a mistyped one */
  if (best > 4) best = 4;
  for (size_t i = 0; words[i]; i++) {
    size_t distance = word_distance(word, words[i]);
    size_t length = strlen(word);
    /* A prefix counts as one mistake: "ref" for "reference". */
    if (length >= 2 && !strncmp(word, words[i], length)) distance = least(distance, 1);
    if (distance < best) {
      best = distance;
      nearest = words[i];
    }
  }
  return nearest;
}

char *text_bytes(char text[16], double bytes) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  int unit = 0;
  for (; bytes >= 1023.5 && unit < 4; unit++) bytes /= 1024;
  snprintf(text, 16, unit && bytes < 99.95 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
  return text;
}

char *text_count(char text[16], double count) {
  static const char *const units[] = {"", " k", " M", " G", " T"};
  int unit = 0;
  for (; count >= 999.5 && unit < 4; unit++) count /= 1000;
  if (!unit)
    snprintf(text, 16, count == floor(count) ? "%.0f" : "%.3g", count);
  else
    snprintf(text, 16, "%.*f%s", count < 9.995 ? 2 : count < 99.95 ? 1 : 0, count, units[unit]);
  return text;
}

char *text_duration(char text[24], double seconds) {
  if (!(seconds >= 0) || seconds > 3.6e8) {
    snprintf(text, 24, "?");
  } else if (seconds < 59.95) {
    snprintf(text, 24, seconds < 9.95 ? "%.1f s" : "%.0f s", seconds);
  } else if (seconds < 3599.5) {
    unsigned whole = (unsigned)lround(seconds);
    snprintf(text, 24, "%u min %02u s", whole / 60, whole % 60);
  } else {
    unsigned minutes = (unsigned)lround(seconds / 60);
    snprintf(text, 24, "%u h %02u min", minutes / 60, minutes % 60);
  }
  return text;
}

void hash_text(char text[HASH_TEXT], uint64_t hash) {
  snprintf(text, HASH_TEXT, "%016" PRIx64, hash);
}
