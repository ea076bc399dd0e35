/* SPDX-License-Identifier: BSD-3-Clause */
/* Running a flow with a scheme, and what is measured of it. */
#include "lab/wcsph_schemes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/read.h"
#include "lab/lab.h"
#include "particles/grid.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/json.h"
#include "util/log.h"
#include "wcsph/gauges/gauges.h"
#include "wcsph/scalar.h"
#include "wcsph/start/settings.h"

enum { MOST_SETTINGS = 40, MOST_GAUGES = 8, MOST_MODES = 1 << 16 };

/* What a run has recorded: rows of gauges at their times, and the amplitude of a mode at each step. */
struct record {
  size_t rows, columns, room;
  double *value; /* [rows][columns] */
  size_t modes;
  double mode[MOST_MODES], mode_time[MOST_MODES];
};

/* Of the flows that have an answer, which are flat. */
static void place_of(const struct wcsph_run *r, uint32_t i, double x[2]) {
  x[0] = state_coordinate(&r->state, r->state.pos[i].x, 0);
  x[1] = state_coordinate(&r->state, r->state.pos[i].y, 1);
}

/* Begin with the flow's answer. */
static int set_answer(struct wcsph_run *r, const struct scheme_flow *flow) {
  const struct range fluid = state_range(&r->state, KIND_FLUID);
  TRY(wcsph_fetch(r->backend, r->self, BUFFER_POSITION | BUFFER_VELOCITY));
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    double x[2];
    struct flow_answer a;
    place_of(r, i, x);
    flow->answer(r, x, 0.0, &a);
    r->state.vel[i].x = (float)a.velocity[0], r->state.vel[i].y = (float)a.velocity[1];
    r->state.vel[i].w = eos_density(&r->law, (float)a.pressure + r->law.background);
  }
  return wcsph_send(r->backend, r->self, BUFFER_VELOCITY);
}

static int record_gauges(struct record *rec, struct wcsph_run *r, double *next_due) {
  double columns[MOST_GAUGES];
  int sampled;
  if (rec->columns == 0) return STATUS_OK;
  TRY(gauges_sample(r, next_due, columns, &sampled));
  if (!sampled) return STATUS_OK;
  if (rec->rows == rec->room) {
    rec->room = rec->room ? 2 * rec->room : 1024;
    double *more = realloc(rec->value, rec->room * rec->columns * sizeof *more);
    CHECK(more, STATUS_FAILED, "no memory for gauges");
    rec->value = more;
  }
  memcpy(rec->value + rec->rows++ * rec->columns, columns, rec->columns * sizeof *columns);
  return STATUS_OK;
}

static int record_mode(struct record *rec, struct wcsph_run *r, const struct scheme_flow *flow) {
  const struct range fluid = state_range(&r->state, KIND_FLUID);
  if (!flow->mode || rec->modes == MOST_MODES || r->step % 8) return STATUS_OK;
  TRY(wcsph_fetch(r->backend, r->self, BUFFER_POSITION | BUFFER_VELOCITY));
  double sum = 0.0, all = 0.0;
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    const double u[2] = {(double)r->state.vel[i].x, (double)r->state.vel[i].y};
    double x[2], weight;
    place_of(r, i, x);
    sum += flow->mode(r, x, u, &weight);
    all += weight;
  }
  rec->mode[rec->modes] = sum / all;
  rec->mode_time[rec->modes++] = r->time;
  return STATUS_OK;
}

/* Noise: the standard deviation about the running mean; mean and peak of the gauges. */
static void judge_gauges(struct scheme_figures *f, const struct record *rec, const struct scheme_flow *flow,
                         double interval) {
  const size_t half = (size_t)(0.5 * flow->window / interval + 0.5);
  size_t from = (size_t)(flow->calm / interval), counted = 0;
  double noise = 0.0, mean = 0.0, peak = 0.0;
  if (from < half) from = half;
  for (size_t g = 0; g < rec->columns; g++)
    for (size_t k = 0; k < rec->rows; k++) {
      const double p = rec->value[k * rec->columns + g];
      peak = fmax(peak, p);
      if (k < from || k + half >= rec->rows) continue;
      double around = 0.0;
      for (size_t m = k - half; m <= k + half; m++) around += rec->value[m * rec->columns + g];
      around /= (double)(2 * half + 1);
      noise += (p - around) * (p - around), mean += p;
      counted++;
    }
  if (!counted) return;
  f->noise = sqrt(noise / (double)counted) / flow->pressure;
  f->mean = mean / (double)counted / flow->pressure;
  f->peak = peak / flow->pressure;
}

/* Period from the first to the last passage through zero, decay from the largest amplitudes between them. */
static void judge_mode(struct scheme_figures *f, const struct record *rec, const struct scheme_flow *flow) {
  double first = 0.0, last = 0.0, size[2] = {0.0, 0.0}, when[2] = {0.0, 0.0}, most = 0.0, at = 0.0;
  size_t passages = 0;
  for (size_t k = 1; k < rec->modes; k++) {
    const double a = rec->mode[k - 1], b = rec->mode[k], t = rec->mode_time[k - 1];
    if (fabs(b) > most && passages) most = fabs(b), at = rec->mode_time[k];
    if (a * b > 0.0 || a == b) continue;
    const double now = t + (rec->mode_time[k] - t) * a / (a - b);
    if (passages == 0) first = now;
    if (passages == 1) size[0] = most, when[0] = at;
    if (passages > 1) size[1] = most, when[1] = at;
    last = now, most = 0.0;
    passages++;
  }
  if (passages < 3) return;
  f->period = 2.0 * (last - first) / (double)(passages - 1) / flow->period - 1.0;
  f->decay = log(size[0] / size[1]) / (when[1] - when[0]) / flow->decay - 1.0;
}

/* Errors of all fluid particles, over what the flow says or else over the root mean square of the answer;
 * then only differences of pressure have a meaning, and its mean, which should not move, is the drift. */
static void judge_fields(struct scheme_figures *f, const struct wcsph_run *r,
                         const struct scheme_flow *flow) {
  const struct range fluid = state_range(&r->state, KIND_FLUID);
  const bool relative = !(flow->pressure > 0.0);
  double u2 = 0.0, wrong_u = 0.0, p1 = 0.0, p2 = 0.0, mean = 0.0, off = 0.0, wrong_p = 0.0;
  const double n = fluid.end - fluid.begin;
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    const struct vec4 *v = &r->state.vel[i];
    double x[2];
    struct flow_answer a;
    place_of(r, i, x);
    flow->answer(r, x, r->time, &a);
    const double du = (double)v->x - a.velocity[0], dv = (double)v->y - a.velocity[1];
    const double p = (double)(eos_pressure(&r->law, v->w) - r->law.background);
    u2 += a.velocity[0] * a.velocity[0] + a.velocity[1] * a.velocity[1];
    wrong_u += du * du + dv * dv;
    p1 += a.pressure / n, p2 += a.pressure * a.pressure / n;
    mean += p / n, off += (p - a.pressure) / n, wrong_p += (p - a.pressure) * (p - a.pressure) / n;
  }
  const double pressure = relative ? sqrt(fmax(p2 - p1 * p1, 0.0)) : flow->pressure;
  f->velocity = sqrt(wrong_u / n) / (flow->speed > 0.0 ? flow->speed : sqrt(u2 / n));
  f->drift = (relative ? mean : off) / pressure;
  f->pressure = sqrt(fmax(wrong_p - (relative ? off * off : 0.0), 0.0)) / pressure;
}

/* What lies around a particle within the support, itself not counted. */
struct around {
  double nearest; /* m */
  double filled;  /* the sum of W over that of the lattice, itself counted */
  uint32_t number;
};

static struct around look_around(const struct wcsph_run *r, const struct grid *g, uint32_t i) {
  const struct wcsph_state *s = &r->state;
  uint32_t cells[GRID_AROUND];
  const int count = grid_around(g, &s->pos[i], cells);
  const double unit = (double)r->law.density_weight;
  struct around a = {.nearest = INFINITY, .filled = unit * (double)kernel_w(r->law.kernel, 0.0f)};
  for (int kind = 0; kind < ROW_KINDS; kind++)
    for (int c = 0; c < count; c++)
      for (uint32_t k = g->start[kind][cells[c]]; k < g->start[kind][cells[c] + 1]; k++) {
        const struct position *me = &s->pos[i], *other = &s->pos[g->order[k]];
        const double dx = (int32_t)(me->x - other->x) * s->quantum[0],
                     dy = (int32_t)(me->y - other->y) * s->quantum[1],
                     dz = (int32_t)(me->z - other->z) * s->quantum[2];
        const double distance = sqrt(dx * dx + dy * dy + dz * dz);
        if (g->order[k] == i || distance >= (double)r->law.support) continue;
        a.nearest = fmin(a.nearest, distance);
        a.filled += unit * (double)kernel_w(r->law.kernel, (float)(distance * (double)r->law.inv_h));
        a.number++;
      }
  return a;
}

/* How evenly particles lie, and how much room they take: of inner ones, which have nine tenths of the
 * neighbours of a lattice. */
static int judge_evenness(struct scheme_figures *f, struct wcsph_run *r) {
  const struct wcsph_state *s = &r->state;
  const double dp = r->config->dp, reach = (double)r->law.support / dp;
  const double sphere = r->config->dimensions == 3 ? 4.0 / 3.0 * reach : 1.0;
  const uint32_t full = (uint32_t)(0.9 * 3.14159265 * sphere * reach * reach);
  struct grid g = {.along_y = s->along_y};
  uint32_t inner = 0, even = 0;
  double least = INFINITY, most = 0.0, room = 0.0;
  TRY(grid_allocate(&g, s->cells, s->periodic));
  g.order = malloc(s->count * sizeof *g.order);
  if (!g.order) {
    grid_free(&g);
    return error_set(STATUS_FAILED, "no memory to look at %u particles", s->count);
  }
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    const struct range range = state_range(s, kind);
    grid_sort(&g, s->pos, range.begin, range.end, g.start[kind]);
  }
  const struct range fluid = state_range(s, KIND_FLUID);
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    const struct around a = look_around(r, &g, i);
    const double distance = a.nearest / dp;
    if (a.number < full) continue;
    inner++;
    room += 1.0 / a.filled;
    even += fabs(distance - 1.0) <= 0.15;
    least = fmin(least, distance), most = fmax(most, distance);
  }
  grid_free(&g);
  if (!inner) return STATUS_OK;
  f->nearest_least = least, f->nearest_most = most, f->even = (double)even / inner;
  f->volume = room / inner - 1.0;
  return STATUS_OK;
}

static int run_flow(struct scheme_figures *f, struct wcsph_run *r, const struct scheme_flow *flow,
                    uint64_t steps, struct record *rec) {
  double next_due[MOST_GAUGES] = {0};
  struct wcsph_totals before, after;
  rec->columns = gauges_column_count(r->config);
  if (flow->begins) TRY(set_answer(r, flow));
  TRY(wcsph_run_totals(r, &before));
  TRY(record_gauges(rec, r, next_due));
  const double began = clock_now();
  while (steps ? r->step < steps : r->time < r->config->end) {
    TRY(wcsph_run_step(r, r->config->end));
    TRY(record_gauges(rec, r, next_due));
    TRY(record_mode(rec, r, flow));
  }
  f->seconds = clock_now() - began;
  f->steps = r->step;
  f->particles = r->state.count;
  TRY(wcsph_run_totals(r, &after)); /* also fetches what is looked at below */
  if (before.kinetic > 0.0) f->energy = after.kinetic / before.kinetic;
  if (flow->compares) judge_fields(f, r, flow);
  if (rec->columns) judge_gauges(f, rec, flow, r->config->gauges[0].interval);
  if (flow->mode) judge_mode(f, rec, flow);
  return judge_evenness(f, r);
}

/* What a scheme says goes before --set. */
static int read_flow(struct amphi_case *c, const struct scheme_flow *flow, const struct scheme *scheme,
                     const struct ladder_request *q) {
  char *all[MOST_SETTINGS], spacing[32];
  size_t n = 0;
  CHECK(q->setting_count + 8 <= MOST_SETTINGS, STATUS_USAGE, "--set: at most %d here", MOST_SETTINGS - 8);
  const double wanted = (double)q->particles / flow->area;
  const double across = !q->particles ? flow->across : round(flow->spatial ? cbrt(wanted) : sqrt(wanted)),
               dp = flow->unit / fmax(across, 1.0);
  snprintf(spacing, sizeof spacing, "dp=%.17g", dp);
  all[n++] = spacing;
  for (int k = 0; k < 5 && scheme->settings[k]; k++) all[n++] = (char *)scheme->settings[k];
  for (int k = 0; k < 2 && scheme->viscosity[k] && !flow->has_viscosity; k++)
    all[n++] = (char *)scheme->viscosity[k];
  for (size_t k = 0; k < q->setting_count; k++) all[n++] = q->settings[k];
  return case_read_text(c, flow->name, flow->text, strlen(flow->text), all, n);
}

int scheme_measure(struct scheme_figures *f, const struct scheme_flow *flow, const struct scheme *scheme,
                   const struct ladder_request *q) {
  const double none = (double)NAN;
  struct amphi_case c = {0};
  struct wcsph_settings settings;
  struct particles p = {0};
  struct wcsph_run r = {0};
  struct record *rec = calloc(1, sizeof *rec);
  CHECK(rec, STATUS_FAILED, "no memory for a record");
  *f = (struct scheme_figures){.velocity = none,
                               .pressure = none,
                               .drift = none,
                               .noise = none,
                               .mean = none,
                               .peak = none,
                               .energy = none,
                               .volume = none,
                               .period = none,
                               .decay = none,
                               .nearest_least = none,
                               .nearest_most = none,
                               .even = none};
  int status = read_flow(&c, flow, scheme, q);
  if (status == STATUS_OK) status = particles_fill(&p, &c);
  if (status == STATUS_OK) {
    wcsph_settings_take(&settings, &c);
    status = wcsph_run_open(&r, &settings, &p, (const struct wcsph_backend *)q->backend, q->options);
  }
  if (status == STATUS_OK) status = run_flow(f, &r, flow, q->steps, rec);
  wcsph_run_close(&r);
  particles_free(&p);
  case_free(&c);
  free(rec->value);
  free(rec);
  return status;
}

/* A figure, in columns of its own width; nothing where it means nothing. */
static const char *figure(char out[16], double x, const char *form, double unit) {
  snprintf(out, 16, form, unit * x);
  if (!isfinite(x)) snprintf(out, 16, "-");
  return out;
}

static void say_head(const struct scheme_flow *flow, uint64_t particles) {
  log_say("%s; %llu particles", flow->title, (unsigned long long)particles);
  if (*flow->published) log_say("  published: %s", flow->published);
  log_say("  %-12s %8s %8s %8s %8s %8s %8s %8s %8s %8s %8s %6s %6s %6s %8s", "", "velocity", "pressure",
          "drift", "noise", "mean", "peak", "energy", "volume", "period", "decay", "least", "most", "even",
          "seconds");
}

static void say_scheme(const struct scheme *scheme, const struct scheme_figures *f) {
  char t[13][16];
  log_say("  %-12s %8s %8s %8s %8s %8s %8s %8s %8s %8s %8s %6s %6s %6s %8.1f", scheme->name,
          figure(t[0], f->velocity, "%.3f %%", 100.0), figure(t[1], f->pressure, "%.2f %%", 100.0),
          figure(t[2], f->drift, "%.2f %%", 100.0), figure(t[3], f->noise, "%.4f", 1.0),
          figure(t[4], f->mean, "%.4f", 1.0), figure(t[5], f->peak, "%.3f", 1.0),
          figure(t[6], f->energy, "%.5f", 1.0), figure(t[12], f->volume, "%+.3f %%", 100.0),
          figure(t[7], f->period, "%+.2f %%", 100.0), figure(t[8], f->decay, "%+.1f %%", 100.0),
          figure(t[9], f->nearest_least, "%.2f", 1.0), figure(t[10], f->nearest_most, "%.2f", 1.0),
          figure(t[11], f->even, "%.1f %%", 100.0), f->seconds);
}

static int add_scheme(json_t *array, const struct scheme_flow *flow, const struct scheme *scheme,
                      const struct scheme_figures *f) {
  json_t *row =
      json_pack("{s:s, s:s, s:I, s:I, s:f}", "flow", flow->name, "scheme", scheme->name, "particles",
                (json_int_t)f->particles, "steps", (json_int_t)f->steps, "seconds", f->seconds);
  CHECK(row, STATUS_FAILED, "no memory");
  const struct {
    const char *name;
    double value;
  } all[] = {{"velocity_error", f->velocity},
             {"pressure_error", f->pressure},
             {"pressure_drift", f->drift},
             {"noise", f->noise},
             {"mean", f->mean},
             {"peak", f->peak},
             {"kinetic_energy", f->energy},
             {"volume_drift", f->volume},
             {"period_error", f->period},
             {"decay_error", f->decay},
             {"nearest_least", f->nearest_least},
             {"nearest_most", f->nearest_most},
             {"even", f->even}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    json_object_set_new(row, all[k].name, json_number(all[k].value));
  CHECK(json_array_append_new(array, row) == 0, STATUS_FAILED, "no memory");
  return STATUS_OK;
}

/* A diverged scheme is one that failed, not the end of the bench. */
static int try_scheme(const struct ladder_request *q, const struct scheme_flow *flow,
                      const struct scheme *scheme, bool first) {
  struct scheme_figures f;
  const int status = scheme_measure(&f, flow, scheme, q);
  if (status != STATUS_OK && status != STATUS_DIVERGED) return status;
  if (q->prints && first) say_head(flow, f.particles);
  if (q->prints && status == STATUS_DIVERGED) log_say("  %-12s %s", scheme->name, error_text());
  if (q->prints && status == STATUS_OK) say_scheme(scheme, &f);
  return add_scheme(q->rows, flow, scheme, &f);
}

int schemes_climb(const struct ladder_request *q) {
  const char *wanted = q->name + strlen("schemes");
  for (const struct scheme_flow *flow = scheme_flows; flow->name; flow++) {
    if (*wanted && strcmp(wanted + 1, flow->name)) continue;
    for (const struct scheme *scheme = schemes; scheme->name; scheme++)
      TRY(try_scheme(q, flow, scheme, scheme == schemes));
  }
  return STATUS_OK;
}
