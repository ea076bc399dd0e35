/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VIEW_REQUEST_H
#define VIEW_REQUEST_H
/* What a browser asks for, taken apart. No escape, query or ".." is understood, so none can lead anywhere. */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum { VIEW_KEY = 32 }; /* hexadecimal digits, 128 bits */

enum request_kind {
  REQUEST_NOTHING, /* refused */
  REQUEST_FRONT,   /* the page itself */
  REQUEST_RESULTS, /* the page of results, beside that of the studio */
  REQUEST_PAGE,    /* name: of a file of the page */
  REQUEST_RUNS,    /* the list of runs */
  REQUEST_RUN,     /* the list of one run's files */
  REQUEST_FILE,    /* name: of a file of a run */
  REQUEST_STUDIO,  /* word; name: of a file, or "" */
};

struct request {
  enum request_kind kind;
  size_t run; /* < run_count */
  char word[16];
  char name[NAME_MAX + 1];
};

/* Whether it names a file or a folder without leading anywhere else: letters, digits, ".", "_" and "-", no
 * "." in front. */
bool request_is_name(const char *text);

/* `target` as it stands in the request's first line, not unescaped. Without the key of this server in front,
 * which other users of the machine do not know, it is REQUEST_NOTHING. */
struct request request_parse(const char *target, const char key[VIEW_KEY + 1], size_t run_count);

/* Whether `host` (NULL: none was said) names this machine as itself: localhost, 127.0.0.1 or [::1], with or
 * without a port. A page of another site whose name leads here says that site's. */
bool request_host_is_here(const char *host);

/* Whether `origin` is the page that `host` served. */
bool request_origin_is_ours(const char *origin, const char *host);

#endif
