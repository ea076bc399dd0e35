/* SPDX-License-Identifier: BSD-3-Clause */
/* OpenMP has neither names nor sizes of devices, so NVIDIA's driver is asked for them where it is installed.
 */
#include "offload/device.h"

#include <ctype.h>
#include <dlfcn.h>
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "offload/loop.h"
#include "util/error.h"

#ifndef OFFLOAD_TARGET /* set by cmake/offload.cmake */
#define OFFLOAD_TARGET ""
#endif
const char device_target[] = OFFLOAD_TARGET;

static bool for_nvidia(void) {
  return strncmp(device_target, "nvptx", 5) == 0;
}

#if defined(OFFLOAD_HOST_ONLY) && defined(__clang__)
/* ---- memory, where there is no device: clang then leaves out the library that has these ---- */

void *omp_target_alloc(size_t size, int device) {
  (void)device;
  return malloc(size);
}

void omp_target_free(void *pointer, int device) {
  (void)device;
  free(pointer);
}

int omp_target_memcpy(void *to, const void *from, size_t size, size_t to_offset, size_t from_offset,
                      int to_device, int from_device) {
  (void)to_device, (void)from_device;
  memmove((char *)to + to_offset, (const char *)from + from_offset, size);
  return 0;
}

int omp_target_associate_ptr(const void *here, const void *there, size_t size, size_t offset, int device) {
  (void)here, (void)there, (void)size, (void)offset, (void)device;
  return 1; /* memory of one place has no twin elsewhere */
}

int omp_target_disassociate_ptr(const void *here, int device) {
  (void)here, (void)device;
  return 1;
}
#endif

/* ---- NVIDIA's driver: functions of libcuda.so.1, loaded when first asked; 0 is success ---- */

#define CUDA_CALLS(X)                                                                                        \
  X(cuInit, (unsigned flags))                                                                                \
  X(cuDeviceGetCount, (int *count))                                                                          \
  X(cuDeviceGet, (int *device, int number))                                                                  \
  X(cuDeviceGetName, (char *name, int size, int device))                                                     \
  X(cuDeviceGetAttribute, (int *value, int attribute, int device))                                           \
  X(cuDevicePrimaryCtxSetFlags_v2, (int device, unsigned flags))                                             \
  X(cuDevicePrimaryCtxRetain, (void **context, int device))                                                  \
  X(cuDevicePrimaryCtxRelease_v2, (int device))                                                              \
  X(cuCtxPushCurrent_v2, (void *context))                                                                    \
  X(cuCtxPopCurrent_v2, (void **context))                                                                    \
  X(cuCtxSetLimit, (int limit, size_t value))                                                                \
  X(cuMemGetInfo_v2, (size_t * free, size_t * total))                                                        \
  X(cuMemHostRegister_v2, (void *data, size_t bytes, unsigned flags))                                        \
  X(cuMemHostUnregister, (void *data))                                                                       \
  X(cuMemHostGetDevicePointer_v2, (unsigned long long *there, void *data, unsigned flags))                   \
  X(cuMemAlloc_v2, (unsigned long long *there, size_t bytes))                                                \
  X(cuMemFree_v2, (unsigned long long there))                                                                \
  X(cuIpcGetMemHandle, (struct handle * handle, unsigned long long there))                                   \
  X(cuIpcOpenMemHandle_v2, (unsigned long long *there, struct handle handle, unsigned flags))                \
  X(cuIpcCloseMemHandle, (unsigned long long there))

struct handle { /* CUipcMemHandle */
  char bytes[DEVICE_HANDLE];
};
enum { CUDA_SCHED_SPIN = 1 }; /* CUctx_flags */
enum { CUDA_REGISTER_PORTABLE = 1, CUDA_REGISTER_MAPPED = 2 };
enum { CUDA_PEERS = 1 };       /* CUipcMem_flags: GPUs reach each other's memory */
enum { CUDA_BLOCK = 2 << 20 }; /* memory that is shared comes in such blocks: no others' is in them */
enum { CUDA_LIMIT_STACK = 0 }; /* CUlimit */
enum { CUDA_PROCESSORS = 16, CUDA_COMPUTE_MAJOR = 75, CUDA_COMPUTE_MINOR = 76 }; /* CUdevice_attribute */

static struct {
#define X(name, parameters) int(*name) parameters;
  CUDA_CALLS(X)
#undef X
  bool tried, present;
  int error; /* of cuInit */
} cuda;

static bool cuda_ready(void) {
  if (!cuda.tried) {
    cuda.tried = true;
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    cuda.present = library != NULL;
#define X(name, parameters)                                                                                  \
  if (library) *(void **)&cuda.name = dlsym(library, #name);                                                 \
  if (!cuda.name) cuda.present = false;
    CUDA_CALLS(X)
#undef X
    if (cuda.present) cuda.error = cuda.cuInit(0);
  }
  return cuda.present && cuda.error == 0;
}

/* The driver wants a context to tell how much memory is free. The one that OpenMP's runtime uses is shared;
 * it is made, and unmade, here if there is none yet. */
static void cuda_memory(struct device *d, int device) {
  void *context;
  if (cuda.cuDevicePrimaryCtxRetain(&context, device)) return;
  if (!cuda.cuCtxPushCurrent_v2(context)) {
    size_t available, total;
    if (!cuda.cuMemGetInfo_v2(&available, &total)) d->free_memory = available, d->memory = total;
    cuda.cuCtxPopCurrent_v2(&context);
  }
  cuda.cuDevicePrimaryCtxRelease_v2(device);
}

static void cuda_look(struct device *d, int number) {
  int device;
  if (!cuda_ready() || cuda.cuDeviceGet(&device, number)) return;
  if (cuda.cuDeviceGetName(d->name, sizeof d->name, device)) strcpy(d->name, "a GPU");
  cuda.cuDeviceGetAttribute(&d->processors, CUDA_PROCESSORS, device);
  cuda_memory(d, device);
}

/* The context that OpenMP's runtime will use, made before its own first use of the device, and kept until the
 * program ends.
 *   LLVM's keeps to the flags of a context that is there. Its own let a thread that waits for the GPU sleep,
 * and its waking takes 200 to 300 us a kernel (measured on a machine with an NVIDIA H200: 0.6 ms of a step of
 * 2 ms); this one waits in a loop. GCC's takes the context that is current, and its code needs more stack
 * than the driver's 1 KiB a thread (cmake/offload-gcc.cmake says what of). */
static void cuda_prepare(int number) {
  int device;
  void *context;
  if (!for_nvidia() || !cuda_ready() || cuda.cuDeviceGet(&device, number)) return;
  if (cuda.cuDevicePrimaryCtxSetFlags_v2(device, CUDA_SCHED_SPIN)) return;
  if (cuda.cuDevicePrimaryCtxRetain(&context, device)) return;
#ifndef __clang__
  if (!cuda.cuCtxPushCurrent_v2(context)) cuda.cuCtxSetLimit(CUDA_LIMIT_STACK, 4096);
#endif
}

/* Do something in the context that OpenMP's runtime uses. */
static bool cuda_enter(int number, int *device) {
  void *context;
  if (!for_nvidia() || !cuda_ready() || cuda.cuDeviceGet(device, number)) return false;
  if (cuda.cuDevicePrimaryCtxRetain(&context, *device)) return false;
  if (!cuda.cuCtxPushCurrent_v2(context)) return true;
  cuda.cuDevicePrimaryCtxRelease_v2(*device);
  return false;
}

static void cuda_leave(int device) {
  void *context;
  cuda.cuCtxPopCurrent_v2(&context);
  cuda.cuDevicePrimaryCtxRelease_v2(device);
}

/* Whether the environment's AMPHI_HALO says so. */
static bool halo_by(const char *means) {
  const char *how = getenv("AMPHI_HALO");
  return how && !strcmp(how, means);
}

void *device_reach(int number, void *data, size_t bytes) {
  unsigned long long there = 0;
  int device = 0;
  if (halo_by("copies") || !cuda_enter(number, &device)) return NULL;
  if (cuda.cuMemHostRegister_v2(data, bytes, CUDA_REGISTER_PORTABLE | CUDA_REGISTER_MAPPED) == 0 &&
      cuda.cuMemHostGetDevicePointer_v2(&there, data, 0) != 0) {
    cuda.cuMemHostUnregister(data);
    there = 0;
  }
  cuda_leave(device);
  return (void *)(uintptr_t)there;
}

void device_forget(int number, void *data) {
  int device = 0;
  if (!cuda_enter(number, &device)) return;
  cuda.cuMemHostUnregister(data);
  cuda_leave(device);
}

void *device_share(int number, size_t bytes, char handle[DEVICE_HANDLE]) {
  struct handle its;
  unsigned long long there = 0;
  int device = 0;
  if (halo_by("copies") || halo_by("host") || !cuda_enter(number, &device)) return NULL;
  if (cuda.cuMemAlloc_v2(&there, (bytes + CUDA_BLOCK) / CUDA_BLOCK * CUDA_BLOCK)) there = 0;
  if (there && cuda.cuIpcGetMemHandle(&its, there)) {
    cuda.cuMemFree_v2(there);
    there = 0;
  }
  if (there) memcpy(handle, &its, sizeof its);
  cuda_leave(device);
  return (void *)(uintptr_t)there;
}

void device_unshare(int number, void *data) {
  int device = 0;
  if (!cuda_enter(number, &device)) return;
  cuda.cuMemFree_v2((uintptr_t)data);
  cuda_leave(device);
}

void *device_join(int number, const char handle[DEVICE_HANDLE]) {
  struct handle its;
  memcpy(&its, handle, sizeof its);
  unsigned long long there = 0;
  int device = 0;
  if (!cuda_enter(number, &device)) return NULL;
  if (cuda.cuIpcOpenMemHandle_v2(&there, its, CUDA_PEERS)) there = 0;
  cuda_leave(device);
  return (void *)(uintptr_t)there;
}

void device_leave(int number, void *data) {
  int device = 0;
  if (!cuda_enter(number, &device)) return;
  cuda.cuIpcCloseMemHandle((uintptr_t)data);
  cuda_leave(device);
}

/* ---- this machine ---- */

static size_t host_available(void) {
  unsigned long long kib = 0;
  char line[128];
  FILE *file = fopen("/proc/meminfo", "r");
  while (file && !kib && fgets(line, sizeof line, file)) sscanf(line, "MemAvailable: %llu kB", &kib);
  if (file) fclose(file);
  return (size_t)kib * 1024;
}

static void host_look(struct device *d) {
  long pages = sysconf(_SC_PHYS_PAGES);
  snprintf(d->name, sizeof d->name, "this machine's processor");
  d->memory = pages > 0 ? (size_t)pages * (size_t)sysconf(_SC_PAGESIZE) : 0;
  d->free_memory = host_available();
}

/* ---- both ---- */

/* A runtime may count devices that this program has no code for. */
int device_count(void) {
  return *device_target ? omp_get_num_devices() : 0;
}

struct device device_look(int number) {
  struct device d = {.name = "a GPU", .processors = 1};
  if (number == omp_get_initial_device())
    host_look(&d);
  else if (for_nvidia())
    cuda_look(&d, number);
  return d;
}

size_t device_free_memory(int number) {
  return device_look(number).free_memory;
}

/* The compute capability of the first GPU tells code for another architecture from other causes. */
static void cuda_absence(char *text, size_t size) {
  int count = 0, device, major = 0, minor = 0;
  char name[96] = "";
  if (!cuda_ready()) {
    if (cuda.present)
      snprintf(text, size, "NVIDIA's driver finds no GPU (cuInit: error %d)", cuda.error);
    else
      snprintf(text, size, "NVIDIA's driver (libcuda.so.1) is not installed");
    return;
  }
  cuda.cuDeviceGetCount(&count);
  if (count < 1 || cuda.cuDeviceGet(&device, 0)) {
    snprintf(text, size, "NVIDIA's driver finds no GPU");
    return;
  }
  cuda.cuDeviceGetName(name, sizeof name, device);
  cuda.cuDeviceGetAttribute(&major, CUDA_COMPUTE_MAJOR, device);
  cuda.cuDeviceGetAttribute(&minor, CUDA_COMPUTE_MINOR, device);
  snprintf(text, size, "OpenMP cannot use the GPU here (%s, sm_%d%d) with the code in this amphi (%s)", name,
           major, minor, device_target);
}

void device_absence(char *text, size_t size) {
  *text = '\0';
  if (!*device_target)
    snprintf(text, size, "this amphi was built without code for a GPU");
  else if (device_count() > 0)
    return;
  else if (for_nvidia())
    cuda_absence(text, size);
  else
    snprintf(text, size, "OpenMP finds no GPU for the code in this amphi (%s)", device_target);
}

static int check_count(long number) {
  int count = device_count();
  char why[256];
  device_absence(why, sizeof why);
  CHECK(
      count > 0, STATUS_USAGE,
      "no GPU to offload to: %s; docs/gpu.md says what to do. --backend cpu is for this machine's processor, "
      "and --device host runs the offload code there",
      why);
  CHECK(number < count, STATUS_USAGE,
        "--device %ld: there %s %d here, numbered from 0; --device help lists %s", number,
        count == 1 ? "is" : "are", count, count == 1 ? "it" : "them");
  return STATUS_OK;
}

int device_choose(int *number, const char *name) {
  *number = omp_get_initial_device();
  if (name && strcmp(name, "host") == 0) return STATUS_OK;
  char *end = NULL;
  long wanted = name ? strtol(name, &end, 10) : 0;
  CHECK(!name || (isdigit((unsigned char)*name) && *end == '\0'), STATUS_USAGE,
        "--device: expected a number or 'host', got '%s'", name);
  TRY(check_count(wanted));
  int device = (int)wanted, on_host = 1;
  cuda_prepare(device);
  OFFLOAD_LOOP(1, map(from : on_host))
  for (int i = 0; i < 1; i++) on_host = omp_is_initial_device();
  CHECK(!on_host, STATUS_USAGE,
        "device %d does not run the code in this amphi (%s); docs/gpu.md says what to look at", device,
        device_target);
  *number = device;
  return STATUS_OK;
}
