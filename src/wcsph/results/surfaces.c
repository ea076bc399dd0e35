/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/results/surfaces.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/outline.h"
#include "io/polydata.h"
#include "util/error.h"
#include "wcsph/gauges/gauges.h"
#include "wcsph/walls/motion.h"

struct surfaces {
  struct outline outline;
};

static bool is_shown(const struct wcsph_settings *c, size_t wall) {
  const bool body = c->walls[wall].freedom.given;
  switch (c->output.surfaces) {
  case SHOWN_NONE:
    return false;
  case SHOWN_BODIES:
    return body;
  case SHOWN_MOVING:
    return body || motion_moves(&c->scene, wall);
  case SHOWN_ALL:
    break;
  }
  return true;
}

int surfaces_prepare(struct wcsph_run *r, const struct particles *p) {
  const struct wcsph_settings *c = r->config;
  bool *wanted = calloc(c->wall_count + 1, sizeof *wanted), any = false;
  CHECK(wanted, STATUS_FAILED, "no memory for the surfaces of walls");
  for (size_t k = 0; k < c->wall_count; k++) any |= wanted[k] = is_shown(c, k);
  int status = STATUS_OK;
  if (any) {
    r->surfaces = calloc(1, sizeof *r->surfaces);
    status = r->surfaces ? outline_make(&r->surfaces->outline, &c->scene, p, wanted)
                         : error_set(STATUS_FAILED, "no memory for the surfaces of walls");
  }
  free(wanted);
  return status;
}

/* Where each point is now. */
static void place_points(const struct wcsph_run *r, const struct outline *o, double (*at)[3]) {
  size_t wall = SIZE_MAX;
  struct pose p;
  for (size_t i = 0; i < o->points; i++) {
    if (o->owner[i] != wall) {
      wall = o->owner[i];
      if (r->walls)
        motion_place(r, wall, r->time, &p);
      else
        pose_at_rest(&p);
    }
    const double nowhere[3] = {0}, *middle = r->walls ? r->walls[wall].middle : nowhere;
    double arm[3];
    for (int a = 0; a < 3; a++) arm[a] = o->point[i][a] - middle[a];
    turn3(p.turn, arm, arm);
    for (int a = 0; a < 3; a++) at[i][a] = middle[a] + p.shift[a] + arm[a];
  }
}

static void find_middles(const struct outline *o, const double (*at)[3], double (*middle)[3]) {
  for (size_t i = 0; i < o->faces; i++)
    for (int a = 0; a < 3; a++) {
      double sum = 0.0;
      for (int k = 0; k < o->corners; k++) sum += at[o->corner[i * (size_t)o->corners + (size_t)k]][a];
      middle[i][a] = sum / o->corners;
    }
}

/* The name of the file beside a snapshot's; false if it has none. */
static bool name_beside(const char *snapshot, char path[PATH_MAX]) {
  static const char before[] = "particles_";
  const char *slash = strrchr(snapshot, '/'), *name = slash ? slash + 1 : snapshot;
  if (strncmp(name, before, strlen(before)) != 0) return false;
  const char *number = name + strlen(before);
  const int length = snprintf(path, PATH_MAX, "%.*ssurfaces_%.*s.vtp", (int)(name - snapshot), snapshot,
                              (int)strcspn(number, "."), number);
  return length > 0 && length < PATH_MAX;
}

int surfaces_write(struct wcsph_run *r, const char *snapshot) {
  char path[PATH_MAX];
  if (!r->surfaces || !name_beside(snapshot, path)) return STATUS_OK;
  const struct outline *o = &r->surfaces->outline;
  double(*at)[3] = malloc((o->points + 1) * sizeof *at),
  (*middle)[3] = malloc((o->faces + 1) * sizeof *middle);
  float(*place)[3] = malloc((o->points + 1) * sizeof *place);
  float *pressure = calloc(o->faces + 1, sizeof *pressure), *wall = malloc((o->faces + 1) * sizeof *wall);
  int status = at && middle && place && pressure && wall
                   ? STATUS_OK
                   : error_set(STATUS_FAILED, "%s: no memory to write it", path);
  if (status == STATUS_OK) {
    place_points(r, o, at);
    find_middles(o, (const double(*)[3])at, middle);
    for (size_t i = 0; i < o->points; i++)
      for (int a = 0; a < 3; a++) place[i][a] = (float)at[i][a];
    for (size_t i = 0; i < o->faces; i++) wall[i] = (float)o->wall[i];
    status = gauges_pressure(r, o->faces, (const double(*)[3])middle, pressure);
  }
  const struct field fields[] = {{"wall", FIELD_F32, 1, wall}, {"pressure", FIELD_F32, 1, pressure}};
  const struct polydata data = {.points = o->points,
                                .at = (const float(*)[3])place,
                                .corners = o->corners,
                                .cells = o->faces,
                                .corner = o->corner,
                                .time = r->time,
                                .cell_fields = fields,
                                .cell_field_count = 2};
  if (status == STATUS_OK) status = polydata_write(path, &data);
  free(at);
  free(middle);
  free(place);
  free(pressure);
  free(wall);
  return status;
}

void surfaces_end(struct wcsph_run *r) {
  if (r->surfaces) outline_free(&r->surfaces->outline);
  free(r->surfaces);
  r->surfaces = NULL;
}
