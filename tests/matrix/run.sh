#!/usr/bin/env bash
# The determinism matrix: one program, built by each compiler at each level of optimisation and for 64-bit ARM where
# its tools are there, must print the same hashes everywhere. Argument: how many parameter sets (default 100).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
sets=${1:-100}
folder=build/matrix
mkdir -p "$folder/include"
cp /usr/include/xxhash.h "$folder/include/"

common=(core/base/result.c core/base/param.c core/bfs/frame.c core/bfs/hash.c core/sim/params.c core/sim/sincos.c
    core/sim/seeding.c core/sim/grid.c core/sim/remainder.c core/sim/rules_classic.c core/sim/kernel.c
    core/sim/kernel_scalar.c core/sim/pool.c core/sim/world.c tests/native/random_params.c tests/matrix/matrix.c)
flags=(-std=c17 -ffp-contract=off -Icore/include -Icore/sim -Itests/native -isystem "$folder/include" -w)

# build NAME COMPILER OPTION...: an executable $folder/NAME
build() {
    local name=$1 compiler=$2 source objects=()
    shift 2
    mkdir -p "$folder/$name.o"
    for source in "${common[@]}" $(kernels "$compiler"); do
        local extra=()
        case $source in
        *avx2.c) extra=(-mavx2) ;;
        *avx512.c) extra=(-mavx512f) ;;
        esac
        objects+=("$folder/$name.o/$(basename "$source").o")
        "$compiler" "${flags[@]}" "${extra[@]}" "$@" -c "$source" -o "${objects[-1]}"
    done
    "$compiler" "$@" -static "${objects[@]}" -lpthread -lm -o "$folder/$name"
}

kernels() {
    case $("$1" -dumpmachine) in
    x86_64*) echo core/sim/kernel_sse2.c core/sim/kernel_avx2.c core/sim/kernel_avx512.c ;;
    aarch64*) echo core/sim/kernel_neon.c ;;
    esac
}

failed=0 compared=0 reference=
# compare NAME RUNNER...: run the build and compare its hashes with the first one's
compare() {
    local name=$1
    shift
    if ! "$@" "$folder/$name" "$sets" >"$folder/$name.txt"; then
        echo "FAILED: $name"
        failed=$((failed + 1))
        return
    fi
    reference=${reference:-$folder/$name.txt}
    if cmp -s "$reference" "$folder/$name.txt"; then
        compared=$((compared + 1))
        echo "equal: $name, $(wc -l <"$folder/$name.txt") parameter sets"
    else
        failed=$((failed + 1))
        echo "FAILED: $name differs: $(diff "$reference" "$folder/$name.txt" | head -n 2 | tail -n 1)"
    fi
}

for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    for level in O0 O3; do
        build "$compiler-$level" "$compiler" "-$level"
        compare "$compiler-$level"
    done
done
if command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64-static >/dev/null; then
    build arm64-O3 aarch64-linux-gnu-gcc -O3
    compare arm64-O3 qemu-aarch64-static
else
    echo "left out: 64-bit ARM (its compiler or qemu-user-static is not installed)"
fi
echo "$compared passed, $failed failed"
[ "$failed" -eq 0 ]
