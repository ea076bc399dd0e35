/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RENDER_CAMERA_H
#define RENDER_CAMERA_H
/* From where a picture is seen: without perspective, so that lengths can be compared. */

struct camera {
  double axes[3][3]; /* rows: right, up, towards the eye; unit vectors */
  double centre[3];  /* of what is seen, in these axes, m */
  double scale;      /* pixels a metre */
  double x, y;       /* pixels: where the centre is in the picture */
};

/* `from` is a name (corner, front, side, top) or "AZIMUTH,ELEVATION" in degrees; up is against `gravity`, or
 * z. In 2-D the eye stands before the plane. STATUS_USAGE for anything else. */
int camera_aim(struct camera *c, const char *from, int dimensions, const double gravity[3]);

/* How wide and how high the box low to high, m, is as it is seen, m. */
void camera_extent(const struct camera *c, const double low[3], const double high[3], double size[2]);

/* Show the box low to high, m, in `width` x `height` pixels behind `left` and `top` others. */
void camera_fit(struct camera *c, const double low[3], const double high[3], double left, double top,
                double width, double height);

/* m to pixels: from the left, from the top, towards the eye. */
void camera_project(const struct camera *c, const double point[3], float out[3]);

#endif
