/* SPDX-License-Identifier: BSD-3-Clause */
/* Paper 003, figures 12 and 20: memory by particles, and how many fit into a GPU. */
#include "lab/sheet.h"
#include "lab/wcsph_testbed.h"
#include "offload/device.h"
#include "registry/backends.h"
#include "util/error.h"
#include "util/log.h"

/* Published: the most particles that a GTX 480 (1.4 GB) and a Tesla 1060 (4 GB) take. */
struct version {
  const char *name, *settings[2];
  double of_gtx;
};
static const struct version versions[] = {
    {"FastCells(h/2)", {"offload={strategy: fine_cells, ranges: stored}"}, 1.8e6},
    {"SlowCells(h/2)", {"offload={strategy: fine_cells}"}, 0},
    {"SlowCells(h)", {"offload={strategy: cells}"}, 9e6},
    {"a list", {"offload={strategy: list}"}, 0},
    {0}};
static const double of_gtx_480 = 1.4e9;

static const struct sheet_column columns[] = {{"version", "", NULL, 0},
                                              {"particles", "particles", "%.0f", 0},
                                              {"gigabytes", "device, GB", "%.4f", 0},
                                              {"bytes_a_particle", "a particle, B", "%.0f", 0},
                                              {"millions_in_1_4_gb", "M in 1.4 GB", "%.2f", 0},
                                              {"published_millions", "published", "%.1f", 0},
                                              {0}};

static int weigh(const struct ladder_request *q, const struct version *v, double particles, double *bytes,
                 uint64_t *count) {
  struct execution_options options = *q->options;
  struct testbed_run t;
  if (device_count() == 0) options.device = "host"; /* memory is the same there */
  int status = testbed_open(&t, q, &testbed_dam_break, particles, (char *const *)v->settings,
                            wcsph_backend_find("offload"), &options);
  if (status == STATUS_OK) status = wcsph_run_rebuild(&t.r);
  if (status == STATUS_OK) {
    struct wcsph_counters c;
    t.r.backend->count(t.r.self, &c);
    *bytes = (double)c.bytes;
    *count = t.r.state.count;
  }
  testbed_close(&t);
  return status;
}

int memory_climb(const struct ladder_request *q) {
  const uint64_t most = q->particles ? q->particles : 200000;
  if (q->prints)
    log_say("Paper 003, figures 12 and 20; FastCells stores ranges, as there 400 bytes a cell of h/2");
  sheet_head(q, columns);
  for (const struct version *v = versions; v->name; v++)
    for (double particles = sheet_first_size(most, 4); particles < 2.0 * (double)most; particles *= 4) {
      double bytes;
      uint64_t count;
      TRY(weigh(q, v, particles, &bytes, &count));
      const double each = bytes / (double)count;
      json_t *row = json_pack("{s:s, s:I, s:f, s:f, s:f}", "version", v->name, "particles", (json_int_t)count,
                              "gigabytes", 1e-9 * bytes, "bytes_a_particle", each, "millions_in_1_4_gb",
                              1e-6 * of_gtx_480 / each);
      if (row && v->of_gtx > 0.0) json_object_set_new(row, "published_millions", json_real(1e-6 * v->of_gtx));
      TRY(sheet_add(q, columns, row));
    }
  for (const struct version *v = versions; v->name; v++)
    if (v->of_gtx > 0.0)
      TRY(sheet_publish(q, json_pack("{s:s, s:f, s:f}", "version", v->name, "particles", v->of_gtx,
                                     "published_gigabytes", 1e-9 * of_gtx_480)));
  return STATUS_OK;
}
