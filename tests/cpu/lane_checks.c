/* SPDX-License-Identifier: BSD-3-Clause */
/* What lane/lane.h promises, against scalar loops. Compiled once an instruction set, like the code of the
 * cpu backend (LANES and ISA come from the build), and once for LANES 1. With LANE_CHECKS_MAIN it is a
 * program of its own, for a processor that is emulated. */
#include "lane_checks.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lane/lane_double.h"

enum { ROUNDS = 200, ROWS = 64 };

static char problem[256];
#define EXPECT(condition, ...)                                                                               \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      snprintf(problem, sizeof problem, __VA_ARGS__);                                                        \
      return problem;                                                                                        \
    }                                                                                                        \
  } while (0)

/* Same bits: -0 is not 0, a NaN is itself. */
static bool same(float a, float b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

static uint32_t random_word(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (uint32_t)(state >> 16);
}

/* Any finite number, now and then one where comparisons and roots are special. */
static float random_float(void) {
  static const float special[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1e-42f, -1e-42f, 3.4e38f};
  uint32_t word = random_word();
  if (word % 8 == 0) return special[word / 8 % 8];
  float x;
  do {
    word = random_word();
    memcpy(&x, &word, sizeof x);
  } while (!isfinite(x));
  return x;
}

/* Vectors to and from arrays, which hold for LANES 1 too. */
static real_t load(const float *x) {
  real_t v;
  memcpy(&v, x, sizeof v);
  return v;
}
static int_t load_int(const int32_t *x) {
  int_t v;
  memcpy(&v, x, sizeof v);
  return v;
}
static void fill(float x[LANES]) {
  for (int l = 0; l < LANES; l++) x[l] = random_float();
}

struct floats {
  float x[LANES];
};
static struct floats out(real_t v) {
  struct floats f;
  memcpy(f.x, &v, sizeof f.x);
  return f;
}

/* ---- what every number of lanes has ---- */

static const char *check_choice(void) {
  for (int round = 0; round < ROUNDS; round++) {
    float a[LANES], b[LANES];
    fill(a), fill(b);
    if (round % 4 == 0) memcpy(b, a, sizeof b);
    mask_t less = load(a) < load(b);
    struct floats max = out(lane_max(load(a), load(b))), min = out(lane_min(load(a), load(b)));
    struct floats chosen = out(lane_select(less, load(a), load(b))), size = out(lane_abs(load(a)));
    unsigned bits = lane_bits(less);
    EXPECT(bits >> LANES == 0 || LANES == 32, "bits %x beyond %d lanes", bits, LANES);
    for (int l = 0; l < LANES; l++) {
      EXPECT(same(max.x[l], a[l] > b[l] ? a[l] : b[l]), "max(%a, %a) = %a", a[l], b[l], max.x[l]);
      EXPECT(same(min.x[l], a[l] < b[l] ? a[l] : b[l]), "min(%a, %a) = %a", a[l], b[l], min.x[l]);
      EXPECT(same(chosen.x[l], a[l] < b[l] ? a[l] : b[l]), "select(%a < %a) = %a", a[l], b[l], chosen.x[l]);
      EXPECT((bits >> l & 1) == (a[l] < b[l]), "bit %d of %x for %a < %a", l, bits, a[l], b[l]);
      EXPECT(isnan(a[l]) || size.x[l] == fabsf(a[l]), "abs(%a) = %a", a[l], size.x[l]);
    }
  }
  return NULL;
}

static const char *check_sqrt(void) {
  for (int round = 0; round < ROUNDS; round++) {
    float a[LANES];
    fill(a);
    for (int l = 0; l < LANES; l++) a[l] = fabsf(a[l]);
    struct floats root = out(lane_sqrt(load(a)));
    for (int l = 0; l < LANES; l++) { /* the double root, rounded once more, is the correctly rounded one */
      float want = (float)sqrt((double)a[l]);
      EXPECT(same(root.x[l], want) || (isnan(want) && isnan(root.x[l])), "sqrt(%a) = %a", a[l], root.x[l]);
    }
  }
  return NULL;
}

static const char *check_integers(void) {
  for (int round = 0; round < ROUNDS; round++) {
    int32_t a[LANES], b[LANES], sum[LANES], difference[LANES], whole[LANES];
    float x[LANES];
    for (int l = 0; l < LANES; l++) {
      a[l] = (int32_t)random_word(), b[l] = (int32_t)random_word();
      x[l] = (float)((double)a[l] / 2147483648.0 * (l % 2 ? 2e9 : 10.0));
    }
    int_t s = lane_add_wrap(load_int(a), load_int(b)), d = lane_subtract_wrap(load_int(a), load_int(b));
    int_t w = lane_to_int(load(x));
    memcpy(sum, &s, sizeof s), memcpy(difference, &d, sizeof d), memcpy(whole, &w, sizeof w);
    struct floats real = out(lane_from_int(load_int(a))), bits = out(lane_bits_to_real(load_int(a)));
    struct floats set = out(lane_set(x[0]));
    for (int l = 0; l < LANES; l++) {
      EXPECT(sum[l] == (int32_t)((uint32_t)a[l] + (uint32_t)b[l]), "%d + %d = %d", a[l], b[l], sum[l]);
      EXPECT(difference[l] == (int32_t)((uint32_t)a[l] - (uint32_t)b[l]), "%d - %d = %d", a[l], b[l],
             difference[l]);
      EXPECT(whole[l] == (int32_t)x[l], "to_int(%a) = %d", x[l], whole[l]);
      EXPECT(same(real.x[l], (float)a[l]), "from_int(%d) = %a", a[l], real.x[l]);
      EXPECT(memcmp(&bits.x[l], &a[l], 4) == 0, "the bits of %x changed", (unsigned)a[l]);
      EXPECT(same(set.x[l], x[0]), "set(%a) = %a in lane %d", x[0], set.x[l], l);
    }
  }
  return NULL;
}

/* Numbers that are far from, near to and just on a half, up to 2^51. */
static float random_quanta(void) {
  static const float special[] = {
      0.5f,  -0.5f,          1.5f,           -1.5f,           2.5f,   -2.5f,      0.0f,
      -0.0f, 0x1.fffffep-2f, 0x1.fffffep50f, -0x1.fffffep50f, 1e-42f, 8388607.5f, -4194304.5f};
  uint32_t word = random_word();
  if (word % 4 == 0) return special[word / 4 % 14];
  return ldexpf((float)(int32_t)random_word(), (int)(word / 4 % 50) - 31);
}

static int64_t total_of(wide_t v) {
  int64_t a[LANES], total = 0;
  memcpy(a, &v, sizeof v);
  for (int l = 0; l < LANES; l++) total += a[l];
  return total;
}

static const char *check_wide(void) {
  for (int round = 0; round < ROUNDS; round++) {
    float x[LANES], y[LANES];
    int64_t a[LANES], b[LANES], sum[LANES];
    for (int l = 0; l < LANES; l++) x[l] = random_quanta(), y[l] = random_quanta();
    wide_t v = lane_round(load(x)), w = lane_round(load(y)), both = lane_wide_add(v, w);
    memcpy(a, &v, sizeof v), memcpy(b, &w, sizeof w), memcpy(sum, &both, sizeof both);
    int64_t less[LANES], total = 0;
    wide_t difference = lane_wide_subtract(v, w), gathered = lane_wide_gather(v, w);
    memcpy(less, &difference, sizeof difference);
    struct floats back = out(lane_from_wide(both)), larger = out(lane_max_abs(load(x), load(y)));
    for (int l = 0; l < LANES; l++) {
      EXPECT(a[l] == (int64_t)nearbyint((double)x[l]), "round(%a) = %lld", x[l], (long long)a[l]);
      EXPECT(sum[l] == a[l] + b[l], "%lld + %lld = %lld", (long long)a[l], (long long)b[l],
             (long long)sum[l]);
      EXPECT(less[l] == a[l] - b[l], "%lld - %lld = %lld", (long long)a[l], (long long)b[l],
             (long long)less[l]);
      total += sum[l];
      EXPECT(same(back.x[l], (float)sum[l]), "from_wide(%lld) = %a", (long long)sum[l], back.x[l]);
      EXPECT(same(larger.x[l], fmaxf(fabsf(x[l]), fabsf(y[l]))), "max_abs(%a, %a) = %a", x[l], y[l],
             larger.x[l]);
    }
    EXPECT(total_of(gathered) == total, "gathered %lld of %lld", (long long)total_of(gathered),
           (long long)total);
  }
  return NULL;
}

static const char *check_double(void) {
  for (int round = 0; round < ROUNDS; round++) {
    float x[LANES], y[LANES];
    double sum[LANES], less[LANES];
    for (int l = 0; l < LANES; l++) x[l] = random_quanta(), y[l] = 0x1p-20f * random_quanta();
    wide_t v = lane_double(load(x)), w = lane_double(load(y));
    wide_t both = lane_double_add(v, w), difference = lane_double_subtract(v, w);
    memcpy(sum, &both, sizeof both), memcpy(less, &difference, sizeof difference);
    struct floats back = out(lane_from_double(both));
    for (int l = 0; l < LANES; l++) {
      EXPECT(sum[l] == (double)x[l] + (double)y[l], "%a + %a = %a", x[l], y[l], sum[l]);
      EXPECT(less[l] == (double)x[l] - (double)y[l], "%a - %a = %a", x[l], y[l], less[l]);
      EXPECT(same(back.x[l], (float)sum[l]), "from_double(%a) = %a", sum[l], back.x[l]);
    }
#if LANES > 1
    double total = 0.0;
    for (int l = 0; l < LANES; l++) total += (double)x[l];
    EXPECT(fabs(lane_double_total(v) - total) <= 1e-12 * LANES * 0x1p50, "the total of %a is %a", total,
           lane_double_total(v));
#endif
  }
  return NULL;
}

/* ---- what takes more than one lane ---- */

#if LANES > 1

static const char *check_transpose(void) {
  float m[4][LANES];
  for (int row = 0; row < 4; row++) fill(m[row]);
  real_t v[4] = {load(m[0]), load(m[1]), load(m[2]), load(m[3])};
  lane_transpose4(&v[0], &v[1], &v[2], &v[3]);
  for (int row = 0; row < 4; row++) {
    struct floats got = out(v[row]);
    for (int l = 0; l < LANES; l++) /* within each part of four */
      EXPECT(same(got.x[l], m[l % 4][l / 4 * 4 + row]), "row %d, lane %d", row, l);
  }
  return NULL;
}

static float table[ROWS][8] __attribute__((aligned(64)));
static void fill_table(void) {
  for (int row = 0; row < ROWS; row++)
    for (int k = 0; k < 8; k++) table[row][k] = random_float();
}

/* Rows of 16 and of 32 bytes by entries of four times their number, either record of the latter. */
static const char *check_gather(void) {
  for (int round = 0; round < ROUNDS; round++) {
    uint32_t entry[LANES];
    fill_table();
    for (int l = 0; l < LANES; l++) entry[l] = random_word() % ROWS * 4;
    for (int kind = 0; kind < 3; kind++) {
      int scale = kind == 0 ? 4 : 8, part = kind == 2;
      real_t v[4];
      lane_gather4(table, scale, part, entry, &v[0], &v[1], &v[2], &v[3]);
      for (int k = 0; k < 4; k++) {
        struct floats got = out(v[k]);
        for (int l = 0; l < LANES; l++) {
          const float *row = &table[0][0] + entry[l] * (uint32_t)scale / 4 + 4 * part;
          EXPECT(same(got.x[l], row[k]), "scale %d, part %d, word %d, lane %d", scale, part, k, l);
        }
      }
    }
  }
  return NULL;
}

static const char *check_join(void) {
  float before[ROWS][8];
  uint32_t entry[LANES];
  fill_table();
  memcpy(before, table, sizeof table);
  for (uint32_t l = 0; l < LANES; l++) entry[l] = (l * 7 + 3) % ROWS * 4; /* no row twice */
  real_t v = lane_join(table, 8, 1, entry);
  struct floats got = out(v);
  for (int l = 0; l < LANES; l++)
    EXPECT(same(got.x[l], table[entry[l / 4 * 4] / 4][4 + l % 4]), "lane %d", l);
  lane_part_out(v, table, 8, 0, entry);
  for (int part = 0; part < LANES / 4; part++) {
    float *row = table[entry[4 * part] / 4];
    EXPECT(memcmp(row, row + 4, 16) == 0, "part %d is not where it belongs", part);
    lane_vec4 record = lane_part(v, part);
    EXPECT(memcmp(row, &record, 16) == 0, "lane_part %d", part);
    memcpy(row, before[entry[4 * part] / 4], 16);
  }
  EXPECT(memcmp(before, table, sizeof table) == 0, "other rows were written");
  return NULL;
}

/* Rows of four 64-bit numbers: those at entry[0], entry[4], ..., as lanes of lane_join come out of
 * lane_round. */
static const char *check_wide_rows(void) {
  int64_t rows[ROWS][4] __attribute__((aligned(64))), before[ROWS][4], got[LANES], total = 0;
  uint32_t entry[LANES];
  for (int row = 0; row < ROWS; row++)
    for (int k = 0; k < 4; k++) rows[row][k] = (int64_t)random_word() << 20 | random_word();
  for (uint32_t l = 0; l < LANES; l++) entry[l] = (l * 7 + 3) % ROWS * 4;
  wide_t v = lane_join_wide(rows, 8, entry);
  memcpy(got, &v, sizeof v);
  for (int l = 0; l < LANES; l++) {
    EXPECT(got[l] == rows[entry[l / 4 * 4] / 4][l % 4], "lane %d", l);
    total += got[l];
  }
  EXPECT(lane_wide_total(v) == total, "the lanes add up to %lld", (long long)lane_wide_total(v));
  wide_t four[4] = {v, lane_join_wide(rows, 8, entry + 1), lane_join_wide(rows, 8, entry + 2),
                    lane_join_wide(rows, 8, entry + 3)};
  lane_transpose4_wide(&four[0], &four[1], &four[2], &four[3]);
  for (int k = 0; k < 4; k++) { /* within each part of four, which were rows, and are columns now */
    memcpy(got, &four[k], sizeof four[k]);
    for (int l = 0; l < LANES; l++)
      EXPECT(got[l] == rows[entry[l / 4 * 4 + l % 4] / 4][k], "transposed: vector %d, lane %d", k, l);
  }
  memcpy(before, rows, sizeof rows);
  for (int l = 0; l < LANES; l++) rows[entry[l / 4 * 4] / 4][l % 4] = 0;
  lane_part_out_wide(v, rows, 8, entry);
  EXPECT(memcmp(before, rows, sizeof rows) == 0, "lane_part_out_wide is not the reverse of lane_join_wide");
  return NULL;
}

static const char *check_load_store(void) {
  for (int row_bytes = 16; row_bytes <= 32; row_bytes += 16) {
    float to[ROWS][8], expected[ROWS][8];
    real_t v[4];
    fill_table();
    lane_load4(table, &v[0], &v[1], &v[2], &v[3]);
    for (int k = 0; k < 4; k++) {
      struct floats got = out(v[k]);
      for (int l = 0; l < LANES; l++)
        EXPECT(same(got.x[l], table[l / 2][l % 2 * 4 + k]), "load %d, %d", k, l);
    }
    memset(to, 0, sizeof to), memset(expected, 0, sizeof expected);
    int part = row_bytes == 32;
    lane_store4(to, row_bytes, part, v[0], v[1], v[2], v[3]);
    for (int l = 0; l < LANES; l++)
      memcpy((char *)expected + l * row_bytes + 16 * part, (char *)table + 16 * l, 16);
    EXPECT(memcmp(to, expected, sizeof to) == 0, "store to rows of %d bytes", row_bytes);
  }
  return NULL;
}

static const char *check_count_and_maximum(void) {
  int_t n = lane_count();
  for (int l = 0; l < LANES; l++) EXPECT(n[l] == l, "lane %d counts %d", l, n[l]);
  for (int round = 0; round < ROUNDS; round++) {
    float a[LANES], most;
    fill(a);
    for (int l = 0; l < LANES; l++)
      if (isnan(a[l])) a[l] = -1.0f;
    most = a[0];
    for (int l = 1; l < LANES; l++) most = fmaxf(most, a[l]);
    EXPECT(lane_max_across(load(a)) == most, "the largest is %a, not %a", most, lane_max_across(load(a)));
  }
  return NULL;
}

static const char *check_pad(void) {
  for (uint32_t count = 0; count <= LANES; count++) {
    uint32_t entries[LANES], padded[LANES + 1] = {0};
    for (int l = 0; l < LANES; l++) entries[l] = random_word();
    padded[LANES] = 77;
    lane_pad(entries, count, 123456u, padded);
    for (uint32_t l = 0; l < LANES; l++)
      EXPECT(padded[l] == (l < count ? entries[l] : 123456u), "%u of %d: lane %u is %u", count, LANES, l,
             padded[l]);
    EXPECT(padded[LANES] == 77, "%u of %d: written beyond the end", count, LANES);
  }
  return NULL;
}

static const char *check_pack(void) {
  for (unsigned bits = 0; LANE_PACKS && bits < 1u << LANES;
       bits += 1 + (LANES == 16) * (random_word() % 16)) {
    float a[LANES], packed[LANES + 1];
    fill(a);
    packed[LANES] = 77.0f;
    lane_pack(load(a), bits, packed);
    int n = 0;
    for (int l = 0; l < LANES; l++)
      if (bits >> l & 1) EXPECT(same(packed[n++], a[l]), "bits %x, lane %d", bits, l);
    EXPECT(packed[LANES] == 77.0f, "bits %x: written beyond the end", bits);
  }
  return NULL;
}

static const char *check_compress(void) {
  for (unsigned bits = 0; bits < 1u << LANES; bits += 1 + (LANES == 16) * (random_word() % 16)) {
    uint32_t packed[LANES + 1], flags[LANES + 1], first = random_word() % 1000000;
    uint32_t step = 1 + random_word() % 4;
    const int32_t odd = 1 << random_word() % 8;
    packed[LANES] = flags[LANES] = 77;
    lane_compress_ints(lane_flag((lane_count() & 1) == 1, odd), bits, flags);
    unsigned found = lane_compress(first, step, bits, packed), n = 0;
    for (uint32_t l = 0; l < LANES; l++)
      if (bits >> l & 1) {
        EXPECT(packed[n] == step * (first + l), "bits %x, lane %u: %u", bits, l, packed[n]);
        EXPECT(flags[n] == (l % 2 ? (uint32_t)odd : 0), "bits %x, lane %u: flag %u", bits, l, flags[n]);
        n++;
      }
    EXPECT(found == n, "bits %x: %u of %u", bits, found, n);
    EXPECT(packed[LANES] == 77 && flags[LANES] == 77, "bits %x: written beyond the end", bits);
  }
  return NULL;
}

#endif

#define CHECK_ROW(name)                                                                                      \
  { #name, check_##name }

extern const struct lane_check LANE_CHECKS(ISA)[];
const struct lane_check LANE_CHECKS(ISA)[] = {
    CHECK_ROW(choice),    CHECK_ROW(sqrt),       CHECK_ROW(integers),
    CHECK_ROW(wide),      CHECK_ROW(double),
#if LANES > 1
    CHECK_ROW(transpose), CHECK_ROW(gather),     CHECK_ROW(join),
    CHECK_ROW(wide_rows), CHECK_ROW(load_store), CHECK_ROW(count_and_maximum),
    CHECK_ROW(pad),       CHECK_ROW(pack),       CHECK_ROW(compress),
#endif
    {NULL, NULL},
};

#ifdef LANE_CHECKS_MAIN
int main(void) {
  int failed = 0;
  for (const struct lane_check *c = LANE_CHECKS(ISA); c->name; c++) {
    const char *text = c->run();
    printf("%s: %s\n", c->name, text ? text : "holds");
    failed += text != NULL;
  }
  return failed > 0;
}
#endif
