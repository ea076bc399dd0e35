/* SPDX-License-Identifier: BSD-3-Clause */
/* Boxes of cells, a team each, where there are fewer than multiprocessors. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "offload/pairwise_box.h"

/* Paper 001, section 7.1: 12 boxes of 2 x 2 x 2 cells on 40 multiprocessors become 48 of 2 x 1 x 1; 12
 * pencils of two cells become 24 of one. Where there are enough, nothing changes. */
static void boxes_shrink(void **state) {
  (void)state;
  const uint32_t cells[3] = {4, 4, 6}, row[3] = {4, 3, 2};
  int box[3] = {2, 2, 2}, pencil[3] = {2, 1, 1}, many[3] = {2, 2, 2};
  assert_int_equal(pairwise_box_count(box, cells), 12);
  pairwise_box_shrink(box, cells, 40);
  assert_true(box[0] == 2 && box[1] == 1 && box[2] == 1);
  assert_int_equal(pairwise_box_count(box, cells), 48);
  assert_int_equal(pairwise_box_count(pencil, row), 12);
  pairwise_box_shrink(pencil, row, 40);
  assert_int_equal(pairwise_box_count(pencil, row), 24);
  pairwise_box_shrink(many, cells, 12);
  assert_int_equal(pairwise_box_count(many, cells), 12);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_shrink)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
