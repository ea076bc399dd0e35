/* SPDX-License-Identifier: BSD-3-Clause */
#include "shape/number.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "util/error.h"

enum number_type number_type(const char *name) {
  static const struct {
    const char *name;
    enum number_type type;
  } names[] = {{"char", NUMBER_I8},          {"int8", NUMBER_I8},
               {"uchar", NUMBER_U8},         {"uint8", NUMBER_U8},
               {"unsigned_char", NUMBER_U8}, {"short", NUMBER_I16},
               {"int16", NUMBER_I16},        {"ushort", NUMBER_U16},
               {"uint16", NUMBER_U16},       {"unsigned_short", NUMBER_U16},
               {"int", NUMBER_I32},          {"int32", NUMBER_I32},
               {"uint", NUMBER_U32},         {"uint32", NUMBER_U32},
               {"unsigned_int", NUMBER_U32}, {"vtktypeint64", NUMBER_I64},
               {"long", NUMBER_I64},         {"vtkIdType", NUMBER_I32},
               {"float", NUMBER_F32},        {"float32", NUMBER_F32},
               {"double", NUMBER_F64},       {"float64", NUMBER_F64}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i].name, name) == 0) return names[i].type;
  return NUMBER_NONE;
}

static uint64_t bits_of(const char *at, int size, bool big) {
  uint64_t bits = 0;
  for (int k = 0; k < size; k++) bits |= (uint64_t)(unsigned char)at[k] << 8 * (big ? size - 1 - k : k);
  return bits;
}

static double value_of(uint64_t bits, enum number_type type) {
  const uint32_t low = (uint32_t)bits;
  float single;
  double value;
  /* clang-format off */
  switch (type) {
  case NUMBER_I8: return (int8_t)bits;
  case NUMBER_U8: return (uint8_t)bits;
  case NUMBER_I16: return (int16_t)bits;
  case NUMBER_U16: return (uint16_t)bits;
  case NUMBER_I32: return (int32_t)bits;
  case NUMBER_U32: return low;
  case NUMBER_I64: return (double)(int64_t)bits;
  case NUMBER_F32: memcpy(&single, &low, sizeof single); return (double)single;
  default: memcpy(&value, &bits, sizeof value); return value;
  }
  /* clang-format on */
}

static int next_bytes(struct numbers *n, enum number_type type, const char *what, double *value) {
  static const int sizes[] = {1, 1, 2, 2, 4, 4, 8, 4, 8};
  const int size = sizes[type];
  CHECK(n->end - n->text.next >= size, STATUS_USAGE, "%s: the file ends here; expected %s", n->text.path,
        what);
  *value = value_of(bits_of(n->text.next, size, n->big), type);
  n->text.next += size;
  return STATUS_OK;
}

int number_next(struct numbers *n, enum number_type type, const char *what, double *value) {
  return n->binary ? next_bytes(n, type, what, value) : text_number(&n->text, what, value);
}

int number_whole(struct numbers *n, enum number_type type, const char *what, double least, double most,
                 double *value) {
  if (!n->binary) return text_whole(&n->text, what, least, most, value);
  TRY(next_bytes(n, type, what, value));
  CHECK(*value >= least && *value <= most && *value == floor(*value), STATUS_USAGE, "%s: %g; expected %s",
        n->text.path, *value, what);
  return STATUS_OK;
}
