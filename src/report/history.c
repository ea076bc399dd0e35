/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/history.h"

#include <stdlib.h>

#include "io/frame.h"
#include "render/picture.h"
#include "util/error.h"

const char *const history_names[HISTORY_KINDS] = {"Kinetic energy", "Potential energy", "Mechanical energy",
                                                  "Mass of the fluid"};

/* Of one snapshot. A particle's mass is what the lattice gives it: rho0 dp^dimensions, with its own dp in a
 * run of several. */
static int take_history(struct history *h, const struct amphi_case *c, const struct frame_file *f) {
  const struct frame *frame = &f->frames[0];
  const struct field *velocity = frame_field(frame, "velocity");
  CHECK(frame->points && velocity && velocity->components == 3, STATUS_USAGE, "%s: no velocities in it",
        f->path);
  const struct field *spacing = frame_field(frame, "spacing");
  double kinetic = 0, potential = 0, total = 0;
  for (size_t i = 0; i < frame->count; i++) {
    if (!picture_is_fluid(frame, i)) continue;
    const double dp = frame_spacing(spacing, i, c->dp);
    const double mass = c->material.density * dp * dp * (c->dimensions == 3 ? dp : 1);
    total += mass;
    for (int a = 0; a < 3; a++) {
      const double v = (double)field_value(velocity, 3 * i + (size_t)a);
      kinetic += 0.5 * mass * v * v;
      potential -= mass * c->gravity[a] * frame->points[i][a];
    }
  }
  h->time[h->count] = f->time;
  h->values[HISTORY_KINETIC][h->count] = kinetic;
  h->values[HISTORY_POTENTIAL][h->count] = potential;
  h->values[HISTORY_MECHANICAL][h->count] = kinetic + potential;
  h->values[HISTORY_MASS][h->count] = total;
  h->count++;
  return STATUS_OK;
}

int history_read(struct history *h, const struct amphi_case *c, char *const paths[], size_t count) {
  *h = (struct history){.time = malloc((count + 1) * sizeof *h->time)};
  bool good = h->time;
  for (int k = 0; k < HISTORY_KINDS; k++)
    good = (h->values[k] = malloc((count + 1) * sizeof *h->values[k])) && good;
  CHECK(good, STATUS_FAILED, "out of memory");
  for (size_t i = 0; i < count; i++) {
    struct frame_file f;
    TRY(frame_file_read(&f, paths[i]));
    int status = take_history(h, c, &f);
    frame_file_free(&f);
    TRY(status);
  }
  return STATUS_OK;
}

void history_free(struct history *h) {
  free(h->time);
  for (int k = 0; k < HISTORY_KINDS; k++) free(h->values[k]);
}
