/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_ADVICE_H
#define CASE_ADVICE_H
/* What other programs of the kind have and this one has not. */

/* What there is instead of what the word asks for, to follow "unknown key; "; NULL if nothing is known of it.
 */
const char *advice_for(const char *word);

#endif
