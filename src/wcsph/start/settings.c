/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/start/settings.h"

#include <string.h>

static struct wcsph_shown shown_of(const struct amphi_case *c) {
  struct wcsph_shown s = {
      .fields = c->output.fields, .every = c->output.every, .surfaces = c->output.surfaces};
  memcpy(s.low, c->output.low, sizeof s.low);
  memcpy(s.high, c->output.high, sizeof s.high);
  return s;
}

void wcsph_settings_take(struct wcsph_settings *s, const struct amphi_case *c) {
  *s = (struct wcsph_settings){
      .scene = c->scene,
      .scheme = c->scheme,
      .end = c->end,
#define MEMBER(type, member) .member = c->member,
      OWN_CHOICES(MEMBER)
#undef MEMBER
          .smoothing_ratio = c->smoothing_ratio,
      .material = c->material,
      .interface = c->interface,
      .viscosity = c->viscosity,
      .rheology = c->rheology,
      .turbulence = c->turbulence,
      .heat = c->heat,
      .diffusion = c->diffusion,
      .boundary = c->boundary,
      .integrator = c->integrator,
      .damper = c->damper,
      .shifting = c->shifting,
      .gradients_every = c->gradients_every,
      .settle = c->settle,
      .summation = c->summation,
      .limits = c->limits,
      .neighbours = c->neighbours,
      .frame = c->frame,
      .contact = c->contact,
      .phases = c->phases,
      .phase_count = c->phase_count,
      .fluids = c->fluids,
      .fluid_count = c->fluid_count,
      .joints = c->joints,
      .joint_count = c->joint_count,
      .openings = c->openings,
      .opening_count = c->opening_count,
      .gauges = c->gauges,
      .gauge_count = c->gauge_count,
      .zones = c->zones,
      .zone_count = c->zone_count,
      .relaxations = c->relaxations,
      .relaxation_count = c->relaxation_count,
      .output = shown_of(c),
      .offload = c->offload,
      .cpu = c->cpu,
  };
}
