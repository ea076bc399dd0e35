#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints the tiny case of a method, for other checks that want one: cases.py METHOD."""
import sys

method, sys.argv[1:] = sys.argv[1], ["amphi", "."]
from faults import CASES  # noqa: E402

print(CASES[method])
