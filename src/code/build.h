/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CODE_BUILD_H
#define CODE_BUILD_H
/* How this amphi was compiled: CODE_COMPILER, its path, CODE_COMPILER_ID and _VERSION, CODE_FLAGS, words for
 * every target, CODE_TARGETS, further words of each, and where device code is assembled whole CODE_PACKAGER
 * and CODE_ARCHS (cmake/code.cmake). */
#include "code_build.h"

#endif
