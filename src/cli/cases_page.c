/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/cases_page.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/folder.h"
#include "cli/signals.h"
#include "io/file.h"
#include "report/html.h"
#include "util/error.h"
#include "util/path.h"
#include "view/child.h"

int cases_page_begin(struct cases_page *p) {
  signals_listen(); /* the folder must not stay */
  const int status = folder_make_work(p->work, "amphi-cases-XXXXXX");
  if (status) *p->work = '\0';
  TRY(status);
  p->out = open_memstream(&p->text, &p->size);
  CHECK(p->out, STATUS_FAILED, "no memory for the page");
  html_begin(p->out, "Cases that come with amphi");
  html_element(p->out, "h1", NULL, "Cases that come with amphi");
  html_element(p->out, "p", "soft", "Each as it begins. Run one with 'amphi run NAME'.");
  fputs("<div class=\"grid\">\n", p->out);
  return STATUS_OK;
}

/* A side of a PNG, from its header. */
static int png_side(const char *png, int at) {
  const unsigned char *b = (const unsigned char *)png + at;
  return b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3];
}

/* The start of a case, drawn by a program of its own: a case that needs much memory gives it back. */
static int draw(const char *picture, const char *name) {
  char program[PATH_MAX];
  struct child child;
  child_init(&child);
  TRY(path_program(program));
  TRY(child_start(&child,
                  (char *[]){program, "check", "--picture", (char *)picture, "--", (char *)name, NULL}));
  child_wait(&child);
  const int status = child.status;
  child_free(&child);
  return status;
}

int cases_page_add(struct cases_page *p, const char *name, const char *title) {
  enum { HEADER = 24 };
  char picture[PATH_MAX], *png = NULL;
  size_t size;
  CHECK(!signals_stop(), STATUS_FAILED, "stopped: %s", strsignal(signals_stop()));
  TRY(path_join(picture, p->work, "start.png"));
  fputs("<figure>", p->out);
  if (draw(picture, name) == 0 && file_read(picture, STATUS_FAILED, &png, &size) == STATUS_OK &&
      size > HEADER)
    html_picture(p->out, (uint8_t *)png, size, png_side(png, 16), png_side(png, 20), title);
  else
    html_element(p->out, "p", "fault", "Its start could not be drawn: amphi check --picture says why.");
  html_element(p->out, "h3", NULL, name);
  html_element(p->out, "figcaption", NULL, title);
  fputs("</figure>\n", p->out);
  free(png);
  return folder_remove(p->work, "start.png");
}

int cases_page_end(struct cases_page *p, const char *path) {
  int status = STATUS_OK;
  if (p->out) {
    fputs("</div>\n", p->out);
    html_end(p->out);
    status = fclose(p->out) ? error_set(STATUS_FAILED, "no memory for the page") : STATUS_OK;
    if (!status && path) status = file_replace(path, p->text, p->size);
  }
  free(p->text);
  const int removed = *p->work ? folder_remove_work(p->work) : STATUS_OK;
  return status ? status : removed;
}
