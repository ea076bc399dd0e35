/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CHECK_READ_H
#define CHECK_READ_H
/* A case file, read and checked. */
#include "case/case.h"

/* Read and validate `path`; each override is "key=value" as given to --set (dotted keys, list
 * items by index or name). On failure STATUS_USAGE with "file:line: key: ..." as error text.
 * The caller frees with case_free, also after a failure. */
int case_read(struct amphi_case *c, const char *path, char *const overrides[], size_t override_count);

/* The same from `size` bytes of text; `name` stands for the file in messages. */
int case_read_text(struct amphi_case *c, const char *name, const char *text, size_t size,
                   char *const overrides[], size_t override_count);

#endif
