/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/resume.h"

#include <stdio.h>
#include <string.h>

#include "util/error.h"
#include "util/path.h"

bool resume_is_folder(const char *argument) {
  char path[PATH_MAX];
  if (!path_is_folder(argument)) return false;
  if (!path_join(path, argument, "checkpoint.h5") && path_exists(path)) return true;
  return !path_join(path, argument, "used.yaml") && path_exists(path);
}

/* ---- which kind of thing differs between two cases ---- */

static bool same_shapes(const struct body *a, const struct body *b) {
  if (a->shape_count != b->shape_count) return false;
  for (size_t i = 0; i < a->shape_count; i++) {
    struct shape x = a->shapes[i], y = b->shapes[i];
    if (x.vertex_count != y.vertex_count) return false;
    if (x.vertex_count && memcmp(x.vertices, y.vertices, x.vertex_count * sizeof *x.vertices)) return false;
    bool same = x.kind == y.kind && x.cut == y.cut && x.fill == y.fill && x.layers == y.layers &&
                x.open == y.open && x.radius == y.radius && !memcmp(x.low, y.low, sizeof x.low) &&
                !memcmp(x.high, y.high, sizeof x.high) && !memcmp(x.centre, y.centre, sizeof x.centre) &&
                !memcmp(x.base, y.base, sizeof x.base) && !memcmp(x.top, y.top, sizeof x.top) &&
                !memcmp(x.point, y.point, sizeof x.point) && !memcmp(x.normal, y.normal, sizeof x.normal);
    if (!same) return false;
  }
  return true;
}

static bool same_bodies(const struct body *a, size_t a_count, const struct body *b, size_t b_count) {
  if (a_count != b_count) return false;
  for (size_t i = 0; i < a_count; i++) {
    bool same = same_shapes(&a[i], &b[i]) && a[i].field == b[i].field &&
                a[i].hydrostatic == b[i].hydrostatic &&
                !memcmp(a[i].velocity, b[i].velocity, sizeof a[i].velocity);
    if (!same) return false;
  }
  return true;
}

static bool same_domain(const struct amphi_case *a, const struct amphi_case *b) {
  return !memcmp(a->domain.low, b->domain.low, sizeof a->domain.low) &&
         !memcmp(a->domain.high, b->domain.high, sizeof a->domain.high) &&
         !memcmp(a->domain.periodic, b->domain.periodic, sizeof a->domain.periodic) &&
         a->domain.open == b->domain.open;
}

static bool same_material(const struct amphi_case *a, const struct amphi_case *b) {
  return a->material.density == b->material.density && a->material.gamma == b->material.gamma &&
         a->material.speed_of_sound == b->material.speed_of_sound &&
         a->material.sound_factor == b->material.sound_factor &&
         a->material.expected_speed == b->material.expected_speed &&
         a->material.background_pressure == b->material.background_pressure &&
         a->material.lowest_density == b->material.lowest_density;
}

static bool same_viscosity(const struct amphi_case *a, const struct amphi_case *b) {
  return a->viscosity.model == b->viscosity.model && a->viscosity.alpha == b->viscosity.alpha &&
         a->viscosity.nu == b->viscosity.nu;
}

static bool same_integrator(const struct amphi_case *a, const struct amphi_case *b) {
  return a->integrator.scheme == b->integrator.scheme && a->integrator.cfl == b->integrator.cfl &&
         a->integrator.euler_every == b->integrator.euler_every &&
         a->integrator.max_step == b->integrator.max_step;
}

/* The first key that differs, in the order of a case file; NULL if none of these does. */
static const char *first_difference(const struct amphi_case *a, const struct amphi_case *b) {
  if (a->method != b->method) return "method";
  if (a->dimensions != b->dimensions) return "dimensions";
  if (a->dp != b->dp) return "dp";
  if (!same_domain(a, b)) return "domain";
  if (memcmp(a->gravity, b->gravity, sizeof a->gravity)) return "gravity";
  if (!same_material(a, b)) return "material";
  if (!same_bodies(a->fluids, a->fluid_count, b->fluids, b->fluid_count)) return "fluids";
  if (!same_bodies(a->walls, a->wall_count, b->walls, b->wall_count)) return "walls";
  if (a->kernel != b->kernel) return "kernel";
  if (a->smoothing_ratio != b->smoothing_ratio) return "smoothing_ratio";
  if (a->formulation != b->formulation) return "formulation";
  if (!same_viscosity(a, b)) return "viscosity";
  if (a->diffusion.model != b->diffusion.model || a->diffusion.delta != b->diffusion.delta)
    return "density_diffusion";
  if (a->boundary.model != b->boundary.model || a->boundary.slip != b->boundary.slip) return "boundary";
  if (!same_integrator(a, b)) return "integrator";
  if (a->shifting.model != b->shifting.model || a->shifting.strength != b->shifting.strength ||
      a->shifting.every != b->shifting.every)
    return "shifting";
  if (a->summation != b->summation) return "summation";
  if (memcmp(a->limits.density, b->limits.density, sizeof a->limits.density)) return "limits";
  if (a->neighbours.skin != b->neighbours.skin) return "neighbours";
  return NULL;
}

/* The digest only says that something differs; the used.yaml beside the checkpoint says what. */
static int refuse(const struct checkpoint *from, const struct job *j) {
  char used[PATH_MAX], digest[33];
  TRY(path_join(used, j->folder, "used.yaml"));
  struct amphi_case earlier = {0};
  const char *key = NULL;
  bool readable = !case_read(&earlier, used, NULL, 0) && !case_digest(&earlier, digest);
  if (readable && !strcmp(digest, from->case_digest)) key = first_difference(&earlier, &j->setup.config);
  case_free(&earlier);
  if (key)
    return error_set(STATUS_USAGE,
                     "%s: the checkpoint is of another case: '%s' differs from %s; only end, output and "
                     "what names things may change at --resume",
                     j->folder, key, used);
  return error_set(STATUS_USAGE, "%s: the checkpoint is of another case than %s", j->folder,
                   j->setup.config.path);
}

int resume_read(struct checkpoint *from, const struct job *j) {
  char path[PATH_MAX], digest[33];
  TRY(path_join(path, j->folder, "checkpoint.h5"));
  CHECK(path_exists(path), STATUS_USAGE,
        "%s: no checkpoint to resume from; --force instead of --resume starts anew", j->folder);
  TRY(checkpoint_read(from, path));
  CHECK(!strcmp(from->method, "wcsph"), STATUS_USAGE, "%s: a checkpoint of method '%s', not of 'wcsph'", path,
        from->method);
  TRY(case_digest(&j->setup.config, digest));
  return strcmp(digest, from->case_digest) ? refuse(from, j) : STATUS_OK;
}
