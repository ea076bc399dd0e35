/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_NEW_H
#define CLI_NEW_H

/* The case that amphi new writes, as text. */
extern const char template_case[];

#endif
