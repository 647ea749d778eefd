#!/usr/bin/env bash
# Every operation of the wide type that a kernel uses is one that wide_test.c compares. Argument: the source folder.
set -euo pipefail
cd "$1"
defined=$(sed -nE 's/^BF_INLINE [^(]*[ *]([A-Za-z0-9]+)\(.*/\1/p' core/sim/wide.h | sort -u)
used=0 missing=0
for name in $defined; do
    grep -qw "$name" core/sim/*_kernel.h || continue
    used=$((used + 1))
    if ! grep -qw "$name" tests/native/wide_test.c; then
        echo "$name is used by a kernel, but tests/native/wide_test.c does not compare it"
        missing=$((missing + 1))
    fi
done
echo "$used operations used, $missing of them not compared"
[ "$used" -gt 20 ] && [ "$missing" -eq 0 ]
