/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_ADVICE_H
#define CASE_ADVICE_H
/* Advice on words of other SPH programs that are no keys or features of this one. */

/* What this program has instead of a word, as text to follow "unknown key; "; NULL if the word is not known.
 * `key` is the dotted key at which the word stands, "" where there is none. */
const char *advice_for(const char *key, const char *word);

#endif
