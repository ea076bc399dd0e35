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
  *s = (struct wcsph_settings){.scene = c->scene, .output = shown_of(c)};
#define MEMBER(type, member) s->member = c->member;
  OWN_CHOICES(MEMBER)
  WCSPH_SETTINGS(MEMBER)
#undef MEMBER
}
