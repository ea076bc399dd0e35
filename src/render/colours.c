/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/colours.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

const char *const colour_maps[] = {"viridis", "turbo", "coolwarm", "grey", NULL};

/* Colours at equal distances, red, green, blue. */
static const uint32_t viridis[] = {0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d,
                                   0x2c728e, 0x26828e, 0x21918c, 0x1fa088, 0x28ae80, 0x3fbc73,
                                   0x5ec962, 0x84d44b, 0xaddc30, 0xd8e219, 0xfde725};
static const uint32_t turbo[] = {0x30123b, 0x392a73, 0x4040a2, 0x4456c7, 0x466be3, 0x4680f6, 0x4294ff,
                                 0x37a8fa, 0x28bceb, 0x1ccdd8, 0x18ddc2, 0x1fe9af, 0x32f298, 0x4ef97d,
                                 0x6dfe62, 0x8bff4b, 0xa4fc3c, 0xb9f635, 0xcdec34, 0xdfdf37, 0xeecf3a,
                                 0xf8be39, 0xfdac34, 0xfe962b, 0xfb7e21, 0xf46617, 0xeb500e, 0xdf3f08,
                                 0xd02f05, 0xbe2102, 0xa91601, 0x920b01, 0x7a0403};
static const uint32_t coolwarm[] = {0x3b4cc0, 0x4e68d8, 0x6282ea, 0x779af7, 0x8db0fe, 0xa3c2fe,
                                    0xb9d0f9, 0xccd9ed, 0xdddcdc, 0xecd3c5, 0xf5c4ac, 0xf7b093,
                                    0xf4987a, 0xeb7d62, 0xdd5f4b, 0xca3b37, 0xb40426};
static const uint32_t grey[] = {0x000000, 0xffffff};

#define MAP(table)                                                                                           \
  { table, sizeof table / sizeof *table }
static const struct {
  const uint32_t *colours;
  size_t count;
} maps[] = {MAP(viridis), MAP(turbo), MAP(coolwarm), MAP(grey)};

void colour_at(int map, double x, float out[3]) {
  if (isnan(x)) {
    out[0] = 0.85F, out[1] = 0.3F, out[2] = 0.85F;
    return;
  }
  const double at = fmin(fmax(x, 0), 1) * (double)(maps[map].count - 1);
  size_t low = (size_t)at;
  if (low > maps[map].count - 2) low = maps[map].count - 2;
  for (int k = 0; k < 3; k++) {
    const double a = maps[map].colours[low] >> (16 - 8 * k) & 255,
                 b = maps[map].colours[low + 1] >> (16 - 8 * k) & 255;
    out[k] = (float)((a + (at - (double)low) * (b - a)) / 255);
  }
}
