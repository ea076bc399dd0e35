/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi bisect: the first step, field, particle and entry of the step in which two runs differ. What is known
 * of their states narrows it down; then both are computed from the last state that they share, to half of
 * what is left. */
#include "cli/bisect.h"

#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/read.h"
#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/part.h"
#include "cli/record.h"
#include "cli/resume.h"
#include "cli/verify.h"
#include "io/file.h"
#include "parts/parts.h"
#include "util/error.h"
#include "util/log.h"
#include "util/path.h"

enum { EXIT_SAME = 0, EXIT_PARTED = 1, EXIT_CANNOT = 2 };
enum { KEY_STEPS = 0x100, KEY_ALONE };

struct arguments {
  struct side sides[2];
  int count;
  struct overrides overrides; /* of the side that is being read; before the first, of both */
  struct execution execution;
  bool alone;
  struct side both;
  uint64_t steps;
};

static const struct argp_option options[] = {
    {"steps", KEY_STEPS, "N", 0, "Compare only the first N steps; default: to the end", 0},
    {"alone", KEY_ALONE, NULL, 0, "Under mpirun: compute this run in one part, the other one in all parts",
     0},
    {0}};

/* ---- arguments: what stands behind A or B is that side's ---- */

static void copy_overrides(struct overrides *to, const struct overrides *from, struct argp_state *state) {
  *to = (struct overrides){0};
  for (size_t i = 0; i < from->count; i++)
    if (overrides_add(to, from->items[i])) argp_failure(state, STATUS_FAILED, 0, "%s", error_text());
}

static void end_side(struct arguments *a, struct argp_state *state) {
  struct side *to = a->count ? &a->sides[a->count - 1] : &a->both;
  copy_overrides(&to->overrides, &a->overrides, state);
  to->execution = a->execution;
  to->alone = a->alone;
  if (!to->execution.options.threads) to->execution.options.threads = parts_threads(omp_get_max_threads());
}

static void begin_side(struct arguments *a, struct argp_state *state, const char *target) {
  if (a->count == 2) argp_error(state, "two runs at a time; '%s' is too many", target);
  end_side(a, state);
  if (a->count) { /* B begins as A did */
    overrides_free(&a->overrides);
    copy_overrides(&a->overrides, &a->both.overrides, state);
    a->execution = a->both.execution;
    a->alone = a->both.alone;
  }
  a->sides[a->count].target = target;
  a->sides[a->count].letter = a->count ? 'B' : 'A';
  a->count++;
}

static error_t parse_bisect(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &a->overrides;
    state->child_inputs[1] = &a->execution;
    return 0;
  case KEY_STEPS:
    a->steps = parse_count(state, "--steps", argument, 1ull << 53);
    return 0;
  case KEY_ALONE:
    a->alone = true;
    return 0;
  case ARGP_KEY_ARG:
    begin_side(a, state, argument);
    return 0;
  case ARGP_KEY_END:
    if (a->count < 2) argp_error(state, "which two runs?");
    end_side(a, state);
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/* ---- what is known of each ---- */

static int load_run(struct side *s) {
  struct job j = {0};
  int status = part_load(&j, s->target, NULL, &s->overrides);
  strcpy(s->folder, j.folder);
  if (!status) status = part_case(s->case_path, s->target);
  if (!status) status = part_chain(&s->chain, &j);
  job_close(&j);
  return status;
}

static int load_record(struct side *s) {
  struct record r = {0};
  size_t broken = 0;
  int status = record_read(&r, s->target);
  if (!status) status = record_chain(&s->chain, &broken, &r);
  if (!status && (*r.damage || broken < s->chain.count))
    status = error_set(STATUS_USAGE, "%s: a damaged record: %s", s->target,
                       *r.damage ? r.damage : "its chain is broken");
  record_free(&r);
  return status;
}

/* What amphi verify --output writes: steps and hashes. */
static int take_hashes(struct side *s, const json_t *file) {
  const json_t *steps = json_object_get(file, "steps"), *hashes = json_object_get(file, "hashes");
  size_t i;
  json_t *step;
  CHECK(json_array_size(steps) > 0 && json_array_size(steps) == json_array_size(hashes), STATUS_USAGE,
        "%s: a damaged hash file", s->target);
  json_array_foreach((json_t *)(uintptr_t)steps, i, step) {
    const char *hash = json_string_value(json_array_get(hashes, i));
    struct link l = {.step = (uint64_t)json_integer_value(step)};
    const bool ascends = i == 0 || l.step > s->chain.links[i - 1].step;
    CHECK(ascends && hash && strlen(hash) == HASH_TEXT - 1, STATUS_USAGE, "%s: a damaged hash file",
          s->target);
    memcpy(l.hash, hash, sizeof l.hash);
    TRY(chain_add(&s->chain, &l));
  }
  return STATUS_OK;
}

static int load_json(struct side *s, const char *text, size_t size) {
  json_t *file = json_loadb(text, size, 0, NULL);
  const bool hashes = !strcmp(record_text(file, "format"), VERIFY_FORMAT);
  const int status = hashes ? take_hashes(s, file) : load_record(s);
  json_decref(file);
  return status;
}

/* A run's folder, a case, or another file, whose first bytes tell its kind. */
static int load_side(struct side *s) {
  char *text = NULL;
  size_t size;
  int status;
  if (resume_is_folder(s->target)) return load_run(s);
  if (!path_exists(s->target) || path_is_folder(s->target)) return setup_locate(s->case_path, s->target);
  TRY(file_read(s->target, STATUS_USAGE, &text, &size));
  if (*text == '{')
    status = load_json(s, text, size);
  else if (!strncmp(text, "step,time", 9))
    status = chain_read_file(&s->chain, s->target, NULL);
  else
    status = setup_locate(s->case_path, s->target);
  free(text);
  return status;
}

/* Cases that differ may be what is looked for, as two settings of summation are. */
static int say_cases(const struct bisect *b) {
  struct amphi_case c[2] = {0};
  int status = STATUS_OK;
  for (int k = 0; k < 2 && !status; k++)
    status =
        case_read(&c[k], b->sides[k].case_path, b->sides[k].overrides.items, b->sides[k].overrides.count);
  const char *key = status ? NULL : case_difference(&c[0], &c[1]);
  if (key) printf("The cases differ: '%s' is not the same in both\n", key);
  case_free(&c[0]);
  case_free(&c[1]);
  return status;
}

/* ---- narrowing by what is known ---- */

static bool computes(const struct side *s) {
  return *s->case_path;
}

/* The steps that both chains have: the last at which they are the same, the first at which they are not. */
static void compare_chains(struct bisect *b) {
  const struct chain *c = &b->sides[0].chain;
  for (size_t k = 0; k < c->count && !b->parted; k++) {
    const struct link *l = &c->links[k], *m = chain_at(&b->sides[1].chain, l->step);
    if (!m || (b->last_step && l->step > b->last_step)) continue;
    b->parted = strcmp(l->hash, m->hash) != 0;
    if (b->parted)
      b->different.step = l->step;
    else
      b->known = true, b->same.step = l->step;
  }
}

/* The checkpoint of a side's run at a step, if it has one there. */
static bool find_state(char path[PATH_MAX], const struct side *s, uint64_t step) {
  struct job j = {0};
  struct part_end e = {0};
  const struct link *l = *s->folder ? chain_at(&s->chain, step) : NULL;
  bool found = l && !part_load(&j, s->folder, NULL, &s->overrides);
  const double interval = found ? j.setup.config.output.keep.interval : 0;
  if (interval > 0) folder_kept_name(e.name, (uint64_t)(l->time / interval * (1 + 1e-12)));
  found = interval > 0 && !path_join(path, s->folder, e.name) && path_exists(path) &&
          !part_read_end(&e, &j) && e.step == step;
  job_close(&j);
  return found;
}

/* Where both can be computed from: the last step at which both are known to be the same and one has a
 * checkpoint. Either's checkpoint serves both; each takes its own where it has one. */
static void choose_start(struct bisect *b) {
  const struct chain *chains[2] = {&b->sides[0].chain, &b->sides[1].chain};
  for (size_t k = chain_behind(chains[0], b->same.step); k-- > 0;) {
    const struct link *l = &chains[0]->links[k], *m = chain_at(chains[1], l->step);
    bool found[2];
    if (!m || l->step == 0) continue;
    for (int i = 0; i < 2; i++) found[i] = find_state(b->same.files[i], &b->sides[i], l->step);
    if (!found[0] && !found[1]) continue;
    if (!found[0] || !found[1]) strcpy(b->same.files[found[0]], b->same.files[!found[0]]);
    b->same.step = l->step;
    b->earlier = b->same;
    return;
  }
  b->earlier = b->same = (struct states){0};
}

/* ---- narrowing by computing ---- */

static int name_states(struct states *s, const struct bisect *b, uint64_t step) {
  char name[64];
  s->step = step;
  for (int k = 0; k < 2; k++) {
    snprintf(name, sizeof name, "%c%" PRIu64 ".h5", "AB"[k], step);
    TRY(path_join(s->files[k], b->work, name));
  }
  return STATUS_OK;
}

static bool is_named(const struct states *s, const char *file) {
  return !strcmp(s->files[0], file) || !strcmp(s->files[1], file);
}

/* Files in the work folder that nothing needs any more. */
static void drop_states(const struct bisect *b, const struct states *s) {
  for (int k = 0; k < 2; k++)
    if (!strncmp(s->files[k], b->work, strlen(b->work)) && !is_named(&b->earlier, s->files[k]) &&
        !is_named(&b->same, s->files[k]) && !is_named(&b->different, s->files[k]))
      unlink(s->files[k]);
}

static bool are_same(const struct reached r[2]) {
  return r[0].step == r[1].step && !strcmp(r[0].hash, r[1].hash) && !strcmp(r[0].diverged, r[1].diverged);
}

/* A side's state is not what its chain says. */
static bool is_repeated(const struct side *s, const struct reached *r) {
  const struct link *l = chain_at(&s->chain, r->step);
  return !l || !strcmp(l->hash, r->hash);
}

static int say_not_repeated(const struct side *s, const struct reached *r, bool as_other) {
  printf("%c does not come out again: at step %" PRIu64
         " %s has the hash %s, and computed here (%s) it is %s%s\n",
         s->letter, r->step, s->target, chain_at(&s->chain, r->step)->hash, s->way, r->hash,
         as_other ? ", as the other" : "");
  return STATUS_OK;
}

/* Both from the last state that they share to a step. *ended: there is no more of them behind it. */
static int probe(struct bisect *b, uint64_t to, bool *ended, bool *repeated) {
  struct states at;
  struct reached r[2];
  TRY(name_states(&at, b, to));
  for (int k = 0; k < 2; k++) TRY(bisect_compute(b, k, b->same.files[k], to, at.files[k], &r[k]));
  const bool same = are_same(r);
  *ended = r[0].ended || *r[0].diverged;
  *repeated = true;
  for (int k = 0; k < 2; k++) {
    if (is_repeated(&b->sides[k], &r[k])) continue;
    *repeated = false;
    say_not_repeated(&b->sides[k], &r[k], same);
  }
  if (same) {
    const struct states old = b->earlier;
    b->earlier = b->same;
    b->same = at;
    b->same.step = r[0].step;
    drop_states(b, &old);
  } else {
    const struct states old = b->different;
    b->different = at;
    b->parted = true;
    b->different.step = r[0].step < r[1].step ? r[0].step : r[1].step;
    if (r[0].step != r[1].step) *b->different.files[0] = *b->different.files[1] = 0;
    drop_states(b, &old);
  }
  return STATUS_OK;
}

static int compare_beginnings(struct bisect *b) {
  struct states at;
  struct reached r[2];
  TRY(name_states(&at, b, 0));
  for (int k = 0; k < 2; k++) TRY(bisect_compute(b, k, "", 0, at.files[k], &r[k]));
  b->known = are_same(r);
  if (b->known) {
    drop_states(b, &at);
    return STATUS_OK;
  }
  b->parted = true;
  b->different = at;
  return STATUS_OK;
}

static int find_step(struct bisect *b) {
  bool ended = false, repeated = true;
  if (!b->known) TRY(compare_beginnings(b));
  if (!b->known) return STATUS_OK;
  const bool known = b->parted;
  if (known) TRY(probe(b, b->different.step, &ended, &repeated));
  if (known && (!repeated || b->same.step == b->different.step)) return STATUS_OK;
  for (uint64_t stride = 1; !b->parted && !ended; stride *= 2) {
    const uint64_t to = b->same.step + stride;
    if (b->last_step && b->same.step >= b->last_step) break;
    TRY(probe(b, b->last_step && to > b->last_step ? b->last_step : to, &ended, &repeated));
    if (!repeated) return STATUS_OK;
  }
  while (b->parted && b->different.step > b->same.step + 1) {
    TRY(probe(b, b->same.step + (b->different.step - b->same.step) / 2, &ended, &repeated));
    if (!repeated) return STATUS_OK;
  }
  if (b->parted && !*b->different.files[0]) TRY(probe(b, b->different.step, &ended, &repeated));
  return STATUS_OK;
}

/* ---- one of them is a record alone ---- */

/* Along its links, as far as they go. */
static int follow_record(struct bisect *b, int record) {
  const struct chain *c = &b->sides[record].chain;
  const int other = !record;
  const uint64_t bound = b->parted ? b->different.step : UINT64_MAX;
  for (size_t k = b->known ? chain_behind(c, b->same.step) : 0; k < c->count; k++) {
    const struct link *l = &c->links[k];
    struct reached r;
    struct states at;
    if (l->step >= bound || (b->last_step && l->step > b->last_step)) break;
    TRY(name_states(&at, b, l->step));
    TRY(bisect_compute(b, other, b->same.files[other], l->step, at.files[other], &r));
    if (r.step != l->step || strcmp(r.hash, l->hash)) {
      b->parted = true;
      b->different.step = l->step;
      break;
    }
    b->same = at;
    b->known = true;
  }
  return STATUS_OK;
}

static int bisect_record(struct bisect *b) {
  const int record = computes(&b->sides[0]);
  const uint64_t known = b->same.step;
  if (computes(&b->sides[!record])) {
    choose_start(b);
    b->earlier = b->same;
    TRY(follow_record(b, record));
    if (b->same.step < known) b->same.step = known;
  }
  if (b->parted && !b->known)
    printf("Not known to be the same at any step, different at step %" PRIu64
           "; %s is only a record, so the step cannot be narrowed down further\n",
           b->different.step, b->sides[record].target);
  else if (b->parted)
    printf("The same up to step %" PRIu64 ", different at step %" PRIu64
           "; %s is only a record, so the step cannot be narrowed down further\n",
           b->same.step, b->different.step, b->sides[record].target);
  return STATUS_OK;
}

/* ---- all of it ---- */

static int bisect_runs(struct bisect *b) {
  TRY(say_cases(b));
  choose_start(b);
  TRY(find_step(b));
  printf("A  %s: %s\nB  %s: %s\n", b->sides[0].target, b->sides[0].way, b->sides[1].target, b->sides[1].way);
  if (b->parted && !b->known) {
    puts("Different from the beginning on:");
    return bisect_say_step(b);
  }
  if (!b->parted || b->different.step != b->same.step + 1) return STATUS_OK;
  printf("The same up to step %" PRIu64 ", different at step %" PRIu64 ":\n", b->same.step,
         b->different.step);
  return bisect_say_step(b);
}

static int bisect(struct bisect *b) {
  for (int k = 0; k < 2; k++) TRY(load_side(&b->sides[k]));
  compare_chains(b);
  TRY(folder_make_work(b->work, "amphi-bisect-XXXXXX"));
  const bool both = computes(&b->sides[0]) && computes(&b->sides[1]);
  const int status = both ? bisect_runs(b) : bisect_record(b);
  const int removed = folder_remove_work(b->work);
  if (status || removed) return status ? status : removed;
  CHECK(b->known || b->parted, STATUS_USAGE, "%s and %s have no step in common", b->sides[0].target,
        b->sides[1].target);
  if (!b->parted) printf("No difference up to step %" PRIu64 "\n", b->same.step);
  printf("%zu runs of %zu steps in all\n", b->runs, b->steps);
  return STATUS_OK;
}

int bisect_main(int argc, char **argv) {
  static const struct argp_child children[] = {
      {&overrides_argp, 0, NULL, 0}, {&execution_argp, 0, NULL, 0}, {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_bisect,
      .args_doc = "A [OPTION...] B [OPTION...]",
      .doc =
          "Find the first step in which two runs differ, and the field, particle and entry of that step.\v"
          "A and B are cases, output folders, or what is known of runs elsewhere: a record of amphi certify, "
          "a chain.csv, a hash file of amphi verify. Options behind A are for A, those behind B for B, those "
          "before both for both: amphi bisect CASE --threads 1 CASE --threads 7. Hashes and checkpoints that "
          "stayed narrow it down; then both are computed from the last state that they share, to half of "
          "what is left. Exit status: 0 no difference, 1 they differ, 2 cannot compare.",
      .children = children};
  struct arguments a = {0};
  argp_err_exit_status = EXIT_CANNOT;
  if (cli_parse(&program, argc, argv, ARGP_IN_ORDER, &a)) return EXIT_CANNOT;
  struct bisect b = {.sides = {a.sides[0], a.sides[1]}, .last_step = a.steps};
  log_quiet(true);
  const int status = bisect(&b);
  if (status) cli_fail(status);
  for (int k = 0; k < 2; k++) {
    overrides_free(&b.sides[k].overrides);
    chain_free(&b.sides[k].chain);
  }
  overrides_free(&a.overrides);
  overrides_free(&a.both.overrides);
  return status ? EXIT_CANNOT : b.parted ? EXIT_PARTED : EXIT_SAME;
}
