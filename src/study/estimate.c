/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/estimate.h"

#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"
#include "util/path.h"
#include "util/sort.h"

enum { CELL = 14 }; /* bytes of a number in gauges.csv */
#define MEASURE "measure"

/* Of the files in the folder whose names begin so; removes each. */
static double take_files(const char *folder, const char *begin) {
  DIR *entries = opendir(folder);
  double bytes = 0;
  char path[PATH_MAX];
  struct stat info;
  for (struct dirent *e; entries && (e = readdir(entries));) {
    if (e->d_name[0] == '.' || strncmp(e->d_name, begin, strlen(begin)) || path_join(path, folder, e->d_name))
      continue;
    if (!lstat(path, &info) && S_ISREG(info.st_mode)) bytes += (double)info.st_size, unlink(path);
  }
  if (entries) closedir(entries);
  return bytes;
}

static double rows_of(double end, double interval) {
  return interval > 0 ? end / interval + 1 : 0;
}

/* Snapshots, checkpoints and gauges, by the size of the first of each. */
static double find_bytes(const struct amphi_case *c, double snapshots_bytes, double snapshots,
                         double checkpoint) {
  const double one = snapshots > 0 ? snapshots_bytes / snapshots : 0;
  const double kept =
      c->output.keep.interval > 0 ? fmin(c->output.keep.count, floor(c->end / c->output.keep.interval)) : 0;
  double table = 0;
  for (size_t k = 0; k < c->gauge_count; k++) table += rows_of(c->end, c->gauges[k].interval) * 2 * CELL;
  return one * (rows_of(c->end, c->output.interval) + (double)c->output.time_count + 1) +
         checkpoint * (kept + 1) + 2 * table; /* gauges.csv and gauges.h5 */
}

static int take_measure(struct study_run *run, const struct study_plan *p, const char *folder) {
  char path[PATH_MAX];
  struct amphi_case c = {0};
  TRY(path_join(path, folder, "summary.json"));
  json_t *s = json_load_file(path, 0, NULL), *stages = json_object_get(s, "wall_time_by_stage");
  const double steps = json_number_value(json_object_get(s, "steps"));
  const double time = json_number_value(json_object_get(s, "time"));
  const double snapshots = json_number_value(json_object_get(s, "snapshots"));
  const double wall = json_number_value(json_object_get(s, "wall_time")) -
                      json_number_value(json_object_get(stages, "output"));
  json_decref(s);
  CHECK(steps > 0 && time > 0, STATUS_FAILED, "%s: nothing was measured", path);
  const int status = study_plan_read(&c, p, run);
  if (!status) {
    const double snapshot_bytes = take_files(folder, "particles_");
    run->seconds = wall / time * c.end;
    run->bytes = find_bytes(&c, snapshot_bytes, snapshots, take_files(folder, "checkpoint"));
  }
  case_free(&c);
  return status;
}

static bool is_known(const struct study_run *first, int repeats) {
  for (int k = 0; k < repeats; k++)
    if (first[k].state == RUN_WAITING && !(first[k].seconds > 0)) return false;
  return true;
}

static int measure_group(struct study_run *first, const struct study_plan *p, const struct study_launch *l,
                         bool *stopped) {
  char folder[PATH_MAX], said[PATH_MAX];
  TRY(path_join(folder, l->folder, MEASURE));
  int status = study_jobs_measure(p, l, first, MEASURE, ESTIMATE_STEPS, stopped);
  if (!status && !*stopped) status = take_measure(first, p, folder);
  if (status == STATUS_DIVERGED) status = STATUS_OK; /* so will the run, and that is told then */
  for (int k = 1; k < p->repeats && !status && !*stopped; k++)
    first[k].seconds = first->seconds, first[k].bytes = first->bytes;
  take_files(folder, "");
  rmdir(folder);
  if (!path_join(said, l->folder, MEASURE ".txt")) unlink(said);
  return status;
}

int study_estimate_measure(struct study_plan *p, const struct study_launch *l, bool *stopped) {
  *stopped = false;
  for (size_t k = 0; k < p->dp_count; k++)
    for (size_t v = 0; v < p->variant_count; v++) {
      struct study_run *first = study_plan_group(p, v, k);
      if (!*stopped && !is_known(first, p->repeats)) TRY(measure_group(first, p, l, stopped));
    }
  return STATUS_OK;
}

void study_estimate_sum(struct study_estimate *e, const struct study_plan *p, int side) {
  double *times = calloc(p->run_count + 1, sizeof *times), *places = calloc((size_t)side, sizeof *places);
  size_t count = 0;
  *e = (struct study_estimate){0};
  for (size_t i = 0; times && places && i < p->run_count; i++) {
    if (p->runs[i].state != RUN_WAITING) continue;
    times[count++] = p->runs[i].seconds;
    e->bytes += p->runs[i].bytes;
  }
  if (count) sort_doubles(times, count), e->longest = times[count - 1];
  for (size_t i = count; i-- > 0;) {
    int free_first = 0;
    for (int k = 1; k < side; k++)
      if (places[k] < places[free_first]) free_first = k;
    places[free_first] += times[i];
    e->seconds = fmax(e->seconds, places[free_first]);
  }
  free(times);
  free(places);
}
