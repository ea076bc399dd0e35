/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_CASES_PAGE_H
#define CLI_CASES_PAGE_H
/* A page of cases, each with its name, what it is, and a picture of its start. */
#include <limits.h>
#include <stdio.h>

struct cases_page {
  FILE *out;
  char *text;
  size_t size;
  char work[PATH_MAX]; /* a folder for pictures; "": there is none */
};

/* cases_page_end is due also where it fails. */
int cases_page_begin(struct cases_page *p);

/* What cannot be drawn is said in its place. STATUS_FAILED, also where a signal asked for the end. */
int cases_page_add(struct cases_page *p, const char *name, const char *title);

/* Write it to `path`, unless that is NULL. */
int cases_page_end(struct cases_page *p, const char *path);

#endif
