/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CHECK_FACES_H
#define CHECK_FACES_H
/* What of a case is known from the faces of its shapes. Faults go to those of the reader. */
struct reader;

void check_openings(struct reader *r);
void check_gauge_faces(struct reader *r);

#endif
