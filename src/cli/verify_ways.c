/* SPDX-License-Identifier: BSD-3-Clause */
/* The ways to execute a case that amphi verify tries, and amphi bisect's command for two of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verify.h"
#include "parts/parts.h"
#include "registry/backends.h"
#include "registry/methods.h"
#include "util/error.h"
#include "util/path.h"

static bool is_same(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

static bool is_listed(const struct execution *ways, size_t count, const struct execution *e) {
  for (size_t k = 0; k < count; k++) {
    const struct execution_options *a = &ways[k].options, *b = &e->options;
    if (!strcmp(ways[k].name, e->name) && a->threads == b->threads && is_same(a->isa, b->isa) &&
        is_same(a->device, b->device) && a->strategy == b->strategy && a->pairwise == b->pairwise)
      return true;
  }
  return false;
}

/* What is chosen takes the place of what the backend offers. */
static void choose(struct execution *e, const struct choice_of_ways *c) {
  struct execution_options *o = &e->options;
  if (c->threads) o->threads = c->threads;
  if (c->isa && o->isa) o->isa = c->isa;
  if (c->device && o->device) o->device = c->device;
}

static int add_way(struct execution **ways, size_t *count, const struct execution *e) {
  if (is_listed(*ways, *count, e)) return STATUS_OK;
  struct execution *more = reallocarray(*ways, *count + 1, sizeof *more);
  CHECK(more, STATUS_FAILED, "no memory");
  *ways = more;
  more[(*count)++] = *e;
  return STATUS_OK;
}

/* What is chosen must be an option of one of the ways. */
static int check_choice(const struct choice_of_ways *c, const struct backend *const *backends) {
  const struct execution given = {.options = {.threads = c->threads, .isa = c->isa, .device = c->device},
                                  .threads_named = c->threads > 0};
  const struct backend *const one[] = {c->backend ? backend_find(backends, c->backend) : NULL, NULL};
  return execution_check_options(one[0] ? one : backends, &given);
}

int verify_list_ways(struct execution **ways, size_t *count, const struct choice_of_ways *c,
                     const struct method *m) {
  const struct backend *const *backends = method_backends(m);
  *ways = NULL;
  *count = 0;
  TRY(check_choice(c, backends));
  for (size_t k = 0; k < c->listed_count; k++) {
    const struct execution *e = &c->listed[k];
    const struct backend *const one[] = {backend_find(backends, e->name), NULL};
    CHECK(one[0], STATUS_USAGE, "method '%s' has no backend '%s'", m->name, e->name);
    if (execution_check_options(one, e)) return error_prefix(STATUS_USAGE, "--ways: way %zu", k + 1);
    CHECK(!is_listed(*ways, *count, e), STATUS_USAGE, "--ways: way %zu is given twice", k + 1);
    TRY(add_way(ways, count, e));
  }
  for (int b = 0; !c->listed_count && backends[b]; b++) {
    struct execution e = {.name = backends[b]->name};
    if (c->backend && strcmp(c->backend, e.name)) continue;
    for (int number = 0; backends[b]->way(number, &e.options); number++) {
      choose(&e, c);
      TRY(add_way(ways, count, &e));
    }
  }
  CHECK(*count, STATUS_USAGE, "method '%s' has no backend '%s'", m->name, c->backend);
  return STATUS_OK;
}

/* ---- amphi bisect ---- */

static void print_side(FILE *out, const struct verification *v, const struct way *w) {
  const struct execution_options *o = &w->execution.options;
  char word[PATH_QUOTED];
  fprintf(out, " %s", path_quoted(word, v->path));
  fprintf(out, " --backend %s", w->execution.name);
  if (o->isa) fprintf(out, " --isa %s", o->isa);
  if (o->threads) fprintf(out, " --threads %d", o->threads);
  if (o->device) fprintf(out, " --device %s", path_quoted(word, o->device));
  if (o->strategy) fprintf(out, " --set offload.strategy=%s", case_word_offload(o->strategy));
  if (o->pairwise) fprintf(out, " --set pairwise.strategy=%s", case_word_pairwise(o->pairwise));
}

static const struct way *find_other(const struct verification *v) {
  for (size_t k = 0; k < v->way_count; k++)
    if (!*v->ways[k].failed && verify_first_difference(v, &v->ways[k]) < v->moments) return &v->ways[k];
  return NULL;
}

char *verify_bisect_command(const struct verification *v) {
  const struct way *other = find_other(v);
  char *text = NULL, word[PATH_QUOTED];
  size_t size;
  if (!other || v->summation != SUM_FIXED) return NULL;
  FILE *out = open_memstream(&text, &size);
  if (!out) return NULL;
  if (parts_count() > 1) fprintf(out, "mpirun -n %d ", parts_count());
  fputs("amphi bisect", out);
  for (size_t k = 0; k < v->overrides->count; k++)
    fprintf(out, " --set %s", path_quoted(word, v->overrides->items[k]));
  if (!v->to_end) fprintf(out, " --steps %llu", (unsigned long long)v->steps[v->moments - 1]);
  if (v->against)
    fprintf(out, " %s", path_quoted(word, v->against));
  else
    print_side(out, v, &v->ways[v->first]);
  print_side(out, v, other);
  fclose(out);
  return text;
}
