/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VIEW_STUDIO_FILES_H
#define VIEW_STUDIO_FILES_H
/* What the studio reads and writes: the case, what is beside it, and new cases. */
#include "view/studio.h"

/* FOLDER/NAME of what is in the case's folder; STATUS_USAGE if no case is open or it is no plain name. */
int studio_beside(char path[PATH_MAX], const struct studio *s, const char *name);

/* Open the case of this name in the studio's folder. */
int studio_open_case(struct studio *s, const char *name);

/* The answers to these words; they return a status of HTTP, and STATUS_... only through the error's text. */
unsigned studio_list_cases(struct studio *s, const struct view_ask *ask, json_t **out);
unsigned studio_list_beside(struct studio *s, const struct view_ask *ask, json_t **out);
unsigned studio_read_case(struct studio *s, const struct view_ask *ask, json_t **out);
unsigned studio_write_case(struct studio *s, const struct view_ask *ask, json_t **out);
unsigned studio_make_case(struct studio *s, const struct view_ask *ask, json_t **out);
unsigned studio_add_file(struct studio *s, const struct view_ask *ask, json_t **out);
unsigned studio_replace_file(struct studio *s, const struct view_ask *ask, json_t **out);

/* {"error": the recorded text}, and a status for it. */
unsigned studio_fail(json_t **out, unsigned status);

#endif
