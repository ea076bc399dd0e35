/* SPDX-License-Identifier: BSD-3-Clause */
#include "cpu/isa.h"

#include <stdio.h>
#include <string.h>

#include "util/error.h"
#include "util/words.h"

static struct isa isas[] = {
#define X(name, lanes) {#name, lanes, false},
    CPU_ISAS(X)
#undef X
};
enum { ISA_COUNT = sizeof isas / sizeof *isas };

static const char *usable_names[ISA_COUNT + 1];
const char *const *const cpu_isa_names = usable_names;

static bool processor_has(const char *name) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  /* What -march=x86-64-v4 and -v3 may use. */
  bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
            __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl");
  if (strcmp(name, "avx512") == 0 || strcmp(name, "avx512vl") == 0) return v4;
  if (strcmp(name, "avx2") == 0) return v3;
  return strcmp(name, "sse2") == 0;
#else
  return strcmp(name, "neon") == 0;
#endif
}

__attribute__((constructor)) static void find_usable(void) {
  int n = 0;
  for (int i = 0; i < ISA_COUNT; i++) {
    isas[i].usable = processor_has(isas[i].name);
    if (isas[i].usable) usable_names[n++] = isas[i].name;
  }
}

const struct isa *isa_list(size_t *count) {
  *count = ISA_COUNT;
  return isas;
}

int isa_choose(const struct isa **chosen, const char *name) {
  size_t count;
  const struct isa *list = isa_list(&count);
  char known[128] = "";
  for (size_t i = 0; i < count; i++) {
    if (list[i].usable && (!name || strcmp(name, list[i].name) == 0)) {
      *chosen = &list[i];
      return STATUS_OK;
    }
    size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s%s", used ? ", " : "", list[i].name,
             list[i].usable ? "" : " (not on this processor)");
  }
  return error_set(STATUS_USAGE, "no instruction set '%s' here; there is %s", name ? name : "", known);
}

bool cpu_way(int number, struct execution_options *options) {
  static const int threads[] = {1, 2, 3, 7};
  enum { THREAD_COUNTS = sizeof threads / sizeof *threads };
  int sets = 0;
  while (cpu_isa_names[sets]) sets++;
  if (number >= sets * THREAD_COUNTS) return false;
  *options = (struct execution_options){.isa = cpu_isa_names[number / THREAD_COUNTS],
                                        .threads = threads[number % THREAD_COUNTS]};
  return true;
}
