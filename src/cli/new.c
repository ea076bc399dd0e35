/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi new: a case of one's own to begin with. */
#include "cli/new.h"

#include <argp.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "case/case.h"
#include "check/read.h"
#include "cli/cli.h"
#include "cli/setup.h"
#include "io/file.h"
#include "util/error.h"
#include "util/path.h"

struct arguments {
  const char *name, *from;
};

static error_t parse_new(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
  case 'f':
    a->from = argument;
    return 0;
  case ARGP_KEY_ARG:
    if (a->name) argp_error(state, "one name at most, and there is '%s' already", a->name);
    a->name = argument;
    return 0;
  case ARGP_KEY_END:
    if (!a->name) argp_error(state, "which name? It becomes a folder with a case.yaml");
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/* The line by which an editor with a YAML language server completes and checks; "" if the schema is not here.
 */
static void editor_line(char line[PATH_MAX + 64]) {
  static const char *const places[] = {".", "../share/amphi", NULL};
  char path[PATH_MAX];
  line[0] = 0;
  if (path_find_from_program(path, places, "case.schema.json") == STATUS_OK && !strchr(path, '\n'))
    snprintf(line, PATH_MAX + 64, "# yaml-language-server: $schema=%s\n", path);
}

/* Write a copy with no more permissions than `mode`. */
static int replace_copy(const char *path, const char *data, size_t size, unsigned mode) {
  const mode_t mask = umask(0);
  umask(mask | (~mode & (S_IRWXG | S_IRWXO)));
  const int status = file_replace(path, data, size);
  umask(mask);
  return status;
}

static int write_case(const char *folder, const char *text, unsigned mode) {
  static const char mark[] = "# yaml-language-server:";
  char path[PATH_MAX], line[PATH_MAX + 64], *whole;
  TRY(path_join(path, folder, "case.yaml"));
  editor_line(line);
  if (!strncmp(text, mark, sizeof mark - 1)) text += strcspn(text, "\n") + 1; /* of the case it is from */
  CHECK(asprintf(&whole, "%s%s", line, text) >= 0, STATUS_FAILED, "no memory for a case");
  const int status = replace_copy(path, whole, strlen(whole), mode);
  free(whole);
  return status;
}

/* A file beside the case, unless it is a link: that may lead to a file private to the user. */
static int copy_file(const char *to, const char *from, const char *name) {
  char source[PATH_MAX], target[PATH_MAX], *data;
  size_t size;
  unsigned mode;
  struct stat info;
  TRY(path_join(source, from, name));
  TRY(path_join(target, to, name));
  if (lstat(source, &info) || (!S_ISREG(info.st_mode) && !S_ISLNK(info.st_mode))) return STATUS_OK;
  if (S_ISLNK(info.st_mode)) {
    fprintf(stderr, "amphi new: %s: a link, not copied\n", source);
    return STATUS_OK;
  }
  TRY(file_read_unlinked(source, &data, &size, &mode));
  const int status = replace_copy(target, data, size, mode);
  free(data);
  return status;
}

/* What lies beside the case: shapes, tables, experiments. */
static int copy_folder(const char *to, const char *from) {
  DIR *entries = opendir(from);
  CHECK(entries, STATUS_FAILED, "%s: cannot read: %s", from, strerror(errno));
  int status = STATUS_OK;
  for (struct dirent *entry; !status && (entry = readdir(entries));)
    if (strcmp(entry->d_name, "case.yaml") != 0) status = copy_file(to, from, entry->d_name);
  closedir(entries);
  return status;
}

/* Of a folder all its files, of a file itself alone. It must be a case before anything is written. */
static int copy_case(const char *to, const char *argument) {
  char path[PATH_MAX], folder[PATH_MAX], *text;
  size_t size;
  struct amphi_case c = {0};
  TRY(setup_locate(path, argument));
  int status = case_read(&c, path, NULL, 0);
  case_free(&c);
  if (status) return status;
  struct stat info;
  CHECK(!stat(path, &info), STATUS_FAILED, "%s: cannot read: %s", path, strerror(errno));
  TRY(file_read(path, STATUS_USAGE, &text, &size));
  strcpy(folder, path);
  const bool whole = strcmp(path, argument) != 0; /* a folder was named, or a case that comes with amphi */
  if (whole) *strrchr(folder, '/') = 0;
  status = path_make_folder(to);
  if (status == STATUS_OK) status = write_case(to, text, info.st_mode);
  if (status == STATUS_OK && whole) status = copy_folder(to, folder);
  free(text);
  return status;
}

static int make_case(const struct arguments *a) {
  CHECK(*a->name, STATUS_USAGE, "an empty name; expected that of a folder to make");
  CHECK(!path_exists(a->name), STATUS_USAGE,
        "%s: there is something of this name already; expected another name", a->name);
  if (a->from) return copy_case(a->name, a->from);
  TRY(path_make_folder(a->name));
  return write_case(a->name, template_case, 0666);
}

/* What to do with it. */
static int say_new(const char *folder) {
  char path[PATH_MAX], name[NAME_MAX + 1], out[PATH_MAX], in[PATH_QUOTED], film[PATH_QUOTED];
  TRY(path_join(path, folder, "case.yaml"));
  TRY(setup_name(name, path));
  TRY(path_join(out, "out", name));
  path_quoted(in, folder);
  path_quoted(film, out);
  printf("%s is yours to change. Then:\n\n"
         "  amphi check %s         what it would run\n"
         "  amphi run %s           run it\n"
         "  amphi render %s    draw a film of it\n",
         path, in, in, film);
  return STATUS_OK;
}

int new_main(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"from", 'f', "CASE", 0,
       "Begin with this case, a file, a folder or the name of one that comes with amphi", 0},
      {0}};
  const struct argp program = {.options = options,
                               .parser = parse_new,
                               .args_doc = "NAME",
                               .doc = "Make a folder NAME with a small case, case.yaml, to change and to "
                                      "run.\vWith --from the other files "
                                      "beside that case are copied too, but for links."};
  struct arguments a = {0};
  if (cli_parse(&program, argc, argv, 0, &a)) return STATUS_FAILED;
  int status = make_case(&a);
  if (status == STATUS_OK) status = say_new(a.name);
  return status ? cli_fail(status) : STATUS_OK;
}
