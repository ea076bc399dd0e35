/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/seal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"
#include "util/path.h"

enum { READ_PART = 1 << 20, DIGEST_BYTES = 32 };
static_assert(2 * DIGEST_BYTES + 1 == SEAL_TEXT, "a digest as text");
static_assert(2 * crypto_sign_PUBLICKEYBYTES + 1 == SEAL_TEXT, "a public key as text");
static_assert(2 * crypto_sign_SEEDBYTES + 1 == SEAL_TEXT, "a secret key as text");
static_assert(2 * crypto_sign_BYTES + 1 == SEAL_SIGNATURE_TEXT, "a signature as text");

static const char secret_head[] = "amphi secret key ", public_head[] = "amphi public key ";
enum { HEAD = sizeof secret_head - 1, KEY_FILE = HEAD + SEAL_TEXT };
static_assert(sizeof secret_head == sizeof public_head, "heads of one length");

static int begin_seal(void) {
  CHECK(sodium_init() >= 0, STATUS_FAILED, "libsodium cannot begin: the system gives it no random numbers");
  return STATUS_OK;
}

/* ---- digests ---- */

int seal_text(char digest[SEAL_TEXT], const void *text, size_t size) {
  unsigned char bytes[DIGEST_BYTES];
  TRY(begin_seal());
  crypto_generichash(bytes, sizeof bytes, text, size, NULL, 0);
  sodium_bin2hex(digest, SEAL_TEXT, bytes, sizeof bytes);
  return STATUS_OK;
}

static int digest_all(crypto_generichash_state *state, uint64_t *bytes, int fd, const char *path,
                      unsigned char *part) {
  ssize_t n;
  CHECK(part, STATUS_FAILED, "%s: out of memory", path);
  *bytes = 0;
  while ((n = read(fd, part, READ_PART)) != 0) {
    CHECK(n > 0 || errno == EINTR, STATUS_FAILED, "%s: cannot read: %s", path, strerror(errno));
    if (n <= 0) continue;
    crypto_generichash_update(state, part, (size_t)n);
    *bytes += (uint64_t)n;
  }
  return STATUS_OK;
}

int seal_file(char digest[SEAL_TEXT], uint64_t *bytes, const char *path) {
  unsigned char sum[DIGEST_BYTES];
  crypto_generichash_state state;
  size_t size;
  int fd;
  TRY(begin_seal());
  TRY(path_open_input(&fd, path, STATUS_USAGE, &size));
  unsigned char *part = malloc(READ_PART);
  crypto_generichash_init(&state, NULL, 0, sizeof sum);
  const int status = digest_all(&state, bytes, fd, path, part);
  crypto_generichash_final(&state, sum, sizeof sum);
  sodium_bin2hex(digest, SEAL_TEXT, sum, sizeof sum);
  free(part);
  close(fd);
  return status;
}

/* ---- keys ---- */

static bool read_hex(unsigned char *bytes, size_t size, const char *text) {
  size_t length;
  return text && strlen(text) == 2 * size && strspn(text, "0123456789abcdef") == 2 * size &&
         !sodium_hex2bin(bytes, size, text, 2 * size, NULL, &length, NULL) && length == size;
}

/* A line in a file of its own, that must not be there. */
static int write_key(const char *path, const char *head, const char *hex, mode_t mode) {
  char line[KEY_FILE + 1];
  const int length = snprintf(line, sizeof line, "%s%s\n", head, hex);
  const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  CHECK(fd >= 0, errno == EEXIST ? STATUS_USAGE : STATUS_FAILED, "%s: cannot write a key: %s", path,
        errno == EEXIST ? "there is a file of this name, and a key is never replaced" : strerror(errno));
  const bool whole = write(fd, line, (size_t)length) == length && !fsync(fd);
  const int error = errno;
  sodium_memzero(line, sizeof line);
  if (!close(fd) && whole) return path_sync_folder_of(path);
  unlink(path);
  return error_set(STATUS_FAILED, "%s: cannot write a key: %s", path, strerror(error));
}

int seal_make_key(const char *path, char public_key[SEAL_TEXT]) {
  unsigned char seed[crypto_sign_SEEDBYTES], open_half[crypto_sign_PUBLICKEYBYTES],
      secret[crypto_sign_SECRETKEYBYTES];
  char hex[SEAL_TEXT], public_path[PATH_MAX];
  TRY(begin_seal());
  CHECK((size_t)snprintf(public_path, sizeof public_path, "%s.pub", path) < sizeof public_path, STATUS_USAGE,
        "%s: name too long", path);
  CHECK(!path_exists(public_path), STATUS_USAGE,
        "%s: cannot write a key: there is a file of this name, and a key is never replaced", public_path);
  randombytes_buf(seed, sizeof seed);
  crypto_sign_seed_keypair(open_half, secret, seed);
  sodium_bin2hex(hex, sizeof hex, seed, sizeof seed);
  sodium_bin2hex(public_key, SEAL_TEXT, open_half, sizeof open_half);
  int status = write_key(path, secret_head, hex, 0600);
  sodium_memzero(seed, sizeof seed);
  sodium_memzero(secret, sizeof secret);
  sodium_memzero(hex, sizeof hex);
  return status ? status : write_key(public_path, public_head, public_key, 0644);
}

/* The hexadecimal digits behind the head of a key's file. */
static int read_key(char hex[SEAL_TEXT], mode_t *mode, const char *path, const char *head) {
  char line[KEY_FILE + 1] = "";
  struct stat info;
  size_t size;
  int fd;
  TRY(path_open_input(&fd, path, STATUS_USAGE, &size));
  const bool whole = !fstat(fd, &info) && size == KEY_FILE && read(fd, line, KEY_FILE) == KEY_FILE;
  close(fd);
  *mode = info.st_mode;
  const bool right = whole && !strncmp(line, head, HEAD) && line[KEY_FILE - 1] == '\n';
  if (right) memcpy(hex, line + HEAD, SEAL_TEXT - 1), hex[SEAL_TEXT - 1] = 0;
  sodium_memzero(line, sizeof line);
  CHECK(right, STATUS_USAGE, "%s: not a file with a key of amphi ('%s...')", path, head);
  return STATUS_OK;
}

int seal_sign(char signature[SEAL_SIGNATURE_TEXT], char public_key[SEAL_TEXT], const char *key_path,
              const void *text, size_t size) {
  unsigned char seed[crypto_sign_SEEDBYTES], open_half[crypto_sign_PUBLICKEYBYTES],
      secret[crypto_sign_SECRETKEYBYTES], bytes[crypto_sign_BYTES];
  char hex[SEAL_TEXT] = "";
  mode_t mode = 0;
  TRY(begin_seal());
  TRY(read_key(hex, &mode, key_path, secret_head));
  const bool right = read_hex(seed, sizeof seed, hex);
  sodium_memzero(hex, sizeof hex);
  CHECK(right, STATUS_USAGE, "%s: not a secret key of amphi", key_path);
  CHECK(!(mode & 077), STATUS_USAGE, "%s: others may read this secret key: chmod 600 it, or make a new one",
        key_path);
  crypto_sign_seed_keypair(open_half, secret, seed);
  crypto_sign_detached(bytes, NULL, text, size, secret);
  sodium_memzero(seed, sizeof seed);
  sodium_memzero(secret, sizeof secret);
  sodium_bin2hex(signature, SEAL_SIGNATURE_TEXT, bytes, sizeof bytes);
  sodium_bin2hex(public_key, SEAL_TEXT, open_half, sizeof open_half);
  return STATUS_OK;
}

int seal_public_key(char public_key[SEAL_TEXT], const char *text_or_path) {
  unsigned char bytes[crypto_sign_PUBLICKEYBYTES];
  mode_t mode;
  TRY(begin_seal());
  if (read_hex(bytes, sizeof bytes, text_or_path)) {
    memcpy(public_key, text_or_path, SEAL_TEXT);
    return STATUS_OK;
  }
  TRY(read_key(public_key, &mode, text_or_path, public_head));
  CHECK(read_hex(bytes, sizeof bytes, public_key), STATUS_USAGE, "%s: not a public key of amphi",
        text_or_path);
  return STATUS_OK;
}

bool seal_is_signed(const char *public_key, const char *signature, const void *text, size_t size) {
  unsigned char key[crypto_sign_PUBLICKEYBYTES], bytes[crypto_sign_BYTES];
  return !begin_seal() && read_hex(key, sizeof key, public_key) && read_hex(bytes, sizeof bytes, signature) &&
         !crypto_sign_verify_detached(bytes, text, size, key);
}

uint32_t seal_draw(uint32_t bound) {
  return begin_seal() ? 0 : randombytes_uniform(bound);
}
