/* SPDX-License-Identifier: BSD-3-Clause */
/* The hash of a state: what changes it, and what must not. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <omp.h>
#include <string.h>
#include <xxhash.h>

#include "registry/backends.h"
#include "setup.h"
#include "wcsph/hash.h"

/* A dam break after some steps, with all compensations in use. */
static void open_trial(struct trial *t) {
  char *const overrides[] = {"dp=0.05", "summation=kahan", NULL};
  trial_open(t, "dambreak-building", overrides, "reference", &(struct execution_options){0});
  for (int k = 0; k < 5; k++) assert_int_equal(wcsph_run_step(&t->run, 0), STATUS_OK);
}

static uint64_t hash_of(struct trial *t) {
  uint64_t hash = 0;
  assert_int_equal(wcsph_run_hash(&t->run, &hash), STATUS_OK);
  return hash;
}

static void exchange(char *x, char *y, size_t bytes) {
  char kept[16];
  memcpy(kept, x, bytes);
  memcpy(x, y, bytes);
  memcpy(y, kept, bytes);
}

/* Particles in another order, in every buffer. */
static void reverse_rows(struct wcsph_state *s) {
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) {
    char *data = state_buffer(s, b);
    size_t bytes = wcsph_buffer_info[b].row_bytes;
    for (uint32_t i = 0; data && i < s->count / 2; i++)
      exchange(data + i * bytes, data + (s->count - 1 - i) * bytes, bytes);
  }
}

static void order_threads_and_the_rest_do_not_matter(void **state) {
  (void)state;
  struct trial t;
  open_trial(&t);
  struct wcsph_state *s = &t.run.state;
  uint64_t hash = hash_of(&t);
  for (int threads = 1; threads <= 7; threads += 3) {
    omp_set_num_threads(threads);
    assert_int_equal(hash_of(&t), hash);
  }
  reverse_rows(s);
  assert_int_equal(hash_of(&t), hash);
  memset(s->rate, 1, s->count * sizeof *s->rate);
  memset(s->listed_pos, 1, s->count * sizeof *s->listed_pos);
  memset(s->vel + s->count, 1, sizeof *s->vel); /* behind the last particle */
  assert_int_equal(hash_of(&t), hash);
  trial_close(&t);
}

/* Any bit of a buffer that the next step reads. */
static void every_bit_matters(void **state) {
  (void)state;
  struct trial t;
  open_trial(&t);
  struct wcsph_state *s = &t.run.state;
  const uint64_t hash = hash_of(&t);
  void *const buffers[] = {s->id,
                           s->pos,
                           s->vel,
                           s->pos_compensation,
                           s->vel_compensation,
                           s->saved_vel,
                           s->saved_vel_compensation};
  const size_t bytes[] = {8, 16, 16, 16, 16, 16, 16};
  const int bits[] = {64, 96, 128, 128, 128, 128, 128}; /* a position has three words */
  const uint32_t particles[] = {0, s->ranges[KIND_FLUID].begin, s->count - 1};
  for (size_t b = 0; b < sizeof buffers / sizeof *buffers; b++)
    for (int p = 0; p < 3; p++)
      for (int bit = 0; bit < bits[b]; bit++) {
        unsigned char *byte = (unsigned char *)buffers[b] + bytes[b] * (size_t)particles[p] + bit / 8;
        *byte ^= (unsigned char)(1 << bit % 8);
        if (hash_of(&t) == hash) fail_msg("buffer %zu, particle %u, bit %d", b, particles[p], bit);
        *byte ^= (unsigned char)(1 << bit % 8);
      }
  assert_int_equal(hash_of(&t), hash);
  trial_close(&t);
}

static void identity_time_and_count_matter(void **state) {
  (void)state;
  struct trial t;
  open_trial(&t);
  struct wcsph_state *s = &t.run.state;
  const uint64_t hash = hash_of(&t);
  uint64_t *one = &s->id[s->ranges[KIND_FLUID].begin], *other = &s->id[s->count - 1], first = *one,
           last = *other;
  *one = last, *other = first; /* two particles change places */
  assert_int_not_equal(hash_of(&t), hash);
  *one = first, *other = last;
  s->count--;
  assert_int_not_equal(hash_of(&t), hash);
  s->count++;
  t.run.step++;
  assert_int_not_equal(hash_of(&t), hash);
  t.run.step--;
  t.run.time += 1e-15;
  assert_int_not_equal(hash_of(&t), hash);
  t.run.time -= 1e-15;
  trial_close(&t);
}

/* Buffers as checkpoint_read gives them: the receiver's to free. */
static void own_buffers(struct checkpoint *c) {
  for (size_t b = 0; b < c->buffer_count; b++) {
    const struct field *f = &c->buffers[b];
    size_t bytes = c->rows[b] * (size_t)f->components * field_type_size(f->type);
    c->buffers[b].data = memcpy(malloc(bytes), f->data, bytes);
    c->buffers[b].name = strdup(f->name);
  }
}

/* A checkpoint resumes to the hash that it names, on every backend, and not to another. */
static void resumes_to_its_hash(void **state) {
  (void)state;
  const char *const backends[] = {"reference", "cpu", "offload"};
  for (int k = 0; k < 6; k++) {
    struct trial t;
    struct checkpoint c;
    open_trial(&t);
    uint64_t hash = hash_of(&t);
    assert_int_equal(wcsph_run_checkpoint(&t.run, &c), STATUS_OK);
    own_buffers(&c);
    wcsph_run_close(&t.run);
    bool other = k >= 3;
    if (other) c.state_hash[3] ^= 1;
    particles_free(&t.particles);
    assert_int_equal(particles_fill(&t.particles, &t.config), STATUS_OK);
    const struct execution_options options = {.device = "host", .threads = 2};
    int status = wcsph_run_resume(&t.run, trial_settings(&t), &t.particles, &c,
                                  wcsph_backend_find(backends[k % 3]), &options);
    assert_int_equal(status, other ? STATUS_USAGE : STATUS_OK);
    if (other)
      assert_non_null(strstr(error_text(), "the hash of its state"));
    else
      assert_int_equal(hash_of(&t), hash);
    free(c.scalars);
    trial_close(&t);
  }
}

/* The definition, byte by byte: hashes are compared with those of other machines and versions. */
static void definition(void **state) {
  (void)state;
  struct position pos[2] = {{.x = 1, .y = 2, .z = 0xfffefdfc}, {.x = 5, .y = 6, .z = 7}};
  uint64_t id[2] = {7, 0x01020304};
  struct vec4 vel[2] = {{1.0f, -2.0f, 0.0f, 0.5f}, {0, 0, 0, 0}}, saved[2] = {{0, 0, 0, 0}, {-0.0f, 0, 0, 0}};
  struct wcsph_state s = {.count = 2, .id = id, .pos = pos, .vel = vel, .saved_vel = saved};
  const unsigned char first[96] = {1, 0, 0,    0,    2, 0, 0, 0,    0xfc, 0xfd, 0xfe, 0xff, 7, 0, 0, 0,
                                   0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0,    0,    0,    0,    0, 0, 0, 0x3f};
  const unsigned char second[96] = {
      [0] = 5, [4] = 6, [8] = 7, [12] = 4, [13] = 3, [14] = 2, [15] = 1, [67] = 0x80};
  assert_int_equal(wcsph_state_hash(&s), XXH3_64bits(first, 96) + XXH3_64bits(second, 96));
  id[1] += 1ull << 40; /* what does not fit into the word is the seed */
  assert_int_equal(wcsph_state_hash(&s), XXH3_64bits(first, 96) + XXH3_64bits_withSeed(second, 96, 1u << 8));
  char text[HASH_TEXT];
  hash_text(text, 0x12345);
  assert_string_equal(text, "0000000000012345");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_threads_and_the_rest_do_not_matter),
      cmocka_unit_test(every_bit_matters),
      cmocka_unit_test(identity_time_and_count_matter),
      cmocka_unit_test(resumes_to_its_hash),
      cmocka_unit_test(definition),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
