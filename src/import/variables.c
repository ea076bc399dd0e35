/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/variables.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "case/waves.h"
#include "util/error.h"

struct variable {
  char name[VARIABLE_NAME];
  double value;
  char *text; /* NULL: a number */
};

void variables_free(struct variables *v) {
  for (size_t i = 0; i < v->count; i++) free(v->items[i].text);
  free(v->items);
  *v = (struct variables){0};
}

int variables_copy(const struct variables *v, struct variables *out) {
  *out = (struct variables){0};
  size_t room = 1;
  while (room < v->count) room *= 2; /* as make() has it */
  out->items = calloc(room, sizeof *out->items);
  CHECK(out->items, STATUS_FAILED, "not enough memory for variables");
  for (; out->count < v->count; out->count++) {
    out->items[out->count] = v->items[out->count];
    const char *text = v->items[out->count].text;
    if (text) out->items[out->count].text = strdup(text);
    if (text && !out->items[out->count].text)
      return error_set(STATUS_FAILED, "not enough memory for variables");
  }
  return STATUS_OK;
}

static struct variable *find_variables(const struct variables *v, const char *name) {
  for (size_t i = 0; i < v->count; i++)
    if (strcasecmp(v->items[i].name, name) == 0) return &v->items[i];
  return NULL;
}

static int make(struct variables *v, const char *name, struct variable **out) {
  *out = find_variables(v, name);
  if (*out) return STATUS_OK;
  size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");
  CHECK(length == strlen(name) && length > 0 && length < VARIABLE_NAME, STATUS_USAGE,
        "'%.80s' is no name of a variable", name);
  CHECK(v->count < VARIABLES_MOST, STATUS_USAGE, "more than %d variables", VARIABLES_MOST);
  if ((v->count & (v->count - 1)) == 0) {
    struct variable *more = reallocarray(v->items, v->count ? 2 * v->count : 1, sizeof *more);
    CHECK(more, STATUS_FAILED, "not enough memory for variables");
    v->items = more;
  }
  *out = &v->items[v->count++];
  **out = (struct variable){0};
  strcpy((*out)->name, name);
  return STATUS_OK;
}

int variables_set(struct variables *v, const char *name, double value) {
  struct variable *item;
  TRY(make(v, name, &item));
  free(item->text);
  item->text = NULL;
  item->value = value;
  return STATUS_OK;
}

int variables_set_text(struct variables *v, const char *name, const char *text) {
  struct variable *item;
  char *copy = strdup(text);
  CHECK(copy, STATUS_FAILED, "not enough memory for variables");
  const int status = make(v, name, &item);
  if (status != STATUS_OK) {
    free(copy);
    return status;
  }
  free(item->text);
  item->text = copy;
  return STATUS_OK;
}

/* ---- expressions: a function for each level of operators ---- */

struct parser {
  const struct variables *variables;
  const char *text, *at;
  int depth;
};

enum { DEPTH_MOST = 100, ARGUMENTS_MOST = 4, EXPRESSION_MOST = 2000 };

static int read_or(struct parser *p, double *value);

static void skip_blanks(struct parser *p) {
  while (isspace((unsigned char)*p->at)) p->at++;
}

static bool take_variables(struct parser *p, const char *what) {
  skip_blanks(p);
  if (strncmp(p->at, what, strlen(what)) != 0) return false;
  p->at += strlen(what);
  return true;
}

static int wrong(const struct parser *p, const char *expected) {
  return error_set(STATUS_USAGE, "'%.100s': at character %zu expected %s", p->text,
                   (size_t)(p->at - p->text) + 1, expected);
}

/* Length of a wave of that period over that depth, m, by the linear theory; NaN where there is none. */
static double wavelength(double gravity, double depth, double period) {
  const double omega = 2 * M_PI / period, deep = omega * omega * depth / gravity;
  if (!(gravity > 0 && depth > 0 && period > 0) || !isfinite(deep)) return NAN;
  if (deep < 1e-8)
    return period * sqrt(gravity * depth); /* shallow, and deep: the solver's own range is between */
  return deep > 1e4 ? gravity * period / omega : 2 * M_PI / wave_number(period, depth, gravity);
}

/* The node nearest to a place along an axis. */
static double round_place(const struct parser *p, double x, const char *origin) {
  const struct variable *low = find_variables(p->variables, origin), *dp = find_variables(p->variables, "Dp");
  return low && dp ? low->value + round((x - low->value) / dp->value) * dp->value : x;
}

static const double degree = M_PI / 180;

static int call(const struct parser *p, const char *name, const double *a, int count, double *value) {
/* clang-format off */
#define F(word, arguments, result)                                                                           \
  if (strcasecmp(name, word) == 0 && count == (arguments)) {                                                 \
    *value = (result);                                                                                       \
    return STATUS_OK;                                                                                        \
  }
  F("eval", 3, a[0] != 0 ? a[1] : a[2])
  F("pi", 0, M_PI)
  F("e", 0, M_E)
  F("float", 1, (double)(float)a[0])
  F("int", 1, trunc(a[0]))
  F("floor", 1, floor(a[0]))
  F("ceil", 1, ceil(a[0]))
  F("round", 1, round(a[0]))
  F("abs", 1, fabs(a[0]))
  F("sqrt", 1, sqrt(a[0]))
  F("exp", 1, exp(a[0]))
  F("min", 2, fmin(a[0], a[1]))
  F("min", 3, fmin(a[0], fmin(a[1], a[2])))
  F("max", 2, fmax(a[0], a[1])) F("max", 3, fmax(a[0], fmax(a[1], a[2]))) F("fmod", 2, fmod(a[0], a[1]))
      F("pow", 2, pow(a[0], a[1])) F("log", 1, log(a[0])) F("log10", 1, log10(a[0])) F("sin", 1, sin(a[0]))
          F("cos", 1, cos(a[0])) F("tan", 1, tan(a[0])) F("sindg", 1, sin(a[0] * degree))
              F("cosdg", 1, cos(a[0] * degree)) F("tandg", 1, tan(a[0] * degree)) F("sinh", 1, sinh(a[0]))
                  F("cosh", 1, cosh(a[0])) F("tanh", 1, tanh(a[0])) F("asin", 1, asin(a[0]))
                      F("acos", 1, acos(a[0])) F("atan", 1, atan(a[0])) F("atan2", 2, atan2(a[0], a[1]))
                          F("wavelength", 3, wavelength(a[0], a[1], a[2]))
                              F("roundposx", 1, round_place(p, a[0], "PosMin_x"))
                                  F("roundposy", 1, round_place(p, a[0], "PosMin_y"))
                                      F("roundposz", 1, round_place(p, a[0], "PosMin_z"))
                                          F("roundpos", 3, a[1] + round((a[0] - a[1]) / a[2]) * a[2])
#undef F
      /* clang-format on */
      return error_set(STATUS_USAGE, "'%.100s': there is no function %s of %d arguments here", p->text, name,
                       count);
}

static int read_call(struct parser *p, const char *name, double *value) {
  double arguments[ARGUMENTS_MOST] = {0};
  int count = 0;
  if (take_variables(p, ")")) return call(p, name, arguments, 0, value);
  do {
    if (count == ARGUMENTS_MOST) return wrong(p, "at most 4 arguments");
    TRY(read_or(p, &arguments[count++]));
  } while (take_variables(p, ","));
  if (!take_variables(p, ")")) return wrong(p, "')'");
  return call(p, name, arguments, count, value);
}

/* A name; behind it "(...)" makes it a function and "[n]" the variable NAMEn. */
static int read_named(struct parser *p, double *value) {
  char name[VARIABLE_NAME];
  size_t length = 0;
  while (isalnum((unsigned char)p->at[length]) || p->at[length] == '_' || p->at[length] == '.') length++;
  if (length >= VARIABLE_NAME - 12) return wrong(p, "a shorter name");
  memcpy(name, p->at, length);
  name[length] = 0;
  p->at += length;
  if (take_variables(p, "(")) return read_call(p, name, value);
  if (take_variables(p, "[")) {
    double index;
    TRY(read_or(p, &index));
    if (!take_variables(p, "]")) return wrong(p, "']'");
    if (!(index >= 0 && index <= 1e6)) return wrong(p, "an index from 0 to 1e6");
    snprintf(name + length, sizeof name - length, "%.0f", index);
  }
  if (strcasecmp(name, "true") == 0 || strcasecmp(name, "false") == 0) {
    *value = tolower((unsigned char)*name) == 't';
    return STATUS_OK;
  }
  const struct variable *found = find_variables(p->variables, name);
  CHECK(found, STATUS_USAGE, "'%.100s': there is no variable %s", p->text, name);
  CHECK(!found->text, STATUS_USAGE, "'%.100s': %s is a text; expected a number", p->text, name);
  *value = found->value;
  return STATUS_OK;
}

static int read_primary(struct parser *p, double *value) {
  skip_blanks(p);
  if (take_variables(p, "(")) {
    TRY(read_or(p, value));
    return take_variables(p, ")") ? STATUS_OK : wrong(p, "')'");
  }
  if (isalpha((unsigned char)*p->at) || *p->at == '_') return read_named(p, value);
  if (!isdigit((unsigned char)*p->at) && *p->at != '.') return wrong(p, "a number, a name or '('");
  char *end;
  *value = strtod(p->at, &end);
  if (end == p->at) return wrong(p, "a number");
  p->at = end;
  return STATUS_OK;
}

static int read_signed(struct parser *p, double *value) {
  if (++p->depth > DEPTH_MOST) return wrong(p, "less deep an expression");
  if (take_variables(p, "-")) {
    TRY(read_signed(p, value));
    *value = -*value;
  } else if (take_variables(p, "+")) {
    TRY(read_signed(p, value));
  } else if (*p->at == '!' && p->at[1] != '=') {
    p->at++;
    TRY(read_signed(p, value));
    *value = *value == 0;
  } else {
    TRY(read_primary(p, value));
    if (take_variables(p, "^")) {
      double power;
      TRY(read_signed(p, &power));
      *value = pow(*value, power);
    }
  }
  p->depth--;
  return STATUS_OK;
}

static int read_product(struct parser *p, double *value) {
  double other;
  TRY(read_signed(p, value));
  for (;;)
    if (take_variables(p, "*")) {
      TRY(read_signed(p, &other));
      *value *= other;
    } else if (take_variables(p, "/")) {
      TRY(read_signed(p, &other));
      *value /= other;
    } else {
      return STATUS_OK;
    }
}

static int read_sum(struct parser *p, double *value) {
  double other;
  TRY(read_product(p, value));
  for (;;)
    if (take_variables(p, "+")) {
      TRY(read_product(p, &other));
      *value += other;
    } else if (take_variables(p, "-")) {
      TRY(read_product(p, &other));
      *value -= other;
    } else {
      return STATUS_OK;
    }
}

static int read_comparison(struct parser *p, double *value) {
  static const char *const signs[] = {"<=", ">=", "==", "!=", "<", ">", NULL};
  TRY(read_sum(p, value));
  for (int i = 0; signs[i];) {
    if (!take_variables(p, signs[i])) {
      i++;
      continue;
    }
    double b;
    TRY(read_sum(p, &b));
    const double a = *value;
    const bool truth[] = {a <= b, a >= b, a == b, a != b, a<b, a> b};
    *value = truth[i];
    i = 0;
  }
  return STATUS_OK;
}

/* "@@" stands for "&&", which XML would want written out. */
static int read_and(struct parser *p, double *value) {
  double other;
  TRY(read_comparison(p, value));
  while (take_variables(p, "&&") || take_variables(p, "@@")) {
    TRY(read_comparison(p, &other));
    *value = *value != 0 && other != 0;
  }
  return STATUS_OK;
}

static int read_or(struct parser *p, double *value) {
  double other;
  if (++p->depth > DEPTH_MOST) return wrong(p, "less deep an expression");
  TRY(read_and(p, value));
  while (take_variables(p, "||")) {
    TRY(read_and(p, &other));
    *value = *value != 0 || other != 0;
  }
  p->depth--;
  return STATUS_OK;
}

int expression_evaluate(const struct variables *v, const char *text, double *value) {
  struct parser p = {.variables = v, .text = text, .at = text};
  CHECK(strlen(text) <= EXPRESSION_MOST, STATUS_USAGE, "an expression of more than %d bytes",
        EXPRESSION_MOST);
  TRY(read_or(&p, value));
  skip_blanks(&p);
  if (*p.at) return wrong(&p, "an operator or the end");
  CHECK(isfinite(*value), STATUS_USAGE, "'%.100s' is %g; expected a finite number", text, *value);
  return STATUS_OK;
}

static int put_variables(char out[VARIABLE_TEXT], size_t *used, const char *what, size_t length) {
  CHECK(*used + length < VARIABLE_TEXT, STATUS_USAGE, "a text longer than %d bytes", VARIABLE_TEXT - 1);
  memcpy(out + *used, what, length);
  out[ *used += length] = 0;
  return STATUS_OK;
}

int variables_expand(const struct variables *v, const char *text, char out[VARIABLE_TEXT]) {
  size_t used = 0;
  out[0] = 0;
  while (*text) {
    const char *close = *text == '[' || (*text == '$' && text[1] == '[') ? strchr(text, ']') : NULL;
    if (!close) {
      TRY(put_variables(out, &used, text++, 1));
      continue;
    }
    char name[VARIABLE_NAME], number[32];
    const char *begin = strchr(text, '[') + 1;
    const size_t length = (size_t)(close - begin);
    CHECK(length < VARIABLE_NAME, STATUS_USAGE, "'%.80s': a name that is too long", text);
    memcpy(name, begin, length);
    name[length] = 0;
    const struct variable *item = find_variables(v, name);
    double value;
    if (item && item->text) {
      TRY(put_variables(out, &used, item->text, strlen(item->text)));
    } else {
      TRY(expression_evaluate(v, name, &value));
      snprintf(number, sizeof number, "%g", value);
      TRY(put_variables(out, &used, number, strlen(number)));
    }
    text = close + 1;
  }
  return STATUS_OK;
}
