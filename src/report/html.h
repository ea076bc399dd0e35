/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H
/* A page in one file: no network, no script, light or dark as its reader's system is. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Everything in front of the first section, and behind the last. */
void html_begin(FILE *out, const char *title);
void html_end(FILE *out);

/* Text from any source, also in an attribute's quotes: characters with a meaning in HTML are escaped, bytes
 * that are not UTF-8 are written as \xE9. */
void html_text(FILE *out, const char *text);

/* <TAG>text</TAG> with the text escaped; class NULL: none. */
void html_element(FILE *out, const char *tag, const char *class, const char *text);

/* A PNG file's bytes as a picture of the page. */
void html_picture(FILE *out, const uint8_t *png, size_t size, int width, int height, const char *about);

#endif
