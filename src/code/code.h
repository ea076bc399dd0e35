/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CODE_CODE_H
#define CODE_CODE_H
/* Specialised code for a combination of models: compiled into this program, or a shared object in the user's
 * cache (docs/specialise.md). */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* CODE_JOINED: the force pass is in one loop with the pass behind it, which has one code for all models. */
enum code_kind { CODE_GENERAL, CODE_BUILT_IN, CODE_CACHED, CODE_JOINED };
enum { CODE_NAME = 128, CODE_WHY = 640, CODE_CHOICES = 12 };

struct code {
  /* What is wanted. */
  const char *backend;                   /* "cpu", "offload" */
  const char *target;                    /* an instruction set, "scalar", or "offload" */
  const char *source;                    /* the file that is compiled, "cpu/wcsph_variant.c" */
  const char *cost;                      /* in words, what general code is of the speed of specialised code */
  char name[CODE_NAME];                  /* of the combination */
  char symbol[2 * CODE_NAME];            /* of the function */
  char choices[CODE_CHOICES][CODE_NAME]; /* definitions for the compiler, as VARIANT_KERNEL=KERNEL_CUBIC */

  /* What was found. */
  enum code_kind kind;
  bool joins;          /* the backend takes the force pass and one behind it in one loop where it may */
  void *function;      /* NULL: general code */
  char path[PATH_MAX]; /* of the object in the cache, whether it is there or not; "": there is no cache */
  char why[CODE_WHY];  /* why the object there was refused; "": there is none, or it serves */
};

/* Look for an object in the cache and load it. Never fails: without one that serves the kind stays as it is.
 * Nothing of an object is executed before its owner, its mode, its contents and what it was made of and with
 * are known to be right. */
void code_load(struct code *code);

/* Compile the object into the cache, in place of one that is there. STATUS_USAGE without the compiler, with
 * what to install; STATUS_FAILED with what the compiler said. */
int code_make(struct code *code);

/* The objects in the cache: `tell` is called with the file's name and why it would be refused ("": it
 * serves). *folder is "" where there is none. */
int code_list(char folder[PATH_MAX], void (*tell)(void *context, const char *name, const char *why),
              void *context);

/* ---- between the files of this folder ---- */

/* The user's cache: STATUS_USAGE where there is no home, or others may write there. `make`: create it. */
int code_folder(char folder[PATH_MAX], int make);

/* What an object says of itself: behind its code, so much text, padded with zeros. */
enum { CODE_STAMP = 8192 };
int code_stamp(char stamp[CODE_STAMP], const struct code *code, uint64_t bytes, uint64_t hash);

/* How this build compiles for a target: words, NULL at the end. NULL: it has no such target. */
const char *const *code_flags(const char *target);

/* The sources inside the program: digest, and written below a folder. */
uint64_t code_sources_digest(void);
int code_sources_write(const char *folder);

#endif
