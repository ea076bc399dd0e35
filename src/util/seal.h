/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_SEAL_H
#define UTIL_SEAL_H
/* Collision-resistant digests and signatures: BLAKE2b and Ed25519, by libsodium. All as hexadecimal text. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEAL_TEXT = 65, SEAL_SIGNATURE_TEXT = 129 };

int seal_text(char digest[SEAL_TEXT], const void *text, size_t size);

/* Of a file's contents, and how many bytes they are. STATUS_USAGE if it is not there or no regular file,
 * STATUS_FAILED if it cannot be read. */
int seal_file(char digest[SEAL_TEXT], uint64_t *bytes, const char *path);

/* A new key: the secret half in the file `path`, which its owner alone may read, the public one in PATH.pub.
 * STATUS_USAGE where either is there already. */
int seal_make_key(const char *path, char public_key[SEAL_TEXT]);

/* Sign with the secret half in a file; STATUS_USAGE if it is none, or others may read it. */
int seal_sign(char signature[SEAL_SIGNATURE_TEXT], char public_key[SEAL_TEXT], const char *key_path,
              const void *text, size_t size);

/* The public key that a text is, or that stands in the file of that name. */
int seal_public_key(char public_key[SEAL_TEXT], const char *text_or_path);

/* Whether the signature of the text is valid under the public key. */
bool seal_is_signed(const char *public_key, const char *signature, const void *text, size_t size);

/* A random whole number below `bound`, cryptographically secure. */
uint32_t seal_draw(uint32_t bound);

#endif
