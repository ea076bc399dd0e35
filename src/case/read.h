/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_READ_H
#define CASE_READ_H
/* The steps of reading a case, called by case.c. */
#include "case/case.h"
#include "case/fault.h"
#include "case/node.h"
#include "case/schema.h"

struct reader {
  struct amphi_case *c;
  struct node *root;
  struct faults faults;
  char key[FAULT_KEY]; /* dotted key of the value being read */
  bool has_lattice;    /* domain and dp are right: faces of shapes can be checked */
  bool no_memory;
};

/* As case_read and case_read_text (check/read.h); `check` looks at a case that has a lattice. */
typedef void reader_check(struct reader *r);
int case_read_with(struct amphi_case *c, const char *path, char *const overrides[], size_t override_count,
                   reader_check *check);
int case_read_text_with(struct amphi_case *c, const char *name, const char *text, size_t size,
                        char *const overrides[], size_t override_count, reader_check *check);

/* Read `node` by the table into the struct at `base`; what is wrong goes to r->faults. */
void read_table(struct reader *r, const struct schema_table *table, const struct node *node, void *base);

/* One value by its row (read_value.c). */
void read_value(struct reader *r, const struct schema_row *row, const struct node *node, void *base);
void read_list(struct reader *r, const struct schema_row *row, const struct node *node, void *base);

enum {
  LIST_MAX = 4096, /* items of a list: enough for any case, few enough to compare each with all */
  NAME_MAX_LENGTH = 64,
  TEXT_MAX = 500,
};

/* r->key grows by ".part" and shrinks again. */
size_t reader_push(struct reader *r, const char *part);
void reader_pop(struct reader *r, size_t length);

/* A fault at the key in hand. */
#define READ_FAULT(r, rank, node, ...) fault_add(&(r)->faults, rank, node, (r)->key, __VA_ARGS__)

/* Defaults that depend on other keys. */
void resolve_wcsph(struct reader *r);

/* Checks across several keys (check.c, check_shape.c). */
void check_wcsph(struct reader *r);
void check_transport(struct reader *r);
void check_swarm(struct reader *r);
void check_pairwise(struct reader *r);
void check_shapes(struct reader *r);
void check_output(struct reader *r); /* keys of snapshots that a run of tables alone does not write */
void check_phases(struct reader *r);
void check_resolution(struct reader *r);

/* Whether viscosity.model has a viscosity that rheology, heat and eddies can change; and which do. */
bool check_has_viscosity(const struct amphi_case *c);
#define CHECK_VISCOSITIES "laminar, monaghan or espanol"
void check_eddies(struct reader *r);
void check_heat(struct reader *r);
void check_walls(struct reader *r);
void check_structures(struct reader *r);
void check_cables(struct reader *r);

/* Whether the surface of such a shape can be cut into segments or facets (geometry/segments.h). */
bool check_has_outline(const struct amphi_case *c, const struct shape *s);

/* How many support radii with their skin an axis of the grid is long for particles that reach over `length`,
 * m. */
double check_supports(const struct amphi_case *c, double length, int axis);

/* Find a file relative to the case file, not to the working directory. Its absolute path is used from here
 * on, also in a copy of the case elsewhere. */
void resolve_file(struct reader *r, char **file);

/* Read the rows of a file, found likewise; an error in it is a fault at the key that names it. */
bool read_track(struct reader *r, const char *key, char **file, struct track *t, int columns);

/* Those of a spring or joint, beside which nothing else is said. */
void check_changes(struct reader *r, const char *key, struct changes *c, double stiffness, double damping);

/* Check that a file exists, where the key's line is known; its contents are read later. */
void check_file(struct reader *r, const char *key, const char *path, const char *expected);

/* A fault at any key, given as a format. */
void check_fault(struct reader *r, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
