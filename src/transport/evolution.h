/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_EVOLUTION_H
#define TRANSPORT_EVOLUTION_H
/* A transport run: steps of particles along one axis after the other, on any backend. */
#include "io/checkpoint.h"
#include "transport/backend.h"
#include "transport/fields.h"

enum transport_timer { TIMER_PASS_X, TIMER_PASS_Y, TIMER_PASS_Z, TIMER_FIELD_GAUGES, TRANSPORT_TIMERS };

struct transport_run {
  const struct transport_settings *config;
  struct transport_state state;
  const struct transport_backend *backend;
  void *self; /* the backend's */
  struct fields *fields;
  void *component;   /* of a velocity that changes in time; NULL: it does not */
  double quantum;    /* fixed: one unit of a value; 1 otherwise */
  double fastest[3]; /* m/s, the largest velocity along each axis without its modulation */
  double dt;         /* s */
  uint64_t step;     /* the time is step x dt */
  bool fetched;      /* the host's scalar is current */
  double seconds[TRANSPORT_TIMERS];
  char diverged[256]; /* after STATUS_DIVERGED: what, where and when */
};

/* What a value is carried as. */
enum transport_values transport_values_of(const struct transport_config *t);

/* The time step that a case asks for, s, of a flow whose largest velocity over spacing is `fastest`, 1/s. */
double transport_step_length(const struct transport_settings *c, double fastest);

/* From the initial scalar, or from a checkpoint, whose buffer is taken (from NULL: the former). */
int transport_run_open(struct transport_run *r, const struct transport_settings *c, struct checkpoint *from,
                       const struct transport_backend *backend, const struct execution_options *options);
/* From the initial scalar, with lines walked as asked for. */
int transport_run_open_laid(struct transport_run *r, const struct transport_settings *c,
                            enum transport_order walk, const struct transport_backend *backend,
                            const struct execution_options *options);
void transport_run_close(struct transport_run *r);

int transport_run_step(struct transport_run *r);

static inline double transport_run_time(const struct transport_run *r) {
  return (double)r->step * r->dt;
}

/* Make the host's scalar current; once after a step is enough. */
int transport_run_fetch(struct transport_run *r);

/* The scalar at a place of the grid's arrays, after a fetch. */
double transport_run_value(const struct transport_run *r, size_t place);

int transport_run_hash(struct transport_run *r, uint64_t *hash);
int transport_run_checkpoint(struct transport_run *r, struct checkpoint *out);

#endif
