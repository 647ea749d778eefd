#!/usr/bin/env bash
# The determinism matrix: one program, built in several ways, must print the same lines everywhere (matrix.c), and the
# WebAssembly modules, where they are built, end the same sets in the same hashes (wasm.js).
#   run.sh quick [SETS]   gcc unoptimised and optimised, WebAssembly (300 sets)
#   run.sh full [SETS]    and clang, and 64-bit ARM under emulation (600 sets)
# What is not installed is left out, and said so.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tier=${1:-full}
case $tier in
quick) sets=${2:-300} ;;
full) sets=${2:-600} ;;
*)
    echo "usage: tests/matrix/run.sh [quick|full] [SETS]" >&2
    exit 2
    ;;
esac
folder=${BF_MATRIX_DIR:-build/matrix}
mkdir -p "$folder/include"
cp /usr/include/xxhash.h "$folder/include/"

# The core without scenes and files, and the random sets.
sources=(core/base/*.c core/bfs/frame.c core/bfs/hash.c tests/native/random_params.c tests/native/ways.c
    tests/matrix/matrix.c)
for source in core/sim/*.c; do
    case $source in
    */kernel_scalar.c) sources+=("$source") ;;
    */scene*.c | */kernel_*.c) ;;
    *) sources+=("$source") ;;
    esac
done
flags=(-std=c17 -ffp-contract=off -fno-strict-aliasing -Icore/include -Icore/sim -Itests/native
    -isystem "$folder/include" -w)

# The kernels of the machine that the compiler compiles for, each with its own option.
kernels() {
    case $("$1" -dumpmachine) in
    x86_64*)
        echo core/sim/kernel_sse2.c
        echo core/sim/kernel_avx2.c -mavx2
        echo core/sim/kernel_avx512.c -mavx512f
        ;;
    aarch64*) echo core/sim/kernel_neon.c ;;
    esac
}

# build NAME COMPILER OPTION...: an executable $folder/NAME, its files compiled side by side
build() {
    local name=$1 compiler=$2 file extra
    shift 2
    rm -rf "$folder/$name.o"
    mkdir -p "$folder/$name.o"
    { printf '%s\n' "${sources[@]}" && kernels "$compiler"; } | while read -r file extra; do
        echo "$compiler ${flags[*]} $* $extra -c $file -o $folder/$name.o/$(basename "$file" .c).o"
    done | xargs -P "$(nproc)" -I{} sh -c {}
    "$compiler" "$@" -static "$folder/$name.o"/*.o -lpthread -lm -o "$folder/$name"
}

# start NAME COMMAND...: run the command in the background as soon as a processor is free; its lines go to a file
names=()
start() {
    local name=$1
    shift
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
        wait -n || true
    done
    names+=("$name")
    {
        rm -f "$folder/$name.done"
        "$@" >"$folder/$name.txt" && touch "$folder/$name.done"
    } &
}

failed=0 compared=0
# Wait for what was started, and compare its lines with those of the first build.
compare_started() {
    local name
    wait
    for name in "${names[@]}"; do
        if [ ! -e "$folder/$name.done" ]; then
            echo "FAILED: $name"
            failed=$((failed + 1))
        elif cmp -s "$folder/$reference.txt" "$folder/$name.txt"; then
            echo "equal: $name, $(wc -l <"$folder/$name.txt") parameter sets"
            compared=$((compared + 1))
        else
            echo "FAILED: $name differs: $(diff "$folder/$reference.txt" "$folder/$name.txt" | head -n 2 | tail -n 1)"
            failed=$((failed + 1))
        fi
    done
    names=()
}

# check NAME COMMAND...: the command must succeed
check() {
    local name=$1
    shift
    if "$@"; then
        compared=$((compared + 1))
    else
        echo "FAILED: $name"
        failed=$((failed + 1))
    fi
}

has() {
    command -v "$1" >/dev/null
}

compilers=(gcc)
if [ "$tier" = full ]; then
    has clang && compilers+=(clang) || echo "left out: clang (it is not installed)"
    if has aarch64-linux-gnu-gcc && has qemu-aarch64-static; then
        build arm64-O3 aarch64-linux-gnu-gcc -O3
        start arm64-O3 qemu-aarch64-static "$folder/arm64-O3" "$sets"
        aarch64-linux-gnu-gcc "${flags[@]}" -O3 -DBF_WIDE_NEON -static tests/native/wide_test.c -lm -o "$folder/arm64-wide"
        check arm64-wide qemu-aarch64-static "$folder/arm64-wide"
    else
        echo "left out: 64-bit ARM (its compiler or qemu-user-static is not installed)"
    fi
fi
reference=gcc-O3
for compiler in "${compilers[@]}"; do
    for level in O0 O3; do
        build "$compiler-$level" "$compiler" "-$level"
        start "$compiler-$level" "$folder/$compiler-$level" "$sets"
    done
done
compare_started
modules=${BF_WASM_DIR:-build/wasm}
if [ -f "$modules/boidforge-sim-threads.wasm" ]; then
    start wasm node tests/matrix/wasm.js "$folder/$reference.txt"
    start wasm-threads node tests/matrix/wasm.js "$folder/$reference.txt" --threads
    compare_started
else
    echo "left out: WebAssembly (there are no modules in $modules)"
fi
echo "$compared passed, $failed failed"
[ "$failed" -eq 0 ]
