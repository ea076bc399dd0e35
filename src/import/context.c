/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/context.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/error.h"
#include "util/path.h"

enum { NOTES_MOST = 10000 };

void import_note(struct import *m, enum note_kind kind, const struct xml_node *n, const char *format, ...) {
  char text[400], *whole = NULL;
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (m->note_count == NOTES_MOST) return;
  if ((m->note_count & (m->note_count - 1)) == 0) {
    struct note *more = reallocarray(m->notes, m->note_count ? 2 * m->note_count : 1, sizeof *more);
    if (more) m->notes = more;
    m->out_of_memory |= !more;
  }
  if (m->out_of_memory ||
      asprintf(&whole, "%s%.60s%s%s", n ? "<" : "", n ? n->name : "", n ? ">: " : "", text) < 0) {
    m->out_of_memory = true;
    return;
  }
  m->notes[m->note_count++] = (struct note){kind, n ? n->line : 0, whole};
}

int import_fault(const struct import *m, const struct xml_node *n, const char *format, ...) {
  char text[600];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return error_set(STATUS_USAGE, "%s:%zu: <%.60s>: %s", m->xml.path, n->line, n->name, text);
}

static int read_number(const struct import *m, const struct xml_node *n, const char *name, const char *text,
                       double *value) {
  if (*text == '#') {
    const int status = expression_evaluate(&m->variables, text + 1, value);
    return status == STATUS_USAGE ? import_fault(m, n, "%s=%s", name, error_text()) : status;
  }
  char *end;
  *value = strtod(text, &end);
  while (*end == ' ') end++;
  if (end == text || *end || !isfinite(*value))
    return import_fault(m, n, "%s=\"%.60s\" is not a finite number", name, text);
  return STATUS_OK;
}

int import_optional(const struct import *m, struct xml_node *n, const char *name, double *value) {
  const char *text = xml_value(n, name);
  return text ? read_number(m, n, name, text, value) : STATUS_OK;
}

int import_number(const struct import *m, struct xml_node *n, const char *name, double *value) {
  if (!xml_value(n, name)) return import_fault(m, n, "attribute '%s' is missing", name);
  return import_optional(m, n, name, value);
}

int import_bool(const struct import *m, struct xml_node *n, const char *name, bool *value) {
  const char *text = xml_value(n, name);
  double number;
  if (!text) return STATUS_OK;
  if (strcasecmp(text, "true") == 0 || strcasecmp(text, "false") == 0) {
    *value = strcasecmp(text, "true") == 0;
    return STATUS_OK;
  }
  TRY(read_number(m, n, name, text, &number));
  *value = number != 0;
  return STATUS_OK;
}

int import_degrees(const struct import *m, struct xml_node *n, double *unit) {
  const char *word = xml_value(n, "anglesunits");
  *unit = word && strcmp(word, "radians") == 0 ? 180 / M_PI : 1;
  return !word || strcmp(word, "radians") == 0 || strcmp(word, "degrees") == 0
             ? STATUS_OK
             : import_fault(m, n, "anglesunits=\"%.60s\"; expected degrees or radians", word);
}

int import_vector(const struct import *m, struct xml_node *n, bool partly, double v[3]) {
  static const char *const axes[] = {"x", "y", "z"};
  for (int a = 0; a < 3; a++) {
    if (partly) v[a] = 0;
    TRY(partly ? import_optional(m, n, axes[a], &v[a]) : import_number(m, n, axes[a], &v[a]));
  }
  return STATUS_OK;
}

int import_child_value(const struct import *m, struct xml_node *n, const char *child, double *value) {
  struct xml_node *c = xml_child(n, child);
  return c ? import_number(m, c, "value", value) : STATUS_OK;
}

int import_constant(const struct import *m, struct xml_node *constants, const char *tag, double *value,
                    bool *automatic) {
  struct xml_node *n = xml_child(constants, tag);
  bool by_itself = !n;
  if (n) {
    TRY(import_bool(m, n, "auto", &by_itself));
    TRY(import_number(m, n, "value", value));
  }
  if (automatic) *automatic = by_itself;
  return STATUS_OK;
}

int import_in_list(const struct import *m, struct xml_node *n, const char *name, int mk, bool *in) {
  const char *text = xml_value(n, name);
  *in = false;
  if (!text) return import_fault(m, n, "attribute '%s' is missing", name);
  for (const char *at = text; *at;) {
    char *end;
    const long first = strtol(at, &end, 10);
    long last = first;
    const bool number = end != at;
    at = end;
    if (number && *at == '-') {
      last = strtol(at + 1, &end, 10);
      if (end == at + 1) last = -1;
      at = end;
    }
    at += strspn(at, " ");
    if (!number || first < 0 || last < first || (*at && *at != ','))
      return import_fault(m, n, "%s=\"%.60s\" is no list of numbers such as 0-3,7", name, text);
    if (*at == ',') at++;
    *in |= mk >= first && mk <= last;
  }
  return STATUS_OK;
}

static int find_beside(const struct import *m, struct xml_node *n, const char *name, char path[PATH_MAX]) {
  const char *text = xml_value(n, name);
  char whole[VARIABLE_TEXT];
  if (!text || !*text) return import_fault(m, n, "attribute '%s' is missing", name);
  const int status = variables_expand(&m->variables, text, whole);
  if (status != STATUS_OK)
    return status == STATUS_USAGE ? import_fault(m, n, "%s=%s", name, error_text()) : status;
  if (*whole == '/' || strstr(whole, ".."))
    return import_fault(m, n, "%s=\"%.100s\" leaves the folder of the document; expected a file beside it",
                        name, whole);
  return path_join(path, m->folder, whole);
}

int import_file(const struct import *m, struct xml_node *n, const char *name, char path[PATH_MAX]) {
  TRY(find_beside(m, n, name, path));
  return path_exists(path) ? STATUS_OK : import_fault(m, n, "there is no file %s", path);
}

int import_table(const struct import *m, struct xml_node *n, const char *name, char path[PATH_MAX],
                 bool *packed) {
  TRY(find_beside(m, n, name, path));
  char *end = path + strlen(path);
  *packed = false;
  if (path_exists(path)) return STATUS_OK;
  if (end + sizeof ".gz" <= path + PATH_MAX) {
    strcpy(end, ".gz");
    *packed = path_exists(path);
    if (!*packed) *end = 0;
  }
  return *packed ? STATUS_OK : import_fault(m, n, "there is no file %s", path);
}

bool import_by_scheme(struct import *m, struct xml_node *n) {
  const char *key = m->standard && n ? xml_value(n, "key") : NULL,
             *value = key ? xml_value(n, "value") : NULL;
  if (m->standard && n)
    import_note(m, NOTE_CHANGED, n, "%.60s%s%.60s%sthe standard scheme has its own", key ? key : "",
                value ? "=" : "", value ? value : "", key ? ": " : "");
  return m->standard;
}

bool import_active(const struct import *m, struct xml_node *n) {
  const char *text = xml_value(n, "active");
  double value = 1;
  if (text && *text == '#')
    return expression_evaluate(&m->variables, text + 1, &value) != STATUS_OK || value != 0;
  return !text || (strcasecmp(text, "false") != 0 && strcmp(text, "0") != 0);
}

void import_drop_inactive(const struct import *m, struct xml_node *n) {
  for (struct xml_node **at = &n->first; *at;) {
    if (*(*at)->name == '_' || !import_active(m, *at)) {
      xml_drop(at);
    } else {
      import_drop_inactive(m, *at);
      at = &(*at)->next;
    }
  }
}

struct xml_node *import_parameter(struct xml_node *parameters, const char *key) {
  struct xml_node *found = NULL;
  for (struct xml_node *p = xml_child(parameters, "parameter"); p; p = xml_next(p)) {
    const char *name = xml_value(p, "key");
    if (name && strcmp(name, key) == 0) found = p;
  }
  if (found) found->used = true;
  const char *value = found ? xml_value(found, "value") : NULL;
  return value && !*value ? NULL : found; /* of nothing the default is taken */
}

int import_add_file(struct import *m, const char *name, char *data, size_t size) {
  if ((m->file_count & (m->file_count - 1)) == 0) {
    struct import_output *more = reallocarray(m->files, m->file_count ? 2 * m->file_count : 1, sizeof *more);
    if (!more) {
      free(data);
      return error_set(STATUS_FAILED, "not enough memory for a file");
    }
    m->files = more;
  }
  struct import_output *f = &m->files[m->file_count++];
  snprintf(f->name, sizeof f->name, "%s", name);
  f->data = data;
  f->size = size;
  return STATUS_OK;
}

int import_begin_file(struct import_writing *w) {
  *w = (struct import_writing){0};
  w->out = open_memstream(&w->data, &w->size);
  CHECK(w->out, STATUS_FAILED, "not enough memory for a file");
  return STATUS_OK;
}

int import_end_file(struct import *m, struct import_writing *w, int status, const char *name) {
  const bool whole = !ferror(w->out);
  if ((fclose(w->out) || !whole) && status == STATUS_OK)
    status = error_set(STATUS_FAILED, "not enough memory for %s", name);
  if (status == STATUS_OK) return import_add_file(m, name, w->data, w->size);
  free(w->data);
  return status;
}

int import_axis(const struct import *m, int axis) {
  return m->sketch.dimensions == 2 && axis == 1 ? 2 : axis;
}

void import_turned(const struct import *m, const double v[3], double out[3]) {
  const double x[3] = {v[0], v[1], v[2]};
  for (int i = 0; i < 3; i++) {
    out[i] = m->tilt.turned ? 0 : x[i];
    for (int k = 0; k < 3 && m->tilt.turned; k++) out[i] += m->tilt.turn[i][k] * x[k];
  }
}

const char *import_text(const struct import *m, const double v[3], char text[128]) {
  size_t used = 0;
  double x[3];
  import_turned(m, v, x);
  for (int a = 0; a < m->sketch.dimensions; a++) {
    const double number = x[import_axis(m, a)];
    used += (size_t)snprintf(text + used, 128 - used, "%s%.10g", a ? ", " : "[", number == 0 ? 0 : number);
  }
  snprintf(text + used, 128 - used, "]");
  return text;
}

const char *import_name(const struct group *g, char name[32]) {
  snprintf(name, 32, "%s%d", g->bound ? "bound" : "fluid", g->mk);
  return name;
}

const struct group *import_group(const struct import *m, bool bound, double mk) {
  for (size_t i = 0; i < m->sketch.group_count; i++) {
    const struct group *g = &m->sketch.groups[i];
    if (g->bound == bound && g->mk == mk && g->nodes) return g;
  }
  return NULL;
}
