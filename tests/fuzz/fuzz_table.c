/* SPDX-License-Identifier: BSD-3-Clause */
/* Any text as gauges.csv: `compare` reads it or refuses it in words; and the cells of a line, taken one by
 * one, never leave the text. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "io/frame.h"
#include "io/table.h"
#include "util/error.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void take_cells(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1), *at = text, *cell;
  if (!text) abort();
  memcpy(text, data, size);
  text[size] = 0;
  const size_t length = strlen(text); /* quotes are undone in place: it only gets shorter */
  while (at < text + length && *at) {
    table_take_cell(&at, &cell);
    if (cell < text || cell + strlen(cell) > text + length || at > text + length) abort();
  }
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[64];
  const int fd = memfd_create("table", 0);
  if (fd < 0 || write(fd, data, size) != (ssize_t)size) abort();
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  struct frame_file f = {.path = path};
  const int status = frame_file_read_csv(&f, path);
  if (status != STATUS_OK && (status != STATUS_USAGE || !*error_text())) abort();
  frame_file_free(&f);
  close(fd);
  take_cells(data, size);
  return 0;
}
