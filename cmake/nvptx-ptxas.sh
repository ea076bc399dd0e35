#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Stands in for NVIDIA's assembler where clang compiles device code (offload.cmake), keeps what it assembles as
# --text=FILE, which tests/offload/check_device_code.py reads, and has it done by --by=ASSEMBLER. With --teams=N the code
# takes no more registers than leave a multiprocessor room for so many teams, which clang 19 has no word for.
set -e
teams=
for word; do
  shift
  case $word in
    --text=*) text=${word#--text=} ;;
    --by=*) by=${word#--by=} ;;
    --teams=*) teams=${word#--teams=} ;;
    *) set -- "$@" "$word" ;;
  esac
  case $word in *.s) source=$word ;; esac
done
if [ "$teams" ]; then sed -i "s/^\.maxntid.*/&\n.minnctapersm $teams/" "$source"; fi
cp "$source" "$text"
exec "$by" "$@"
