/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/notes.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "cli/provenance.h"
#include "parts/parts.h"
#include "util/error.h"
#include "util/path.h"

static int add_notes(struct checkpoint *c, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int add_notes(struct checkpoint *c, const char *name, const char *format, ...) {
  struct note *more = realloc(c->notes, (c->note_count + 1) * sizeof *more);
  CHECK(more, STATUS_FAILED, "no memory for a checkpoint");
  c->notes = more;
  struct note *n = &c->notes[c->note_count];
  char *text;
  va_list arguments;
  va_start(arguments, format);
  const int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  CHECK(length >= 0, STATUS_FAILED, "no memory for a checkpoint");
  *n = (struct note){strdup(name), text};
  c->note_count++;
  CHECK(n->name, STATUS_FAILED, "no memory for a checkpoint");
  return STATUS_OK;
}

void notes_free(struct checkpoint *c) {
  for (size_t i = 0; i < c->note_count; i++) {
    free((void *)c->notes[i].name);
    free((void *)c->notes[i].text);
  }
  free(c->notes);
  c->notes = NULL;
  c->note_count = 0;
}

enum { NOTE_NAME = INPUT_KEY + 8 };

/* Whether another way to execute may have other bits. */
static bool depends_on_execution(const struct job *j) {
  const struct method *m = j->setup.method;
  return m->summation && m->summation(j->setup.plan) != SUM_FIXED;
}

/* Whether a key is of a backend that is in use. What runs forces alone on a device leaves the rest to cpu. */
static bool is_of_execution(const struct job *j, const char *key) {
  const struct execution *e = &j->execution;
  const char *names = e->name ? e->name : e->backend->name; /* several, of parts */
  const bool halved = strstr(names, "offload") && j->setup.config.offload.stages == OFFLOAD_FORCES_ONLY;
  if (!strncmp(key, "cpu.", 4)) return halved || strstr(names, "cpu");
  return strncmp(key, "offload.", 8) || strstr(names, "offload");
}

const char *notes_way(char way[NOTES_WAY], const struct job *j) {
  strcpy(way, j->device);
  char *bracket = strrchr(way, '(');
  if (bracket && bracket > way && bracket[strlen(bracket) - 1] == ')') bracket[-1] = 0;
  return way;
}

static const char *name_build(char name[NOTE_NAME], const struct note *n) {
  snprintf(name, NOTE_NAME, "build %s", n->name);
  return name;
}

static const char *name_aside(char name[NOTE_NAME], const struct case_aside *aside) {
  snprintf(name, NOTE_NAME, "case %s", aside->name);
  return name;
}

static int add_aside(void *to, const struct case_aside *aside) {
  char name[NOTE_NAME];
  return add_notes(to, name_aside(name, aside), "%s", aside->value);
}

static int add_build(struct checkpoint *c, const struct job *j) {
  char name[NOTE_NAME];
  for (const struct note *n = provenance(); n->name; n++)
    TRY(add_notes(c, name_build(name, n), "%s", n->text));
  char way[NOTES_WAY];
  TRY(add_notes(c, "execution", "%s", notes_way(way, j)));
  return j->mixed ? add_notes(c, "mixed", "yes") : STATUS_OK;
}

/* A hash of all gauges, what they measure and how often. */
static int hash_gauge(void *to, const struct case_aside *aside) {
  char text[2048];
  if (!case_aside_is_gauge(aside)) return STATUS_OK;
  const int length = snprintf(text, sizeof text, "%s %s %.17g", aside->name, aside->value, aside->interval);
  const size_t used = length < (int)sizeof text ? (size_t)length : sizeof text - 1;
  *(uint64_t *)to = XXH3_64bits_withSeed(text, used, *(uint64_t *)to);
  return STATUS_OK;
}

static int add_gauges_since(struct checkpoint *c, const struct job *j) {
  uint64_t hash = 0;
  TRY(case_asides(&j->setup.config, hash_gauge, &hash));
  return add_notes(c, "gauges since", "%.17g s, %016" PRIx64, j->gauges_since, hash);
}

double notes_gauges_since(const struct checkpoint *from, const struct job *j) {
  const char *text = checkpoint_note(from, "gauges since");
  uint64_t hash = 0, theirs;
  double since;
  if (!text || case_asides(&j->setup.config, hash_gauge, &hash)) return NAN;
  return sscanf(text, "%lf s, %" SCNx64, &since, &theirs) == 2 && theirs == hash ? since : NAN;
}

static const char *name_input(char name[NOTE_NAME], const struct case_input *input) {
  snprintf(name, NOTE_NAME, "input %s", input->key);
  return name;
}

int notes_make(struct checkpoint *c, const struct job *j) {
  const struct table_mark *mark = &j->gauge_mark;
  if (mark->bytes > 0)
    TRY(add_notes(c, "gauges", "%" PRIu64 " bytes, xxh3-64 %016" PRIx64, mark->bytes, mark->hash));
  for (size_t i = 0; i < j->setup.inputs.count; i++) {
    const struct case_input *input = &j->setup.inputs.items[i];
    char name[NOTE_NAME];
    TRY(add_notes(c, name_input(name, input), "%s", input->digest));
  }
  TRY(case_asides(&j->setup.config, add_aside, c));
  TRY(add_gauges_since(c, j));
  return add_build(c, j);
}

/* "; WHAT was THEIRS, is OURS" behind what is there, if they differ. */
static void compare_notes(char text[NOTES_DIFFERENCE], const struct checkpoint *from, const char *name,
                          const char *what, const char *ours) {
  const char *theirs = checkpoint_note(from, name);
  const size_t used = strlen(text);
  if (!theirs || strcmp(theirs, ours))
    snprintf(text + used, NOTES_DIFFERENCE - used, "%s%s was %s, is %s", used ? "; " : "", what,
             theirs ? theirs : "not said", ours);
}

struct comparing {
  char *text;
  const struct checkpoint *from;
  const struct job *j;
};

static int compare_way(void *to, const struct case_aside *aside) {
  const struct comparing *c = to;
  char name[NOTE_NAME];
  if (!case_aside_is_gauge(aside) && is_of_execution(c->j, aside->name))
    compare_notes(c->text, c->from, name_aside(name, aside), aside->name, aside->value);
  return STATUS_OK;
}

static void say_notes(char text[NOTES_DIFFERENCE], const char *what) {
  const size_t used = strlen(text);
  snprintf(text + used, NOTES_DIFFERENCE - used, "%s%s", used ? "; " : "", what);
}

/* Ways to execute that do not give the bits of an uninterrupted run, though they stay the same: several parts
 * cut the rows anew, and what shares work by how long it took has other bits in every run. */
static void compare_repeats(char text[NOTES_DIFFERENCE], const struct job *j) {
  const bool timed = is_of_execution(j, "cpu.") && j->setup.config.cpu.share != CPU_SHARE_SLICES;
  if (parts_count() > 1) say_notes(text, "several parts share out the particles anew at a resume");
  if (timed && execution_threads(j->execution.backend, &j->execution.options) != 1)
    say_notes(text, "cpu.share gives other bits in every run");
}

int notes_compare_build(char text[NOTES_DIFFERENCE], const struct checkpoint *from, const struct job *j) {
  char name[NOTE_NAME];
  *text = 0;
  for (const struct note *n = provenance(); n->name; n++)
    compare_notes(text, from, name_build(name, n), n->name, n->text);
  if (depends_on_execution(j)) {
    char way[NOTES_WAY];
    compare_notes(text, from, "execution", "execution", notes_way(way, j));
    TRY(case_asides(&j->setup.config, compare_way, &(struct comparing){text, from, j}));
    compare_repeats(text, j);
  }
  if (!*text && checkpoint_note(from, "mixed")) snprintf(text, NOTES_DIFFERENCE, "it was mixed before");
  return STATUS_OK;
}

static int compare_gauge(void *to, const struct case_aside *aside) {
  const struct comparing *c = to;
  char name[NOTE_NAME], place[CASE_PLACE];
  const char *was = case_aside_is_gauge(aside) ? checkpoint_note(c->from, name_aside(name, aside)) : NULL;
  CHECK(!was || !strcmp(was, aside->value), STATUS_USAGE,
        "%s: %s: a gauge of this name has measured something else so far (was {%s}, is {%s}): put it back as "
        "it was, "
        "or start anew with --force",
        case_place(place, &c->j->setup.config, aside->line), aside->name, was, aside->value);
  return STATUS_OK;
}

struct found_gauges {
  const struct checkpoint *from;
  size_t same, all;
};

static int find_gauge(void *to, const struct case_aside *aside) {
  struct found_gauges *f = to;
  char name[NOTE_NAME];
  if (!case_aside_is_gauge(aside)) return STATUS_OK;
  const char *was = checkpoint_note(f->from, name_aside(name, aside));
  f->same += was && !strcmp(was, aside->value);
  f->all++;
  return STATUS_OK;
}

bool notes_has_gauges(const struct checkpoint *from, const struct job *j) {
  static const char prefix[] = "case gauges.";
  struct found_gauges f = {.from = from};
  size_t theirs = 0;
  for (size_t i = 0; i < from->note_count; i++)
    theirs += !strncmp(from->notes[i].name, prefix, sizeof prefix - 1);
  return !case_asides(&j->setup.config, find_gauge, &f) && f.same == f.all && f.all == theirs;
}

int notes_check_inputs(const struct checkpoint *from, const struct job *j) {
  for (size_t i = 0; i < j->setup.inputs.count; i++) {
    const struct case_input *input = &j->setup.inputs.items[i];
    char name[NOTE_NAME];
    const char *digest = checkpoint_note(from, name_input(name, input));
    CHECK(digest, STATUS_USAGE, "%s/checkpoint.h5: no note '%s'", j->folder, name);
    CHECK(!strcmp(digest, input->digest), STATUS_USAGE,
          "%s: %s: the contents of %s are not those that the run began with (xxh3-128 %s, which was %s): put "
          "the "
          "file back as it was, or start anew with --force",
          j->folder, input->key, input->path, input->digest, digest);
  }
  return STATUS_OK;
}

int notes_check_gauges(struct table_mark *mark, const struct checkpoint *from, const struct job *j) {
  char path[PATH_MAX];
  const char *text = checkpoint_note(from, "gauges"), *folder = j->folder;
  *mark = (struct table_mark){0};
  TRY(case_asides(&j->setup.config, compare_gauge, &(struct comparing){NULL, from, j}));
  if (!text) return STATUS_OK;
  CHECK(sscanf(text, "%" SCNu64 " bytes, xxh3-64 %" SCNx64, &mark->bytes, &mark->hash) == 2, STATUS_USAGE,
        "%s/checkpoint.h5: the note 'gauges' is no length and hash: '%s'", folder, text);
  TRY(path_join(path, folder, "gauges.csv"));
  return table_check(path, mark);
}
