/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTS_LAUNCHED_H
#define PARTS_LAUNCHED_H
#include <stdlib.h>

/* How many processes there are, by what started this one: mpirun of OpenMPI, of MPICH, or srun where it
 * has told a library of either; 0: none did. */
static inline int parts_launched(void) {
  static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (getenv(names[k])) return atoi(getenv(names[k]));
  return getenv("PMIX_RANK") && getenv("SLURM_NTASKS") ? atoi(getenv("SLURM_NTASKS")) : 0;
}

#endif
