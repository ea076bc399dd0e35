/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_MEND_H
#define IMPORT_MEND_H
/* What the peer's pre-processor reads and XML forbids, made XML, line by line: '<' in attributes, '&' that
 * begins no reference, '--' in comments, declarations behind other things, words outside of all elements,
 * attributes without a blank between. Every tenth of its users' files has some of it. */
#include <stddef.h>

/* Comments and declarations become instructions of this name, for they part words. */
#define MEND_REMARK "c"

/* *mended is the caller's to free. STATUS_USAGE with path and line for a quote, comment or declaration that
 * is not closed, and for document types and CDATA. */
int mend_xml(const char *path, const char *data, char **mended, size_t *size);

#endif
