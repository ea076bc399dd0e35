/* SPDX-License-Identifier: BSD-3-Clause */
/* The file is HDF5 behind a block of 512 bytes that says what it is, its format version, its length
 * and a hash of all that follows: damage is found before HDF5 reads a byte, for the library can
 * crash on damaged metadata. Inside, /buffers/NAME with a checksum each, and /scalars,
 * /bookkeeping and /notes with an attribute each. */
#include "io/checkpoint.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "io/checkpoint_front.h"
#include "io/file.h"
#include "io/hdf.h"
#include "io/hdf_guard.h"
#include "io/writer.h"
#include "util/error.h"
#include "util/path.h"
#include "util/words.h"

enum { FORMAT_VERSION = 4, READ_PART = 1 << 20, NOTE_MOST = 1 << 12 };
static uint64_t front_hash(const struct checkpoint_front *front) {
  return XXH3_64bits(front, offsetof(struct checkpoint_front, front_hash));
}

/* The xxh3-64 hash of the file from its current offset to its end. */
static int hash_rest(int fd, const char *path, uint64_t *hash) {
  char *part = malloc(READ_PART);
  XXH3_state_t *state = XXH3_createState();
  ssize_t n = part && state ? 1 : -1;
  if (n > 0) XXH3_64bits_reset(state);
  if (n < 0) errno = ENOMEM;
  while (n > 0 && (n = read(fd, part, READ_PART)) > 0) XXH3_64bits_update(state, part, (size_t)n);
  int reason = errno;
  if (n == 0) *hash = XXH3_64bits_digest(state);
  XXH3_freeState(state);
  free(part);
  CHECK(n == 0, STATUS_FAILED, "%s: cannot read: %s", path, strerror(reason));
  return STATUS_OK;
}

/* ---- writing ---- */

/* The group that holds the scalars: bookkeeping, or state. */
static const char *scalar_group(bool bookkeeping) {
  return bookkeeping ? "bookkeeping" : "scalars";
}

static herr_t write_scalars(hid_t file, const struct checkpoint *c, bool bookkeeping) {
  AUTO_HID group = H5Gcreate2(file, scalar_group(bookkeeping), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (group < 0) return -1;
  for (size_t i = 0; i < c->scalar_count; i++) {
    const struct scalar *s = &c->scalars[i];
    if (s->bookkeeping != bookkeeping) continue;
    if (hdf_attribute_write(group, s->name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, &s->value) < 0) return -1;
  }
  return 0;
}

static herr_t write_notes(hid_t file, const struct checkpoint *c) {
  AUTO_HID group = H5Gcreate2(file, "notes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (group < 0) return -1;
  for (size_t i = 0; i < c->note_count; i++)
    if (hdf_attribute_write_text(group, c->notes[i].name, c->notes[i].text) < 0) return -1;
  return 0;
}

static size_t buffer_bytes(const struct field *b, size_t rows) {
  return rows * (size_t)b->components * field_type_size(b->type);
}

/* Whether buffer `index` is bookkeeping. */
static bool is_bookkeeping(const struct checkpoint *c, uint64_t index) {
  return index < 64 && (c->bookkeeping >> index & 1);
}

/* Rows that come a window at a time. */
static herr_t write_window(hid_t set, const struct checkpoint *c, const struct field *b, hsize_t first,
                           hsize_t count, XXH3_state_t *hash) {
  const hsize_t start[2] = {first, 0}, block[2] = {count, (hsize_t)b->components};
  AUTO_HID space = H5Dget_space(set);
  AUTO_HID memory = H5Screate_simple(2, block, NULL);
  const void *data;
  if (space < 0 || memory < 0) return -1;
  if (c->rows_of(c->from, b, first, count, &data) != STATUS_OK) return hdf_blame(error_text());
  if (H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, block, NULL) < 0) return -1;
  XXH3_64bits_update(hash, data, buffer_bytes(b, count));
  return H5Dwrite(set, hdf_memory_type(b->type), memory, space, H5P_DEFAULT, data);
}

static herr_t write_windows(hid_t group, const struct checkpoint *c, const struct field *b,
                            const hsize_t dims[2], uint64_t *sum) {
  AUTO_HID set = hdf_dataset_create(group, b->name, hdf_file_type(b->type), dims, 2, false);
  XXH3_state_t *hash = XXH3_createState();
  herr_t result = set < 0 || !hash ? -1 : 0;
  if (hash) XXH3_64bits_reset(hash);
  for (hsize_t first = 0; first < dims[0] && result >= 0; first += ROWS_WINDOW)
    result =
        write_window(set, c, b, first, dims[0] - first < ROWS_WINDOW ? dims[0] - first : ROWS_WINDOW, hash);
  if (hash) *sum = XXH3_64bits_digest(hash);
  XXH3_freeState(hash);
  return result;
}

static herr_t write_buffer(hid_t group, const struct checkpoint *c, uint64_t index) {
  const struct field *b = &c->buffers[index];
  const size_t rows = c->rows[index];
  const uint8_t bookkeeping = is_bookkeeping(c, index);
  hsize_t dims[2] = {rows, (hsize_t)b->components};
  uint64_t sum;
  if (!b->data) {
    if (write_windows(group, c, b, dims, &sum) < 0) return -1;
  } else {
    if (hdf_write(group, b->name, b->type, dims, 2, b->data, false) < 0) return -1;
    sum = XXH3_64bits(b->data, buffer_bytes(b, rows));
  }
  AUTO_HID set = H5Dopen2(group, b->name, H5P_DEFAULT);
  if (set < 0) return -1;
  if (hdf_attribute_write(set, "xxh3-64", H5T_STD_U64LE, H5T_NATIVE_UINT64, 1, &sum) < 0) return -1;
  if (hdf_attribute_write(set, "index", H5T_STD_U64LE, H5T_NATIVE_UINT64, 1, &index) < 0) return -1;
  return hdf_attribute_write(set, "bookkeeping", H5T_STD_U8LE, H5T_NATIVE_UINT8, 1, &bookkeeping);
}

static herr_t write_contents(hid_t file, const struct checkpoint *c) {
  const uint32_t version = FORMAT_VERSION;
  if (hdf_attribute_write_text(file, "magic", CHECKPOINT_MAGIC) < 0) return -1;
  if (hdf_attribute_write(file, "version", H5T_STD_U32LE, H5T_NATIVE_UINT32, 1, &version) < 0) return -1;
  if (hdf_attribute_write_text(file, "method", c->method) < 0) return -1;
  if (hdf_attribute_write_text(file, "case_digest", c->case_digest) < 0) return -1;
  if (*c->state_hash && hdf_attribute_write_text(file, "state_hash", c->state_hash) < 0) return -1;
  if (write_scalars(file, c, false) < 0 || write_scalars(file, c, true) < 0) return -1;
  if (write_notes(file, c) < 0) return -1;
  AUTO_HID group = H5Gcreate2(file, "buffers", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (group < 0) return -1;
  for (size_t i = 0; i < c->buffer_count; i++)
    if (write_buffer(group, c, i) < 0) return -1;
  return 0;
}

/* Writes the block in front, with the checksum of all that the file holds now. */
static int seal(struct file_new *file) {
  struct checkpoint_front front = {.version = FORMAT_VERSION};
  memcpy(front.magic, CHECKPOINT_MAGIC, sizeof CHECKPOINT_MAGIC);
  off_t size = lseek(file->fd, 0, SEEK_END);
  CHECK(size >= CHECKPOINT_BLOCK && lseek(file->fd, CHECKPOINT_BLOCK, SEEK_SET) == CHECKPOINT_BLOCK,
        STATUS_FAILED, "%s: cannot write: no length", file->path);
  front.file_size = (uint64_t)size;
  TRY(hash_rest(file->fd, file->path, &front.body_hash));
  front.front_hash = front_hash(&front);
  char block[CHECKPOINT_BLOCK] = {0};
  memcpy(block, &front, sizeof front);
  CHECK(lseek(file->fd, 0, SEEK_SET) == 0, STATUS_FAILED, "%s: cannot write: %s", file->path,
        strerror(errno));
  return file_write_all(file->fd, file->path, block, sizeof block, NULL);
}

static int write_now(const char *path, const struct checkpoint *c) {
  struct checkpoint whole = *c;
  struct hdf_new new;
  uint64_t hash;
  if (c->begin) {
    TRY(c->begin(c->from, &hash));
    hash_text(whole.state_hash, hash);
  }
  TRY(hdf_create(&new, path, CHECKPOINT_BLOCK));
  TRY(hdf_close(&new, write_contents(new.id, &whole)));
  int status = seal(&new.file);
  if (status == STATUS_OK) return file_commit(&new.file);
  file_abandon(&new.file);
  return status;
}

/* ---- written by another thread, from a copy ---- */

struct checkpoint_copy {
  char *path;
  struct checkpoint c;
};

static int write_copy(void *what) {
  const struct checkpoint_copy *copy = what;
  return write_now(copy->path, &copy->c);
}

static void free_copy(void *what) {
  struct checkpoint_copy *copy = what;
  if (!copy) return;
  if (copy->c.end) copy->c.end(copy->c.from);
  checkpoint_free(&copy->c);
  free(copy->path);
  free(copy);
}

static bool copy_buffers(struct checkpoint *to, const struct checkpoint *from) {
  to->buffers = calloc(from->buffer_count + 1, sizeof *to->buffers);
  to->rows = calloc(from->buffer_count + 1, sizeof *to->rows);
  if (!to->buffers || !to->rows) return false;
  for (size_t i = 0; i < from->buffer_count; i++) {
    const struct field *b = &from->buffers[i];
    const size_t bytes = buffer_bytes(b, from->rows[i]);
    void *data = b->data ? malloc(bytes + 1) : NULL;
    to->buffers[i] = (struct field){strdup(b->name), b->type, b->components, data};
    to->rows[i] = from->rows[i];
    to->buffer_count++;
    if (!to->buffers[i].name || (b->data && !data)) return false;
    if (data && bytes) memcpy(data, b->data, bytes);
  }
  return true;
}

static bool copy_words(struct checkpoint *to, const struct checkpoint *from) {
  to->scalars = calloc(from->scalar_count + 1, sizeof *to->scalars);
  to->notes = calloc(from->note_count + 1, sizeof *to->notes);
  if (!to->scalars || !to->notes) return false;
  for (size_t i = 0; i < from->scalar_count; i++) {
    to->scalars[i] = from->scalars[i];
    to->scalars[i].name = strdup(from->scalars[i].name);
    to->scalar_count++;
    if (!to->scalars[i].name) return false;
  }
  for (size_t i = 0; i < from->note_count; i++) {
    to->notes[i] = (struct note){strdup(from->notes[i].name), strdup(from->notes[i].text)};
    to->note_count++;
    if (!to->notes[i].name || !to->notes[i].text) return false;
  }
  return true;
}

/* NULL without memory. */
static struct checkpoint_copy *copy_checkpoint(const char *path, const struct checkpoint *from) {
  struct checkpoint_copy *copy = calloc(1, sizeof *copy);
  if (!copy) return NULL;
  memcpy(copy->c.method, from->method, sizeof from->method);
  memcpy(copy->c.case_digest, from->case_digest, sizeof from->case_digest);
  memcpy(copy->c.state_hash, from->state_hash, sizeof from->state_hash);
  copy->c.bookkeeping = from->bookkeeping;
  copy->path = strdup(path);
  const bool whole = copy->path && copy_words(&copy->c, from) && copy_buffers(&copy->c, from);
  if (!whole) {
    free_copy(copy);
    return NULL;
  }
  copy->c.rows_of = from->rows_of;
  copy->c.from = from->from;
  copy->c.begin = from->begin;
  copy->c.end = from->end;
  return copy;
}

/* Writes in this thread: if there is no writer thread or no memory for a copy, or if the rows are in several
 * parts. */
static int write_here(const char *path, const struct checkpoint *c) {
  int status = writer_wait();
  if (status == STATUS_OK) status = write_now(path, c);
  if (c->end) c->end(c->from);
  return status;
}

int checkpoint_write(const char *path, const struct checkpoint *c) {
  struct checkpoint_copy *copy = NULL;
  if (writer_is_on() && (!c->rows_of || c->begin) && writer_room() == STATUS_OK)
    copy = copy_checkpoint(path, c);
  return copy ? writer_do((struct writer_work){write_copy, free_copy, copy, true}) : write_here(path, c);
}

/* ---- reading ---- */

static int foreign(const char *path, const char *start, size_t size) {
  static const char HDF5[] = "\211HDF\r\n\032\n";
  if (size == 0) return error_set(STATUS_USAGE, "%s: empty, not a checkpoint", path);
  if (size >= 8 && memcmp(start, HDF5, 8) == 0)
    return error_set(STATUS_USAGE, "%s: an HDF5 file, but not a checkpoint of amphi", path);
  return error_set(STATUS_USAGE, "%s: not a checkpoint of amphi", path);
}

static int check_front(int fd, const char *path, size_t size, uint64_t *body) {
  char block[CHECKPOINT_BLOCK];
  ssize_t n = read(fd, block, sizeof block);
  CHECK(n >= 0, STATUS_FAILED, "%s: cannot read: %s", path, strerror(errno));
  struct checkpoint_front front;
  size_t known = (size_t)n < sizeof CHECKPOINT_MAGIC ? (size_t)n : sizeof CHECKPOINT_MAGIC;
  if (known == 0 || memcmp(block, CHECKPOINT_MAGIC, known) != 0) return foreign(path, block, (size_t)n);
  CHECK((size_t)n == sizeof block, STATUS_USAGE, "%s: truncated: only %zd bytes of a checkpoint are left",
        path, n);
  memcpy(&front, block, sizeof front);
  CHECK(front.version <= FORMAT_VERSION || front.front_hash != front_hash(&front), STATUS_USAGE,
        "%s: a checkpoint of format version %" PRIu32 ", newer than this amphi reads (%d): use a newer amphi",
        path, front.version, FORMAT_VERSION);
  CHECK(front.front_hash == front_hash(&front), STATUS_USAGE,
        "%s: damaged: its header's checksum does not match", path);
  CHECK(size >= front.file_size, STATUS_USAGE, "%s: truncated: %zu of %" PRIu64 " bytes are left", path, size,
        front.file_size);
  CHECK(size == front.file_size, STATUS_USAGE, "%s: damaged: %zu bytes, expected %" PRIu64, path, size,
        front.file_size);
  uint64_t hash = 0;
  TRY(hash_rest(fd, path, &hash));
  CHECK(hash == front.body_hash, STATUS_USAGE, "%s: damaged: its checksum does not match", path);
  *body = hash;
  return STATUS_OK;
}

static int verify(const char *path, uint64_t *body) {
  int fd;
  size_t size;
  TRY(path_open_input(&fd, path, STATUS_USAGE, &size));
  int status = check_front(fd, path, size, body);
  close(fd);
  return status;
}

/* Reads the rows of a buffer and checks their number and checksum against read_buffer's. */
static int fill_buffer(hid_t group, struct checkpoint *c, size_t index, const char *path) {
  struct field *known = &c->buffers[index], field;
  uint64_t sum = 0;
  size_t rows;
  TRY(hdf_field_read(group, known->name, path, &field, &rows));
  free((void *)field.name);
  known->data = field.data;
  AUTO_HID set = H5Dopen2(group, known->name, H5P_DEFAULT);
  CHECK(set >= 0 && hdf_attribute_read(set, "xxh3-64", H5T_NATIVE_UINT64, 1, &sum) >= 0 &&
            rows == c->rows[index] && XXH3_64bits(field.data, buffer_bytes(&field, rows)) == sum,
        STATUS_USAGE, "%s: damaged: the checksum of buffer '%s' does not match", path, known->name);
  return STATUS_OK;
}

/* Reads what a buffer is, without its rows. */
static int read_buffer(hid_t group, const char *name, const char *path, struct checkpoint *c) {
  uint64_t index = UINT64_MAX;
  AUTO_HID set = H5Dopen2(group, name, H5P_DEFAULT);
  bool known = set >= 0 && H5Aexists(set, "xxh3-64") > 0 &&
               hdf_attribute_read(set, "index", H5T_NATIVE_UINT64, 1, &index) >= 0;
  CHECK(known && index < c->buffer_count && !c->buffers[index].name, STATUS_USAGE,
        "%s: buffer '%s' is not one of amphi's", path, name);
  TRY(hdf_field_shape(group, name, path, &c->buffers[index], &c->rows[index]));
  uint8_t bookkeeping = 0; /* earlier amphis did not say */
  if (hdf_attribute_read(set, "bookkeeping", H5T_NATIVE_UINT8, 1, &bookkeeping) >= 0 && bookkeeping &&
      index < 64)
    c->bookkeeping |= 1ull << index;
  return STATUS_OK;
}

static int read_buffers(hid_t file, const char *path, struct checkpoint *c) {
  AUTO_HID group = H5Gopen2(file, "buffers", H5P_DEFAULT);
  H5G_info_t info;
  CHECK(group >= 0 && H5Gget_info(group, &info) >= 0, STATUS_USAGE, "%s: no buffers in it", path);
  c->buffers = calloc(info.nlinks + 1, sizeof *c->buffers);
  c->rows = calloc(info.nlinks + 1, sizeof *c->rows);
  CHECK(c->buffers && c->rows, STATUS_FAILED, "%s: out of memory", path);
  c->buffer_count = info.nlinks;
  for (hsize_t i = 0; i < info.nlinks; i++) {
    char name[HDF_NAME];
    TRY(hdf_link_name(group, i, path, name));
    TRY(read_buffer(group, name, path, c));
  }
  return STATUS_OK;
}

/* The name of a group's i-th attribute. */
static int attribute_name(hid_t group, hsize_t i, const char *path, char name[HDF_NAME]) {
  ssize_t length = H5Aget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, HDF_NAME, H5P_DEFAULT);
  CHECK(length > 0 && length < HDF_NAME, STATUS_USAGE, "%s: a value with an unusable name", path);
  return STATUS_OK;
}

static herr_t count_attribute(hid_t group, const char *name, const H5A_info_t *info, void *count) {
  (void)group, (void)name, (void)info;
  ++*(size_t *)count;
  return 0;
}

/* The number of attributes of a group, by iteration, since the call that returns it differs between versions
 * of HDF5. */
static int attribute_count(hid_t group, const char *name, const char *path, size_t *count) {
  *count = 0;
  CHECK(group >= 0 && H5Aiterate2(group, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, count_attribute, count) >= 0,
        STATUS_USAGE, "%s: no %s in it", path, name);
  return STATUS_OK;
}

static int read_scalars(hid_t file, const char *path, struct checkpoint *c, bool bookkeeping) {
  const char *where = scalar_group(bookkeeping);
  AUTO_HID group = H5Gopen2(file, where, H5P_DEFAULT);
  size_t count = 0;
  TRY(attribute_count(group, where, path, &count));
  struct scalar *grown = realloc(c->scalars, (c->scalar_count + count + 1) * sizeof *grown);
  CHECK(grown, STATUS_FAILED, "%s: out of memory", path);
  c->scalars = grown;
  for (size_t i = 0; i < count; i++) {
    char name[HDF_NAME];
    struct scalar *s = &c->scalars[c->scalar_count];
    TRY(attribute_name(group, i, path, name));
    CHECK(hdf_attribute_read(group, name, H5T_NATIVE_DOUBLE, 1, &s->value) >= 0, STATUS_USAGE,
          "%s: scalar '%s' cannot be read", path, name);
    s->bookkeeping = bookkeeping;
    CHECK(s->name = strdup(name), STATUS_FAILED, "%s: out of memory", path);
    c->scalar_count++;
  }
  return STATUS_OK;
}

static int read_notes(hid_t file, const char *path, struct checkpoint *c) {
  AUTO_HID group = H5Gopen2(file, "notes", H5P_DEFAULT);
  size_t count = 0;
  TRY(attribute_count(group, "notes", path, &count));
  c->notes = calloc(count + 1, sizeof *c->notes);
  CHECK(c->notes, STATUS_FAILED, "%s: out of memory", path);
  for (size_t i = 0; i < count; i++) {
    char name[HDF_NAME], text[NOTE_MOST];
    TRY(attribute_name(group, i, path, name));
    CHECK(hdf_attribute_read_text(group, name, text, sizeof text) >= 0, STATUS_USAGE,
          "%s: note '%s' cannot be read", path, name);
    struct note *n = &c->notes[c->note_count++];
    *n = (struct note){strdup(name), strdup(text)};
    CHECK(n->name && n->text, STATUS_FAILED, "%s: out of memory", path);
  }
  return STATUS_OK;
}

static int read_contents(struct checkpoint *c, hid_t file, const char *path) {
  char magic[64];
  CHECK(hdf_attribute_read_text(file, "magic", magic, sizeof magic) >= 0 &&
            strcmp(magic, CHECKPOINT_MAGIC) == 0,
        STATUS_USAGE, "%s: an HDF5 file, but not a checkpoint of amphi", path);
  uint32_t version = 0;
  CHECK(hdf_attribute_read(file, "version", H5T_NATIVE_UINT32, 1, &version) >= 0 && version == FORMAT_VERSION,
        STATUS_USAGE, "%s: a checkpoint of format version %" PRIu32 ", this amphi reads %d", path, version,
        FORMAT_VERSION);
  CHECK(hdf_attribute_read_text(file, "method", c->method, sizeof c->method) >= 0 &&
            hdf_attribute_read_text(file, "case_digest", c->case_digest, sizeof c->case_digest) >= 0,
        STATUS_USAGE, "%s: it does not say its method and case", path);
  if (H5Aexists(file, "state_hash") > 0)
    HDF_CHECK(hdf_attribute_read_text(file, "state_hash", c->state_hash, sizeof c->state_hash), STATUS_USAGE,
              path, "its state's hash cannot be read");
  TRY(read_scalars(file, path, c, false));
  TRY(read_scalars(file, path, c, true));
  TRY(read_notes(file, path, c));
  return read_buffers(file, path, c);
}

static int fill_buffers(struct checkpoint *c, hid_t file, const char *path,
                        bool (*wanted)(const struct field *buffer)) {
  AUTO_HID group = H5Gopen2(file, "buffers", H5P_DEFAULT);
  CHECK(group >= 0, STATUS_USAGE, "%s: no buffers in it", path);
  for (size_t i = 0; i < c->buffer_count; i++)
    if (!c->buffers[i].data && (!wanted || wanted(&c->buffers[i]))) TRY(fill_buffer(group, c, i, path));
  return STATUS_OK;
}

static int read_file(struct checkpoint *c, const char *path, bool rows) {
  AUTO_HID file = hdf_open(path);
  CHECK(file >= 0, STATUS_USAGE, "%s: cannot read: %s", path, hdf_reason());
  TRY(read_contents(c, file, path));
  return rows ? fill_buffers(c, file, path, NULL) : STATUS_OK;
}

static int read_guarded(struct checkpoint *c, const char *path, bool rows) {
  *c = (struct checkpoint){0};
  uint64_t body = 0;
  TRY(verify(path, &body));
  hdf_guard_begin("read", path, NULL);
  int status = read_file(c, path, rows);
  hdf_guard_end(status != STATUS_OK);
  c->body = body;
  if (status == STATUS_OK && !rows && !(c->path = strdup(path)))
    status = error_set(STATUS_FAILED, "%s: out of memory", path);
  if (status != STATUS_OK) checkpoint_free(c);
  return status;
}

int checkpoint_read(struct checkpoint *c, const char *path) {
  return read_guarded(c, path, true);
}

int checkpoint_read_head(struct checkpoint *c, const char *path) {
  return read_guarded(c, path, false);
}

static int fill_file(struct checkpoint *c, bool (*wanted)(const struct field *buffer)) {
  AUTO_HID file = hdf_open(c->path);
  CHECK(file >= 0, STATUS_USAGE, "%s: cannot read: %s", c->path, hdf_reason());
  return fill_buffers(c, file, c->path, wanted);
}

int checkpoint_fill(struct checkpoint *c, bool (*wanted)(const struct field *buffer)) {
  if (!c->path) return STATUS_OK;
  hdf_guard_begin("read", c->path, NULL);
  const int status = fill_file(c, wanted);
  hdf_guard_end(status != STATUS_OK);
  return status;
}
