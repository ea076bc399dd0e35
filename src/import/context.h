/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_CONTEXT_H
#define IMPORT_CONTEXT_H
/* What the parts of an import share: the document, its variables, what is to be said about its lines, and the
 * reading of attributes. */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "import/sketch.h"
#include "import/variables.h"
#include "import/xml.h"

enum note_kind {
  NOTE_CHANGED,  /* amphi does it otherwise */
  NOTE_LEFT_OUT, /* without it the flow is the same */
  NOTE_REFUSED   /* there is no case without it */
};

struct note {
  enum note_kind kind;
  size_t line;
  char *text;
};

/* A face through which fluid comes and goes. */
struct import_face {
  struct xml_node *zone;
  double centre[3], normal[3]; /* into the fluid */
  double side[2][3], half[2];  /* unit vectors in the face, and how far it reaches, m; in 2-D one */
  bool circle;
  double drawn[2][3]; /* the box of the fluid's particles that it is made of; of none low is above high */
};

/* What a fluid is made of, where there are several. */
struct import_material {
  struct xml_node *node;
  char name[32];
  double density, gamma, sound, alpha, tension;
  /* Of <nnphases>, whose stress is over density: m^2/s, m^2/s^2, s; with a ceiling at `multiple` times nu
   * where the stress is bi-viscous. */
  double nu, yield, growth, exponent, multiple;
};

/* A turn of all by which periodic sides that are displaced become ordinary ones (tilt.c). */
struct import_tilt {
  bool turned;
  int axis;                         /* along which the case then repeats itself ... */
  double begin, period, turn[3][3]; /* ... from here, m, on; of places of the document */
  double way[3];                    /* m, from a place of the document to the next one that is the same */
};

/* A wall that bends, and those that hold it: groups, from 1. */
enum { IMPORT_CLAMPS_MOST = 10 };
struct import_structure {
  struct xml_node *element;
  uint16_t group, clamp[IMPORT_CLAMPS_MOST];
  int clamps;
};

struct import {
  struct xml xml;
  char folder[PATH_MAX]; /* that of the document, where the files are that it names */
  const char *out;       /* folder to write */
  bool standard;         /* amphi's scheme decides about what is numerical */
  struct variables variables;
  struct note *notes;
  size_t note_count;
  bool out_of_memory; /* a note is missing */
  struct sketch sketch;
  double rho0, gravity[3], gamma, sound, spacing,
      ratio;            /* kg/m^3, m/s^2, -, m/s, m, h/dp; sound 0: not known yet */
  double end, interval; /* s */
  bool periodic[3];
  double shift[3][3];       /* m, added to a particle that passes the upper side of an axis */
  struct xml_node *shifted; /* the parameter that says so */
  struct xml_node *casedef;
  struct import_tilt tilt;
  double (*place)[3]; /* m, of all particles, group by group */
  size_t *first,
      *node; /* of each group the first row, and one more; of each row its node, or one beyond all */
  size_t count;
  struct import_face *faces;
  size_t face_count;
  struct import_structure *structures;
  size_t structure_count;
  uint8_t *held;                     /* of each node, where there are structures (structures.c) */
  struct import_material *materials; /* the densest first; of one fluid there are none */
  size_t material_count;
  bool forced;          /* <accinputs> are of some fluids or bodies (forcing.c) */
  bool constitutive;    /* the materials are those of <nnphases>, of which one alone is the case's */
  double sound_factor;  /* <coefsound>: of the speed of sound over the system's */
  double velocity_most; /* m/s, that fluid begins with */
  int halvings;         /* of the spacing, in the finest box of <vres> */
  bool finer; /* drawn for such a box, of an import of the whole, whose speed of sound is `whole_sound` */
  double whole_sound;
  FILE *yaml;
  struct import_output *files; /* to write beside the case */
  size_t file_count;
};

/* A file that will stand beside the case, once it is known that there is one. */
struct import_output {
  char name[80];
  char *data;
  size_t size;
};

/* `data` of the heap becomes the import's, also after a failure. */
int import_add_file(struct import *m, const char *name, char *data, size_t size);

/* A file that is being written, to `out`. */
struct import_writing {
  FILE *out;
  char *data;
  size_t size;
};

/* STATUS_FAILED without memory, with nothing to end. */
int import_begin_file(struct import_writing *w);

/* Ends it, and adds it as `name` if `status`, that of what was written, is STATUS_OK; else drops it and
 * returns that. */
int import_end_file(struct import *m, struct import_writing *w, int status, const char *name);

/* Where the axes of the case lie in those of the document: in 2-D the document has x and z. */
int import_axis(const struct import *m, int axis);

/* A place, velocity or force of the document, as it is in the case. */
void import_turned(const struct import *m, const double v[3], double out[3]);

/* "[1, 2]", numbers of the case's axes from a vector of the document's. */
const char *import_text(const struct import *m, const double v[3], char text[128]);

/* How a group is called in the case: fluid0, bound10. */
const char *import_name(const struct group *g, char name[32]);

/* The group of a number as a document has it, or NULL. */
const struct group *import_group(const struct import *m, bool bound, double mk);

/* Remember what became of an element; `n` may be NULL. */
void import_note(struct import *m, enum note_kind kind, const struct xml_node *n, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* STATUS_USAGE, "PATH:LINE: <NAME>: text". */
int import_fault(const struct import *m, const struct xml_node *n, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* An attribute as a number, "#..." being an expression; missing, it is a fault, or `*value` stays. */
int import_number(const struct import *m, struct xml_node *n, const char *name, double *value);
int import_optional(const struct import *m, struct xml_node *n, const char *name, double *value);
int import_bool(const struct import *m, struct xml_node *n, const char *name, bool *value);

/* The degrees of the unit that `anglesunits` names; none are degrees. */
int import_degrees(const struct import *m, struct xml_node *n, double *unit);

/* x, y and z of an element; missing ones are 0 if it is `partly` enough. */
int import_vector(const struct import *m, struct xml_node *n, bool partly, double v[3]);

/* The number `value` of a child, which may be missing. */
int import_child_value(const struct import *m, struct xml_node *n, const char *child, double *value);

/* <tag value=... auto=...> of <constantsdef>: *automatic if the document says so or has no such tag. */
int import_constant(const struct import *m, struct xml_node *constants, const char *tag, double *value,
                    bool *automatic);

/* "0-3,7": whether `mk` is one of them; a list that is none is a fault. */
int import_in_list(const struct import *m, struct xml_node *n, const char *name, int mk, bool *in);

/* The file that an attribute names, beside the document; no absolute name and none with "..". */
int import_file(const struct import *m, struct xml_node *n, const char *name, char path[PATH_MAX]);

/* The same of numbers, which may be `packed` by gzip under the name with ".gz" behind it. */
int import_table(const struct import *m, struct xml_node *n, const char *name, char path[PATH_MAX],
                 bool *packed);

/* The last <parameter> of a key, or NULL; its value is then known. */
struct xml_node *import_parameter(struct xml_node *parameters, const char *key);

/* Under the standard scheme: whether it decides what `n` (or NULL) says, which is then said of it. */
bool import_by_scheme(struct import *m, struct xml_node *n);

/* Whether an element has no active="false", "0" or an expression that is 0. */
bool import_active(const struct import *m, struct xml_node *n);

/* What an element has that is not active, or a remark by its name ("_..."), is as if it were not there. */
void import_drop_inactive(const struct import *m, struct xml_node *n);

#endif
