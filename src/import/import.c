/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/import.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/commands.h"
#include "import/parts.h"
#include "io/file.h"
#include "util/error.h"
#include "util/path.h"

static bool is_among(const char *const *words, const char *word) {
  while (*words && strcmp(*words, word) != 0) words++;
  return *words;
}

/* A number, an expression, one of two words, or units that are not the usual ones: what may change a case.
 * Other words are for people. */
static bool may_mean(const char *value) {
  static const char *const words[] = {"true", "false", "yes", "no", "on", "off", "radians", NULL};
  char *end;
  if (*value == '#' || is_among(words, value)) return true;
  strtod(value, &end);
  return end != value && !end[strspn(end, " ")];
}

/* Attributes of an element that was read. */
static void check_attributes(struct import *m, struct xml_node *n) {
  static const char *const remarks[] = {"comment",         "units_comment", "active", "name",
                                        "requiredversion", "app",           "date",   NULL};
  for (size_t i = 0; i < n->attribute_count; i++) {
    const struct xml_attribute *a = &n->attributes[i];
    if (!a->used && *a->name != '_' && !is_among(remarks, a->name))
      import_note(m, may_mean(a->value) ? NOTE_REFUSED : NOTE_LEFT_OUT, n,
                  "attribute %.60s=\"%.60s\" is not known here", a->name, a->value);
  }
}

/* What was not read is refused, so that nothing is left out in silence. Elements that say nothing, or that
 * the pre-processor made out of others, are accepted; so are commands and movements that nothing calls. */
static void check_used(struct import *m, struct xml_node *n) {
  static const char *const silent[] = {"mkconfig", "particles",  "constants", "uservars",        "vtkout",
                                       "normals",  "properties", "patterns",  "setnormalinvert", NULL};
  static const char *const optional[] = {"obj", "objreal", "list", NULL};
  const bool made = strcmp(n->name, "execution") == 0; /* with a copy of <motion> */
  for (struct xml_node *c = n->first; c; c = c->next) {
    if (is_among(silent, c->name) || *c->name == '_' || !import_active(m, c)) continue;
    if (!c->used && !is_among(optional, n->name) && !is_among(optional, c->name) &&
        !(made && strcmp(c->name, "motion") == 0))
      import_note(m, NOTE_REFUSED, c, "not known here, within <%.60s>", n->name);
    if (!c->used) continue;
    check_attributes(m, c);
    check_used(m, c);
  }
}

static int write_walls(struct import *m, struct xml_node *casedef, struct xml_node *special, bool *bodies) {
  bool any = false;
  for (size_t g = 0; g < m->sketch.group_count; g++) {
    const struct group *group = &m->sketch.groups[g];
    char name[32];
    bool floats, paddle = false, bends, layered;
    if (!group->bound || !group->nodes) continue;
    if (!any) fprintf(m->yaml, "walls:\n");
    any = true;
    TRY(pistons_layers(m, special, group, &layered));
    if (layered) continue;
    import_name(group, name);
    fprintf(m->yaml, "  - name: %s       # %zu particles\n    shapes: [{add: points, file: %s.csv", name,
            group->nodes, name);
    vres_points(m, name);
    fprintf(m->yaml, "}]\n");
    TRY(particles_file(m, group, NULL, NULL));
    TRY(structures_keys(m, casedef, group, &bends));
    if (bends) continue;
    TRY(contact_wall(m, casedef, special, group));
    TRY(body_keys(m, casedef, special, group, &floats));
    *bodies |= floats;
    if (!floats) TRY(waves_keys(m, special, group, &paddle));
    if (!floats && !paddle) TRY(pistons_keys(m, special, group, &paddle));
    if (!floats && !paddle) TRY(motion_keys(m, casedef, group));
  }
  return STATUS_OK;
}

static int write_case(struct import *m, struct xml_node *casedef, struct xml_node *execution, double dp) {
  struct xml_node *special = xml_child(execution, "special");
  bool bodies = false;
  char text[128];
  TRY(physics_constants(m, casedef));
  TRY(vres_find(m, casedef));
  TRY(commands_run(m, casedef, dp));
  import_drop_inactive(m, execution);
  for (struct xml_node *n = casedef->first; n; n = n->next)
    if (strcmp(n->name, "geometry") != 0) import_drop_inactive(m, n);
  TRY(phases_find(m, casedef, special));
  TRY(faces_find(m, special));
  TRY(structures_find(m, special));
  TRY(physics_walls(m, casedef, execution));
  TRY(structures_hold(m));
  TRY(particles_place(m, casedef));
  TRY(tilt_find(m, execution));
  fprintf(m->yaml, "method: wcsph\nscheme: %s\ndimensions: %d%s\ndp: %.10g\n",
          m->standard ? "standard" : "dualsphysics", m->sketch.dimensions,
          m->sketch.dimensions == 2 ? "        # x and y are x and z of the document" : "", m->spacing);
  fprintf(m->yaml, "gravity: %s\n", import_text(m, m->gravity, text));
  TRY(physics_sound(m, casedef));
  TRY(physics_parameters(m, execution));
  TRY(domain_keys(m, execution));
  TRY(vres_keys(m, casedef, execution));
  TRY(phases_keys(m));
  TRY(special_keys(m, special));
  TRY(inlets_keys(m, special));
  TRY(damping_keys(m, special));
  TRY(waves_zones(m, special));
  TRY(frame_keys(m, special));
  TRY(particles_fluids(m, casedef, special));
  TRY(motion_check(m, casedef));
  TRY(write_walls(m, casedef, special, &bodies));
  TRY(contact_keys(m, casedef, execution, bodies));
  TRY(body_know_absent(m, casedef));
  TRY(links_joints(m, special));
  TRY(moorings_keys(m, special));
  TRY(gauges_keys(m, execution));
  TRY(physics_output(m, execution));
  check_used(m, m->xml.root);
  return STATUS_OK;
}

static int compare_import(const void *a, const void *b) {
  const struct note *p = a, *q = b;
  if (p->line != q->line) return p->line < q->line ? -1 : 1;
  return p->kind == q->kind ? strcmp(p->text, q->text) : (int)p->kind - (int)q->kind;
}

/* Notes by line, each once. */
static void sort_notes(struct import *m) {
  size_t kept = 0;
  if (m->note_count) qsort(m->notes, m->note_count, sizeof *m->notes, compare_import);
  for (size_t i = 0; i < m->note_count; i++) {
    if (kept && compare_import(&m->notes[kept - 1], &m->notes[i]) == 0)
      free(m->notes[i].text);
    else
      m->notes[kept++] = m->notes[i];
  }
  m->note_count = kept;
}

static const char *const kinds[] = {"changed", "left out", "refused"};

static void say_import(const struct import *m, FILE *f, const char *begin, const char *path) {
  for (size_t i = 0; i < m->note_count; i++) {
    const struct note *n = &m->notes[i];
    fprintf(f, "%s", begin);
    if (path && n->line) fprintf(f, "%s:%zu: ", path, n->line);
    if (!path && n->line) fprintf(f, "line %zu: ", n->line);
    fprintf(f, "%s: %s\n", kinds[n->kind], n->text);
  }
}

/* The whole case, behind what is to be known about it. */
static int finish_import(struct import *m, const char *keys, size_t size) {
  struct import_writing w;
  const char *name = strrchr(m->xml.path, '/');
  TRY(import_begin_file(&w));
  FILE *f = w.out;
  fprintf(f, "# ");
  for (const char *c = name ? name + 1 : m->xml.path; *c; c++) fputc((unsigned char)*c < 32 ? ' ' : *c, f);
  fprintf(
      f,
      ", by amphi import. Particles stand where the document draws them: for another spacing\n"
      "# import it again, with --dp.\n%s",
      m->standard
          ? "# --scheme standard: smoothing length, kernel, artificial viscosity, walls, shifting, steps "
            "are\n"
            "# amphi's (docs/schemes.md), not the document's, and walls are as thick as they have to be for "
            "that.\n"
          : "# Its numerical terms are the document's. --scheme standard takes amphi's in their place.\n");
  say_import(m, f, "# ", NULL);
  fwrite(keys, 1, size, f);
  return import_end_file(m, &w, STATUS_OK, "case.yaml");
}

/* The case itself comes last: a folder that has one is whole. */
static int write_folder(struct import *m) {
  char path[PATH_MAX];
  TRY(path_make_folder(m->out));
  for (size_t i = 0; i < m->file_count; i++) {
    TRY(path_join(path, m->out, m->files[i].name));
    if (i + 1 < m->file_count)
      TRY(file_replace_soon(path, m->files[i].data, m->files[i].size));
    else
      TRY(file_replace(path, m->files[i].data, m->files[i].size));
  }
  return STATUS_OK;
}

static int run(struct import *m, double dp, FILE *said, struct import_report *report);
static void close_import(struct import *m);

/* The document drawn for finer boxes: its points. What is to be said of it was said of the whole. */
static int draw_finer(struct import *m) {
  for (int k = 1; k <= m->halvings; k++) {
    struct import finer = {.standard = m->standard, .finer = true, .whole_sound = m->sound};
    struct import_report report = {0};
    FILE *nothing = fopen("/dev/null", "w");
    CHECK(nothing, STATUS_FAILED, "/dev/null cannot be written");
    memcpy(finer.folder, m->folder, sizeof finer.folder);
    int status = xml_read(&finer.xml, m->xml.path);
    if (status == STATUS_OK) status = run(&finer, ldexp(m->spacing, -k), nothing, &report);
    if (status == STATUS_OK) status = vres_take(m, &finer, k);
    fclose(nothing);
    close_import(&finer);
    if (status != STATUS_OK)
      return error_prefix(status, "drawn for a finer box, with dp = %g m", ldexp(m->spacing, -k));
  }
  return STATUS_OK;
}

static int run(struct import *m, double dp, FILE *said, struct import_report *report) {
  struct xml_node *root = m->xml.root;
  char *keys = NULL;
  size_t size;
  root->used = true;
  if (strcmp(root->name, "case") != 0) return import_fault(m, root, "expected <case>");
  struct xml_node *casedef = xml_child(root, "casedef"), *execution = xml_child(root, "execution");
  if (!casedef || !execution)
    return import_fault(m, root, "<%s> is missing", casedef ? "execution" : "casedef");
  m->casedef = casedef;
  m->yaml = open_memstream(&keys, &size);
  CHECK(m->yaml, STATUS_FAILED, "not enough memory for a case");
  int status = write_case(m, casedef, execution, dp);
  const bool whole = !ferror(m->yaml);
  if ((fclose(m->yaml) || !whole) && status == STATUS_OK)
    status = error_set(STATUS_FAILED, "not enough memory for a case");
  if (status == STATUS_OK && m->out_of_memory)
    status = error_set(STATUS_FAILED, "not enough memory for a case");
  if (status == STATUS_OK) {
    sort_notes(m);
    say_import(m, said, "", m->xml.path);
    *report = (struct import_report){.dimensions = m->sketch.dimensions, .dp = m->spacing};
    for (size_t g = 0; g < m->sketch.group_count; g++)
      *(m->sketch.groups[g].bound ? &report->walls : &report->fluid) += m->sketch.groups[g].nodes;
    for (size_t i = 0; i < m->note_count; i++) report->refused += m->notes[i].kind == NOTE_REFUSED;
    if (report->refused)
      status = error_set(STATUS_USAGE, "%s: %zu parts of it are refused, by line above; nothing is written",
                         m->xml.path, report->refused);
  }
  if (status == STATUS_OK) status = draw_finer(m);
  if (status == STATUS_OK) status = finish_import(m, keys, size);
  if (status == STATUS_OK && m->out) status = write_folder(m);
  free(keys);
  return status;
}

static void close_import(struct import *m) {
  for (size_t i = 0; i < m->note_count; i++) free(m->notes[i].text);
  for (size_t i = 0; i < m->file_count; i++) free(m->files[i].data);
  free(m->notes);
  free(m->files);
  free(m->faces);
  free(m->structures);
  free(m->held);
  free(m->materials);
  free(m->place);
  free(m->node);
  free(m->first);
  variables_free(&m->variables);
  sketch_free(&m->sketch);
  xml_free(&m->xml);
}

/* The folder of a path. */
static int find_folder(const char *path, char out[PATH_MAX]) {
  const char *slash = strrchr(path, '/');
  const size_t length = slash ? (size_t)(slash - path) : 1;
  CHECK(length < PATH_MAX, STATUS_USAGE, "%.100s...: a name that is too long", path);
  memcpy(out, slash ? path : ".", length);
  out[length] = 0;
  if (slash == path) strcpy(out, "/");
  return STATUS_OK;
}

int import_case(const char *path, const char *out, struct import_choice choice, FILE *said,
                struct import_report *report) {
  struct import m = {.out = out, .standard = choice.standard};
  *report = (struct import_report){0};
  CHECK(!out || !path_exists(out), STATUS_USAGE,
        "%s: there is something of this name already; expected another name", out);
  TRY(find_folder(path, m.folder));
  int status = xml_read(&m.xml, path);
  if (status == STATUS_OK) status = run(&m, choice.dp, said, report);
  close_import(&m);
  return status;
}
