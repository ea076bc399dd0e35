/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_DEVICE_H
#define OFFLOAD_DEVICE_H
/* Where offload code can run: the GPUs that OpenMP can use, by its numbers, and this machine's processor. */
#include <stddef.h>

struct device {
  char name[96];
  size_t memory, free_memory; /* bytes; 0 where it is not known */
  int processors;             /* multiprocessors; 1 where it is not known */
};

/* The target of this program's device code, such as "nvptx sm_90"; "" where it has host code alone. */
extern const char device_target[];

/* GPUs that OpenMP can use, numbered from 0. */
int device_count(void);

/* The device of a GPU's number, or of omp_get_initial_device(). */
struct device device_look(int number);
size_t device_free_memory(int number);

/* The host's memory at `data` where a GPU reaches it by itself from now on; NULL where it cannot, or where
 * the environment has AMPHI_HALO=copies. device_forget ends that, before the memory is given back. */
void *device_reach(int number, void *data, size_t bytes);
void device_forget(int number, void *data);

/* Memory of a GPU that other processes of this host reach by its handle; and that of another process's GPU,
 * as this one's reaches it. NULL where that cannot be, or where the environment has AMPHI_HALO=copies or
 * AMPHI_HALO=host. A process that has joined leaves before the owner gives it back. */
enum { DEVICE_HANDLE = 64 };
void *device_share(int number, size_t bytes, char handle[DEVICE_HANDLE]);
void device_unshare(int number, void *data);
void *device_join(int number, const char handle[DEVICE_HANDLE]);
void device_leave(int number, void *data);

/* A loop writes 4 GB/s to the host's memory, a copy to what is registered ten times that, but it is waited
 * for once more (two NVIDIA H200: 256 KiB are written in 66 us, 4 MiB in 1000). Reading is as fast as a copy.
 * So many bytes at most are written by a loop. */
enum { DEVICE_WRITTEN_MOST = 256 * 1024 };

/* Seconds, the best of so many, for a loop on the device that writes so many bytes to the host's memory, or
 * for one and a copy beyond DEVICE_WRITTEN_MOST, and for one that reads them; by copies where the device does
 * not reach it. */
int device_measure(int number, void *host, size_t bytes, int times, double *write, double *read);

/* Why there is no GPU, as a sentence; "" where there is one. */
void device_absence(char *text, size_t size);

/* The device that --device names: a number, "host", or NULL for the first GPU. It has run a test kernel
 * when this returns STATUS_OK, so that no run falls back to the host unnoticed. */
int device_choose(int *number, const char *name);

#endif
