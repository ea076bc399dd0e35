/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTS_PARTS_H
#define PARTS_PARTS_H
/* One run in several processes, joined by MPI (docs/cluster.md). Part 0 is the one that the user talks to:
 * commands, files and the sequence of steps are its alone, and it knows the others as a backend, to which
 * their memory is what a device's memory is to `offload`. A program that was not started as one of several is
 * alone, and does nothing of this. */
#include "io/summary.h"
#include "method/backend.h"

struct method;

/* Join the other parts, if mpirun or its like started several. STATUS_USAGE if that cannot be: amphi was
 * built without MPI, or with another MPI library. */
int parts_begin(int *argc, char ***argv);

/* How many there are; 1: alone. Which one this is, from 0. */
int parts_count(void);
int parts_number(void);

/* Threads of each part; most: as many as OpenMP would take. The parts of a host share its processors, unless
 * the launcher gave each its own. */
int parts_threads(int most);

/* How many parts --device (0,1 or all) and --backend (offload,cpu) ask for; and to start anew by mpirun with
 * so many, which does not return unless it fails. */
int parts_wanted(const struct execution_options *options);
int parts_launch(int parts);

/* The number-th item of a list such as "offload,cpu", which begins again behind the last. */
void parts_item(char *to, size_t size, const char *list, int number);

/* The device of the number-th part of a host: of a list, or of all; "": the first. */
void parts_device(char *to, size_t size, const char *devices, int number);

/* What each part has and how long it worked, [parts_count()], of the run that is open. */
void parts_account(struct summary_part *accounts);

/* What every part but 0 does: what part 0 says, until that ends. */
int parts_serve(void);

/* The method's backend that has all parts work with `b`, for a run to be opened with; b itself where there is
 * one part. */
const struct backend *parts_backend(const struct method *m, const struct backend *b);

/* "OpenMPI 4.1.4"-like name of the MPI library that amphi was built with; NULL: without one. */
const char *parts_library(void);

#endif
