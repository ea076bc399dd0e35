/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of method: pairwise. Offsets count from the case. */
#include "case/gauge_units.h"
#include "case/schema.h"

#define WORDS(name) const char *const words_##name[]
WORDS(source) = {[SOURCE_FCC] = "fcc",
                 [SOURCE_UNIFORM] = "uniform",
                 [SOURCE_CLUSTERS] = "clusters",
                 [SOURCE_FILE] = "file",
                 NULL};
WORDS(potential) = {
    [POTENTIAL_LJ] = "lennard-jones", [POTENTIAL_LOW] = "low-flop", [POTENTIAL_HIGH] = "high-flop", NULL};
WORDS(truncation) = {[TRUNCATION_PLAIN] = "truncated",
                     [TRUNCATION_SHIFTED] = "shifted",
                     [TRUNCATION_FORCE_SHIFTED] = "force-shifted",
                     NULL};
WORDS(pairwise) = {[PAIRWISE_AUTO] = "auto",
                   [PAIRWISE_LIST] = "list",
                   [PAIRWISE_PART_NOLOOP] = "par-part-noloop",
                   [PAIRWISE_PART_LOOP] = "par-part-loop",
                   [PAIRWISE_CELL] = "par-cell",
                   [PAIRWISE_CELL_SM] = "par-cell-sm",
                   [PAIRWISE_ALL_IN_SM] = "all-in-sm",
                   [PAIRWISE_X_PENCIL] = "x-pencil",
                   [PAIRWISE_X_PENCIL_REG] = "x-pencil-reg",
                   [PAIRWISE_X_PENCIL_WIDE] = "x-pencil-wide",
                   NULL};
static WORDS(pairwise_gauge) = {[PAIRWISE_ENERGY] = "energy",     [PAIRWISE_POTENTIAL] = "potential",
                                [PAIRWISE_KINETIC] = "kinetic",   [PAIRWISE_TEMPERATURE] = "temperature",
                                [PAIRWISE_VIRIAL] = "virial",     [PAIRWISE_PRESSURE] = "pressure",
                                [PAIRWISE_MOMENTUM] = "momentum", NULL};

const char *const units_pairwise_gauge[] = {
    [PAIRWISE_ENERGY] = "J",       [PAIRWISE_POTENTIAL] = "J", [PAIRWISE_KINETIC] = "J",
    [PAIRWISE_TEMPERATURE] = "J",  [PAIRWISE_VIRIAL] = "J",    [PAIRWISE_PRESSURE] = "J/m^3",
    [PAIRWISE_MOMENTUM] = "kg m/s"};

void schema_print_pairwise_gauges(FILE *out) {
  fprintf(out, "A gauge has one column:");
  for (size_t k = 0; words_pairwise_gauge[k]; k++)
    fprintf(out, "%s `NAME [%s]` of %s", k ? "," : "", units_pairwise_gauge[k], words_pairwise_gauge[k]);
  fprintf(out, ".\n\n");
}

/* clang-format off */
#define CONDITION(name, type, condition)                                                                     \
  static bool name(const void *item) { const struct type *i = item; return condition; }
CONDITION(is_fcc, amphi_case, i->pairwise.source == SOURCE_FCC)
CONDITION(is_random, amphi_case, i->pairwise.source == SOURCE_UNIFORM || i->pairwise.source == SOURCE_CLUSTERS)
CONDITION(is_clusters, amphi_case, i->pairwise.source == SOURCE_CLUSTERS)
CONDITION(is_file, amphi_case, i->pairwise.source == SOURCE_FILE)
CONDITION(is_shiftable, amphi_case, i->pairwise.potential == POTENTIAL_LJ)
CONDITION(is_soft, amphi_case, i->pairwise.potential != POTENTIAL_LOW)
CONDITION(has_tail, pairwise_gauge, i->kind == PAIRWISE_ENERGY || i->kind == PAIRWISE_POTENTIAL ||
          i->kind == PAIRWISE_VIRIAL || i->kind == PAIRWISE_PRESSURE)

#define ROWS(name) static const struct schema_row rows_##name[]
#define COUNT(name) sizeof rows_##name / sizeof *rows_##name
#define WHERE(test, selector_key, words) .applies = test, .selector = selector_key, .where = words
#define ENUM(list) .type = VALUE_WORD, .words = words_##list

#define AT(member) .offset = offsetof(struct amphi_case, member)
ROWS(domain) = {
  {.key = "low", .type = VALUE_VECTOR, .unit = "m", AT(domain.low), .meaning = "Lowest corner"},
  {.key = "high", .type = VALUE_VECTOR, .unit = "m", AT(domain.high),
   .meaning = "Highest corner. Where both are left out, the box of the particles' own is the domain, periodic along all axes"},
  {.key = "periodic", .type = VALUE_AXES, AT(domain.periodic),
   .meaning = "Axes along which a domain that is given repeats. A particle that leaves it along another one ends the run"},
};
const struct schema_table schema_pairwise_domain = {"Pairwise's domain", 0, COUNT(domain), rows_domain};
#undef AT

#define AT(member) .offset = offsetof(struct amphi_case, pairwise.member)
ROWS(particles) = {
  {.key = "from", ENUM(source), AT(source), .required = true,
   .meaning = "A face-centred cubic lattice (in the middle of the domain, or in a periodic box of its own), random places "
              "in the domain, random places around a few random centres, or a file"},
  {.key = "file", .type = VALUE_TEXT, AT(file), .required = true, .contents = CONTENTS_FILE, WHERE(is_file, "from", "particles.from file"),
   .meaning = "Its name, from the case file's folder on: a sample configuration as NIST publishes them (which has a periodic box "
              "of its own), or by its ending `.xyz`, `.csv` or `.h5`, `.hdf5`, `.vtkhdf`"},
  {.key = "cells", .type = VALUE_VECTOR, AT(cells), .required = true, WHERE(is_fcc, "from", "particles.from fcc"),
   .meaning = "Cells of the lattice along each axis, of four particles each"},
  {.key = "density", .type = VALUE_NUMBER, .unit = "1/m^3", AT(density), .required = true, .positive = true,
   WHERE(is_fcc, "from", "particles.from fcc"), .meaning = "Particles a volume in the lattice"},
  {.key = "count", .type = VALUE_INTEGER, AT(count), .required = true, .low = 1, .high = CASE_PARTICLES_MOST,
   WHERE(is_random, "from", "particles.from uniform or clusters"), .meaning = "How many"},
  {.key = "clusters", .type = VALUE_INTEGER, AT(clusters), .required = true, .low = 1, .high = CASE_PARTICLES_MOST,
   WHERE(is_clusters, "from", "particles.from clusters"), .meaning = "How many centres share the particles"},
  {.key = "spread", .type = VALUE_NUMBER, .unit = "m", AT(spread), .required = true, .positive = true,
   WHERE(is_clusters, "from", "particles.from clusters"),
   .meaning = "Standard deviation, along each axis, of the distance from the centre; a face that is not periodic reflects"},
  {.key = "temperature", .type = VALUE_NUMBER, .unit = "J", AT(temperature), .fallback = "0", .low = 0, .high = 1e6,
   .meaning = "k T of random velocities (Maxwell), of which the mean is taken away; a file's own velocities come first"},
  {.key = "seed", .type = VALUE_INTEGER, AT(seed), .fallback = "1", .low = 0, .high = 2147483647,
   .meaning = "Of the random numbers: the same seed is the same run, on every machine"},
};
const struct schema_table schema_pairwise_particles = {"Pairwise's particles", 0, COUNT(particles), rows_particles};

ROWS(pairwise) = {
  {.key = "potential", ENUM(potential), AT(potential), .fallback = "lennard-jones",
   .meaning = "Lennard-Jones, or the test kernels of paper 001 with few and with many operations"},
  {.key = "cutoff", .type = VALUE_NUMBER, .unit = "m", AT(cutoff), .required = true, .positive = true,
   .meaning = "Distance from which on there is no interaction; at most half of a periodic axis"},
  {.key = "truncation", ENUM(truncation), AT(truncation), .fallback = "truncated", WHERE(is_shiftable, "potential", "potential lennard-jones"),
   .meaning = "Whether the potential is cut as it is, shifted to 0 at the cutoff, or shifted so that its slope is 0 there too"},
  {.key = "softening", .type = VALUE_NUMBER, .unit = "m", AT(softening), .fallback = "0", .low = 0, .high = 1e3,
   WHERE(is_soft, "potential", "potential lennard-jones or high-flop"),
   .meaning = "r^2 + softening^2 stands for r^2, which keeps forces finite where particles overlap"},
  {.key = "step", .type = VALUE_NUMBER, .unit = "s", AT(step), .fallback = "0.005", .low = 1e-5, .high = 1, .meaning = "Time step"},
  {.key = "skin", .type = VALUE_NUMBER, .unit = "m", AT(skin), .fallback = "0.3", .low = 0, .high = 1e3,
   .meaning = "How far beyond the cutoff lists and cells reach: more means longer lists that last for more steps"},
};
ROWS(offload) = {
  {.key = "strategy", ENUM(pairwise), AT(strategy), .fallback = "list",
   .meaning = "How the offload backend finds the particles that interact: in a stored list, or in the cells around, in "
              "one of the ways of paper "
              "001 (docs/pairwise.md); auto: what is fastest in a first trial"},
};
const struct schema_table schema_pairwise_offload = {"Pairwise's offload", 0, COUNT(offload), rows_offload};

const struct schema_table schema_pairwise = {"Pairwise", 0, COUNT(pairwise), rows_pairwise};
#undef AT

#define AT(member) .offset = offsetof(struct pairwise_gauge, member)
ROWS(gauge) = {
  {.key = "name", .passive = true, .type = VALUE_NAME, AT(name), .required = true, .meaning = "Names the column of `gauges.csv`"},
  {.key = "type", ENUM(pairwise_gauge), AT(kind), .required = true,
   .meaning = "The total energy and its two parts; the temperature k T; the virial, the sum of r.F over pairs; the pressure; or "
              "the largest component of the total momentum"},
  {.key = "tail", .type = VALUE_BOOLEAN, AT(tail), .fallback = "false",
   WHERE(has_tail, "type", "energy, potential, virial and pressure"),
   .meaning = "With what pairs beyond the cutoff would add in a uniform fluid, for a truncated potential"},
  {.key = "interval", .passive = true, .type = VALUE_NUMBER, .unit = "s", AT(interval), .required = true, .positive = true,
   .meaning = "Time between samples; the first is at the start"},
};
const struct schema_table schema_pairwise_gauge = {"Pairwise's gauge", sizeof(struct pairwise_gauge), COUNT(gauge), rows_gauge};
/* clang-format on */
