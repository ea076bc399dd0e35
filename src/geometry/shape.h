/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_SHAPE_H
#define GEOMETRY_SHAPE_H
/* Which sites of the lattice a shape covers.
 *
 * A site on a surface (within SHAPE_TOLERANCE) belongs to spheres, cylinders and planes; of boxes
 * and polygons it belongs to those that lie above it, so that a box N dp wide is N sites wide
 * wherever it stands. */
#include "case/bounds.h"
#include "case/scene.h"
#include "geometry/runs.h"
#include "shape/points.h"

struct amphi_case;

/* In units of dp. Above what ten-digit input (0.0183333333 for 0.55/30) is off by after some
 * hundred sites, far below what a flow could feel. */
#define SHAPE_TOLERANCE 1e-6

struct lattice {
  int dimensions;
  double dp;        /* m */
  double low[3];    /* m; site i stands at low + (i + 1/2) dp; in 2-D low[2] puts site 0 at z = 0 */
  int64_t count[3]; /* the domain's sites are 0 .. count - 1 */
  bool periodic[3];
  double period[3]; /* m, of those axes; of others 0 */
};

void lattice_set(struct lattice *l, const struct scene *c);

/* Position of site i along an axis, m. */
static inline double lattice_position(const struct lattice *l, int axis, int32_t i) {
  return l->low[axis] + (i + 0.5) * l->dp;
}

/* A point in units of dp, so that site i is at i. */
static inline void lattice_place(const struct lattice *l, const double point[3], double out[3]) {
  for (int a = 0; a < 3; a++) out[a] = (point[a] - l->low[a]) / l->dp - 0.5;
  if (l->dimensions == 2) out[2] = 0;
}

/* Whether a site is beyond the sites of a periodic axis, so that another one is it. */
static inline bool lattice_is_image(const struct lattice *l, const int32_t at[3]) {
  for (int a = 0; a < l->dimensions; a++)
    if (l->periodic[a] && (at[a] < 0 || at[a] >= l->count[a])) return true;
  return false;
}

/* The even-odd rule: whether a line from x towards +x crosses the edge from p to q; whether a polygon in the
 * plane holds x. */
static inline bool edge_crosses(const double p[2], const double q[2], const double x[2]) {
  return (p[1] <= x[1]) != (q[1] <= x[1]) && x[0] < p[0] + (x[1] - p[1]) / (q[1] - p[1]) * (q[0] - p[0]);
}
bool shape_polygon_holds(const struct shape *s, const double x[2]);

/* Layers of the shape's shell: its own, or for 0 as many as fill the support radius. */
int shape_layers(const struct amphi_case *c, const struct shape *s);

/* What to call the shape in messages. */
const char *shape_word(const struct shape *s);

enum { SHAPE_NOTE = 512 };

/* Put the sites that the shape covers, of which along periodic axes only those in the domain, into
 * the empty set `out`. STATUS_USAGE if they are more than CASE_PARTICLES_MOST. The caller frees `out`,
 * also after a failure. In `thin`, where a surface is too thin for its sites, or that terrain is beside the
 * domain; or nothing. */
int shape_sites(struct runs *out, const struct shape *s, const struct lattice *l, int layers,
                char thin[SHAPE_NOTE]);

/* In units of dp: places nearer than this are one. */
#define SHAPE_ONE_PLACE 0.01

/* Two of the places, m, that are one, or `count` twice (coincide_find). */
int shape_places_apart(const double (*x)[3], size_t count, const struct lattice *l, size_t *first,
                       size_t *second);

/* The same of points: these, too, m, and the sites that they are in. STATUS_USAGE also if one is far from the
 * domain, or two are at one place. In `note` the columns of the file that nothing reads; or nothing. */
int shape_points(struct points *p, struct runs *out, const struct shape *s, const struct lattice *l,
                 bool wall, char note[SHAPE_NOTE]);

/* The site whose cube a place is in, which is not far from the domain. */
void shape_site(int32_t site[3], const struct lattice *l, const double x[3]);

#endif
