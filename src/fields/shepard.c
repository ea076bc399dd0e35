/* SPDX-License-Identifier: BSD-3-Clause */
#include "fields/shepard.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lane/scalar.h"
#include "util/error.h"
#include "wcsph/models/kernel.h"

int shepard_choose(const struct frame *frame, const char *path, const char *names,
                   const struct field *fields[SHEPARD_FIELDS], size_t *count) {
  *count = 0;
  for (size_t length; *names; names += length + (names[length] == ',')) {
    char name[256];
    length = strcspn(names, ",");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), names);
    const struct field *field = frame_field(frame, name);
    CHECK(field, STATUS_USAGE, "%s: no field '%s' in it", path, name);
    CHECK(field->type == FIELD_F32 || field->type == FIELD_F64, STATUS_USAGE,
          "field '%s': its values are whole numbers, with nothing between them", name);
    CHECK(*count < SHEPARD_FIELDS, STATUS_USAGE, "%d fields at a time", SHEPARD_FIELDS);
    fields[(*count)++] = field;
  }
  return STATUS_OK;
}

/* A point's sums. */
struct sums {
  const struct shepard *s;
  const struct field *density;
  float factor; /* of the kernel */
  double weight;
};

/* Adds the particles around `at`, which is a point or an image of it. */
static void add_around(struct sums *sums, const double at[3], const struct field *const fields[],
                       size_t field_count, size_t point, float *const values[]) {
  const struct shepard *s = sums->s;
  const struct cloud *c = s->cloud;
  int64_t cell[3];
  for (int a = 0; a < 3; a++) cell[a] = (int64_t)floor(at[a] / c->edge);
  for (int k = 0; k < 27; k++) {
    const int64_t other[3] = {cell[0] + k % 3 - 1, cell[1] + k / 3 % 3 - 1, cell[2] + k / 9 - 1};
    const size_t found = cloud_find(c->key, c->cells, cloud_key(other));
    if (found == c->cells) continue;
    for (size_t i = c->first[found]; i < c->first[found + 1]; i++) {
      const double d[3] = {c->at[i][0] - at[0], c->at[i][1] - at[1], c->at[i][2] - at[2]};
      const double r = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      const double h = c->scale[i] * s->h; /* V and h^dimensions scale alike: the factor is one */
      if (!(r < kernel_rows[s->kernel].radius * h)) continue;
      const size_t row = c->row[i];
      const double rho = sums->density ? (double)field_value(sums->density, row) : s->density;
      const double w = (double)(sums->factor * kernel_w(s->kernel, (float)(r / h))) * s->density / rho;
      sums->weight += w;
      for (size_t f = 0; f < field_count; f++)
        for (size_t n = (size_t)fields[f]->components, m = 0; m < n; m++)
          values[f][point * n + m] += (float)(w * (double)field_value(fields[f], row * n + m));
    }
  }
}

/* Beyond a periodic face the fluid goes on: the point is looked at from there too. */
static void add_images(struct sums *sums, const double at[3], const struct field *const fields[],
                       size_t field_count, size_t point, float *const values[]) {
  for (int k = 0; k < 27; k++) {
    const int turn[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
    double image[3];
    bool wanted = true;
    for (int a = 0; a < 3; a++) {
      wanted = wanted && (turn[a] == 0 || sums->s->period[a] > 0);
      image[a] = at[a] + turn[a] * sums->s->period[a];
      wanted = wanted && fabs(image[a] / sums->s->cloud->edge) < CLOUD_CELLS_MOST - 2;
    }
    if (wanted) add_around(sums, image, fields, field_count, point, values);
  }
}

static void read_point(const struct shepard *s, const double at[3], size_t point, double least,
                       const struct field *const fields[], size_t field_count, float *share,
                       float *const values[]) {
  const struct kernel_row *row = &kernel_rows[s->kernel];
  const double norm = s->dimensions == 3 ? row->norm_3d / (s->h * s->h * s->h) : row->norm_2d / (s->h * s->h);
  struct sums sums = {s, frame_field(s->frame, "density"), (float)(s->volume * norm), 0};
  for (size_t f = 0; f < field_count; f++)
    for (size_t n = (size_t)fields[f]->components, m = 0; m < n; m++) values[f][point * n + m] = 0;
  add_images(&sums, at, fields, field_count, point, values);
  if (share) share[point] = (float)sums.weight;
  const float scale = sums.weight > 0 && sums.weight >= least ? (float)(1 / sums.weight) : NAN;
  for (size_t f = 0; f < field_count; f++)
    for (size_t n = (size_t)fields[f]->components, m = 0; m < n; m++) values[f][point * n + m] *= scale;
}

void shepard_read(const struct shepard *s, const double (*at)[3], size_t count, double least,
                  const struct field *const fields[], size_t field_count, float *share,
                  float *const values[]) {
#pragma omp parallel for schedule(dynamic, 64)
  for (size_t i = 0; i < count; i++) read_point(s, at[i], i, least, fields, field_count, share, values);
}
