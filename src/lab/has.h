/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LAB_HAS_H
#define LAB_HAS_H

/* STATUS_USAGE in a build without the lab, where `option` of a case asks for what only the lab has. */
int lab_has(const char *option);

#endif
