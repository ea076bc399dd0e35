/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/contact_law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

/* How fast a mass leaves a spring and a damper that do not pull, over how fast it came: x'' = -x - 2 z x', by
 * Runge and Kutta's steps in units of the spring's. No exponential: its last digit is the machine's. */
static double speed_left(double z) {
  const double h = 0.01;
  double x = 0.0, v = 1.0;
  for (int n = 0; n < 1000; n++) {
    double a = -x - 2.0 * z * v, at = x, speed = v, way = 0.0, gain = 0.0;
    const double part[] = {0.5 * h, 0.5 * h, h, 0.0}, weight[] = {1.0, 2.0, 2.0, 1.0};
    for (int k = 0; k < 4; k++) {
      way += weight[k] * speed, gain += weight[k] * a;
      at = x + part[k] * speed, speed = v + part[k] * a;
      a = -at - 2.0 * z * speed;
    }
    x += h / 6.0 * way, v += h / 6.0 * gain;
    if (x + 2.0 * z * v <= 0.0) return -v;
  }
  return -v;
}

/* The damping behind which bodies part at `restitution` of their speed. */
static double damping_of(double restitution) {
  double low = 0.0, high = 3.3; /* 0.02 */
  if (restitution == 1.0) return 0.0;
  for (int n = 0; n < 40; n++) {
    const double middle = 0.5 * (low + high);
    if (speed_left(middle) > restitution)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

/* NaN: as `otherwise` has it. */
static struct law make_law(double friction, double damping, double restitution, const struct law *otherwise) {
  struct law law = *otherwise;
  if (!isnan(friction)) law.friction = friction;
  if (!isnan(damping)) law.damping = damping, law.parts = false;
  if (!isnan(restitution)) law.damping = damping_of(restitution), law.parts = true;
  return law;
}

/* A number that walls of one material share. */
static int number_of(const struct wcsph_settings *c, const char *material) {
  for (size_t k = 0; material && k < c->wall_count; k++)
    if (c->walls[k].material && strcmp(c->walls[k].material, material) == 0) return (int)k;
  return -1;
}

int laws_make(struct laws *l, const struct wcsph_settings *c) {
  static const struct law none = {.friction = NAN, .damping = NAN};
  const struct touching *t = &c->contact;
  l->pairs = calloc(t->pair_count + 1, sizeof *l->pairs);
  l->materials = calloc(t->material_count + 1, sizeof *l->materials);
  l->named = calloc(t->material_count + 1, sizeof *l->named);
  l->material = calloc(c->wall_count + 1, sizeof *l->material);
  CHECK(l->pairs && l->materials && l->named && l->material, STATUS_FAILED, "no memory for what touches");
  l->all = make_law(t->friction, t->damping, t->restitution, &none);
  for (size_t k = 0; k < t->pair_count; k++)
    l->pairs[k] = make_law(t->pairs[k].friction, t->pairs[k].damping, t->pairs[k].restitution, &none);
  for (size_t k = 0; k < t->material_count; k++) {
    const struct touching_materials *m = &t->materials[k];
    l->materials[k] = make_law(m->friction, m->damping, m->restitution, &l->all);
    l->named[k][0] = number_of(c, m->of), l->named[k][1] = number_of(c, m->with);
  }
  for (size_t k = 0; k < c->wall_count; k++) l->material[k] = number_of(c, c->walls[k].material);
  return STATUS_OK;
}

void laws_free(struct laws *l) {
  free(l->pairs);
  free(l->materials);
  free(l->named);
  free(l->material);
}

static bool is_pair(int a, int b, int of, int on) {
  return (a == of && b == on) || (a == on && b == of);
}

struct law laws_find(const struct laws *l, const struct touching *c, size_t of, size_t on) {
  const int one = l->material[of], other = l->material[on];
  struct law law = l->all;
  for (size_t k = 0; k < c->material_count && one >= 0 && other >= 0; k++)
    if (is_pair(l->named[k][0], l->named[k][1], one, other)) law = l->materials[k];
  for (size_t k = 0; k < c->pair_count; k++) {
    if (!is_pair(c->pairs[k].of, c->pairs[k].with, (int)of, (int)on)) continue;
    if (!isnan(l->pairs[k].friction)) law.friction = l->pairs[k].friction;
    if (!isnan(l->pairs[k].damping)) law.damping = l->pairs[k].damping, law.parts = l->pairs[k].parts;
  }
  return law;
}
