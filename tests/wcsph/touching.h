/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_WCSPH_TOUCHING_H
#define TESTS_WCSPH_TOUCHING_H
/* Bodies that touch, for tests of their mechanics. */
#include "ways.h"
#include "wcsph/walls/bodies.h"

/* A drop of fluid far from a floor, and what a test puts on it. */
static const char plane[] =
    "method: wcsph\nscheme: classic\n"
    "dimensions: 2\n"
    "dp: 0.05\n"
    "domain: {low: [0, 0], high: [4, 4], open: [-x, +x, -y, +y]}\n"
    "gravity: [0, -9.81]\n"
    "material: {speed_of_sound: 25}\n"
    "fluids:\n"
    "  - {name: drop, shapes: [{add: box, low: [0.1, 3.7], high: [0.3, 3.9]}]}\n"
    "walls:\n"
    "  - {name: floor, shapes: [{add: box, low: [0, -0.2], high: [4, 0]}]}\n"
    "  - {name: box, shapes: [{add: box, low: [1, 0], high: [1.5, 0.5]}], body: {density: 500}}\n"
    "contact: {friction: 0.4}\n"
    "limits: {lost: 1}\n"
    "end: 9\n";

static inline double energy_of(const struct trial *t) {
  double sum = 0;
  for (size_t k = 0; k < t->run.body_count; k++) {
    const struct rigid_body *b = &t->run.bodies[k];
    struct pose p;
    bodies_pose(&t->run, b->wall, &p);
    sum += 0.5 * b->mass * dot3(p.velocity, p.velocity) + 0.5 * dot3(p.spin, b->now.momentum) -
           b->mass * dot3(t->config.gravity, b->now.shift);
  }
  return sum;
}

static inline void until(struct trial *t, double time) {
  while (t->run.time < time) steps(t, 1);
}

#endif
