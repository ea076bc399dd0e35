/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "io/file.h"
#include "util/error.h"
#include "util/json.h"

size_t summary_peak_memory(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage)) return 0;
  return (size_t)usage.ru_maxrss * 1024;
}

double summary_rate(const struct summary *s, uint64_t work) {
  return s->wall_time > 0 ? (double)work / s->wall_time : 0;
}

static json_t *count(uint64_t value) {
  return json_integer((json_int_t)value);
}

static json_t *code_json(const struct summary *s) {
  json_t *code = json_object();
  json_object_set_new(code, "kind", json_name(s->code));
  json_object_set_new(code, "combination", json_name(s->combination));
  json_object_set_new(code, "advice", json_name(s->advice));
  return code;
}

static void put_build(json_t *o, const struct summary *s) {
  json_t *build = json_object();
  for (const struct note *n = s->build; n->name; n++) json_object_set_new(build, n->name, json_name(n->text));
  json_object_set_new(o, "build", build);
  json_object_set_new(o, "one_build", json_boolean(s->one_build));
}

static void put_case(json_t *o, const struct summary *s) {
  json_object_set_new(o, "version", json_name(s->version));
  put_build(o, s);
  json_object_set_new(o, "case", json_name(s->case_path));
  json_object_set_new(o, "title", json_name(s->title));
  json_object_set_new(o, "method", json_name(s->method));
  json_object_set_new(o, "outcome", json_name(s->outcome));
  json_object_set_new(o, "reason", json_name(s->reason));
  json_object_set_new(o, "backend", json_name(s->backend));
  json_object_set_new(o, "execution", json_name(s->execution));
  if (s->code) json_object_set_new(o, "code", code_json(s));
  json_object_set_new(o, "isa", json_name(s->isa));
  json_object_set_new(o, "threads", count((uint64_t)s->threads));
}

/* Of what left: its share, and the first of it. */
static void put_losses(json_t *particles, const struct summary *s) {
  if (!s->left) return;
  json_object_set_new(particles, "over_the_top", count(s->over));
  json_object_set_new(particles, "lost_share", json_number(s->lost));
  if (isnan(s->lost_time)) return;
  json_object_set_new(particles, "first_left_time", json_number(s->lost_time));
  if (isnan(s->lost_at[0])) return;
  json_t *at = json_array();
  for (int a = 0; a < 3; a++) json_array_append_new(at, json_number(s->lost_at[a]));
  json_object_set_new(particles, "first_left_at", at);
}

static void put_work(json_t *o, const struct summary *s) {
  json_t *particles = json_object();
  json_object_set_new(particles, "total", count(s->particles));
  for (int k = 0; k < s->kind_count && s->kinds[k].name; k++)
    json_object_set_new(particles, s->kinds[k].name, count(s->kinds[k].count));
  json_object_set_new(particles, "left", count(s->left));
  put_losses(particles, s);
  if (s->begun || s->fluid) {
    json_object_set_new(particles, "fluid_at_start", count(s->begun));
    json_object_set_new(particles, "came_in", count(s->came_in));
    json_object_set_new(particles, "went_out", count(s->went_out));
    json_object_set_new(particles, "fluid_at_end", count(s->fluid));
  }
  json_object_set_new(o, "particles", particles);
  json_object_set_new(o, "mean_neighbours", json_number(s->mean_neighbours));
  json_object_set_new(o, "steps", count(s->steps));
  json_object_set_new(o, "first_step", count(s->first_step));
  json_object_set_new(o, "time", json_number(s->time));
  json_object_set_new(o, "state_hash", json_name(s->state_hash));
  json_object_set_new(o, "end", json_number(s->end));
  json_object_set_new(o, "snapshots", count(s->snapshots));
  if (!s->result_count) return;
  json_t *results = json_object();
  for (int i = 0; i < s->result_count; i++)
    json_object_set_new(results, s->results[i].name, json_number(s->results[i].value));
  json_object_set_new(o, "results", results);
}

static json_t *parts_json(const struct summary *s) {
  json_t *parts = json_array();
  for (int k = 0; k < s->part_count; k++) {
    const struct summary_part *p = &s->parts[k];
    json_t *o = json_object();
    json_object_set_new(o, "fluid", count(p->fluid));
    json_object_set_new(o, "walls", count(p->walls));
    json_object_set_new(o, "halo", count(p->halo));
    json_object_set_new(o, "work_seconds", json_number(p->busy));
    json_object_set_new(o, "waiting_seconds", json_number(p->waited));
    json_object_set_new(o, "sharing_seconds", json_number(p->sharing));
    json_object_set_new(o, "exchange_seconds", json_number(p->exchanging));
    json_object_set_new(o, "sent_bytes", count(p->sent));
    json_object_set_new(o, "cuts", count(p->cuts));
    json_array_append_new(parts, o);
  }
  return parts;
}

static void put_speed(json_t *o, const struct summary *s) {
  json_t *stages = json_object();
  for (size_t i = 0; i < s->stage_count; i++)
    json_object_set_new(stages, s->stages[i].name, json_number(s->stages[i].seconds));
  json_object_set_new(o, "wall_time", json_number(s->wall_time));
  json_object_set_new(o, "wall_time_by_stage", stages);
  json_object_set_new(o, "particle_steps", count(s->particle_steps));
  json_object_set_new(o, "particle_steps_per_second", json_number(summary_rate(s, s->particle_steps)));
  json_object_set_new(o, "pair_interactions", count(s->pair_interactions));
  json_object_set_new(o, "pair_interactions_per_second", json_number(summary_rate(s, s->pair_interactions)));
  json_object_set_new(o, "peak_memory", count(s->peak_memory));
  if (s->part_count) json_object_set_new(o, "parts", parts_json(s));
}

json_t *summary_json(const struct summary *s) {
  json_t *o = json_object();
  if (!o) return NULL;
  put_case(o, s);
  put_work(o, s);
  put_speed(o, s);
  return o;
}

int summary_write(const char *path, const struct summary *s) {
  json_t *json = summary_json(s);
  char *dump = json ? json_text(json, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) : NULL;
  json_decref(json);
  CHECK(dump, STATUS_FAILED, "%s: cannot write: no memory, or text that is not UTF-8", path);
  int status = file_replace(path, dump, strlen(dump));
  free(dump);
  return status;
}

bool summary_is_complete(const char *path, uint64_t steps) {
  char *dump;
  size_t size;
  if (file_read(path, STATUS_FAILED, &dump, &size) != STATUS_OK) return false;
  json_t *json = json_loadb(dump, size, 0, NULL);
  free(dump);
  const char *outcome = json_string_value(json_object_get(json, "outcome"));
  bool ended = outcome && (!strcmp(outcome, "finished") || !strcmp(outcome, "stopped"));
  bool complete = ended && json_integer_value(json_object_get(json, "steps")) == (json_int_t)steps;
  json_decref(json);
  return complete;
}
