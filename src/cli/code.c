/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/code.h"

#include <stdio.h>
#include <string.h>

#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"

int code_find(struct code *code, const struct setup *s, const struct execution *e) {
  *code = (struct code){0};
  return s->method->code ? s->method->code(code, s->plan, e->backend, &e->options) : STATUS_OK;
}

const char *code_word(const struct code *code) {
  static const char *const words[] = {[CODE_GENERAL] = "general",
                                      [CODE_BUILT_IN] = "compiled in",
                                      [CODE_CACHED] = "cache",
                                      [CODE_JOINED] = "joined"};
  return code->backend ? words[code->kind] : NULL;
}

void code_advise(char advice[CODE_ADVICE], const struct code *code) {
  *advice = 0;
  if (!code->backend || code->kind != CODE_GENERAL) return;
  snprintf(advice, CODE_ADVICE,
           "%s%sgeneral code, at %s of the speed of specialised code; to get that: amphi specialise CASE%s, "
           "with the same --set",
           code->why, *code->why ? ". So these models run on " : "these models run on ", code->cost,
           strcmp(code->backend, "cpu") ? " --backend offload" : "");
}

void code_say(const struct code *code) {
  char advice[CODE_ADVICE];
  code_advise(advice, code);
  if (!code->backend) return;
  if (*advice)
    log_say("  code        %s", advice);
  else if (code->kind == CODE_CACHED)
    log_say("  code        specialised for these models, %s", code->path);
  else if (code->kind == CODE_JOINED)
    log_say("  code        general, of forces and the next pass in one loop, which is faster than "
            "specialised code");
  else
    log_say("  code        specialised for these models, compiled in");
}

int code_specialise(const struct setup *s, const struct execution *e) {
  struct code code;
  TRY(code_find(&code, s, e));
  CHECK(code.backend, STATUS_USAGE,
        "%s: method '%s' on the %s backend runs every case on the same code: there is nothing to specialise",
        s->config.path, s->method->name, e->backend->name);
  if (code.kind == CODE_JOINED) {
    log_say(
        "Nothing to do for %s: its forces are in one loop with the next pass, faster than specialised code",
        code.name);
    return STATUS_OK;
  }
  if (code.kind != CODE_GENERAL) {
    log_say("Nothing to do for %s: specialised code is %s%s", code.name,
            code.kind == CODE_BUILT_IN ? "compiled in" : "there, ",
            code.kind == CODE_BUILT_IN ? "" : code.path);
    return STATUS_OK;
  }
  if (*code.why) log_say("%s: it is made again", code.why);
  const double began = clock_now();
  TRY(code_make(&code));
  code_load(&code);
  CHECK(code.kind == CODE_CACHED, STATUS_FAILED, "what was compiled does not serve: %s", code.why);
  log_say("Compiled %s for %s in %.1f s: %s", code.name, code.target, clock_now() - began, code.path);
  return STATUS_OK;
}
