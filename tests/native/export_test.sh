#!/bin/sh
# boidforge-cli export, as a person meets it: films with the right tags, clear errors, nothing half-written.
# Usage: export_test.sh PATH_OF_BOIDFORGE_CLI
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

# expect CODE WORDS COMMAND...: the exit code, and one line of errors that holds the words
expect() {
    code=$1
    words=$2
    shift 2
    "$@" >stdout 2>stderr
    got=$?
    [ "$got" -eq "$code" ] || fail "$* ended with $got, not $code: $(cat stderr)"
    grep -q -- "$words" stderr || fail "$* does not say '$words': $(cat stderr)"
    [ "$(wc -l <stderr)" -eq 1 ] || fail "$* says more than one line: $(cat stderr)"
}

left_behind() {
    ls -A | grep -E 'part|^never' && fail "$1 left files behind"
}

# info FILE KEY: one property of the film's only stream
info() {
    ffprobe -v error -select_streams v:0 -count_packets -show_entries "stream=$2" -of default=nw=1:nk=1 "$1"
}

check_info() {
    got=$(info "$1" "$2")
    [ "$got" = "$3" ] || fail "$1: $2 is '$got', not '$3'"
}

"$cli" simulate -n 150 -s 60 --seed 1 -o flock.bfs -q || fail "simulate"

echo "a film of 60 frames has the right tags"
"$cli" export flock.bfs -o film.mp4 --size 1280x720 --quiet || fail "export of a film"
check_info film.mp4 codec_name h264
check_info film.mp4 pix_fmt yuv420p
check_info film.mp4 color_range tv
check_info film.mp4 color_space bt709
check_info film.mp4 color_transfer bt709
check_info film.mp4 color_primaries bt709
check_info film.mp4 nb_read_packets 60
check_info film.mp4 width 1280
check_info film.mp4 height 720
check_info film.mp4 r_frame_rate 20/1

echo "ranges, rates and odd sizes"
"$cli" export flock.bfs -o part.mp4.mp4 --frames 10:19 --fps 40 --size 321x181 --preset ultrafast --quiet ||
    fail "export of a range"
mv part.mp4.mp4 range.mp4
check_info range.mp4 nb_read_packets 19
check_info range.mp4 r_frame_rate 40/1
check_info range.mp4 width 320
check_info range.mp4 height 180

echo "a pipe gives the film that a file gives"
"$cli" export flock.bfs -o file.mp4 --size 320x180 --world 1920x1080 --speed-low 40 --speed-high 180 --quiet
"$cli" export - -o pipe.mp4 --size 320x180 --world 1920x1080 --speed-low 40 --speed-high 180 --quiet <flock.bfs
cmp file.mp4 pipe.mp4 || fail "a pipe's film differs"

echo "stills"
"$cli" export flock.bfs -o last.png --size 321x181 --quiet || fail "export of the last frame"
"$cli" export flock.bfs -o last2.png --still -1 --size 321x181 --quiet || fail "export of frame -1"
cmp last.png last2.png || fail "the last frame and frame -1 differ"
head -c 8 last.png | od -An -tx1 | grep -q '89 50 4e 47 0d 0a 1a 0a' || fail "last.png is no PNG"

echo "wrong usage"
expect 2 "which recording" "$cli" export -o never.png
expect 2 "where to" "$cli" export flock.bfs
expect 2 "end in .png" "$cli" export flock.bfs -o never.gif
expect 2 "no such option" "$cli" export flock.bfs -o never.png --colour red
expect 2 "is not a choice" "$cli" export flock.bfs -o never.png --palette mud
expect 2 "out of range" "$cli" export flock.bfs -o never.png --size 0x100
expect 2 "runs backwards" "$cli" export flock.bfs -o never.mp4 --frames 9:3
expect 2 "is not a number" "$cli" export flock.bfs -o never.png --glow much

echo "unusable input"
expect 1 "missing.bfs" "$cli" export missing.bfs -o never.png
echo "no recording at all, only words" >words.bfs
expect 1 "not a .bfs" "$cli" export words.bfs -o never.png
expect 1 "no frame 60" "$cli" export flock.bfs -o never.png --still 60
expect 1 "no-such-scene" "$cli" export flock.bfs -o never.png --scene no-such-scene
expect 1 "cannot create" "$cli" export flock.bfs -o no/such/folder/never.mp4
expect 1 "cannot create" "$cli" export flock.bfs -o no/such/folder/never.png
left_behind "unusable input"

echo "a cut recording is used as far as it goes"
head -c 100000 flock.bfs >cut.bfs
expect 0 "cut off" "$cli" export cut.bfs -o cut.mp4 --size 320x180 --preset ultrafast
check_info cut.mp4 nb_read_packets 41

echo "no ffmpeg"
mkdir empty
expect 1 "ffmpeg: not found" env PATH="$here/empty" "$cli" export flock.bfs -o never.mp4
left_behind "no ffmpeg"

echo "an encoder that dies"
mkdir dying
printf '#!/bin/sh\nhead -c 1000 >/dev/null\necho "the encoder is unwell" >&2\nexit 3\n' >dying/ffmpeg
chmod +x dying/ffmpeg
expect 1 "the encoder is unwell" env PATH="$here/dying:$PATH" "$cli" export flock.bfs -o never.mp4 --size 320x180

echo "an encoder that does nothing"
mkdir -p idle
printf '#!/bin/sh\ncat >/dev/null\n' >idle/ffmpeg
chmod +x idle/ffmpeg
expect 1 "wrote nothing" env PATH="$here/idle:$PATH" "$cli" export flock.bfs -o never.mp4 --size 320x180
left_behind "a dying encoder"

echo "a full disk"
for output in never.mp4 never.png; do
    expect 1 "never" sh -c 'ulimit -f 8; exec "$0" export flock.bfs -o "$1" --size 640x360' "$cli" "$output"
    left_behind "a full disk"
done

echo "Ctrl-C ends in a valid shorter film"
"$cli" simulate -n 150 -s 3000 --seed 1 -o long.bfs -q
"$cli" export long.bfs -o stopped.mp4 --size 640x360 2>stderr >stdout &
job=$!
sleep 3
kill -INT $job
wait $job
got=$?
[ "$got" -eq 130 ] || fail "an interrupted export ended with $got, not 130"
said=$(sed -n 's/.*first \([0-9]*\) pictures.*/\1/p' stderr)
check_info stopped.mp4 nb_read_packets "$said"
left_behind "an interrupted film"

echo "Ctrl-C before the first picture leaves nothing"
mkfifo pipe
{ head -c 32 flock.bfs; sleep 2; } >pipe &
"$cli" export - -o never.mp4 <pipe 2>stderr >stdout &
job=$!
sleep 1
kill -TERM $job
wait $job
got=$?
[ "$got" -eq 130 ] || fail "an export interrupted at once ended with $got, not 130: $(cat stderr)"
left_behind "an export interrupted at once"

[ "$failures" -eq 0 ] && echo "all is well"
exit "$failures"
