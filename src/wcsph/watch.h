/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WATCH_H
#define WCSPH_WATCH_H
/* Between evolution and a backend: every entry of the table goes through here, and what particles have behind
 * it is noted (method/trace.h), or a bit of it turned over, for tests of what finds such faults. A run that
 * is not watched knows nothing of it. */
#include "method/trace.h"
#include "wcsph/evolution.h"

/* From now on the entries are noted. */
int wcsph_watch_trace(struct wcsph_run *r, struct trace *t);

/* The fault that the environment asks for: AMPHI_PLANT="step=12,entry=forces,id=345,field=rate,bit=3,
 * way=threads": in the 12th step, behind the entry of that name, in runs whose execution has the word `way`.
 * With thread=K/N for the id: from that step on, in the K-th of N blocks of the fluid's rows, as of a thread
 * that errs. STATUS_USAGE where it is not to be understood. */
int wcsph_watch_plant(struct wcsph_run *r);

/* A step begins; entries of its end come when the run has counted it. */
void wcsph_watch_step(struct wcsph_run *r);

/* Once the run is closed. */
void wcsph_watch_free(struct wcsph_run *r);

/* Turn over a bit of a row. */
void wcsph_turn_bit(const struct wcsph_state *s, int buffer, uint32_t row, unsigned bit);

#endif
