/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTS_PARTS_H
#define PARTS_PARTS_H
/* One run in several processes, joined by MPI (docs/cluster.md). Part 0 runs the command: it alone writes
 * files and orders the steps. It sees all parts as one backend, whose memory is in the parts as that of
 * `offload` is on the device. A program that was started alone does none of this. */
#include "io/summary.h"
#include "method/backend.h"

struct method;

/* Join the other parts, if mpirun or its like started several. STATUS_USAGE if it cannot: amphi was
 * built without MPI, or with another MPI library. */
int parts_begin(int *argc, char ***argv);

/* The number of parts; 1: this process is alone. And the number of this part, from 0. */
int parts_count(void);
int parts_number(void);

/* Whether part 0 goes on as if it were alone, while the others wait; for runs that are opened from now on. */
void parts_stay_alone(bool alone);

/* Threads of each part; most: as many as OpenMP would take. The parts of a host share its processors, unless
 * the launcher gave each its own. */
int parts_threads(int most);

/* How many parts --device (0,1 or all) and --backend (offload,cpu) ask for; and restart the program by mpirun
 * in so many, which returns only if it fails. */
int parts_wanted(const struct execution_options *options);
int parts_launch(int parts);

/* The number-th item of a list such as "offload,cpu", which begins again behind the last. */
void parts_item(char *to, size_t size, const char *list, int number);

/* The device of the number-th part of a host: of a list, or of all; "": the first. */
void parts_device(char *to, size_t size, const char *devices, int number);

/* Particles and working time of each part of the open run, [parts_count()]. */
void parts_account(struct summary_part *accounts);

/* The loop of every part but 0: carry out the orders of part 0 until it ends. */
int parts_serve(void);

/* The method's backend that has all parts work with `b`, for a run to be opened with; b itself where there is
 * one part. */
const struct backend *parts_backend(const struct method *m, const struct backend *b);

/* "OpenMPI 4.1.4"-like name of the MPI library that amphi was built with; NULL: without one. */
const char *parts_library(void);

#endif
