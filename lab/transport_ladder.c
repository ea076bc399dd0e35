/* SPDX-License-Identifier: BSD-3-Clause */
/* Paper 004, section 4: its test with lines as they lie in memory and turned to be contiguous, pass by pass.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/read.h"
#include "lab/sheet.h"
#include "transport/evolution.h"
#include "transport/start/settings.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"
#include "util/words.h"

static const char text[] =
    "method: transport\n"
    "dimensions: 3\n"
    "transport:\n"
    "  {high: [1, 1, 1], points: 256, flow: {kind: deformation}, kernel: m6, order: 2,\n"
    "   scalar: {kind: ball, centre: [0.35, 0.35, 0.35], radius: 0.15},\n"
    "   splitting: lie, step: 0.05}\n"
    "end: 1\n";

enum { WARM_UP = 1, COPIES = 5, PAPERS_POINTS = 256, PAPERS_STEPS = 20 };

/* Of the flow, m/s: 0.05 s are 25.6 cells at 256 points. */
static const double fastest = 2.0;

/* A pass reads the scalar and the velocity and writes the scalar. */
static double pass_bytes(const struct transport_run *r) {
  return 3.0 * (double)grid_size(&r->state.grid) * (double)values_bytes(r->state.values);
}

/* Of the midpoint rule and M'6: multiplications and additions a particle. */
enum { MOVE_OPERATIONS = 8, REMESH_OPERATIONS = 6 * (2 * 5 + 1 + 1) };

/* Bytes a second that a copy reads and writes, at its best. */
static int measure_copy(struct transport_run *r, double *bandwidth) {
  *bandwidth = 0.0;
  for (int k = 0; k < COPIES; k++) {
    size_t bytes;
    const double began = clock_now();
    TRY(r->backend->copy(r->self, &bytes));
    *bandwidth = fmax(*bandwidth, (double)bytes / (clock_now() - began));
  }
  return STATUS_OK;
}

/* Seconds that the moves of a pass along each axis take without remeshing. */
static int measure_moves(struct transport_run *r, uint64_t steps, double seconds[3]) {
  struct transport_finding found;
  for (int a = 0; a < 3; a++) {
    struct transport_pass pass = {.axis = a, .move_only = true};
    for (int k = 0; k < 3; k++) pass.speed[k] = r->dt / r->state.grid.spacing[a];
    const double began = clock_now();
    for (uint64_t k = 0; k < steps; k++) TRY(r->backend->pass(r->self, &pass));
    seconds[a] = (clock_now() - began) / (double)steps;
  }
  return r->backend->settle(r->self, &found);
}

struct rung {
  const char *name, *device;
  uint64_t hash;
};

static int put_rung(const struct ladder_request *q, const struct transport_run *r, const struct rung *rung,
                    uint64_t steps, const double moves[3], double copy) {
  char state[HASH_TEXT];
  hash_text(state, rung->hash);
  double sum = 0.0;
  for (int a = 0; a < 3; a++) sum += r->seconds[TIMER_PASS_X + a];
  if (q->prints)
    log_say("%s: %.3f s for %llu steps, %.4g particle-steps/s; a copy moves %.1f GB/s; state %s", rung->name,
            sum, (unsigned long long)steps, (double)grid_size(&r->state.grid) * (double)steps / sum,
            1e-9 * copy, state);
  for (int a = 0; a < 3; a++) {
    const double each = r->seconds[TIMER_PASS_X + a] / (double)steps, rate = pass_bytes(r) / each;
    const char pass[] = {'x' + (char)a, 0};
    if (q->prints)
      log_say(
          "  along %s  %9.3f ms a pass (%.3f ms if it moved only)  %.1f MB, %7.1f GB/s, %5.1f %% of a copy",
          pass, 1e3 * each, 1e3 * moves[a], 1e-6 * pass_bytes(r), 1e-9 * rate, 100.0 * rate / copy);
    json_t *row =
        json_pack("{s:s, s:s, s:i, s:f, s:f, s:f, s:f, s:f}", "lines", rung->name, "pass", pass, "points",
                  (int)r->state.grid.n[0], "milliseconds", 1e3 * each, "move_milliseconds", 1e3 * moves[a],
                  "bytes", pass_bytes(r), "copy_bytes_per_second", copy, "seconds", sum);
    if (row) sheet_tell(row, rung->device, rung->hash);
    if (row && r->state.grid.n[0] == PAPERS_POINTS)
      json_object_set_new(row, "published", json_real(1e3 * 25.0 / (PAPERS_STEPS * 3)));
    CHECK(row && json_array_append_new(q->rows, row) == 0, STATUS_FAILED, "no memory for a row");
  }
  return STATUS_OK;
}

static int climb_rung(const struct ladder_request *q, struct transport_run *r,
                      const struct transport_settings *c, enum transport_order walk) {
  const struct transport_backend *b = (const struct transport_backend *)q->backend;
  const uint64_t steps = q->steps ? q->steps : LADDER_STEPS;
  double copy, moves[3];
  char device[128];
  uint64_t hash;
  TRY(transport_run_open_laid(r, c, walk, b, q->options));
  for (int k = 0; k < WARM_UP; k++) TRY(transport_run_step(r));
  for (int a = 0; a < TRANSPORT_TIMERS; a++) r->seconds[a] = 0.0;
  for (uint64_t k = 0; k < steps; k++) TRY(transport_run_step(r));
  TRY(transport_run_hash(r, &hash));
  TRY(measure_moves(r, steps, moves));
  TRY(measure_copy(r, &copy));
  b->describe(r->self, device, sizeof device);
  if (walk == ORDER_AS_THEY_LIE && q->prints) log_say("%s", device);
  const struct rung rung = {walk == ORDER_AS_THEY_LIE ? "lines as they lie" : "lines turned", device, hash};
  return put_rung(q, r, &rung, steps, moves, copy);
}

/* The paper's case with so many points along an axis, or as --set has it. */
enum { MOST_SETTINGS = 32 };
static int read_case(struct amphi_case *c, const struct ladder_request *q, int points) {
  char size[32], *all[MOST_SETTINGS + 1] = {size};
  CHECK(q->setting_count <= MOST_SETTINGS, STATUS_USAGE, "--set: at most %d for a ladder", MOST_SETTINGS);
  snprintf(size, sizeof size, "transport.points=%d", points);
  for (size_t k = 0; k < q->setting_count; k++) all[k + 1] = q->settings[k];
  return case_read_text(c, q->name, text, sizeof text - 1, all, q->setting_count + 1);
}

static int points_of(const struct ladder_request *q) {
  return q->particles ? (int)fmax(8.0, round(cbrt((double)q->particles))) : PAPERS_POINTS;
}

static int climb_orders(const struct ladder_request *q) {
  struct amphi_case c;
  struct transport_settings settings;
  int status = read_case(&c, q, points_of(q));
  if (status == STATUS_OK) transport_settings_take(&settings, &c);
  if (status == STATUS_OK && q->prints) {
    const int points = settings.transport.points;
    log_say("Paper 004, section 4.1: a level set in %d^3 points, CFL %.3g, RK2, M'6, one axis after another",
            points, fastest * settings.transport.step * points);
    log_say("Published, 256^3 points at CFL 25, 20 steps: 25 s on a Radeon HD 6770M; with Fortran and MPI on "
            "4 cores "
            "62 s, which it also gives as 12.4 s a step: five steps of those, or 248 s");
    log_say("A pass of M'6 and the midpoint rule: %d + %d operations a particle for 12 bytes, %.1f a byte "
            "(paper 004: 2.25 to move, 9.5 to remesh)",
            MOVE_OPERATIONS, REMESH_OPERATIONS, (MOVE_OPERATIONS + REMESH_OPERATIONS) / 12.0);
  }
  for (int rung = 0; rung < 2 && status == STATUS_OK; rung++) {
    struct transport_run r = {0};
    status = climb_rung(q, &r, &settings, rung == 0 ? ORDER_AS_THEY_LIE : ORDER_TURNED);
    transport_run_close(&r);
  }
  case_free(&c);
  return status;
}

/* Figure 3: where the time of a whole run goes, by its size. */
static const struct sheet_column parts[] = {{"points", "points", "%.0f", 1},
                                            {"initialisation", "begin, s", "%.4f", 1},
                                            {"host", "host, s", "%.5f", 1},
                                            {"kernels", "kernels, s", "%.4f", 1},
                                            {"published_seconds", "published, s", "%.0f", 1},
                                            SHEET_STATE,
                                            {0}};

static int profile(const struct ladder_request *q, int points) {
  const uint64_t steps = q->steps ? q->steps : PAPERS_STEPS;
  char device[128] = "";
  uint64_t hash = 0;
  struct amphi_case c;
  struct transport_settings settings;
  struct transport_run r = {0};
  const double began = clock_now();
  int status = read_case(&c, q, points);
  if (status == STATUS_OK) {
    transport_settings_take(&settings, &c);
    status =
        transport_run_open(&r, &settings, NULL, (const struct transport_backend *)q->backend, q->options);
  }
  const double opened = clock_now();
  for (uint64_t k = 0; k < steps && status == STATUS_OK; k++) status = transport_run_step(&r);
  const double all = clock_now() - opened;
  double kernels = 0.0;
  for (int a = 0; a < 3; a++) kernels += r.seconds[TIMER_PASS_X + a];
  if (status == STATUS_OK) status = transport_run_hash(&r, &hash);
  if (status == STATUS_OK) r.backend->describe(r.self, device, sizeof device);
  transport_run_close(&r);
  case_free(&c);
  TRY(status);
  json_t *row = json_pack("{s:i, s:I, s:f, s:f, s:f, s:f}", "points", points, "steps", (json_int_t)steps,
                          "initialisation", opened - began, "kernels", kernels, "host", all - kernels,
                          "seconds", all + opened - began);
  if (row) sheet_tell(row, device, hash);
  if (row && points == PAPERS_POINTS && steps == PAPERS_STEPS)
    json_object_set_new(row, "published_seconds", json_integer(25));
  return sheet_add(q, parts, row);
}

static int climb_profile(const struct ladder_request *q) {
  const int most = points_of(q);
  if (q->prints)
    log_say("Paper 004, figure 3: initialisation and host do not grow with the problem there, kernels do");
  sheet_head(q, parts);
  for (int points = 16; points <= most; points *= 2) TRY(profile(q, points));
  return STATUS_OK;
}

int transport_climb(const struct ladder_request *q) {
  return strcmp(q->name, "004-profile") ? climb_orders(q) : climb_profile(q);
}
