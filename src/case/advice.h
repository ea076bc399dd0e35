/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_ADVICE_H
#define CASE_ADVICE_H
/* Advice on words of other SPH programs that are no keys or features of this one. */

/* What this program has instead, as text to follow "unknown key; "; NULL if the word is not known. */
const char *advice_for(const char *word);

#endif
