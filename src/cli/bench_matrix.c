/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi bench CASE --matrix: what each model costs, a row for every word of every choice (case/choices.h), by
 * the speed of an interaction over that of the case as it is. Interactions are counted once a force pass, so
 * that what other passes of a model take shows. What a choice is held against is taken again beside it. A
 * combination that is refused says why. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/choices.h"
#include "cli/bench_turns.h"
#include "util/error.h"
#include "util/log.h"

enum { SETTING = 320 };

struct row {
  char settings[2][SETTING]; /* "": none */
  size_t beside;             /* the row that it is held against; itself: others are against it */
  double *speed;             /* [turns] interactions a second */
  struct turn last;
};

struct matrix {
  const struct turns *t;
  struct row *rows;
  size_t count;
  size_t plain, laminar; /* what the next rows are held against */
};

/* What a model wants beside its word, in the middle of what is usual. */
static const struct {
  unsigned takes;
  const char *text;
} wants[] = {
    {TAKES_NU, "nu: 1e-6"},
    {TAKES_YIELD, "yield: 0.3"},
    {TAKES_EXPONENT, "exponent: 0.8"},
    {TAKES_DECAY, "decay: 0.1"},
    {TAKES_GROWTH, "growth: 0.01"},
    {TAKES_FRICTION, "friction: 0.4"},
    {TAKES_CEILING, "ceiling: 1e-3"},
    {TAKES_GRAINS, "friction_fast: 0.6, inertial_number: 0.3, grain_size: 0.001, grain_density: 2500"},
    {TAKES_HEAT, "conductivity: 0.6, capacity: 4000, reference: 290"}};
#define LAMINAR "viscosity={model: laminar, nu: 1e-6}"

static int add_row(struct matrix *m, const char *first, const char *second, size_t beside) {
  struct row *more = realloc(m->rows, (m->count + 1) * sizeof *more);
  CHECK(more, STATUS_FAILED, "no memory");
  m->rows = more;
  struct row *row = &m->rows[m->count++];
  *row = (struct row){.beside = beside, .speed = calloc(m->t->turns, sizeof(double))};
  CHECK(row->speed, STATUS_FAILED, "no memory");
  snprintf(row->settings[0], SETTING, "%s", first);
  snprintf(row->settings[1], SETTING, "%s", second);
  return STATUS_OK;
}

/* Without one model more, and likewise with a viscosity, for what wants one. */
static int add_plain(struct matrix *m) {
  m->plain = m->count;
  return add_row(m, "", "", m->plain);
}
static int add_laminar(struct matrix *m) {
  m->laminar = m->count;
  return add_row(m, LAMINAR, "", m->laminar);
}
static bool wants_laminar(const char *key) {
  return !strcmp(key, "rheology") || !strcmp(key, "turbulence");
}

/* One word of a choice. `map`: the word's key, of a map with its other keys; NULL: the choice is a key. */
static int add_word(struct matrix *m, const char *key, const char *map, const struct model *model) {
  char text[SETTING];
  size_t used = 0;
  if (!map) {
    snprintf(text, sizeof text, "%s=%s", key, model->word);
    return add_row(m, text, "", m->plain);
  }
  used += (size_t)snprintf(text, sizeof text, "%s={%s: %s", key, map, model->word);
  for (size_t i = 0; i < sizeof wants / sizeof *wants; i++)
    if (model->takes & wants[i].takes)
      used += (size_t)snprintf(text + used, sizeof text - used, ", %s", wants[i].text);
  snprintf(text + used, sizeof text - used, "}");
  return wants_laminar(key) ? add_row(m, LAMINAR, text, m->laminar) : add_row(m, text, "", m->plain);
}

static int add_choice(struct matrix *m, const char *key, const char *map, const struct model *models) {
  TRY(wants_laminar(key) ? add_laminar(m) : add_plain(m));
  for (const struct model *w = models; w->word; w++) TRY(add_word(m, key, map, w));
  return STATUS_OK;
}

#define ADD_OWN(key, map, models) TRY(add_choice(m, key, NULL, models));
#define ADD_MAP(key, map, models) TRY(add_choice(m, key, map, models));
#define ADD_SUB(key, map, models) /* other keys of a map are of some models alone */                         \
  if (!strcmp(map, "model")) TRY(add_choice(m, key, map, models));
#define ADD_CHOICE(X, axis, how, KIND, name, type, TABLE, member, key, fallback, ...)                        \
  ADD_##how(key, fallback, models_##name)

static int add_rows(struct matrix *m) {
  CHOICES(ADD_CHOICE, )
  return add_choice(m, "summation", NULL, models_summation);
}

static int measure_models(struct matrix *m) {
  for (uint64_t turn = 0; turn < m->t->turns; turn++)
    for (size_t i = 0; i < m->count; i++) {
      struct row *row = &m->rows[i];
      const char *settings[] = {row->settings[0], row->settings[1], NULL};
      if (*row->last.said) continue;
      for (int k = 1; k >= 0; k--)
        if (!*row->settings[k]) settings[k] = NULL;
      TRY(turn_take(m->t, NULL, settings, &row->last));
      CHECK(settings[0] || !*row->last.said, STATUS_USAGE, "%s", row->last.said);
      const double seconds = turn_seconds(&row->last, !m->t->on_device);
      row->speed[turn] = seconds > 0.0 ? row->last.pairs / seconds : 0.0;
    }
  return STATUS_OK;
}

/* The speed of a row, and that over the speed of what it is held against, turn by turn; sorts its speeds, so
 * the ratio comes first. */
static int find_ratio(const struct matrix *m, size_t i, double *ratio) {
  const struct row *row = &m->rows[i], *beside = &m->rows[row->beside];
  double *each = calloc(m->t->turns, sizeof *each);
  CHECK(each, STATUS_FAILED, "no memory");
  for (uint64_t k = 0; k < m->t->turns; k++)
    each[k] = beside->speed[k] > 0.0 ? row->speed[k] / beside->speed[k] : 0.0;
  *ratio = turns_median(each, m->t->turns);
  free(each);
  return STATUS_OK;
}

static const char *name_of(const struct row *row) {
  return !*row->settings[0] ? "the case" : *row->settings[1] ? row->settings[1] : row->settings[0];
}

/* Rows that are only there to hold others against are printed once. */
static bool is_again(const struct matrix *m, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (!strcmp(m->rows[k].settings[0], m->rows[i].settings[0]) &&
        !strcmp(m->rows[k].settings[1], m->rows[i].settings[1]))
      return true;
  return false;
}

static int add_json(json_t *rows, const struct row *r, const char *beside, double speed, double ratio) {
  json_t *o = *r->last.said
                  ? json_pack("{s:s, s:s}", "model", name_of(r), "refused", r->last.said)
                  : json_pack("{s:s, s:s, s:f, s:f, s:f}", "model", name_of(r), "beside", beside, "particles",
                              r->last.particles, "interactions_per_second", speed, "ratio", ratio);
  CHECK(o && !json_array_append_new(rows, o), STATUS_FAILED, "no memory");
  return STATUS_OK;
}

static void say_row(const struct row *r, const char *beside, double speed, double ratio) {
  if (*r->last.said)
    log_say("| `%s` | | | refused: %s |", name_of(r), r->last.said);
  else
    log_say("| `%s` | %.3g | %.2f | %s |", name_of(r), speed / 1e6, ratio, beside);
}

static int print(struct matrix *m) {
  json_t *rows = json_array();
  double *ratio = calloc(m->count, sizeof *ratio);
  int status = rows && ratio ? STATUS_OK : error_set(STATUS_FAILED, "no memory");
  for (size_t i = 0; i < m->count && status == STATUS_OK; i++) status = find_ratio(m, i, &ratio[i]);
  if (status == STATUS_OK && !m->t->as_json)
    log_say("%.0f particles; %s; %llu turns of %llu steps\n\n"
            "| model | million interactions/s | ratio | to |\n|---|---|---|---|",
            m->rows[0].last.particles, m->rows[0].last.execution, (unsigned long long)m->t->turns,
            (unsigned long long)m->t->steps);
  for (size_t i = 0; i < m->count && status == STATUS_OK; i++) {
    const struct row *r = &m->rows[i];
    const char *beside = r->beside == i ? "" : name_of(&m->rows[r->beside]);
    const double speed = turns_median(r->speed, m->t->turns);
    if (is_again(m, i)) continue;
    if (m->t->as_json)
      status = add_json(rows, r, beside, speed, ratio[i]);
    else
      say_row(r, beside, speed, ratio[i]);
  }
  if (status == STATUS_OK && m->t->as_json) {
    json_dumpf(rows, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    puts("");
  }
  free(ratio);
  json_decref(rows);
  return status;
}

int bench_matrix(const struct turns *t) {
  struct matrix m = {.t = t};
  int status = add_rows(&m);
  if (status == STATUS_OK) status = measure_models(&m);
  if (status == STATUS_OK) status = print(&m);
  for (size_t i = 0; i < m.count; i++) free(m.rows[i].speed);
  free(m.rows);
  return status;
}
