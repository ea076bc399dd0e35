/* SPDX-License-Identifier: BSD-3-Clause */
/* What a surface encloses, plane by plane of sites: the threads share the planes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/mesh.h"
#include "geometry/solid.h"
#include "util/error.h"

/* What is wrong first, by plane; it is said when all threads are back. */
struct trouble {
  enum { TROUBLE_NONE, TROUBLE_MEMORY, TROUBLE_OVERLAP, TROUBLE_BACK, TROUBLE_THIN, TROUBLE_MANY } kind;
  int64_t plane, row, site;
  uint32_t facet, other;
  double thickness; /* units */
};

static void note_trouble(struct trouble *first, const struct trouble *t) {
  if (t->kind == TROUBLE_NONE) return;
#pragma omp critical(mesh_trouble)
  if (first->kind == TROUBLE_NONE || t->plane < first->plane) *first = *t;
}

static int tell(const struct trouble *t, const struct mesh *m, const struct lattice *l, const int axis[3]) {
  int64_t v[3];
  double x[3];
  v[axis[0]] = t->site * MESH_UNITS, v[axis[1]] = t->row * MESH_UNITS, v[axis[2]] = t->plane * MESH_UNITS;
  mesh_place(x, l, v);
  switch (t->kind) {
  case TROUBLE_OVERLAP:
    return error_set(
        STATUS_USAGE,
        "the surface overlaps itself at (%.6g, %.6g, %.6g) m, where facet %u is inside of the rest; expected "
        "parts joined to one, or each a shape of its own",
        x[0], x[1], x[2], m->face[t->facet]);
  case TROUBLE_BACK:
    return error_set(
        STATUS_USAGE,
        "the surface has a part turned inside out at (%.6g, %.6g, %.6g) m, with facet %u; expected all "
        "outer sides outside",
        x[0], x[1], x[2], m->face[t->facet]);
  case TROUBLE_THIN:
    return error_set(
        STATUS_USAGE,
        "the surface encloses a layer %.3g m thin at (%.6g, %.6g, %.6g) m, between facets %u and %u, which "
        "dp = %g m cannot resolve; expected dp at most that, a thicker layer, or a shell",
        t->thickness / MESH_UNITS * l->dp, x[0], x[1], x[2], m->face[t->facet], m->face[t->other], l->dp);
  case TROUBLE_MANY:
    return error_set(STATUS_USAGE, "more than %d particles at dp = %g m", CASE_PARTICLES_MOST, l->dp);
  case TROUBLE_MEMORY:
    return error_set(STATUS_FAILED, "not enough memory for the sites of a surface of %zu facets", m->facets);
  default:
    return STATUS_OK;
  }
}

/* The runs of one row, from its crossings; those between the same two sites count together. */
static void fill_row(struct runs *out, const struct crossings *x, size_t *next, int64_t plane,
                     const struct lattice *l, struct trouble *t) {
  const int32_t row = x->items[*next].row;
  int depth = 0;
  int32_t first = 0;
  while (*next < x->count && x->items[*next].row == row) {
    const int32_t site = x->items[*next].site;
    const int before = depth;
    for (; *next < x->count && x->items[*next].row == row && x->items[*next].site == site; ++*next)
      depth += x->items[*next].sign;
    if ((depth < 0 || depth > 1) && t->kind == TROUBLE_NONE)
      *t = (struct trouble){.kind = depth < 0 ? TROUBLE_BACK : TROUBLE_OVERLAP,
                            .plane = plane,
                            .row = row,
                            .site = site,
                            .facet = x->items[*next - 1].facet};
    if (before <= 0 && depth > 0) first = site;
    if (before <= 0 || depth > 0) continue;
    struct interval in = lattice_clip(l, 0, first, site - 1);
    if (runs_append(out, runs_row(row, (int32_t)plane), (int32_t)in.low, (int32_t)in.high + 1) != STATUS_OK)
      t->kind = TROUBLE_MEMORY;
  }
}

static bool on_lattice(const struct lattice *l, int axis, int64_t site) {
  return !l->periodic[axis] || (site >= 0 && site < l->count[axis]);
}

static void fill_plane(struct runs *out, const struct planes *p, const struct mesh *m,
                       const struct lattice *l, int64_t k, struct crossings *x, struct trouble *t) {
  if (!planes_cross(x, p, m, k)) t->kind = TROUBLE_MEMORY;
  if (t->kind != TROUBLE_NONE) return;
  struct runs left_out = {0};
  for (size_t next = 0; next < x->count && t->kind == TROUBLE_NONE;) {
    const bool in = on_lattice(l, 1, x->items[next].row) && on_lattice(l, 2, p->first + k);
    fill_row(in ? out : &left_out, x, &next, p->first + k, l, t);
  }
  runs_free(&left_out);
}

/* The planes' runs one behind the other. */
static int gather_mesh_fill(struct runs *out, struct runs *parts, int64_t count) {
  int status = STATUS_OK;
  for (int64_t k = 0; k < count; k++) {
    for (size_t i = 0; i < parts[k].count && status == STATUS_OK; i++)
      status = runs_append(out, parts[k].items[i].row, parts[k].items[i].first, parts[k].items[i].end);
    runs_free(&parts[k]);
  }
  free(parts);
  return status;
}

static struct runs *new_parts(int64_t count) {
  return calloc((size_t)count + 1, sizeof(struct runs));
}

int mesh_inside(struct runs *out, const struct mesh *m, const struct lattice *l) {
  struct planes p;
  struct trouble first = {0};
  int status = planes_make(&p, m, 0, 0);
  struct runs *parts = status == STATUS_OK ? new_parts(p.count) : NULL;
  uint64_t sites = 0;
  if (parts) {
#pragma omp parallel
    {
      struct crossings x = {0};
#pragma omp for schedule(dynamic, 1) reduction(+ : sites)
      for (int64_t k = 0; k < p.count; k++) {
        struct trouble t = {.plane = p.first + k};
        fill_plane(&parts[k], &p, m, l, k, &x, &t);
        sites += parts[k].sites;
        note_trouble(&first, &t);
      }
      free(x.items);
    }
    if (first.kind == TROUBLE_NONE && sites > CASE_PARTICLES_MOST) first.kind = TROUBLE_MANY;
    status = tell(&first, m, l, (const int[]){0, 1, 2});
    int gathered = gather_mesh_fill(out, parts, p.count);
    if (status == STATUS_OK) status = gathered;
  } else if (status == STATUS_OK) {
    status = error_set(STATUS_FAILED, "not enough memory for %lld planes of sites", (long long)p.count);
  }
  planes_free(&p);
  return status;
}

/* ---- thickness ---- */

static void unit_normal(double n[3], const struct mesh *m, uint32_t facet) {
  double u[3], v[3];
  for (int a = 0; a < 3; a++) {
    u[a] = (double)(m->vertex[m->facet[facet][1]][a] - m->vertex[m->facet[facet][0]][a]);
    v[a] = (double)(m->vertex[m->facet[facet][2]][a] - m->vertex[m->facet[facet][0]][a]);
  }
  for (int a = 0; a < 3; a++) n[a] = u[(a + 1) % 3] * v[(a + 2) % 3] - u[(a + 2) % 3] * v[(a + 1) % 3];
  const double size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int a = 0; a < 3; a++) n[a] /= size;
}

/* Whether a line goes in and, less than a spacing farther, out again through the opposite of where it came
 * in. */
static void look_at(const struct crossing *in, const struct crossing *out, const struct mesh *m, int axis,
                    struct trouble *t) {
  double n[3], o[3];
  const double length = out->at - in->at;
  if (length >= 8 * MESH_UNITS) return;
  unit_normal(n, m, in->facet);
  unit_normal(o, m, out->facet);
  const double along = n[0] * o[0] + n[1] * o[1] + n[2] * o[2], thickness = length * fabs(n[axis]);
  if (along > -0.966 || thickness >= 0.999 * MESH_UNITS) return;
  *t = (struct trouble){.kind = TROUBLE_THIN,
                        .plane = t->plane,
                        .row = in->row,
                        .site = in->site,
                        .facet = in->facet,
                        .other = out->facet,
                        .thickness = thickness};
}

static void look_along(struct trouble *first, const struct planes *p, const struct mesh *m) {
#pragma omp parallel
  {
    struct crossings x = {0};
#pragma omp for schedule(dynamic, 1)
    for (int64_t k = 0; k < p->count; k++) {
      struct trouble t = {.plane = p->first + k};
      if (!planes_cross(&x, p, m, k)) t.kind = TROUBLE_MEMORY;
      for (size_t i = 0; i + 1 < x.count && t.kind == TROUBLE_NONE; i++)
        if (x.items[i].row == x.items[i + 1].row && x.items[i].sign > 0 && x.items[i + 1].sign < 0)
          look_at(&x.items[i], &x.items[i + 1], m, p->axis[0], &t);
      note_trouble(first, &t);
    }
    free(x.items);
  }
}

int mesh_check_thickness(const struct mesh *m, const struct lattice *l) {
  for (int axis = 0; axis < 3; axis++) {
    struct planes p;
    struct trouble first = {0};
    int status = planes_make(&p, m, axis, 0);
    if (status == STATUS_OK) look_along(&first, &p, m);
    if (status == STATUS_OK) status = tell(&first, m, l, p.axis);
    planes_free(&p);
    TRY(status);
  }
  return STATUS_OK;
}

/* ---- shells ---- */

/* Squared distance of a place from a triangle (Ericson, Real-Time Collision Detection, 5.1.5), both in units.
 */
static double distance2(const double p[3], const double a[3], const double b[3], const double c[3]) {
  double ab[3], ac[3], ap[3], q[3], d1 = 0, d2 = 0, d3 = 0, d4 = 0, d5 = 0, d6 = 0, s = 0, t = 0;
  for (int k = 0; k < 3; k++) {
    ab[k] = b[k] - a[k], ac[k] = c[k] - a[k], ap[k] = p[k] - a[k];
    d1 += ab[k] * ap[k];
    d2 += ac[k] * ap[k];
    d3 += ab[k] * (p[k] - b[k]);
    d4 += ac[k] * (p[k] - b[k]);
    d5 += ab[k] * (p[k] - c[k]);
    d6 += ac[k] * (p[k] - c[k]);
  }
  const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  if (d1 <= 0 && d2 <= 0) {
  } else if (d3 >= 0 && d4 <= d3) {
    s = 1;
  } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    s = d1 / (d1 - d3);
  } else if (d6 >= 0 && d5 <= d6) {
    t = 1;
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    t = d2 / (d2 - d6);
  } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    t = (d4 - d3) / (d4 - d3 + d5 - d6);
    s = 1 - t;
  } else {
    s = vb / (va + vb + vc);
    t = vc / (va + vb + vc);
  }
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    q[k] = ap[k] - s * ab[k] - t * ac[k];
    sum += q[k] * q[k];
  }
  return sum;
}

/* One plane of sites around the surface. */
struct slice {
  int64_t first[2], count[2]; /* sites along x and y */
  unsigned char *state;       /* SITE_* of each */
};
enum { SITE_OTHER_SIDE, SITE_FAR, SITE_NEAR };

/* Mark what is no farther than `layers` from a facet. Sites are taken half a unit up along each axis, so that
 * one on the surface, which belongs to what is above, is on one side in distance too. */
static void mark_facet(struct slice *s, const struct mesh *m, uint32_t facet, int64_t plane, int layers) {
  double v[3][3], p[3] = {0, 0, (double)plane * MESH_UNITS + 0.5};
  const double reach = (double)layers * MESH_UNITS;
  int64_t low[2], high[2];
  for (int a = 0; a < 3; a++) {
    double least = INFINITY, most = -INFINITY;
    for (int k = 0; k < 3; k++) {
      v[k][a] = (double)m->vertex[m->facet[facet][k]][a];
      least = fmin(least, v[k][a]);
      most = fmax(most, v[k][a]);
    }
    if (a == 2) continue;
    low[a] = (int64_t)ceil((least - reach - 0.5) / MESH_UNITS) - s->first[a];
    high[a] = (int64_t)floor((most + reach) / MESH_UNITS) + 1 - s->first[a];
    if (low[a] < 0) low[a] = 0;
    if (high[a] > s->count[a]) high[a] = s->count[a];
  }
  double n[3];
  unit_normal(n, m, facet);
  for (int64_t y = low[1]; y < high[1]; y++) {
    p[1] = (double)(s->first[1] + y) * MESH_UNITS + 0.5;
    /* Of a large facet, only where the row comes near its plane. */
    int64_t from = low[0], to = high[0];
    const double rest = n[1] * (p[1] - v[0][1]) + n[2] * (p[2] - v[0][2]);
    if (fabs(n[0]) > 1e-3) {
      const double mid = v[0][0] - rest / n[0], half = (reach + 2) / fabs(n[0]);
      const double left = ceil((mid - half) / MESH_UNITS) - 1 - (double)s->first[0],
                   right = floor((mid + half) / MESH_UNITS) + 2 - (double)s->first[0];
      if (left > (double)from) from = left < (double)to ? (int64_t)left : to;
      if (right < (double)to) to = right > (double)from ? (int64_t)right : from;
    } else if (fabs(rest) > reach + 1e-3 * (fabs(v[0][0]) + reach + (double)s->count[0] * MESH_UNITS) + 2) {
      continue;
    }
    for (int64_t x = from; x < to; x++) {
      unsigned char *state = &s->state[y * s->count[0] + x];
      if (*state != SITE_FAR) continue;
      p[0] = (double)(s->first[0] + x) * MESH_UNITS + 0.5;
      if (distance2(p, v[0], v[1], v[2]) <= reach * reach) *state = SITE_NEAR;
    }
  }
}

static size_t first_of_plane(const struct runs *r, int64_t plane) {
  size_t low = 0, high = r->count;
  while (low < high) {
    const size_t mid = (low + high) / 2;
    if (runs_z(r->items[mid].row) < plane)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

/* The side of the surface that is wanted. */
static void mark_sides(struct slice *s, const struct runs *inside, int64_t plane, bool outside) {
  memset(s->state, outside ? SITE_FAR : SITE_OTHER_SIDE, (size_t)(s->count[0] * s->count[1]));
  for (size_t i = first_of_plane(inside, plane); i < inside->count; i++) {
    const struct run *r = &inside->items[i];
    if (runs_z(r->row) != plane) break;
    const int64_t y = runs_y(r->row) - s->first[1], from = r->first - s->first[0], to = r->end - s->first[0];
    const int64_t low = from > 0 ? from : 0, high = to < s->count[0] ? to : s->count[0];
    if (y < 0 || y >= s->count[1] || high <= low) continue;
    memset(s->state + y * s->count[0] + low, outside ? SITE_OTHER_SIDE : SITE_FAR, (size_t)(high - low));
  }
}

static bool take_near(struct runs *out, const struct slice *s, int64_t plane) {
  for (int64_t y = 0; y < s->count[1]; y++) {
    const unsigned char *row = s->state + y * s->count[0];
    for (int64_t x = 0; x < s->count[0];) {
      if (row[x] != SITE_NEAR) {
        x++;
        continue;
      }
      const int64_t first = x;
      while (x < s->count[0] && row[x] == SITE_NEAR) x++;
      if (runs_append(out, runs_row((int32_t)(s->first[1] + y), (int32_t)plane),
                      (int32_t)(s->first[0] + first), (int32_t)(s->first[0] + x)) != STATUS_OK)
        return false;
    }
  }
  return true;
}

static struct slice slice_around(const struct mesh *m, const struct lattice *l, int layers) {
  struct slice s = {0};
  for (int a = 0; a < 2; a++) {
    const struct interval i = lattice_clip(l, a, (double)ceil_units(m->low[a]) - layers - 1,
                                           (double)ceil_units(m->high[a]) + layers);
    s.first[a] = (int64_t)i.low;
    s.count[a] = i.high >= i.low ? (int64_t)(i.high - i.low) + 1 : 0;
  }
  return s;
}

int mesh_shell(struct runs *out, const struct mesh *m, const struct runs *inside, const struct lattice *l,
               int layers, bool outside) {
  struct planes p;
  struct trouble first = {0};
  const struct slice around = slice_around(m, l, layers);
  const double size = (double)around.count[0] * (double)around.count[1];
  CHECK(size < 0x1p32, STATUS_USAGE, "the surface is %g m by %g m, too large for dp = %g m",
        (double)around.count[0] * l->dp, (double)around.count[1] * l->dp, l->dp);
  int status = planes_make(&p, m, 0, ((int64_t)layers + 1) * MESH_UNITS);
  struct runs *parts = status == STATUS_OK ? new_parts(p.count) : NULL;
  if (parts) {
#pragma omp parallel
    {
      struct slice s = around;
      s.state = malloc((size_t)size + 1);
#pragma omp for schedule(dynamic, 1)
      for (int64_t k = 0; k < p.count; k++) {
        struct trouble t = {.kind = s.state ? TROUBLE_NONE : TROUBLE_MEMORY, .plane = p.first + k};
        if (s.state && on_lattice(l, 2, t.plane)) {
          mark_sides(&s, inside, t.plane, outside);
          for (size_t i = p.begin[k]; i < p.begin[k + 1]; i++)
            mark_facet(&s, m, p.facets[i], t.plane, layers);
          if (!take_near(&parts[k], &s, t.plane)) t.kind = TROUBLE_MEMORY;
        }
        note_trouble(&first, &t);
      }
      free(s.state);
    }
    status = tell(&first, m, l, p.axis);
    int gathered = gather_mesh_fill(out, parts, p.count);
    if (status == STATUS_OK) status = gathered;
  } else if (status == STATUS_OK) {
    status = error_set(STATUS_FAILED, "not enough memory for %lld planes of sites", (long long)p.count);
  }
  planes_free(&p);
  return status;
}
