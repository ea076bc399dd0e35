/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/cables.h"

#include <endian.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "util/error.h"
#include "util/log.h"
#include "wcsph/walls/cabling.h"
#include "wcsph/walls/motion.h"

/* ---- sub-steps ---- */

/* Where ends that go with walls are now. */
static void find_ends(struct wcsph_run *r, struct cable_chain *chain) {
  for (size_t k = 0; k < chain->point_count; k++) {
    struct cable_point *p = &chain->points[k];
    struct pose pose;
    double arm[3];
    if (!p->held || p->wall < 0) continue;
    motion_place(r, (size_t)p->wall, r->moved_time, &pose);
    turn3(pose.turn, p->arm, arm);
    for (int a = 0; a < 3; a++) {
      p->from[a] = p->x[a];
      p->next[a] = r->walls[p->wall].middle[a] + pose.shift[a] + arm[a];
    }
  }
}

/* Ends go straight to where they are at the end of the step. */
static void carry_ends(struct cable_chain *chain, double share, double duration) {
  for (size_t k = 0; k < chain->point_count; k++) {
    struct cable_point *p = &chain->points[k];
    if (!p->held || p->wall < 0) continue;
    for (int a = 0; a < 3; a++) {
      p->x[a] = share < 1.0 ? p->from[a] + share * (p->next[a] - p->from[a]) : p->next[a];
      p->v[a] = (p->next[a] - p->from[a]) / duration;
    }
  }
}

/* The segment with the largest tension beyond what it bears goes, one a sub-step. */
static void part(struct cable_chain *chain, double time) {
  const uint32_t k = chain->parted_now - 1;
  struct cable_segment *s = &chain->segments[k];
  const struct cable *c = &chain->cables[s->cable];
  s->parted = true;
  log_say("Cable '%s' parts at t = %.6g s, %.4g m from its beginning, at %.4g N", c->name, time,
          (k - chain->first[s->cable] + 0.5) * c->length / c->segments, chain->parted_tension);
}

static void load(struct cable_chain *chain, double time) {
  chain_load(chain);
  if (!chain->parted_now) return;
  part(chain, time);
  chain_load(chain);
}

/* What is not a number goes on through all that it is tied to. */
static int check_cables_move(struct wcsph_run *r, const struct cable_chain *chain) {
  for (size_t k = 0; k < chain->cable_count; k++) {
    for (uint32_t n = chain->first[k]; n < chain->first[k + 1]; n++) {
      const struct cable_point *p = &chain->points[chain->segments[n].end[1]];
      const double speed = sqrt(dot3(p->v, p->v));
      if (speed <= (double)r->law.max_speed * 1e3) continue;
      snprintf(r->diverged, sizeof r->diverged, "cable '%s' moves at %.4g m/s at t = %.6g s",
               chain->cables[k].name, speed, r->moved_time);
      return error_set(STATUS_DIVERGED, "%s", r->diverged);
    }
  }
  return STATUS_OK;
}

int cables_advance(struct wcsph_run *r, struct step *s) {
  struct cabling *all = r->cabling;
  struct cable_chain *chain = &all->chain;
  const double duration = r->moved_time - all->time;
  (void)s;
  if (duration > 0.0) {
    const double count = fmax(1.0, ceil(duration / chain->longest)), h = duration / count;
    find_ends(r, chain);
    for (double k = 0.0; k < count; k++) {
      load(chain, all->time + k * h);
      chain_move(chain, h);
      carry_ends(chain, (k + 1.0) / count, duration);
    }
    all->time = r->moved_time;
  }
  load(chain, all->time);
  return check_cables_move(r, chain);
}

/* ---- what they do ---- */

static void pull_end(const struct wcsph_run *r, struct rigid_body *b, const struct cable *c,
                     const struct cable_point *p, const double f[3]) {
  double arm[3], torque[3];
  for (int a = 0; a < 3; a++) arm[a] = p->x[a] - (r->walls[b->wall].middle[a] + b->now.shift[a]);
  cross3(arm, f, torque);
  const double give = 1.0 / b->mass + dot3(arm, arm) / bodies_least_inertia(r, b);
  for (int a = 0; a < 3; a++) b->force[a] += f[a], b->torque[a] += torque[a];
  b->frequency2 += c->stiffness * c->segments / c->length * give;
  b->rate += c->damping * sqrt(c->stiffness * c->mass) * give;
}

void cables_pull(const struct wcsph_run *r, struct rigid_body *b) {
  if (!r->cabling) return;
  const struct cable_chain *chain = &r->cabling->chain;
  for (size_t k = 0; k < chain->cable_count; k++)
    for (int end = 0; end < 2; end++) {
      const struct cable_segment *s = &chain->segments[end ? chain->first[k + 1] - 1 : chain->first[k]];
      if (chain->cables[k].wall[end] == (int)b->wall)
        pull_end(r, b, &chain->cables[k], &chain->points[s->end[end]], chain->ends[k][end]);
    }
}

/* ---- what is read of them ---- */

void cables_tension(const struct wcsph_run *r, size_t cable, double ends[2], double *most) {
  const struct cable_chain *chain = &r->cabling->chain;
  *most = 0.0;
  for (int end = 0; end < 2; end++) ends[end] = sqrt(dot3(chain->ends[cable][end], chain->ends[cable][end]));
  for (uint32_t k = chain->first[cable]; k < chain->first[cable + 1]; k++)
    *most = fmax(*most, chain->segments[k].tension);
}

void cables_place(const struct wcsph_run *r, size_t cable, double share, double place[3], double *tension) {
  const struct cable_chain *chain = &r->cabling->chain;
  const uint32_t first = chain->first[cable], count = chain->first[cable + 1] - first;
  const double at = share * count;
  const uint32_t k = at < count ? (uint32_t)at : count - 1;
  const struct cable_segment *s = &chain->segments[first + k];
  const double *a = chain->points[s->end[0]].x, *b = chain->points[s->end[1]].x;
  for (int n = 0; n < 3; n++) place[n] = a[n] + (at - k) * (b[n] - a[n]);
  *tension = s->tension;
}

/* ---- checkpoints ---- */

/* Places and velocities, and the time, then which segments have parted. */
static void write_numbers(const struct cabling *all) {
  const struct cable_chain *chain = &all->chain;
  double *to = all->numbers;
  for (size_t k = 0; k < chain->point_count; k++) {
    memcpy(to, chain->points[k].x, 3 * sizeof *to);
    memcpy(to + 3, chain->points[k].v, 3 * sizeof *to);
    to += POINT_NUMBERS;
  }
  for (int k = 0; k < POINT_NUMBERS; k++) *to++ = k ? 0.0 : all->time;
  for (size_t k = 0; k < chain->segment_count; k++) *to++ = chain->segments[k].parted;
}

int cables_save(struct wcsph_run *r, struct checkpoint *to) {
  struct cabling *all = r->cabling;
  if (!all) return STATUS_OK;
  const size_t points = all->chain.point_count + 1;
  write_numbers(all);
  to->rows[to->buffer_count] = points;
  to->buffers[to->buffer_count++] = (struct field){"cables", FIELD_F64, POINT_NUMBERS, all->numbers};
  to->rows[to->buffer_count] = all->chain.segment_count;
  to->buffers[to->buffer_count++] =
      (struct field){"cables_parted", FIELD_F64, 1, all->numbers + points * POINT_NUMBERS};
  return STATUS_OK;
}

int cables_take(struct wcsph_run *r, const struct checkpoint *from) {
  struct cabling *all = r->cabling;
  size_t rows = 0, parted = 0;
  if (!all) return STATUS_OK;
  struct cable_chain *chain = &all->chain;
  const struct field *f = checkpoint_buffer(from, "cables", &rows),
                     *p = checkpoint_buffer(from, "cables_parted", &parted);
  CHECK(f && p && rows == chain->point_count + 1 && parted == chain->segment_count && f->type == FIELD_F64 &&
            p->type == FIELD_F64 && f->components == POINT_NUMBERS && p->components == 1,
        STATUS_USAGE, "the checkpoint's buffer 'cables' is missing or does not fit the case");
  const double *numbers = f->data;
  for (size_t k = 0; k < chain->point_count; k++) {
    memcpy(chain->points[k].x, numbers + k * POINT_NUMBERS, 3 * sizeof *numbers);
    memcpy(chain->points[k].v, numbers + k * POINT_NUMBERS + 3, 3 * sizeof *numbers);
  }
  all->time = numbers[chain->point_count * POINT_NUMBERS];
  for (size_t k = 0; k < chain->segment_count; k++)
    chain->segments[k].parted = ((const double *)p->data)[k] != 0.0;
  chain_load(chain); /* gauges are read before the next force pass */
  return STATUS_OK;
}

static uint64_t hash_number(double number, uint64_t seed) {
  uint64_t word;
  memcpy(&word, &number, sizeof word);
  word = htole64(word);
  return XXH3_64bits_withSeed(&word, sizeof word, seed);
}

uint64_t cables_hash(const struct wcsph_run *r) {
  const struct cabling *all = r->cabling;
  if (!all) return 0;
  uint64_t sum = hash_number(all->time, 0), seed = 1;
  for (size_t k = 0; k < all->chain.point_count; k++)
    for (int a = 0; a < 3; a++, seed += 2)
      sum += hash_number(all->chain.points[k].x[a], seed) + hash_number(all->chain.points[k].v[a], seed + 1);
  for (size_t k = 0; k < all->chain.segment_count; k++)
    sum += hash_number(all->chain.segments[k].parted, seed++);
  return sum;
}
