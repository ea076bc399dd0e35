/* SPDX-License-Identifier: BSD-3-Clause */
/* What HDF5's filters shuffle and deflate do to a chunk, done here for many chunks at once. */
#include "io/chunks.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "util/error.h"

enum { CHUNKS_AT_ONCE = ROWS_WINDOW / HDF_CHUNK_ROWS };

/* A chunk on its way to the file. */
struct chunk {
  unsigned char *rows, *shuffled, *packed;
  uLongf bytes; /* packed */
  int outcome;  /* zlib's */
};

/* The first bytes of all values, then the second ones and so on; in the file values are little-endian. */
static void shuffle(unsigned char *to, const unsigned char *from, size_t values, size_t size) {
  for (size_t b = 0; b < size; b++) {
    const unsigned char *byte = from + (BYTE_ORDER == LITTLE_ENDIAN ? b : size - 1 - b);
    for (size_t v = 0; v < values; v++) *to++ = byte[v * size];
  }
}

/* All chunks have as many rows; those behind the last one of the dataset are zero. */
static void pack_chunk(struct chunk *k, const struct column *c, size_t first, size_t count,
                       size_t chunk_rows) {
  const size_t size = field_type_size(c->field.type), row = (size_t)c->field.components * size;
  const size_t rows = count - first < chunk_rows ? count - first : chunk_rows, bytes = chunk_rows * row;
  c->fill(&c->field, first, rows, k->rows);
  memset(k->rows + rows * row, 0, bytes - rows * row);
  shuffle(k->shuffled, k->rows, bytes / size, size);
  k->bytes = compressBound(bytes);
  k->outcome = compress2(k->packed, &k->bytes, k->shuffled, bytes, HDF_DEFLATE_LEVEL);
}

static herr_t write_all(hid_t set, struct chunk *chunks, const struct column *c, hsize_t count,
                        hsize_t chunk_rows) {
  const hsize_t step = CHUNKS_AT_ONCE * chunk_rows; /* ROWS_WINDOW, if there are so many */
  for (hsize_t begin = 0; begin < count; begin += step) {
    if (c->ready && c->ready(&c->field, begin) != STATUS_OK) return hdf_blame(error_text());
    const hsize_t left = (count - begin + chunk_rows - 1) / chunk_rows;
    const int n = left < CHUNKS_AT_ONCE ? (int)left : CHUNKS_AT_ONCE;
#pragma omp parallel for schedule(dynamic, 1)
    for (int k = 0; k < n; k++) pack_chunk(&chunks[k], c, begin + (hsize_t)k * chunk_rows, count, chunk_rows);
    for (int k = 0; k < n; k++) {
      const hsize_t offset[2] = {begin + (hsize_t)k * chunk_rows, 0};
      if (chunks[k].outcome != Z_OK) return -1;
      if (H5Dwrite_chunk(set, H5P_DEFAULT, 0, offset, chunks[k].bytes, chunks[k].packed) < 0) return -1;
    }
  }
  return 0;
}

herr_t hdf_write_chunks(hid_t set, const struct column *c, hsize_t count) {
  const hsize_t chunk_rows = count < HDF_CHUNK_ROWS ? count : HDF_CHUNK_ROWS;
  const size_t bytes = chunk_rows * (size_t)c->field.components * field_type_size(c->field.type);
  const size_t each = (2 * bytes + compressBound(bytes) + 15) / 16 * 16; /* so that rows are aligned */
  if (count == 0) return 0;
  struct chunk chunks[CHUNKS_AT_ONCE];
  unsigned char *memory = malloc(CHUNKS_AT_ONCE * each);
  if (!memory) return -1;
  for (size_t k = 0; k < CHUNKS_AT_ONCE; k++) {
    unsigned char *at = memory + k * each;
    chunks[k] = (struct chunk){.rows = at, .shuffled = at + bytes, .packed = at + 2 * bytes};
  }
  const herr_t result = write_all(set, chunks, c, count, chunk_rows);
  free(memory);
  return result;
}
