/* SPDX-License-Identifier: BSD-3-Clause */
/* Resuming a run: each part reads an even share of the checkpoint's rows, walls and fluid, and sends rows to
 * the parts that own them. No part ever has all particles. */
#include "case/bounds.h"
#include "parts/part.h"
#include "util/error.h"

/* The rows of a kind that a part reads. */
static uint64_t share_begin(const struct part *p, uint64_t rows, int part) {
  return rows * (uint64_t)part / (uint64_t)p->parts;
}

static int read_share(struct part *p, const struct order_resume *given) {
  uint64_t first[ROW_KINDS], before = 0, all = 0;
  uint32_t count[ROW_KINDS];
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    first[kind] = share_begin(p, given->rows[kind], p->number);
    count[kind] = (uint32_t)(share_begin(p, given->rows[kind], p->number + 1) - first[kind]);
    all += count[kind];
  }
  CHECK(all <= CASE_PARTICLES_MOST, STATUS_USAGE, "%llu particles in one part; expected at most %d",
        (unsigned long long)all, CASE_PARTICLES_MOST);
  TRY(state_reserve(&p->here, (uint32_t)(all + all / 8 + 64))); /* the halo is to come */
  state_set_counts(&p->here, count);
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    TRY(rows_read(&wcsph_rows, &p->here, p->here.ranges[kind].begin, before + first[kind], count[kind],
                  given->path, given->body));
    before += given->rows[kind];
  }
  return STATUS_OK;
}

int part_resume(struct part *p, const struct order_resume *given) {
  const int status = part_agree(p, read_share(p, given), NULL, 0);
  if (status != STATUS_OK) state_set_counts(&p->here, (const uint32_t[ROW_KINDS]){0});
  TRY(status);
  TRY(part_cut_rows(p, &p->here));
  return part_share(p, &p->here, (struct part_sharing){.walls = true});
}
