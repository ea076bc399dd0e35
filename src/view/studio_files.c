/* SPDX-License-Identifier: BSD-3-Clause */
#include "view/studio_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "io/file.h"
#include "util/error.h"
#include "util/json.h"
#include "util/path.h"
#include "view/request.h"

enum { OK = 200, BAD = 400, MISSING = 404, CONFLICT = 409, BROKEN = 500 };
enum { TITLE_BYTES = 4096 }; /* of a case file, in which its title is looked for */

unsigned studio_fail(json_t **out, unsigned status) {
  *out = json_pack("{s:o}", "error", json_name(error_text()));
  return status;
}

/* `base`, so that a path says what the user called it. */
static const char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

int studio_beside(char path[PATH_MAX], const struct studio *s, const char *name) {
  char folder[PATH_MAX];
  CHECK(*s->file, STATUS_USAGE, "no case is open");
  CHECK(request_is_name(name), STATUS_USAGE,
        "'%s': expected a name of letters, digits, '.', '_' and '-', without a folder", name);
  strcpy(folder, s->file);
  *strrchr(folder, '/') = 0;
  return path_join(path, *folder ? folder : "/", name);
}

/* ---- cases ---- */

int studio_open_case(struct studio *s, const char *name) {
  char folder[PATH_MAX], path[PATH_MAX];
  CHECK(request_is_name(name), STATUS_USAGE, "'%s' is no name of a case", name);
  TRY(path_join(folder, s->folder, name));
  TRY(path_join(path, folder, "case.yaml"));
  CHECK(path_exists(path), STATUS_USAGE, "%s: no case.yaml in this folder", folder);
  strcpy(s->file, path);
  return STATUS_OK;
}

/* What stands behind "title:" in a case; "" if it says none near its top. */
static void find_title(char title[128], const char *path) {
  char text[TITLE_BYTES + 1];
  title[0] = 0;
  FILE *file = fopen(path, "re");
  if (!file) return;
  text[fread(text, 1, TITLE_BYTES, file)] = 0;
  fclose(file);
  const char *line = strncmp(text, "title:", 6) == 0 ? text : strstr(text, "\ntitle:");
  if (!line) return;
  line += strcspn(line, ":") + 1;
  line += strspn(line, " ");
  snprintf(title, 128, "%.*s", (int)strcspn(line, "\r\n"), line);
}

/* The folders in `folder` that have a case. */
static json_t *cases_in(const char *folder) {
  struct dirent **entries;
  char inside[PATH_MAX], path[PATH_MAX], title[128];
  json_t *list = json_array();
  const int count = *folder ? scandir(folder, &entries, NULL, alphasort) : -1;
  for (int i = 0; i < count; i++) {
    const char *name = entries[i]->d_name;
    if (request_is_name(name) && !path_join(inside, folder, name) && !path_join(path, inside, "case.yaml") &&
        path_exists(path)) {
      find_title(title, path);
      json_array_append_new(list, json_pack("{s:s, s:o}", "name", name, "title", json_name(title)));
    }
    free(entries[i]);
  }
  if (count >= 0) free(entries);
  return list;
}

unsigned studio_list_cases(struct studio *s, const struct view_ask *ask, json_t **out) {
  (void)ask;
  *out = json_pack("{s:o, s:o}", "here", cases_in(s->folder), "shipped", cases_in(s->shipped));
  return OK;
}

/* The program makes a copy of one that comes along, or its own small one. */
static int copy_case(const struct studio *s, const char *path, const char *from) {
  char source[PATH_MAX];
  struct child child;
  CHECK(!*from || request_is_name(from), STATUS_USAGE, "'%s' is no name of a case", from);
  TRY(path_join(source, s->shipped, from));
  child_init(&child);
  char *with[] = {(char *)s->program, "new", "--from", source, "--", (char *)path, NULL};
  char *without[] = {(char *)s->program, "new", "--", (char *)path, NULL};
  TRY(child_start(&child, *from ? with : without));
  child_wait(&child);
  json_t *said = child_text(&child);
  int status = STATUS_OK;
  if (child.status) status = error_set(STATUS_USAGE, "%s", said ? json_string_value(said) : "no memory");
  json_decref(said);
  child_free(&child);
  return status;
}

static int write_new_case(const char *folder, const char *text) {
  char path[PATH_MAX];
  CHECK(!path_exists(folder), STATUS_USAGE, "%s: there is something of this name already", folder);
  TRY(path_make_folder(folder));
  TRY(path_join(path, folder, "case.yaml"));
  return file_replace(path, text, strlen(text));
}

static int make_case(struct studio *s, const char *name, const char *from, const char *text) {
  char path[PATH_MAX];
  CHECK(name && request_is_name(name), STATUS_USAGE,
        "a name for the case: letters, digits, '.', '_' and '-', which becomes a folder");
  CHECK(text || from, STATUS_USAGE, "what the case begins with is not said");
  TRY(path_join(path, s->folder, name));
  TRY(text ? write_new_case(path, text) : copy_case(s, path, from));
  return studio_open_case(s, name);
}

static const char *text_of(const json_t *o, const char *key) {
  return json_string_value(json_object_get(o, key)); /* NULL for what is no text */
}

unsigned studio_make_case(struct studio *s, const struct view_ask *ask, json_t **out) {
  json_t *o = json_loadb(ask->body, ask->size, 0, NULL);
  const int status = make_case(s, text_of(o, "name"), text_of(o, "from"), text_of(o, "text"));
  json_decref(o);
  if (status) return studio_fail(out, BAD);
  return studio_read_case(s, ask, out);
}

/* ---- the case ---- */

static int read_file(const struct studio *s, char **text, size_t *size, unsigned *mode) {
  CHECK(*s->file, STATUS_USAGE, "no case is open");
  return file_read_unlinked(s->file, text, size, mode);
}

unsigned studio_read_case(struct studio *s, const struct view_ask *ask, json_t **out) {
  char *text;
  size_t size;
  unsigned mode;
  (void)ask;
  if (read_file(s, &text, &size, &mode)) return studio_fail(out, MISSING);
  json_t *read = json_stringn(text, size);
  free(text);
  if (!read) {
    error_set(STATUS_USAGE, "%s: not a text in UTF-8", s->file);
    return studio_fail(out, BAD);
  }
  *out = json_pack("{s:o, s:o}", "file", json_name(s->file), "text", read);
  return OK;
}

/* No more permissions than the file had. */
static int replace_case(const struct studio *s, const char *text, unsigned mode) {
  const mode_t mask = umask(0);
  umask(mask | (~mode & (S_IRWXG | S_IRWXO)));
  const int status = file_replace(s->file, text, strlen(text));
  umask(mask);
  return status;
}

unsigned studio_write_case(struct studio *s, const struct view_ask *ask, json_t **out) {
  char *there;
  size_t size;
  unsigned mode, status = OK;
  json_t *o = json_loadb(ask->body, ask->size, 0, NULL);
  const char *text = text_of(o, "text"), *base = text_of(o, "base"), *file = text_of(o, "file");
  if (!text || !base || !file || read_file(s, &there, &size, &mode)) {
    if (!text || !base || !file) error_set(STATUS_USAGE, "text, base and file are wanted");
    status = studio_fail(out, BAD);
  } else {
    if (strcmp(file, s->file) != 0) {
      error_set(STATUS_USAGE, "another page opened %s meanwhile: load this page again", s->file);
      status = studio_fail(out, BAD);
    } else if (strlen(base) != size || memcmp(base, there, size) != 0) {
      *out = json_pack("{s:s, s:o}", "error", "the file was changed by another program", "there",
                       json_stringn(there, size));
      status = CONFLICT;
    } else if (replace_case(s, text, mode)) {
      status = studio_fail(out, BROKEN);
    } else {
      *out = json_object();
    }
    free(there);
  }
  json_decref(o);
  return status;
}

/* ---- what is beside it ---- */

unsigned studio_list_beside(struct studio *s, const struct view_ask *ask, json_t **out) {
  struct dirent **entries;
  struct stat info;
  char folder[PATH_MAX], path[PATH_MAX], first[NAME_MAX + 1];
  json_t *files = json_array(), *outputs = json_array();
  (void)ask;
  snprintf(folder, sizeof folder, "%s", s->file);
  if (*folder) *strrchr(folder, '/') = 0;
  const int count = *s->file ? scandir(*folder ? folder : "/", &entries, NULL, alphasort) : -1;
  for (int i = 0; i < count; i++) {
    const char *name = entries[i]->d_name;
    if (request_is_name(name) && !studio_beside(path, s, name) && !lstat(path, &info)) {
      if (S_ISREG(info.st_mode)) json_array_append_new(files, json_string(name));
      if (S_ISDIR(info.st_mode) && s->holds_run(path, first))
        json_array_append_new(outputs, json_string(name));
    }
    free(entries[i]);
  }
  if (count >= 0) free(entries);
  *out = json_pack("{s:o, s:o}", "files", files, "outputs", outputs);
  return OK;
}

/* A file of a kind that a case reads. */
static bool is_input(const char *name) {
  static const char *const ends[] = {".stl", ".ply", ".obj", ".vtk", ".asc", ".xyz", ".csv", ".txt", ".dat"};
  const char *end = strrchr(name, '.');
  for (size_t i = 0; end && i < sizeof ends / sizeof *ends; i++)
    if (strcasecmp(end, ends[i]) == 0) return true;
  return false;
}

static unsigned add_file(struct studio *s, const struct view_ask *ask, bool replaces, json_t **out) {
  char path[PATH_MAX];
  if (studio_beside(path, s, ask->name)) return studio_fail(out, BAD);
  if (!is_input(ask->name)) {
    error_set(STATUS_USAGE,
              "%s: expected .stl, .ply, .obj or .vtk (triangles), .asc or .xyz (terrain), .csv, .txt or .dat",
              ask->name);
    return studio_fail(out, BAD);
  }
  if (path_is_folder(path) || (path_exists(path) && !replaces)) {
    error_set(STATUS_USAGE, "%s: there is one beside the case already", name_of(path));
    return studio_fail(out, CONFLICT);
  }
  if (file_replace(path, ask->body, ask->size)) return studio_fail(out, BROKEN);
  *out = json_object();
  return OK;
}

unsigned studio_add_file(struct studio *s, const struct view_ask *ask, json_t **out) {
  return add_file(s, ask, false, out);
}

unsigned studio_replace_file(struct studio *s, const struct view_ask *ask, json_t **out) {
  return add_file(s, ask, true, out);
}
