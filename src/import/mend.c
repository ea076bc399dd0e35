/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/mend.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

struct mender {
  const char *path, *at;
  size_t line;
  int depth; /* elements that are open */
  FILE *out;
};

static int fault(const struct mender *m, const char *text) {
  return error_set(STATUS_USAGE, "%s:%zu: %s", m->path, m->line, text);
}

static bool starts(const struct mender *m, const char *what) {
  return strncmp(m->at, what, strlen(what)) == 0;
}

/* Whether '&' begins a reference to a character: of those that have a name, or a number, which is expat's to
 * judge. */
static bool is_reference(const char *at) {
  static const char *const known[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#"};
  bool any = false;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    any |= strncmp(at, known[i], strlen(known[i])) == 0;
  return any;
}

/* One character of a text or value. */
static void put_mend(struct mender *m) {
  const char c = *m->at;
  m->line += c == '\n';
  if (c == '<')
    fputs("&lt;", m->out);
  else if (c == '>')
    fputs("&gt;", m->out);
  else if (c == '&' && !is_reference(m->at))
    fputs("&amp;", m->out);
  else
    fputc(c == '\r' ? ' ' : c, m->out);
  m->at++;
}

/* Its lines alone are kept. */
static int mend_remark(struct mender *m, const char *end, const char *text) {
  const char *found = strstr(m->at, end);
  if (!found) return fault(m, text);
  fputs("<?" MEND_REMARK " ", m->out);
  for (found += strlen(end); m->at < found; m->at++) {
    if (*m->at != '\n') continue;
    m->line++;
    fputc('\n', m->out);
  }
  fputs("?>", m->out);
  return STATUS_OK;
}

static int mend_value(struct mender *m) {
  const struct mender begin = *m;
  const char quote = *m->at++;
  fputc(quote, m->out);
  while (*m->at && *m->at != quote) put_mend(m);
  if (!*m->at) return fault(&begin, "this quote is not closed");
  fputc(*m->at++, m->out);
  fputc(' ', m->out);
  return STATUS_OK;
}

static int mend_tag(struct mender *m) {
  const bool closes = m->at[1] == '/';
  bool empty = false, valued = false; /* what comes behind '=' */
  fputc(*m->at++, m->out);
  while (*m->at && *m->at != '>' && *m->at != '<') {
    const char c = *m->at;
    if ((c == '"' || c == '\'') && valued) {
      TRY(mend_value(m));
      valued = false;
      continue;
    }
    m->line += c == '\n';
    if (!isspace((unsigned char)c)) valued = c == '=', empty = c == '/';
    fputc(c == '\r' ? ' ' : c, m->out);
    m->at++;
  }
  if (*m->at == '>') fputc(*m->at++, m->out);
  if (closes)
    m->depth -= m->depth > 0;
  else
    m->depth += !empty;
  return STATUS_OK;
}

static int mend_next(struct mender *m) {
  if (starts(m, "<!--")) return mend_remark(m, "-->", "this comment is not closed");
  if (starts(m, "<?")) return mend_remark(m, "?>", "this declaration is not closed");
  if (starts(m, "<!")) return fault(m, "a document type or CDATA; expected elements and comments alone");
  if (*m->at == '<') return mend_tag(m);
  if (m->depth > 0 || isspace((unsigned char)*m->at))
    put_mend(m);
  else
    m->at++;
  return STATUS_OK;
}

int mend_xml(const char *path, const char *data, char **mended, size_t *size) {
  struct mender m = {.path = path, .at = data, .line = 1};
  m.out = open_memstream(mended, size);
  CHECK(m.out, STATUS_FAILED, "%s: not enough memory", path);
  if (starts(&m, "\xEF\xBB\xBF")) m.at += 3;
  int status = STATUS_OK;
  while (*m.at && !status) status = mend_next(&m);
  const bool written = !ferror(m.out);
  if ((fclose(m.out) || !written) && !status)
    status = error_set(STATUS_FAILED, "%s: not enough memory", path);
  return status;
}
