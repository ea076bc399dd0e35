/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/xml.h"

#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "util/error.h"

struct reader {
  const char *path;
  char *at; /* what is still to be read */
  size_t line;
};

static int fault(const struct reader *r, const char *text) {
  return error_set(STATUS_USAGE, "%s:%zu: %s", r->path, r->line, text);
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || c == ':' || (unsigned char)c >= 128;
}

static void skip(struct reader *r, size_t count) {
  for (; count > 0; count--) r->line += *r->at++ == '\n';
}

static void skip_blanks(struct reader *r) {
  while (is_blank(*r->at)) skip(r, 1);
}

/* Past `end`; false if it does not come. */
static bool skip_past(struct reader *r, const char *end) {
  const char *found = strstr(r->at, end);
  if (found) skip(r, (size_t)(found - r->at) + strlen(end));
  return found;
}

static bool starts(const struct reader *r, const char *what) {
  return strncmp(r->at, what, strlen(what)) == 0;
}

/* A name; the byte behind it is for the caller to look at before he ends the name with a 0. */
static char *read_name(struct reader *r) {
  char *name = r->at;
  while (is_name(*r->at)) r->at++;
  return name == r->at ? NULL : name;
}

static void put_utf8(char **to, unsigned long code) {
  if (code < 0x80) {
    *(*to)++ = (char)code;
  } else if (code < 0x800) {
    *(*to)++ = (char)(0xC0 | code >> 6);
    *(*to)++ = (char)(0x80 | (code & 63));
  } else if (code < 0x10000) {
    *(*to)++ = (char)(0xE0 | code >> 12);
    *(*to)++ = (char)(0x80 | (code >> 6 & 63));
    *(*to)++ = (char)(0x80 | (code & 63));
  } else {
    *(*to)++ = (char)(0xF0 | code >> 18);
    *(*to)++ = (char)(0x80 | (code >> 12 & 63));
    *(*to)++ = (char)(0x80 | (code >> 6 & 63));
    *(*to)++ = (char)(0x80 | (code & 63));
  }
}

/* "&...;" at *from, at most 10 bytes; a reference is never shorter than what it stands for. */
static int replace(const struct reader *r, char **from, char **to) {
  static const struct {
    const char *name;
    char letter;
  } known[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strncmp(*from, known[i].name, strlen(known[i].name)) == 0) {
      *(*to)++ = known[i].letter;
      *from += strlen(known[i].name);
      return STATUS_OK;
    }
  if ((*from)[1] != '#') { /* a word's: "Koshizuka & Oka" */
    *(*to)++ = *(*from)++;
    return STATUS_OK;
  }
  const bool hexadecimal = (*from)[2] == 'x';
  const char *digits = *from + 2 + hexadecimal;
  char *end;
  const unsigned long code = strtoul(digits, &end, hexadecimal ? 16 : 10);
  if (end == digits || *end != ';' || end - digits > 8 || strchr("+- \t\r\n", *digits) || code == 0 ||
      code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
    return fault(r, "a reference to a character that there is not; expected as in &#65;");
  put_utf8(to, code);
  *from = end + 1;
  return STATUS_OK;
}

/* Resolve references up to `end`, in place; *last is then the end. */
static int unescape(const struct reader *r, char *text, char *end, char **last) {
  char *to = text;
  for (char *from = text; from < end;)
    if (*from == '&')
      TRY(replace(r, &from, &to));
    else
      *to++ = *from++;
  *last = to;
  return STATUS_OK;
}

static int read_attribute(struct reader *r, struct xml_node *n, size_t *room) {
  char *name = read_name(r), *name_end = r->at;
  if (!name) return fault(r, "expected the name of an attribute, '/>' or '>'");
  skip_blanks(r);
  if (*r->at != '=') return fault(r, "an attribute without a value; expected NAME=\"VALUE\"");
  skip(r, 1);
  skip_blanks(r);
  const char quote = *r->at;
  if (quote != '"' && quote != '\'') return fault(r, "a value without quotes; expected NAME=\"VALUE\"");
  const struct reader begin = *r;
  skip(r, 1);
  char *value = r->at;
  while (*r->at && *r->at != quote) skip(r, 1);
  if (!*r->at) return fault(&begin, "this quote is not closed");
  char *end = r->at++;
  *name_end = 0;
  TRY(unescape(&begin, value, end, &end));
  *end = 0;
  for (size_t i = 0; i < n->attribute_count; i++)
    CHECK(strcmp(n->attributes[i].name, name) != 0, STATUS_USAGE,
          "%s:%zu: <%.60s> has the attribute '%.60s' twice", r->path, begin.line, n->name, name);
  if (n->attribute_count == XML_ATTRIBUTES_MOST) return fault(r, "an element with more than 64 attributes");
  if (n->attribute_count == *room) {
    struct xml_attribute *more = reallocarray(n->attributes, *room ? 4 * *room : 4, sizeof *more);
    CHECK(more, STATUS_FAILED, "%s: not enough memory", r->path);
    n->attributes = more;
    *room = *room ? 4 * *room : 4;
  }
  n->attributes[n->attribute_count++] = (struct xml_attribute){.name = name, .value = value};
  return STATUS_OK;
}

/* The tag behind its '<'; *closed if it ends with '/>'. */
static int read_tag(struct reader *r, struct xml_node *n, bool *closed) {
  char *name = read_name(r), *name_end = r->at;
  size_t room = 0;
  if (!name) return fault(r, "'<' begins no tag, comment or declaration");
  if (!is_blank(*r->at) && *r->at != '/' && *r->at != '>')
    return fault(r, "a name of a tag with a letter that it may not have");
  const char after = *name_end;
  *name_end = 0;
  n->name = name;
  n->line = r->line;
  *name_end = after;
  for (skip_blanks(r); *r->at != '>' && !starts(r, "/>"); skip_blanks(r)) {
    const bool apart = r->at > name_end; /* a name ends before its first attribute */
    if (!*r->at) return fault(r, "the file ends within a tag");
    if (apart) *name_end = 0;
    TRY(read_attribute(r, n, &room));
  }
  *closed = *r->at == '/';
  skip(r, *closed ? 2 : 1);
  *name_end = 0;
  return STATUS_OK;
}

static struct xml_node *add_node(struct xml *x, struct xml_node *parent) {
  struct xml_node *n = calloc(1, sizeof *n);
  if (!n) return NULL;
  n->text = "";
  n->parent = parent;
  if (!parent)
    x->root = n;
  else if (parent->last)
    parent->last->next = n;
  else
    parent->first = n;
  if (parent) parent->last = n;
  return n;
}

/* Words between tags, of which only the first are kept; the rest are remarks. */
static int read_text(struct reader *r, struct xml_node *n, char **cut) {
  skip_blanks(r);
  char *text = r->at;
  const struct reader begin = *r;
  while (*r->at && *r->at != '<') skip(r, 1);
  char *end = r->at;
  while (end > text && is_blank(end[-1])) end--;
  if (end == text || !n || *n->text) return STATUS_OK;
  n->text = text;
  return unescape(&begin, text, end, cut);
}

static int close_tag(struct reader *r, struct xml_node **n) {
  const char *name = read_name(r);
  const size_t length = name ? (size_t)(r->at - name) : 0;
  if (!*n) return fault(r, "a closing tag, and nothing is open");
  CHECK(name && strlen((*n)->name) == length && strncmp((*n)->name, name, length) == 0, STATUS_USAGE,
        "%s:%zu: </%.*s> closes <%.60s> of line %zu; expected </%.60s>", r->path, r->line,
        (int)(length < 60 ? length : 60), name ? name : "", (*n)->name, (*n)->line, (*n)->name);
  skip_blanks(r);
  if (*r->at != '>') return fault(r, "expected '>' behind the name of a closing tag");
  skip(r, 1);
  *n = (*n)->parent;
  return STATUS_OK;
}

/* What begins with '<' and is no element; false if it is one. */
static int skip_remark(struct reader *r, bool *was) {
  const struct reader begin = *r;
  *was = true;
  if (starts(r, "<!--")) {
    skip(r, 4);
    return skip_past(r, "-->") ? STATUS_OK : fault(&begin, "this comment is not closed");
  }
  if (starts(r, "<?"))
    return skip_past(r, "?>") ? STATUS_OK : fault(&begin, "this declaration is not closed");
  if (starts(r, "<!")) return fault(r, "a document type or CDATA; expected elements and comments alone");
  *was = false;
  return STATUS_OK;
}

static int open_tag(struct reader *r, struct xml *x, struct xml_node **n, int *depth) {
  bool closed = false;
  if (x->root && !*n) return fault(r, "a second element beside the first; expected one that holds all");
  if (*depth == XML_DEPTH_MOST) return fault(r, "elements within elements, more than 64 deep");
  struct xml_node *child = add_node(x, *n);
  CHECK(child, STATUS_FAILED, "%s: not enough memory", r->path);
  child->name = "";
  TRY(read_tag(r, child, &closed));
  if (!closed) *n = child, ++*depth;
  return STATUS_OK;
}

int xml_parse(struct xml *x, const char *path, char *data, size_t size) {
  struct reader r = {path, data, 1};
  struct xml_node *n = NULL;
  int depth = 0;
  *x = (struct xml){.path = path, .data = data};
  CHECK(size <= XML_BYTES_MOST, STATUS_USAGE, "%s: has %zu bytes; expected at most %d", path, size,
        XML_BYTES_MOST);
  if (strlen(data) != size) {
    for (const char *at = data; (at = strchr(at, '\n')); at++) r.line++;
    return error_set(STATUS_USAGE, "%s:%zu: has a byte 0 and is no text", path, (size_t)r.line);
  }
  if (starts(&r, "\xEF\xBB\xBF")) r.at += 3;
  while (*r.at) {
    char *cut = NULL;
    bool remark;
    TRY(read_text(&r, n, &cut));
    if (!*r.at) break;
    if (!n && cut) cut = NULL;
    TRY(skip_remark(&r, &remark));
    if (!remark) {
      skip(&r, 1);
      if (*r.at == '/') {
        skip(&r, 1);
        TRY(close_tag(&r, &n));
        depth--;
      } else {
        TRY(open_tag(&r, x, &n, &depth));
      }
    }
    if (cut) *cut = 0;
  }
  if (n) return error_set(STATUS_USAGE, "%s:%zu: <%.60s> is not closed", path, n->line, n->name);
  CHECK(x->root, STATUS_USAGE, "%s: has no element; expected <case>", path);
  return STATUS_OK;
}

int xml_read(struct xml *x, const char *path) {
  char *data;
  size_t size;
  *x = (struct xml){.path = path};
  TRY(file_read(path, STATUS_USAGE, &data, &size));
  return xml_parse(x, path, data, size);
}

/* No deeper than XML_DEPTH_MOST. */
static void free_node(struct xml_node *n) {
  for (struct xml_node *child = n->first, *next; child; child = next) {
    next = child->next;
    free_node(child);
  }
  free(n->attributes);
  free(n);
}

void xml_free(struct xml *x) {
  if (x->root) free_node(x->root);
  free(x->data);
  *x = (struct xml){0};
}

static struct xml_node *find(struct xml_node *n, const char *name) {
  while (n && strcmp(n->name, name) != 0) n = n->next;
  if (n) n->used = true;
  return n;
}

struct xml_node *xml_child(struct xml_node *n, const char *name) {
  return n ? find(n->first, name) : NULL;
}

struct xml_node *xml_next(struct xml_node *n) {
  return find(n->next, n->name);
}

void xml_know(struct xml_node *n) {
  n->used = true;
  for (size_t i = 0; i < n->attribute_count; i++) n->attributes[i].used = true;
  for (struct xml_node *c = n->first; c; c = c->next) xml_know(c);
}

const char *xml_value(struct xml_node *n, const char *name) {
  for (size_t i = 0; n && i < n->attribute_count; i++)
    if (strcmp(n->attributes[i].name, name) == 0) {
      n->attributes[i].used = true;
      return n->attributes[i].value;
    }
  return NULL;
}
