/* SPDX-License-Identifier: BSD-3-Clause */
#include "fields/free_surface.h"

#include <stdlib.h>

#include "util/error.h"

/* Radius of the kernel, dp: with less the particles show, with more edges and thin sheets get lost. */
static const double reach = 2.5;

static int read_fields(struct free_surface *s, const struct frame *frame, const char *path,
                       const struct cloud *cloud, double dp, const char *names) {
  const struct field *fields[SHEPARD_FIELDS];
  float *values[SHEPARD_FIELDS];
  size_t count;
  const struct shepard shepard = {.frame = frame,
                                  .cloud = cloud,
                                  .kernel = KERNEL_WENDLAND,
                                  .dimensions = 3,
                                  .h = reach * dp / 2,
                                  .volume = dp * dp * dp,
                                  .density = 1};
  TRY(shepard_choose(frame, path, names, fields, &count));
  for (; s->field_count < count; s->field_count++) {
    const struct field *f = fields[s->field_count];
    float *data = malloc((s->shape.vertices * (size_t)f->components + 1) * sizeof *data);
    CHECK(data, STATUS_FAILED, "%s: out of memory", path);
    s->fields[s->field_count] = (struct field){f->name, FIELD_F32, f->components, data};
    values[s->field_count] = data;
  }
  shepard_read(&shepard, (const double(*)[3])s->shape.at, s->shape.vertices, 0, fields, count, NULL, values);
  return STATUS_OK;
}

int free_surface_make(struct free_surface *s, const struct frame *frame, const char *path, double dp,
                      double spacing, const char *names) {
  struct cloud cloud;
  struct lattice lattice = {0};
  double dps = 0.0;
  *s = (struct free_surface){0};
  int status = cloud_make(&cloud, frame, path, dp, BLOCK_CELLS * spacing * dp);
  for (size_t i = 0; i < cloud.count && !status; i++) dps += cloud.scale[i] * cloud.scale[i] * cloud.scale[i];
  s->particles = dps * dp * dp * dp;
  if (!status) status = lattice_make(&lattice, &cloud, spacing * dp, reach * dp, dp * dp * dp);
  if (!status) status = isosurface_make(&s->shape, &lattice, isosurface_find_level(&lattice, s->particles));
  if (!status) status = read_fields(s, frame, path, &cloud, dp, names);
  lattice_free(&lattice);
  cloud_free(&cloud);
  return status;
}

void free_surface_free(struct free_surface *s) {
  isosurface_free(&s->shape);
  for (size_t i = 0; i < s->field_count; i++) free((void *)s->fields[i].data);
}
