/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/forced.h"

#include "case/motion.h"
#include "wcsph/fluids/forcing.h"

/* Each particle at r from `about`, with velocity v, gets a + alpha x r + omega x (omega x r) + 2 omega x v
 * (sweeps/forcing.h). Summed over the particles at q from the centre of a body, with moments of inertia I and
 * the sum S of m q q', which is tr(I)/2 - I, that is a force on the centre, and a torque I alpha + omega x I
 * omega + 2 (S omega) x spin about it, here in axes that turn with the body. */
static void find_torque(const struct rigid_body *b, const struct pose *p, const double alpha[3],
                        const double omega[3], double torque[3]) {
  double back[3][3], faster[3], turns[3], spin[3], moment[3], spread[3], own[3], gyro[3], coriolis[3];
  const double half = 0.5 * (b->inertia[0][0] + b->inertia[1][1] + b->inertia[2][2]);
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < 3; l++) back[k][l] = p->turn[l][k];
  turn3(back, alpha, faster);
  turn3(back, omega, turns);
  turn3(back, p->spin, spin);
  turn3(b->inertia, turns, moment);
  for (int a = 0; a < 3; a++) spread[a] = half * turns[a] - moment[a];
  turn3(b->inertia, faster, own);
  cross3(turns, moment, gyro);
  cross3(spread, spin, coriolis);
  for (int a = 0; a < 3; a++) own[a] += gyro[a] + 2.0 * coriolis[a];
  turn3(p->turn, own, torque);
}

void forced_push(const struct wcsph_run *r, struct rigid_body *b) {
  const struct forcing *f = &r->config->walls[b->wall].forcing;
  double a[3], alpha[3], omega[3], arm[3], on[3], in[3], across[3], torque[3];
  struct pose p;
  if (!forcing_at(f, r->config->dimensions, r->moved_time, a, alpha, omega)) return;
  bodies_pose(r, b->wall, &p);
  for (int k = 0; k < 3; k++) arm[k] = r->walls[b->wall].middle[k] + p.shift[k] - f->about[k];
  cross3(alpha, arm, on);
  cross3(omega, arm, in);
  cross3(omega, in, in);
  cross3(omega, p.velocity, across);
  find_torque(b, &p, alpha, omega, torque);
  for (int k = 0; k < 3; k++) {
    b->force[k] += b->mass * (a[k] + on[k] + in[k] + 2.0 * across[k]);
    b->torque[k] += torque[k];
  }
}
