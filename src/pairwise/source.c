/* SPDX-License-Identifier: BSD-3-Clause */
#include "pairwise/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LANES 1
#include "case/bounds.h"
#include "lane/random.h"
#include "util/coincide.h"
#include "util/error.h"

int pairwise_source_allocate(struct pairwise_source *s, size_t count) {
  CHECK(count > 0 && count <= CASE_PARTICLES_MOST, STATUS_USAGE, "%zu particles; expected 1 to %d", count,
        CASE_PARTICLES_MOST);
  s->count = count;
  s->position = calloc(count, sizeof *s->position);
  s->velocity = calloc(count, sizeof *s->velocity);
  CHECK(s->position && s->velocity, STATUS_FAILED, "no memory for %zu particles", count);
  return STATUS_OK;
}

void pairwise_source_free(struct pairwise_source *s) {
  free(s->position);
  free(s->velocity);
  *s = (struct pairwise_source){0};
}

double pairwise_source_volume(const struct pairwise_source *s) {
  double volume = 1.0;
  for (int a = 0; a < 3; a++) volume *= s->high[a] - s->low[a];
  return volume;
}

/* Newton's method for x^3 = v: the same digits with every C library. */
static double cube_root(double v) {
  double x = v > 1.0 ? v : 1.0;
  for (int k = 0; k < 200; k++) x -= (x * x * x - v) / (3.0 * x * x);
  return x;
}

static void take_domain(struct pairwise_source *s, const struct pairwise_settings *c) {
  for (int a = 0; a < 3; a++) {
    s->low[a] = c->domain.low[a];
    s->high[a] = c->domain.high[a];
    s->periodic[a] = c->domain.periodic[a];
  }
}

/* Sites by cell (x slowest), then corner and the middles of the three faces. */
static int fill_fcc(struct pairwise_source *s, const struct pairwise_settings *c) {
  static const double basis[4][3] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
  const struct pairwise_config *p = &c->pairwise;
  const double side = cube_root(4.0 / p->density);
  double corner[3];
  for (int a = 0; a < 3; a++) {
    if (!p->has_domain) s->low[a] = 0.0, s->high[a] = side * p->cells[a], s->periodic[a] = true;
    corner[a] = 0.5 * (s->low[a] + s->high[a]) - 0.5 * side * p->cells[a];
  }
  TRY(pairwise_source_allocate(s, (size_t)(4.0 * p->cells[0] * p->cells[1] * p->cells[2])));
  size_t n = 0;
  for (int x = 0; x < p->cells[0]; x++)
    for (int y = 0; y < p->cells[1]; y++)
      for (int z = 0; z < p->cells[2]; z++)
        for (int b = 0; b < 4; b++, n++) {
          const double at[3] = {x + basis[b][0], y + basis[b][1], z + basis[b][2]};
          for (int a = 0; a < 3; a++) s->position[n][a] = corner[a] + side * at[a];
        }
  return STATUS_OK;
}

static int fill_uniform(struct pairwise_source *s, const struct pairwise_settings *c) {
  const uint32_t key[2] = {(uint32_t)c->pairwise.seed, 0};
  TRY(pairwise_source_allocate(s, (size_t)c->pairwise.count));
  for (size_t i = 0; i < s->count; i++) {
    const struct random4 r = random_draw(key, (uint32_t)i, 0, 0, RANDOM_POSITION);
    for (int a = 0; a < 3; a++)
      s->position[i][a] = s->low[a] + (s->high[a] - s->low[a]) * (((double)r.word[a] + 0.5) * 0x1p-32);
  }
  return STATUS_OK;
}

/* Back into [low, high] from beyond a face that reflects; normal numbers are below 7 and the spread is at
 * most the length, so a few times are enough. */
static double reflect(double x, double low, double high) {
  for (int k = 0; k < 16 && (x < low || x > high); k++) x = x < low ? 2.0 * low - x : 2.0 * high - x;
  return fmin(fmax(x, low), high);
}

/* Normal distributions around centres at random, which take turns. */
static int fill_clusters(struct pairwise_source *s, const struct pairwise_settings *c) {
  const struct pairwise_config *p = &c->pairwise;
  const uint32_t key[2] = {(uint32_t)p->seed, 0};
  TRY(pairwise_source_allocate(s, (size_t)p->count));
  for (size_t i = 0; i < s->count; i++) {
    const struct random4 centre =
        random_draw(key, (uint32_t)(i % (size_t)p->clusters), 0, 1, RANDOM_POSITION);
    const struct random_normals away = random_normal(random_draw(key, (uint32_t)i, 0, 2, RANDOM_POSITION));
    for (int a = 0; a < 3; a++) {
      const double low = s->low[a], high = s->high[a];
      const double x =
          low + (high - low) * (((double)centre.word[a] + 0.5) * 0x1p-32) + p->spread * (double)away.value[a];
      s->position[i][a] = s->periodic[a] ? x : reflect(x, low, high);
    }
  }
  return STATUS_OK;
}

/* Maxwell's distribution with a mean of zero and the temperature exact: 2 E_kin / (3 N - 3). */
static void draw_velocities(struct pairwise_source *s, const struct pairwise_settings *c) {
  const uint32_t key[2] = {(uint32_t)c->pairwise.seed, 0};
  double mean[3] = {0}, sum2 = 0.0;
  for (size_t i = 0; i < s->count; i++) {
    const struct random_normals n = random_normal(random_draw(key, (uint32_t)i, 0, 0, RANDOM_VELOCITY));
    for (int a = 0; a < 3; a++) {
      s->velocity[i][a] = (double)n.value[a];
      mean[a] += s->velocity[i][a] / (double)s->count;
    }
  }
  for (size_t i = 0; i < s->count; i++)
    for (int a = 0; a < 3; a++) {
      s->velocity[i][a] -= mean[a];
      sum2 += s->velocity[i][a] * s->velocity[i][a];
    }
  const double wanted = 3.0 * ((double)s->count - 1.0) * c->pairwise.temperature;
  const double factor = sum2 > 0.0 ? sqrt(wanted / sum2) : 0.0;
  for (size_t i = 0; i < s->count; i++)
    for (int a = 0; a < 3; a++) s->velocity[i][a] *= factor;
}

/* A place beyond a periodic face is one inside; beyond another one it is a mistake. */
static int check_places(const struct pairwise_source *s) {
  for (size_t i = 0; i < s->count; i++)
    for (int a = 0; a < 3; a++) {
      const double x = s->position[i][a];
      CHECK(isfinite(x) && (s->periodic[a] || (x >= s->low[a] && x <= s->high[a])), STATUS_USAGE,
            "particle %zu is at %.9g m along %c, outside the domain, which goes from %.9g to %.9g m", i, x,
            "xyz"[a], s -> low[a], s -> high[a]);
    }
  return STATUS_OK;
}

/* In units of the Lennard-Jones length, 1 m: nearer, no force is finite. */
static const double one_place = 1e-6;

/* Of a file, for what is drawn at random may come close; softening makes forces finite. */
static int check_apart(const struct pairwise_source *s, const struct pairwise_settings *c) {
  double period[3];
  size_t i, k;
  if (c->pairwise.source != SOURCE_FILE || c->pairwise.softening > 0.0) return STATUS_OK;
  for (int a = 0; a < 3; a++) period[a] = s->periodic[a] ? s->high[a] - s->low[a] : 0.0;
  TRY(coincide_find(s->position, s->count, one_place, period, &i, &k));
  CHECK(
      k == s->count, STATUS_USAGE,
      "particles.file: %s: particles %zu and %zu are at one place, (%.9g, %.9g, %.9g) and (%.9g, %.9g, %.9g) "
      "m; expected places apart, or pairwise.softening > 0",
      c->pairwise.file, i + 1, k + 1, s->position[i][0], s->position[i][1], s->position[i][2],
      s->position[k][0], s->position[k][1], s->position[k][2]);
  return STATUS_OK;
}

static int check_box(const struct pairwise_source *s, const struct pairwise_settings *c) {
  for (int a = 0; a < 3; a++) {
    const double size = s->high[a] - s->low[a];
    CHECK(size > 0.0, STATUS_USAGE, "the box has a length of %.9g m along %c; expected one > 0", size,
          "xyz"[a]);
    CHECK(!s->periodic[a] || c->pairwise.cutoff <= 0.5 * size * (1.0 + 1e-12), STATUS_USAGE,
          "pairwise.cutoff is %.9g m, more than half of the periodic axis %c (%.9g m): a particle would "
          "interact with another one twice",
          c->pairwise.cutoff, "xyz"[a], size);
  }
  return STATUS_OK;
}

int pairwise_source_fill(struct pairwise_source *s, const struct pairwise_settings *c) {
  const struct pairwise_config *p = &c->pairwise;
  *s = (struct pairwise_source){0};
  if (p->source == SOURCE_FILE) {
    const int status = pairwise_source_read(s, p->file);
    if (status != STATUS_OK) return error_prefix(status, "particles.file");
  }
  if (p->has_domain) take_domain(s, c);
  CHECK(p->has_domain || s->has_box || p->source != SOURCE_FILE, STATUS_USAGE,
        "%s: has no box; expected 'domain' in the case", p->file);
  if (p->source == SOURCE_FCC) TRY(fill_fcc(s, c));
  if (p->source == SOURCE_UNIFORM) TRY(fill_uniform(s, c));
  if (p->source == SOURCE_CLUSTERS) TRY(fill_clusters(s, c));
  if (!s->moves && p->temperature > 0.0) draw_velocities(s, c);
  TRY(check_box(s, c));
  TRY(check_places(s));
  return check_apart(s, c);
}
