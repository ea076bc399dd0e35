/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/expression.h"

#include <ctype.h>
#include <muParserDLL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

/* What muParser's error codes mean (muParserError.h, which is C++). */
enum {
  MU_UNKNOWN_TOKEN = 1,
  MU_UNEXPECTED_END = 2,
  MU_MISSING_PARENTHESIS = 11,
  MU_TOO_MANY_ARGUMENTS = 14,
  MU_TOO_FEW_ARGUMENTS = 15,
  MU_EMPTY = 25,
  MU_MISSING_ELSE = 33
};

enum { NAMES_SHOWN = 8, TOKEN = 64 };

struct expression {
  muParserHandle_t parser;
};

/* "x, y, t, pi or e" */
static void list_names(const char *const names[], char *text, size_t size) {
  size_t used = 0;
  for (int i = 0; names[i] && i <= NAMES_SHOWN && used < size; i++)
    used +=
        (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", i < NAMES_SHOWN ? names[i] : "...");
  if (used < size) snprintf(text + used, size - used, "%spi, e or a function", used ? ", " : "");
}

/* Where muParser stopped, for people: characters count from 1. */
static int say_error(muParserHandle_t parser, const char *const names[]) {
  char token[TOKEN], known[160];
  const int code = mupGetErrorCode(parser), at = mupGetErrorPos(parser) + 1;
  snprintf(token, sizeof token, "%s", mupGetErrorToken(parser));
  for (size_t n = strlen(token); n > 0 && token[n - 1] == ' '; n--) token[n - 1] = 0;
  switch (code) {
  case MU_UNKNOWN_TOKEN:
    if (!isalpha((unsigned char)token[0]) && token[0] != '_') break;
    list_names(names, known, sizeof known);
    return error_set(STATUS_USAGE, "unknown name '%s' at character %d; expected %s", token, at, known);
  case MU_UNEXPECTED_END:
    return error_set(STATUS_USAGE, "the expression ends where a value is expected");
  case MU_MISSING_PARENTHESIS:
    return error_set(STATUS_USAGE, "a '(' has no ')'");
  case MU_TOO_MANY_ARGUMENTS:
    return error_set(STATUS_USAGE, "too many arguments for '%s' at character %d", token, at);
  case MU_TOO_FEW_ARGUMENTS:
    return error_set(STATUS_USAGE, "too few arguments for '%s' at character %d", token, at);
  case MU_EMPTY:
    return error_set(STATUS_USAGE, "the expression is empty");
  case MU_MISSING_ELSE:
    return error_set(STATUS_USAGE, "a '?' has no ':'");
  }
  return error_set(STATUS_USAGE, "unexpected '%s' at character %d", token, at);
}

/* muParser takes x = 1 for an assignment; its effect would depend on the order of evaluation. */
static int refuse_assignment(const char *text) {
  for (const char *t = strchr(text, '='); t; t = strchr(t + 1, '=')) {
    const bool compares = t[1] == '=' || (t > text && strchr("=<>!", t[-1]));
    CHECK(compares, STATUS_USAGE, "'=' at character %d; expected '==' to compare", (int)(t - text) + 1);
  }
  return STATUS_OK;
}

/* mupError forgets the error that it tells. */
static int define_names(muParserHandle_t parser, const char *const names[], double *values) {
  mupDefineConst(parser, "pi", 3.14159265358979323846);
  mupDefineConst(parser, "e", 2.71828182845904523536);
  for (int i = 0; names[i]; i++) {
    mupDefineVar(parser, names[i], &values[i]);
    CHECK(!mupError(parser), STATUS_USAGE,
          "'%s' cannot be the name of a value; expected letters and digits, and neither pi nor e", names[i]);
  }
  return STATUS_OK;
}

static int read_text(muParserHandle_t parser, const char *text, const char *const names[], double *values) {
  int results = 0;
  TRY(refuse_assignment(text));
  TRY(define_names(parser, names, values));
  mupSetExpr(parser, text);
  if (!mupError(parser)) mupEvalMulti(parser, &results);
  if (!results || mupError(parser)) return say_error(parser, names);
  CHECK(results == 1, STATUS_USAGE, "%d values with ',' between them; expected one", results);
  return STATUS_OK;
}

int expression_open(struct expression **e, const char *text, const char *const names[], double *values) {
  *e = calloc(1, sizeof **e);
  CHECK(*e, STATUS_FAILED, "no memory for an expression");
  (*e)->parser = mupCreate(muBASETYPE_FLOAT);
  const int status = read_text((*e)->parser, text, names, values);
  if (status == STATUS_OK) return status;
  expression_close(*e);
  *e = NULL;
  return status;
}

double expression_value(struct expression *e) {
  return mupEval(e->parser);
}

bool expression_uses(struct expression *e, const char *name) {
  const int count = mupGetExprVarNum(e->parser);
  for (int i = 0; i < count; i++) {
    const char *used = NULL;
    double *value;
    mupGetExprVar(e->parser, (unsigned)i, &used, &value);
    if (used && strcmp(used, name) == 0) return true;
  }
  return false;
}

void expression_close(struct expression *e) {
  if (!e) return;
  mupRelease(e->parser);
  free(e);
}
