/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/execution.h"

#include <ctype.h>
#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "case/advice.h"
#include "cli/cli.h"
#include "cpu/isa.h"
#include "offload/device.h"
#include "parts/parts.h"
#include "registry/backends.h"
#include "registry/methods.h"
#include "util/error.h"
#include "util/words.h"

enum { MOST_BACKENDS = 15 };

int cli_fail(int status) {
  fflush(stdout);
  fprintf(stderr, "amphi: %s\n", error_text());
  return status;
}

/* Whether the program or its children have a long option that begins so. */
static bool has_option(const struct argp *program, const char *word, size_t length) {
  for (const struct argp_option *o = program->options; o && (o->name || o->key || o->doc || o->group); o++)
    if (o->name && !strncmp(o->name, word, length)) return true;
  for (const struct argp_child *c = program->children; c && c->argp; c++)
    if (has_option(c->argp, word, length)) return true;
  return false;
}

/* An option that is a word of another program ends this one with what amphi has instead. */
static void refuse_foreign(const struct argp *program, int argc, char **argv) {
  char word[64];
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    const size_t length = strncmp(argv[i], "--", 2) ? 0 : strcspn(argv[i] + 2, "=");
    if (!length || length >= sizeof word || has_option(program, argv[i] + 2, length)) continue;
    snprintf(word, sizeof word, "%.*s", (int)length, argv[i] + 2);
    const char *advice = advice_for("", word);
    if (!advice) continue;
    fprintf(stderr, "%s: --%s: unknown option; %s (--set KEY=VALUE changes a key)\n",
            program_invocation_short_name, word, advice);
    exit(STATUS_USAGE);
  }
}

int cli_parse(const struct argp *program, int argc, char **argv, unsigned flags, void *input) {
  if (!(flags & ARGP_IN_ORDER)) refuse_foreign(program, argc, argv);
  const int error = argp_parse(program, argc, argv, flags, NULL, input);
  return error ? cli_fail(error_set(STATUS_FAILED, "cannot read the command line: %s", strerror(error)))
               : STATUS_OK;
}

unsigned long long parse_whole(struct argp_state *state, const char *option, const char *text,
                               unsigned long long least, unsigned long long most) {
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  if (!isdigit((unsigned char)*text) || *end || errno || value < least || value > most)
    argp_error(state, "%s: expected a whole number from %llu to %llu, got '%s'", option, least, most, text);
  return value;
}

unsigned long long parse_count(struct argp_state *state, const char *option, const char *text,
                               unsigned long long most) {
  return parse_whole(state, option, text, 1, most);
}

error_t parse_case(int key, char *argument, struct argp_state *state, const char **target) {
  switch (key) {
  case ARGP_KEY_ARG:
    if (*target) argp_error(state, "one case at a time; '%s' is too many", argument);
    *target = argument;
    return 0;
  case ARGP_KEY_NO_ARGS:
    argp_error(state, "which case?");
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

int overrides_add(struct overrides *o, char *item) {
  char **more = realloc(o->items, (o->count + 1) * sizeof *more);
  CHECK(more, STATUS_FAILED, "no memory");
  o->items = more;
  o->items[o->count++] = item;
  return STATUS_OK;
}

void overrides_free(struct overrides *o) {
  free(o->items);
  *o = (struct overrides){0};
}

static error_t parse_overrides(int key, char *argument, struct argp_state *state) {
  if (key != 's') return ARGP_ERR_UNKNOWN;
  if (!strchr(argument, '=')) argp_error(state, "--set: expected KEY=VALUE, got '%s'", argument);
  if (overrides_add(state->input, argument)) argp_failure(state, STATUS_FAILED, 0, "%s", error_text());
  return 0;
}

static const struct argp_option overrides_options[] = {
    {"set", 's', "KEY=VALUE", 0,
     "Use VALUE for a key of the case file (dotted: output.interval=0.1); may be repeated", 0},
    {0}};
const struct argp overrides_argp = {.options = overrides_options, .parser = parse_overrides};

enum { KEY_DRAFT = 0x400 };

static error_t parse_draft(int key, char *argument, struct argp_state *state) {
  struct overrides *o = state->input;
  if (key != KEY_DRAFT) return ARGP_ERR_UNKNOWN;
  o->draft = argument;
  return 0;
}

static const struct argp_option draft_options[] = {
    {"draft", KEY_DRAFT, "FILE", 0,
     "Take the text of the case from FILE, as if it stood in CASE: for editors, before they save", 0},
    {0}};
const struct argp draft_argp = {.options = draft_options, .parser = parse_draft};

const char *const *execution_backends(void) {
  static const char *names[MOST_BACKENDS + 1];
  int count = 0;
  for (int m = 0; methods[m]; m++)
    for (int i = 0; method_backends(methods[m])[i] && count < MOST_BACKENDS; i++) {
      const char *name = method_backends(methods[m])[i]->name;
      bool seen = false;
      for (int k = 0; k < count; k++) seen |= !strcmp(names[k], name);
      if (!seen) names[count++] = name;
    }
  return names;
}

static void print_backends(void) {
  const char *const *names = execution_backends();
  for (int i = 0; names[i]; i++)
    for (int m = 0, first = 1; methods[m]; m++) {
      const struct backend *b = backend_find(method_backends(methods[m]), names[i]);
      if (!b) continue;
      printf("%-10s %s: %s\n%-10s deterministic: %s\n", first ? b->name : "", methods[m]->name, b->title, "",
             b->deterministic);
      first = 0;
    }
  exit(STATUS_OK);
}

const char *parse_backend(struct argp_state *state, const char *name) {
  if (!strcmp(name, "help")) print_backends();
  const char *const *names = execution_backends();
  for (int i = 0; names[i]; i++)
    if (!strcmp(names[i], name)) return names[i];
  if (!strcasecmp(name, "gpu") || !strcasecmp(name, "cuda"))
    argp_error(state, "--backend: unknown backend '%s'; GPUs are devices of the backend 'offload'", name);
  const char *nearest = word_nearest(name, names);
  if (nearest) argp_error(state, "--backend: unknown backend '%s'; did you mean '%s'?", name, nearest);
  argp_error(state, "--backend: unknown backend '%s'; --backend help lists them", name);
  return NULL;
}

/* What the deepest calls of a thread need is STACK_LEAST / 4. Too small a stack ends a program without a
 * word. */
enum { STACK_LEAST = 256 << 10 };

static size_t stack_of_this_thread(void) {
  pthread_attr_t attributes;
  size_t bytes = SIZE_MAX;
  if (pthread_getattr_np(pthread_self(), &attributes)) return bytes;
  pthread_attr_getstacksize(&attributes, &bytes);
  pthread_attr_destroy(&attributes);
  return bytes;
}

int execution_check_threads(void) {
  const int threads = omp_get_max_threads();
  if (threads <= EXECUTION_THREADS_MOST) return STATUS_OK;
  CHECK(!getenv("OMP_NUM_THREADS"), STATUS_USAGE, "OMP_NUM_THREADS: %d threads; expected at most %d", threads,
        EXECUTION_THREADS_MOST);
  omp_set_num_threads(EXECUTION_THREADS_MOST);
  return STATUS_OK;
}

/* GNU's threads spin for some 10 ms before they sleep. Where other programs run too, one that waits for a
 * processor keeps all others spinning at every barrier, and a step of a small case takes a hundred times as
 * long. The library reads its environment before main, so the program starts again. */
void execution_wait_briefly(char **argv) {
#ifndef __clang__
  static const char spins[] = "5000"; /* of some 20 to 50 ns: longer than threads of a step are apart */
  char self[4096];
  if (getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT") || setenv("GOMP_SPINCOUNT", spins, 1)) return;
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0) return;
  self[length] = '\0';
  execv(self, argv); /* where that fails the run is as before */
#else
  (void)argv;
#endif
}

static int check_stacks(int threads) {
  size_t least = SIZE_MAX;
#pragma omp parallel reduction(min : least) num_threads(threads > 1 ? 2 : 1)
  least = stack_of_this_thread();
  CHECK(least >= STACK_LEAST, STATUS_USAGE,
        "a thread has a stack of %zu KiB; expected at least %d: unset OMP_STACKSIZE or give it 1M, and see "
        "'ulimit -s'",
        least >> 10, STACK_LEAST >> 10);
  return STATUS_OK;
}

/* Which options a backend takes, by the ways that it offers. */
struct taken {
  bool threads, isa, device;
};

static void add_taken(struct taken *t, const struct backend *b) {
  struct execution_options way, two = {.threads = 2};
  t->threads |= execution_threads(b, &two) == 2;
  for (int k = 0; b->way(k, &way); k++) t->isa |= way.isa != NULL, t->device |= way.device != NULL;
}

int execution_check_options(const struct backend *const list[], const struct execution *given) {
  const struct execution_options *o = &given->options;
  struct taken t = {0};
  if (!list[0]->way(0, &(struct execution_options){0})) return STATUS_OK; /* it cannot run, and says why */
  for (size_t k = 0; list[k]; k++) add_taken(&t, list[k]);
  CHECK(t.device || !o->device, STATUS_USAGE,
        "--device %s: the %s backend has no devices; expected --backend offload, or no --device", o->device,
        list[0]->name);
  CHECK(
      t.isa || !o->isa, STATUS_USAGE,
      "--isa %s: the %s backend has no instruction sets to choose from; expected --backend cpu, or no --isa",
      o->isa, list[0]->name);
  CHECK(t.threads || !given->threads_named || o->threads == 1, STATUS_USAGE,
        "--threads %d: the %s backend computes with one thread; expected 1, or --backend cpu", o->threads,
        list[0]->name);
  return STATUS_OK;
}

int execution_check_device(const struct execution *e) {
  struct taken t = {0};
  int device;
  add_taken(&t, e->backend);
  return t.device ? device_choose(&device, e->options.device) : STATUS_OK;
}

/* Those of the parts, or the one. */
static int check_backends(const struct execution *e, const struct method *m) {
  const struct backend *list[32] = {e->backend};
  char name[16];
  for (int k = 0; e->options.backends && k < 31 && k < parts_wanted(&e->options); k++) {
    parts_item(name, sizeof name, e->options.backends, k);
    list[k] = backend_find(method_backends(m), name);
    CHECK(list[k], STATUS_USAGE, "method '%s' has no backend '%s'", m->name, name);
  }
  return execution_check_options(list, e);
}

/* Those that a list of backends or devices asks for. */
static int choose_parts(struct execution *e, const struct method *m) {
  struct execution_options *o = &e->options;
  const int wanted = parts_wanted(o);
  TRY(check_backends(e, m));
  if (parts_count() > 1) return STATUS_OK;
  if (wanted > 1) return parts_launch(wanted);
  if (o->device && !strcmp(o->device, "all")) o->device = NULL; /* there is one */
  return STATUS_OK;
}

int execution_choose(struct execution *e, const struct method *m) {
  e->backend = e->name ? backend_find(method_backends(m), e->name) : method_backends(m)[0];
  CHECK(e->backend, STATUS_USAGE, "method '%s' has no backend '%s'; --backend help lists those it has",
        m->name, e->name);
  CHECK(parts_count() == 1 || m->places, STATUS_USAGE,
        "method '%s' does not run in several parts; start one amphi, without mpirun or with mpirun -n 1",
        m->name);
  TRY(choose_parts(e, m));
  if (e->options.threads > 0) omp_set_num_threads(e->options.threads); /* also of what writes files */
  return check_stacks(e->options.threads);
}

static void print_isas(void) {
  size_t count;
  const struct isa *list = isa_list(&count), *best = NULL;
  if (isa_choose(&best, NULL)) exit(cli_fail(STATUS_FAILED));
  for (size_t i = 0; i < count; i++)
    printf("%-10s %d lanes%s\n", list[i].name, list[i].lanes,
           &list[i] == best ? " (default)"
           : list[i].usable ? ""
                            : " (not on this processor)");
  exit(STATUS_OK);
}

void parse_isa(struct execution *e, const char *name, struct argp_state *state) {
  if (!strcmp(name, "help")) print_isas();
  const struct isa *chosen;
  if (!isa_choose(&chosen, name)) {
    e->options.isa = chosen->name;
    return;
  }
  size_t count;
  const struct isa *list = isa_list(&count);
  const char *names[16] = {NULL};
  for (size_t i = 0; i < count && i < 15; i++) names[i] = list[i].name;
  const char *nearest = word_nearest(name, names);
  bool known = nearest && !strcmp(nearest, name); /* a right name, but not for this processor */
  if (nearest && !known) argp_error(state, "--isa: %s; did you mean '%s'?", error_text(), nearest);
  argp_error(state, "--isa: %s", error_text());
}

static void print_device(const char *number, int device) {
  struct device d = device_look(device);
  char memory[16];
  if (d.memory)
    printf("%-10s %s, %s\n", number, d.name, text_bytes(memory, (double)d.memory));
  else
    printf("%-10s %s\n", number, d.name);
}

static void print_devices(void) {
  char number[16], why[256];
  for (int device = 0; device < device_count(); device++) {
    snprintf(number, sizeof number, "%d", device);
    print_device(number, device);
  }
  print_device("host", omp_get_initial_device());
  device_absence(why, sizeof why);
  if (*why) printf("no GPU: %s\n", why);
  exit(STATUS_OK);
}

void parse_device(struct execution *e, const char *name) {
  if (!strcmp(name, "help")) print_devices();
  e->options.device = name;
}

/* One name, or what parts have in turn. */
static void parse_backends(struct execution *e, const char *list, struct argp_state *state) {
  char name[32];
  e->options.backends = strchr(list, ',') ? list : NULL;
  for (e->name = NULL; list; list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL) {
    snprintf(name, sizeof name, "%.*s", (int)strcspn(list, ","), list);
    const char *known = parse_backend(state, name);
    if (!e->name) e->name = known;
  }
}

void parse_way(struct execution *e, char *text, struct argp_state *state) {
  *e = (struct execution){.name = parse_backend(state, strsep(&text, ":"))};
  while (text) {
    char *key = strsep(&text, ":"), *value = strchr(key, '=');
    if (value) *value++ = 0;
    const bool again =
        value && ((!strcmp(key, "threads") && e->options.threads) ||
                  (!strcmp(key, "isa") && e->options.isa) || (!strcmp(key, "device") && e->options.device));
    if (again) argp_error(state, "'%s' twice in a way", key);
    if (value && !strcmp(key, "threads"))
      e->options.threads = (int)parse_count(state, key, value, EXECUTION_THREADS_MOST),
      e->threads_named = true;
    else if (value && !strcmp(key, "isa"))
      parse_isa(e, value, state);
    else if (value && !strcmp(key, "device"))
      parse_device(e, value);
    else
      argp_error(state, "'%s' in a way: expected threads=N, isa=NAME or device=N", key);
  }
  if (!e->options.threads) e->options.threads = parts_threads(omp_get_max_threads());
}

static error_t parse_execution(int key, char *argument, struct argp_state *state) {
  struct execution *e = state->input;
  switch (key) {
  case 'b':
    parse_backends(e, argument, state);
    return 0;
  case 't':
    e->options.threads = (int)parse_count(state, "--threads", argument, EXECUTION_THREADS_MOST);
    return 0;
  case 'i':
    parse_isa(e, argument, state);
    return 0;
  case 'd':
    parse_device(e, argument);
    return 0;
  case ARGP_KEY_END:
    if (!e->options.threads) e->options.threads = parts_threads(omp_get_max_threads());
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option execution_options[] = {
    {"backend", 'b', "NAME", 0,
     "What executes: cpu (default), reference, ...; 'help' lists all; several such as "
     "offload,cpu: the parts of the run take these in turn",
     0},
    {"threads", 't', "N", 0, "Threads; default: as many as the machine offers", 0},
    {"isa", 'i', "NAME", 0,
     "Instruction set of the cpu backend; default: the best of this CPU; 'help' lists all", 0},
    {"device", 'd', "N", 0,
     "Device of the offload backend: a number (default 0), 'all' or several such as 0,1, a part of the run "
     "each; "
     "'host' to run its code on this CPU; 'help' lists all",
     0},
    {0}};
const struct argp execution_argp = {.options = execution_options, .parser = parse_execution};

int execution_threads(const struct backend *b, const struct execution_options *options) {
  return strcmp(b->name, "reference") ? options->threads : 1;
}

const char *execution_isa(const struct execution *e) {
  if (strcmp(e->backend->name, "cpu")) return NULL;
  const struct isa *isa;
  return isa_choose(&isa, e->options.isa) ? NULL : isa->name;
}
