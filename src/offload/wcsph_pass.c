/* SPDX-License-Identifier: BSD-3-Clause */
/* A pass on the device, one thread a particle: compiled once for each row of wcsph/passes/list.h that has no
 * file of its own here, with the row's name as PASS. Over the list it runs as wcsph_variant.c has it. */
#include "offload/pass.h"
#include "util/error.h"
#include "wcsph/variant_choice.h"

#define NAME_(pass, code, sum) offload_##pass##_##code##_##sum
#define NAME(pass, code, sum)  NAME_(pass, code, sum)
#ifdef OFFLOAD_FEW /* where speed does not count */
#define DECLARE(code) offload_list_pass NAME(PASS, code, fixed);
#define BY_SUMS(code)                                                                                        \
  { [SUM_FIXED] = NAME(PASS, code, fixed), [SUM_DOUBLE] = NULL }
#else
#define DECLARE(code)                                                                                        \
  offload_list_pass NAME(PASS, code, plain), NAME(PASS, code, kahan), NAME(PASS, code, fixed);
#define BY_SUMS(code)                                                                                        \
  {                                                                                                          \
    [SUM_PLAIN] = NAME(PASS, code, plain), [SUM_KAHAN] = NAME(PASS, code, kahan),                            \
    [SUM_FIXED] = NAME(PASS, code, fixed), [SUM_DOUBLE] = NULL                                               \
  }
#endif
DECLARE(any)
static offload_list_pass *const listed[] = BY_SUMS(any);
#if P(IN_PLANE)
DECLARE(plane)
static offload_list_pass *const in_plane[] = BY_SUMS(plane);
#else
#define in_plane listed
#endif
/* And with Wendland's kernel alone, which most have. */
#if P(HOT) && !defined(OFFLOAD_FEW)
DECLARE(wendland)
static offload_list_pass *const of_wendland[] = BY_SUMS(wendland);
#if P(IN_PLANE)
DECLARE(wendland_plane)
static offload_list_pass *const of_wendland_in_plane[] = BY_SUMS(wendland_plane);
#else
#define of_wendland_in_plane of_wendland
#endif
#else
#define of_wendland          listed
#define of_wendland_in_plane in_plane
#endif

static offload_list_pass *code_of(const struct wcsph_law *law) {
  const bool wendland = law->kernel == KERNEL_WENDLAND && !variant_general;
  return (PASS_FLAT(law) ? wendland ? of_wendland_in_plane : in_plane
          : wendland     ? of_wendland
                         : listed)[law->summation];
}

/* With any sums, neighbours from the list or from the cells. The name is the pass's: of functions of one name
 * in one line of one file LLVM's runtime would run one kernel. */
#pragma omp declare target
static OFFLOAD_CALL void one(const struct offload_view *v, uint32_t i, struct offload_finding *f) {
  P(write_rows)(&v->law, v, i, f);
}
#pragma omp end declare target

static void P(general)(struct offload *o, struct offload_finding *found) {
  const struct offload_view *v = o->there;
  const struct range all = P(targets)(&o->view.state);
  const uint32_t begin = all.begin, end = all.end;
  int device = o->device;
  OFFLOAD_LOOP(end - begin, is_device_ptr(v, found))
  for (uint32_t i = begin; i < end; i++) one(v, i, P(FINDS) ? offload_finding_of(found, i) : NULL);
}

int PASS_JOIN(offload_pass, PASS)(struct offload *o, struct pass_found *out) {
  struct offload_finding *found = NULL, all;
  offload_list_pass *const own = code_of(o->law);
  const bool tells = P_OF_STIRRED || P_MEETS(FLUID_FROM_FLUID | FLUID_FROM_WALLS);
  CHECK(!tells || !o->view.list || o->options.types != OFFLOAD_MIXED || state_count(o->state, KIND_WALL) == 0,
        STATUS_USAGE,
        "offload.types: mixed lists do not tell fluid from walls, and the case has models that do "
        "(pass " PASS_TEXT(PASS) "); expected split");
  if (P_OF_STIRRED && o->view.list && !o->knows_movers) offload_find_movers(o);
  if (P(FINDS)) TRY(offload_expect(o, FOUND_BY_OTHERS, &found));
  if (own && o->view.list && offload_lists_as_ever(o)) {
    TRY(offload_in_turns(o, own, found, NULL));
  } else {
    TRY(offload_come(o));
    P(general)(o, found);
  }
  if (P_LOADS) o->has_weighed = false;
  *out = (struct pass_found){0};
  if (!P(FINDS)) return STATUS_OK;
  TRY(offload_collect(o, FOUND_BY_OTHERS, false, &all));
  memcpy(&out->most_of_rows, &all.most_of_rows, sizeof out->most_of_rows);
  memcpy(&out->most_of_pairs, &all.most_of_pairs, sizeof out->most_of_pairs);
  memcpy(&out->load, &all.load, sizeof out->load);
  return STATUS_OK;
}
