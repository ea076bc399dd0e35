/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VIEW_PAGE_H
#define VIEW_PAGE_H
/* The pages that `amphi view` and `amphi studio` show: index.html, studio.html and what is in assets/, made
 * by tools/page. */
#include <stddef.h>

struct page_file {
  char *name; /* without its folder */
  const char *type;
  char *data;
  size_t size;
};

struct page {
  struct page_file *files;
  size_t count;
};

/* Read it from `folder`, or if that is NULL from where a build or an installation puts it, seen from the
 * program: page/ beside it, or ../share/amphi/page. STATUS_USAGE where there is none, which says how to get
 * it. */
int page_read(struct page *page, const char *folder);
void page_free(struct page *page);

/* NULL if there is no such file. */
const struct page_file *page_find(const struct page *page, const char *name);

#endif
