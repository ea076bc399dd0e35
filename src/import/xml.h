/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_XML_H
#define IMPORT_XML_H
/* Elements, attributes and text of an XML file, with their lines, by expat, after mend.h has made XML of what
 * the peer's pre-processor reads besides. There is no DTD, so there are no entities but the five and numbers,
 * no network and no other file; depth, size and attributes are bounded. What is no UTF-8 is taken for
 * Latin-1. */
#include <stdbool.h>
#include <stddef.h>

enum { XML_BYTES_MOST = 64 << 20, XML_DEPTH_MOST = 64, XML_ATTRIBUTES_MOST = 64 };

struct xml_attribute {
  const char *name, *value;
  bool used; /* it was read */
};

struct xml_node {
  const char *name;
  size_t line;
  const char *text; /* the first words between the tags, without blanks around; "" if there are none */
  struct xml_attribute *attributes;
  size_t attribute_count;
  struct xml_node *parent, *first, *last, *next;
  bool used; /* its meaning is known */
};

struct xml {
  const char *path; /* for messages */
  struct xml_node *root;
};

/* Read a file. STATUS_USAGE with path and line; the caller frees, also after a failure. */
int xml_read(struct xml *x, const char *path);
void xml_free(struct xml *x);

/* The first child of that name, and the next one of the same name; NULL if there is none. They become used.
 */
struct xml_node *xml_child(struct xml_node *n, const char *name);
struct xml_node *xml_next(struct xml_node *n);

/* Take an element out of the list `*at`, and free it. */
void xml_drop(struct xml_node **at);

/* Mark an element used, with attributes and children: it is ignored on purpose. */
void xml_know(struct xml_node *n);

/* The value of an attribute, which becomes used, or NULL. */
const char *xml_value(struct xml_node *n, const char *name);

#endif
