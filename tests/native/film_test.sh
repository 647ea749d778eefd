#!/bin/sh
# Films as they reach the eye: the same second at any rate ends in the same picture, and a recording with agents that
# are no number loses those and no more.
# Usage: film_test.sh PATH_OF_BOIDFORGE_CLI
set -u
cli=$1
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# alike LEAST A.png B.png: at least so many decibels between two pictures
alike() {
    got=$(ffmpeg -v info -i "$2" -i "$3" -lavfi psnr -f null - 2>&1 | sed -n 's/.*average:\([0-9.]*\|inf\) .*/\1/p')
    echo "$2 and $3: $got dB"
    awk -v got="${got:-0}" -v least="$1" 'BEGIN { exit !(got == "inf" || got + 0 >= least) }' ||
        fail "$2 and $3 are $got dB alike, not $1"
}

"$cli" simulate --scene murmuration -n 1000 -s 61 --seed 2 -o flock.bfs -q || fail "simulate"

echo "a second at 30 and at 120 pictures a second"
for fps in 30 120; do
    "$cli" export flock.bfs --scene murmuration -o $fps.mkv --frames 40:60 --fps $fps --size 480x270 \
        --codec ffv1 --pix-fmt bgr0 --quiet || fail "export at $fps"
    ffmpeg -v error -i $fps.mkv -fps_mode passthrough -update 1 end-$fps.png || fail "the pictures of $fps.mkv"
done
"$cli" export flock.bfs --scene murmuration -o still.png --still 60 --size 480x270 --quiet || fail "a still"
alike 35 end-30.png end-120.png
alike 35 end-30.png still.png

echo "agents that are no number"
cp flock.bfs bad.bfs
record=$((8 + 16 * 1000))
for frame in 50 51 52 58; do
    # x of agents 100 to 149
    head -c 200 /dev/zero | tr '\0' '\377' |
        dd of=bad.bfs bs=1 seek=$((32 + frame * record + 8 + 400)) conv=notrunc status=none
done
"$cli" export bad.bfs --scene murmuration -o bad.png --still 60 --size 480x270 2>stderr >stdout || fail "bad.bfs"
grep -q 'up to 50 agents a frame held NaN' stderr || fail "bad.bfs: $(cat stderr)"
alike 20 still.png bad.png

[ "$failures" -eq 0 ] && echo "all is well"
exit "$failures"
