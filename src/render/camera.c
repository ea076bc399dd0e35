/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/camera.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "util/error.h"

static const char *const names[] = {"corner", "front", "side", "top", NULL};
static const double angles[][2] = {{-62, 24}, {-90, 0}, {0, 0}, {-90, 89.9}};

static int take_angles(const char *from, double *azimuth, double *elevation) {
  int end = 0;
  for (int i = 0; names[i]; i++) {
    if (strcmp(from, names[i]) != 0) continue;
    *azimuth = angles[i][0], *elevation = angles[i][1];
    return STATUS_OK;
  }
  if (sscanf(from, "%lf,%lf%n", azimuth, elevation, &end) == 2 && !from[end] && fabs(*azimuth) <= 360 &&
      fabs(*elevation) < 90)
    return STATUS_OK;
  return error_set(
      STATUS_USAGE,
      "--camera '%s': expected corner, front, side, top or two angles in degrees, such as -62,24", from);
}

static void cross(double out[3], const double a[3], const double b[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

int camera_aim(struct camera *c, const char *from, int dimensions, const double gravity[3]) {
  double azimuth, elevation, up[3] = {0, 0, 0}, first[3], second[3], length = 0;
  int axis = 2;
  TRY(take_angles(from, &azimuth, &elevation));
  *c = (struct camera){.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  if (dimensions < 3) return STATUS_OK;
  for (int i = 0; i < 3; i++)
    if (fabs(gravity[i]) > fabs(gravity[axis])) axis = i;
  up[axis] = gravity[axis] > 0 ? -1 : 1;
  for (int i = 0; i < 3; i++) first[i] = fabs(up[(i + 2) % 3]);
  cross(second, up, first);
  azimuth *= M_PI / 180, elevation *= M_PI / 180;
  for (int i = 0; i < 3; i++)
    c->axes[2][i] =
        cos(elevation) * (cos(azimuth) * first[i] + sin(azimuth) * second[i]) + sin(elevation) * up[i];
  cross(c->axes[0], up, c->axes[2]);
  for (int i = 0; i < 3; i++) length += c->axes[0][i] * c->axes[0][i];
  for (int i = 0; i < 3; i++) c->axes[0][i] /= sqrt(length);
  cross(c->axes[1], c->axes[2], c->axes[0]);
  return STATUS_OK;
}

static double place_along(const double axis[3], const double point[3]) {
  return axis[0] * point[0] + axis[1] * point[1] + axis[2] * point[2];
}

/* The box low to high along the camera's axes. */
static void find_bounds(const struct camera *c, const double low[3], const double high[3], double least[3],
                        double most[3]) {
  for (int k = 0; k < 3; k++) least[k] = INFINITY, most[k] = -INFINITY;
  for (int corner = 0; corner < 8; corner++) {
    double point[3];
    for (int i = 0; i < 3; i++) point[i] = corner >> i & 1 ? high[i] : low[i];
    for (int k = 0; k < 3; k++) {
      least[k] = fmin(least[k], place_along(c->axes[k], point));
      most[k] = fmax(most[k], place_along(c->axes[k], point));
    }
  }
}

void camera_extent(const struct camera *c, const double low[3], const double high[3], double size[2]) {
  double least[3], most[3];
  find_bounds(c, low, high, least, most);
  for (int k = 0; k < 2; k++) size[k] = most[k] - least[k];
}

void camera_fit(struct camera *c, const double low[3], const double high[3], double left, double top,
                double width, double height) {
  double least[3], most[3];
  find_bounds(c, low, high, least, most);
  for (int k = 0; k < 3; k++) c->centre[k] = (least[k] + most[k]) / 2;
  c->scale = fmin(width / fmax(most[0] - least[0], 1e-30), height / fmax(most[1] - least[1], 1e-30));
  c->x = left + width / 2;
  c->y = top + height / 2;
}

void camera_project(const struct camera *c, const double point[3], float out[3]) {
  out[0] = (float)(c->x + (place_along(c->axes[0], point) - c->centre[0]) * c->scale);
  out[1] = (float)(c->y - (place_along(c->axes[1], point) - c->centre[1]) * c->scale);
  out[2] = (float)((place_along(c->axes[2], point) - c->centre[2]) * c->scale);
}
