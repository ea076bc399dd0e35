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

#if P_SPARES && defined(__clang__)
/* Row r of the fluid to those that take something, or as of none (struct offload_taking). */
#pragma omp declare target
static OFFLOAD_CALL void choose(const struct offload_view *v, uint32_t begin, uint32_t r, uint16_t *row,
                                uint32_t *count) {
  const uint32_t i = begin + r, portion = r / OFFLOAD_PORTION;
  float mine[4 * PASS_ROWS_MOST];
  uint32_t at;
  P(rows_of)(P(left)(&v->state, 0), P(left)(&v->state, 1), i, mine);
  if (P(spared)(&v->law, mine)) {
    const struct offload_record me = offload_record_at(offload_record_rows(v), i);
    struct P(sums) none = {0};
    if (!P(ADDS)) {
      P(put_rows)
      (&v->law, &none, false, i, &me, P(written)(&v->state, 0), P(written)(&v->state, 1), v->records, NULL);
    }
    return;
  }
#pragma omp atomic capture
  at = count[portion]++;
  row[portion * OFFLOAD_PORTION + at] = (uint16_t)(r % OFFLOAD_PORTION);
}
#pragma omp end declare target

#define ID_(pass) PASS_##pass
#define ID(pass)  ID_(pass)

static void P(take_in)(struct offload *o) {
  const struct offload_view *v = o->there;
  const struct range fluid = P(targets)(&o->view.state);
  const uint32_t begin = fluid.begin, n = fluid.end - fluid.begin;
  const bool kept = wcsph_buffer_info[P(ROWS_FROM)].uses & ROW_SAVED;
  if (kept && o->taking.pass == ID(PASS)) return;
  uint32_t *count = o->taking.count;
  uint16_t *row = o->taking.row;
  int device = o->device;
  offload_take_none(o);
  OFFLOAD_LOOP(n, is_device_ptr(v, row, count))
  for (uint32_t r = 0; r < n; r++) choose(v, begin, r, row, count);
  o->taking.pass = ID(PASS);
}
#endif

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
#if P_SPARES && defined(__clang__)
    P(take_in)(o);
#endif
    TRY(offload_in_turns(o, own, found, NULL));
  } else {
    TRY(offload_come(o));
    P(general)(o, found);
  }
  if (P_LOADS) o->has_weighed = false;
  if ((int)P(WRITES) == (int)BUFFER_INDEX_CORRECTION) o->taking.pass = PASS_COUNT;
  *out = (struct pass_found){0};
  if (!P(FINDS)) return STATUS_OK;
  TRY(offload_collect(o, FOUND_BY_OTHERS, false, &all));
  memcpy(&out->most_of_rows, &all.most_of_rows, sizeof out->most_of_rows);
  memcpy(&out->most_of_pairs, &all.most_of_pairs, sizeof out->most_of_pairs);
  memcpy(&out->load, &all.load, sizeof out->load);
  return STATUS_OK;
}
