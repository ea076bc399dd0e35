/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_DIGEST_H
#define UTIL_DIGEST_H

enum { DIGEST_TEXT = 33 };

/* xxh3-128 of a file's contents, in hex. STATUS_USAGE with the path if it is not there or no regular file,
 * STATUS_FAILED if it cannot be read. */
int digest_file(const char *path, char digest[DIGEST_TEXT]);

#endif
