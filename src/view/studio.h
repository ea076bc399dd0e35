/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VIEW_STUDIO_H
#define VIEW_STUDIO_H
/* The studio: one case that a user writes in a browser, checks and runs. What it answers, as JSON; POST takes
 * JSON too, but for files, and a failure is {"error": text}:
 * GET  state            version, folder, case (or null); its programs: check, lay, time, run, film
 * GET  schema           all keys of a case
 * GET  cases            here: cases in the folder; shipped: those that come along, with titles
 * GET  beside           files and output folders beside the case
 * GET  case             file, text
 * GET  laid/NAME        a snapshot of the particles that were laid
 * POST new              name, and `from` (a case that comes along; "": the small one) or `text`
 * POST open             name
 * POST case             text, base: the text that it takes the place of; 409 where the file has another one
 * POST file/NAME        bytes, to a file beside the case; 409 where there is one; replace/NAME: in its place
 * POST check            text: check it; ends an earlier check
 * POST lay              lay the particles of the text that was checked last
 * POST time             take some steps of that text, to say how long a run takes; 400 while one goes on
 * POST run              output, how: new, replace or resume; 409 where an earlier run is in the way
 * POST show/NAME        an output folder beside the case: its results are those of /KEY/results
 * POST with/NAME        another one, beside whose results those are shown; its own name: none
 * POST stop             the run, which writes a checkpoint first
 * POST film             draw a film of the run that is shown, as `amphi render` does
 * GET  film/film.webp   the film
 * Nothing is written but the case file, files of the kinds that a case reads, new folders in `folder`, and
 * what `amphi run` and `amphi render` write to output folders beside the case. */
#include <limits.h>

#include "view/child.h"
#include "view/server.h"

struct studio {
  const char *program; /* amphi */
  const char *schema;  /* JSON */
  const char *shipped; /* folder of the cases that come along; "": none */
  bool (*holds_run)(const char *folder, char name[NAME_MAX + 1]);
  char folder[PATH_MAX]; /* of cases */
  char file[PATH_MAX];   /* the case; "": none is open */
  char work[PATH_MAX];   /* a folder for the text that is checked */
  char start[PATH_MAX];  /* and one for the particles that are laid */

  /* its own */
  char output[NAME_MAX + 1], output_path[PATH_MAX]; /* of the run shown last */
  char other_path[PATH_MAX];                        /* of one beside it; "": none */
  struct view_run results[2], laid, film;           /* is_output is the caller's */
  struct child check, lay, time, run, render;
  unsigned checked; /* how many checks were started */
};

void studio_init(struct studio *s);

/* As struct view_studio wants it. */
unsigned studio_answer(void *self, const struct view_ask *ask, struct view_answer *answer);

/* Stop the run with a checkpoint, and wait for that; end the others. */
void studio_finish(void *self);

#endif
