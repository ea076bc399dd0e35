/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_LAYERED_H
#define IMPORT_LAYERED_H
/* Speeds of layers of water along time at one place, as programs of waves leave them. */
#include "import/context.h"

struct layered {
  double place[2]; /* x and y, m; NaN: the file has none */
  int layers;
  size_t times, room;
  double *row; /* [times] of a time, heights and speeds of the layers */
};

/* The file that an attribute of `n` names: rows of a time, heights, and as many speeds, behind headings, of
 * which "px:;1;py:;2" says where. The caller frees, also after a failure. */
int layered_read(struct import *m, struct xml_node *n, const char *attribute, struct layered *l);
void layered_free(struct layered *l);

double layered_time(const struct layered *l, size_t i);
void layered_heights(const struct layered *l, double *low, double *high);

/* At a time and a height, on straight lines between rows and between layers; before, behind, beneath and
 * above them as there. */
double layered_at(const struct layered *l, double time, double height);

#endif
