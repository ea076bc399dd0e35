/* SPDX-License-Identifier: BSD-3-Clause */
/* A run in several parts of this machine without mpirun on the command line: the program becomes one. */
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parts/part.h"
#include "util/error.h"

static char **command; /* as it was typed; NULL at the end */

void part_note_command(int argc, char **argv) {
  command = calloc((size_t)argc + 1, sizeof *command);
  for (int k = 0; k < argc && command; k++) command[k] = strdup(argv[k]);
}

int parts_launch(int parts) {
  char count[16], self[] = "/proc/self/exe", library[MPI_MAX_LIBRARY_VERSION_STRING];
  int words = 0, length;
  CHECK(command, STATUS_FAILED, "no memory to start parts");
  MPI_Get_library_version(library, &length);
  const bool open_mpi = strstr(library, "Open MPI");
  while (command[words]) words++;
  const char **argv = calloc((size_t)words + 12, sizeof *argv);
  CHECK(argv, STATUS_FAILED, "no memory to start parts");
  int n = 0;
  argv[n++] = open_mpi ? "mpirun.openmpi" : "mpirun.mpich";
  if (open_mpi && geteuid() == 0) argv[n++] = "--allow-run-as-root";
  if (open_mpi) argv[n++] = "--bind-to", argv[n++] = "none", argv[n++] = "--oversubscribe";
  snprintf(count, sizeof count, "%d", parts);
  argv[n++] = "-n";
  argv[n++] = count;
  char *program = realpath(self, NULL);
  argv[n++] = program ? program : command[0];
  for (int k = 1; k < words; k++) argv[n++] = command[k];
  fflush(stdout);
  execvp(argv[0], (char **)argv);
  argv[0] = "mpirun"; /* where Debian's names of both are not known */
  execvp(argv[0], (char **)argv);
  const int reason = errno;
  free(program);
  free(argv);
  return error_set(STATUS_FAILED, "cannot start mpirun for %d parts: %s", parts, strerror(reason));
}
