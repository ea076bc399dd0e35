/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/chain.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/file.h"
#include "io/writer.h"
#include "util/error.h"
#include "util/path.h"
#include "util/text.h"

static const char head[] = "step,time [s],state_hash";

int chain_add(struct chain *c, const struct link *link) {
  struct link *more = reallocarray(c->links, c->count + 1, sizeof *more);
  CHECK(more, STATUS_FAILED, "no memory for the hashes of a run");
  c->links = more;
  c->links[c->count++] = *link;
  return STATUS_OK;
}

void chain_free(struct chain *c) {
  free(c->links);
  *c = (struct chain){0};
}

size_t chain_behind(const struct chain *c, uint64_t step) {
  size_t k = 0;
  while (k < c->count && c->links[k].step <= step) k++;
  return k;
}

/* The rows as they are written, so that one that reads well but is written otherwise is damaged. */
static int print_link(char line[80], const struct link *l) {
  return snprintf(line, 80, "%" PRIu64 ",%.17g,%s", l->step, l->time, l->hash);
}

static int read_link(struct chain *c, const struct text *t, const char *line) {
  char exact[80];
  struct link l = {0};
  const int found = sscanf(line, "%" SCNu64 ",%lf,%16[0-9a-f]", &l.step, &l.time, l.hash);
  const bool ascends = c->count == 0 || l.step > c->links[c->count - 1].step;
  if (found != 3 || strlen(l.hash) != HASH_TEXT - 1 || !ascends) return text_fault(t, line, head);
  print_link(exact, &l);
  if (strcmp(exact, line)) return text_fault(t, line, exact);
  return chain_add(c, &l);
}

/* The line that a killed run left without its end goes; a power cut may leave zeros in its place. */
static int drop_cut_line(char *data, size_t size, const char *path, bool *cut) {
  const size_t length = strlen(data);
  const bool whole = length == size && length > 0 && data[length - 1] == '\n';
  CHECK(whole || cut, STATUS_USAGE,
        "%s: its last line is cut off: the run was killed while it wrote it; amphi run --resume mends it",
        path);
  if (cut) *cut = !whole;
  char *last = strrchr(data, '\n');
  if (!whole) *(last ? last + 1 : data) = 0;
  return STATUS_OK;
}

int chain_read_file(struct chain *c, const char *path, bool *cut) {
  char *data;
  size_t size;
  *c = (struct chain){0};
  TRY(file_read(path, STATUS_USAGE, &data, &size));
  const int ended = drop_cut_line(data, size, path, cut);
  if (ended) {
    free(data);
    return ended;
  }
  struct text t = {.path = path, .next = data};
  const char *line = text_line(&t);
  int status = line && !strcmp(line, head) ? STATUS_OK : text_fault(&t, line, head);
  while (!status && (line = text_line(&t))) status = read_link(c, &t, line);
  if (status) chain_free(c);
  free(data);
  return status;
}

int chain_read(struct chain *c, const char *folder, bool *cut) {
  char path[PATH_MAX];
  *c = (struct chain){0};
  if (cut) *cut = false;
  TRY(path_join(path, folder, CHAIN_FILE));
  return path_exists(path) ? chain_read_file(c, path, cut) : STATUS_OK;
}

const struct link *chain_at(const struct chain *c, uint64_t step) {
  const size_t k = chain_behind(c, step);
  return k > 0 && c->links[k - 1].step == step ? &c->links[k - 1] : NULL;
}

int chain_write(const struct chain *c, const char *folder) {
  char path[PATH_MAX], line[80], *text = NULL;
  size_t size = 0;
  TRY(path_join(path, folder, CHAIN_FILE));
  FILE *out = open_memstream(&text, &size);
  if (out) fprintf(out, "%s\n", head);
  for (size_t i = 0; out && i < c->count; i++) print_link(line, &c->links[i]), fprintf(out, "%s\n", line);
  int status = out && !fclose(out) ? file_replace(path, text, size)
                                   : error_set(STATUS_FAILED, "%s: no memory to write it", path);
  free(text);
  return status;
}

struct appended {
  char path[PATH_MAX], line[80];
};

static int append_line(const struct appended *a, int fd) {
  CHECK(lseek(fd, 0, SEEK_END) > 0, STATUS_FAILED, "%s: cannot write: what was in it is gone", a->path);
  TRY(file_write_all(fd, a->path, a->line, strlen(a->line), NULL));
  CHECK(!fsync(fd), STATUS_FAILED, "%s: cannot write: %s", a->path, strerror(errno));
  return STATUS_OK;
}

static int append_now(void *what) {
  int fd;
  TRY(path_open_output(&fd, ((struct appended *)what)->path, false));
  const int status = append_line(what, fd);
  const bool closed = !close(fd);
  CHECK(status || closed, STATUS_FAILED, "%s: cannot write: %s", ((struct appended *)what)->path,
        strerror(errno));
  return status;
}

int chain_append(const struct chain *c, const char *folder) {
  struct appended *a = calloc(1, sizeof *a);
  CHECK(a, STATUS_FAILED, "no memory for the hashes of a run");
  const int status = path_join(a->path, folder, CHAIN_FILE);
  if (status) {
    free(a);
    return status;
  }
  strcpy(a->line + print_link(a->line, &c->links[c->count - 1]), "\n");
  return writer_do((struct writer_work){.run = append_now, .free = free, .what = a});
}
