/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/drives.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lane/sine.h"
#include "util/error.h"

struct driving {
  struct timed *functions; /* by body, in the order of the case */
  uint32_t *first;         /* [bodies + 1] */
};

static const struct freedom *freedom_of(const struct wcsph_run *r, size_t body) {
  return &r->config->walls[r->bodies[body].wall].freedom;
}

int drives_prepare(struct wcsph_run *r) {
  size_t count = 0, n = 0;
  for (size_t k = 0; k < r->body_count; k++) count += freedom_of(r, k)->drive_count;
  if (!count) return STATUS_OK;
  struct driving *d = r->driving = calloc(1, sizeof *d);
  CHECK(d, STATUS_FAILED, "no memory for bodies along time");
  d->functions = calloc(count, sizeof *d->functions);
  d->first = calloc(r->body_count + 1, sizeof *d->first);
  CHECK(d->functions && d->first, STATUS_FAILED, "no memory for bodies along time");
  for (size_t k = 0; k < r->body_count; k++) {
    for (size_t i = 0; i < freedom_of(r, k)->drive_count; i++)
      TRY(timed_open(&d->functions[n++], &freedom_of(r, k)->drives[i].value));
    d->first[k + 1] = (uint32_t)n;
  }
  return STATUS_OK;
}

bool drives_at_fault(const struct wcsph_run *r, size_t wall, char key[FORMULA_KEY]) {
  const struct body *b = &r->config->walls[wall];
  if (!b->freedom.drive_count) return false;
  const size_t index = (size_t)(bodies_of(r, wall) - r->bodies);
  for (size_t i = 0; i < b->freedom.drive_count; i++) {
    if (!timed_failed(&r->driving->functions[r->driving->first[index] + i])) continue;
    snprintf(key, FORMULA_KEY, "walls.%s.body.driven.%zu", b->name, i);
    return true;
  }
  return false;
}

void drives_end(struct wcsph_run *r) {
  struct driving *d = r->driving;
  if (!d) return;
  for (uint32_t k = 0; d->functions && d->first && k < d->first[r->body_count]; k++)
    timed_close(&d->functions[k]);
  free(d->functions);
  free(d->first);
  free(d);
  r->driving = NULL;
}

/* A way's place, velocity and acceleration, or the force along it. */
static void add_drive(struct driven *to, const struct drive *d, const double now[3], double begun) {
  const double unit = d->way >= DRIVE_RX ? RADIANS : 1.0;
  if (d->is == DRIVE_FORCE) {
    to->force[d->way] += now[0];
    return;
  }
  to->ways |= 1u << d->way;
  to->velocity[d->way] = unit * now[d->is == DRIVE_POSITION ? 1 : 0];
  to->acceleration[d->way] = unit * now[d->is == DRIVE_POSITION ? 2 : 1];
  if (d->is != DRIVE_POSITION) return;
  to->placed |= 1u << d->way;
  to->place[d->way] = now[0] - begun; /* angles in degrees */
}

void drives_find(const struct wcsph_run *r, struct rigid_body *b) {
  const size_t index = (size_t)(b - r->bodies);
  const struct freedom *f = freedom_of(r, index);
  if (!f->drive_count) return;
  b->driven = (struct driven){0};
  if (bodies_is_held(r, b)) return;
  for (size_t i = 0; i < f->drive_count; i++) {
    const struct drive *d = &f->drives[i];
    if (r->moved_time < d->from || (d->to > 0.0 && r->moved_time >= d->to)) continue;
    const struct timed *t = &r->driving->functions[r->driving->first[index] + i];
    const bool placed = d->is == DRIVE_POSITION;
    double now[3], begun[3] = {0};
    timed_at(t, r->moved_time, placed, now);
    if (placed) timed_at(t, f->from, placed, begun);
    add_drive(&b->driven, d, now, begun[0]);
  }
}

void drives_push(const struct wcsph_run *r, struct rigid_body *b) {
  if (!r->driving) return;
  drives_find(r, b);
  for (int a = 0; a < 3; a++) {
    b->force[a] += b->driven.force[a];
    b->torque[a] += b->driven.force[3 + a];
  }
}

void drives_begin(const struct wcsph_run *r, struct rigid_body *b) {
  drives_find(r, b);
  drives_obey(r, b, &b->now);
  b->saved = b->listed = b->now;
}

/* Where driving ends, turning goes on with the momentum that it has then. */
static void keep_momentum(const struct wcsph_run *r, const struct rigid_body *b, struct body_state *s) {
  const struct freedom *f = freedom_of(r, (size_t)(b - r->bodies));
  double back[3][3], own[3], inertia[3], momentum[3];
  struct pose p;
  bool ends = false;
  for (size_t i = 0; i < f->drive_count; i++) ends |= f->drives[i].to > 0.0;
  if (!ends || !(b->driven.ways & 56u)) return;
  bodies_pose(r, b->wall, &p);
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < 3; l++) back[k][l] = p.turn[l][k];
  turn3(back, p.spin, own);
  turn3(b->inertia, own, inertia);
  turn3(p.turn, inertia, momentum);
  for (int a = 0; a < 3; a++)
    if (b->driven.ways & 8u << a) s->momentum[a] = momentum[a];
}

void drives_obey(const struct wcsph_run *r, const struct rigid_body *b, struct body_state *s) {
  const struct driven *d = &b->driven;
  for (int a = 0; a < r->config->dimensions; a++) {
    if (d->ways & 1u << a) s->velocity[a] = d->velocity[a];
    if (d->placed & 1u << a) s->shift[a] = d->place[a];
  }
  for (int a = 0; a < 3; a++) {
    if (!(d->placed & 8u << a)) continue;
    memset(s->turn, 0, sizeof s->turn);
    s->turn[0] = cosine_of_turns(d->place[3 + a] / 720.0);
    s->turn[1 + a] = sine_of_turns(d->place[3 + a] / 720.0);
  }
  keep_momentum(r, b, s);
}
