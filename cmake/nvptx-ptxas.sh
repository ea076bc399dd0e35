#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Stands in for NVIDIA's assembler where clang compiles device code (offload.cmake), keeps what it assembles as
# --text=FILE, which tests/offload/check_device_code.py reads, and has it done by --by=ASSEMBLER.
set -e
for word; do
  shift
  case $word in
    --text=*) text=${word#--text=} ;;
    --by=*) by=${word#--by=} ;;
    *) set -- "$@" "$word" ;;
  esac
  case $word in *.s) source=$word ;; esac
done
cp "$source" "$text"
exec "$by" "$@"
