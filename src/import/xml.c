/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/xml.h"

#include <ctype.h>
#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "import/mend.h"
#include "io/file.h"
#include "util/error.h"

struct reader {
  const char *path, *data; /* what expat reads */
  size_t size;
  XML_Parser parser;
  struct xml *document;
  struct xml_node *open; /* the innermost element that is */
  int depth, status;
  char *words; /* between two tags or remarks */
  size_t word_count, word_room;
};

/* expat 2.9 has places of 64 bits, and says that the functions of old are deprecated. */
#if XML_MAJOR_VERSION > 2 || (XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9)
#define XML_LINE  XML_GetCurrentLineNumber64
#define XML_INDEX XML_GetCurrentByteIndex64
#else
#define XML_LINE  XML_GetCurrentLineNumber
#define XML_INDEX XML_GetCurrentByteIndex
#endif

static size_t line_of(const struct reader *r) {
  return (size_t)XML_LINE(r->parser);
}

/* The first fault is reported. */
static void fail(struct reader *r, int status) {
  if (!r->status) r->status = status;
  XML_StopParser(r->parser, XML_FALSE);
}

static int fault(const struct reader *r, const char *text) {
  return error_set(STATUS_USAGE, "%s:%zu: %s", r->path, line_of(r), text);
}

static int no_memory(const struct reader *r) {
  return error_set(STATUS_FAILED, "%s: not enough memory", r->path);
}

/* The words so far, without blanks around, are the element's if they are its first. */
static int keep_words(struct reader *r) {
  if (!r->word_count) return STATUS_OK;
  const char *from = r->words, *to = from + r->word_count;
  r->word_count = 0;
  while (from < to && isspace((unsigned char)*from)) from++;
  while (from < to && isspace((unsigned char)to[-1])) to--;
  if (from == to || !r->open || *r->open->text) return STATUS_OK;
  char *text = strndup(from, (size_t)(to - from));
  if (!text) return no_memory(r);
  r->open->text = text;
  return STATUS_OK;
}

static void XMLCALL take_words(void *data, const XML_Char *text, int length) {
  struct reader *r = data;
  if (r->status) return;
  if (r->word_count + (size_t)length > r->word_room) {
    const size_t room = 2 * r->word_room + (size_t)length;
    char *more = realloc(r->words, room);
    if (!more) {
      fail(r, no_memory(r));
      return;
    }
    r->words = more, r->word_room = room;
  }
  memcpy(r->words + r->word_count, text, (size_t)length);
  r->word_count += (size_t)length;
}

static void XMLCALL take_remark(void *data, const XML_Char *target, const XML_Char *text) {
  struct reader *r = data;
  (void)target;
  (void)text;
  const int status = r->status ? r->status : keep_words(r);
  if (status) fail(r, status);
}

/* Into the document at once, where it is freed. */
static struct xml_node *add_node(struct reader *r) {
  struct xml_node *n = calloc(1, sizeof *n), *parent = r->open;
  if (!n) return NULL;
  n->name = n->text = "";
  n->line = line_of(r);
  n->parent = parent;
  if (!parent)
    r->document->root = n;
  else if (parent->last)
    parent->last->next = n;
  else
    parent->first = n;
  if (parent) parent->last = n;
  return n;
}

/* `given`: names and values by turns, NULL behind the last. */
static int add_element(struct reader *r, const char *name, const char **given) {
  size_t count = 0;
  TRY(keep_words(r));
  if (r->depth == XML_DEPTH_MOST) return fault(r, "elements within elements, more than 64 deep");
  while (given[2 * count]) count++;
  if (count > XML_ATTRIBUTES_MOST) return fault(r, "an element with more than 64 attributes");
  struct xml_node *n = add_node(r);
  char *copy = n ? strdup(name) : NULL;
  if (!copy) return no_memory(r);
  n->name = copy;
  if (count) n->attributes = calloc(count, sizeof *n->attributes);
  if (count && !n->attributes) return no_memory(r);
  for (; n->attribute_count < count; n->attribute_count++) {
    struct xml_attribute *a = &n->attributes[n->attribute_count];
    const size_t k = 2 * n->attribute_count;
    a->name = strdup(given[k]);
    a->value = a->name ? strdup(given[k + 1]) : NULL;
    if (!a->value) {
      free((char *)a->name);
      return no_memory(r);
    }
  }
  r->open = n;
  r->depth++;
  return STATUS_OK;
}

static void XMLCALL begin_element(void *data, const XML_Char *name, const XML_Char **given) {
  struct reader *r = data;
  const int status = r->status ? r->status : add_element(r, name, given);
  if (status) fail(r, status);
}

static void XMLCALL end_element(void *data, const XML_Char *name) {
  struct reader *r = data;
  (void)name;
  const int status = r->status ? r->status : keep_words(r);
  if (status) {
    fail(r, status);
    return;
  }
  r->open = r->open->parent;
  r->depth--;
}

static int name_length(const char *at) {
  const int length = (int)strcspn(at, " \t\r\n=/<>\"'");
  return length < 60 ? length : 60;
}

/* What is wrong with the tag that begins at `tag`, at `at`, where expat reads on no more. */
static const char *wrong_in_tag(const char *tag, const char *at) {
  const char *before = at;
  if (tag[1] == '/') return "expected '>' behind the name of a closing tag";
  while (before > tag && isspace((unsigned char)before[-1])) before--;
  if (before[-1] == '<') return "'<' begins no tag, comment or declaration";
  if (before[-1] == '=') return "a value without quotes; expected NAME=\"VALUE\"";
  if (before == tag + 1 + name_length(tag + 1)) return "a name of a tag with a letter that it may not have";
  if (*at == '/' || *at == '>' || isspace((unsigned char)at[-1]))
    return "an attribute without a value; expected NAME=\"VALUE\"";
  return "expected the name of an attribute, '/>' or '>'";
}

/* What expat found, in words. */
static int tell_fault(struct reader *r) {
  const enum XML_Error error = XML_GetErrorCode(r->parser);
  const long index = (long)XML_INDEX(r->parser);
  const char *at = r->data + (index >= 0 && (size_t)index <= r->size ? (size_t)index : r->size), *tag = at;
  while (tag > r->data && *tag != '<') tag--;
  const bool closes = tag[0] == '<' && tag[1] == '/';
  switch (error) {
  case XML_ERROR_NO_MEMORY:
    return no_memory(r);
  case XML_ERROR_NO_ELEMENTS:
    CHECK(!r->open, STATUS_USAGE, "%s:%zu: <%.60s> is not closed", r->path, r->open->line, r->open->name);
    return error_set(STATUS_USAGE, "%s: has no element; expected <case>", r->path);
  case XML_ERROR_TAG_MISMATCH:
    if (*at == '/') at++;
    return error_set(STATUS_USAGE, "%s:%zu: </%.*s> closes <%.60s> of line %zu; expected </%.60s>", r->path,
                     line_of(r), name_length(at), at, r->open->name, r->open->line, r->open->name);
  case XML_ERROR_DUPLICATE_ATTRIBUTE:
    return error_set(STATUS_USAGE, "%s:%zu: <%.*s> has the attribute '%.*s' twice", r->path, line_of(r),
                     name_length(tag + 1), tag + 1, name_length(at), at);
  case XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
    return fault(r, closes ? "a closing tag, and nothing is open"
                           : "a second element beside the first; expected one that holds all");
  case XML_ERROR_BAD_CHAR_REF:
    return fault(r, "a reference to a character that there is not; expected as in &#65;");
  case XML_ERROR_UNCLOSED_TOKEN:
    return fault(r, "the file ends within a tag");
  case XML_ERROR_INVALID_TOKEN:
    if ((unsigned char)*at < ' ' && !isspace((unsigned char)*at))
      return fault(r, "a control character, which no text has");
    if ((*at == '&' && at[-1] != '=') || *tag != '<' || memchr(tag, '>', (size_t)(at - tag)))
      return fault(r, "a reference to a character that there is not; expected as in &#65;");
    if (closes && !r->open) return fault(r, "a closing tag, and nothing is open");
    return fault(r, wrong_in_tag(tag, at));
  default:
    return error_set(STATUS_USAGE, "%s:%zu: is no XML: %s", r->path, line_of(r), XML_ErrorString(error));
  }
}

static bool is_utf8(const char *text) {
  for (const unsigned char *at = (const unsigned char *)text; *at;) {
    const int more = *at < 0x80                  ? 0
                     : *at >= 0xC2 && *at < 0xE0 ? 1
                     : *at >= 0xE0 && *at < 0xF0 ? 2
                     : *at >= 0xF0 && *at < 0xF5 ? 3
                                                 : -1;
    if (more < 0) return false;
    at++;
    for (int k = 0; k < more; k++, at++)
      if ((*at & 0xC0) != 0x80) return false;
  }
  return true;
}

static int parse_mended(struct reader *r) {
  r->parser = XML_ParserCreate(is_utf8(r->data) ? "UTF-8" : "ISO-8859-1");
  if (!r->parser) return no_memory(r);
  XML_SetUserData(r->parser, r);
  XML_SetElementHandler(r->parser, begin_element, end_element);
  XML_SetCharacterDataHandler(r->parser, take_words);
  XML_SetProcessingInstructionHandler(r->parser, take_remark);
  const bool good = XML_Parse(r->parser, r->data, (int)r->size, XML_TRUE) == XML_STATUS_OK;
  const int status = r->status ? r->status : good ? STATUS_OK : tell_fault(r);
  XML_ParserFree(r->parser);
  free(r->words);
  return status;
}

static int parse_xml(struct reader *r, const char *data, size_t size) {
  char *mended = NULL;
  CHECK(size <= XML_BYTES_MOST, STATUS_USAGE, "%s: has %zu bytes; expected at most %d", r->path, size,
        XML_BYTES_MOST);
  if (strlen(data) != size) {
    size_t line = 1;
    for (const char *at = data; (at = strchr(at, '\n')); at++) line++;
    return error_set(STATUS_USAGE, "%s:%zu: has a byte 0 and is no text", r->path, line);
  }
  int status = mend_xml(r->path, data, &mended, &r->size);
  r->data = mended;
  if (!status) status = parse_mended(r);
  free(mended);
  return status;
}

int xml_read(struct xml *x, const char *path) {
  struct reader r = {.path = path, .document = x};
  char *data;
  size_t size;
  *x = (struct xml){.path = path};
  TRY(file_read(path, STATUS_USAGE, &data, &size));
  const int status = parse_xml(&r, data, size);
  free(data);
  return status;
}

/* No deeper than XML_DEPTH_MOST. */
static void free_node(struct xml_node *n) {
  for (struct xml_node *child = n->first, *next; child; child = next) {
    next = child->next;
    free_node(child);
  }
  for (size_t i = 0; i < n->attribute_count; i++) {
    free((char *)n->attributes[i].name);
    free((char *)n->attributes[i].value);
  }
  if (*n->name) free((char *)n->name);
  if (*n->text) free((char *)n->text);
  free(n->attributes);
  free(n);
}

void xml_free(struct xml *x) {
  if (x->root) free_node(x->root);
  *x = (struct xml){0};
}

void xml_drop(struct xml_node **at) {
  struct xml_node *n = *at;
  *at = n->next;
  free_node(n);
}

static struct xml_node *find_xml(struct xml_node *n, const char *name) {
  while (n && strcmp(n->name, name) != 0) n = n->next;
  if (n) n->used = true;
  return n;
}

struct xml_node *xml_child(struct xml_node *n, const char *name) {
  return n ? find_xml(n->first, name) : NULL;
}

struct xml_node *xml_next(struct xml_node *n) {
  return find_xml(n->next, n->name);
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
