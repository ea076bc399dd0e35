/* SPDX-License-Identifier: BSD-3-Clause */
/* Digests and signatures against those that RFC 7693, RFC 8032 and their reference programs give, and keys.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"
#include "util/seal.h"

static char folder[] = "/tmp/amphi-seal-XXXXXX";

static const char *in_folder(const char *name) {
  static char path[64];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_file(const char *path, const char *text, mode_t mode) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_true(fputs(text, f) >= 0);
  assert_int_equal(fclose(f), 0);
  assert_int_equal(chmod(path, mode), 0);
}

static void test_digests(void **state) {
  (void)state;
  char digest[SEAL_TEXT], again[SEAL_TEXT];
  uint64_t bytes = 1;
  /* b2sum -l 256 of nothing, and of "abc" */
  assert_int_equal(seal_text(digest, "", 0), STATUS_OK);
  assert_string_equal(digest, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  assert_int_equal(seal_text(digest, "abc", 3), STATUS_OK);
  assert_string_equal(digest, "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
  /* A file of several parts has the digest of its text. */
  enum { LONG = (1 << 20) + 12345 };
  char *text = malloc(LONG + 1);
  assert_non_null(text);
  for (int i = 0; i < LONG; i++) text[i] = (char)('a' + i % 23);
  text[LONG] = 0;
  write_file(in_folder("long"), text, 0644);
  assert_int_equal(seal_text(digest, text, LONG), STATUS_OK);
  assert_int_equal(seal_file(again, &bytes, in_folder("long")), STATUS_OK);
  assert_string_equal(digest, again);
  assert_int_equal(bytes, LONG);
  free(text);
  assert_int_equal(seal_file(again, &bytes, in_folder("none")), STATUS_USAGE);
  assert_int_equal(seal_file(again, &bytes, folder), STATUS_USAGE);
}

/* RFC 8032, 7.1: the tests 1 and 2. */
static void test_signatures(void **state) {
  (void)state;
  static const struct {
    const char *secret, *public_key, *text, *signature;
  } given[] = {
      {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
       "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
       "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
       "d25bf5f0595bbe24655141438e7a100b"},
      {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
       "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "r",
       "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
       "387b2eaeb4302aeeb00d291612bb0c00"}};
  for (size_t k = 0; k < 2; k++) {
    char line[256], signature[SEAL_SIGNATURE_TEXT], key[SEAL_TEXT];
    const size_t size = strlen(given[k].text);
    snprintf(line, sizeof line, "amphi secret key %s\n", given[k].secret);
    unlink(in_folder("rfc"));
    write_file(in_folder("rfc"), line, 0600);
    assert_int_equal(seal_sign(signature, key, in_folder("rfc"), given[k].text, size), STATUS_OK);
    assert_string_equal(signature, given[k].signature);
    assert_string_equal(key, given[k].public_key);
    assert_true(seal_is_signed(key, signature, given[k].text, size));
    assert_false(seal_is_signed(key, signature, "other", 5));
    assert_false(seal_is_signed(given[!k].public_key, signature, given[k].text, size));
    for (size_t i = 0; i < SEAL_SIGNATURE_TEXT - 1; i += 7) {
      char other[SEAL_SIGNATURE_TEXT];
      memcpy(other, signature, sizeof other);
      other[i] = other[i] == '0' ? '1' : '0';
      assert_false(seal_is_signed(key, other, given[k].text, size));
    }
    assert_false(seal_is_signed(key, "", given[k].text, size));
    assert_false(seal_is_signed("", signature, given[k].text, size));
    assert_false(seal_is_signed(NULL, NULL, given[k].text, size));
  }
}

static void test_keys(void **state) {
  (void)state;
  char a[SEAL_TEXT], b[SEAL_TEXT], key[SEAL_TEXT], signature[SEAL_SIGNATURE_TEXT];
  struct stat info;
  assert_int_equal(seal_make_key(in_folder("mine"), a), STATUS_OK);
  assert_int_equal(stat(in_folder("mine"), &info), 0);
  assert_int_equal(info.st_mode & 0777, 0600);
  assert_int_equal(seal_make_key(in_folder("mine"), b), STATUS_USAGE);
  assert_int_equal(seal_make_key(in_folder("yours"), b), STATUS_OK);
  assert_string_not_equal(a, b);
  assert_int_equal(seal_public_key(key, in_folder("mine.pub")), STATUS_OK);
  assert_string_equal(key, a);
  assert_int_equal(seal_public_key(key, a), STATUS_OK);
  assert_int_equal(seal_public_key(key, in_folder("mine")), STATUS_USAGE);
  assert_int_equal(seal_public_key(key, "0123"), STATUS_USAGE);
  assert_int_equal(seal_sign(signature, key, in_folder("mine"), "x", 1), STATUS_OK);
  assert_true(seal_is_signed(a, signature, "x", 1));
  assert_int_equal(seal_sign(signature, key, in_folder("mine.pub"), "x", 1), STATUS_USAGE);
  assert_int_equal(chmod(in_folder("mine"), 0640), 0);
  assert_int_equal(seal_sign(signature, key, in_folder("mine"), "x", 1), STATUS_USAGE);
  write_file(in_folder("short"), "amphi secret key 12\n", 0600);
  assert_int_equal(seal_sign(signature, key, in_folder("short"), "x", 1), STATUS_USAGE);
}

static void test_draws(void **state) {
  (void)state;
  int seen[5] = {0};
  for (int k = 0; k < 1000; k++) {
    const uint32_t drawn = seal_draw(5);
    assert_true(drawn < 5);
    seen[drawn]++;
  }
  for (int k = 0; k < 5; k++) assert_true(seen[k] > 100); /* below that once in 10^20 */
}

static int begin(void **state) {
  (void)state;
  return !mkdtemp(folder);
}

static int end(void **state) {
  (void)state;
  static const char *const names[] = {"long", "rfc", "mine", "mine.pub", "yours", "yours.pub", "short"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) unlink(in_folder(names[k]));
  return rmdir(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_digests), cmocka_unit_test(test_signatures),
                                     cmocka_unit_test(test_keys), cmocka_unit_test(test_draws)};
  return cmocka_run_group_tests(tests, begin, end);
}
