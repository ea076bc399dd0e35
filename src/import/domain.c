/* SPDX-License-Identifier: BSD-3-Clause */
/* How far the domain reaches around the particles. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"

static const char axes[3][2] = {"x", "y", "z"};

/* "default", "default - 0.5", "default + 20%" or a number. */
static int read_limit(struct import *m, struct xml_node *n, const char *name, double standard, double size,
                      double *limit) {
  const char *text = n ? xml_value(n, name) : NULL;
  *limit = standard;
  if (!text || !*text) return STATUS_OK;
  if (strncmp(text, "default", 7) != 0) return import_number(m, n, name, limit);
  const char *at = text + 7 + strspn(text + 7, " ");
  if (!*at) return STATUS_OK;
  const double sign = *at == '-' ? -1 : 1;
  char *end;
  const double amount = strtod(at + 1, &end);
  const bool part = *end == '%';
  end += part;
  end += strspn(end, " ");
  if ((*at != '+' && *at != '-') || *end || !(amount >= 0 && amount < 1e6))
    return import_fault(m, n, "%s=\"%.60s\"; expected a number, default, default + 1 or default + 10%%", name,
                        text);
  *limit += sign * (part ? amount / 100 * size : amount);
  return STATUS_OK;
}

/* The older parameters that say the same. */
static int read_older_limits(struct import *m, struct xml_node *parameters, const double size[3],
                             double low[3], double high[3]) {
  static const char *const sides[] = {"DomainFixedXmin", "DomainFixedYmin", "DomainFixedZmin",
                                      "DomainFixedXmax", "DomainFixedYmax", "DomainFixedZmax"};
  struct xml_node *more = import_parameter(parameters, "IncZ"),
                  *box = import_parameter(parameters, "DomainFixed");
  double part = 0;
  if (more) TRY(import_number(m, more, "value", &part));
  high[2] += part * size[2];
  if (box && sscanf(xml_value(box, "value"), "%lf:%lf:%lf:%lf:%lf:%lf", &low[0], &low[1], &low[2], &high[0],
                    &high[1], &high[2]) != 6)
    return import_fault(m, box, "expected six numbers with : between them");
  for (int k = 0; k < 6; k++) {
    struct xml_node *side = import_parameter(parameters, sides[k]);
    if (side) TRY(import_number(m, side, "value", k < 3 ? &low[k] : &high[k - 3]));
  }
  return STATUS_OK;
}

/* Half a spacing beyond the last particle on a side, from the node on which it is, if it is on one. */
static double periodic_side(const struct sketch *l, int axis, double x, double sign) {
  const double node = (x - l->low[axis]) / l->dp, nearest = round(node);
  return fabs(node - nearest) < 1e-4 ? l->low[axis] + (nearest + 0.5 * sign) * l->dp : x + 0.5 * sign * l->dp;
}

int domain_box(struct import *m, struct xml_node *execution, double low[3], double high[3]) {
  const struct sketch *l = &m->sketch;
  struct xml_node *parameters = xml_child(execution, "parameters"),
                  *n = xml_child(parameters, "simulationdomain");
  struct xml_node *least = n ? xml_child(n, "posmin") : NULL, *most = n ? xml_child(n, "posmax") : NULL;
  double first[3], last[3], size[3];
  for (int a = 0; a < 3; a++) {
    first[a] = INFINITY, last[a] = -INFINITY;
    for (size_t i = 0; i < m->count; i++) {
      first[a] = fmin(first[a], m->place[i][a]);
      last[a] = fmax(last[a], m->place[i][a]);
    }
    if (m->periodic[a])
      faces_period(m, a, &first[a], &last[a]);
    else
      faces_room(m, a, &first[a], &last[a]);
    size[a] = last[a] - first[a];
    TRY(read_limit(m, least, axes[a], first[a], size[a], &low[a]));
    TRY(read_limit(m, most, axes[a], last[a], size[a], &high[a]));
  }
  TRY(read_older_limits(m, parameters, size, low, high));
  for (int a = 0; a < 3; a++) {
    if (m->periodic[a]) { /* which the peer does not move, whatever limits are given (ResizeMapLimits) */
      low[a] = periodic_side(l, a, first[a], -1);
      high[a] = periodic_side(l, a, last[a], 1);
      continue;
    }
    /* Nodes in the middle of sites: whole spacings, from half a spacing below one on, and one more, so that
     * what leaves a wall's particle by little is not gone. */
    const double below = floor((low[a] - l->low[a]) / l->dp + 1e-4) - 1,
                 above = ceil((high[a] - l->low[a]) / l->dp - 1e-4) + 1;
    low[a] = l->low[a] + (below - 0.5) * l->dp;
    high[a] = l->low[a] + (above + 0.5) * l->dp;
  }
  return STATUS_OK;
}

/* "[1, 2]" of a corner that is in the case's axes already. */
static const char *corner_text(const struct import *m, const double v[3], char text[128]) {
  const int second = import_axis(m, 1);
  if (m->sketch.dimensions == 2)
    snprintf(text, 128, "[%.10g, %.10g]", v[0], v[second]);
  else
    snprintf(text, 128, "[%.10g, %.10g, %.10g]", v[0], v[1], v[2]);
  return text;
}

int domain_keys(struct import *m, struct xml_node *execution) {
  const struct sketch *l = &m->sketch;
  double low[3], high[3];
  char text[2][128], open[64] = "";
  TRY(domain_box(m, execution, low, high));
  tilt_box(m, low, high);
  fprintf(m->yaml, "domain:\n  low: %s\n  high: %s\n", corner_text(m, low, text[0]),
          corner_text(m, high, text[1]));
  bool any = false;
  for (int a = 0; a < l->dimensions; a++) {
    if (!m->periodic[import_axis(m, a)])
      snprintf(open + strlen(open), sizeof open - strlen(open), "%s-%s, +%s", *open ? ", " : "", axes[a],
               axes[a]);
    any |= m->periodic[import_axis(m, a)];
  }
  if (any) {
    const char *comma = "";
    fprintf(m->yaml, "  periodic: [");
    for (int a = 0; a < l->dimensions; a++)
      if (m->periodic[import_axis(m, a)]) fprintf(m->yaml, "%s%s", comma, axes[a]), comma = ", ";
    fprintf(m->yaml, "]\n");
  }
  if (*open) fprintf(m->yaml, "  open: [%s]      # particles that leave are removed\n", open);
  return STATUS_OK;
}
