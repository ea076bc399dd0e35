/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/gauges/gauges.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/face.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/schedule.h"
#include "wcsph/fluids/heat.h"
#include "wcsph/gauges/carried.h"
#include "wcsph/gauges/gauge_upright.h"
#include "wcsph/gauges/sensor.h"
#include "wcsph/passes/sample.h"
#include "wcsph/settings.h"
#include "wcsph/sweeps/wall_force.h"
#include "wcsph/walls/bodies.h"
#include "wcsph/walls/cables.h"
#include "wcsph/walls/frame.h"
#include "wcsph/walls/structures.h"

/* Of what dynamic walls hold off a sensor: below this share of the kernel a pressure fades to that of air. In
 * a wet corner it is 0.5 to 5 %, on a wet wall 5 to 40 %. */
static const double felt_share = 0.005;

/* The same of a sensor with a face, of which a drop touches a part alone: of the share that walls leave. */
static const double felt_share_of_face = 0.1;

/* Where air would fill less than this there is none: water under pressure fills by its volume less than its
 * particles stand in, and a lattice is no even density. */
static const double full_slack = 0.05;

/* Across a sensor. */
enum { SENSOR_POINTS = 64 };

size_t gauges_column_count(const struct wcsph_settings *c) {
  size_t n = 0;
  for (size_t i = 0; i < c->gauge_count; i++) n += (size_t)gauge_columns(&c->gauges[i], c->dimensions);
  return n;
}

char **gauges_column_names(const struct wcsph_settings *c) {
  char **names = calloc(gauges_column_count(c) + 1, sizeof *names);
  if (!names) return NULL;
  size_t n = 0;
  for (size_t i = 0; i < c->gauge_count; i++)
    for (int k = 0; k < gauge_columns(&c->gauges[i], c->dimensions); k++) {
      char text[GAUGE_COLUMN];
      gauge_column(&c->gauges[i], c->dimensions, k, text);
      if (asprintf(&names[n++], "%s%s", c->gauges[i].name, text) >= 0) continue;
      names[n - 1] = NULL;
      for (size_t m = 0; names[m]; m++) free(names[m]);
      free(names);
      return NULL;
    }
  return names;
}

/* Points of a sensor that is a disc on a face, or in 2-D a line: half a particle apart or nearer. */
static size_t area_points(const struct wcsph_run *r, const struct gauge *g, struct position *points) {
  const struct wcsph_settings *c = r->config;
  const int across = gauge_face_axis(&c->scene, g),
            flat = c->dimensions - 1; /* axes along the face: at most two */
  const int first = across == 0 ? 1 : 0, second = flat == 1 ? -1 : across == 2 ? 1 : 2;
  const int most = (int)fmin(ceil(g->size / (0.5 * c->dp)), SENSOR_POINTS);
  double centre[3];
  size_t count = 0;
  gauge_place(&c->scene, g, centre);
  for (int n = 0; n < (second < 0 ? 1 : most); n++)
    for (int m = 0; m < most; m++) {
      const double s = (m + 0.5) / most - 0.5, t = second < 0 ? 0.0 : (n + 0.5) / most - 0.5;
      if (s * s + t * t > 0.25) continue;
      double x[3] = {centre[0], centre[1], centre[2]};
      x[first] += s * g->size;
      if (second >= 0) x[second] += t * g->size;
      if (points) points[count] = carried_point(r, g, x);
      count++;
    }
  return count;
}

/* Points of lines along gravity through places along a line. */
static size_t upright_points(const struct wcsph_run *r, const struct gauge *g, struct position *points) {
  const size_t each = gauge_upright_points(r);
  for (int k = 0; points && k < g->places; k++) {
    double x[3];
    gauge_line_place(g, k, g->places, x);
    gauge_upright_place(r, x, points + (size_t)k * each);
  }
  return (size_t)g->places * each;
}

/* How many points a gauge reads the fluid at, and, unless `points` is NULL, which. */
static size_t gauge_points(const struct wcsph_run *r, const struct gauge *g, struct position *points) {
  double x[3];
  switch (gauge_rows[g->kind].stand) {
  case GAUGE_OF_WALL:
  case GAUGE_OF_BODY:
  case GAUGE_OF_STRUCTURE:
  case GAUGE_OF_CABLE:
  case GAUGE_OF_ALL:
    return 0;
  case GAUGE_ALONG:
  case GAUGE_ACROSS:
    return gauge_line_points(r, g, points);
  case GAUGE_UPRIGHTS:
    return upright_points(r, g, points);
  case GAUGE_UPRIGHT:
    if (points) gauge_upright_place(r, g->at, points);
    return gauge_upright_points(r);
  case GAUGE_AT_PLACE:
    break;
  }
  if (g->size > 0.0) return area_points(r, g, points);
  gauge_place(&r->config->scene, g, x);
  if (points) *points = carried_point(r, g, x);
  return 1;
}

/* The share of the kernel that a pressure is a mean over.
 *
 * With dummy walls it is a sensor's the size of the kernel: fluid, and air, which is at zero pressure. The
 * wall behind it counts as neither; thin walls count as if they filled their half. Without the air a single
 * drop that touches the sensor would read as if it covered all of it, and a jet that is partly air as more
 * than the force it has.
 *
 * Dynamic walls hold the fluid off by a gap across which they pass on all of its pressure. The gap looks like
 * air, so that the mean has to be over the fluid alone, as far as there is so much of it as is felt. */
static double seen_share(const struct wcsph_settings *c, const struct wcsph_sample *s, double felt) {
  if (c->boundary.model == BOUNDARY_DYNAMIC) return fmax(s->volume, felt);
  const double open = fmin(1.0 - s->wall, 0.5), air = (open - s->volume) - full_slack * open;
  return s->volume + fmax(air, 0.0) / (1.0 - full_slack);
}

/* The acceleration that fluid at rest at a place feels as weight, m/s^2: on a wall that moves less the
 * wall's, in axes that move less theirs. */
static void find_weight(const struct wcsph_run *r, int wall, const double place[3], double weight[3]) {
  struct pose p;
  carried_pose(r, wall, place, &p);
  if (r->config->frame.given) frame_carry(r, place, r->time, &p);
  for (int a = 0; a < 3; a++) weight[a] = r->config->gravity[a] - p.acceleration[a];
}

/* The pressure at the point, to which that of the fluid nearby is carried by its weight: at a wall all fluid
 * is on one side. A sensor that sees more air than water is not below the air: a jet in tension beside a dry
 * sensor does not pull at it. */
static double pressure_of(const struct wcsph_run *r, const struct wcsph_sample *s, const double weight[3],
                          double felt) {
  const double seen = seen_share(r->config, s, felt),
               here = s->pressure - (double)r->law.rho0 * dot3(weight, s->arm);
  const double mean = seen > 0.0 ? here / seen : 0.0;
  return s->volume < 0.5 * (1.0 - s->wall) ? fmax(mean, 0.0) : mean;
}

/* The mean over the points of a sensor, as the sensor shows it. */
static double sensor_pressure(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s) {
  const size_t count = gauge_points(r, g, NULL);
  double sum = 0.0, place[3], weight[3];
  gauge_place(&r->config->scene, g, place);
  find_weight(r, g->wall, place, weight);
  for (size_t k = 0; k < count; k++)
    sum += pressure_of(r, &s[k], weight,
                       g->size > 0.0 ? felt_share_of_face * fmin(1.0 - s[k].wall, 0.5) : felt_share);
  const double mean = sum / (double)count;
  if (!(g->frequency > 0.0)) return mean;
  return sensor_follow(&r->sensors[g - r->config->gauges], g->frequency, r->time, mean);
}

int gauges_wall_force(const struct wcsph_run *r, int wall, double force[3]) {
  const struct sweep_given given = {.body = wall};
  struct sweep_found found;
  TRY(wcsph_sweep(r->backend, r->self, SWEEP_wall_force, &given, &found));
  for (int a = 0; a < 3; a++)
    force[a] = (double)r->law.mass / (double)wall_force_quanta(&r->law) * (double)found.sums[a];
  return STATUS_OK;
}

/* From a place to a particle, m. A wall may reach farther than half the domain, beyond which positions differ
 * by the shorter way round: only along periodic axes is that the way. */
static double arm_of(const struct wcsph_run *r, uint32_t at, uint32_t about, int axis) {
  const double way = r->state.periodic[axis] ? (double)(int32_t)(at - about) : (double)at - (double)about;
  return way * (double)r->law.quantum[axis];
}

/* Added to sums[]: what rows [begin, end), of walls, have of it. */
static void add_torques(const struct wcsph_run *r, const struct wcsph_state *s, struct range walls, int wall,
                        const struct wall_pose *w, int64_t sums[LOAD_SUMS]) {
  const double scale = (double)pose_force_quanta(&r->law);
  int64_t add[LOAD_SUMS];
  for (uint32_t i = walls.begin; i < walls.end; i++) {
    if (s->body[i] != wall) continue;
    const double f[3] = {(double)s->rate[i].x, (double)s->rate[i].y, (double)s->rate[i].z};
    const double arm[3] = {arm_of(r, s->pos[i].x, w->centre[0], 0), arm_of(r, s->pos[i].y, w->centre[1], 1),
                           arm_of(r, s->pos[i].z, w->centre[2], 2)};
    pose_weigh(f, arm, scale, scale * w->reach, add);
    for (int k = 0; k < LOAD_SUMS; k++) sums[k] += add[k];
  }
}

/* Torque of the fluid on a wall about a place, from the last force pass: in whole quanta, as many in the
 * domain's extent as a force has. With several parts walls come first, a window at a time. For a place
 * outside the domain the force's arm from the nearest place in it is added. */
static int wall_torque(struct wcsph_run *r, const struct gauge *g, double torque[3]) {
  enum { READ = BUFFER_POSITION | BUFFER_RATE | BUFFER_BODY };
  const struct wcsph_state *s = &r->state;
  double nearest[3], arm[3], rest[3];
  carried_nearest(r->config, g->at, nearest);
  const struct position about = state_position(s, nearest);
  int64_t sums[LOAD_SUMS] = {0};
  uint64_t counts[ROW_KINDS];
  double extent2 = 0.0;
  int exponent;
  for (int a = 0; a < 3; a++) extent2 += (s->quantum[a] * 0x1p32) * (s->quantum[a] * 0x1p32);
  frexp(sqrt(extent2), &exponent);
  const struct wall_pose w = {.centre = {about.x, about.y, about.z}, .reach = ldexp(1.0, -exponent)};
  struct wall_load load;
  if (r->backend->elsewhere) {
    TRY(wcsph_run_window(r));
    TRY(r->backend->elsewhere->show(r->self, READ, NULL, counts));
    for (uint64_t first = 0; first < counts[KIND_WALL]; first += ROWS_WINDOW) {
      const uint64_t left = counts[KIND_WALL] - first;
      TRY(r->backend->elsewhere->window(r->self, READ, (size_t)(first / ROWS_WINDOW), r->window));
      add_torques(r, r->window, (struct range){0, (uint32_t)(left < ROWS_WINDOW ? left : ROWS_WINDOW)},
                  g->wall, &w, sums);
    }
  } else {
    TRY(wcsph_fetch(r->backend, r->self, READ));
    add_torques(r, s, state_range(s, KIND_WALL), g->wall, &w, sums);
  }
  pose_load(&r->law, &w, sums, &load);
  for (int a = 0; a < 3; a++) arm[a] = nearest[a] - g->at[a];
  cross3(arm, load.force, rest);
  for (int a = 0; a < 3; a++) torque[a] = load.torque[a] + rest[a];
  return STATUS_OK;
}

/* Gauges of a wall, a body or all fluid need no samples. */
#define UNUSED __attribute__((unused))

static int read_totals(struct wcsph_run *r, const struct gauge *g UNUSED, const struct wcsph_sample *s UNUSED,
                       double *columns) {
  const int d = r->config->dimensions;
  struct wcsph_totals t;
  TRY(wcsph_run_totals(r, &t));
  columns[0] = t.kinetic, columns[1] = t.potential, columns[2] = t.compressible;
  for (int a = 0; a < d; a++) columns[3 + a] = t.momentum[a], columns[3 + d + a] = t.centre[a];
  return wcsph_run_enstrophy(r, &columns[3 + 2 * d]);
}

static int read_elevation(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s,
                          double *columns) {
  for (int k = 0; k < g->places; k++) {
    double place[3];
    gauge_line_place(g, k, g->places, place);
    TRY(gauge_upright_depth(r, place, s + (size_t)k * gauge_upright_points(r), &columns[k]));
  }
  return STATUS_OK;
}

/* Forces are those of the last force pass: before the first step there are none. */
static int read_body(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s UNUSED,
                     double *columns) {
  const int forces = r->config->dimensions == 3 ? 13 : 6, count = r->config->dimensions == 3 ? 6 : 3;
  bodies_read(r, (size_t)g->wall, columns);
  for (int k = forces; k < forces + count && r->step == 0; k++) columns[k] = NAN;
  return STATUS_OK;
}

static int read_displacement(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s UNUSED,
                             double *columns) {
  double u[3] = {0};
  TRY(wcsph_fetch(r->backend, r->self, BUFFER_POSITION));
  structures_displacement(r, (size_t)g->wall, g->at, u);
  for (int a = 0; a < r->config->dimensions; a++) columns[a] = u[a];
  return STATUS_OK;
}

static int read_strain_energy(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s UNUSED,
                              double *columns) {
  TRY(wcsph_fetch(r->backend, r->self, BUFFER_POSITION));
  structures_energy(r, (size_t)g->wall, &columns[0], &columns[1]);
  return STATUS_OK;
}

static int read_tension(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s UNUSED,
                        double *columns) {
  cables_tension(r, (size_t)g->cable, columns, &columns[2]);
  return STATUS_OK;
}

static int read_cable(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s UNUSED,
                      double *columns) {
  for (int k = 0; k < g->places; k++) {
    double place[3], tension;
    cables_place(r, (size_t)g->cable, k / (g->places - 1.0), place, &tension);
    for (int a = 0; a < r->config->dimensions; a++) *columns++ = place[a];
    *columns++ = tension;
  }
  return STATUS_OK;
}

static int read_height(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s,
                       double *columns) {
  return gauge_upright_depth(r, g->at, s, columns);
}

static int read_level(struct wcsph_run *r, const struct gauge *g UNUSED, const struct wcsph_sample *s,
                      double *columns) {
  columns[0] = gauge_upright_level(r, s);
  return STATUS_OK;
}

static int read_force(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s UNUSED,
                      double *columns) {
  double force[3];
  TRY(gauges_wall_force(r, g->wall, force));
  for (int a = 0; a < r->config->dimensions; a++) columns[a] = force[a];
  return STATUS_OK;
}

static int read_torque(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s UNUSED,
                       double *columns) {
  double torque[3];
  TRY(wall_torque(r, g, torque));
  for (int a = r->config->dimensions == 3 ? 0 : 2; a < 3; a++) *columns++ = torque[a];
  return STATUS_OK;
}

static int read_heat(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s UNUSED,
                     double *columns) {
  return heat_of_wall(r, g->wall, columns);
}

static int read_temperature(struct wcsph_run *r UNUSED, const struct gauge *g UNUSED,
                            const struct wcsph_sample *s, double *columns) {
  columns[0] = s->volume > SAMPLE_WET ? s->temperature / s->volume : NAN;
  return STATUS_OK;
}

static int read_pressure(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *s,
                         double *columns) {
  columns[0] = sensor_pressure(r, g, s);
  return STATUS_OK;
}

static int read_velocity(struct wcsph_run *r, const struct gauge *g UNUSED, const struct wcsph_sample *s,
                         double *columns) {
  for (int a = 0; a < r->config->dimensions; a++) columns[a] = sample_velocity(s, a);
  return STATUS_OK;
}

static gauge_reader *const readers[GAUGE_KINDS] = {
#define X(kind, word, stand, needs, flat, deep, exported, meaning) [GAUGE_##kind] = read_##kind,
    GAUGES(X)
#undef X
};

static bool is_due(const struct wcsph_run *r, const double *next_due, size_t gauge) {
  return next_due[gauge] <= r->time;
}

/* The fluid at points, in one pass: on a GPU one costs as much as many. The caller frees. */
static int sample_at(struct wcsph_run *r, size_t count, const struct position *points,
                     struct wcsph_sample **samples) {
  struct vec4 *rows = calloc(count, sample_WRITTEN * sizeof *rows);
  *samples = calloc(count, sizeof **samples);
  int status = rows && *samples ? STATUS_OK : error_set(STATUS_FAILED, "no memory for gauges");
  if (status == STATUS_OK)
    status = r->backend->points(r->self, r->state.buffers & BUFFER_PHASE ? PASS_sampled : PASS_sample,
                                (uint32_t)count, points, rows);
  for (size_t k = 0; k < count && status == STATUS_OK; k++) {
    const struct vec4 *s = &rows[sample_WRITTEN * k];
    const double h = (double)r->law.h;
    (*samples)[k] = (struct wcsph_sample){
        s[0].x, s[0].y, s[0].z, {s[1].x, s[1].y, s[1].z}, {h * s[2].x, h * s[2].y, h * s[2].z}, 0.0};
  }
  if (status == STATUS_OK && r->state.buffers & BUFFER_HEAT) {
    status = r->backend->points(r->self, PASS_warmth, (uint32_t)count, points, rows);
    for (size_t k = 0; k < count && status == STATUS_OK; k++) (*samples)[k].temperature = (double)rows[k].y;
  }
  free(rows);
  return status;
}

static bool is_in_domain(const struct wcsph_settings *c, const double x[3]) {
  for (int a = 0; a < c->dimensions; a++)
    if (!(x[a] >= c->domain.low[a] && x[a] <= c->domain.high[a])) return false;
  return true;
}

int gauges_pressure(struct wcsph_run *r, size_t count, const double (*at)[3], float *pressure) {
  struct position *points = malloc((count + 1) * sizeof *points);
  struct wcsph_sample *samples = NULL;
  size_t n = 0;
  CHECK(points, STATUS_FAILED, "no memory for the pressure at %zu places", count);
  for (size_t i = 0; i < count; i++)
    if (is_in_domain(r->config, at[i])) points[n++] = state_position(&r->state, at[i]);
  int status = n ? sample_at(r, n, points, &samples) : STATUS_OK;
  n = 0;
  for (size_t i = 0; i < count && status == STATUS_OK; i++) {
    double weight[3];
    find_weight(r, -1, at[i], weight);
    pressure[i] =
        is_in_domain(r->config, at[i]) ? (float)pressure_of(r, &samples[n++], weight, felt_share) : 0.0f;
  }
  free(samples);
  free(points);
  return status;
}

int gauges_upright(struct wcsph_run *r, const double place[3], double *height, double *level) {
  CHECK(is_in_domain(r->config, place), STATUS_USAGE,
        "a height is wanted at (%g, %g, %g) m, out of the domain", place[0], place[1], place[2]);
  struct position *points = malloc(gauge_upright_points(r) * sizeof *points);
  struct wcsph_sample *samples = NULL;
  CHECK(points, STATUS_FAILED, "no memory for gauges");
  gauge_upright_place(r, place, points);
  int status = sample_at(r, gauge_upright_points(r), points, &samples);
  if (status == STATUS_OK && height) status = gauge_upright_depth(r, place, samples, height);
  if (status == STATUS_OK && level) *level = gauge_upright_level(r, samples);
  free(samples);
  free(points);
  return status;
}

/* The fluid at all points of the gauges that are due. */
static int sample_points(struct wcsph_run *r, const double *next_due, struct wcsph_sample **samples) {
  const struct wcsph_settings *c = r->config;
  size_t count = 0, n = 0;
  for (size_t i = 0; i < c->gauge_count; i++)
    if (is_due(r, next_due, i)) count += gauge_points(r, &c->gauges[i], NULL);
  *samples = NULL;
  if (count == 0) return STATUS_OK;
  struct position *points = calloc(count, sizeof *points);
  int status = points ? STATUS_OK : error_set(STATUS_FAILED, "no memory for gauges");
  for (size_t i = 0; i < c->gauge_count && status == STATUS_OK; i++)
    if (is_due(r, next_due, i)) n += gauge_points(r, &c->gauges[i], points + n);
  if (status == STATUS_OK) status = sample_at(r, count, points, samples);
  n = 0;
  for (size_t i = 0; i < c->gauge_count && status == STATUS_OK; i++) {
    const size_t of = is_due(r, next_due, i) ? gauge_points(r, &c->gauges[i], NULL) : 0;
    if (of && gauge_needs(c->gauges[i].kind, GAUGE_VELOCITIES))
      status = gauge_straighten(r, of, points + n, *samples + n);
    n += of;
  }
  free(points);
  return status;
}

/* Of a gauge that moves: the columns of its place behind those of what it reads, of which it has no value
 * outside of the domain. */
static void show_place(const struct wcsph_run *r, const struct gauge *g, double *columns) {
  const int d = r->config->dimensions, own = gauge_columns(g, d) - d;
  double x[3];
  gauge_place(&r->config->scene, g, x);
  carried_place(r, g, x);
  for (int k = 0; k < own && !carried_is_inside(r->config, x); k++) columns[k] = NAN;
  for (int a = 0; a < d; a++) columns[own + a] = x[a];
}

/* Reads a gauge that is due, and says whether it has a row to show: one that averages reads more often than
 * it shows, and forces are known from the first step on. */
static int take_reading(struct wcsph_run *r, size_t gauge, const struct wcsph_sample *s, double *next_due,
                        double *columns, bool *shows) {
  const struct gauge *g = &r->config->gauges[gauge];
  *shows = r->step > 0 || gauge_rows[g->kind].stand != GAUGE_OF_WALL;
  if (*shows) TRY(readers[g->kind](r, g, s, columns));
  if (*shows && g->moves) show_place(r, g, columns);
  if (g->average > 0.0)
    *shows = sensor_average(&r->sensors[gauge], g, r->time, &next_due[gauge], columns);
  else
    next_due[gauge] = schedule_next(g->interval, r->time, 1e-9);
  return STATUS_OK;
}

int gauges_sample(struct wcsph_run *r, double *next_due, double *columns, int *sampled) {
  const struct wcsph_settings *c = r->config;
  double start = clock_now();
  struct wcsph_sample *samples;
  size_t n = 0, point = 0;
  *sampled = 0;
  int status = sample_points(r, next_due, &samples);
  for (size_t i = 0; i < c->gauge_count && status == STATUS_OK; i++) {
    const int width = gauge_columns(&c->gauges[i], c->dimensions);
    bool shows = false;
    if (is_due(r, next_due, i)) {
      status = take_reading(r, i, samples ? samples + point : NULL, next_due, columns + n, &shows);
      point += gauge_points(r, &c->gauges[i], NULL);
    }
    for (int k = 0; k < width && !shows; k++) columns[n + (size_t)k] = NAN;
    if (shows) *sampled = 1;
    n += (size_t)width;
  }
  free(samples);
  r->seconds[TIMER_GAUGES] += clock_now() - start;
  return status;
}
