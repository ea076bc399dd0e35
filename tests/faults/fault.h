/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FAULTS_FAULT_H
#define FAULTS_FAULT_H
/* What the environment asks for: FAULTS_KIND, FAULTS_AT, FAULTS_BELOW, FAULTS_DISK, FAULTS_REPORT. */
#include <stdbool.h>

enum fault_kind {
  FAULT_NONE,
  FAULT_POWER,     /* the process dies before the call */
  FAULT_ERROR,     /* EIO, once */
  FAULT_FULL,      /* ENOSPC, from then on */
  FAULT_INTERRUPT, /* EINTR, once */
  FAULT_SHORT,     /* half of it is read or written */
  FAULT_MEMORY,    /* no memory, once */
  FAULT_STARVE,    /* no memory from then on */
};

extern enum fault_kind fault_kind;
extern const char *fault_below; /* path of the files that are meant */
extern const char *fault_disk;  /* folder of what the disk holds: disk.h */

/* Counts an opportunity; true if this is the one. errno stays. */
bool fault_now(void);

#endif
