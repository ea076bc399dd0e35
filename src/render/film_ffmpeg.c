/* SPDX-License-Identifier: BSD-3-Clause */
/* MP4 and WebM by the program ffmpeg, which gets the pictures through a pipe. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/file.h"
#include "render/film.h"
#include "util/error.h"

enum { MILLISECONDS = 100 }; /* that a picture is shown; one that is shown longer comes several times */

struct stream {
  struct film film;
  struct file_new file; /* what ffmpeg writes, under its temporary name */
  pid_t child;          /* 0: none */
  int pipe;             /* to it; -1: closed */
  bool created;
};

/* H.264 that all browsers play; VP9. Sizes are made even: chroma is halved. */
#define SIZES "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-pix_fmt", "yuv420p"
static const char *const mp4[] = {"-c:v",      "libx264",    "-crf", "20",  SIZES,
                                  "-movflags", "+faststart", "-f",   "mp4", NULL};
static const char *const webm[] = {"-c:v", "libvpx-vp9", "-crf", "32",   "-b:v",
                                   "0",    SIZES,        "-f",   "webm", NULL};

static int spawn(struct stream *s, int input, const char *const format[], char *size, char *output) {
  extern char **environ;
  enum { MOST = 40 };
  const char *const head[] = {
      "ffmpeg", "-hide_banner", "-loglevel", "error",       "-y", "-f", "rawvideo", "-pixel_format",
      "rgb24",  "-framerate",   "10",        "-video_size", size, "-i", "pipe:0",   NULL};
  char *arguments[MOST];
  int count = 0;
  for (int i = 0; head[i]; i++) arguments[count++] = (char *)head[i];
  for (int i = 0; format[i]; i++) arguments[count++] = (char *)format[i];
  arguments[count++] = output, arguments[count] = NULL;
  posix_spawn_file_actions_t actions;
  CHECK(!posix_spawn_file_actions_init(&actions), STATUS_FAILED, "out of memory");
  int error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  if (!error) error = posix_spawnp(&s->child, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (!error) return STATUS_OK;
  s->child = 0;
  return error_set(
      error == ENOENT ? STATUS_USAGE : STATUS_FAILED,
      "%s: needs the program ffmpeg: %s. Without it: a film as .webp, or -o FOLDER/ for a picture (PNG) of "
      "each snapshot",
      s->film.path, error == ENOENT ? "it is not installed" : strerror(error));
}

static int begin_film_ffmpeg(struct film *film) {
  struct stream *s = (struct stream *)film;
  int ends[2];
  char size[32], output[PATH_MAX + 16];
  s->pipe = -1;
  signal(SIGPIPE, SIG_IGN); /* if ffmpeg ends early, writing says so */
  TRY(file_create(&s->file, film->path));
  s->created = true;
  snprintf(size, sizeof size, "%dx%d", film->width, film->height);
  snprintf(output, sizeof output, "file:%s", s->file.temporary);
  CHECK(!pipe2(ends, O_CLOEXEC), STATUS_FAILED, "no pipe: %s", strerror(errno));
  s->pipe = ends[1];
  int status = spawn(s, ends[0], film->way == &film_mp4 ? mp4 : webm, size, output);
  close(ends[0]);
  return status;
}

static int wait_for(struct stream *s) {
  int status = 0;
  if (s->pipe >= 0) close(s->pipe);
  s->pipe = -1;
  while (s->child && waitpid(s->child, &status, 0) < 0 && errno == EINTR) continue;
  s->child = 0;
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, STATUS_FAILED, "%s: ffmpeg could not make it",
        s->film.path);
  return STATUS_OK;
}

static int add_film_ffmpeg(struct film *film, const uint8_t *pixels, int milliseconds) {
  struct stream *s = (struct stream *)film;
  const size_t bytes = 3 * (size_t)film->width * (size_t)film->height;
  for (int shown = 0; shown < milliseconds; shown += MILLISECONDS) {
    int status = file_write_all(s->pipe, "ffmpeg", pixels, bytes, NULL);
    if (!status) continue;
    TRY(wait_for(s)); /* what it says of itself tells more than the pipe */
    return status;
  }
  return STATUS_OK;
}

static int finish_film_ffmpeg(struct film *film) {
  struct stream *s = (struct stream *)film;
  TRY(wait_for(s));
  s->created = false;
  return file_commit(&s->file);
}

static void drop_film_ffmpeg(struct film *film) {
  struct stream *s = (struct stream *)film;
  if (s->pipe >= 0) close(s->pipe);
  s->pipe = -1;
  while (s->child && waitpid(s->child, NULL, 0) < 0 && errno == EINTR) continue;
  if (s->created) file_abandon(&s->file);
}

const struct film_way film_mp4 = {".mp4",          sizeof(struct stream), begin_film_ffmpeg,
                                  add_film_ffmpeg, finish_film_ffmpeg,    drop_film_ffmpeg};
const struct film_way film_webm = {".webm",         sizeof(struct stream), begin_film_ffmpeg,
                                   add_film_ffmpeg, finish_film_ffmpeg,    drop_film_ffmpeg};
