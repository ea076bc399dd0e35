/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_SCHEMA_H
#define CASE_SCHEMA_H
/* The keys of a case file, one row each. Reading, writing, freeing, overriding and the reference in
 * docs/case-file.md all walk these tables; nothing else knows the keys. To add a key, add its field
 * to case.h and its row to schema.c. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "case/case.h"

enum value_type {
  VALUE_NUMBER,   /* double */
  VALUE_INTEGER,  /* int */
  VALUE_BOOLEAN,  /* bool */
  VALUE_WORD,     /* enum, one of row.words */
  VALUE_TEXT,     /* char *, one line */
  VALUE_NAME,     /* char *, unique in its list, usable as a column name and in a dotted key */
  VALUE_VECTOR,   /* double[3], one number per axis of the case */
  VALUE_TURN,     /* double[3], about axes of the case: in 2-D the last alone, a number */
  VALUE_PLACE,    /* double[3], as a vector; of an upright gauge without the axis of gravity */
  VALUE_PAIR,     /* double[2] */
  VALUE_NUMBERS,  /* double * and a count */
  VALUE_VERTICES, /* double (*)[2] and a count */
  VALUE_FACES,    /* unsigned, bits of enum face */
  VALUE_LOCKS,    /* unsigned, bits of words_lock: along and about axes */
  VALUE_AXES,     /* bool[3] */
  VALUE_SET,      /* unsigned, bits of row.words */
  VALUE_WALL,     /* int, index of the wall of that name */
  VALUE_PHASE,    /* int, index of the phase of that name */
  VALUE_MAP,      /* row.table; its offsets count from this row's, which is 0 where they share a struct */
  VALUE_LIST,     /* an array of row.table->size and a count */
};

enum schema_contents { CONTENTS_NONE, CONTENTS_FILE, CONTENTS_LIBRARY }; /* a library may have no folder */

struct schema_table;

struct schema_row {
  const char *key;
  enum value_type type;
  const char *unit;         /* NULL: none */
  const char *fallback;     /* the default as YAML; NULL: zero or empty */
  const char *fallback_doc; /* how the reference describes a default that depends on other keys */
  bool required;
  bool optional;    /* without it numbers are NaN; a map is not read, and the bool at flag_offset says so */
  double low, high; /* number: inclusive range if low < high; list: least number of items */
  bool positive;    /* number: > 0 */
  const char *instead;      /* number: what to write in place of one out of range; or NULL */
  const char *const *words; /* by enum value, NULL behind the last */
  size_t offset, count_offset;
  bool single;        /* list: one item may stand without its list */
  size_t line_offset; /* list: of the size_t in an item that is its line in the file; 0: it has none */
  const struct schema_table *table;
  unsigned methods; /* which have the key, bits by enum method_kind; 0: all */
  /* Where the key means something; elsewhere it is refused. `where` says it in words, `selector` is
   * the key beside it that decides. */
  bool (*applies)(const void *item);
  const char *where, *selector;
  /* Where the selector's words decide alone: which do, and the words, which are said behind `where`. */
  bool (*selects)(int word);
  const char *const *selected;
  /* A word's models; and of a key that `takes` says some of them have, those of the key that `where` names.
   */
  const struct model *models;
  enum model_keys takes;
  /* One of two keys for the same field: the other key, and the flag that tells them apart. */
  const char *either;
  size_t flag_offset;
  bool flag;
  bool passive; /* does not reach the state: not part of the digest */
  bool aside;   /* a passive map or list that a resume compares beside the digest (case_asides) */
  enum schema_contents
      contents; /* a text that names a file, whose contents count and not its name (inputs.h) */
  const char *meaning;
};

struct schema_table {
  const char *name; /* heading in the reference */
  size_t size;      /* of an item of the list; 0 for maps */
  size_t count;
  const struct schema_row *rows;
};

enum { SCHEMA_ROWS_MAX = 64, FACE_COUNT = 6 };

extern const struct schema_table schema_case;

/* Of walls that move (schema_motion.c). */
extern const struct schema_table schema_waves, schema_damping_zone, schema_refinement,
    schema_relaxation_zone; /* schema_waves.c */
extern const struct schema_table schema_shape, schema_motion, schema_freedom, schema_frame, schema_forcing,
    schema_contact, schema_joint;

/* Of moorings that move (schema_cables.c). */
extern const struct schema_table schema_cable, schema_knot;

/* Of walls that bend (schema_structures.c). */
extern const struct schema_table schema_flexible;

/* Of measurements (schema_gauge.c), and what the reference has behind such tables: columns. */
extern const struct schema_table schema_gauge;
void schema_print_gauges(FILE *out);
void schema_print_pairwise_gauges(FILE *out);
void schema_print_transport_gauges(FILE *out);

/* Of checkpoints that stay (schema_keep.c). */
extern const struct schema_table schema_keep;

/* Of open boundaries (schema_openings.c). */
extern const struct schema_table schema_opening;

/* Of method wcsph: cpu and offload (schema_backends.c). */
extern const struct schema_table schema_neighbours, schema_cpu, schema_offload;

/* Likewise: terms that a case may have or not (schema_terms.c). */
extern const struct schema_table schema_turbulence, schema_heat, schema_phase_heat, schema_damper,
    schema_shifting;

/* Keys and gauges of method: transport (schema_transport.c). */
extern const struct schema_table schema_transport, schema_transport_gauge;

/* Of method: swarm (schema_swarm.c). */
extern const struct schema_table schema_swarm, schema_swarm_output;
extern const char *const words_objective[], *const words_form[], *const words_neighbourhood[],
                                                                     *const words_layout[];

/* Of method: pairwise (schema_pairwise.c). */
extern const struct schema_table schema_pairwise, schema_pairwise_domain, schema_pairwise_particles,
    schema_pairwise_offload, schema_pairwise_gauge;
extern const char *const words_potential[], *const words_truncation[], *const words_pairwise[];
extern const char *const words_method[], *const words_face[], *const words_lock[], *const words_axis[],
                                                                                       *const words_source[];

/* Whether cases of the method have the key. */
static inline bool schema_is_of(const struct schema_row *row, enum method_kind method) {
  return !row->methods || (row->methods >> method & 1);
}

/* Numbers without a range of their own stay within this, so that sums and products of a few are finite. */
#define SCHEMA_LIMIT 1e15

/* What the row expects, for messages and the reference: "a number > 0 in m". */
const char *schema_expected(const struct schema_row *row, int dimensions, char *text, size_t size);

/* Where the key means something: "a box", "density_diffusion.model molteni or fourtakas". */
const char *schema_where(const struct schema_row *row, char *text, size_t size);

/* "a, b or c" */
void schema_join(const char *const words[], const char *last, char *text, size_t size);

/* Every parameter as a case file. */
void schema_print_case(const struct amphi_case *c, FILE *out);

/* The reference of all keys as Markdown. */
void schema_print_reference(FILE *out);

/* Of one key, with or without what stands before its dots, or of one method; returns how many there are. */
size_t schema_print_part(FILE *out, const char *name);

#endif
