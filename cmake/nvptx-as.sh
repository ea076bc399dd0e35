#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Stands in for the assembler of GCC's compiler for NVIDIA's GPUs (offload-gcc.cmake): GCC 12 writes sums and
# products without a rounding, and two of such the driver fuses into one operation that rounds once.
for source; do :; done
sed -i -E 's/\b(add|sub|mul)\.(f32|f64)/\1.rn.\2/' "$source"
exec nvptx-none-as "$@"
