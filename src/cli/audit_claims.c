/* SPDX-License-Identifier: BSD-3-Clause */
/* What a record says of case, build and execution: against the run's last checkpoint, against what the case
 * can have, and against the amphi that audits. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/audit.h"
#include "cli/notes.h"
#include "cli/part.h"
#include "cli/provenance.h"
#include "registry/backends.h"
#include "registry/methods.h"
#include "util/error.h"
#include "util/path.h"

/* A text of the record that must be this one; true if it is. */
static bool is_claimed(struct audit *a, const char *what, const char *claimed, const char *right,
                       const char *whose) {
  const bool same = !strcmp(claimed, right ? right : "");
  if (!same)
    audit_fails(a, "%s: the record says '%s', and %s '%s'", what, claimed, whose, right ? right : "nothing");
  return same;
}

static int check_case(struct audit *a, const struct job *j) {
  const json_t *of = json_object_get(a->record.all, "case");
  char digest[DIGEST_TEXT];
  TRY(case_digest(&j->setup.config, &j->setup.inputs, digest));
  bool right = is_claimed(a, "case: method", record_text(of, "method"), j->setup.method->name, "its text");
  right &= is_claimed(a, "case: summation", record_text(of, "summation"), part_summation(j), "its text has");
  right &= is_claimed(a, "case: digest", record_text(of, "digest"), digest, "its text and inputs have");
  if (right) audit_holds(a, "case: method, summation and digest are those of its text");
  return STATUS_OK;
}

/* "3 parts, each cpu: ..." and "3 parts, in turn offload,cpu; the first offload: ..." say it behind these
 * words. */
static const char *behind_parts(const char *execution) {
  static const char *const words[] = {" parts, each ", "; the first "};
  const char *found = NULL;
  for (size_t k = 0; k < sizeof words / sizeof *words && !found; k++) {
    const char *at = isdigit((unsigned char)*execution) ? strstr(execution, words[k]) : NULL;
    if (at) found = at + strlen(words[k]);
  }
  return found ? found : execution;
}

/* Its first word is a backend, which the method has. */
static bool is_possible(struct audit *a, const struct job *j, const char *execution) {
  char name[32];
  const char *way = behind_parts(execution);
  snprintf(name, sizeof name, "%.*s", (int)strcspn(way, ":"), way);
  const bool known = way[strcspn(way, ":")] && backend_find(method_backends(j->setup.method), name);
  if (!known)
    audit_fails(a, "execution: the record says '%s', and method '%s' has no such backend", execution,
                j->setup.method->name);
  return known;
}

static void check_execution(struct audit *a, const struct job *j, const struct checkpoint *last) {
  const json_t *run = json_object_get(a->record.all, "run");
  const char *execution = record_text(run, "execution");
  const char *one = json_is_true(json_object_get(run, "one_build")) ? "yes" : "no";
  bool right =
      is_claimed(a, "execution", execution, checkpoint_note(last, "execution"), "the last checkpoint");
  right &=
      is_claimed(a, "one build", one, checkpoint_note(last, "mixed") ? "no" : "yes", "the last checkpoint");
  right &= is_possible(a, j, execution);
  if (right) audit_holds(a, "execution: as the last checkpoint has it, %s", execution);
}

static void check_build(struct audit *a, const struct checkpoint *last) {
  const json_t *build = json_object_get(json_object_get(a->record.all, "run"), "build");
  char name[64], other[512] = "";
  bool right = true;
  for (const struct note *n = provenance(); n->name; n++) {
    const char *claimed = record_text(build, n->name);
    snprintf(name, sizeof name, "build %s", n->name);
    right &= is_claimed(a, name, claimed, checkpoint_note(last, name), "the last checkpoint");
    const size_t used = strlen(other);
    if (strcmp(claimed, n->text))
      snprintf(other + used, sizeof other - used, "%s%s was %s, is %s", used ? "; " : "", n->name, claimed,
               n->text);
  }
  if (right && !*other)
    audit_holds(a, "build: as the last checkpoint has it, and the one that audits");
  else if (right)
    audit_leaves(a, "build: as the last checkpoint has it; another one audits: %s", other);
}

int audit_claims(struct audit *a) {
  struct job j = {0};
  struct checkpoint last = {0};
  char path[PATH_MAX];
  if (a->failed) {
    audit_leaves(a, "case, execution and build: a check above failed, so nothing here can confirm them");
    return STATUS_OK;
  }
  int status = part_load(&j, a->folder, NULL, NULL);
  if (!status) status = path_join(path, a->folder, "checkpoint.h5");
  if (!status) status = checkpoint_read_head(&last, path);
  if (!status) a->since = notes_gauges_since(&last, &j);
  if (!status) status = check_case(a, &j);
  if (!status) check_execution(a, &j, &last);
  if (!status) check_build(a, &last);
  checkpoint_free(&last);
  job_close(&j);
  return status;
}
