/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METHOD_LAB_H
#define METHOD_LAB_H
/* The lab (lab/): what papers compared and no user needs. */

/* STATUS_USAGE in a build without the lab, where `option` of a case asks for what only the lab has. */
int lab_has(const char *option);

#endif
