/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/thin.h"

#include <stdio.h>
#include <stdlib.h>

#include "case/case.h"
#include "util/error.h"

/* Dynamic particles push by the density that they gain, of whatever few there are; in space water sinks into
 * one layer of them by most of a spacing. Dummy and mirrored ones take what they have from a kernel that they
 * must fill. Others push by their surface alone. */
int thin_needed(const struct amphi_case *c) {
  switch (c->boundary.model) {
  case BOUNDARY_DYNAMIC:
    return c->dimensions == 3 ? 2 : 1;
  case BOUNDARY_DUMMY:
  case BOUNDARY_MDBC:
    return case_support_layers(c) - 1; /* fluid at rest is a spacing from the first */
  default:
    return 1;
  }
}

struct column {
  int axis, length;
  int32_t first[3];
};

static bool holds(const struct runs *r, const int32_t site[3], int axis, int32_t further) {
  int32_t at[3] = {site[0], site[1], site[2]};
  at[axis] += further;
  return runs_hold(r, runs_row(at[1], at[2]), at[0]);
}

static bool in_domain(const struct lattice *l, const int32_t site[3], int axis, int32_t further) {
  for (int a = 0; a < l->dimensions; a++) {
    const int64_t x = (int64_t)site[a] + (a == axis ? further : 0);
    if (x < 0 || x >= l->count[a]) return false;
  }
  return true;
}

/* Beside a rim, of a plate or a ball, there is nothing on one side. What goes on may be a step higher or
 * lower. */
static bool goes_on(const struct lattice *l, const struct runs *all, const struct column *c) {
  for (int a = 0; a < l->dimensions; a++)
    for (int side = -1; a != c->axis && side <= 1; side += 2) {
      int32_t beside[3] = {c->first[0], c->first[1], c->first[2]};
      bool any = false;
      beside[a] += side;
      if (l->periodic[a] && (beside[a] < 0 || beside[a] >= l->count[a])) continue;
      for (int k = -1; k <= c->length && !any; k++) any = holds(all, beside, c->axis, k);
      if (!any) return false;
    }
  return true;
}

static void note_column(struct thin *t, const struct lattice *l, const struct runs *all,
                        const struct column *c) {
  const int32_t last = c->first[c->axis] + c->length - 1;
  if (l->periodic[c->axis] && (c->first[c->axis] <= 0 || last >= l->count[c->axis] - 1)) return;
  if (!in_domain(l, c->first, c->axis, -1) && !in_domain(l, c->first, c->axis, c->length)) return;
  if (!goes_on(l, all, c)) return;
  t->count++;
  if (t->layers && t->layers <= c->length) return;
  t->layers = c->length;
  for (int a = 0; a < 3; a++) {
    t->site[a] = c->first[a] + (a == c->axis ? c->length / 2 : 0);
    t->at[a] = lattice_position(l, a, t->site[a]);
  }
}

/* Runs are columns along x already. */
static void look_along_x(struct thin *t, const struct lattice *l, const struct runs *all,
                         const struct runs *wanted, int needed) {
  for (size_t i = 0; i < all->count; i++) {
    const struct run *r = &all->items[i];
    if ((int64_t)r->end - r->first >= needed || !runs_hold(wanted, r->row, r->first)) continue;
    const struct column c = {0, (int)(r->end - r->first), {r->first, runs_y(r->row), runs_z(r->row)}};
    note_column(t, l, all, &c);
  }
}

/* A column begins where the site before it is not in the set. */
static int look_along(struct thin *t, const struct lattice *l, const struct runs *all,
                      const struct runs *wanted, int axis, int needed) {
  struct runs before = {0}, begin = {0};
  int status = STATUS_OK;
  for (size_t i = 0; i < all->count && status == STATUS_OK; i++) {
    const struct run *r = &all->items[i];
    const int32_t y = runs_y(r->row) + (axis == 1), z = runs_z(r->row) + (axis == 2);
    status = runs_append(&before, runs_row(y, z), r->first, r->end);
  }
  if (status == STATUS_OK) status = runs_combine(&begin, wanted, RUNS_UNION);
  if (status == STATUS_OK) status = runs_combine(&begin, &before, RUNS_DIFFERENCE);
  for (size_t i = 0; i < begin.count && status == STATUS_OK; i++)
    for (int32_t x = begin.items[i].first; x < begin.items[i].end; x++) {
      struct column c = {axis, 1, {x, runs_y(begin.items[i].row), runs_z(begin.items[i].row)}};
      while (c.length < needed && holds(all, c.first, axis, c.length)) c.length++;
      if (c.length < needed) note_column(t, l, all, &c);
    }
  runs_free(&before);
  runs_free(&begin);
  return status;
}

int thin_find(struct thin *thin, const struct lattice *l, const struct runs *all, const struct runs *wanted,
              int needed) {
  *thin = (struct thin){0};
  if (needed < 2) return STATUS_OK;
  look_along_x(thin, l, all, wanted, needed);
  for (int a = 1; a < l->dimensions; a++) TRY(look_along(thin, l, all, wanted, a, needed));
  return STATUS_OK;
}

static int add_line(char **note, const struct thin *t, const struct body *wall, const char *needs, int needed,
                    const char *why) {
  char *longer;
  CHECK(asprintf(&longer,
                 "%s%swalls.%s: %d layer%s of particles at (%.6g, %.6g, %.6g) m, too few at %zu place%s; %s "
                 "%d, %s",
                 *note ? *note : "", *note ? "\n" : "", wall->name, t->layers, t->layers == 1 ? "" : "s",
                 t->at[0], t->at[1], t->at[2], t->count, t->count == 1 ? "" : "s", needs, needed, why) >= 0,
        STATUS_FAILED, "no memory");
  free(*note);
  *note = longer;
  return STATUS_OK;
}

static int say_wall(char **note, const struct amphi_case *c, const struct lattice *l, const struct body *wall,
                    const struct runs *walls, const struct runs *own) {
  const int needed = thin_needed(c);
  struct thin thin;
  TRY(thin_find(&thin, l, walls, own, needed));
  if (!thin.layers) return STATUS_OK;
  if (c->boundary.model == BOUNDARY_DYNAMIC)
    return add_line(note, &thin, wall, "dynamic walls need", needed,
                    "or water sinks into them by most of dp");
  return add_line(note, &thin, wall,
                  c->boundary.model == BOUNDARY_MDBC ? "mdbc walls need" : "dummy walls need", needed,
                  c->dimensions == 3 ? "as far as the kernel reaches; water goes through one or two"
                                     : "as far as the kernel reaches, or water feels what is behind them");
}

int thin_say(char **note, const struct amphi_case *c, const struct lattice *l, const struct body *wall,
             const struct runs *walls, const struct runs *own) {
  struct thin thin;
  TRY(say_wall(note, c, l, wall, walls, own));
  if (!wall->freedom.given) return STATUS_OK;
  const int wanted = 2 * case_support_layers(c);
  TRY(thin_find(&thin, l, own, own, wanted));
  return thin.layers
             ? add_line(note, &thin, wall, "a body should have", wanted, "twice what the kernel reaches")
             : STATUS_OK;
}
