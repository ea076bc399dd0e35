/* SPDX-License-Identifier: BSD-3-Clause */
/* The backend and device of each part, from the lists on the command line. */
#include <stdio.h>
#include <string.h>

#include "parts/part.h"
#include "util/error.h"

int part_give_execution(struct order_execution *to, const char *name,
                        const struct execution_options *options) {
  const char *const words[] = {options->backends ? options->backends : name, options->isa, options->device};
  const struct {
    char *to;
    size_t size;
  } fields[] = {
      {to->backends, sizeof to->backends}, {to->isa, sizeof to->isa}, {to->device, sizeof to->device}};
  to->options = *options;
  for (int k = 0; k < 3; k++) {
    const char *word = words[k] ? words[k] : "";
    CHECK(strlen(word) < fields[k].size, STATUS_USAGE,
          "'%s' is too long; expected at most %zu letters (a list begins again behind its last)", word,
          fields[k].size - 1);
    snprintf(fields[k].to, fields[k].size, "%s", word);
  }
  return STATUS_OK;
}

void part_take_execution(struct part *p, const struct order_execution *from, char *backend, size_t size) {
  parts_item(backend, size, from->backends, p->number);
  const bool offloads = !strcmp(backend, "offload");
  const int on_host = part_number_on_host(offloads);
  p->options = from->options;
  p->options.backends = NULL;
  memcpy(p->isa, from->isa, sizeof p->isa);
  *p->device = '\0';
  if (offloads) parts_device(p->device, sizeof p->device, *from->device ? from->device : NULL, on_host);
  p->options.isa = *p->isa ? p->isa : NULL;
  p->options.device = *p->device ? p->device : NULL;
}

void part_describe(const struct part *p, const char *own, char *text, size_t size) {
  if (p->mixed)
    snprintf(text, size, "%d parts, in turn %s; the first %s", p->parts, p->mixed, own);
  else
    snprintf(text, size, "%d parts, each %s", p->parts, own);
}
